/** A write job of the lane: waiting, planned, and its result. docs/architecture.md: Five trips. */

import type { Caller } from '../../history/caller';
import type { Migration, NoteText, Abort, RuleOrigin } from '../../history/journal/migration';
import type { StagedChange } from '../../storage/transaction/staged-change';
import type { Deed } from '../../schemas/deed';
import type { Transaction } from '../../storage/transaction/transaction';
import type { OpenedView } from '../open-view';
import type { StepStaging } from './step-staging';
import type { StepTaken } from '../versions/version-operations';
import type { Change } from '../../feed/published';
import type { NotePath } from '../../ports/vault-port';
import type { PreparedMigration } from './move-store';

/** What a handler says of the write that it staged. */
export interface WriteOutcome<T> {
  readonly op: string;
  readonly deed: Deed;
  /** Qualified names, in the order in which they matter. */
  readonly tables: readonly string[];
  readonly undoes?: string | null;
  /** Of an undo that leaves some changes standing: the indexes of those that it takes back. */
  readonly partial?: readonly number[] | undefined;
  readonly unlisted?: boolean;
  readonly rule?: RuleOrigin | undefined;
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
   * several steps stages each of them. `seen`: what the caller sees.
   */
  stage(transaction: Transaction, stepStaging: StepStaging, seen: OpenedView): Promise<WriteOutcome<T>>;
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

export interface WaitingWrite {
  readonly job: WriteJob<unknown>;
  readonly resolve: (committed: CommittedWrite<unknown>) => void;
  readonly reject: (error: unknown) => void;
  /** How often it was planned, and then swept along by the failure of another, or interrupted by external edits. */
  attempts: number;
}

export interface PlannedMigration {
  readonly waiting: WaitingWrite;
  readonly prepared: PreparedMigration;
  /** What it changes, in the order of the numbers. */
  readonly told: readonly Change[];
  readonly committed: CommittedWrite<unknown>;
  /** To be called when it is committed. */
  tell(): void;
}

/**
 * The answer of a call that writes nothing: a dry run, no change, a refusal. It rests on the writes planned before it,
 * so that it is given together with them.
 */
interface PlannedAnswer {
  readonly waiting: WaitingWrite;
  readonly prepared: null;
  tell(): void;
}

/** A write whose notes hold external edits that the store does not know: they are ingested, then it is planned anew. D29 */
export interface InterruptedWrite {
  readonly waiting: WaitingWrite;
  readonly edited: readonly NotePath[];
}

export const isInterrupted = (step: PlannedStep | InterruptedWrite): step is InterruptedWrite => 'edited' in step;

/** The plan of a call. */
export type PlannedStep = PlannedMigration | PlannedAnswer;

export const asRefused = (waiting: WaitingWrite, error: unknown): PlannedAnswer => ({
  waiting,
  prepared: null,
  tell: () => waiting.reject(error),
});

export const isPlanned = (step: PlannedStep): step is PlannedMigration => step.prepared !== null;

export const abortsOf = (planned: readonly PlannedMigration[], reason: Abort['reason']): readonly Abort[] =>
  planned.map(({ prepared }) => ({ seq: prepared.migration.seq, reason }));

/** Every path that these writes touch. */
export function pathsOf(planned: readonly PlannedMigration[]): readonly NotePath[] {
  const paths: NotePath[] = [];
  for (const { prepared } of planned) {
    for (const { from, to } of prepared.changes) {
      if (from !== null) paths.push(from);
      if (to !== null) paths.push(to);
    }
  }
  return paths;
}
