/** An operation is declared once: route, reference, completeness test and arguments all come from here. docs/architecture.md. */

import type * as z from 'zod';
import type { Rehearsal } from '../commit/lane/rehearsal';
import type { StepTaken } from '../commit/versions/version-operations';
import type { Caller } from '../history/caller';
import type { HistoryPruner, HistoryReader, UpkeepReader } from '../history/history-reader';
import type { NoteText } from '../history/journal/migration';
import type { LinkChanges } from '../integrity/relation-changes';
import type { Host } from '../ports/host';
import type { NoteReader } from '../ports/vault-port';
import type { Transaction } from '../storage/transaction/transaction';
import type { CommittedView } from '../storage/view';
import type { JsonObject } from '../values/json';
import { type WriteResult, writeResult } from './results';

export type OperationGroup = 'schema' | 'database' | 'rows' | 'query' | 'history';

/** What a handler may ask of the host: nothing in it writes. Its notes are those that the caller sees. */
export interface ReadingHost extends Pick<
  Host,
  'clock' | 'ids' | 'journalFolder' | 'linkSettings' | 'logger' | 'scheduler'
> {
  readonly vault: NoteReader;
}

/** What every handler has at hand. */
interface OperationContext {
  readonly caller: Caller;
  readonly host: ReadingHost;
  readonly journal: HistoryReader;
  /** Milliseconds; the same through the whole call. */
  readonly now: number;
  /** The database time zone. */
  readonly zone: string;
}

/** Everything in it is of one committed moment. */
export interface ReadContext extends OperationContext {
  readonly view: CommittedView;
}

/** Nothing is under way: what is there is what is committed. */
export interface UpkeepContext extends ReadContext {
  readonly journal: UpkeepReader;
}

export interface WriteContext extends OperationContext {
  readonly transaction: Transaction;
  /** For a write of several steps. */
  readonly rehearsal: Rehearsal;
}

/** What a write handler says of what it staged. `More` is what the result says beside that of every write. */
export type Staged<More = object> = StagedWrite &
  (Partial<More> extends More ? { readonly extra?: Extra<More> } : { readonly extra: Extra<More> });

/** Called after the gate, with the transaction as it will be committed. */
type Extra<More> = () => More & Partial<WriteResult>;

interface StagedWrite {
  /** One line for the journal: what happened to what. */
  readonly summary: string;
  /** Qualified names; the first is the result's `table`. */
  readonly tables: readonly string[];
  readonly undoes?: string;
  /** Of an undo that leaves some changes standing: the indexes of those that it takes back. */
  readonly partial?: readonly number[] | undefined;
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

type Schema = z.ZodType;
type ResultSchema = z.ZodType<JsonObject>;

interface Described {
  readonly group: OperationGroup;
  /** One sentence. */
  readonly summary: string;
  /** How it behaves, for the reference. */
  readonly description: string;
  /** The same for agents, who pay by the token; absent: `description` is short enough. */
  readonly brief?: string;
  /** When it says no, a sentence each. */
  readonly refusals: readonly string[];
}

/** What a caller gives and gets, by name. */
interface Signature<Name, Input, Result> {
  readonly name: Name;
  /** A strict object. */
  readonly input: Input;
  /** The shape of the answer: handlers are held to it by the compiler, answers by the tests. */
  readonly result: Result;
}

type AnySignature = Signature<string, Schema, ResultSchema>;

interface ReadHandlers<Input, Result> {
  /** Also right after opening, before the indexes of the store are made: the first page is what somebody waits for. */
  readonly startsAtOnce?: true;
  run(context: ReadContext, input: Input): Promise<Result>;
}

interface WriteHandlers<Input, Result, More> {
  readonly effect: 'write' | 'destructive';
  /** Stages; never writes. */
  stage(context: WriteContext, input: Input): Promise<Staged<More>>;
  /** Replaces the result of every write where the specification names another. */
  answer?(context: ReadContext, planned: WriteResult & More): Result;
}

interface UpkeepHandlers<Input, Result> {
  /** What it would do. Called alone while nothing is under way; throws when it is refused. */
  plan(context: UpkeepContext, input: Input): Promise<UpkeepPlan<Result>>;
}

interface UpkeepPlan<Result> {
  readonly answer: Omit<Result, 'dryRun'>;
  /** Does it, right after the plan and with everything written so far durable. Resolves to warnings. */
  readonly perform: (pruner: HistoryPruner) => Promise<readonly string[]>;
}

export type ReadOperation<Of = AnySignature> = Described &
  Of &
  ReadHandlers<never, JsonObject> & { readonly effect: 'read' };

export type WriteOperation<Of = AnySignature> = Described & Of & WriteHandlers<never, JsonObject, object>;

/** Works on the private state alone: no note changes, nothing is journaled, nothing can be undone. */
export type UpkeepOperation<Of = AnySignature> = Described &
  Of &
  UpkeepHandlers<never, WriteResult> & { readonly effect: 'upkeep' };

export type Operation = ReadOperation | WriteOperation | UpkeepOperation;

export const defineRead = <const Name extends string, Input extends Schema, Result extends ResultSchema>(
  operation: Described & Signature<Name, Input, Result> & ReadHandlers<z.output<Input>, z.output<Result>>,
): ReadOperation<Signature<Name, Input, Result>> => ({ ...operation, effect: 'read' });

export const defineUpkeep = <const Name extends string, Input extends Schema, Result extends z.ZodType<WriteResult>>(
  operation: Described & Signature<Name, Input, Result> & UpkeepHandlers<z.output<Input>, z.output<Result>>,
): UpkeepOperation<Signature<Name, Input, Result>> => ({ ...operation, effect: 'upkeep' });

/** Without a `result` of its own it answers as every write. */
export const defineWrite = <
  const Name extends string,
  Input extends Schema,
  Result extends ResultSchema = typeof writeResult,
>(
  operation: Described &
    Omit<Signature<Name, Input, Result>, 'result'> & { readonly result?: Result } & WriteHandlers<
      z.output<Input>,
      z.output<Result>,
      Omit<z.output<Result>, keyof WriteResult>
    >,
): WriteOperation<Signature<Name, Input, Result>> =>
  ({ ...operation, result: operation.result ?? writeResult }) as never;
