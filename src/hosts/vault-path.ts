/** Vault-relative paths as every host sees them: hidden names, comparison without case, free names. Pure text. */

import { baseNameOf } from '../engine/note/paths';
import type { NotePath } from '../engine/ports/vault-port';

/** Whether a segment starts with a dot: such files are not the user's notes. */
export function isHidden(path: NotePath): boolean {
  return path.startsWith('.') || path.includes('/.');
}

/** An empty segment, `.` or `..`. */
const NO_NAME = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** A path that stays below the root and names something there: no `..`, no empty segment, no drive, no backslash. */
export function isVaultPath(path: NotePath): boolean {
  if (path === '' || path.includes('\\') || path.includes('\0')) return false;
  return !NO_NAME.test(path);
}

/** The `detail` of an `io` failure: no call of a vault takes the path. */
export const NOT_A_VAULT_PATH = 'not a path inside the vault';

/** Two names that fold to the same text can't be side by side on the usual desktop file systems. D6 */
export function foldPath(path: NotePath): string {
  // Most names are of characters that have no other form; looking is faster than asking.
  return (/[^\0-\xff]/.test(path) ? path.normalize('NFC') : path).toLowerCase();
}

/** Code-unit order, the order of `list` and `folder`. */
export function comparePaths(a: NotePath, b: NotePath): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The first of `name.ext`, `name 2.ext`, `name 3.ext`… that is not taken. */
export function freeName(path: NotePath, isTaken: (path: NotePath) => boolean): NotePath {
  if (!isTaken(path)) return path;
  const dot = baseNameOf(path).lastIndexOf('.');
  const end = dot <= 0 ? path.length : path.length - baseNameOf(path).length + dot;
  for (let number = 2; ; number += 1) {
    const numbered = `${path.slice(0, end)} ${number}${path.slice(end)}`;
    if (!isTaken(numbered)) return numbered;
  }
}
