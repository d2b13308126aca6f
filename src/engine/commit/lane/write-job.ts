/** What a write asks of the lane, and what it gets back. docs/architecture.md: Five trips. */

import type { Actor, Migration, NoteText } from '../../history/journal/migration';
import type { StagedChange } from '../../storage/transaction/staged-change';
import type { Transaction } from '../../storage/transaction/transaction';
import type { Rehearsal } from './rehearsal';
import type { StepTaken } from '../versions/version-operations';

/** What a handler says of the write that it staged. */
export interface WriteOutcome<T> {
  readonly op: string;
  readonly summary: string;
  /** Qualified names, in the order in which they matter. */
  readonly tables: readonly string[];
  readonly undoes?: string | null;
  readonly unlisted?: boolean;
  /** Of a batch. */
  readonly steps?: readonly StepTaken[] | undefined;
  /** Of a merge: the rows that were given. */
  readonly sourceRows?: number | undefined;
  /** What awaited the notes that it brings. */
  readonly awaited?: { readonly links: readonly NoteText[]; readonly words: readonly NoteText[] } | undefined;
  readonly value: T;
}

export interface WriteJob<T> {
  readonly actor: Actor | null;
  readonly dryRun: boolean;
  /**
   * Stages and validates; throws when the write is refused. May be called again when the lane has to plan anew. A write of
   * several steps rehearses them.
   */
  stage(transaction: Transaction, rehearsal: Rehearsal): Promise<WriteOutcome<T>>;
}

export interface Committed<T> {
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

/** A migration whose notes are written. */
export interface CommittedMigration {
  readonly migration: Migration;
  readonly changedCatalog: boolean;
}
