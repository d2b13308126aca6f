/** A filter read word by word as D6 and D16 have it, on one plain row. Shares nothing with the engine's compiler but the primitives of values. */

import { parseLinkValue } from '../../src/engine/note/link-syntax';
import type { ColumnSpec } from '../../src/engine/values/column';
import { compareText, foldText } from '../../src/engine/values/compare';
import {
  calendarDayOf,
  datetimeInstant,
  isDate,
  isDatetime,
  nextDay,
  resolveDateToken,
  startOfDay,
} from '../../src/engine/values/dates';
import { type Json, type JsonObject, isEmpty, isJsonObject, jsonEqual } from '../../src/engine/values/json';

export interface OracleRow {
  readonly path: string;
  readonly values: Readonly<Record<string, Json>>;
}

export interface OracleContext {
  readonly now: number;
  readonly zone: string;
  readonly columns: readonly ColumnSpec[];
  /** The file that a link text means; null for none. */
  readonly target: (text: string) => string | null;
}

export const naiveWhere = (where: JsonObject, row: OracleRow, context: OracleContext): boolean =>
  holds(where, row, context, false);

/** `denied`: under an odd number of `not`. An unknown condition holds neither way. */
function holds(where: JsonObject, row: OracleRow, context: OracleContext, denied: boolean): boolean {
  return both(
    Object.entries(where).map(([key, value]) => {
      if (key === 'not') return holds(value as JsonObject, row, context, !denied);
      if (key === 'and' || key === 'or') {
        const parts = (value as JsonObject[]).map((part) => holds(part, row, context, denied));
        return key === 'and' ? both(parts, denied) : both(parts, !denied);
      }
      const operators = isJsonObject(value) ? Object.entries(value) : [['eq', value] as const];
      const spec = context.columns.find(({ name }) => name === key) ?? null;
      const stored = key === 'path' ? row.path : row.values[key];
      return both(
        operators.map(([operator, operand]) => {
          const is = condition(
            spec ?? (key === 'path' ? { name: 'path', type: 'string' } : null),
            operator,
            operand,
            stored,
            context,
          );
          return is !== null && is !== denied;
        }),
        denied,
      );
    }),
    denied,
  );
}

const both = (parts: readonly boolean[], denied: boolean): boolean =>
  denied ? parts.some(Boolean) : parts.every(Boolean);

/** Null: unknown. */
function condition(
  spec: ColumnSpec | null,
  operator: string,
  given: Json,
  stored: Json | undefined,
  context: OracleContext,
): boolean | null {
  if (operator === 'exists') return isEmpty(stored) !== given;
  if ([given].flat().some((each) => typeof each === 'string' && /^[{<]this\./.test(each))) return null;
  if (given === null) return (operator === 'eq') === isEmpty(stored);
  const operand = tokens(given, context);
  switch (operator) {
    case 'eq':
      return !isEmpty(stored) && equals(spec, stored as Json, operand, context);
    case 'ne':
      return isEmpty(stored) || !equals(spec, stored as Json, operand, context);
    case 'in':
      return !isEmpty(stored) && (operand as Json[]).some((each) => equals(spec, stored as Json, each, context));
    case 'contains':
    case 'icontains':
      return !isEmpty(stored) && contains(spec, stored as Json, operand, operator === 'icontains', context);
    default:
      return !isEmpty(stored) && inOrder(spec, operator, stored as Json, operand, context);
  }
}

const tokens = (value: Json, { now, zone }: OracleContext): Json =>
  Array.isArray(value)
    ? (value as Json[]).map((each) => (typeof each === 'string' ? (resolveDateToken(each, now, zone) ?? each) : each))
    : typeof value === 'string'
      ? (resolveDateToken(value, now, zone) ?? value)
      : value;

const itemOf = (spec: ColumnSpec): ColumnSpec => ({ name: spec.name, ...(spec.items ?? { type: 'string' }) });

function equals(spec: ColumnSpec | null, stored: Json, operand: Json, context: OracleContext): boolean {
  const { zone } = context;
  switch (spec?.type) {
    case undefined:
    case 'json':
      return jsonEqual(stored, operand);
    case 'list': {
      const items = operand as Json[];
      if (!Array.isArray(stored) || items.length === 0 || stored.length !== items.length) return false;
      return (stored as Json[]).every((each, i) => equals(itemOf(spec), each, items[i] as Json, context));
    }
    case 'link':
      return typeof stored === 'string' && linkKey(stored, context) === linkKey(operand as string, context);
    case 'date':
      return typeof stored === 'string' && isDate(stored) && stored === dayOf(operand as string, zone);
    case 'datetime': {
      const instant = instantOf(stored, zone);
      const [from, to] = span(operand as string, zone);
      return instant !== null && instant >= from && instant <= to;
    }
    default:
      return stored === operand;
  }
}

/** A link to nothing is compared by its path. */
const linkKey = (text: string, { target }: OracleContext): string =>
  target(text) ?? `?${(parseLinkValue(text)?.linkpath ?? text).toLowerCase()}`;

const dayOf = (text: string, zone: string): string => (isDate(text) ? text : (calendarDayOf(text, zone) ?? ''));

const instantOf = (value: Json, zone: string): number | null =>
  typeof value === 'string' && (isDate(value) || isDatetime(value)) ? datetimeInstant(value, zone) : null;

/** The first and the last millisecond that a date or a date-time means. */
function span(text: string, zone: string): readonly [number, number] {
  if (isDate(text)) return [startOfDay(text, zone), startOfDay(nextDay(text), zone) - 1];
  const instant = datetimeInstant(text, zone);
  return [instant, instant];
}

function contains(
  spec: ColumnSpec | null,
  stored: Json,
  operand: Json,
  folded: boolean,
  context: OracleContext,
): boolean {
  const inText = (text: Json): boolean =>
    typeof text === 'string' &&
    (folded ? foldText(text).includes(foldText(operand as string)) : text.includes(operand as string));
  const isLoose = spec === null || spec.type === 'json';
  if (Array.isArray(stored) && (isLoose || spec.type === 'list')) {
    const item = isLoose ? null : itemOf(spec);
    return (stored as Json[]).some((each) => (folded ? inText(each) : equals(item, each, operand, context)));
  }
  return spec?.type !== 'list' && typeof operand === 'string' && inText(stored);
}

function inOrder(
  spec: ColumnSpec | null,
  operator: string,
  stored: Json,
  operand: Json,
  { zone }: OracleContext,
): boolean {
  const order = orderOf(spec, operator, stored, operand, zone);
  if (order === null) return false;
  return { gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[operator as 'gt'];
}

/** Null: they can't be compared. */
function orderOf(spec: ColumnSpec | null, operator: string, stored: Json, operand: Json, zone: string): number | null {
  if (spec?.type === 'datetime') {
    const instant = instantOf(stored, zone);
    // A whole day is its start for gte and lt, its end for gt and lte.
    const [from, to] = span(operand as string, zone);
    return instant === null ? null : instant - (operator === 'gt' || operator === 'lte' ? to : from);
  }
  if (spec?.type === 'date') {
    return typeof stored === 'string' && isDate(stored) ? compareText(stored, dayOf(operand as string, zone)) : null;
  }
  if (typeof stored !== typeof operand) return null;
  if (typeof stored === 'number') return stored - (operand as number);
  return typeof stored === 'string' ? compareText(stored, operand as string) : null;
}
