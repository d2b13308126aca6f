import { describe, expect, it } from 'vitest';
import { LinkIndex } from '../../../src/engine/links/link-index';

function vault(...paths: readonly string[]): LinkIndex {
  const index = new LinkIndex();
  for (const path of paths) index.addFile(path);
  return index;
}

/** Each row: what it shows, the files, the link path, the source, the file that is meant. */
type Case = readonly [shows: string, files: readonly string[], linkpath: string, source: string, meant: string | null];

const check = (_: string, files: readonly string[], linkpath: string, source: string, meant: string | null): void => {
  expect(vault(...files).resolve(linkpath, source)).toBe(meant);
  // The order in which files become known decides nothing.
  expect(vault(...[...files].reverse()).resolve(linkpath, source)).toBe(meant);
};

/** As Obsidian documents it (Internal links; `MetadataCache.getFirstLinkpathDest`). */
const documented: readonly Case[] = [
  ['a name finds its note anywhere', ['a/b/Note.md'], 'Note', 'x/s.md', 'a/b/Note.md'],
  ['`.md` may be written', ['a/Note.md'], 'Note.md', 's.md', 'a/Note.md'],
  ['a path starts at the root', ['Projects/Three laws.md', 'Three laws.md'], 'Projects/Three laws', 's.md', 'Projects/Three laws.md'],
  ['other files need their extension', ['Figure 1.png'], 'Figure 1.png', 's.md', 'Figure 1.png'],
  ['other files without it are not found', ['Figure 1.png'], 'Figure 1', 's.md', null],
  ['the empty path is the note itself', ['s.md'], '', 's.md', 's.md'],
  ['nothing of that name', ['a.md'], 'b', 's.md', null],
]; // prettier-ignore

const three = ['Note.md', 'zzzz/Note.md', 'a/b/Note.md'];
const noRoot = ['zzzz/Note.md', 'a/b/Note.md'];
const more = [...noRoot, 'b/Note.md', 'aaaaaaaa/Note.md'];

/** As it was observed with Obsidian 1.13. */
const observed: readonly Case[] = [
  ['an exact path wins, from the root', three, 'Note', 'src.md', 'Note.md'],
  ['an exact path wins over the own folder', three, 'Note', 'a/b/src.md', 'Note.md'],
  ['an exact path wins over the own folder, with a folder', more, 'b/Note', 'a/b/src.md', 'b/Note.md'],
  ['the own folder wins over a shorter path', more, 'Note', 'zzzz/src.md', 'zzzz/Note.md'],
  ['the own folder wins over another', noRoot, 'Note', 'a/b/src.md', 'a/b/Note.md'],
  ['a folder above the own one counts for nothing', more, 'Note', 'zzzz/deep/src.md', 'b/Note.md'],
  ['a folder below the own one counts as it', [...more, 'zzzz/deep/x/Note.md'], 'Note', 'zzzz/deep/src.md', 'zzzz/deep/x/Note.md'],
  ['the shorter text wins, not the fewer folders', noRoot, 'Note', 'src.md', 'a/b/Note.md'],
  ['the shortest text of several', more, 'Note', 'src.md', 'b/Note.md'],
  ['the end of a path is enough', ['a/b/Note.md'], 'b/Note', 'suffix.md', 'a/b/Note.md'],
  ['but only from a folder on', ['ab/Note.md'], 'b/Note', 's.md', null],
  ['a folder that is not there finds nothing', ['a/Note.md'], 'wrong/Note', 's.md', null],
  ['case does not count', ['Log.md'], 'LOG', 's.md', 'Log.md'],
  ['case does not count in folders', ['Some/Log.md'], 'sOME/lOG', 's.md', 'Some/Log.md'],
  ['case does not count in the extension', ['Ext.md'], 'Ext.MD', 's.md', 'Ext.md'],
  ['the composed name finds the decomposed file', ['Cafe\u0301.md'], 'Caf\u00e9', 's.md', 'Cafe\u0301.md'],
  ['the decomposed name finds the composed file', ['Caf\u00e9.md'], 'Cafe\u0301', 's.md', 'Caf\u00e9.md'],
  ['a no-break space is a space', ['a b.md'], 'a\u00a0b', 's.md', 'a b.md'],
  ['`..` starts at the source', ['y.md', 'a/y.md'], '../y', 'a/x.md', 'y.md'],
  ['`./` is the folder of the source', ['y.md', 'a/y.md'], './y', 'a/x.md', 'a/y.md'],
  ['`../` through folders', ['b/c/y.md', 'y.md'], '../b/./c/y', 'a/x.md', 'b/c/y.md'],
  ['a relative path means that file only', ['b/y.md'], './y', 'a/x.md', null],
  ['a relative path does not leave the vault', ['y.md'], '../../y', 'a/x.md', null],
  ['a leading slash is the root', ['y.md', 'a/y.md'], '/y', 'a/x.md', 'y.md'],
  ['a leading slash means that file only', ['a/y.md'], '/y', 'a/x.md', null],
]; // prettier-ignore

/** Where Obsidian leaves it open or to chance. */
const decided: readonly Case[] = [
  ['equal lengths: code units', ['bb/Tie.md', 'aa/Tie.md', 'zz/Tie.md'], 'Tie', 's.md', 'aa/Tie.md'],
  ['the very spelling of two files', ['x/note.md', 'x/Note.md'], 'note', 's.md', 'x/note.md'],
  ['the very spelling of two files, the other way', ['x/note.md', 'x/Note.md'], 'Note', 's.md', 'x/Note.md'],
  ['the very spelling of folders', ['x/n.md', 'X/n.md'], 'X/n', 'x/s.md', 'X/n.md'],
  ['the very spelling in the root', ['n.md', 'N.md'], 'n', 's.md', 'n.md'],
  ['a file of just that name before a note', ['a/read.png.md', 'read.png'], 'read.png', 'a/s.md', 'read.png'],
  ['the note when `.md` is written', ['a/read.png.md', 'read.png'], 'read.png.md', 's.md', 'a/read.png.md'],
  ['a file without extension is not a note', ['LICENSE'], 'LICENSE.md', 's.md', null],
  ['a file without extension', ['LICENSE'], 'license', 's.md', 'LICENSE'],
  ['a doubled extension, all of it', ['read.md.md'], 'read.md.md', 's.md', 'read.md.md'],
  ['a doubled extension, half of it', ['read.md.md'], 'read.md', 's.md', 'read.md.md'],
  ['a dot in the name', ['v1.2.md'], 'v1.2', 's.md', 'v1.2.md'],
  ['a path that ends in a slash', ['a/b.md'], 'a/', 's.md', null],
  ['a path without end', ['a/b.md'], '/', 's.md', null],
]; // prettier-ignore

describe('a link path means what Obsidian says it means', () => {
  it.each(documented)('%s', check);
});

describe('a link path means what Obsidian was seen to find', () => {
  it.each(observed)('%s', check);
});

describe('where Obsidian leaves it open, one file is meant', () => {
  it.each(decided)('%s', check);
});

describe('the files that a link path may mean', () => {
  it('are all files of the name, those in the root first, then the shorter paths', () => {
    const index = vault('zzzz/Note.md', 'a/b/Note.md', 'Note.md', 'a/Other.md');
    expect(index.candidates('note')).toEqual(['Note.md', 'a/b/Note.md', 'zzzz/Note.md']);
  });

  it('are one file when a path with a folder names it exactly', () => {
    const index = vault('b/Note.md', 'a/b/Note.md');
    expect(index.candidates('b/Note')).toEqual(['b/Note.md']);
  });

  it('are all that end so when none is exact', () => {
    const index = vault('x/b/Note.md', 'a/b/Note.md', 'Note.md');
    expect(index.candidates('b/Note.md')).toEqual(['a/b/Note.md', 'x/b/Note.md']);
  });

  it('are none for an unknown name, for the empty path, and outside of the vault', () => {
    const index = vault('Note.md');
    for (const linkpath of ['x', '', '../Note']) expect(index.candidates(linkpath)).toEqual([]);
  });
});
