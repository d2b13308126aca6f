import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, parseDocument, stringify } from 'yaml';
import { visitFrontMatterLinks, visitFrontMatterPaths } from '../../../src/engine/note/links/front-matter-links';
import { type LinkVisitor, linkpathOf } from '../../../src/engine/note/links/link-span';
import { times } from '../../deep';

const RUNS = times(500, 10_000);

type Visit = (text: string, end: number, visit: LinkVisitor) => void;

function found(visitLinks: Visit, block: string): readonly string[] {
  const text = `---\n${block}---\n`;
  const linkpaths: string[] = [];
  visitLinks(text, text.length, (span) => linkpaths.push(linkpathOf(text, span)));
  return linkpaths.sort();
}

/** Every string of a YAML value, keys aside. */
function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsOf);
}

const linksIn = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => [...text.matchAll(/\[\[([^[\]|#\n]+)[^[\]\n]*\]\]/g)].map((match) => match[1] ?? '')).sort();

const link = fc
  .tuple(
    fc.constantFrom('a', 'Bob’s', "it's", 'é"x"', 'b/c.md', 'x:y'),
    fc.constantFrom('', '#h', '|x', '#h|it’s: "1"'),
  )
  .map(([path, rest]) => `[[${path}${rest}]]`);
const word = fc.constantFrom('x', 'some', "it's", '"so"', ':', '#1', '-', '\\', '[x]', '{y}', 'key: v', '日');
const phrase = fc.array(fc.oneof(link, word), { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    link,
    phrase,
    fc.tuple(phrase, phrase).map((lines) => lines.join('\n')),
    fc.constantFrom(null, 1, true, ''),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('k', 'key 2', 'it’s', '"q"'), tie('value'), { maxKeys: 3 }),
  ),
})).value; // prettier-ignore
const mapping = fc.dictionary(fc.constantFrom('a', 'b', 'long key', 'c-d'), value, { minKeys: 1, maxKeys: 4 });
const style = fc.record({
  defaultStringType: fc.constantFrom<'PLAIN' | 'QUOTE_DOUBLE' | 'QUOTE_SINGLE' | 'BLOCK_LITERAL' | 'BLOCK_FOLDED'>(
    'PLAIN',
    'QUOTE_DOUBLE',
    'QUOTE_SINGLE',
    'BLOCK_LITERAL',
    'BLOCK_FOLDED',
  ),
  lineWidth: fc.constantFrom(0, 30, 80),
  indent: fc.constantFrom(2, 4),
  indentSeq: fc.boolean(),
  collectionStyle: fc.constantFrom<'any' | 'flow' | 'block'>('any', 'block', 'flow'),
});

/** A long text in double quotes without a blank may be folded anywhere. */
const TORN_BRACKETS = /\[\\\n *\[|\]\\\n *\]/;

describe('the links of front matter', () => {
  it('are those that `yaml` finds in its strings, however they are written', () => {
    fc.assert(
      fc.property(mapping, style, (content, options) => {
        const block = stringify(content, options);
        // docs/links.md: none whose two brackets a fold tears apart.
        fc.pre(parseDocument(block).errors.length === 0 && !TORN_BRACKETS.test(block));
        const wanted = linksIn(stringsOf(parse(block)));
        expect(found(visitFrontMatterLinks, block)).toEqual(wanted);
        expect(found(visitFrontMatterPaths, block)).toEqual(wanted);
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    ['a quote that never ends', 'a: "x\nb: "[[c]]"\n', ['c']],
    ['a bracket that never ends', 'a: [x\nb: "[[c]]"\nd: [[e]]\n', ['c']],
    ['text behind the quote', 'a: "[[b]]" [[c]]\n', ['b']],
    ['a list item without blank', '-"[[a]]"\n', ['a']],
    ['half a link', 'a: "[[b]"\nc: "d]]"\n', []],
    ['a question mark', '? "[[a]]"\n: "[[b]]"\n', ['a', 'b']],
  ])('are found as well as may be in %s, which YAML refuses or hardly knows', (_, block, links) => {
    expect(found(visitFrontMatterLinks, block)).toEqual(links);
    expect(found(visitFrontMatterPaths, block)).toEqual(links);
  });

  it.each([
    ['a: >-\n  [[One\n  two|x]]\n', 'One two'],
    ['a: "[[One\n  two]]"\n', 'One two'],
    ['a: "[[One\\\n  two]]"\n', 'Onetwo'],
    ["a: 'see [[One\r\n  two]] there'\n", 'One two'],
    ['a: see [[One\n  two]]\n', 'One two'],
    ['- - see [[One\n    two\n    |x]]\n', 'One two'],
  ])('may be folded, as in %j', (block, linkpath) => {
    expect(found(visitFrontMatterLinks, block)).toEqual([linkpath]);
    expect(found(visitFrontMatterPaths, block)).toEqual([linkpath]);
  });

  it.each([
    'a: |\n  [[One\n  two]]\n',
    'a: >\n  [[One\n\n  two]]\n',
    'a: see [[One\nb: two]]\n',
    'a: "[[One\n\n  two]]"\n',
  ])('do not go over a real line break, as in %j', (block) => {
    expect(found(visitFrontMatterLinks, block)).toEqual([]);
  });

  it('behind its end are not looked at', () => {
    const text = '---\na: "[[b]]"\n---\n"[[c]]"';
    const linkpaths: string[] = [];
    visitFrontMatterLinks(text, text.indexOf('"[[c'), (span) => linkpaths.push(linkpathOf(text, span)));
    expect(linkpaths).toEqual(['b']);
  });

  it.each([
    ['a: "[[b]]"', 'double'],
    ["a: '[[b]]'", 'single'],
    ['a: see [[b]]', 'none'],
    ['a: |\n  "[[b]]"', 'none'],
    ["a: ['x', '[[b]]']", 'single'],
    ["a: 'x\n  [[b]]'", 'single'],
  ])('in %j know the quotes around them', (block, quote) => {
    const quotes: string[] = [];
    visitFrontMatterLinks(`---\n${block}\n---\n`, block.length + 5, (span) => quotes.push(span.quote));
    expect(quotes).toEqual([quote]);
  });
});
