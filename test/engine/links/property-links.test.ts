/** Links in properties, in every form that notes have: a rename of the target changes the path and no other byte. Source: docs/links.md#what-counts-as-a-link; D2, D6. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkRewriteOf } from '../../../src/engine/links/changed-links';
import { LinkIndex } from '../../../src/engine/links/link-index';
import { MovedFiles } from '../../../src/engine/links/moved-files';
import { rewriteLinks } from '../../../src/engine/links/rewrite-links';
import { linkpathsOf, parseLinkValue, scanLinks } from '../../../src/engine/note/links/link-syntax';
import { parseFrontMatter } from '../../../src/engine/yaml/front-matter/front-matter';
import { isList } from '../../../src/engine/json';
import { rawToJson } from '../../../src/engine/yaml/raw-json';
import { times } from '../../deep';

function renamed(text: string, from: string, to: string): string {
  const index = new LinkIndex();
  for (const path of [from, 'other.md', 's.md']) index.addFile(path);
  const moved = new MovedFiles(index, new Map([[from, to]]));
  const settings = { newLinkFormat: 'shortest', useMarkdownLinks: false } as const;
  return rewriteLinks(text, linkRewriteOf('s.md', index, moved, settings));
}

const noteOf = (lines: string): string => `---\n${lines}\n---\nText.\n`;

/** The value of `a`, or its first item, as the columns of a table read it. */
function valueOf(text: string): string {
  const json = rawToJson(parseFrontMatter(text).entries.find(({ key }) => key === 'a')?.raw ?? { kind: 'empty' });
  const [first = ''] = isList(json) ? json : [json];
  return typeof first === 'string' ? first : '';
}

describe('a renamed target', () => {
  it.each([
    ['an embed', 'a: "![[Old#P|x]]" # c', 'a: "![[New it\'s#P|x]]" # c'],
    ['a Markdown link', 'a: "[Ann](Old.md#P)"', 'a: "[Ann](New%20it\'s.md#P)"'],
    ['single quotes', "a: '[Ann''s](Old.md)'", "a: '[Ann''s](New%20it''s.md)'"],
    [
      'escapes before the path',
      'a: "[\\"A\\\\B\\u00e9\\"](<Old.md> \\"t\\")"',
      'a: "[\\"A\\\\B\\u00e9\\"](<New it\'s.md> \\"t\\")"',
    ],
    ['an item in brackets', 'a: [\'[x](Old.md)\', "[x](Old)" ]', "a: ['[x](New%20it''s.md)', \"[x](New%20it's)\" ]"],
    ['an item of a block', 'a:\n- \'![p](Old.md)\'\n-  "[[other]]"', "a:\n- '![p](New%20it''s.md)'\n-  \"[[other]]\""],
    ['a block scalar', 'a: |-\n  [x](Old.md)', "a: |-\n  [x](New%20it's.md)"],
    ['a path in a list of lists', 'a: [["[x](Old.md)"]]', 'a: [["[x](New%20it\'s.md)"]]'],
  ])('is followed: %s', (_, before, after) => {
    expect(renamed(noteOf(before), 'Old.md', "New it's.md")).toBe(noteOf(after));
  });

  it.each([
    ['a Markdown link within a text', 'a: "see [x](Old.md)"'],
    ['a Markdown link without quotes', 'a: see [x](Old.md)'],
    ['a comment', 'a: 1 # "[x](Old.md)"'],
    ['an address', 'a: "[x](https://y.z/Old.md)"'],
    ['a longer text', 'a: "[x](Old.md) and more (y)"'],
  ])('is not followed in %s', (_, text) => {
    expect(renamed(noteOf(text), 'Old.md', 'New.md')).toBe(noteOf(text));
    expect(linkpathsOf(noteOf(text))).toEqual([]);
  });
});

describe('any form', () => {
  const name = fc
    .stringMatching(/^[A-Za-zé][A-Za-z0-9é '"(),.&-]{0,8}[a-z]$/)
    .filter((each) => each !== 'other' && each !== 's');
  const label = fc.stringMatching(/^[A-Za-zé'" \\]{0,8}[a-z]$/);
  const forms: readonly ((path: string, label: string) => string)[] = [
    (path, text) => `[${text}](<${path}.md>)`,
    (path, text) => `![${text}](<${path}.md#Part> "title")`,
    (path, text) =>
      `[${text}](${encodeURIComponent(path).replace(/[()']/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}.md)`,
    (path, text) => `![[${path}|${text}]]`,
    (path) => `[[${path}#Part]]`,
  ];
  const quotes: readonly ((value: string) => string)[] = [
    (value) => JSON.stringify(value),
    (value) => `'${value.replaceAll("'", "''")}'`,
    (value) => JSON.stringify(value).replaceAll('é', '\\u00e9'),
  ];
  const places: readonly ((value: string) => string)[] = [
    (value) => `a: ${value}  # comment`,
    (value) => `b: x\na: [ ${value} , "[[other]]" ]`,
    (value) => `a:\n  - ${value}\n  - "[o](other.md)"`,
  ];
  const pick = <T>(all: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...all);

  it('is read alike by columns and by the index, and a rename there and back gives every byte back', () => {
    const property = fc.property(
      name,
      name,
      label,
      pick(forms),
      pick(quotes),
      pick(places),
      (from, to, text, form, quote, place) => {
        fc.pre(from.toLowerCase() !== to.toLowerCase());
        const before = noteOf(place(quote(form(from, text))));
        const link = parseLinkValue(valueOf(before));
        expect(link?.linkpath.replace(/\.md$/, '')).toBe(from);
        expect(linkpathsOf(before)).toContain(link?.linkpath);
        const after = renamed(before, `${from}.md`, `${to}.md`);
        const now = parseLinkValue(valueOf(after));
        expect(now).toEqual({ ...link, linkpath: link?.linkpath.replace(from, () => to) });
        const [was, is] = [before, after].map((each) => {
          const { pathStart = 0, pathEnd = 0 } =
            scanLinks(each).find(({ linkpath }) => !linkpath.startsWith('other')) ?? {};
          return each.slice(0, pathStart) + each.slice(pathEnd);
        });
        expect(is).toBe(was);
      },
    );
    fc.assert(property, { numRuns: times(500, 50_000) });
  });
});
