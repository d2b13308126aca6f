/**
 * Finds the file that a link path means, as Obsidian does. D6
 *
 * Observed with Obsidian 1.13: names compare without case; an exact vault path wins, from everywhere; then files below
 * the source's folder come before others; then the shorter path. A path with folders also matches the end of a longer
 * one. Where Obsidian leaves the order of equals open, it is decided here: the link's own spelling, then code units.
 */

import { baseNameOf, folderOf, isInside, isMarkdown, splitPath, withoutMarkdownExtension } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import { foldName } from './fold-name';

/** One name mostly belongs to one file; then there is no list around it. */
export type NamedFiles = NotePath | readonly NotePath[] | undefined;

/** The files of a vault by the key of their name (see `nameKey`). */
export interface FilesByKey {
  named(key: string): NamedFiles;
}

/** The file that `linkpath` means in the note `source`, or null. The empty path means the note itself. */
export function resolveLinkpath(files: FilesByKey, linkpath: string, source: NotePath): NotePath | null {
  if (linkpath === '') return source;
  const only = onlyNamed(files, linkpath);
  if (only !== null) return only;
  const wanted = linkTargetOf(linkpath, source);
  if (wanted === null) return null;
  const matches = matchesOf(files, wanted);
  if (typeof matches === 'string') return matches;
  let best: NotePath | null = null;
  for (const path of matches) {
    if (best === null || compareMatches(path, best, wanted, source) < 0) best = path;
  }
  return best;
}

/** Every file that `linkpath` may mean, the best for a source in the root first. A whole path with a folder means that file only. */
export function filesMatching(files: FilesByKey, linkpath: string): readonly NotePath[] {
  const only = onlyNamed(files, linkpath);
  if (only !== null) return [only];
  const wanted = linkTargetOf(linkpath, '');
  if (wanted === null || linkpath === '') return [];
  const matches = matchesOf(files, wanted);
  if (typeof matches === 'string') return [matches];
  return [...matches].sort((a, b) => compareMatches(a, b, wanted, ''));
}

/** The one file of a plain name, which most links are: it is meant from everywhere. Null where it takes a closer look. */
export function onlyNamed(files: FilesByKey, linkpath: string): NotePath | null {
  if (linkpath === '' || linkpath.includes('/') || isMarkdown(linkpath)) return null;
  const named = files.named(foldName(linkpath));
  return typeof named === 'string' ? named : null;
}

/** The meaning of a link path in every note; undefined when that may depend on the source. */
export function resolveFromAnywhere(files: FilesByKey, linkpath: string): NotePath | null | undefined {
  const wanted = linkpath === '' || isRelative(linkpath) ? null : linkTargetOf(linkpath, '');
  if (wanted === null) return undefined;
  const matches = matchesOf(files, wanted);
  if (typeof matches === 'string') return matches;
  return matches.length < 2 ? (matches[0] ?? null) : matches.find((path) => isExactly(path, wanted));
}

interface LinkTarget {
  /** Spelled as in the link, without a leading `/`; relative parts are resolved. */
  readonly path: string;
  /** Only a file at exactly this path will do. */
  readonly isWhole: boolean;
}

/** The same for links that mean the same, wherever in the vault the notes lie: a relative one is taken from the root. */
export function linkpathFromRoot(linkpath: string, source: NotePath): string {
  const wanted = isRelative(linkpath) ? linkTargetOf(linkpath, source) : null;
  return wanted === null ? linkpath : `/${wanted.path}`;
}

const isRelative = (linkpath: string): boolean => linkpath.startsWith('./') || linkpath.startsWith('../');

function linkTargetOf(linkpath: string, source: NotePath): LinkTarget | null {
  if (linkpath.startsWith('/')) return { path: linkpath.slice(1), isWhole: true };
  if (!isRelative(linkpath)) return { path: linkpath, isWhole: false };
  const segments = [...splitPath(folderOf(source))];
  for (const segment of linkpath.split('/')) {
    if (segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return { path: segments.join('/'), isWhole: true };
}

function matchesOf(files: FilesByKey, wanted: LinkTarget): NotePath | readonly NotePath[] {
  const stem = withoutMarkdownExtension(wanted.path);
  const isNote = stem.length !== wanted.path.length;
  const matches = matchesNamed(files, stem, isNote, wanted.isWhole);
  // `[[read.md]]` is `read.md`, but without such a file the note `read.md.md`.
  return isNote && matches.length === 0 ? matchesNamed(files, wanted.path, false, wanted.isWhole) : matches;
}

function matchesNamed(
  files: FilesByKey,
  stem: string,
  isNote: boolean,
  isWhole: boolean,
): NotePath | readonly NotePath[] {
  const named = files.named(foldName(baseNameOf(stem)));
  if (named === undefined) return [];
  const hasFolder = stem.includes('/');
  if (typeof named === 'string') {
    if (isNote && !isMarkdown(named)) return [];
    return (hasFolder || isWhole) && !matchesPath(named, foldName(stem), isWhole) ? [] : named;
  }
  const ofKind = ofWantedKind(named, isNote);
  if (!hasFolder && !isWhole) return ofKind;
  const folded = foldName(stem);
  const exact = ofKind.filter((path) => matchesPath(path, folded, true));
  return exact.length > 0 || isWhole ? exact : ofKind.filter((path) => matchesPath(path, folded, false));
}

/** A name without `.md` means the file of just that name before the note that has `.md` behind it. */
function ofWantedKind(named: readonly NotePath[], isNote: boolean): readonly NotePath[] {
  const notes = named.filter(isMarkdown);
  return isNote || notes.length === named.length ? notes : named.filter((path) => !isMarkdown(path));
}

function matchesPath(path: NotePath, foldedStem: string, isWhole: boolean): boolean {
  const folded = foldName(withoutMarkdownExtension(path));
  return folded === foldedStem || (!isWhole && folded.endsWith(`/${foldedStem}`));
}

function compareMatches(a: NotePath, b: NotePath, wanted: LinkTarget, source: NotePath): number {
  const folder = folderOf(source);
  return (
    Number(isExactly(b, wanted)) - Number(isExactly(a, wanted)) ||
    Number(isNamedInRoot(b, wanted)) - Number(isNamedInRoot(a, wanted)) ||
    Number(isInside(b, folder)) - Number(isInside(a, folder)) ||
    a.length - b.length ||
    Number(isSpelled(b, wanted)) - Number(isSpelled(a, wanted)) ||
    (a < b ? -1 : Number(a > b))
  );
}

/** To the letter: of two paths that differ in case only, each can be linked. */
const isExactly = (path: NotePath, wanted: LinkTarget): boolean =>
  path === wanted.path || withoutMarkdownExtension(path) === wanted.path;

/** A bare name is the whole path of a file in the root. */
const isNamedInRoot = (path: NotePath, wanted: LinkTarget): boolean =>
  !wanted.path.includes('/') && !path.includes('/');

const isSpelled = (path: NotePath, wanted: LinkTarget): boolean =>
  path.endsWith(wanted.path) || withoutMarkdownExtension(path).endsWith(wanted.path);
