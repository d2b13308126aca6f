/** How names of files and links are compared: case and Unicode form don't count. spec: D6 (links resolve as Obsidian does) */

import { baseNameOf, withoutMarkdownExtension } from '../note/paths';

/** Only these may change under NFC, or are the spaces that Obsidian takes for a space. */
const UNCOMMON = /\u00a0|[\u0300-\uffff]/;

export function foldName(text: string): string {
  const lower = text.toLowerCase();
  return UNCOMMON.test(lower) ? lower.normalize('NFC').replace(/[\u00a0\u202f]/g, ' ') : lower;
}

/** What a file and the links to it have in common: the last segment without `.md`, folded. */
export const nameKey = (path: string): string => foldName(withoutMarkdownExtension(baseNameOf(path)));
