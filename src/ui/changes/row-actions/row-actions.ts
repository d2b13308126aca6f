/** New, copied, archived and deleted rows: each one step of the undo list. docs/app/editing.md#rows */

import type { Json } from '../../../engine/index';
import { type GridColumn, type GridRow, isEmptyValue } from '../../components/grid-column';
import { counted } from '../clipboard/describe-range';
import { describeProblem, refusalOf } from '../../client/describe-problem';
import type { CellEditQueue } from '../cell-edit-queue';
import type { StepOutcome } from '../lane-port';
import { noteName, notePartsOf } from '../../client/note-text';
import type { ProblemText } from '../../components/text/problem-text';
import { type OperationsClient, asText } from '../../client/operations-client';
import { readWholeNote } from '../../client/whole-note';
import { readRowsOf } from '../../rows/table-rows';
import { rowsFilter } from '../../rows/where-parts';
import { problemOf } from '../clipboard/write-block';
import { type DraftRows, type DraftValues, NEW_ROW } from './draft-rows';

export interface RowPlace {
  readonly client: OperationsClient;
  readonly lane: CellEditQueue;
  /** Qualified. */
  readonly table: string;
  readonly drafts: DraftRows;
}

/** Begins a row below the last one. Returns the line in which it is typed. */
export const newRow = ({ drafts }: RowPlace, defaults: DraftValues): GridRow => drafts.add(defaults);

/** Writes a new row at once. Resolves to the reason of a refusal, which nothing else says. */
export async function insertRow({ client, lane, table }: RowPlace, values: DraftValues): Promise<ProblemText | null> {
  const { problem } = await lane.perform({ table, name: NEW_ROW, edits: [] }, [], async (): Promise<StepOutcome> => {
    try {
      const { migrationId, row, plannedCreates } = await client.run('insert_row', { table, values });
      const path = row?.path ?? plannedCreates[0] ?? '';
      return { migrationId, cells: [], text: `${noteName(path)} is new.`, problem: null };
    } catch (thrown) {
      const refusal = refusalOf(thrown);
      return { ...NOTHING, problem: refusal === null ? describeProblem(thrown) : problemOf(refusal, []) };
    }
  });
  return problem;
}

/** Writes a copy of each row with its text, under a name that is free. What can't be copied becomes a new row that waits. */
export async function duplicateRows(
  place: RowPlace,
  rows: readonly GridRow[],
  columns: readonly GridColumn[],
): Promise<void> {
  const { client, lane, table, drafts } = place;
  const copies = await Promise.all(rows.map((row) => copyOf(client, row, columns)));
  const name =
    rows.length === 1 ? `copy of ${noteName(rows[0]?.path ?? '')}` : `copies of ${counted(rows.length, 'row')}`;
  await lane.perform({ table, name, edits: [] }, [], async (): Promise<StepOutcome> => {
    const operations = copies.map(({ values, body }) => ({ op: 'insert_row', table, values, body }));
    try {
      const { migrationId, changed } = await client.run('batch', { operations, summary: name });
      return { migrationId, cells: [], text: `Copied ${counted(changed, 'row')}.`, problem: null };
    } catch (thrown) {
      for (const { values, body } of copies) drafts.add(values, { body, isUsed: true });
      const text = `Nothing was copied yet: complete ${copies.length === 1 ? 'the row' : 'the rows'} at the end.`;
      return { ...NOTHING, text, problem: describeProblem(thrown) };
    }
  });
}

interface RowCopy {
  readonly values: Record<string, Json>;
  readonly body: string;
}

/** The first text, which mostly names the note, says that it is a copy. */
async function copyOf(
  client: OperationsClient,
  { path, values }: GridRow,
  columns: readonly GridColumn[],
): Promise<RowCopy> {
  const { content } = await readWholeNote(client, path);
  const named = columns.find(({ type, isEditable }) => type === 'string' && isEditable);
  const copied: Record<string, Json> = {};
  for (const { name, isEditable } of columns) {
    const value = values[name];
    if (isEditable && value !== undefined && !isEmptyValue(value)) copied[name] = value;
  }
  const title = named === undefined ? null : asText(copied[named.name]);
  if (named !== undefined && title !== null) copied[named.name] = `${title} copy`;
  return { values: copied, body: notePartsOf(content).body };
}

/** Where rows go that a table has no more: `delete` is the trash. */
export type RemovalMode = 'archive' | 'delete';

const REMOVALS = {
  archive: { name: 'archiving', place: 'in the archive', failed: 'archived' },
  delete: { name: 'deletion', place: 'in the trash', failed: 'deleted' },
} as const;

/** Takes the notes out of their table. Drafts among them are dropped. */
export async function removeRows(
  { client, lane, table, drafts }: RowPlace,
  rows: readonly GridRow[],
  mode: RemovalMode,
): Promise<void> {
  drafts.remove(new Set(rows.map(({ key }) => key)));
  const notes = rows.filter(({ path }) => path !== '');
  const [first] = notes;
  if (first === undefined) return;
  const words = REMOVALS[mode];
  const what = notes.length === 1 ? noteName(first.path) : counted(notes.length, 'row');
  const [is, was] = notes.length === 1 ? ['is', 'was'] : ['are', 'were'];
  const step = { table, name: `${words.name} of ${what}`, edits: [] };
  await lane.perform(step, notes, async (): Promise<StepOutcome> => {
    try {
      const { migrationId } = await client.run('delete_rows', { table, where: rowsFilter(notes), mode });
      return { migrationId, cells: [], text: `${what} ${is} ${words.place}.`, problem: null };
    } catch (thrown) {
      const text = `${what} ${was} not ${words.failed}.`;
      return { ...NOTHING, text, problem: describeProblem(thrown) };
    }
  });
}

/** Runs the steps of a rule on a row. docs/rules.md#buttons */
export async function runRuleOn(
  { client, lane, table }: Pick<RowPlace, 'client' | 'lane' | 'table'>,
  { rule, button, row }: { readonly rule: string; readonly button: string; readonly row: GridRow },
): Promise<void> {
  const name = `${button}: ${noteName(row.path)}`;
  await lane.perform({ table, name, edits: [] }, [row], async (): Promise<StepOutcome> => {
    try {
      const { migrationId } = await client.run('run_rule', { rule, path: row.path });
      return { migrationId, cells: [], text: `${name}.`, problem: null };
    } catch (thrown) {
      return { ...NOTHING, text: `${name} was refused.`, problem: describeProblem(thrown) };
    }
  });
}

/** The rows as they are now, in the same order, without those that have gone. Drafts stay as they are. */
export async function currentRows(
  { client, lane, table }: Pick<RowPlace, 'client' | 'lane' | 'table'>,
  rows: readonly GridRow[],
): Promise<readonly GridRow[]> {
  const notes = rows.filter(({ path }) => path !== '');
  if (notes.length === 0) return rows;
  const read = await readRowsOf(client, { table, columns: null }, rowsFilter(notes), notes.length);
  const byId = new Map(lane.keyed(read).map((row) => [identityOf(row), row]));
  return rows.flatMap((row) => (row.path === '' ? row : (byId.get(identityOf(row)) ?? [])));
}

const identityOf = ({ path, values }: GridRow): string => asText(values['id']) ?? path;

const NOTHING: StepOutcome = { migrationId: null, cells: [], text: null, problem: null };
