/** Fills the tokens of a rule's steps with the values of a row. docs/rules.md#values-of-the-row */

import { ROW_TOKENS, tokenIn } from '../catalog/references/rule-reads';
import { badRequest } from '../errors';
import { type Json, type JsonObject, isJsonObject, isList } from '../json';
import { datetimeAt, dayOf } from '../values/time/dates';

export const TIME_TOKEN = '$time';
const TOKENS = [...ROW_TOKENS, TIME_TOKEN];

/** The row that a run is about. */
export interface TokenRow {
  readonly id: string | null;
  /** Where it lies now, or lay last. */
  readonly path: string;
  readonly values: JsonObject;
  /** What changed in it, as an event has it. */
  readonly changes: JsonObject;
  readonly isNew: boolean;
  /** Milliseconds. */
  readonly time: number;
}

/** The columns of the table, with `id` and `path`. */
export interface TokenNames {
  has(name: string): boolean;
}

/** The steps without tokens. Throws `bad_request` for a column that the table does not have. */
export function filledSteps(
  steps: readonly JsonObject[],
  row: TokenRow,
  names: TokenNames,
  zone: string,
): readonly JsonObject[] {
  return steps.map((step) => mapTokens(step, (token, name) => valueOf(token, name, row, names, zone)) as JsonObject);
}

/** Each token passed through `replace`, wherever it is. */
export function mapTokens(value: Json, replace: (token: string, name: Json) => Json): Json {
  if (isList(value)) return value.map((item) => mapTokens(item, replace));
  const [token, name = null] = tokenIn(value, TOKENS) ?? [];
  if (token !== undefined) return replace(token, name);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTokens(inner, replace)]));
}

function valueOf(token: string, name: Json, row: TokenRow, names: TokenNames, zone: string): Json {
  checkToken(token, name, names);
  const column = typeof name === 'string' ? name : '';
  if (token === TIME_TOKEN) return column === 'date' ? dayOf(row.time, zone) : datetimeAt(row.time, zone);
  const change = row.changes[column];
  if (token === '$before' && isJsonObject(change)) return change['before'] ?? null;
  if (token === '$before' && row.isNew) return null;
  if (column === 'path') return row.path;
  return column === 'id' ? row.id : (row.values[column] ?? null);
}

/** Throws `bad_request` for a token that means nothing. */
export function checkToken(token: string, name: Json, names: TokenNames): void {
  if (token === TIME_TOKEN) {
    if (name === 'date' || name === 'datetime') return;
    throw badRequest(
      `{"${token}": ${JSON.stringify(name)}} means nothing`,
      'write {"$time": "date"} or {"$time": "datetime"}',
    );
  }
  if (typeof name === 'string' && names.has(name)) return;
  throw badRequest(
    `{"${token}": ${JSON.stringify(name)}}: the table has no such column`,
    'describe_table lists its columns',
  );
}
