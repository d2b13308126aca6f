/** One key of a front matter block, with its place in the text. */

import type { RawValue } from '../raw-value';

export interface FrontMatterEntry {
  readonly key: string;
  /** Offset of the key's first character in the note. */
  readonly start: number;
  /** Offset behind the entry's last line break: [start, end) is the whole entry, trailing comment included. */
  readonly end: number;
  readonly raw: RawValue;
}
