/** Stages one write with all that belongs to it: links follow, given links are settled, columns are computed, the gate validates, the result of D4 is made. docs/architecture.md: Five trips. */

import { validateChanges } from '../integrity/validate-changes';
import type { NotePath } from '../ports/vault-port';
import { warnOfBrokenViews } from './broken-views';
import { computeColumns } from './compute-columns';
import type { Staged, WriteContext, WriteOperation } from './define-operation';
import { followFilled, followInverses } from './follow-inverses';
import { followLinks } from './follow-links';
import { NameFollower } from './follow-names';
import { followPlaces } from './follow-places';
import { type PlannedResult, planResult } from './plan-result';
import type { ResultRoom } from './result-room';
import { settleLinks } from './settle-links';
import { warnOfNames } from './name-warnings';

export interface StagedOperation {
  readonly staged: Staged;
  /** The result but for the migration. */
  readonly planned: PlannedResult;
}

/** Throws when the write is refused. */
export async function stageOperation(
  operation: WriteOperation,
  context: WriteContext,
  input: unknown,
  room: ResultRoom,
): Promise<StagedOperation> {
  const { transaction, host } = context;
  const staged = await operation.stage(context, input as never);
  if (staged.isSettled !== true) {
    const names = new NameFollower(context, staged.returningWords);
    await names.follow({ late: false });
    await followLinks(transaction, host, staged.returning);
    await settleLinks(context);
    const settle = (): Promise<void> => settleRows(context, names, { isUndo: staged.undoes !== undefined });
    await settle();
    const since = await staged.linksSince?.();
    const isFollowed =
      operation.group === 'schema' ? await followFilled(context) : await followInverses(context, { since });
    if (isFollowed) await settle();
    if (transaction.violations.length + transaction.refusals.length === 0) await transaction.ahead?.();
    await validate(context, staged);
    await warnOfBrokenViews(context);
    await warnOfNames(context);
  }
  const planned = await planResult(transaction, operation.name, staged, room);
  return { staged, planned: Object.assign(planned, staged.extra?.()) };
}

async function validate({ transaction, host }: WriteContext, { explain }: Staged): Promise<void> {
  try {
    await validateChanges(transaction, host);
  } catch (error) {
    throw (await explain?.(error)) ?? error;
  }
}

/**
 * A computed column may name a note, and the name of a note may stand in a computed column, or be a word. What an undo brings back is
 * what it was, and no other row is its business but those that follow.
 */
async function settleRows(
  context: WriteContext,
  names: NameFollower,
  { isUndo }: { readonly isUndo: boolean },
): Promise<void> {
  const moved = new Set<NotePath>();
  do {
    await names.follow({ late: true });
    await computeColumns(context, { alsoRedeclared: !isUndo });
  } while (await followPlaces(context, moved));
}
