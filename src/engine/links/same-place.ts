/** Compares paths by place: some file systems ignore case or Unicode form. D6. */

import { isInside } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import { toNfc } from '../values/nfc';

/** Compares as the least able file system does: without case, in one Unicode form. */
export const foldPath = (path: NotePath): string => toNfc(path).toLowerCase();

export const isSameFolder = (one: NotePath, other: NotePath): boolean => one === other || areFoldedAlike(one, other);

/** Most paths differ in an ASCII letter, which is seen without folding them, and folders at their ends rather than before. */
function areFoldedAlike(one: string, other: string): boolean {
  if (endApart(one, other)) return false;
  for (let i = 0; i < one.length && i < other.length; i++) {
    const [a, b] = [one.charCodeAt(i), other.charCodeAt(i)];
    if (a > LAST_ASCII || b > LAST_ASCII) return foldPath(one) === foldPath(other);
    if (a !== b && one.charAt(i).toLowerCase() !== other.charAt(i).toLowerCase()) return false;
  }
  return one.length === other.length;
}

/** Both end in ASCII, which nothing before it changes, and not alike. */
function endApart(one: string, other: string): boolean {
  const [a, b] = [one.charCodeAt(one.length - 1), other.charCodeAt(other.length - 1)];
  return a <= LAST_ASCII && b <= LAST_ASCII && asLower(a) !== asLower(b);
}

const asLower = (code: number): number => (code >= CAPITAL_A && code <= CAPITAL_Z ? code | 0x20 : code);

const CAPITAL_A = 0x41;
const CAPITAL_Z = 0x5a;
const LAST_ASCII = 0x7f;

/** Whether `path` lies in `folder` at any depth, however the folder is spelt there. */
export const liesIn = (path: NotePath, folder: NotePath): boolean => endOfFolder(path, folder) >= 0;

/** The path below a folder that it lies in; null when it lies elsewhere. */
export function pathBelow(path: NotePath, folder: NotePath): NotePath | null {
  const end = endOfFolder(path, folder);
  return end < 0 ? null : path.slice(end === 0 ? 0 : end + 1);
}

/** Where the folder ends in a path that lies in it; -1 when it lies elsewhere. */
function endOfFolder(path: NotePath, folder: NotePath): number {
  if (isInside(path, folder)) return folder.length;
  let end = path.indexOf('/');
  for (let at = folder.indexOf('/'); at >= 0 && end >= 0; at = folder.indexOf('/', at + 1)) {
    end = path.indexOf('/', end + 1);
  }
  return end >= 0 && isSameFolder(path.slice(0, end), folder) ? end : -1;
}
