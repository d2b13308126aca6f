/** The value that a column's default means at a moment. Source: docs/operations.md#column-specs (default), D6 (date tokens). */

import { parseArgument } from './argument';
import type { ColumnSpec, ItemSpec, ValueSpec } from './column-spec';
import { calendarDayOf, datetimeAt, isDate, resolveDateToken, startOfDay } from './time/dates';
import { type Json, isList } from '../json';
import { itemSpec } from './validate';
import type { ValueProblem } from './value-problem';

/**
 * The value of a row that does not name the column: date tokens (`{today}`, `{now}`, also with an offset) are resolved
 * in date, date-time and string columns and in the items of a list; anything else is taken unchanged. A default that
 * does not fit is given as it is, so that the row is refused with the reason. Undefined without default.
 */
export function resolveDefault(spec: ColumnSpec, now: number, zone: string): Json | undefined {
  const value = withoutTokens(spec, now, zone);
  const { value: parsed, problems } = parseArgument(spec, value, { zone });
  return problems.length > 0 ? value : parsed;
}

/** Problems of the default of a column, for its definition. */
export function checkDefault(spec: ColumnSpec): readonly ValueProblem[] {
  return parseArgument(spec, withoutTokens(spec, 0, 'UTC'), { zone: 'UTC' }).problems;
}

function withoutTokens(spec: ColumnSpec, now: number, zone: string): Json | undefined {
  const value = spec.default;
  if (value === undefined) return undefined;
  const second = now - (now % 1000);
  if (spec.type !== 'list' || !isList(value)) return resolveToken(spec, value, second, zone);
  return value.map((item) => resolveToken(itemSpec(spec), item, second, zone));
}

function resolveToken({ type }: ValueSpec | ItemSpec, value: Json, now: number, zone: string): Json {
  if (typeof value !== 'string' || (type !== 'date' && type !== 'datetime' && type !== 'string')) return value;
  const text = resolveDateToken(value, now, zone);
  if (text === null) return value;
  if (type === 'date') return calendarDayOf(text, zone) ?? value;
  return type === 'datetime' && isDate(text) ? datetimeAt(startOfDay(text, zone), zone) : text;
}
