/** A value of NoteDB as the target takes it. Hand edits leave values that are not of their column's type. docs/mirror.md#values-of-another-type */

import type { Json } from '../engine/index';
import { daysInMonth } from '../kernel/calendar';
import type { ColumnKind } from './table-shape';

export type Cell = { readonly value: Json } | { readonly invalid: Json };

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATETIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?)?$/;

export function cellOf(kind: ColumnKind, value: Json | undefined): Cell {
  const given = value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? null : value;
  if (given === null) return { value: null };
  const clean = cleanJson(given);
  return isOfKind(kind, clean) ? { value: clean } : { invalid: clean };
}

function isOfKind(kind: ColumnKind, value: Json): boolean {
  switch (kind) {
    case 'text':
    case 'link':
      return typeof value === 'string';
    case 'integer':
      return Number.isSafeInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return typeof value === 'string' && isDate(value);
    case 'datetime': {
      const day = typeof value === 'string' ? DATETIME.exec(value)?.[1] : undefined;
      return day !== undefined && isDate(day);
    }
    case 'texts':
    case 'links':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'json':
      return true;
  }
}

/** A day of the calendar after Christ: PostgreSQL has no year 0. */
function isDate(text: string): boolean {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || year === 0) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

// eslint-disable-next-line no-control-regex -- it is the one that PostgreSQL can't hold
const UNSAYABLE = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** PostgreSQL holds neither the character 0 nor half of a pair. */
const cleanText = (text: string): string => text.replace(UNSAYABLE, '\uFFFD');

/** The same for every text in it. */
export function cleanJson(value: Json): Json {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => cleanJson(item));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [cleanText(key), cleanJson(item)]));
}
