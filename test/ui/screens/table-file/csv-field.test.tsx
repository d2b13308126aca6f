/** The field for a file: what can't be read is said at the place, what was pasted stays, and the next file goes on. docs/page.md#files */

import { render } from 'preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CsvField } from '../../../../src/ui/screens/table-file/csv-field';
import type { CsvFile } from '../../../../src/ui/screens/table-file/table-file';
import { size } from '../../../deep';
import { eventually } from '../../../eventually';

let container: HTMLElement;
let taken: CsvFile[];

beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'));
  taken = [];
  render(<CsvField title="A file" lead="" take={(file) => void taken.push(file)} back={() => undefined} />, container);
});
afterEach(() => {
  render(null, container);
  container.remove();
});

const found = <Found extends HTMLElement>(selector: string): Found => {
  const element = container.querySelector<Found>(selector);
  if (element === null) throw new Error(`no ${selector}`);
  return element;
};
const bytes = (text: string): Pick<File, 'size' | 'arrayBuffer'> => {
  const encoded = new TextEncoder().encode(text);
  return { size: encoded.length, arrayBuffer: () => Promise.resolve(encoded.buffer) };
};
function choose(name: string, given: Pick<File, 'size' | 'arrayBuffer'>): void {
  const input = found<HTMLInputElement>('input[type=file]');
  Object.defineProperty(input, 'files', { value: [{ name, ...given }], configurable: true });
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
function paste(text: string): void {
  const field = found<HTMLTextAreaElement>('textarea');
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
const said = (words: string): Promise<void> =>
  eventually(() => expect(container.querySelector('[role=alert]')?.textContent).toBe(words));

it.each<[string, Pick<File, 'size' | 'arrayBuffer'>, string]>([
  ['empty.csv', bytes(''), 'empty.csv is empty.'],
  ['head.csv', bytes('Name,Height\n'), 'head.csv has no lines below its first one, which names the columns.'],
  [
    'huge.csv',
    { ...bytes(''), size: 7_000_000 },
    'huge.csv is larger than 6 MB. Split it and read the parts one by one.',
  ],
  [
    'gone.csv',
    { size: 12, arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) },
    'gone.csv can’t be read any more. Choose it again.',
  ],
])('%s is refused in words, the pasted text stays, and the next file is read', async (name, file, words) => {
  paste('Name\nOak\n');
  choose(name, file);
  await said(words);
  expect(found<HTMLTextAreaElement>('textarea').value).toBe('Name\nOak\n');
  expect(found<HTMLButtonElement>('.ndb-csv-read').disabled).toBe(false);
  choose(name, bytes('Name\nElm\n'));
  await eventually(() => expect(taken.map(({ rows }) => rows)).toEqual([[['Elm']]]));
  expect(container.querySelector('[role=alert]')).toBe(null);
});

it('lets the same file be chosen again once it is mended', () => {
  const input = found<HTMLInputElement>('input[type=file]');
  let value = 'C:\\fakepath\\empty.csv';
  Object.defineProperty(input, 'value', { get: () => value, set: (next: string) => void (value = next) });
  choose('empty.csv', bytes(''));
  // A browser tells of no change when the field has the file already.
  expect(value).toBe('');
});

it.each([
  ['200 columns, in the deep run as large as a file may be', 200, size(150, 3200)],
  ['one column', 1, size(10_000, 100_000)],
])('reads a file of %s whole', async (_, width, height) => {
  const line = (of: string | number): string => Array.from({ length: width }, (__, at) => `v${of}c${at}`).join(',');
  const lines = ['x', ...Array.from({ length: height }, (__, at) => at)].map(line);
  choose('wide.csv', bytes(`${lines.join('\r\n')}\r\n`));
  await eventually(() => expect(taken).toHaveLength(1));
  const [file] = taken;
  expect([file?.header.length, file?.rows.length, file?.rows.at(-1)?.at(-1)]).toEqual([
    width,
    height,
    `v${height - 1}c${width - 1}`,
  ]);
});
