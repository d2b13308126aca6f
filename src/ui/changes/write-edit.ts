/** Writes one cell, and takes writes back; never rejects, as a refusal is an outcome. */

import type { Operations } from '../../engine/index';
import { isColumnGone, isRowGone } from './clipboard/write-block';
import { type Refusal, refusalOf } from '../client/describe-problem';
import { withOriginalOffset } from './preserve-offset';
import type { CellEdit, EditOutcome, UndoOutcome } from './lane-port';
import { type OperationsClient, asText } from '../client/operations-client';
import { describeRefusedUndo } from './describe-refused-undo';
import { describeRefusedValue } from './refused-value';

/** `isDryRun`: nothing is written. */
export async function writeEdit(client: OperationsClient, edit: CellEdit, isDryRun = false): Promise<EditOutcome> {
  try {
    const value = await withOriginalOffset(client, edit);
    const dryRun = isDryRun ? { dry_run: true } : {};
    const { migrationId, row, changed } = await client.run('update_row', {
      ...updateOf({ ...edit, value }),
      ...dryRun,
    });
    return {
      kind: 'written',
      migrationId,
      value: row === undefined ? value : (row[edit.column.name] ?? null),
      path: row?.path ?? edit.row.path,
      others: Math.max(changed - 1, 0),
    };
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    const isThere = refusal?.conflicts.some((each) => isSameValue(each, edit)) === true;
    if (isThere) return { kind: 'written', migrationId: null, value: edit.value, path: edit.row.path, others: 0 };
    const isLost = isRowGone(refusal) || isColumnGone(refusal, edit.column.name);
    return { kind: 'refused', problem: describeRefusedValue(thrown, edit.column, edit.typed), isLost };
  }
}

/** Two writers gave the cell the same value: that is not a conflict. */
const isSameValue = ({ code, column, actual }: Conflict, edit: CellEdit): boolean =>
  code === 'expect' && column === edit.column.name && JSON.stringify(actual ?? null) === JSON.stringify(edit.value);

type Conflict = Refusal['conflicts'][number];

export async function undoEdit(client: OperationsClient, migration: string): Promise<UndoOutcome> {
  try {
    const { migrationId } = await client.run('undo_migration', { migration_id: migration });
    return { kind: 'undone', migrationId };
  } catch (thrown) {
    // From a notice, or the history: there is nothing left to be done.
    const conflicts = refusalOf(thrown)?.conflicts ?? [];
    if (conflicts.some(({ code }) => code === 'undone')) return { kind: 'undone', migrationId: null };
    return { kind: 'refused', problem: describeRefusedUndo(thrown) };
  }
}

function updateOf({ table, row, column, value, before }: CellEdit): Operations['update_row']['args'] {
  const id = asText(row.values['id']);
  return {
    table,
    ...(id === null ? { path: row.path } : { id }),
    set_values: { [column.name]: value },
    expect: { [column.name]: before ?? null },
  };
}
