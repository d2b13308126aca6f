/** A row as everybody but the column store sees it. D4. */

import type { NotePath } from '../ports/vault-port';
import type { Json } from '../json';

export interface Row {
  readonly path: NotePath;
  /** The system id; empty when the note has none (a hand-made row). */
  readonly id: string;
  /** The note's mtime in milliseconds. */
  readonly modified: number;
  /** Columns, untyped fields and Obsidian's own lists; an absent key is an empty value. */
  readonly values: Readonly<Record<string, Json>>;
}

/** The front matter keys that make a note a row. D2 */
export const TABLE_KEY = 'table';
export const ID_KEY = 'id';
