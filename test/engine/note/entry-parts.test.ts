import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { entryParts } from '../../../src/engine/yaml/front-matter/entry-parts';
import { parseFrontMatter } from '../../../src/engine/yaml/front-matter/front-matter';
import { noteText } from './front-matter-texts';
import { times } from '../../deep';

const partsOf = (entry: string): unknown => {
  const text = `---\n${entry}\n---\n`;
  const first = parseFrontMatter(text).entries[0];
  return first === undefined ? undefined : entryParts(text, first);
};

describe('entryParts', () => {
  it.each([
    ['k: a', 'k:', ' ', ''],
    ['k:   a # c', 'k:', '   ', ' # c'],
    ['k: a   # c', 'k:', ' ', '   # c'],
    ['k:', 'k:', ' ', ''],
    ['k:  ', 'k:', ' ', ''],
    ['k: # c', 'k:', ' ', ' # c'],
    ['k : a', 'k :', ' ', ''],
    ['"k": "a # b"', '"k":', ' ', ''],
    ["'k' : [a, 'b # c'] # d", "'k' :", ' ', ' # d'],
    ['k: # c\n  - a # d', 'k:', ' ', ' # c'],
    ['k:\n  - a # d', 'k:', ' ', ''],
    ['k: | # c\n  # a', 'k:', ' ', ' # c'],
    ['k: |\n  # a', 'k:', ' ', ''],
    ['k: "a\n  b" # c', 'k:', ' ', ' # c'],
    ['k: a\n  b # c', 'k:', ' ', ' # c'],
    ['k: # c\n  a: 1 # d', 'k:', ' ', ' # c'],
    ['k:\n  # c\n  a: 1', 'k:', ' ', ''],
    ['k: {a: 1} # c', 'k:', ' ', ' # c'],
    ['k: [[a]] # c', 'k:', ' ', ' # c'],
    ['"a\\u00e9b": 1 # c', '"a\\u00e9b":', ' ', ' # c'],
    ['k:\ta', 'k:', ' ', ''],
  ])('of %j', (entry, head, padding, comment) => {
    expect(partsOf(entry)).toEqual({ head, padding, comment, lineBreak: '\n' });
  });

  it('takes the line break of the entry, not of the note', () => {
    const text = '---\na: 1\r\nb: 2\n---\n';
    const breaks = parseFrontMatter(text).entries.map((entry) => entryParts(text, entry)?.lineBreak);
    expect(breaks).toEqual(['\r\n', '\n']);
  });

  it('the head and the comment are in the entry, and the head reads as its key, for any note', () => {
    fc.assert(
      fc.property(noteText, (text) => {
        for (const entry of parseFrontMatter(text).entries) {
          const source = text.slice(entry.start, entry.end);
          const parts = entryParts(text, entry);
          expect(source.startsWith(parts?.head ?? '')).toBe(true);
          expect(source).toContain(parts?.comment ?? '');
          expect(parseFrontMatter(`---\n${parts?.head ?? ''}\n---\n`).entries[0]?.key).toBe(entry.key);
        }
      }),
      { numRuns: times(1_000, 10_000) },
    );
  });
});
