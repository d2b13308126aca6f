import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MovedFiles } from '../../../src/engine/links/moved-files';
import { linkRewriteOf } from '../../../src/engine/links/changed-links';
import { LinkIndex } from '../../../src/engine/links/link-index';
import { rewriteLinks } from '../../../src/engine/links/rewrite-links';
import { scanLinks } from '../../../src/engine/note/links/link-syntax';
import type { LinkSettings } from '../../../src/engine/ports/host';
import { filePath, indexOf, linkpath, vaultModel } from './vault-model';
import { times } from '../../deep';

const RUNS = times(300, 5_000);

const SHORTEST: LinkSettings = { newLinkFormat: 'shortest', useMarkdownLinks: false };
const RELATIVE: LinkSettings = { newLinkFormat: 'relative', useMarkdownLinks: true };
const ABSOLUTE: LinkSettings = { newLinkFormat: 'absolute', useMarkdownLinks: false };

interface Setting {
  readonly files?: readonly string[];
  readonly moves: Readonly<Record<string, string>>;
  readonly source?: string;
  readonly settings?: LinkSettings;
}

function rewritten(text: string, { files = [], moves, source = 's.md', settings = SHORTEST }: Setting): string {
  const index = new LinkIndex();
  for (const path of new Set([...files, ...Object.keys(moves), source])) index.addFile(path);
  return rewriteLinks(
    text,
    linkRewriteOf(source, index, new MovedFiles(index, new Map(Object.entries(moves))), settings),
  );
}

describe('a renamed note', () => {
  const moves = { 'f/Old.md': 'f/New name.md' };

  it.each([
    ['a wiki link', '[[Old]]', '[[New name]]'],
    ['a path', '[[f/Old]]', '[[New name]]'],
    ['an extension that was written', '[[Old.md]]', '[[New name.md]]'],
    ['an alias', '[[Old|Old]]', '[[New name|Old]]'],
    ['an alias in a table', '| [[Old\\|Old]] |', '| [[New name\\|Old]] |'],
    ['a heading', '[[Old#Old]]', '[[New name#Old]]'],
    ['a block with alias', '[[Old#^Old|Old]]', '[[New name#^Old|Old]]'],
    ['an embed', '![[Old#Part]]', '![[New name#Part]]'],
    ['blanks', '[[ Old | Old ]]', '[[ New name | Old ]]'],
    ['other case', '[[old]] [[OLD]]', '[[New name]] [[New name]]'],
    ['a Markdown link', '[Old](f/Old.md)', '[Old](New%20name.md)'],
    ['a Markdown link without extension', '[Old](f/Old)', '[Old](New%20name)'],
    ['a Markdown link with heading and title', '[x](Old.md#Old "Old")', '[x](New%20name.md#Old "Old")'],
    ['a Markdown link in angle brackets', '[x](<Old.md#Old part>)', '[x](<New name.md#Old part>)'],
    ['an image', '![Old](Old.md)', '![Old](New%20name.md)'],
    ['a link in a link text', '[![Old](Old.md)](Old.md)', '[![Old](New%20name.md)](New%20name.md)'],
    ['a quoted value', '---\na: "[[Old]]"\n---\n[[Old]]', '---\na: "[[New name]]"\n---\n[[New name]]'],
    ['a list', "---\na:\n  - '[[Old|x]]'\n---\n", "---\na:\n  - '[[New name|x]]'\n---\n"],
    ['several', '[[Old]], [[Other]], [[Old]]\r\n', '[[New name]], [[Other]], [[New name]]\r\n'],
  ])('is found again by %s', (_, before, after) => {
    expect(rewritten(before, { moves })).toBe(after);
  });

  it.each([
    ['code', '`[[Old]]`\n```\n[[Old]]\n```\n\n    [[Old]]\n'],
    ['a comment of HTML', '<!-- [[Old]] -->'],
    ['words', 'Old and [Old] and (Old.md)'],
    ['an address', '[x](https://example.com/Old.md)'],
    ['an unquoted value', '---\na: [[Old]]\n---\n'],
    ['another note', '[[f/Older]] [[x/Old]]'],
    ['its own headings', '[[#Old]] [x](#Old)'],
  ])('changes nothing in %s', (_, text) => {
    expect(rewritten(text, { moves })).toBe(text);
  });

  it('is renamed in its own text too', () => {
    expect(rewritten('[[Old#a]] [[#a]]', { moves, source: 'f/Old.md' })).toBe('[[New name#a]] [[#a]]');
  });

  it('is rewritten where only the case differs', () => {
    expect(rewritten('[[Old]] [[f/old]]', { moves: { 'f/Old.md': 'f/OLD.md' } })).toBe('[[OLD]] [[OLD]]');
  });

  it('keeps the manner of encoding', () => {
    const umlaut = { 'Änd.md': 'Änd é.md' };
    expect(rewritten('[x](%C3%84nd.md) [x](Änd.md)', { moves: umlaut })).toBe(
      '[x](%C3%84nd%20%C3%A9.md) [x](Änd%20é.md)',
    );
  });

  it('is quoted as its value is', () => {
    const quote = { 'Old.md': `Bob's "x".md` };
    expect(rewritten(`---\na: '[[Old]]'\nb: "[[Old]]"\n---\n[[Old]]`, { moves: quote })).toBe(
      `---\na: '[[Bob''s "x"]]'\nb: "[[Bob's \\"x\\"]]"\n---\n[[Bob's "x"]]`,
    );
  });

  it('is found again by a value that YAML has folded', () => {
    expect(rewritten('---\na: >-\n  [[My\n  old|x]]\nb: 1\n---\n', { moves: { 'My old.md': 'New.md' } })).toBe(
      '---\na: >-\n  [[New|x]]\nb: 1\n---\n',
    );
  });

  it('with a name that no wiki link can hold is still found by Markdown links', () => {
    const sharp = { 'C.md': 'C#.md' };
    expect(rewritten('[[C]] [x](C.md)', { moves: sharp })).toBe('[[C]] [x](C%23.md)');
  });

  it('needs its folder when the new name is taken', () => {
    const files = ['a/New.md'];
    const taken = { 'f/Old.md': 'f/New.md' };
    expect(rewritten('[[Old]] [[New]]', { files, moves: taken })).toBe('[[f/New]] [[New]]');
    expect(rewritten('[x](Old.md)', { files, moves: taken })).toBe('[x](f/New.md)');
  });
});

describe('a moved note', () => {
  const moves = { 'f/Note.md': 'done/Note.md' };

  it.each([
    ['a name stays', SHORTEST, '[[Note]] [[note|x]] [x](Note.md)', '[[Note]] [[note|x]] [x](Note.md)'],
    ['a path follows', SHORTEST, '[[f/Note]]', '[[Note]]'],
    ['a path follows as a path', ABSOLUTE, '[[f/Note]] [x](f/Note.md)', '[[done/Note]] [x](done/Note.md)'],
    ['a relative path follows', RELATIVE, '[[./f/Note]] [x](f/Note.md)', '[[done/Note]] [x](done/Note.md)'],
  ])('%s', (_, settings, before, after) => {
    expect(rewritten(before, { moves, settings })).toBe(after);
  });

  it('to where a path still ends so keeps its links', () => {
    expect(rewritten('[[f/Note]]', { moves: { 'f/Note.md': 'old/f/Note.md' } })).toBe('[[f/Note]]');
  });

  it('keeps its own relative links alive', () => {
    const inside = { files: ['f/a.md', 'b.md'], moves, source: 'f/Note.md', settings: RELATIVE };
    expect(rewritten('[[./a]] [x](../b.md) [[a]]', inside)).toBe('[[../f/a]] [x](../b.md) [[a]]');
  });

  it('that moves with its neighbours keeps relative links among them', () => {
    const both = { 'f/Note.md': 'x/y/Note.md', 'f/a.md': 'x/y/a.md' };
    expect(rewritten('[[./a]] [[f/a]]', { moves: both, source: 'f/Note.md', settings: RELATIVE })).toBe(
      '[[./a]] [[a]]',
    );
  });

  it('keeps what it meant by a name that its new folder has too', () => {
    const twice = { files: ['f/a.md', 'done/a.md'], moves, source: 'f/Note.md' };
    expect(rewritten('[[a]]', twice)).toBe('[[f/a]]');
  });

  it('leaves the links of others alone, but for those whose meaning it would take', () => {
    const steals = { files: ['deep/er/Note.md'], moves: { 'x/Other.md': 'x/Note.md' } };
    expect(rewritten('[[Note]] [[Other]]', steals)).toBe('[[deep/er/Note]] [[x/Note]]');
  });

  it('does not turn a broken link into one', () => {
    expect(rewritten('[[f/Gone]] [[Gone]]', { moves })).toBe('[[f/Gone]] [[Gone]]');
  });
});

describe('a note that the same plan edits', () => {
  it('keeps the links that were written for what comes', () => {
    const index = indexOf(new Map([['a/N.md', []], ['a/M.md', []], ['s.md', ['M']]])); // prettier-ignore
    const after = new MovedFiles(index, new Map([['a/M.md', 'a/O.md']]), ['N.md']);
    const relinking = { ...linkRewriteOf('s.md', index, after, SHORTEST), original: '[[M]]' };
    expect(rewriteLinks('[[M]] [[N]]', relinking)).toBe('[[O]] [[N]]');
    expect(rewriteLinks('[[M]] [[N]]', { ...relinking, original: '[[M]] [[N]]' })).toBe('[[O]] [[a/N]]');
  });
});

describe('a note that is removed', () => {
  it('leaves links to it as they are', () => {
    const index = indexOf(new Map([['a/N.md', []], ['b/N.md', []], ['s.md', []]])); // prettier-ignore
    const after = new MovedFiles(index, new Map(), [], ['a/N.md']);
    expect(rewriteLinks('[[a/N]] [[b/N]]', linkRewriteOf('s.md', index, after, SHORTEST))).toBe('[[a/N]] [[b/N]]');
  });
});

describe('whatever moves', () => {
  const settings: fc.Arbitrary<LinkSettings> = fc.record({
    newLinkFormat: fc.constantFrom('shortest', 'relative', 'absolute'),
    useMarkdownLinks: fc.boolean(),
  });
  const written = fc.tuple(linkpath, fc.nat(5)).map(([path, form]) => {
    const encoded = path.replaceAll(' ', '%20');
    return [
      `[[${path}]]`,
      `![[${path}#h|d]]`,
      `[d](${encoded}#h "t")`,
      `![](<${path}>)`,
      `[[${path}|${path}]]`,
      '`[[a]]`',
    ][form];
  });
  const frontMatter = fc.array(linkpath, { maxLength: 3 }).map((paths) => {
    return `---\n${paths.map((path, at) => `k${at}: ${at % 2 ? `'[[${path}]]'` : `"[[${path}|x]]"`}\n`).join('')}---\n`;
  });
  const note = fc
    .tuple(frontMatter, fc.array(written, { maxLength: 8 }))
    .map(([top, links]) => top + links.join(' x\n'));

  it('every link means what it meant, and nothing else changes', () => {
    fc.assert(
      fc.property(
        vaultModel,
        fc.array(fc.tuple(fc.nat(), filePath), { maxLength: 4 }),
        fc.nat(),
        note,
        settings,
        (...all) => {
          const [model, wishes, which, text, linkSettings] = all;
          const paths = ['own.md', ...model.keys()];
          const moves = movesOf(paths, wishes);
          const source = paths[which % paths.length] ?? 'own.md';
          const index = indexOf(new Map([...model, ['own.md', []]]));
          const after = new MovedFiles(index, moves);
          const result = rewriteLinks(text, linkRewriteOf(source, index, after, linkSettings));
          const [old, now] = [scanLinks(text), scanLinks(result)];
          expect(now.map(withoutPlace)).toEqual(old.map(withoutPlace));
          old.forEach((link, at) => {
            const target = index.resolve(link.linkpath, source);
            const means = after.resolve(now[at]?.linkpath ?? '', moves.get(source) ?? source);
            if (target !== null) expect(means).toBe(moves.get(target) ?? target);
            else expect(now[at]?.linkpath).toBe(link.linkpath);
          });
          expect(outsideOf(result)).toEqual(outsideOf(text));
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('a text that needs no change comes back as it is', () => {
    fc.assert(
      fc.property(vaultModel, note, settings, (model, text, linkSettings) => {
        const index = indexOf(model);
        const after = new MovedFiles(index, new Map());
        expect(rewriteLinks(text, linkRewriteOf('s.md', index, after, linkSettings))).toBe(text);
      }),
      { numRuns: RUNS },
    );
  });
});

function movesOf(paths: readonly string[], wishes: readonly (readonly [number, string])[]): Map<string, string> {
  const moves = new Map<string, string>();
  const taken = new Set(paths);
  for (const [which, to] of wishes) {
    const from = paths[which % paths.length];
    if (from === undefined || moves.has(from) || taken.has(to) || from.slice(-3) !== to.slice(-3)) continue;
    taken.delete(from);
    moves.set(from, to);
    taken.add(to);
  }
  return moves;
}

const withoutPlace = ({ kind, embed, subpath, display, inFrontMatter, quote }: ReturnType<typeof scanLinks>[number]): unknown =>
  ({ kind, embed, subpath, display, inFrontMatter, quote }); // prettier-ignore

/** The text without the paths of its links. */
function outsideOf(text: string): readonly string[] {
  const links = [...scanLinks(text)].sort((a, b) => a.pathStart - b.pathStart);
  return [
    ...links.map((link, at) => text.slice(links[at - 1]?.pathEnd ?? 0, link.pathStart)),
    text.slice(links.at(-1)?.pathEnd ?? 0),
  ];
}
