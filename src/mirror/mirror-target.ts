/** The port of a mirror: the database that a vault is copied to. docs/mirror.md, docs/adr/0012-mirror.md */

import type { Json, JsonObject } from '../engine/index';
import type { ColumnShape, TableShape } from './table-shape';
import type { ShapeDifference } from './shape-difference';

/** What the target holds. It is written in the transaction of the rows. */
export interface MirrorState {
  /** The UUID of the feed, which the cursor belongs to. */
  readonly feed: string;
  /** The cursor. */
  readonly seq: number;
  /** The name of the vault's folder: two vaults never write into one place. */
  readonly vault: string;
  /** The database time zone, for times without an offset. */
  readonly zone: string;
  /** Links may lead elsewhere than their ids say: all are to be read once more. */
  readonly mustRelink: boolean;
  readonly tables: readonly TableShape[];
}

/** A row, or what changed in one. */
export interface MirrorRow {
  readonly path: string;
  readonly id: string | null;
  /** By NoteDB's name of the column. null: empty. */
  readonly values: JsonObject;
  /** Ids of the rows that links lead to, by column. */
  readonly targets: Readonly<Record<string, TargetIds>>;
}

export type TargetIds = string | null | readonly (string | null)[];

/** To be applied in this order. Each path of a list is in it once. */
export interface RowChanges {
  readonly deletes: readonly string[];
  readonly moves: readonly { readonly from: string; readonly to: string }[];
  /** With the changed columns alone. */
  readonly updates: readonly MirrorRow[];
  /** With all values. A row that has the path already is replaced. */
  readonly inserts: readonly MirrorRow[];
}

export interface LogLine {
  readonly seq: number;
  readonly at: string;
  readonly table: string | null;
  readonly op: string;
  readonly id: string | null;
  readonly path: string | null;
  readonly actor: Json;
  readonly before: Json;
  readonly after: Json;
}

/** Everything in it becomes visible in one moment, or not at all. */
export interface MirrorTransaction {
  /** Null: nothing is mirrored here yet. No other mirror changes it until the end of the transaction. */
  readonly state: MirrorState | null;
  save(state: MirrorState): Promise<void>;
  create(table: TableShape): Promise<void>;
  drop(table: TableShape): Promise<void>;
  reshape(difference: ShapeDifference): Promise<void>;
  /** Takes every row away. */
  clear(table: TableShape): Promise<void>;
  /** Resolves to false when a row to be changed is not there. */
  write(table: TableShape, changes: RowChanges): Promise<boolean>;
  /** Whether a row has a value in the column that is not of its type. */
  hasInvalid(table: TableShape, column: ColumnShape): Promise<boolean>;
  /** Paths of the rows with a link to one of these ids. */
  linking(table: TableShape, ids: readonly string[]): Promise<readonly string[]>;
  /** Writes the ids of link targets anew, where there is such a row. */
  relink(table: TableShape, rows: readonly Pick<MirrorRow, 'path' | 'values' | 'targets'>[]): Promise<void>;
  log(lines: readonly LogLine[]): Promise<void>;
}

export interface MirrorTarget {
  /** Commits when `run` resolves, else takes everything back and rejects with its error, or with a `TargetFailure`. */
  transaction<T>(run: (transaction: MirrorTransaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** What the target refused, in words for a person. */
export class TargetFailure extends Error {
  /** `isLasting`: trying again does not help. */
  constructor(
    message: string,
    readonly isLasting: boolean,
  ) {
    super(message);
    this.name = 'TargetFailure';
  }
}
