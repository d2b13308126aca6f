/** The fast tokenizer of front matter: scalars, texts in blocks, lists and mappings, as nearly all notes have them. */

import { type FlatCursor, HASH, SPACE, flatCursor, nextIndent } from './flat-cursor';
import { readKey } from './flat-key';
import { readValue } from './flat-value';
import type { FrontMatterEntry } from './front-matter-entry';
import { readWithYaml } from './front-matter-yaml';

const DASH = 0x2d;

/** A block of more entries that the tokenizer does not know goes to `yaml` as one, so that its limit of tokens counts them all. */
const MOST_YAML_ENTRIES = 100;

/**
 * The entries between `start` and `end`. An entry that the tokenizer does not know (a text of several lines, a tag, an
 * unusual escape, a tab) is given to `yaml` alone. Null when the entries can't be split with certainty, or one of them has
 * a problem (an anchor or a repeated key too): then `yaml` reads the whole block.
 */
export function readFlat(text: string, start: number, end: number): readonly FrontMatterEntry[] | null {
  const cursor = flatCursor(text, start, end);
  const entries: FrontMatterEntry[] = [];
  let left = MOST_YAML_ENTRIES;
  for (;;) {
    const isContinued = nextIndent(cursor) > 0;
    if (cursor.at >= end) return hasRepeatedKey(entries) ? null : entries;
    // Only the first line was read of an entry that goes on below it.
    const start = isContinued ? entries.pop()?.start : cursor.at;
    if (start === undefined) return null;
    let entry = isContinued ? null : readFlatEntry(cursor);
    if (entry === null && left-- > 0) entry = readEntryWithYaml(cursor, start);
    if (entry === null) return null;
    entries.push(entry);
  }
}

function readFlatEntry(cursor: FlatCursor): FrontMatterEntry | null {
  const start = cursor.at;
  cursor.depth = 0;
  const key = readKey(cursor);
  if (key === null) return null;
  const raw = readValue(cursor, 0);
  return raw === null ? null : { key, start, end: cursor.at, raw };
}

/** Goes behind the comments below the entry too. Null also for a key that `yaml` may join with the line above. */
function readEntryWithYaml(cursor: FlatCursor, start: number): FrontMatterEntry | null {
  cursor.at = start;
  if (readKey(cursor) === null) return null;
  const end = nextKeyLine(cursor, start);
  const entries = readWithYaml(cursor.text, start, end);
  if (typeof entries === 'string' || entries.length !== 1) return null;
  cursor.at = end;
  return entries[0] ?? null;
}

/** The next line in the root's column that is neither a comment nor an item of a list: no value goes on there. */
function nextKeyLine({ text, end }: FlatCursor, start: number): number {
  for (let at = start; ;) {
    at = text.indexOf('\n', at) + 1;
    if (at >= end) return end;
    const code = text.charCodeAt(at);
    const isItemMark = code === DASH && text.charCodeAt(at + 1) <= SPACE;
    if (code > SPACE && code !== HASH && !isItemMark) return at;
  }
}

/** Few keys are compared with each other, many through a set. */
function hasRepeatedKey(entries: readonly FrontMatterEntry[]): boolean {
  if (entries.length > 16) return new Set(entries.map(({ key }) => key)).size < entries.length;
  for (let i = 1; i < entries.length; i += 1) {
    const key = entries[i]?.key;
    for (let j = 0; j < i; j += 1) if (entries[j]?.key === key) return true;
  }
  return false;
}
