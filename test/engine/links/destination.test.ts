import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeAngled, encodeDestination, encodeSubpath, isUriEncoded } from '../../../src/engine/links/write-link';
import { scanLinks } from '../../../src/engine/note/links/link-syntax';
import { times } from '../../deep';

const RUNS = times(300, 10_000);

describe('the destination of a Markdown link', () => {
  it.each([
    ['a b.md', 'a%20b.md'],
    ['100%.md', '100%25.md'],
    ['a\\b', 'a%5Cb'],
    ['C#.md', 'C%23.md'],
    ['<a>.md', '%3Ca%3E.md'],
    ['a (b).md', 'a%20(b).md'],
    ['a) (b.md', 'a%29%20%28b.md'],
    ['We!rd [x].md', 'We!rd%20[x].md'],
    ['Übung.md', 'Übung.md'],
  ])('%s is written %s', (path, written) => {
    expect(encodeDestination(path)).toBe(written);
  });

  it('may have all letters beyond ASCII encoded', () => {
    expect(encodeDestination('Übung 東.md', true)).toBe('%C3%9Cbung%20%E6%9D%B1.md');
    expect(isUriEncoded('%C3%9Cbung')).toBe(true);
    expect(isUriEncoded('a%20b')).toBe(false);
  });

  it('keeps the marks of a subpath', () => {
    expect(encodeSubpath('#One two#^b')).toBe('#One%20two#^b');
  });

  it.each([
    ['bare', (path: string) => `[x](${encodeDestination(path)})`],
    ['as a URI', (path: string) => `[x](${encodeDestination(path, true)})`],
    ['in angle brackets', (path: string) => `[x](<${encodeAngled(path)}>)`],
  ])('reads back as the path, %s', (_, write) => {
    const path = fc.string({ unit: fc.constantFrom(...'ab é😀%()<>[]#!"\'\\&?=+~.-_*'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(path, (text) => {
        expect(scanLinks(write(`p${text}`)).map((link) => [link.linkpath, link.subpath])).toEqual([[`p${text}`, '']]);
      }),
      { numRuns: RUNS },
    );
  });
});
