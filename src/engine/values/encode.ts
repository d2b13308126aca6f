/** How a typed value is written into a note, so that it is read back as the same value. spec: D2 (writing a note). */

import { type Raw, RAW_EMPTY, rawList, rawPlain, rawString } from '../yaml/raw';
import type { ColumnSpec, ItemSpec } from './column';
import { isDate, isDatetime } from './dates';
import { type Json, isEmpty, isJsonObject } from './json';
import { itemSpec } from './validate';

/**
 * Numbers, booleans, dates and date-times stand plain; text is quoted by the writer where YAML would take it for
 * something else; a list is a sequence, also of one. A value that is not of its type is written as what it is.
 */
export function encodeValue(spec: ColumnSpec | ItemSpec, value: Json | undefined): Raw {
  if (value === undefined || isEmpty(value)) return RAW_EMPTY;
  if (spec.type !== 'list' || !Array.isArray(value)) return encodeScalar(spec, value);
  const items = itemSpec(spec);
  return rawList((value as readonly Json[]).map((item) => encodeScalar(items, item)));
}

function encodeScalar({ type }: ColumnSpec | ItemSpec, value: Json): Raw {
  const isTime = type === 'date' || type === 'datetime';
  if (isTime && typeof value === 'string' && (isDate(value) || isDatetime(value))) return rawPlain(value);
  return encodeJson(value);
}

/** Any JSON, as it is written where no column gives it a type. */
export function encodeJson(value: Json): Raw {
  if (value === null) return RAW_EMPTY;
  if (typeof value === 'string') return rawString(value);
  if (typeof value === 'number' || typeof value === 'boolean') return rawPlain(String(value));
  return isJsonObject(value) ? { kind: 'json', value } : rawList(value.map(encodeItem));
}

/** As it is read: what lies deeper than a list is JSON. */
const encodeItem = (item: Json): Raw =>
  typeof item === 'object' && item !== null ? { kind: 'json', value: item } : encodeJson(item);
