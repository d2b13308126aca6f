import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkFor, linkTextFor } from '../../../src/engine/links/write-link';
import { LinkIndex } from '../../../src/engine/links/link-index';
import { scanLinks } from '../../../src/engine/note/links/link-syntax';
import type { LinkSettings } from '../../../src/engine/ports/host';
import { filePath, indexOf, vaultModel } from './vault-model';
import { times } from '../../deep';

const RUNS = times(300, 5_000);

const settings = (newLinkFormat: LinkSettings['newLinkFormat'], useMarkdownLinks = false): LinkSettings => ({
  newLinkFormat,
  useMarkdownLinks,
});

function vault(...paths: readonly string[]): LinkIndex {
  const index = new LinkIndex();
  for (const path of paths) index.addFile(path);
  return index;
}

describe('the text of a link', () => {
  it.each([
    ['shortest', ['a/b/Note.md'], 'a/b/Note.md', 's.md', 'Note'],
    ['shortest', ['a/Note.md', 'b/Note.md'], 'b/Note.md', 'b/s.md', 'b/Note'],
    ['shortest', ['Note.md', 'b/Note.md'], 'Note.md', 'b/s.md', 'Note'],
    ['shortest', ['Note.md', 'b/Note.md'], 'b/Note.md', 's.md', 'b/Note'],
    ['shortest', ['x/b/Note.md', 'b/Note.md'], 'x/b/Note.md', 's.md', 'x/b/Note'],
    ['shortest', ['a/p.png'], 'a/p.png', 's.md', 'p.png'],
    ['shortest', ['a/p.png', 'b/p.png.md'], 'b/p.png.md', 's.md', 'b/p.png.md'],
    ['shortest', ['x/n.md', 'x/N.md'], 'x/N.md', 's.md', 'x/N'],
    ['shortest', ['read.md.md', 'read.md'], 'read.md.md', 's.md', 'read.md.md'],
    ['shortest', ['a/ Note.md'], 'a/ Note.md', 's.md', 'a/ Note'],
    ['shortest', ['a/[begin.md'], 'a/[begin.md', 's.md', 'a/[begin'],
    ['shortest', ['[begin.md'], '[begin.md', 's.md', '/[begin'],
    ['shortest', ['a/end].md'], 'a/end].md', 's.md', 'a/end].md'],
    ['shortest', ['C#/Note.md'], 'C#/Note.md', 's.md', 'Note'],
    ['absolute', ['a/b/Note.md'], 'a/b/Note.md', 's.md', 'a/b/Note'],
    ['absolute', ['Note.md'], 'Note.md', 'a/s.md', 'Note'],
    ['relative', ['a/Note.md'], 'a/Note.md', 'a/s.md', 'Note'],
    ['relative', ['a/b/Note.md'], 'a/b/Note.md', 'a/s.md', 'b/Note'],
    ['relative', ['Note.md'], 'Note.md', 'a/b/s.md', '../../Note'],
    ['relative', ['a/c/Note.md'], 'a/c/Note.md', 'a/b/s.md', '../c/Note'],
    ['relative', ['a/Note.md', 'Note.md'], 'a/Note.md', 'a/s.md', './Note'],
    ['relative', ['a/b/Note.md', 'b/Note.md'], 'a/b/Note.md', 'a/s.md', './b/Note'],
    ['relative', ['a/p.png'], 'a/p.png', 'b/s.md', '../a/p.png'],
  ] as const)('in the format %s, files %j: %s in %s is %s', (format, files, target, source, text) => {
    expect(linkTextFor(target, source, settings(format), vault(...files))).toBe(text);
  });

  it.each(['C#.md', 'a|b.md', 'a[[b.md', 'a]]b.md'])('is none where no link can hold the name: %s', (path) => {
    expect(linkTextFor(path, 's.md', settings('shortest'), vault(path))).toBeNull();
    expect(linkTextFor(path, 's.md', settings('absolute'), vault(path))).toBeNull();
  });

  it('means the file that it was made for, in each format', () => {
    const format = fc.constantFrom<LinkSettings['newLinkFormat']>('shortest', 'relative', 'absolute');
    fc.assert(
      fc.property(vaultModel, filePath, format, (model, source, newLinkFormat) => {
        const index = indexOf(model);
        for (const target of model.keys()) {
          const text = linkTextFor(target, source, settings(newLinkFormat), index);
          expect(text).not.toBeNull();
          expect(index.resolve(text ?? '', source)).toBe(target);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe('a new link', () => {
  const files = vault('f/My Note (1).md', 'p.png');
  const note = 'f/My Note (1).md';

  it.each([
    ['in front matter a wiki link', true, { inFrontMatter: true }, '[[My Note (1)]]'],
    ['in front matter with its alias', true, { inFrontMatter: true, display: 'x' }, '[[My Note (1)|x]]'],
    ['in the body a wiki link', false, { inFrontMatter: false, subpath: '#Part' }, '[[My Note (1)#Part]]'],
    ['in the body an embed', false, { inFrontMatter: false, embed: true }, '![[My Note (1)]]'],
    ['in the body a Markdown link', true, { inFrontMatter: false }, '[My Note (1)](My%20Note%20(1).md)'],
    [
      'in the body a Markdown link with all parts',
      true,
      { inFrontMatter: false, display: 'a [b]\nc', subpath: '#One two#Three', embed: true },
      '![a \\[b\\] c](My%20Note%20(1).md#One%20two#Three)',
    ],
  ] as const)('is %s', (_, useMarkdownLinks, link, text) => {
    expect(linkFor(note, 's.md', settings('shortest', useMarkdownLinks), files, link)).toBe(text);
  });

  it('to another file keeps its extension', () => {
    const link = { inFrontMatter: false, embed: true };
    expect(linkFor('p.png', 's.md', settings('shortest', true), files, link)).toBe('![p.png](p.png)');
    expect(linkFor('p.png', 's.md', settings('shortest'), files, link)).toBe('![[p.png]]');
  });

  it('reads back as a link to its file, whatever the name', () => {
    const name = fc.stringMatching(/^[a-zé%()'"\\ ,&=+.-]{1,12}x$/);
    fc.assert(
      fc.property(name, fc.boolean(), (stem, useMarkdownLinks) => {
        const path = `f/${stem}.md`;
        const index = vault(path);
        const text = linkFor(path, 's.md', settings('shortest', useMarkdownLinks), index, { inFrontMatter: false });
        const [link, ...more] = scanLinks(`${text}\n`);
        expect(more).toEqual([]);
        expect(index.resolve(link?.linkpath ?? '', 's.md')).toBe(path);
      }),
      { numRuns: RUNS },
    );
  });
});
