/** A filter read word by word as D6 and D16 have it, on one plain row. Shares nothing with the engine's compiler but the primitives of values. */

import { parseLinkValue } from '../../src/engine/note/links/link-syntax';
import type { ColumnSpec, ValueSpec } from '../../src/engine/values/column-spec';
import { foldText } from '../../src/kernel/fold-text';
import { compareText } from '../../src/engine/values/compare';
import {
  calendarDayOf,
  datetimeInstant,
  isDate,
  isDatetime,
  nextDay,
  resolveDateToken,
  startOfDay,
} from '../../src/engine/values/time/dates';
import { type Json, type JsonObject, isEmpty, isJsonObject, jsonEqual } from '../../src/engine/json';

export interface OracleRow {
  readonly path: string;
  readonly values: Readonly<Record<string, Json>>;
}

/** What a key of a filter means in a row. */
export interface Compared {
  /** Null: any type. */
  readonly spec: ColumnSpec | null;
  /** One value, or those of the rows behind links, each in its note: one that passes all is enough. */
  readonly found: readonly Found[];
}

export interface Found {
  readonly value: Json | undefined;
  /** The note that holds it; null for the empty value of a link that leads nowhere. */
  readonly at: string | null;
}

export interface OracleContext {
  readonly now: number;
  readonly zone: string;
  readonly read: (key: string, row: OracleRow) => Compared;
  /** The file that a link text means in a note; null for none. */
  readonly target: (text: string, source: string) => string | null;
  /** What a token of the note means to an operator on values of a type; undefined: nothing. */
  readonly thisToken?: (token: string, operator: string, spec: ColumnSpec | null) => Json | undefined;
  /** Whether the note lies at or below the top, in the tree that a column of this type leads into. */
  readonly isWithin?: (spec: ValueSpec, path: string, top: string) => boolean;
  /** Whether the note is a row of the tree itself, and not of another table that it is united with. */
  readonly isInTree?: (spec: ValueSpec, path: string) => boolean;
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
      const { pairs, rest } = apart(value);
      const parts = pairs.map(([operator, column]) => {
        const [left, right] = [context.read(key, row), context.read(column, row)];
        return compared(operator, left, right, context) !== denied;
      });
      if (rest !== undefined) parts.push(leaf(context.read(key, row), rest, context, denied));
      return both(parts, denied);
    }),
    denied,
  );
}

/** Comparisons with another column, and the conditions with a value. */
function apart(value: Json): {
  readonly pairs: readonly (readonly [string, string])[];
  readonly rest: Json | undefined;
} {
  const columnIn = (operand: Json): Json | undefined => (isJsonObject(operand) ? operand['column'] : undefined);
  if (!isJsonObject(value)) return { pairs: [], rest: value };
  const entries = Object.entries(value);
  const pairs = entries.flatMap(([operator, operand]) => {
    const column = columnIn(operand);
    return typeof column === 'string' ? [[operator, column] as const] : [];
  });
  const rest = entries.filter(([, operand]) => typeof columnIn(operand) !== 'string');
  return { pairs, rest: pairs.length > 0 && rest.length === 0 ? undefined : Object.fromEntries(rest) };
}

/** Of two columns of the row itself. A missing value makes it false, and `ne` true. */
function compared(operator: string, left: Compared, right: Compared, context: OracleContext): boolean {
  if (operator === 'ne') return !compared('eq', left, right, context);
  const [one, other] = [left.found[0], right.found[0]];
  if (one === undefined || other === undefined || isEmpty(one.value) || isEmpty(other.value)) return false;
  const [a, b] = [one.value as Json, other.value as Json];
  const [at, there] = [one.at ?? '', other.at ?? ''];
  const isLoose = [left, right].some(({ spec }) => spec === null || spec.type === 'json');
  const types = [left.spec?.type, right.spec?.type];
  const link = (text: Json, source: string): Json => (typeof text === 'string' ? linkKey(text, source, context) : text);
  const areLinks = left.spec?.type === 'list' && left.spec.items?.type === 'link';
  const form = (value: Json): Json | null => {
    if (isLoose) return value;
    if (types.includes('datetime')) {
      if (types.includes('date')) return typeof value === 'string' ? calendarDayOf(value, context.zone) : null;
      return instantOf(value, context.zone);
    }
    if (types.includes('integer') || types.includes('number')) return typeof value === 'number' ? value : null;
    return typeof value === 'string' ? value : null;
  };
  const items = (list: Json, source: string): readonly (Json | null)[] =>
    Array.isArray(list) ? (list as Json[]).map((each) => (areLinks ? link(each, source) : form(each))) : [];
  switch (operator) {
    case 'eq':
      if (types.includes('link')) {
        return typeof a === 'string' && typeof b === 'string' && link(a, at) === link(b, there);
      }
      if (types.includes('list')) {
        const isBoth = Array.isArray(a) && Array.isArray(b);
        return isBoth && jsonEqual(items(a, at).filter(isPresent), items(b, there).filter(isPresent));
      }
      return form(a) !== null && form(b) !== null && jsonEqual(form(a), form(b));
    case 'in':
      return form(a) !== null && items(b, there).some((each) => each === form(a));
    case 'contains':
    case 'icontains':
    case 'starts_with':
    case 'ends_with': {
      if (left.spec?.type === 'list') return form(b) !== null && items(a, at).some((each) => each === form(b));
      if (typeof a !== 'string' || typeof b !== 'string') return false;
      const [text, part] = operator === 'icontains' ? [foldText(a), foldText(b)] : [a, b];
      if (operator === 'starts_with') return text.startsWith(part);
      return operator === 'ends_with' ? text.endsWith(part) : text.includes(part);
    }
    default: {
      const [x, y] = [form(a), form(b)];
      if (typeof x !== typeof y || x === null) return false;
      const order =
        typeof x === 'number' ? x - (y as number) : typeof x === 'string' ? compareText(x, y as string) : Number.NaN;
      return { gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[operator as 'gt'];
    }
  }
}

const isPresent = (value: Json | null): value is Json => value !== null;

function leaf({ spec, found }: Compared, value: Json, context: OracleContext, denied: boolean): boolean {
  const given = isJsonObject(value) ? Object.entries(value) : [['eq', value] as const];
  const operators = given.flatMap(([operator, operand]): (readonly [string, Json])[] => {
    if (operator !== 'between') return [[operator, operand]];
    const [from, to] = operand as readonly [Json, Json];
    return [
      ['gte', from],
      ['lte', to],
    ];
  });
  const filled = operators.map(([operator, operand]) => [operator, fill(spec, operator, operand, context)] as const);
  const known = filled.filter(([, operand]) => operand !== UNKNOWN) as (readonly [string, Json])[];
  if (known.length < filled.length && (!denied || known.length === 0)) return false;
  const passes = (each: Found): boolean =>
    known.every(([operator, operand]) => condition(spec, operator, operand, each, context));
  return found.some(passes) !== denied;
}

const both = (parts: readonly boolean[], denied: boolean): boolean =>
  denied ? parts.some(Boolean) : parts.every(Boolean);

const UNKNOWN = Symbol('unknown');

/** The operand with what its tokens mean. `in` takes each item of a list that a token means. */
function fill(spec: ColumnSpec | null, operator: string, given: Json, context: OracleContext): Json | typeof UNKNOWN {
  if (Array.isArray(given)) {
    const items: Json[] = [];
    for (const each of given as readonly Json[]) {
      const isList = operator === 'in' && spec?.type === 'list' && Array.isArray(each);
      const of = isList ? 'eq' : `${operator} item`;
      const item = isList || typeof each === 'string' ? fill(spec, of, each, context) : each;
      if (item === UNKNOWN) return UNKNOWN;
      if (item !== each && operator === 'in' && spec?.type !== 'list' && Array.isArray(item))
        items.push(...(item as Json[]));
      else items.push(item);
    }
    return items;
  }
  if (typeof given !== 'string') return given;
  if (!/^[{<]this\./.test(given)) return resolveDateToken(given, context.now, context.zone) ?? given;
  return context.thisToken?.(given, operator, spec) ?? UNKNOWN;
}

function condition(
  spec: ColumnSpec | null,
  operator: string,
  operand: Json,
  found: Found,
  context: OracleContext,
): boolean {
  const { value, at } = found;
  if (operator === 'exists') return isEmpty(value) !== operand;
  if (operator === 'empty') return isEmpty(value) === operand;
  if (operator === 'length') return length(value, operand);
  if (operand === null) return (operator === 'eq') === isEmpty(value);
  if (operator === 'within') return within(spec as ColumnSpec, operand as string, found, context);
  if (isEmpty(value) || at === null) return operator === 'ne';
  const stored = { value: value as Json, at };
  switch (operator) {
    case 'eq':
      return equals(spec, stored, operand, context);
    case 'ne':
      return !equals(spec, stored, operand, context);
    case 'in':
      return [operand as Json | Json[]].flat().some((each) => equals(spec, stored, each, context));
    case 'contains':
    case 'icontains':
      return contains(spec, stored, operand, operator === 'icontains', context);
    case 'starts_with':
    case 'ends_with': {
      const wanted = operand as string;
      return [value as Json | Json[]]
        .flat()
        .some(
          (each) =>
            typeof each === 'string' &&
            each !== '' &&
            (operator === 'starts_with' ? each.startsWith(wanted) : each.endsWith(wanted)),
        );
    }
    default:
      return inOrder(spec, operator, value as Json, operand, context);
  }
}

function length(value: Json | undefined, operand: Json): boolean {
  if (!isEmpty(value) && typeof value !== 'string' && !Array.isArray(value)) return false;
  const count = isEmpty(value) ? 0 : typeof value === 'string' ? Array.from(value).length : (value as Json[]).length;
  const wanted = (isJsonObject(operand) ? operand : { eq: operand }) as Record<string, number>;
  return Object.entries(wanted).every(
    ([operator, than]) =>
      ({ eq: count === than, ne: count !== than, gt: count > than, lt: count < than })[operator as 'eq'],
  );
}

/** Of the column that is the hierarchy a row itself is within, also a root. D16 */
function within(spec: ColumnSpec, operand: string, { value, at }: Found, context: OracleContext): boolean {
  const top = context.target(operand, '');
  if (top === null || at === null) return false;
  if (spec.hierarchy === true && at === top && context.isInTree?.(spec, at) !== false) return true;
  const item = spec.type === 'list' ? itemOf(spec) : spec;
  return [value].flat().some((link) => {
    const path = typeof link === 'string' && link !== '' ? context.target(link, at) : null;
    return path !== null && context.isWithin?.(item, path, top) === true;
  });
}

interface Stored {
  readonly value: Json;
  readonly at: string;
}

const itemOf = (spec: ColumnSpec): ColumnSpec => ({ name: spec.name, ...(spec.items ?? { type: 'string' }) });

function equals(
  spec: ColumnSpec | null,
  { value: stored, at }: Stored,
  operand: Json,
  context: OracleContext,
): boolean {
  const { zone } = context;
  switch (spec?.type) {
    case undefined:
    case 'json':
      return jsonEqual(stored, operand);
    case 'list': {
      const items = operand as Json[];
      if (!Array.isArray(stored) || items.length === 0 || stored.length !== items.length) return false;
      return (stored as Json[]).every((value, i) => equals(itemOf(spec), { value, at }, items[i] as Json, context));
    }
    case 'link':
      return typeof stored === 'string' && linkKey(stored, at, context) === linkKey(operand as string, '', context);
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
export const linkKey = (text: string, source: string, { target }: Pick<OracleContext, 'target'>): string =>
  target(text, source) ?? `?${(parseLinkValue(text)?.linkpath ?? text).toLowerCase()}`;

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
  { value: stored, at }: Stored,
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
    return (stored as Json[]).some((each) =>
      folded ? inText(each) : equals(item, { value: each, at }, operand, context),
    );
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
  if (spec?.type === 'enum') {
    const place = (value: Json): number => (spec.values ?? []).indexOf(value as string);
    return place(stored) < 0 ? null : place(stored) - place(operand);
  }
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
