/** `notedb query`: rows of a table or a view as a table, CSV, JSON or Markdown. docs/command-line.md#query */

import type { Json, JsonObject } from '../../engine/index';
import { withReader } from '../command-client';
import type { CommandEnvironment } from '../command-environment';
import { ProgressBar } from '../terminal/progress-bar';
import { errorStyle, outputStyle } from '../terminal/terminal-style';
import { vaultFolderOf } from '../usage';
import { filterOf } from './query-condition';
import { type QueryFormat, type QueryOptions, readQueryOptions } from './query-options';
import { type QueryColumn, type ReadRow, describedColumns, readRows } from './query-rows';
import { rowsText } from './rows-text';

export async function runQuery(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const options = readQueryOptions(args);
  const format = options.format ?? (environment.isTerminal ? 'table' : 'json');
  return withReader(vaultFolderOf(options.vault), environment, async (client) => {
    const declared = await describedColumns(client, options.table);
    const query = await selectArguments(options, declared, environment);
    const bar = new ProgressBar('Reading', environment);
    const read = await readRows(client, { ...options, args: query }, (done, total) =>
      bar.show(done, total, 'rows'),
    ).finally(() => bar.end());
    const rows = chosenValues(options, read.rows);
    const style = outputStyle(environment);
    const shown = { columns: shownColumns(options, declared, rows), rows, width: environment.width, style };
    environment.print(rowsText(format, shown));
    tellBeside(rows.length, read.warnings, { format, environment });
    return 0;
  });
}

async function selectArguments(
  { table, columns, where, having, order, group, aggregates, timestamp, version }: QueryOptions,
  declared: readonly QueryColumn[],
  environment: CommandEnvironment,
): Promise<JsonObject> {
  const filter = await filterOf(where, declared, environment);
  const groups = await filterOf(having, [], environment);
  const given: Readonly<Record<string, Json | null>> = {
    ...{ table, columns, where: filter, having: groups, timestamp, version },
    order_by: order.length === 0 ? null : order,
    group_by: group.length === 0 ? null : group,
    aggregates: Object.keys(aggregates).length === 0 ? null : aggregates,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

/** An answer holds the path of each row, asked for or not. */
const chosenValues = ({ columns }: QueryOptions, rows: readonly ReadRow[]): readonly ReadRow[] =>
  columns === null ? rows : rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name] ?? null])));

/** The ones that were asked for; else those that the table declares; of groups those that the rows have. */
function shownColumns(
  { columns, group, aggregates }: QueryOptions,
  declared: readonly QueryColumn[],
  rows: readonly ReadRow[],
): readonly QueryColumn[] {
  const isGrouped = group.length > 0 || Object.keys(aggregates).length > 0;
  const names = isGrouped ? keysOf(rows) : (columns ?? declared.map(({ name }) => name));
  return names.map((name) => declared.find((each) => each.name === name) ?? guessedColumn(name, rows));
}

const keysOf = (rows: readonly ReadRow[]): readonly string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))];

function guessedColumn(name: string, rows: readonly ReadRow[]): QueryColumn {
  const value = rows.map((row) => row[name]).find((each) => each !== null && each !== undefined);
  const type =
    typeof value === 'number' ? 'number' : typeof value === 'object' && !Array.isArray(value) ? 'json' : 'string';
  return { name, label: name, type, itemType: 'string' };
}

function tellBeside(
  count: number,
  warnings: readonly string[],
  { format, environment }: { readonly format: QueryFormat; readonly environment: CommandEnvironment },
): void {
  const { dim } = errorStyle(environment);
  for (const warning of warnings) environment.printError(`notedb: warning: ${warning}\n`);
  if (format === 'table' && environment.isErrorTerminal) {
    environment.printError(dim(`${count} ${count === 1 ? 'row' : 'rows'}`) + '\n');
  }
}
