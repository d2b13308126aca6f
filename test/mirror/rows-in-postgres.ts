/** The rows of a mirrored vault as PostgreSQL holds them, in the form of select_rows. */

import type { Client } from 'pg';
import type { Json } from '../../src/engine/index';
import type { ColumnShape, TableShape } from '../../src/mirror/table-shape';
import type { MirroredRows } from './compare-mirror';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export async function rowsInPostgres(client: Client, schema: string): Promise<MirroredRows> {
  const found: Record<string, unknown> = {};
  const { rows: tables } = await client.query<{ shape: string }>(
    `select shape from ${quoted(schema)}._tables order by position`,
  );
  for (const { shape } of tables)
    Object.assign(found, await rowsOfTable(client, schema, JSON.parse(shape) as TableShape));
  return found;
}

async function rowsOfTable(
  client: Client,
  schema: string,
  { qualified, name, columns }: TableShape,
): Promise<MirroredRows> {
  const found: Record<string, { id: unknown; values: Record<string, unknown>; targets: Record<string, unknown> }> = {};
  const { rows } = await client.query<Record<string, unknown>>(`select * from ${quoted(schema)}.${quoted(name)}`);
  for (const row of rows) {
    const values: Record<string, unknown> = { ...(row['_invalid'] as object | null) };
    const targets: Record<string, unknown> = {};
    for (const column of columns) {
      const value = column.kind === 'links' ? null : valueOf(column, row[column.name]);
      if (value !== null) values[column.column] = value;
      if (column.kind === 'link' && value !== null) targets[column.column] = row[column.idName ?? ''];
    }
    found[`${qualified} ${row['path'] as string}`] = { id: row['id'], values, targets };
  }
  for (const column of columns.filter(({ kind }) => kind === 'links')) {
    const links = `select path, value, target_id from ${quoted(schema)}.${quoted(column.name)} order by path, position`;
    for (const { path, value, target_id: id } of (
      await client.query<{ path: string; value: string; target_id: string | null }>(links)
    ).rows) {
      const row = found[`${qualified} ${path}`];
      if (row === undefined) throw new Error(`${path} has links and is not there`);
      row.values[column.column] = [...((row.values[column.column] as string[] | undefined) ?? []), value];
      row.targets[column.column] = [...((row.targets[column.column] as (string | null)[] | undefined) ?? []), id];
    }
  }
  return { [qualified]: 'is there', ...found };
}

function valueOf({ kind }: ColumnShape, value: unknown): Json | Date {
  if (value === null || value === undefined) return null;
  if (kind === 'integer') return Number(value);
  // The driver makes a Date of a day, at midnight here.
  if (kind === 'date') {
    const day = value as Date;
    return [String(day.getFullYear()).padStart(4, '0'), day.getMonth() + 1, day.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
  }
  return value as Json | Date;
}

/** Times without an offset, of a vault in UTC, as the driver gives them. */
export function asInstants(rows: MirroredRows): MirroredRows {
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(Z|[+-]\d\d:\d\d)?$/;
  const changed = (value: unknown): unknown => {
    if (typeof value === 'string' && instant.test(value))
      return new Date(instant.exec(value)?.[1] === undefined ? `${value}Z` : value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, changed(item)]));
  };
  return changed(rows) as MirroredRows;
}
