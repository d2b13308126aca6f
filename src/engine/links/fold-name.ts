/** How names of files and links are compared: case and Unicode form don't count. D6 (links resolve as Obsidian does) */

import { isMarkdown } from '../note/paths';
import { toNfc } from '../values/nfc';

const NO_BREAK_SPACE = 0xa0;

export function foldName(text: string): string {
  const lower = text.toLowerCase();
  for (let at = 0; at < lower.length; at++) {
    if (lower.charCodeAt(at) >= NO_BREAK_SPACE) return foldUncommon(lower);
  }
  return lower;
}

/** Obsidian takes these spaces for a space. */
const foldUncommon = (lower: string): string => toNfc(lower).replace(/[\u00a0\u202f]/g, ' ');

/** What a file and the links to it have in common: the last segment without `.md`, folded. */
export const nameKey = (path: string): string =>
  foldName(path.slice(path.lastIndexOf('/') + 1, isMarkdownName(path) ? -3 : undefined));

/** A file `.md` has no other name. */
const isMarkdownName = (path: string): boolean => isMarkdown(path) && path.charCodeAt(path.length - 4) !== SLASH;

const SLASH = 47;
