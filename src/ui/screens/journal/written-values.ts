/** The values that writes set, for sentences: from changes that the history reads anyway. */

import type { Json } from '../../../engine/index';
import { plainText } from '../../components/cells/cell-value';
import { isDay } from '../../../kernel/day-text';
import { dayLabel, localToday, timeParts } from '../../components/text/date-text';
import { type GridColumn, isEmptyValue, undeclaredColumn } from '../../components/grid-column';
import type { ListedChange } from '../../client/read-changes';
import { refusalOf } from '../../client/describe-problem';
import type { OperationsClient } from '../../client/operations-client';
import { humanName, tableColumns } from '../../client/table-columns';
import type { HistoryEntry, WrittenValue, WrittenValues } from '../../changes/describe-migration';

/** By qualified table. */
export type ColumnsByTable = Readonly<Record<string, readonly GridColumn[]>>;

/** Writes of cells; others say themselves what they did. */
const OF_CELLS: ReadonlySet<string> = new Set(['update_row', 'update_rows', 'merge_rows', 'batch']);
/** A longer value is read in the note. */
const SHORT = 24;

/** One request a table of these writes. */
export async function readWrittenValues(
  client: OperationsClient,
  events: readonly ListedChange[],
  migrations: readonly HistoryEntry[],
): Promise<WrittenValues> {
  const asked = new Set(migrations.filter(({ op }) => OF_CELLS.has(op)).map(({ migration_id: id }) => id));
  const ofCells = events.filter(({ migration }) => typeof migration === 'string' && asked.has(migration));
  const tables = [...new Set(ofCells.flatMap(({ table }) => table ?? []))];
  const columns = await Promise.all(tables.map((table) => askColumns(client, table)));
  return writtenValues(ofCells, Object.fromEntries(tables.map((table, index) => [table, columns[index] ?? []])));
}

async function askColumns(client: OperationsClient, table: string): Promise<readonly GridColumn[]> {
  try {
    return tableColumns((await client.run('describe_table', { table })).columns);
  } catch (thrown) {
    // It may be gone since.
    if (refusalOf(thrown) !== null) return [];
    throw thrown;
  }
}

/** Of writes that set one column, and to one short value in all their rows. */
export function writtenValues(events: readonly ListedChange[], columns: ColumnsByTable): WrittenValues {
  const told = new Map<string, WrittenValue | null>();
  for (const event of events) {
    const { migration } = event;
    if (typeof migration !== 'string') continue;
    const before = told.get(migration);
    const next = toldBy(event, columns[event.table ?? ''] ?? []);
    if (before === undefined) told.set(migration, next);
    else told.set(migration, before === null || next === null ? null : together(before, next));
  }
  return Object.fromEntries([...told].filter((entry): entry is [string, WrittenValue] => entry[1] !== null));
}

const together = (one: WrittenValue, other: WrittenValue): WrittenValue | null =>
  one.label === other.label && one.value === other.value ? { ...one, rows: one.rows + other.rows } : null;

/** Columns that are computed follow by themselves. */
function toldBy({ op, changes = {} }: ListedChange, columns: readonly GridColumn[]): WrittenValue | null {
  const changed = Object.entries(changes).filter(
    ([name, { before, after }]) =>
      JSON.stringify(before) !== JSON.stringify(after) &&
      columns.find((column) => column.name === name)?.isEditable !== false,
  );
  const [first, ...others] = changed;
  if (op !== 'update' || first === undefined || others.length > 0) return null;
  const [name, { after }] = first;
  const column = columns.find((each) => each.name === name) ?? undeclaredColumn(name, humanName(name));
  const value = shownValue(column, after);
  return value === null ? null : { label: column.label, value, rows: 1 };
}

/** Null: too long, or nothing for a sentence. */
function shownValue({ type }: GridColumn, value: Json): string | null {
  if (isEmptyValue(value)) return '';
  const text = textOf(type, value);
  return text === null || text.length > SHORT || text.includes('\n') ? null : text;
}

function textOf(type: GridColumn['type'], value: Json): string | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((item: Json) => plainText(item)).join(', ');
  if (typeof value === 'object') return null;
  if (type === 'date' && typeof value === 'string' && isDay(value)) return dayLabel(value, localToday()).text;
  const parts = type === 'datetime' && typeof value === 'string' ? timeParts(value) : null;
  return parts === null ? plainText(value) : `${dayLabel(parts.day, localToday()).text}, ${parts.time.slice(0, 5)}`;
}
