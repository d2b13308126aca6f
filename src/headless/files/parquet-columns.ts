/** The columns of a table as columns of a Parquet file. docs/command-line.md#parquet */

import type { SchemaElement } from 'hyparquet';
import type { Json } from '../../engine/index';
import type { TextType } from '../../kernel/read-text';
import { MS_A_DAY } from '../../kernel/calendar';
import { instantAt } from '../../server/feeds/zone-lines';
import type { QueryColumn, ReadRow } from '../query/query-rows';

/** A value of the file. Undefined: the value does not fit the type of its column. */
type FileValue = bigint | Date | Json | undefined;

export interface ParquetColumn {
  readonly name: string;
  readonly schema: readonly SchemaElement[];
  readonly data: readonly FileValue[];
  /** Values that do not fit. The file has none in their place. */
  readonly misfits: number;
}

export function parquetColumn(column: QueryColumn, rows: readonly ReadRow[], zone: string): ParquetColumn {
  const { name, type, itemType } = column;
  const isLinks = type === 'list' && itemType === 'link';
  const read = isLinks ? linksOf : readerOf(type, zone);
  let misfits = 0;
  const data = rows.map((row) => {
    const value = row[name];
    if (value === undefined || value === null) return null;
    const found = read(value);
    if (found === undefined) misfits += 1;
    return found ?? null;
  });
  return { name, schema: isLinks ? linksElements(name) : [elementOf(name, type)], data, misfits };
}

const linksOf = (value: Json): readonly string[] | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;

function elementOf(name: string, type: TextType): SchemaElement {
  const common = { name, repetition_type: 'OPTIONAL' } as const;
  switch (type) {
    case 'integer':
      return { ...common, type: 'INT64' };
    case 'number':
      return { ...common, type: 'DOUBLE' };
    case 'boolean':
      return { ...common, type: 'BOOLEAN' };
    case 'date':
      return { ...common, type: 'INT32', converted_type: 'DATE' };
    case 'datetime':
      return { ...common, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', logical_type: UTC_MOMENT };
    case 'list':
    case 'json':
      return { ...common, type: 'BYTE_ARRAY', converted_type: 'JSON' };
    case 'string':
    case 'enum':
    case 'link':
      return { ...common, type: 'BYTE_ARRAY', converted_type: 'UTF8' };
  }
}

/** Without it, DuckDB reads a time without a zone. */
const UTC_MOMENT = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } as const;

const linksElements = (name: string): readonly SchemaElement[] => [
  { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  { name: 'element', repetition_type: 'OPTIONAL', type: 'BYTE_ARRAY', converted_type: 'UTF8' },
];

function readerOf(type: TextType, zone: string): (value: Json) => FileValue {
  switch (type) {
    case 'integer':
      return (value) => (Number.isSafeInteger(value) ? BigInt(value as number) : undefined);
    case 'number':
      return (value) => (typeof value === 'number' ? value : undefined);
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : undefined);
    case 'date':
      return (value) => dateOf(value);
    case 'datetime':
      return (value) => momentOf(value, zone);
    case 'list':
    case 'json':
      return (value) => value;
    case 'string':
    case 'enum':
    case 'link':
      return (value) => (typeof value === 'string' ? value : undefined);
  }
}

function dateOf(value: Json): Date | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  return validDate(new Date(`${value}T00:00:00Z`));
}

const WALL = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(\.\d+)?)?$/;

/** A date-time without an offset is a time of the zone of the database. */
function momentOf(value: Json, zone: string): Date | undefined {
  if (typeof value !== 'string') return undefined;
  const [, day, hour = '', minute = '', second = '0', fraction = '0'] = WALL.exec(value) ?? [];
  if (day === undefined) return validDate(new Date(value));
  const date = dateOf(day);
  if (date === undefined) return undefined;
  const time = (Number(hour) * 60 + Number(minute)) * 60_000 + Number(second) * 1000;
  if (time >= MS_A_DAY) return undefined;
  return new Date(instantAt(date.getTime() + time, zone) + Math.floor(Number(fraction) * 1000));
}

const validDate = (date: Date): Date | undefined => (Number.isNaN(date.getTime()) ? undefined : date);
