/** Stages one write: its handler, the pipeline that follows every write, the result of D4. docs/architecture.md: Five trips. */

import type { StagedOutcome, WriteContext } from '../contexts';
import { propagate } from '../propagate/pipeline';
import type { WriteOperation } from './define-operation';
import { type PlannedResult, planResult } from './plan-result';
import type { ResultBudget } from './result-budget';

export interface StagedOperation {
  readonly staged: StagedOutcome;
  /** The result but for the migration. */
  readonly planned: PlannedResult;
}

/** Throws when the write is refused. */
export async function stageOperation(
  operation: WriteOperation,
  context: WriteContext,
  input: unknown,
  room: ResultBudget,
): Promise<StagedOperation> {
  const staged = await operation.stage(context, input as never);
  if (staged.isSettled !== true) await propagate({ ...context, staged }, { redefines: operation.group === 'schema' });
  const planned = await planResult(context.transaction, operation.name, staged, room);
  return { staged, planned: Object.assign(planned, staged.extra?.()) };
}
