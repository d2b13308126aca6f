/** An operation is declared once: route, reference, completeness test and arguments all come from here. docs/architecture.md. */

import type * as z from 'zod';
import type { Rehearsal } from '../commit/lane/rehearsal';
import type { StepTaken } from '../commit/versions/version-operations';
import type { HistoryReader } from '../history/history-reader';
import type { Journal } from '../history/journal/journal';
import type { Actor, NoteText } from '../history/journal/migration';
import type { LinkChanges } from '../integrity/relation-changes';
import type { Host } from '../ports/host';
import type { NoteReader } from '../ports/vault-port';
import type { Transaction } from '../storage/transaction/transaction';
import type { CommittedView } from '../storage/view';
import type { JsonObject } from '../values/json';

export type OperationGroup = 'schema' | 'database' | 'rows' | 'query' | 'history';

/** On whose behalf an operation runs. There is only the owner so far; the seam is here for apps. */
export interface Caller {
  readonly kind: 'owner';
  readonly actor: Actor | null;
}

/** What every handler has at hand. */
interface OperationContext {
  readonly caller: Caller;
  /** Milliseconds; the same through the whole call. */
  readonly now: number;
  /** The database time zone. */
  readonly zone: string;
}

/** What a reader may ask of the host. Its notes are those of the view. */
export interface ReadingHost extends Pick<Host, 'clock' | 'journalFolder' | 'linkSettings' | 'scheduler'> {
  readonly vault: NoteReader;
}

/** Everything in it is of one committed moment. */
export interface ReadContext extends OperationContext {
  readonly host: ReadingHost;
  readonly view: CommittedView;
  readonly journal: HistoryReader;
}

/** Nothing is under way: what is there is what is committed. */
export interface UpkeepContext extends ReadContext {
  readonly host: Host;
  readonly journal: Journal;
}

export interface WriteContext extends OperationContext {
  readonly host: Host;
  readonly transaction: Transaction;
  readonly journal: Journal;
  /** For a write of several steps, with the operations that a step may be, by name. */
  readonly rehearsal: Rehearsal;
  readonly operations: ReadonlyMap<string, Operation>;
}

/** What a write handler says of what it staged. */
export interface Staged {
  /** One line for the journal: what happened to what. */
  readonly summary: string;
  /** Qualified names; the first is the result's `table`. */
  readonly tables: readonly string[];
  /** What the result says beyond D4. Called after the gate, with the transaction as it will be committed. */
  readonly extra?: () => JsonObject;
  readonly undoes?: string;
  /** Of a batch. */
  readonly steps?: readonly StepTaken[];
  /** Of a merge: the rows that were given. */
  readonly sourceRows?: number;
  readonly unlisted?: boolean;
  /** Links, by note and link path, that mean again what they meant before (undo): they stay as they are written. */
  readonly returning?: readonly NoteText[];
  /** Words, by row and name, that name nothing again (undo): they follow no name. */
  readonly returningWords?: readonly NoteText[];
  /** What was linked and unlinked while a relation was away that is there again (undo): to be followed now. */
  readonly linksSince?: () => Promise<LinkChanges>;
  /** Says more of what the gate refuses: the error to throw instead. */
  readonly explain?: (error: unknown) => Promise<unknown>;
  /** Links followed and the gate was passed already, step by step. */
  readonly isSettled?: boolean;
}

interface OperationBase<I> {
  readonly name: string;
  readonly group: OperationGroup;
  /** One sentence. */
  readonly summary: string;
  /** How it behaves, for the reference. */
  readonly description: string;
  /** A strict object. */
  readonly input: z.ZodType<I>;
  /** When it says no, a sentence each. */
  readonly refusals: readonly string[];
}

export interface ReadOperation<I> extends OperationBase<I> {
  readonly effect: 'read';
  /** Also right after opening, before the indexes of the store are made: the first page is what somebody waits for. */
  readonly startsAtOnce?: true;
  run(context: ReadContext, input: I): Promise<JsonObject>;
}

export interface WriteOperation<I> extends OperationBase<I> {
  readonly effect: 'write' | 'destructive';
  /** Stages; never writes. */
  stage(context: WriteContext, input: I): Promise<Staged>;
  /** Replaces D4's result where the specification names another. */
  result?(context: ReadContext, planned: JsonObject): JsonObject;
}

/** Works on the private state alone: no note changes, nothing is journaled, nothing can be undone. */
export interface UpkeepOperation<I> extends OperationBase<I> {
  readonly effect: 'upkeep';
  /** What it would do. Called alone while nothing is under way; throws when it is refused. */
  plan(context: UpkeepContext, input: I): Promise<UpkeepPlan>;
}

export interface UpkeepPlan {
  /** D4, but for `dryRun`. */
  readonly answer: JsonObject;
  /** Does it, right after the plan and with everything written so far durable. Resolves to warnings. */
  readonly perform: () => Promise<readonly string[]>;
}

export type Operation = ReadOperation<never> | WriteOperation<never> | UpkeepOperation<never>;

export const defineRead = <I>(operation: Omit<ReadOperation<I>, 'effect'>): Operation =>
  ({ ...operation, effect: 'read' }) as unknown as Operation;

export const defineUpkeep = <I>(operation: Omit<UpkeepOperation<I>, 'effect'>): Operation =>
  ({ ...operation, effect: 'upkeep' }) as unknown as Operation;

export const defineWrite = <I>(operation: WriteOperation<I>): Operation => operation as unknown as Operation;
