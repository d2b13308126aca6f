/** What became of a row, newest first, and the values that put it back. docs/page.md#a-row */

import type { Json, JsonObject } from '../../../engine/index';
import { type ListedChange, askChanges } from '../../client/read-changes';
import { refusalOf } from '../../client/describe-problem';
import type { EntryWriter } from '../../changes/describe-migration';
import { type OperationsClient, asText } from '../../client/operations-client';
import type { PanelRow } from './row-note';

export interface RowHistoryItem {
  readonly seq: number;
  readonly at: string;
  readonly op: 'insert' | 'update' | 'delete' | 'move';
  /** Null: somebody edited the note. */
  readonly actor: EntryWriter | null;
  readonly migration: string | null;
  readonly values: readonly ValueChange[];
  /** The text below the properties changed. */
  readonly hasText: boolean;
}

export interface ValueChange {
  readonly column: string;
  readonly before: Json;
  readonly after: Json;
}

export async function askHistory(
  client: OperationsClient,
  { table, id }: PanelRow,
): Promise<readonly RowHistoryItem[]> {
  const events = await askChanges(client, { tables: [table], where: { id } });
  return events.flatMap((event) => changeOf(event) ?? []).reverse();
}

function changeOf(event: ListedChange): RowHistoryItem | null {
  const { op, seq, timestamp, actor, migration, changes = {}, body } = event;
  if (op !== 'insert' && op !== 'update' && op !== 'delete' && op !== 'move') return null;
  const values = Object.entries(changes).map(([column, { before, after }]) => ({ column, before, after }));
  return {
    seq,
    at: timestamp,
    op,
    actor,
    migration: migration ?? null,
    values: values.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after)),
    hasText: body === true,
  };
}

/** Values that take this change back, whatever changed elsewhere since. Empty: there is nothing to write. */
export function valuesBefore({ op, values }: RowHistoryItem, { columns, readOnly }: PanelRow): JsonObject {
  if (op === 'insert') return {};
  const isWritable = (name: string): boolean => columns.some((column) => column.name === name) && !readOnly.has(name);
  return Object.fromEntries(values.flatMap(({ column, before }) => (isWritable(column) ? [[column, before]] : [])));
}

/** Values of the row as it was before the change. `history`: newest first. */
export function rowBefore(history: readonly RowHistoryItem[], change: RowHistoryItem, row: PanelRow): JsonObject {
  const later = history.slice(0, history.indexOf(change) + 1);
  return Object.assign({}, ...later.map((each) => valuesBefore(each, row))) as JsonObject;
}

/** Writes the values. Returns its migration; null when the row has them already. */
export async function putBack(client: OperationsClient, row: PanelRow, values: JsonObject): Promise<string | null> {
  const { migrationId } = await client.run('update_row', { table: row.table, id: row.id, set_values: values });
  return migrationId;
}

export type BodyChange =
  | { readonly kind: 'texts'; readonly before: string; readonly after: string }
  /** Only the lines that differ are known. */
  | { readonly kind: 'lines'; readonly diff: string }
  | { readonly kind: 'unknown' };

/** The text before and after a change: from the versions of the table, else from what an undo would write. */
export async function askText(
  client: OperationsClient,
  row: PanelRow,
  path: string,
  change: RowHistoryItem,
): Promise<BodyChange> {
  try {
    return (
      (row.keepsHistory ? await fromVersions(client, row, change) : null) ?? (await fromUndo(client, path, change))
    );
  } catch (thrown) {
    if (refusalOf(thrown) !== null) return { kind: 'unknown' };
    throw thrown;
  }
}

async function fromVersions(
  client: OperationsClient,
  row: PanelRow,
  { migration, at }: RowHistoryItem,
): Promise<BodyChange | null> {
  const { history } = await client.run('describe_history', { table: row.table, limit: 1000 });
  const made = history.find(({ migrationId, timestamp }) =>
    migration === null ? timestamp === at : migrationId === migration,
  );
  if (made === undefined || made.version === 0) return null;
  const [before, after] = await Promise.all(
    [made.version - 1, made.version].map((version) => bodyAt(client, row, version)),
  );
  return before === undefined || after === undefined || before === null || after === null
    ? null
    : { kind: 'texts', before, after };
}

async function bodyAt(client: OperationsClient, { table, id }: PanelRow, version: number): Promise<string | null> {
  const { rows } = await client.run('select_rows', {
    table,
    version,
    where: { id },
    include_body: true,
    columns: ['id'],
    limit: 1,
  });
  return asText(rows[0]?.['body']);
}

async function fromUndo(client: OperationsClient, path: string, { migration }: RowHistoryItem): Promise<BodyChange> {
  if (migration === null) return { kind: 'unknown' };
  const plan = await client.run('undo_migration', { migration_id: migration, paths: [path], dry_run: true });
  const body = plan.plannedUpdates.find((update) => update.path === path)?.changes['body'];
  if (body === undefined) return { kind: 'unknown' };
  const { before, after, diff } = body;
  // An undo goes from the present text to the earlier one.
  if (typeof before === 'string' && typeof after === 'string') return { kind: 'texts', before: after, after: before };
  return diff === undefined ? { kind: 'unknown' } : { kind: 'lines', diff: reversed(diff) };
}

/** Of a difference by lines: added lines become removed ones, which come first. */
function reversed(diff: string): string {
  const turned: string[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = (): void => {
    turned.push(...removed, ...added);
    [removed, added] = [[], []];
  };
  for (const line of diff.split('\n')) {
    if (line.startsWith('+')) removed.push(`-${line.slice(1)}`);
    else if (line.startsWith('-')) added.push(`+${line.slice(1)}`);
    else {
      flush();
      if (!line.startsWith('@@') && line !== '') turned.push(line);
    }
  }
  flush();
  return turned.join('\n');
}
