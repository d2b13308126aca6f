/** The bytes of a Parquet file with the rows of a table, and its rows. docs/command-line.md#parquet */

import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Json, JsonObject } from '../../engine/index';
import type { QueryColumn, ReadRow } from '../query/query-rows';
import { parquetColumn } from './parquet-columns';

export interface ParquetTable {
  readonly columns: readonly QueryColumn[];
  readonly rows: readonly ReadRow[];
  /** IANA name: the one of the database. */
  readonly zone: string;
}

export interface WrittenParquet {
  readonly bytes: Uint8Array;
  /** Values that do not fit their column, by its name. The file leaves them out. */
  readonly misfits: ReadonlyMap<string, number>;
}

export function writeParquet({ columns, rows, zone }: ParquetTable, createdBy: string): WrittenParquet {
  const made = columns.map((column) => parquetColumn(column, rows, zone));
  const bytes = parquetWriteBuffer({
    columnData: made.map(({ name, data }) => ({ name, data: [...data] })),
    schema: [{ name: 'root', num_children: made.length }, ...made.flatMap(({ schema }) => schema)],
    createdBy,
  });
  const misfits = made.flatMap(({ name, misfits: count }) => (count === 0 ? [] : [[name, count] as const]));
  return { bytes: new Uint8Array(bytes), misfits: new Map(misfits) };
}

/** Rows as an import takes them. Throws Error for bytes of another kind. */
export async function readParquet(bytes: Uint8Array): Promise<readonly JsonObject[]> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const days = dayColumns(file);
  const rows: readonly Readonly<Record<string, unknown>>[] = await parquetReadObjects({ file });
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, jsonOf(value, days.has(name))])),
  );
}

/** A day and a moment are both a `Date` once they are read. */
function dayColumns(file: ArrayBuffer): ReadonlySet<string> {
  const { schema } = parquetMetadata(file);
  return new Set(schema.filter((each) => each.converted_type === 'DATE').map(({ name }) => name));
}

function jsonOf(value: unknown, isDay: boolean): Json {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return isDay ? value.toISOString().slice(0, 10) : value.toISOString();
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    return Array.from(value as ArrayLike<unknown>, (item) => jsonOf(item, isDay));
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, jsonOf(item, isDay)]));
}
