/** One key of a front matter block, with its place in the text. */

import type { Raw } from '../raw';

export interface FrontMatterEntry {
  readonly key: string;
  /** Offset of the key's first character in the note. */
  readonly start: number;
  /** Offset behind the entry's last line break: [start, end) is the whole entry, trailing comment included. */
  readonly end: number;
  readonly raw: Raw;
}
