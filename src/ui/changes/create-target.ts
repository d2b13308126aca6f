/** Makes the row that a link is to lead to, and links it: one write with one undo. docs/app/editing.md#links */

import type { JsonObject } from '../../engine/index';
import { isNewRow } from './clipboard/write-block';
import { describeProblem } from '../client/describe-problem';
import type { CellEditQueue } from './cell-edit-queue';
import type { CellEdit, EditOutcome, StepOutcome } from './lane-port';
import { type OperationsClient, asText } from '../client/operations-client';
import { describeRefusedValue } from './refused-value';
import { humanName } from '../client/table-columns';

interface TargetContext {
  readonly client: OperationsClient;
  readonly lane: CellEditQueue;
}

/** `edit` holds the link by its name. A row that is not a note yet can't be written along: its link is put when the target is there. */
export async function createTarget({ client, lane }: TargetContext, edit: CellEdit, name: string): Promise<boolean> {
  const { table, row, column } = edit;
  const target = column.ref ?? '';
  const isDraft = isNewRow(row);
  const step = { table, name: `new row ${name}`, edits: isDraft ? [] : [edit] };
  const { migrationId } = await lane.perform(step, [row], async ([due = edit]): Promise<StepOutcome> => {
    try {
      const insert = { op: 'insert_row', table: target, values: { [await namingColumn(client, target)]: name } };
      const operations = isDraft ? [insert] : [insert, linkStep(due)];
      const { migrationId: id, steps } = await client.run('batch', { operations, summary: `new row ${name}, linked` });
      const written = steps[1]?.row;
      const value = written?.[column.name] ?? due.value;
      const path = written?.path ?? due.row.path;
      const cells: EditOutcome[] = isDraft ? [] : [{ kind: 'written', migrationId: id, value, path, others: 0 }];
      const place = humanName(target.split('.').at(-1) ?? target);
      return { migrationId: id, cells, text: `${name} is new in ${place}, and linked.`, problem: null };
    } catch (thrown) {
      const { message } = describeProblem(thrown);
      const problem = { ...describeRefusedValue(thrown, column, name), message: `${name} was not made. ${message}` };
      const cells: EditOutcome[] = isDraft ? [] : [{ kind: 'refused', problem, isLost: false }];
      return { migrationId: null, cells, text: `${name} was not made.`, problem };
    }
  });
  return migrationId !== null;
}

function linkStep({ table, row, column, value, before }: CellEdit): { op: string } & JsonObject {
  const id = asText(row.values['id']);
  return {
    op: 'update_row',
    table,
    ...(id === null ? { path: row.path } : { id }),
    set_values: { [column.name]: value },
    expect: { [column.name]: before ?? null },
  };
}

/** The column of which the note has its name, or else the first text. */
async function namingColumn(client: OperationsClient, table: string): Promise<string> {
  const { columns, ...described } = await client.run('describe_table', { table });
  const pattern = 'options' in described ? (described.options.filename ?? '') : '';
  const [, named] = /^\{([a-z0-9_]+)\}$/i.exec(pattern) ?? [];
  const identity = columns.find((column) => column.identity === 'filename');
  const text = columns.find(
    ({ type, system, generated }) => type === 'string' && system !== true && generated === undefined,
  );
  return columns.find(({ name }) => name === named)?.name ?? identity?.name ?? text?.name ?? 'name';
}
