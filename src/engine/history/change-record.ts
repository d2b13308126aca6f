/** The numbered changes of rows and definitions, as in the journal. docs/formats.md: Changes */

import type { DefinitionDifference } from '../catalog/definition-difference';
import type { NotePath } from '../ports/vault-port';
import type { Json } from '../json';

/**
 * `schema`: a definition. `gap`: rows may have changed that are not known one by one, so that followers read them again.
 * `warning`: rows vanished together, and stay until that is confirmed (D7). In the order in which a copy that is keyed by path can follow.
 */
export const CHANGE_KINDS = ['gap', 'warning', 'schema', 'delete', 'move', 'insert', 'update'] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** The changed thing. */
export interface ChangeHead {
  readonly kind: ChangeKind;
  /** Qualified, a view too; null for what belongs to none. */
  readonly table: string | null;
  /** Of the row; empty where it has none. */
  readonly id: string;
  /** Where the row lies; of a row that is gone where it lay. Empty for definitions. */
  readonly path: NotePath;
  /** Where it lay before, if not there; of a row that comes from another table, the place of the note then. */
  readonly from: NotePath | null;
  /** Of a row that leaves its table: where its note is then. Absent: nowhere, or not known. */
  readonly to?: NotePath;
  /** Of a warning: how many rows. */
  readonly rows?: number;
  /** Of a definition: what changed. Absent in records of older versions. */
  readonly definition?: DefinitionDifference;
}

/**
 * Changes in the record of a migration: of its files from `first` to `last`, or of a row whose file it did not touch, with its
 * values, or of a definition, with what changed.
 */
export type ChangeRun =
  | readonly [kind: ChangeKind, table: string | null, first: number, last: number]
  | readonly [kind: ChangeKind, table: string | null, path: NotePath, id: string, values?: RowValues];

/** By column; an empty one is absent. */
export type RowValues = Readonly<Record<string, Json>>;

/** External changes. */
export interface ExternalRecord {
  /** The number of the first change. */
  readonly seq: number;
  readonly time: number;
  readonly changes: readonly ExternalChange[];
}

export interface ExternalChange extends Omit<ChangeHead, 'from'> {
  readonly from?: NotePath;
  /** Of a row that is gone: its values; else those that are not so any more. */
  readonly before?: RowValues;
  /** Of a row that is new: its values; else those that were not so. Null: empty now. */
  readonly after?: RowValues;
  /** Of a row that was there and is: its other values. */
  readonly rest?: RowValues;
  /** The file afterwards: size in bytes and time stamp. */
  readonly stat?: readonly [size: number, mtime: number];
}

/** A change of a migration. */
interface FileChangeHead extends ChangeHead {
  /** The index of the file among the migration's changes; null: it did not touch it. */
  readonly file: number | null;
}

/** `valuesOf`: of a row that came or went without its file. */
export function changeRuns<C extends FileChangeHead>(
  changes: readonly C[],
  valuesOf: (change: C) => RowValues | null,
): readonly ChangeRun[] {
  const runs: ChangeRun[] = [];
  for (const change of changes) {
    const { kind, table, id, path, file } = change;
    const values = file === null ? valuesOf(change) : null;
    const last = runs.at(-1);
    const goesOn = file !== null && last?.[0] === kind && last[1] === table && last[3] === file - 1;
    const first = goesOn ? last[2] : file;
    if (values !== null) runs.push([kind, table, path, id, values]);
    else if (file === null || typeof first !== 'number') runs.push([kind, table, path, id]);
    else runs.splice(goesOn ? -1 : runs.length, 1, [kind, table, first, file]);
  }
  return runs;
}

const countOf = (runs: readonly ChangeRun[]): number =>
  runs.reduce((sum, [, , first, last]) => sum + (typeof first === 'number' ? (last as number) - first + 1 : 1), 0);

/** What bears numbers. */
export type NumberedRecord =
  ExternalRecord | { readonly op: string; readonly changeSeq?: number; readonly changeRuns?: readonly ChangeRun[] };

/** The numbers of a record; 0 where it changed no row and no definition. */
export const firstChange = (record: NumberedRecord): number => ('op' in record ? (record.changeSeq ?? 0) : record.seq);

export const lastChange = (record: NumberedRecord): number =>
  'op' in record
    ? (record.changeSeq ?? 1) + countOf(record.changeRuns ?? []) - 1
    : record.seq + record.changes.length - 1;
