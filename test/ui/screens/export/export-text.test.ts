/** Rows as text: what other programs, and our own reader, read back. */

import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { readSeparated } from '../../../../src/kernel/separated-text';
import { drain } from '../../../../src/kernel/slices';
import { exportText } from '../../../../src/ui/screens/export/export-text';
import { withoutFormulaGuard } from '../../../../src/kernel/formula-guard';
import { namedColumns } from '../../../../src/ui/client/table-columns';

const recordsOf = (text: string): readonly (readonly string[])[] =>
  drain(readSeparated(text, ',')).records.map(({ fields }) => fields);
const columns = namedColumns([], ['name', 'note']);
const rowOf = (name: string, note: string) => ({ key: name, path: `${name}.md`, values: { name, note } });

const text = fc.oneof(
  fc.string(),
  fc
    .tuple(fc.constantFrom('', "'", "''"), fc.constantFrom('=', '+', '-', '@', '\t', '\r', ''), fc.string())
    .map((parts) => parts.join('')),
  fc.constantFrom('-5', "'-5", '-', '"', 'a,b', 'a\nb', ' '),
);
const pairs = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 8 });

it.each(['csv', 'sheet'] as const)('writes texts as %s that the import reads back as they were', (format) => {
  fc.assert(
    fc.property(pairs, (rows) => {
      const written = exportText(format, { columns, rows: rows.map(([name, note]) => rowOf(name, note)) });
      const [head, ...records] = recordsOf(written);
      expect(head).toEqual(['name', 'note']);
      expect(drain(withoutFormulaGuard(records))).toEqual(rows);
      const plain = Papa.parse<string[]>(written.replace(/\r\n$/, ''), { newline: '\r\n', delimiter: ',' }).data;
      expect(plain.slice(1)).toEqual(records);
      const bare = records.flat().filter((field) => /^[=+\-@\t\r]/.test(field) && Number.isNaN(Number(field)));
      if (format === 'sheet') expect(bare).toEqual([]);
    }),
  );
});

it('writes lists, links, numbers and empty values', () => {
  const values = { name: ['[[A|a]]', 'b'], note: null };
  const rows = [
    { key: '1', path: '1.md', values },
    { key: '2', path: '2.md', values: { name: 7, note: 'x|y\nz\\' } },
  ];
  expect(exportText('csv', { columns, rows })).toBe('name,note\r\n[[A|a]]; b,\r\n7,"x|y\nz\\"\r\n');
  expect(exportText('md', { columns, rows })).toBe(
    '| Name | Note |\n| --- | --- |\n| [[A\\|a]]; b |  |\n| 7 | x\\|y<br>z\\\\ |\n',
  );
  expect(JSON.parse(exportText('json', { columns, rows }))).toEqual([values, { name: 7, note: 'x|y\nz\\' }]);
});

it('writes no text as a formula where that is asked for, and numbers as they are', () => {
  const texts = ['=HYPERLINK("x")', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '-5', '+4.5e3', 'plain', '-'];
  const rows = texts.map((text, at) => ({ key: String(at), path: `${at}.md`, values: { name: text, note: -at } }));
  const read = Papa.parse<string[]>(exportText('sheet', { columns, rows }).trim(), { delimiter: ',' }).data.slice(1);
  expect(read.map(([name]) => name)).toEqual([
    ...['\'=HYPERLINK("x")', "'+1+1", "'-2+3", "'@SUM(A1)", "'\t=1", "'\r=1"],
    ...['-5', '+4.5e3', 'plain', "'-"],
  ]);
  expect(read.map(([, note]) => note)).toEqual(texts.map((_, at) => String(-at)));
});

it('takes no apostrophe from a file that holds a bare formula', () => {
  const rows = [["'=1"], ['=1']];
  expect(drain(withoutFormulaGuard(rows))).toEqual(rows);
  expect(drain(withoutFormulaGuard([["'=1"], ["it's"]]))).toEqual([['=1'], ["it's"]]);
});
