/** Vault paths as text: what an argument may say, and how a path is taken apart. D12 (vault paths). */

import type { NotePath } from '../ports/vault-port';
import { quoteText } from '../text/cut-text';
import { hasLoneSurrogate, utf8Length } from '../../kernel/utf8-length';

const DOT = 46;
const SLASH = 47;

/** File systems take names of 255 bytes; a longer one can't exist. */
const LONGEST_NAME = 255;

/** A new note stays below what sync tools and Windows take. */
const LONGEST_NEW_NAME = 200;
const LONGEST_NEW_PATH = 240;

/**
 * A path that may be used, or why it may not. `refusedPath`: it could leave the vault or no host can write it.
 * `hidden`: a segment starts with a dot, so there is no such note (404 where a note is read).
 */
export type PathCheck =
  { readonly path: NotePath } | { readonly problem: 'refused' | 'hidden'; readonly message: string };

/** What to say of a path that may not be used. */
export const PATH_HINT = 'a path begins in the root of the vault: Folder/Note.md';

const refusedPath = (message: string): PathCheck => ({ problem: 'refused', message });

/**
 * Checks a path that came as an argument (nothing is URL-decoded here); gives it in NFC. `''` is the vault's root.
 * Refused: NUL, `\`, `:`, an empty segment (so a leading, trailing or doubled slash, and UNC forms), `.` and `..`,
 * text that is not Unicode, a name above 255 bytes. A dot at the start of a segment is `hidden`.
 */
export function checkVaultPath(text: string): PathCheck {
  const path = text.normalize('NFC');
  if (path === '') return { path };
  if (path.includes('\0')) return refusedPath('a path has no NUL character');
  if (path.includes('\\')) return refusedPath(`${quoteText(text)} has a backslash: folders are separated by /`);
  if (path.includes(':')) return refusedPath(`${quoteText(text)} has a colon, which is not part of a vault path`);
  if (hasLoneSurrogate(path)) return refusedPath('the path is not valid Unicode');
  if (path.startsWith('/')) return refusedPath(`${quoteText(text)} is absolute: a path begins in the vault's root`);
  const segments = path.split('/');
  for (const segment of segments) {
    const problem = segmentProblem(segment);
    if (problem !== null) return refusedPath(`${quoteText(text)} ${problem}`);
  }
  const hidden = segments.find((segment) => segment.startsWith('.'));
  if (hidden !== undefined)
    return { problem: 'hidden', message: `${quoteText(hidden)} is hidden: it starts with a dot` };
  return { path };
}

/** As `checkVaultPath` for a note: `.md` is appended when it is missing, and the root is refused. */
export function checkNotePath(text: string): PathCheck {
  if (text === '') return refusedPath('the path of a note is not empty');
  const name = baseNameOf(text);
  return checkVaultPath(name === '' || name === '.' || name === '..' ? text : withMarkdownExtension(text));
}

/** As `checkNotePath` for a note that is yet to be written: no name above 200 bytes, at most 240 characters in all. */
export function checkNewNotePath(text: string): PathCheck {
  const check = checkNotePath(text);
  if ('problem' in check) return check;
  const long = splitPath(withoutMarkdownExtension(check.path)).find((name) => utf8Length(name) > LONGEST_NEW_NAME);
  if (long !== undefined) return refusedPath(`the name ${quoteText(long)} is longer than ${LONGEST_NEW_NAME} bytes`);
  if (check.path.length > LONGEST_NEW_PATH)
    return refusedPath(`the path is longer than ${LONGEST_NEW_PATH} characters`);
  return check;
}

function segmentProblem(segment: string): string | null {
  if (segment === '') return 'has an empty segment';
  if (segment === '.' || segment === '..') return `has the segment ${quoteText(segment)}`;
  if (utf8Length(segment) > LONGEST_NAME) return `has a name longer than ${LONGEST_NAME} bytes`;
  return null;
}

export const splitPath = (path: NotePath): readonly string[] => (path === '' ? [] : path.split('/'));

/** Joins with one slash; empty parts are left out. In one piece: a text joined by `+` keeps its parts, and paths live long. */
export const joinPath = (...parts: readonly string[]): NotePath => parts.filter((part) => part !== '').join('/');

/** The folder that holds it; `''` for what lies in the root. */
export const folderOf = (path: NotePath): NotePath => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The folders that a file lies in, the nearest first. */
export function foldersAbove(path: NotePath): readonly NotePath[] {
  const folders: NotePath[] = [];
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) folders.push(folder);
  return folders;
}

/** The last segment, extension included. */
export const baseNameOf = (path: NotePath): string => path.slice(path.lastIndexOf('/') + 1);

/** The note's name: the last segment without `.md`. */
export const noteNameOf = (path: NotePath): string => withoutMarkdownExtension(baseNameOf(path));

export const isMarkdown = (path: NotePath): boolean =>
  path.length > 3 && path.charCodeAt(path.length - 3) === DOT && isLetter(path, 2, 'm') && isLetter(path, 1, 'd');

/** The letter in either case. */
const isLetter = (path: NotePath, fromEnd: number, letter: string): boolean =>
  (path.charCodeAt(path.length - fromEnd) | 0x20) === letter.charCodeAt(0);

export const withoutMarkdownExtension = (path: NotePath): NotePath => (isMarkdown(path) ? path.slice(0, -3) : path);

export const withMarkdownExtension = (path: NotePath): NotePath => (isMarkdown(path) ? path : `${path}.md`);

/** Whether `path` lies in `folder` at any depth; everything lies in the root. Compared as they are written. */
export const isInside = (path: NotePath, folder: NotePath): boolean =>
  folder === '' || (path.charCodeAt(folder.length) === SLASH && path.startsWith(folder));
