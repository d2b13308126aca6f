/** An item of a list changes, and the others keep their bytes. D2 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFrontMatter } from '../../../src/engine/yaml/front-matter/front-matter';
import { type RawValue, rawList, rawPlain, rawString } from '../../../src/engine/yaml/raw-value';
import { rawEqual } from '../../../src/engine/yaml/raw-json';
import { setFrontMatter } from '../../../src/engine/yaml/front-matter/splice-front-matter';
import type { JsonObject } from '../../../src/engine/json';

const note = (lines: string): string => `---\nbefore: 1\n${lines}after: "x"\n---\nbody\n`;
const strings = (...items: readonly string[]): RawValue => rawList(items.map(rawString));

const set = (text: string, raw: RawValue): string => setFrontMatter(text, new Map([['k', raw]]));

const BLOCK = `k: # of mine\n    # the first\n    - 'a' # one\n    - "b"   # two\n    # the last\n    -  c\n`;
const FLOW = `k:  [ 'a',"b" , c ]  # of mine\n`;

const LINES = `k: [ # all\n  'a', # one\n  "b", # two\n  c # three\n  ] # of mine\n`;
const MAPS = `k:\n   -  a: 0x1 # one\n   # the last\n   - { b: [ 2 ] }\n`;

const map = (value: JsonObject): RawValue => ({ kind: 'json', value });

const CASES: readonly (readonly [what: string, before: string, wanted: RawValue, after: string])[] = [
  ['comes last', BLOCK, strings('a', 'b', 'c', 'd'), `${BLOCK}    - d\n`],
  ['comes first', BLOCK, strings('d', 'a', 'b', 'c'), BLOCK.replace('    # the first\n', '    - d\n    # the first\n')],
  ['comes between', BLOCK, strings('a', 'd', 'b', 'c'), BLOCK.replace('# one\n', '# one\n    - d\n')],
  ['goes from the middle', BLOCK, strings('a', 'c'), BLOCK.replace('    - "b"   # two\n', '')],
  ['goes from the end', BLOCK, strings('a', 'b'), BLOCK.replace('    -  c\n', '')],
  ['takes another’s place', BLOCK, strings('a', '[[d]]', 'c'), BLOCK.replace('"b"   #', '"[[d]]"   #')],
  ['takes the place of two', BLOCK, strings('d', 'c'), BLOCK.replace("'a'", 'd').replace('    - "b"   # two\n', '')],
  ['moves behind the others', BLOCK, strings('b', 'c', 'a'), `${BLOCK.replace("    - 'a' # one\n", '')}    - a\n`],
  ['comes into a list without indentation', 'k:\n- a\n- "b"\n', strings('a', 'b', 'c'), 'k:\n- a\n- "b"\n- c\n'],
  ['comes last in brackets', FLOW, strings('a', 'b', 'c', 'd'), `k:  [ 'a',"b" , c,d ]  # of mine\n`],
  ['comes first in brackets', FLOW, strings('d', 'a', 'b', 'c'), `k:  [ d,'a',"b" , c ]  # of mine\n`],
  ['goes from brackets', FLOW, strings('a', 'c'), `k:  [ 'a' , c ]  # of mine\n`],
  ['goes from the front of brackets', FLOW, strings('b', 'c'), `k:  [ "b" , c ]  # of mine\n`],
  ['takes another’s place in brackets', FLOW, strings('a', 'b', '[[d]]'), `k:  [ 'a',"b" , "[[d]]" ]  # of mine\n`],
  ['comes behind a comma that ends brackets', 'k: [a, b, ]\n', strings('a', 'b', 'c'), 'k: [a, b, c, ]\n'],
  ['is a number', 'k: [1, 2]\n', rawList([rawPlain('1'), rawPlain('3')]), 'k: [1, 3]\n'],
  ['comes to a text with escapes', 'k: ["\\u00e9",  \'b\']\n', strings('é', 'b', 'c'), 'k: ["\\u00e9",  \'b\',  c]\n'],
  [
    'comes to a text with a tag',
    'k:\n- !!str a # one\n-  "b"\n',
    strings('a', 'b', 'c'),
    'k:\n- !!str a # one\n-  "b"\n- c\n',
  ],
  ['goes from texts over lines', `k:\n- a\n  b # one\n- |-\n  c\n- 'd'\n`, strings('c', 'd'), `k:\n- |-\n  c\n- 'd'\n`],
  ['takes the place of a text over lines', `k:\n- |-\n  c\n- 'd'\n`, strings('e', 'd'), `k:\n- e\n- 'd'\n`],
  [
    'comes last in brackets over lines',
    LINES,
    strings('a', 'b', 'c', 'd'),
    LINES.replace('  c # three', '  c, # three\n  d'),
  ],
  ['comes first in brackets over lines', LINES, strings('d', 'a', 'b', 'c'), LINES.replace("  'a'", "  d,\n  'a'")],
  ['goes from brackets over lines', LINES, strings('a', 'c'), LINES.replace('  "b", # two\n', '')],
  [
    'goes from the end of brackets over lines',
    LINES,
    strings('a', 'b'),
    LINES.replace(', # two\n  c # three', ' # two'),
  ],
  [
    'comes to mappings',
    MAPS,
    rawList([map({ a: 1 }), map({ b: [2] }), map({ c: 1, d: 'x' })]),
    `${MAPS}   -  c: 1\n      d: x\n`,
  ],
  ['takes a mapping’s place', MAPS, rawList([map({ a: 2 }), map({ b: [2] })]), MAPS.replace('a: 0x1 # one', 'a: 2')],
  [
    'comes to mappings in brackets',
    'k: [{a: 0x1}]\n',
    rawList([map({ a: 1 }), map({ b: 2 })]),
    'k: [{a: 0x1}, {"b": 2}]\n',
  ],
  ['leaves none of the others', 'k: [a]\n', strings('b'), 'k:\n  - b\n'],
  ['is all that goes', 'k: [a] # why\n', rawList([]), 'k: [] # why\n'],
];

describe('an item that', () => {
  it.each(CASES)('%s', (_what, before, wanted, after) => {
    expect(set(note(before), wanted)).toBe(note(after));
    const crlf = (text: string): string => `\ufeff${note(text).replaceAll('\n', '\r\n')}`;
    expect(set(crlf(before), wanted)).toBe(crlf(after));
  });
});

describe('any list', () => {
  const word = fc.constantFrom('a', 'b', 'c', '[[d]]', 'e: f', '# g', "h'", '"', ', i', ']', '007', 'null', ' j ');
  const words = fc.array(word, { maxLength: 6 });

  it.each(['- ', '    -   ', '  - '])(
    'in lines that begin with %j reads as what was set, and keeps the other lines',
    (mark) =>
      fc.assert(
        fc.property(words, words, (old, wanted) => {
          const lines = old.map((item, i) => `${mark}${JSON.stringify(item)} # ${i}\n`);
          const before = note(old.length === 0 ? 'k: []\n' : `k:\n${lines.join('')}`);
          const after = set(before, strings(...wanted));
          const { entries } = parseFrontMatter(after);
          const raw = entries.find(({ key }) => key === 'k')?.raw as RawValue;
          expect(rawEqual(raw, strings(...wanted))).toBe(true);
          const kept = lines.filter((line) => after.includes(line)).length;
          if (wanted.length > 0) expect(kept).toBeGreaterThanOrEqual(commonEnds(old, wanted));
        }),
      ),
  );

  it('in brackets reads as what was set', () =>
    fc.assert(
      fc.property(words, words, (old, wanted) => {
        const before = note(`k: [${old.map((item) => JSON.stringify(item)).join(' ,')}]\n`);
        const { entries } = parseFrontMatter(set(before, strings(...wanted)));
        expect(rawEqual(entries.find(({ key }) => key === 'k')?.raw as RawValue, strings(...wanted))).toBe(true);
      }),
    ));
});

/** How many items both lists begin with. */
function commonEnds(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < Math.min(a.length, b.length) && a[count] === b[count]) count += 1;
  return count;
}
