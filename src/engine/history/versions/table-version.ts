/** A version of a table: what one commit made of its rows and its definition. spec: History entry, Versioning; D8; docs/formats.md: Table log. */

import type { NotePath } from '../../ports/vault-port';
import type { ContentHash } from '../journal/content-hash';
import type { RowsLeft, ValuesBefore } from './values-before';

export type VersionOperation =
  | 'CREATE TABLE'
  | 'WRITE'
  | 'UPDATE'
  | 'DELETE'
  | 'MERGE'
  | 'ALTER TABLE'
  | 'ADD COLUMNS'
  | 'RESTORE'
  | 'UNDO'
  | 'RECOMPUTE'
  | 'EXTERNAL_EDIT';

/** A note that came to be, changed or stopped being as a row of the table; null where it is no row of it on that side. */
export interface RowChange {
  readonly from: NotePath | null;
  readonly to: NotePath | null;
  readonly before: ContentHash | null;
  readonly after: ContentHash | null;
}

/** What the notes held before and hold after. */
export function contentsOf(changes: readonly Pick<RowChange, 'before' | 'after'>[]): ReadonlySet<ContentHash> {
  const hashes = new Set<ContentHash>();
  for (const { before, after } of changes) {
    if (before !== null) hashes.add(before);
    if (after !== null) hashes.add(after);
  }
  return hashes;
}

/** The note stays as it is: it reads otherwise under the definition of the version. */
export const sameNote = (path: NotePath, hash: ContentHash | undefined): readonly RowChange[] =>
  hash === undefined ? [] : [{ from: path, to: path, before: hash, after: hash }];

export const isSameNote = ({ from, to, before, after }: RowChange): boolean => from === to && before === after;

/** A version without what it changed. */
export interface VersionHead {
  /** The id of the log. */
  readonly log: string;
  /** The qualified name of the table after it. */
  readonly table: string;
  /** Counts from 0. */
  readonly version: number;
  /** Milliseconds; the same for all tables of a migration. D8 */
  readonly time: number;
  readonly operation: VersionOperation;
  /** Delta Lake's names; whole numbers. */
  readonly metrics: Readonly<Record<string, number>>;
  /** Null for what somebody else changed. */
  readonly migrationId: string | null;
  /** Of the definition's text after it; null: the table is dropped. */
  readonly definition: ContentHash | null;
  /** Rows after it. */
  readonly rows: number;
  /** The table keeps no history afterwards. */
  readonly ends?: true;
  /** The definition is another one than before. */
  readonly metadata?: true;
}

export interface TableVersion extends VersionHead {
  readonly changes: readonly RowChange[];
  /** Absent: only the texts tell what the rows were. */
  readonly values?: ValuesBefore;
  /** The same for rows that left, in pieces. */
  readonly left?: readonly RowsLeft[];
}

/** `[from, to, before, after]`; `to` true: where it was. */
export type PackedChange = readonly [NotePath | null, NotePath | true | null, ContentHash | null, ContentHash | null];

/** An index into the migration's changes, a run of them, or a change of its own. */
export type ChangeReference = number | readonly [first: number, last: number] | PackedChange;

/** A version as it stands in the record of its migration. */
export interface VersionRecord extends Omit<VersionHead, 'time' | 'migrationId'> {
  readonly changes: readonly ChangeReference[];
  readonly values?: ValuesBefore;
  readonly left?: readonly RowsLeft[];
}
