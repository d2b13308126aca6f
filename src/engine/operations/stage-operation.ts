/** Stages one write: its handler, the pipeline that follows every write, the result of D4. docs/architecture.md: Five trips. */

import type { StagedOutcome, WriteContext } from '../contexts';
import { propagate } from '../propagate/pipeline';
import type { JsonObject } from '../json';
import { requireTables } from './call-scope';
import type { WriteOperation } from './define-operation';
import { type PlannedResult, planResult } from './plan-result';
import type { ResultBudget } from './result-budget';
import { requireChanges, scopedRefusal, scopedResult, showsChange } from './write-scope';

export interface StagedOperation {
  readonly staged: StagedOutcome;
  /** The result but for the migration. */
  readonly planned: PlannedResult;
}

/** Throws when the write is refused, also for what the caller may not do or know. */
export async function stageOperation(
  operation: WriteOperation,
  context: WriteContext,
  input: unknown,
  room: ResultBudget,
): Promise<StagedOperation> {
  const { caller, transaction } = context;
  requireTables(caller, transaction.catalog, operation.name, input as JsonObject);
  try {
    const staged = await operation.stage(context, input as never);
    if (staged.isSettled !== true) await propagate({ ...context, staged }, { redefines: operation.group === 'schema' });
    requireChanges(caller, transaction.staging());
    const planned = await planResult(transaction, operation.name, staged, room, (change) =>
      showsChange(caller, change),
    );
    return { staged, planned: scopedResult(caller, Object.assign(planned, staged.extra?.()), transaction.before) };
  } catch (error) {
    throw scopedRefusal(caller, error, transaction.before);
  }
}
