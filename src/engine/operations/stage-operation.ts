/** Stages one write: its handler, the pipeline that follows every write, the result of D4. docs/architecture.md: Five trips. */

import type { StagedOutcome, WriteContext } from '../contexts';
import { propagate } from '../propagate/pipeline';
import { danglingTextsInFilter } from '../integrity/dangling-texts';
import { type JsonObject, isJsonObject } from '../json';
import type { StagedChange } from '../storage/transaction/staged-change';
import type { Transaction } from '../storage/transaction/transaction';
import { requireTables } from './call-scope';
import type { WriteOperation } from './define-operation';
import { type PlannedResult, planResult } from './plan/plan-result';
import type { ResultBudgets } from './plan/result-budget';
import { type SeesFile, filesShown, writeScopeOf } from './write-scope';

export interface StagedOperation {
  readonly staged: StagedOutcome;
  /** The result but for the migration. */
  readonly planned: PlannedResult;
  /** The files that it touches and the caller may know of. */
  readonly seesFile: SeesFile;
}

/** Throws when the write is refused, also for what the caller may not do or know. */
export async function stageOperation(
  operation: WriteOperation,
  context: WriteContext,
  input: unknown,
  budgets: ResultBudgets,
): Promise<StagedOperation> {
  const { caller, transaction } = context;
  requireTables(caller, transaction.catalog, operation.name, input as JsonObject);
  const scope = writeScopeOf(context);
  scope?.requirePermissions(operation);
  // A batch has the warnings of its steps.
  const isTold = scope === null || operation.name === 'batch';
  const restage = async (seen: WriteContext): Promise<void> => void (await stageAll(operation, seen, input));
  try {
    await scope?.requireNames(input, restage);
    const staged = await stageAll(operation, context, input);
    if (operation.group === 'notes') scope?.requireNotes(transaction.staging());
    scope?.requireChanges(transaction.staging());
    if (!isTold) await scope.limitWarnings(transaction, restage);
    const shows = (change: StagedChange): boolean => scope?.shows(change) ?? true;
    const planned = await planResult(transaction, operation.name, staged, budgets, shows);
    const whole = Object.assign(planned, staged.extra?.());
    const seesFile = scope === null ? (): boolean => true : filesShown(transaction.staging(), shows);
    return { staged, planned: scope?.result(whole) ?? whole, seesFile };
  } catch (error) {
    throw isTold ? error : await scope.refusal(error, restage);
  }
}

/** The handler, and what follows every write. */
async function stageAll(operation: WriteOperation, context: WriteContext, input: unknown): Promise<StagedOutcome> {
  const staged = await operation.stage(context, input as never);
  if (staged.isSettled !== true) await propagate({ ...context, staged }, { redefines: operation.group === 'schema' });
  warnOfDanglingWhere(context.transaction, input as JsonObject);
  return staged;
}

/** A filter of rows that names no row finds none: the warning says why. D26 */
function warnOfDanglingWhere({ before, warnings }: Transaction, { table, where }: JsonObject): void {
  if (typeof table !== 'string' || where === undefined || !isJsonObject(where)) return;
  const found = before.catalog.lookUpTable(table);
  if ('table' in found) warnings.push(...danglingTextsInFilter(before, [found.table.qualified], where));
}
