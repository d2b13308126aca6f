/** An operation is declared once: route, reference, completeness test and arguments all come from here. docs/architecture.md. */

import type * as z from 'zod';
import type { CommandContext, ReadContext, UpkeepContext, WriteContext, StagedOutcome } from '../contexts';
import type { Permission } from '../history/caller';
import type { HistoryPruner } from '../history/history-reader';
import type { JsonObject } from '../json';
import { type WriteResult, writeResult } from '../schemas/results';

export type OperationGroup = 'schema' | 'database' | 'rows' | 'query' | 'history' | 'notes' | 'rules';

type Schema = z.ZodType;
type ResultSchema = z.ZodType<JsonObject>;

/** A list: one of them is enough, and what the app sees is less. `per_step`: what each step needs. */
export type NeededPermission = Permission | readonly Permission[] | 'per_step';

interface Described {
  readonly group: OperationGroup;
  /** What an app needs to call it. Source: docs/rights.md#permissions */
  readonly permission: NeededPermission;
  /** It is about more than some tables: an app that has only some of them may not call it. */
  readonly wholeDatabase?: true;
  /** One sentence. */
  readonly summary: string;
  /** How it behaves, for the reference. */
  readonly description: string;
  /** The same for agents, who pay by the token; absent: `description` is short enough. */
  readonly brief?: string;
  /** When it says no, a sentence each. */
  readonly refusals: readonly string[];
  /** One of the tools that an agent has when it wants few. docs/mcp.md#profiles */
  readonly isCore?: true;
  /** The same call again changes more. docs/mcp.md#tools */
  readonly addsEachTime?: true;
  /** It has to do with other programs or other machines. */
  readonly reachesOut?: true;
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
  /** Whether it may run right after opening, before the indexes of links and paths are made. Absent: it waits for them. */
  startsAtOnce?(context: ReadContext, input: Input): boolean;
  run(context: ReadContext, input: Input): Promise<Result>;
}

interface WriteHandlers<Input, Result, More> {
  readonly effect: 'write' | 'destructive';
  /** Stages; never writes. */
  stage(context: WriteContext, input: Input): Promise<StagedOutcome<More>>;
  /** Replaces the result of every write where the operation answers otherwise. */
  answer?(context: ReadContext, planned: WriteResult & More): Result;
}

interface UpkeepHandlers<Input, Result> {
  /** What it would do. Called alone while nothing is under way; throws when it is refused. */
  plan(context: UpkeepContext, input: Input): Promise<UpkeepPlan<Result>>;
}

export interface UpkeepPlan<Result> {
  readonly answer: Omit<Result, 'dryRun'>;
  /** Does it, right after the plan and with everything written so far durable. Resolves to warnings. */
  readonly perform: (pruner: HistoryPruner) => Promise<readonly string[]>;
}

interface CommandHandlers<Input, Result> {
  /** What it takes away does not come back. */
  readonly isDestructive?: true;
  /** With these arguments it only looks, so that it is answered where nothing may be written. Absent: in a dry run alone. */
  isLooking?(input: Input): boolean;
  /** Called beside reads and writes: none waits for it. In a dry run (`context.isDryRun`) it changes nothing. */
  run(context: CommandContext, input: Input): Promise<Result>;
}

export type ReadOperation<Of = AnySignature> = Described &
  Of &
  ReadHandlers<never, JsonObject> & { readonly effect: 'read' };

export type WriteOperation<Of = AnySignature> = Described & Of & WriteHandlers<never, JsonObject, object>;

/** Works on the private state alone: no note changes, nothing is journaled, nothing can be undone. */
export type UpkeepOperation<Of = AnySignature> = Described &
  Of &
  UpkeepHandlers<never, WriteResult> & { readonly effect: 'upkeep' };

/** Works on a part of the engine (webhooks, an index): no note changes, nothing is journaled, nothing can be undone. */
export type CommandOperation<Of = AnySignature> = Described &
  Of &
  CommandHandlers<never, JsonObject> & { readonly effect: 'command' };

export type Operation = ReadOperation | WriteOperation | UpkeepOperation | CommandOperation;

export const defineRead = <const Name extends string, Input extends Schema, Result extends ResultSchema>(
  operation: Described & Signature<Name, Input, Result> & ReadHandlers<z.output<Input>, z.output<Result>>,
): ReadOperation<Signature<Name, Input, Result>> => ({ ...operation, effect: 'read' });

export const defineUpkeep = <const Name extends string, Input extends Schema, Result extends z.ZodType<WriteResult>>(
  operation: Described & Signature<Name, Input, Result> & UpkeepHandlers<z.output<Input>, z.output<Result>>,
): UpkeepOperation<Signature<Name, Input, Result>> => ({ ...operation, effect: 'upkeep' });

export const defineCommand = <const Name extends string, Input extends Schema, Result extends ResultSchema>(
  operation: Described & Signature<Name, Input, Result> & CommandHandlers<z.output<Input>, z.output<Result>>,
): CommandOperation<Signature<Name, Input, Result>> => ({ ...operation, effect: 'command' });

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

/** As callers see it: upkeep takes something away for good. */
export function toldEffect(operation: Operation): 'read' | 'write' | 'destructive' {
  switch (operation.effect) {
    case 'upkeep':
      return 'destructive';
    case 'command':
      return operation.isDestructive === true ? 'destructive' : 'write';
    default:
      return operation.effect;
  }
}
