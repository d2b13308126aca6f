/** Decodes a value of a note by the type of its column. D16 (from notes). */

import { isFalseText, isNullText, isTrueText, plainToJson } from '../yaml/core-schema';
import type { RawValue } from '../yaml/raw-value';
import { rawToJson } from '../yaml/raw-json';
import type { ColumnSpec, ItemSpec } from './column-spec';
import { type Json, isEmpty } from '../json';
import { isOfType } from './valid-value';
import { checkType, itemSpec, placeOf } from './validate';
import type { ValueProblem } from './value-problem';

export interface DecodedValue {
  /** Undefined: empty. With a problem: the value as someone sees it who knows no columns. */
  readonly value: Json | undefined;
  /** Type, enum, or an integer out of range; bounds and step are judged by `checkValue`. */
  readonly problem: ValueProblem | null;
}

const EMPTY: DecodedValue = { value: undefined, problem: null };

/**
 * The value that a note's front matter holds for a column. Strings, enums and links are the source text of an unquoted
 * scalar (`007` stays `007`); numbers and booleans are only unquoted; date and date-time either way, and a date-time may
 * be a bare date (that day's start) or lack its offset; a scalar in a list column is a list of one; empty items do not
 * count. `table` is the name that a message shows. D16
 */
export function decodeValue(spec: ColumnSpec | ItemSpec, raw: RawValue, table = ''): DecodedValue {
  if (raw.kind === 'empty') return EMPTY;
  if (spec.type === 'list') return decodeList(spec, raw, table);
  const value = scalarOf(spec, raw);
  if (value === undefined || isEmpty(value)) return EMPTY;
  if (isOfType(spec, value)) return { value, problem: null };
  return { value: rawToJson(raw), problem: checkType(spec, value, placeOf(spec, table)) };
}

/** The value before it is judged: text where the type is one of text, JSON otherwise. */
function scalarOf(spec: ColumnSpec | ItemSpec, raw: RawValue): Json | undefined {
  if (raw.kind !== 'scalar') return rawToJson(raw);
  const { text, plain } = raw;
  if (plain && isNullText(text)) return undefined;
  switch (spec.type) {
    case 'integer':
    case 'number':
    case 'json':
      return plain ? plainToJson(text) : text;
    case 'boolean':
      return plain && isTrueText(text) ? true : plain && isFalseText(text) ? false : text;
    default:
      return text;
  }
}

function decodeList(spec: ColumnSpec | ItemSpec, raw: RawValue, table: string): DecodedValue {
  const items = itemSpec(spec);
  const values: Json[] = [];
  for (const each of itemsOf(raw)) {
    const value = scalarOf(items, each);
    if (value === undefined || isEmpty(value)) continue;
    values.push(value);
    if (isOfType(items, value)) continue;
    const place = { ...placeOf(spec, table), item: values.length };
    return { value: rawToJson(raw), problem: checkType(items, value, place) };
  }
  return values.length === 0 ? EMPTY : { value: values, problem: null };
}

/** The items that a list column takes from a value: a scalar is one. A list that is deeper may come as JSON. */
export function itemsOf(raw: RawValue): readonly RawValue[] {
  if (raw.kind === 'list') return raw.items;
  if (raw.kind !== 'json' || !Array.isArray(raw.value)) return [raw];
  return (raw.value as readonly Json[]).map((value): RawValue => ({ kind: 'json', value }));
}

/**
 * The same from front matter that a host has parsed already (YAML values as JSON). `read the note`: the answer hangs on
 * the source text, which is lost there: numbers and booleans in a column of text, integers beyond 2^53.
 */
export function decodeKnown(spec: ColumnSpec | ItemSpec, json: Json): DecodedValue | 'read the note' {
  const isList = spec.type === 'list';
  const scalar = isList ? itemSpec(spec) : spec;
  const values = (isList && Array.isArray(json) ? (json as readonly Json[]) : [json]).filter(
    (value) => !isEmpty(value),
  );
  if (values.length === 0) return EMPTY;
  if (values.some((value) => hidesSource(scalar, value))) return 'read the note';
  const wrong = values.findIndex((value) => !isOfType(scalar, value));
  if (wrong < 0) return { value: isList ? values : values[0], problem: null };
  const place = isList ? { ...placeOf(spec), item: wrong + 1 } : placeOf(spec);
  return { value: json, problem: checkType(scalar, values[wrong] as Json, place) };
}

function hidesSource({ type }: ColumnSpec | ItemSpec, value: Json): boolean {
  if (typeof value !== 'number' && typeof value !== 'boolean') return false;
  switch (type) {
    case 'string':
    case 'enum':
    case 'link':
      return true;
    case 'integer':
      return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
    default:
      return typeof value === 'number' && !Number.isFinite(value);
  }
}
