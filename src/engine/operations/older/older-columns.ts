/** Columns of files under their older names, in filters and stored queries. Source: docs/older-interface.md#columns; D3 */

import { type Json, type JsonObject, isJsonObject } from '../../json';
import { OLDER_FILE_COLUMNS } from '../../query/where/subject';

const COMBINING = new Set(['and', 'or', 'not']);

/** `file_backlinks`, `project.file_backlinks`, `-file_backlinks`, `max:file_backlinks`. */
function newerName(text: string): string {
  const [, before = '', name = ''] = /^(.*?)([^.:-]*)$/s.exec(text) ?? [];
  return before + (OLDER_FILE_COLUMNS.get(name) ?? name);
}

/** Other values than text stay as they are: the operation refuses them. */
const newerNames = (value: Json): Json => {
  if (typeof value === 'string') return newerName(value);
  return Array.isArray(value) ? value.map(newerNames) : value;
};

function mapEntries(value: Json, map: (key: string, inner: Json) => readonly [string, Json]): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => map(key, inner)));
}

/** Values of a filter stay as they are. */
function newerFilter(where: Json): Json {
  if (Array.isArray(where)) return where.map(newerFilter);
  return mapEntries(where, (key, inner) => (COMBINING.has(key) ? [key, newerFilter(inner)] : [newerName(key), inner]));
}

const newerKeys = (value: Json): Json => mapEntries(value, (key, inner) => [newerName(key), inner]);

const QUERY_PARTS: Readonly<Record<string, (value: Json) => Json>> = {
  where: newerFilter,
  columns: newerNames,
  order_by: newerNames,
  group_by: newerNames,
  having: newerFilter,
  order_rows_by: newerNames,
  aggregates: (value) => mapEntries(value, (name, expression) => [name, newerNames(expression)]),
  join: newerQuery,
  on: (value) => mapEntries(value, (left, right) => [newerName(left), newerNames(right)]),
  union: (value) => (Array.isArray(value) ? value.map(newerQuery) : value),
};

/** Of select_rows, of a join in it, or of a part of a union. */
function newerQuery(query: Json): Json {
  return mapEntries(query, (key, value) => {
    const part = Object.hasOwn(QUERY_PARTS, key) ? QUERY_PARTS[key] : undefined;
    return [key, part === undefined ? value : part(value)];
  });
}

/** Arguments of any operation of the older interface that name columns. */
const RESPELLED: Readonly<Record<string, (value: Json) => Json>> = {
  where: newerFilter,
  check: newerFilter,
  query: newerQuery,
  labels: newerKeys,
};

/** `args` with the newer names of columns. */
export const newerColumns = (args: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const respell = Object.hasOwn(RESPELLED, name) ? RESPELLED[name] : undefined;
      return [name, respell === undefined ? value : respell(value)];
    }),
  );
