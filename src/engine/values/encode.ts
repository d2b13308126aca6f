/** Encodes a typed value for a note, so that reading gives the same value. D2 (writing a note). */

import { type RawValue, RAW_EMPTY, rawList, rawPlain, rawString } from '../yaml/raw-value';
import type { ColumnSpec, ItemSpec } from './column-spec';
import { isDate, isDatetime } from './time/dates';
import { type Json, isEmpty, isJsonObject, isList } from '../json';
import { itemSpec } from './validate';

/**
 * Numbers, booleans, dates and date-times are plain; text is quoted by the writer where YAML would take it for
 * something else; a list is a sequence, also of one. A value that is not of its type is written as what it is.
 */
export function encodeValue(spec: ColumnSpec | ItemSpec, value: Json | undefined): RawValue {
  if (value === undefined || isEmpty(value)) return RAW_EMPTY;
  if (spec.type !== 'list' || !isList(value)) return encodeScalar(spec, value);
  const items = itemSpec(spec);
  return rawList(value.map((item) => encodeScalar(items, item)));
}

function encodeScalar({ type }: ColumnSpec | ItemSpec, value: Json): RawValue {
  const isTime = type === 'date' || type === 'datetime';
  if (isTime && typeof value === 'string' && (isDate(value) || isDatetime(value))) return rawPlain(value);
  return encodeJson(value);
}

/** Any JSON, as it is written where no column gives it a type. */
export function encodeJson(value: Json): RawValue {
  if (value === null) return RAW_EMPTY;
  if (typeof value === 'string') return rawString(value);
  if (typeof value === 'number' || typeof value === 'boolean') return rawPlain(String(value));
  return isJsonObject(value) ? { kind: 'json', value } : rawList(value.map(encodeItem));
}

/** As it is read: what lies deeper than a list is JSON. */
const encodeItem = (item: Json): RawValue =>
  typeof item === 'object' && item !== null ? { kind: 'json', value: item } : encodeJson(item);
