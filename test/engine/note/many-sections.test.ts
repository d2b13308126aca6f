/** Many sections of one body are set in one walk over it, and each as if it were set alone. */

import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { editBody } from '../../../src/engine/note/markdown/edit-body';
import { setSections } from './sections-plainly';
import { times } from '../../deep';

const RUNS = times(5_000, 100_000);

const HEADINGS = ['a', 'b', 'c', 'd', 'e', '#f', 'new', ' a ', '', 'a\nb'] as const;

const line = fc.constantFrom(
  ...['# a', '## b', '### c', '## d', '  # c', '   ## a', 'e\n---', '#f\n===', '  d\n---', '# a #', '#', '#f'],
  ...[
    'text',
    '',
    '',
    '  ',
    '- item',
    '- ',
    '  item',
    '> quote',
    '1. one',
    '```',
    '~~~',
    '  ```',
    '- ```',
    '    code',
    '---',
  ],
);
const lines = fc
  .tuple(fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\n', '\r\n')), { maxLength: 24 }), fc.boolean())
  .map(([all, isEnded]) => {
    const text = all.map(([each, feed]) => each + feed).join('');
    return isEnded ? text : text.replace(/\r?\n$/, '');
  });
const sections = fc.uniqueArray(
  fc.tuple(fc.constantFrom(...HEADINGS), fc.oneof(lines, fc.constantFrom(null, '', 'x', '```\nx', '- x'))),
  { maxLength: 6, selector: ([heading]) => heading },
);

const attempt = (edit: () => string): string => {
  try {
    return edit();
  } catch (error) {
    return JSON.stringify([String(error), error]);
  }
};

describe('many sections', () => {
  afterEach(() => vi.restoreAllMocks());

  it('read as if each were set alone in the body that those before it left', () => {
    fc.assert(
      fc.property(lines, sections, fc.constantFrom('\n' as const, '\r\n' as const), (body, edits, lineBreak) => {
        const entries = edits.map(([heading, text]): [string, string | null] => [heading, text]);
        const together = attempt(() => editBody(body, { sections: Object.fromEntries(entries) }, lineBreak));
        expect(together).toBe(attempt(() => setSections(body, entries, lineBreak)));
      }),
      { numRuns: RUNS },
    );
  });

  it.each<[string, string, (index: number) => readonly [string, string | null]]>([
    ['set', '', (index) => [`s${index * 7}`, `text ${index}`]],
    ['emptied', '', (index) => [`s${index * 7}`, '']],
    ['taken away', '', (index) => [`s${index * 7}`, null]],
    ['taken away behind a long text', 'text\n'.repeat(5_000), (index) => [`s${index}`, null]],
    ['added', '', (index) => [`new ${index}`, `text ${index}`]],
    ['set with lists and headings', '', (index) => [`s${index * 7}`, `- item\n\n### below\n\n- item`]],
  ])('that are %s walk over the lines of the body once', (_title, start, edit) => {
    const body = `${start}${Array.from({ length: 2_000 }, (_, index) => `## s${index}\n\nold\n\n`).join('')}`;
    const edits = Array.from({ length: 100 }, (_, index) => edit(index));
    const searched = vi.spyOn(String.prototype, 'indexOf');
    const after = editBody(body, { sections: Object.fromEntries(edits) });
    const walked = searched.mock.calls.filter(([wanted]) => wanted === '\n').length;
    vi.restoreAllMocks();
    expect(after).toBe(
      setSections(
        body,
        edits.map(([heading, text]) => [heading, text]),
        '\n',
      ),
    );
    expect(walked).toBeLessThan(2 * body.split('\n').length);
  });
});
