/** A version of a table: what one commit made of its rows and its definition. Source: docs/history.md#versions; D8; docs/formats.md#table-log. */

import type { NotePath } from '../../ports/vault-port';
import type { Actor } from '../caller';
import type { ContentHash } from '../journal/content-hash';
import type { RowsLeft, ValuesBefore } from './values-before';

export const VERSION_OPERATIONS = [
  'CREATE TABLE',
  'WRITE',
  'UPDATE',
  'DELETE',
  'MERGE',
  'ALTER TABLE',
  'ADD COLUMNS',
  'RESTORE',
  'UNDO',
  'RECOMPUTE',
  'EXTERNAL_EDIT',
] as const;

export type VersionOperation = (typeof VERSION_OPERATIONS)[number];

/** A note that came to be, changed or stopped being as a row of the table; null where it is not a row of it on that side. */
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
export const sameRowChange = (path: NotePath, hash: ContentHash | undefined): readonly RowChange[] =>
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
  /** Null for external changes. */
  readonly migrationId: string | null;
  /** Of the migration; absent: the owner directly, or an external edit. */
  readonly actor?: Actor;
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
  /** Absent: only the texts show the former rows. */
  readonly values?: ValuesBefore;
  /** The same for rows that left, in pieces. */
  readonly left?: readonly RowsLeft[];
}

/** `[from, to, before, after]`; `to` true: where it was. */
export type PackedChange = readonly [NotePath | null, NotePath | true | null, ContentHash | null, ContentHash | null];

/** An index into the migration's changes, a run of them, or a change of its own. */
export type ChangeReference = number | readonly [first: number, last: number] | PackedChange;

/** A version in the record of its migration. */
export interface VersionRecord extends Omit<VersionHead, 'time' | 'migrationId' | 'actor'> {
  readonly changes: readonly ChangeReference[];
  readonly values?: ValuesBefore;
  readonly left?: readonly RowsLeft[];
}

export interface OldestVersion {
  readonly version: number;
  readonly time: number;
  /** Of the definition before it, when the versions before were taken away: what it changed reads under that. */
  readonly formerly?: ContentHash;
}

export interface TableLog {
  readonly id: string;
  readonly last: VersionHead;
  /** The oldest version that can be read. */
  readonly earliest: OldestVersion;
  /** Changes since the last checkpoint. */
  readonly since: number;
}

/** True while the table writes versions. */
export const isLive = ({ last }: TableLog): boolean => last.ends !== true;

/** The log after one more version; `log` is null for the first one. */
export function withVersion(
  log: TableLog | null,
  { changes, values: _values, left: _left, ...last }: TableVersion,
): TableLog {
  const { version, time } = last;
  return {
    id: last.log,
    last,
    earliest: log?.earliest ?? { version, time },
    since: (log?.since ?? 0) + changes.length,
  };
}
