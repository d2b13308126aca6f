/** How the app finds the note behind a link path, and which path it writes for a note. */

import type { TFile } from './abstract-files';

/** The path part of a link text: without heading and block. */
export function getLinkpath(linktext: string): string {
  return parseLinktext(linktext).path;
}

export function parseLinktext(linktext: string): { path: string; subpath: string } {
  const text = linktext.replace(/\u00a0/g, ' ').normalize('NFC');
  const hash = text.indexOf('#');
  return hash < 0 ? { path: text, subpath: '' } : { path: text.slice(0, hash), subpath: text.slice(hash) };
}

/** Files by their name in lower case, and notes also without `.md`. */
export type FilesByName = ReadonlyMap<string, readonly TFile[]>;

export function filesByName(files: readonly TFile[]): FilesByName {
  const byName = new Map<string, TFile[]>();
  const add = (name: string, file: TFile): void => void byName.set(name, [...(byName.get(name) ?? []), file]);
  for (const file of files) {
    const name = file.name.toLowerCase();
    add(name, file);
    if (name.endsWith('.md')) add(name.slice(0, -'.md'.length), file);
  }
  return byName;
}

/** Relative first, then the exact path, then the file whose path ends so: near the source, then short. */
export function findLinkDestination(byName: FilesByName, linkpath: string, sourcePath: string): TFile | null {
  const files = byName.get(nameOf(linkpath === '' ? sourcePath : linkpath).toLowerCase()) ?? [];
  if (linkpath === '') return files.find((file) => file.path === sourcePath) ?? null;
  const folder = folderOf(sourcePath);
  const wanted = linkpath.toLowerCase();
  const isRelative = wanted.startsWith('./') || wanted.startsWith('../');
  const path = isRelative ? resolve(folder.toLowerCase(), wanted) : wanted.replace(/^\//, '');
  const exact = files.find((file) => matchesExactly(file, path));
  if (exact !== undefined) return exact;
  if (isRelative || linkpath.startsWith('/')) return null;
  const candidates = files.filter((file) => matchesTail(file, path));
  return (
    [...candidates].sort((a, b) => distance(a, folder) - distance(b, folder) || a.path.length - b.path.length)[0] ??
    null
  );
}

/** The name where it is unique, else the full path. */
export function linktextFor(byName: FilesByName, file: TFile, omitExtension: boolean): string {
  const isNote = file.extension === 'md' && omitExtension;
  const isUnique = (byName.get(file.name.toLowerCase()) ?? []).length < 2;
  const text = isUnique ? file.name : file.path;
  return isNote ? text.replace(/\.md$/i, '') : text;
}

/** From the folder of one file to another file, `../` where need be. */
export function relativePath(fromPath: string, toPath: string): string {
  const from = folderOf(fromPath).split('/').filter(Boolean);
  const to = toPath.split('/');
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared += 1;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function matchesExactly(file: TFile, path: string): boolean {
  const own = file.path.toLowerCase();
  return own === path || own === `${path}.md`;
}

function matchesTail(file: TFile, path: string): boolean {
  const own = `/${file.path.toLowerCase()}`;
  return own.endsWith(`/${path}`) || own.endsWith(`/${path}.md`);
}

function distance(file: TFile, folder: string): number {
  return folder === '' || file.path.startsWith(`${folder}/`) ? 0 : 1;
}

function resolve(folder: string, path: string): string {
  const parts = folder.split('/').filter(Boolean);
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
