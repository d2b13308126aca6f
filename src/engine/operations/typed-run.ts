/** Gives a run its types. It evaluates no operation: callers have it before the vault is open. */

import type { DescribedTables } from '../catalog/describe';
import type { JsonObject } from '../json';
import type { Operations } from './registry';
import type { RuleOperations } from './rules/rule-operations';

/** Also those beside the operations of the database. */
export type RunnableOperations = Operations & RuleOperations;

/** An operation that takes a name or a list of names answers with a list only for a list. */
type AnswerTo<Args, Result> = Args extends { readonly table: readonly string[] }
  ? Result
  : Exclude<Result, DescribedTables>;

/** Runs an operation by its name, with its types. Rejects with NotedbError when it is refused. */
export type RunOperation = <Name extends keyof RunnableOperations, Args extends RunnableOperations[Name]['args']>(
  name: Name,
  args: Args & RunnableOperations[Name]['args'],
) => Promise<AnswerTo<Args, RunnableOperations[Name]['result']>>;

/** The same run, for those who know at compile time what they run. */
export const typedRun = (run: (name: string, args: JsonObject) => Promise<JsonObject>): RunOperation =>
  run as RunOperation;
