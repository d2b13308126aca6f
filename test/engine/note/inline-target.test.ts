import { describe, expect, it } from 'vitest';
import { isExternal, readInlineTarget, subpathStartOf } from '../../../src/engine/note/links/inline-target';

/** The destination, and what stands behind the link. */
function read(text: string): readonly [string, string] | null {
  const target = readInlineTarget(text, 0);
  return target === null ? null : [text.slice(target.start, target.end), text.slice(target.after)];
}

describe('the target of a Markdown link', () => {
  it.each([
    ['(a) b', 'a', ' b'],
    ['()', '', ''],
    ['(  a.md  )x', 'a.md', 'x'],
    ['(\ta.md)', 'a.md', ''],
    ['(a(b)c)d)', 'a(b)c', 'd)'],
    ['(a\\(b)', 'a\\(b', ''],
    ['(a\\)b)', 'a\\)b', ''],
    ['(<a b>)', 'a b', ''],
    ['(<a)b>)', 'a)b', ''],
    ['(<a\\>b>)', 'a\\>b', ''],
    ['(<>)', '', ''],
    ['(a "b")', 'a', ''],
    ["(a 'b')", 'a', ''],
    ['(a (b))', 'a', ''],
    ['(a "b \\" c")', 'a', ''],
    ['(<a> "b"  )', 'a', ''],
    ['(a "(b)")c', 'a', 'c'],
    ['(a#b)', 'a#b', ''],
    ['(a"b")c', 'a"b"', 'c'],
    [`(${'('.repeat(32)}a${')'.repeat(32)})`, `${'('.repeat(32)}a${')'.repeat(32)}`, ''],
  ])('of %j is %j', (text, destination, behind) => {
    expect(read(text)).toEqual([destination, behind]);
  });

  it.each([
    '(a',
    '(a b)',
    '(a\nb)',
    '(a "b)',
    '(a "b\n")',
    '(a "b" c)',
    '(a (b(c))',
    '(<a)',
    '(<a\nb>)',
    '(<a<b>)',
    '(<a>b)',
    '(a(b)',
    '(a\u0007b)',
    `(${'('.repeat(33)}a${')'.repeat(33)})`,
  ])('is missing in %j', (text) => {
    expect(read(text)).toBeNull();
  });

  it.each([
    ['(https://a.b)', true],
    ['(mailto:a@b.c)', true],
    ['(obsidian://open)', true],
    ['(//a.b/c)', true],
    ['(a+b-1.c:x)', true],
    ['(a.md)', false],
    ['(a/b:c.md)', false],
    ['(a%20b:c)', false],
    ['(:a)', false],
    ['(<a b:c>)', false],
    ['(#a:b)', false],
    ['(/a.md)', false],
  ])('%s leads outside: %s', (text, expected) => {
    const target = readInlineTarget(text, 0);
    expect(target !== null && isExternal(text, target)).toBe(expected);
  });

  it.each([
    ['(a.md#b#c)', '#b#c'],
    ['(#b)', '#b'],
    ['(a.md)', ''],
    ['(a%23b)', ''],
  ])('%s has the subpath %j', (text, subpath) => {
    const target = readInlineTarget(text, 0);
    expect(target).not.toBeNull();
    if (target !== null) expect(text.slice(subpathStartOf(text, target), target.end)).toBe(subpath);
  });
});
