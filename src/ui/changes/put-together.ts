/** Writes values that belong together, of one row or several: all of them or none, with one undo. docs/app/editing.md#blocks */

import { draftOf } from '../components/cells/edit-draft';
import type { ValueGroup } from '../components/grid-editing';
import type { GridRow } from '../components/grid-column';
import type { OperationsClient } from '../client/operations-client';
import type { CellEditQueue } from './cell-edit-queue';
import { type BlockResult, writeBlock } from './clipboard/write-block';
import type { CellEdit, EditOutcome, StepOutcome } from './lane-port';

interface GroupContext {
  readonly client: OperationsClient;
  readonly lane: CellEditQueue;
}

export async function putTogether({ client, lane }: GroupContext, table: string, group: ValueGroup): Promise<void> {
  const edits = group.values.map((each): CellEdit => ({ table, ...each, typed: draftOf(each.column, each.value) }));
  const rows = new Map(edits.map(({ row }): [string, GridRow] => [row.key, row]));
  await lane.perform({ table, name: group.name, edits }, [...rows.values()], async (due) => {
    const request = { client, edits: due, summary: group.name, isDryRun: false, isWhole: true };
    return outcomeOf(due, group, await writeBlock(request));
  });
}

function outcomeOf(due: readonly CellEdit[], group: ValueGroup, result: BlockResult): StepOutcome {
  const { migrationId, refused, rows, failure } = result;
  const [blamed] = [...refused].filter(([edit, { problem }]) => !isSame(problem.conflict?.now, edit.value));
  const problem = failure ?? blamed?.[1].problem ?? null;
  const cells = due.map((edit, at): EditOutcome => {
    const own = refused.get(edit);
    const isBlamed = own !== undefined && (own.isOwn || at === 0);
    if (isBlamed && problem !== null) return { kind: 'refused', problem: own.problem, isLost: own.isLost };
    if (failure !== null) return at === 0 ? { kind: 'refused', problem: failure, isLost: false } : UNTOUCHED;
    if (problem !== null) return UNTOUCHED;
    const row = rows.get(edit.row.key)?.row;
    const value = row === undefined ? edit.value : (row[edit.column.name] ?? null);
    return { kind: 'written', migrationId: null, value, path: row?.path ?? edit.row.path, others: 0 };
  });
  return { migrationId, cells, problem, text: problem === null ? group.done : group.notDone };
}

const UNTOUCHED: EditOutcome = { kind: 'untouched' };

/** Two writers gave the cell the same value: that is not a conflict. */
const isSame = (now: unknown, value: unknown): boolean =>
  now !== undefined && JSON.stringify(now) === JSON.stringify(value);
