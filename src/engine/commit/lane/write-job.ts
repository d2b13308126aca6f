/** A write job of the lane, and its result. docs/architecture.md: Five trips. */

import type { Caller } from '../../history/caller';
import type { Migration, NoteText } from '../../history/journal/migration';
import type { StagedChange } from '../../storage/transaction/staged-change';
import type { Transaction } from '../../storage/transaction/transaction';
import type { OpenedView } from '../open-view';
import type { WriteRehearsal } from './write-rehearsal';
import type { StepTaken } from '../versions/version-operations';

/** What a handler says of the write that it staged. */
export interface WriteOutcome<T> {
  readonly op: string;
  readonly summary: string;
  /** Qualified names, in the order in which they matter. */
  readonly tables: readonly string[];
  readonly undoes?: string | null;
  /** Of an undo that leaves some changes standing: the indexes of those that it takes back. */
  readonly partial?: readonly number[] | undefined;
  readonly unlisted?: boolean;
  /** Of a batch. */
  readonly steps?: readonly StepTaken[] | undefined;
  /** Of a merge: the rows that were given. */
  readonly sourceRows?: number | undefined;
  /** What awaited the notes that it brings. */
  readonly danglingReferences?:
    { readonly links: readonly NoteText[]; readonly words: readonly NoteText[] } | undefined;
  readonly value: T;
}

export interface WriteJob<T> {
  readonly caller: Caller;
  readonly dryRun: boolean;
  /**
   * Stages and validates; throws when the write is refused. May be called again when the lane has to plan anew. A write of
   * several steps rehearses them. `seen`: what the caller sees.
   */
  stage(transaction: Transaction, rehearsal: WriteRehearsal, seen: OpenedView): Promise<WriteOutcome<T>>;
}

export interface CommittedWrite<T> {
  /** Null for a dry run and when there was nothing to change. */
  readonly migration: Migration | null;
  readonly changes: readonly StagedChange[];
  /** The version of the table that it is about as it leaves it; null without history. */
  readonly version: number | null;
  /** The versions that it makes, by table; of a dry run: would make. */
  readonly versions: ReadonlyMap<string, number>;
  readonly transaction: Transaction;
  readonly outcome: WriteOutcome<T>;
}
