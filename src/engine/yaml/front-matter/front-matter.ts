/** Reads front matter: one tokenizer for the values and the spans to splice. */

import { findFrontMatter, markLength } from './front-matter-block';
import type { FrontMatterEntry } from './front-matter-entry';
import { readFlat } from './front-matter-flat';
import { readWithYaml } from './front-matter-yaml';

export type { FrontMatterEntry };

export interface FrontMatter {
  /** `none`: the note has no front matter. `unparsableFrontMatter`: there is a block, but it is not a mapping we can read. */
  readonly status: 'none' | 'ok' | 'unparsable';
  /** Why it is unparsable, with the line. Empty otherwise. */
  readonly reason: string;
  readonly entries: readonly FrontMatterEntry[];
  /** Offset of the first character of the body (0 without front matter, behind a byte order mark if there is one). */
  readonly bodyStart: number;
}

/** A longer block is not front matter, and reading it would hold up everything else. */
const LONGEST_BLOCK = 256 * 1024;

/**
 * Never throws. Keys are source text (`2024:` is `2024`). A value's `Raw` keeps the source text of plain scalars; a
 * plain null is `empty`, in a list the plain scalar `null`; an item that is not a scalar is `json`. Unparsable are: what
 * `yaml` rejects, anchors, aliases, merge keys, unknown tags, keys that are not scalars, keys that are there twice, a
 * root that is not a block mapping, more than 256 Ki characters, more than 32 levels. D2, D7
 */
export function parseFrontMatter(text: string): FrontMatter {
  const block = findFrontMatter(text);
  if (block === null) return { status: 'none', reason: '', entries: [], bodyStart: markLength(text) };
  const { start, end, bodyStart } = block;
  if (end - start > LONGEST_BLOCK)
    return unparsableFrontMatter('line 1: the front matter is longer than 256 KiB', bodyStart);
  const entries = readFlat(text, start, end) ?? readWithYaml(text, start, end);
  return typeof entries === 'string'
    ? unparsableFrontMatter(entries, bodyStart)
    : { status: 'ok', reason: '', entries, bodyStart };
}

const unparsableFrontMatter = (reason: string, bodyStart: number): FrontMatter => ({
  status: 'unparsable',
  reason,
  entries: [],
  bodyStart,
});
