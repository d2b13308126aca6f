import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatWikiLink } from '../../../src/kernel/link-text';
import { linkpathsOf, isBracketedLink, parseLinkValue, scanLinks } from '../../../src/engine/note/links/link-syntax';
import { times } from '../../deep';

const RUNS = times(500, 20_000);

/** A link in short: `wiki Note#heading |alias`. */
const short = (text: string): readonly string[] =>
  scanLinks(text).map(
    ({ kind, embed, linkpath, subpath, display }) =>
      `${embed ? '!' : ''}${kind} ${linkpath}${subpath}${display === null ? '' : ` |${display}`}`,
  );

describe('a wiki link', () => {
  it.each([
    ['a name', '[[Note]]', ['wiki Note']],
    ['a path', '[[folder/Note]]', ['wiki folder/Note']],
    ['an alias', '[[Note|shown]]', ['wiki Note |shown']],
    ['an alias with a bar in it', '[[Note|a|b]]', ['wiki Note |a|b']],
    ['an alias that begins with a bar', '[[#Part||a]]', ['wiki #Part ||a']],
    ['an empty alias', '[[Note|]]', ['wiki Note |']],
    ['a heading', '[[Note#Part]]', ['wiki Note#Part']],
    ['headings within headings', '[[Note#Part#Sub|x]]', ['wiki Note#Part#Sub |x']],
    ['a block', '[[Note#^abc]]', ['wiki Note#^abc']],
    ['a heading of its own note', '[[#Part]]', ['wiki #Part']],
    ['an embed', '![[picture.png|100x145]]', ['!wiki picture.png |100x145']],
    ['a table, where the bar is escaped', '| [[Note\\|shown]] | x |', ['wiki Note |shown']],
    ['a table, with a heading', '| [[Note#Part\\|shown]] |', ['wiki Note#Part |shown']],
    ['blanks around the path', '[[ Note |shown]]', ['wiki Note |shown']],
    ['blanks before the heading', '[[Note #Part ]]', ['wiki Note#Part']],
    ['a hash in the alias', '[[Note|see #1]]', ['wiki Note |see #1']],
    ['one bracket in the name', '[[Sq]uare]]', ['wiki Sq]uare']],
    ['brackets around it', '[[[Note]]]', ['wiki Note']],
    ['another link in it: the inner one', '[[Nested [[Inner]] x]]', ['wiki Inner']],
    ['several on a line', '[[a]] and [[b]][[c]]', ['wiki a', 'wiki b', 'wiki c']],
    ['letters beyond ASCII', '[[Übung 東京 😀]]', ['wiki Übung 東京 😀']],
    ['a backtick in the name', '[[a `b` c]]', ['wiki a `b` c']],
    ['a comment of Obsidian, whose links count', '%% [[hidden]] %%', ['wiki hidden']],
    ['a comment of Obsidian over lines', '%%\n[[hidden]]\n%%\n', ['wiki hidden']],
    ['a heading line', '# See [[Other]]', ['wiki Other']],
    ['a callout and a list', '> [!note] [[a]]\n> - [[b]]\n', ['wiki a', 'wiki b']],
    ['a nested list', '- x\n    - [[a]]\n', ['wiki a']],
    ['a backslash that is itself escaped', '\\\\[[a]]', ['wiki a']],
    ['a mark of an embed that is escaped', '\\![[a]]', ['wiki a']],
    ['prices around it', 'from $5 for [[a]] to $6', ['wiki a']],
    ['a citation before an address', '[[1]](https://example.com)', ['wiki 1']],
    ['a colon in the name', '[[a: b]]', ['wiki a: b']],
  ])('is read with %s', (_, text, links) => {
    expect(short(text)).toEqual(links);
  });

  it.each([
    ['nothing in it', '[[]]'],
    ['blanks only', '[[  ]]'],
    ['an alias only', '[[|shown]]'],
    ['a lone hash', '[[#]]'],
    ['a line break', '[[Multi\nLine]]'],
    ['no end', '[[Note and more'],
    ['half an end', '[[Note] and more'],
    ['an escape before it', '\\[[Note]]'],
    ['an address', '[[https://example.com/a]]'],
    ['inline code around it', 'x `[[Note]]` y'],
    ['its end in code', '[[Note `]]` x'],
    ['a fence around it', '```\n[[Note]]\n```\n'],
    ['a fence of tildes around it', '~~~ md\n[[Note]]\n~~~\n'],
    ['an open fence before it', '```js\n[[Note]]\n'],
    ['an indentation that makes it code', 'x\n\n    [[Note]]\n'],
    ['a tab that makes it code', 'x\n\n\t[[Note]]\n'],
    ['indented code in a list', '-     [[Note]]\n'],
    ['an HTML comment around it', 'x <!-- [[Note]] --> y'],
    ['an HTML comment over lines around it', '<!--\n[[Note]]\n\n[[Other]]\n-->\n'],
    ['an open HTML comment before it', 'x\n<!-- \n\n[[Note]]\n'],
    ['inline math around it', 'x $[[1]]$ y'],
    ['a block of math around it', '$$\n[[1,2],[3]]\n$$\n'],
  ])('is none with %s', (_, text) => {
    expect(short(text)).toEqual([]);
  });

  it.each([
    ['an HTML comment that is not closed in its paragraph', 'x <!-- y\n\n[[a]] -->', ['wiki a']],
    ['dollars in different paragraphs', 'US$$ x\n\n[[a]] $$ y', ['wiki a']],
    ['a dollar in code', '`$` [[a]] `$`', ['wiki a']],
    ['code after a comment', '<!-- x --> [[a]] `[[b]]`', ['wiki a']],
    ['an escaped dollar', '\\$[[a]]$ x', ['wiki a']],
    ['a link behind an open one', '[[open\n[[a]]', ['wiki a']],
    ['a link behind a fence', '```\n[[x]]\n```\n[[a]]', ['wiki a']],
  ])('is read after %s', (_, text, links) => {
    expect(short(text)).toEqual(links);
  });
});

describe('a Markdown link', () => {
  it.each([
    ['a path', '[shown](folder/Note.md)', ['markdown folder/Note.md |shown']],
    ['a relative path', '[x](../Note.md)', ['markdown ../Note.md |x']],
    ['percent-encoded blanks', '[x](My%20Note.md)', ['markdown My Note.md |x']],
    ['percent-encoded letters', '[x](%C3%9Cbung.md)', ['markdown Übung.md |x']],
    ['a percent sign that encodes nothing', '[x](100%.md)', ['markdown 100%.md |x']],
    ['angle brackets', '[x](<My Note.md>)', ['markdown My Note.md |x']],
    ['a heading', '[x](Note.md#Part%20one)', ['markdown Note.md#Part one |x']],
    ['a heading in angle brackets', '[x](<Note.md#Part one>)', ['markdown Note.md#Part one |x']],
    ['a heading of its own note', '[x](#Part)', ['markdown #Part |x']],
    ['a title', '[x](Note.md "the title")', ['markdown Note.md |x']],
    ['a title in parentheses', '[x](Note.md (title))', ['markdown Note.md |x']],
    ['blanks within the parentheses', '[x](  Note.md  )', ['markdown Note.md |x']],
    ['parentheses in the path', '[x](Note (1).md)[y](a(b)c.md)', ['markdown a(b)c.md |y']],
    ['an escaped parenthesis', '[x](a\\)b.md)', ['markdown a)b.md |x']],
    ['no text', '[](Note.md)', ['markdown Note.md |']],
    ['brackets in the text', '[a [b] c](Note.md)', ['markdown Note.md |a [b] c']],
    ['code in the text', '[`]`](Note.md)', ['markdown Note.md |`]`']],
    ['a text over lines', '[a\nb](Note.md)', ['markdown Note.md |a\nb']],
    ['an image', '![alt](picture.png)', ['!markdown picture.png |alt']],
    ['an image in its text', '[![alt](p.png)](Note.md)', ['markdown Note.md |![alt](p.png)', '!markdown p.png |alt']],
    ['a wiki link in its text', '[see [[Sq]uare]]](Note.md)', ['markdown Note.md |see [[Sq]uare]]', 'wiki Sq]uare']],
    ['a wiki link before it', '[[a]] [x](b.md)', ['wiki a', 'markdown b.md |x']],
    ['another one before it', '[x](a.md)[y](b.md)', ['markdown a.md |x', 'markdown b.md |y']],
    ['a bracket open long before', '[ \n\n [x](b.md)', ['markdown b.md |x']],
  ])('is read with %s', (_, text, links) => {
    expect(short(text)).toEqual(links);
  });

  it.each([
    ['an address', '[x](https://example.com/Note.md)'],
    ['a mail address', '[x](mailto:a@example.com)'],
    ['an address without a scheme', '[x](//example.com/Note.md)'],
    ['an address of the app', '[x](obsidian://open?vault=a)'],
    ['no destination', '[x]()'],
    ['empty angle brackets', '[x](<>)'],
    ['a blank in the destination', '[x](My Note.md)'],
    ['no end', '[x](Note.md'],
    ['a title that does not end', '[x](Note.md "title)'],
    ['no text', '](Note.md)'],
    ['an escaped bracket', '[x\\](Note.md)'],
    ['an escaped opening bracket', '\\[x](Note.md)'],
    ['a text of two paragraphs', '[a\n\nb](Note.md)'],
    ['code around it', '`[x](Note.md)`'],
    ['its bracket in code', '`[`x](Note.md)'],
    ['a comment around it', '<!-- [x](Note.md) -->'],
    ['parentheses too deep', `[x](${'('.repeat(40)}Note.md${')'.repeat(40)})`],
  ])('is none with %s', (_, text) => {
    expect(short(text)).toEqual([]);
  });

  it('holds no other link, so the inner one counts', () => {
    expect(short('[a [b](c.md) d](e.md)')).toEqual(['markdown c.md |b']);
    expect(short('[a [b](https://example.com) d](e.md)')).toEqual([]);
  });
});

describe('front matter', () => {
  const inFrontMatter = (lines: string): readonly string[] => short(`---\n${lines}\n---\nbody\n`);

  it.each([
    ['a double-quoted value', 'a: "[[Note]]"', ['wiki Note']],
    ['a single-quoted value', "a: '[[Note|x]]'", ['wiki Note |x']],
    ['a list', 'a:\n  - "[[b]]"\n  - "[[c#d]]"\n- "[[e]]"', ['wiki b', 'wiki c#d', 'wiki e']],
    ['a flow list', 'a: ["[[b]]", x, \'[[c]]\'] # "[[d]]"', ['wiki b', 'wiki c']],
    ['a flow list over lines', 'a: [\n  "[[b]]",\n  [[c]]\n]\nd: "[[e]]"', ['wiki b', 'wiki e']],
    ['a text around it', 'a: see [[b]] there', ['wiki b']],
    ['a quoted text around it', 'a: "see [[b]] and [[c]]"', ['wiki b', 'wiki c']],
    ['a quoted text over lines', 'a: "see\n  [[b]] and\n  more [[c]]"\nd: [[e]]', ['wiki b', 'wiki c']],
    ['a block scalar', 'a: >-\n  [[b]]\n\n  "[[c]]" # [[d]]\ne: [[f]]', ['wiki b', 'wiki c', 'wiki d']],
    ['a quote in a single-quoted value', "a: '[[Bob''s note]]'", ["wiki Bob's note"]],
    ['escapes in a double-quoted value', 'a: "[[\\u00dcbung \\"x\\"\\t\\/ \\x41]]"', ['wiki Übung "x"\t/ A']],
    ['a quoted key', '"a: b": "[[c]]"', ['wiki c']],
    ['a tag and an anchor', 'a: !!str &x "[[b]]"', ['wiki b']],
    ['an apostrophe in a flow list', 'a: [it\'s, "[[b]]"]', ['wiki b']],
    ['carriage returns', 'a: "[[b]]"\r\nc: "[[d]]"\r', ['wiki b', 'wiki d']],
    ['a key with dashes and blanks', 'my key-1: "[[b]]"', ['wiki b']],
    ['an embed', 'cover: "![[a.png]]"', ['!wiki a.png']],
  ])('has a link in %s', (_, lines, links) => {
    expect(inFrontMatter(lines)).toEqual(links);
    expect([...linkpathsOf(`---\n${lines}\n---\n`)]).toEqual(scanLinks(`---\n${lines}\n---\n`).map((x) => x.linkpath));
  });

  it.each([
    ['an unquoted value: to YAML it is a list', 'a: [[Note]]'],
    ['an unquoted list item', 'a:\n  - [[Note]]'],
    ['a comment', 'a: 1 # "[[Note]]"'],
    ['a comment line', '# a: "[[Note]]"\nb: 1'],
    ['a Markdown link within a longer text', 'a: "see [x](Note.md)"'],
    ['an empty link', 'a: "[[]]"'],
    ['an address', 'a: "[[https://example.com]]"'],
  ])('has none in %s', (_, lines) => {
    expect(inFrontMatter(lines)).toEqual([]);
  });

  it('is told from the body', () => {
    const text = '---\na: "[[b]]"\n---\n[[c]] [d](e.md)\n';
    expect(scanLinks(text).map((link) => [link.linkpath, link.inFrontMatter])).toEqual([
      ['b', true],
      ['c', false],
      ['e.md', false],
    ]);
  });

  it('may follow a byte order mark', () => {
    expect(short('\ufeff---\na: "[[b]]"\nc: [[d]]\n---\n[[e]]')).toEqual(['wiki b', 'wiki e']);
  });

  it('ends where the caller says', () => {
    expect(scanLinks('[[a]]\n[[b]]', 6).map((link) => link.linkpath)).toEqual(['b']);
    expect(linkpathsOf('[[a]]\n[[b]]', 6)).toEqual(['b']);
  });

  it('is body when it has no end', () => {
    expect(short('---\na: [[b]]\n')).toEqual(['wiki b']);
  });
});

describe('offsets', () => {
  it.each([
    ['x ![[a b#c|d]] y', '![[a b#c|d]]', 'a b'],
    ['x [[ a ]] y', '[[ a ]]', 'a'],
    ['| [[a\\|b]] |', '[[a\\|b]]', 'a'],
    ['x [t](<a b.md#c> "t") y', '[t](<a b.md#c> "t")', 'a b.md'],
    ['x ![t](a%20b.md) y', '![t](a%20b.md)', 'a%20b.md'],
    ['x [[#h]] y', '[[#h]]', ''],
  ])('of %s frame the link and its path', (text, whole, path) => {
    const [link] = scanLinks(text);
    expect(text.slice(link?.start, link?.end)).toBe(whole);
    expect(text.slice(link?.pathStart, link?.pathEnd)).toBe(path);
  });
});

describe('a value', () => {
  it.each([
    ['[[Note]]', { linkpath: 'Note', subpath: '', display: null }],
    ['[[a/Note#Part|shown]]', { linkpath: 'a/Note', subpath: '#Part', display: 'shown' }],
    ['  [[Note]] ', { linkpath: 'Note', subpath: '', display: null }],
    ['Note', { linkpath: 'Note', subpath: '', display: null }],
    ['a/Note.md', { linkpath: 'a/Note.md', subpath: '', display: null }],
    ['[[a|http://x]]', { linkpath: 'a', subpath: '', display: 'http://x' }],
    ['[[#Part]]', { linkpath: '', subpath: '#Part', display: null }],
    ['![[cover.png|A cover]]', { linkpath: 'cover.png', subpath: '', display: 'A cover' }],
    ['[Ann](Ann%20Lee.md#Part)', { linkpath: 'Ann Lee.md', subpath: '#Part', display: 'Ann' }],
    ['![a [b]](<a b.png> "title")', { linkpath: 'a b.png', subpath: '', display: 'a [b]' }],
    ['[](x.md)', { linkpath: 'x.md', subpath: '', display: '' }],
    ['[![alt](a.png)](b.md)', { linkpath: 'b.md', subpath: '', display: '![alt](a.png)' }],
    // Names all the same.
    ['[a](b.md) and [c](d.md)', { linkpath: '[a](b.md) and [c](d.md)', subpath: '', display: null }],
    ['[draft] x', { linkpath: '[draft] x', subpath: '', display: null }],
    ['[a](b.md', { linkpath: '[a](b.md', subpath: '', display: null }],
  ])('%s is a link', (value, link) => {
    expect(parseLinkValue(value)).toMatchObject(link);
  });

  it.each([
    ['[[a]]', 'wiki', false],
    [' ![[a]]', 'wiki', true],
    ['[a](b.md)', 'markdown', false],
    ['![a](b.md)', 'markdown', true],
    ['a', 'bare', false],
  ] as const)('%s has a form', (value, form, embed) => {
    expect(parseLinkValue(value)).toMatchObject({ form, embed });
    expect(isBracketedLink(value)).toBe(form !== 'bare');
  });

  it.each([
    '',
    '  ',
    '[[]]',
    '[[a',
    'a]]',
    '[[a]] and [[b]]',
    'see [[a]]',
    '[[a]] x',
    '!![[a]]',
    'https://x.y',
    '[a](https://x.y)',
    'a\nb',
  ])('%j is none', (value) => {
    expect(parseLinkValue(value)).toBeNull();
  });

  it('written as a link reads back', () => {
    const name = fc.stringMatching(/^[A-Za-zäß][A-Za-z0-9 '().,-]{0,15}[a-z]$/);
    const alias = fc.option(fc.stringMatching(/^[A-Za-z][^\n\r[\]]{0,12}$/));
    fc.assert(
      fc.property(name, fc.constantFrom('', '#Part', '#^x1'), alias, (linkpath, subpath, display) => {
        expect(parseLinkValue(formatWikiLink(linkpath, subpath, display))).toMatchObject({
          linkpath,
          subpath,
          display,
        });
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    ['array[0]', '[[a|array[0] ]]'],
    ['x]] y [[z', '[[a|x y z]]'],
    ['two\n lines', '[[a|two lines]]'],
  ])('shows %j without ending early', (display, written) => {
    expect(formatWikiLink('a', '', display)).toBe(written);
    expect(parseLinkValue(written)?.linkpath).toBe('a');
  });
});

describe('the link paths of a note', () => {
  const piece = fc.constantFrom(
    '[[', ']]', '](', '[', ']', '(', ')', '|', '#', '!', 'a', 'b.md', ' ', '\n', '\n\n', '`', '```\n', '$', '$$', '<!--',
    '-->', '    ', '\t', '\\', '"', "'", ': ', '- ', 'key: "', '%20', '<', '>', 'http://', '[[a]]', '[[b|c]]', '[x](c.md)',
    '---\n', 'k: "[[d]]"\n', "l: '[[e f]]'\n", '  - "[[g#h]]"\n', 'm: >-\n  [[i]]\n', '\r\n', 'é', '😀', '#c "',
  ); // prettier-ignore
  const note = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
  const withFrontMatter = fc.tuple(note, note).map(([a, b]) => `---\n${a}\n---\n${b}`);

  it('are those of the links, as often as they stand there', () => {
    fc.assert(
      fc.property(fc.oneof(note, withFrontMatter), (text) => {
        const all = scanLinks(text).map((link) => link.linkpath);
        expect([...linkpathsOf(text)].sort()).toEqual(all.sort());
      }),
      { numRuns: RUNS * 4 },
    );
  });

  it('stand where the links say, in order, and never overlap in their paths', () => {
    fc.assert(
      fc.property(fc.oneof(note, withFrontMatter), (text) => {
        const links = scanLinks(text);
        links.forEach((link, index) => {
          expect(link.start).toBeGreaterThanOrEqual(links[index - 1]?.start ?? 0);
          expect(link.start < link.pathStart && link.pathStart <= link.pathEnd && link.pathEnd < link.end).toBe(true);
          expect(text.slice(link.start, link.end)).toMatch(link.kind === 'wiki' ? /^!?\[\[.*\]\]$/s : /^!?\[.*\)$/s);
        });
        const paths = links.map((link) => [link.pathStart, link.pathEnd] as const).sort((a, b) => a[0] - b[0]);
        paths.forEach(([start], index) => expect(start).toBeGreaterThanOrEqual(paths[index - 1]?.[1] ?? 0));
      }),
      { numRuns: RUNS * 2 },
    );
  });

  it.each([
    '[[',
    '](',
    '[x](',
    '![',
    '<!--',
    '$a ',
    '$$',
    '[[a]](',
    '](<',
    '](a "',
    '[[x]] ](b) ',
    '![a](',
    '\n[[',
    '`[[',
  ])('are found in linear time in %j repeated', (text) => {
    // What grows with the square takes minutes and runs into the time limit of the test, however busy the machine is.
    const linkpaths = linkpathsOf(text.repeat(2_000_000 / text.length));
    expect(new Set(linkpaths)).toEqual(new Set(linkpathsOf(text.repeat(20))));
  });
});
