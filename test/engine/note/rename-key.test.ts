import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseFrontMatter } from '../../../src/engine/yaml/front-matter/front-matter';
import { rawEqual } from '../../../src/engine/yaml/raw-json';
import { renameKey, renameKeys } from '../../../src/engine/yaml/front-matter/rename-key';
import { RUNS, noteText } from './front-matter-texts';

const note = (block: string): string => `---\n${block}---\nbody k: 1\n`;

describe('renaming a key', () => {
  it.each<readonly [title: string, before: string, after: string]>([
    ['a scalar, with its blanks and its comment', 'k:   a  # why k\n', 'key:   a  # why k\n'],
    ['where it stands', 'a: 1\nk: [x,  "y"] # c\n# d\nb: 2\n', 'a: 1\nkey: [x,  "y"] # c\n# d\nb: 2\n'],
    ['a value of another name', 'l: k\nk: k\n', 'l: k\nkey: k\n'],
    ['a block list', 'k: # c\n- a\n- b # d\n', 'key: # c\n- a\n- b # d\n'],
    ['a text of several lines', 'k: |+\n  a\n\nb: 1\n', 'key: |+\n  a\n\nb: 1\n'],
    ['a mapping', 'k:\n  k: 1\n', 'key:\n  k: 1\n'],
    ['an empty value', 'k:\n', 'key:\n'],
    ['the quotes of the key', '"k" : a\n', '"key" : a\n'],
    ['the single quotes of the key', "'k': 007\n", "'key': 007\n"],
    ['a key with a tag, behind the others', '!!str k: a\nb: 1\n', 'b: 1\nkey: a\n'],
    ['Windows line breaks', 'k: a\r\nb: 1\r\n', 'key: a\r\nb: 1\r\n'],
    ['no such key', 'a: k\n', 'a: k\n'],
  ])('%s', (_, before, after) => {
    expect(renameKey(note(before), 'k', 'key')).toBe(note(after));
  });

  it.each([
    ["'it''s': x # c\nb: 1\n", "it's", "'key': x # c\nb: 1\n"],
    ['"\\u00e9" :  [x,  y]\nb: 1\n', 'é', '"key" :  [x,  y]\nb: 1\n'],
    ['"a\\"b": x # c\nb: 1\n', 'a"b', '"key": x # c\nb: 1\n'],
  ])('a key with escapes in its quotes, where it stands: %j', (before, from, after) => {
    expect(renameKey(note(before), from, 'key')).toBe(note(after));
  });

  it.each<readonly [title: string, before: string, names: Record<string, string>, after: string]>([
    ['an empty key', 'k: 1 # k\nb: 2\nkey: # later\nc: 3\n', { k: 'key' }, 'key: 1 # k\nb: 2\n# later\nc: 3\n'],
    ['an empty key before it', 'key: ""  # later\nk: [x,  y] # k\n', { k: 'key' }, '# later\nkey: [x,  y] # k\n'],
    ['an empty key without a comment', 'key: []\nk:\n  # in\n  - a\n', { k: 'key' }, 'key:\n  # in\n  - a\n'],
    ['an empty key behind a text', 'k: |\n  a\nkey: # later\n', { k: 'key' }, 'key: |\n  a\n# later\n'],
    ['an empty key with Windows line breaks', 'k: 1 # k\r\nkey: # l\r\n', { k: 'key' }, 'key: 1 # k\r\n# l\r\n'],
    ['one that is renamed too', 'a: 1 # a\nb: # b\n', { a: 'b', b: 'c' }, 'b: 1 # a\nc: # b\n'],
    ['one that was renamed before', 'a: 1 # a\nb: 2 # b\n', { b: 'c', a: 'b' }, 'b: 1 # a\nc: 2 # b\n'],
    ['each other', 'a: 1 # a\nb: # b\n', { a: 'b', b: 'a' }, 'b: 1 # a\na: # b\n'],
    ['one name, and the last gets it', 'a: # a\nb: 1 # b\n', { a: 'c', b: 'c' }, '# a\nc: 1 # b\n'],
    ['one name, one with a tag', '!!str a: 1\nb: 2 # b\n', { a: 'c', b: 'd' }, 'd: 2 # b\nc: 1\n'],
    ['the name of one with a tag', '!!str a: 1\nb: 2\n', { a: 'b', b: 'a' }, '!!str a: 2\nb: 1\n'],
  ])('keys that take the name of %s', (_, before, names, after) => {
    expect(renameKeys(note(before), new Map(Object.entries(names)))).toBe(note(after));
  });

  it('drops the quotes that only the old name needed', () => {
    expect(renameKey(note('"n": 42 # c\n'), 'n', 'num')).toBe(note('num: 42 # c\n'));
    expect(renameKey(note("'n': 42\n"), 'n', 'y')).toBe(note('"y": 42\n'));
    expect(renameKey(note('"007": 42\n'), '007', 'num')).toBe(note('num: 42\n'));
  });

  it('quotes a name that YAML would read as something else', () => {
    expect(renameKey(note('k: 1\n'), 'k', 'yes')).toBe(note('"yes": 1\n'));
    expect(renameKey(note('k: 1\n'), 'k', '1_0')).toBe(note('"1_0": 1\n'));
  });

  it('changes nothing but the key in any note', () => {
    fc.assert(
      fc.property(noteText, fc.nat(), (text, pick) => {
        const before = parseFrontMatter(text);
        const entry = before.entries[pick % Math.max(before.entries.length, 1)];
        if (before.status !== 'ok' || entry === undefined || entry.key === 'new_name') return;
        if (before.entries.some(({ key }) => key === 'new_name')) return;
        const result = renameKey(text, entry.key, 'new_name');
        const after = parseFrontMatter(result);
        expect(result.slice(after.bodyStart)).toBe(text.slice(before.bodyStart));
        const values = new Map(after.entries.map(({ key, raw }) => [key, raw]));
        expect(values.size).toBe(before.entries.length);
        for (const { key, raw } of before.entries) {
          const now = values.get(key === entry.key ? 'new_name' : key);
          expect(now !== undefined && rawEqual(now, raw), result).toBe(true);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
