/** The value that a refused one was probably meant to be, by the value and its column alone. Source: docs/http.md#fix */

import { foldText } from '../../kernel/fold-text';
import { readTruth } from '../../kernel/read-text';
import type { ColumnSpec, ValueSpec } from './column-spec';
import { type Json, isEmpty, isList } from '../json';
import { isValidValue } from './valid-value';

/** UTF-16 units of a text that is looked at. */
const LONGEST = 200;

/** Undefined: none is certain enough. A value that is given back fits the column. */
export function probableValue(spec: ColumnSpec | ValueSpec, value: Json): Json | undefined {
  if (isEmpty(value) || (typeof value === 'string' && value.length > LONGEST)) return undefined;
  if (spec.type === 'list') return probableList(spec, value);
  const meant = candidateOf(spec, value);
  return meant !== undefined && isValidValue(spec, meant) ? meant : undefined;
}

/** A list of one. A text with commas or lines may be one item or several. */
function probableList(spec: ColumnSpec | ValueSpec, value: Json): Json | undefined {
  if (Array.isArray(value) || (typeof value === 'string' && /[,;\n]/.test(value))) return undefined;
  const items: ValueSpec = ('items' in spec ? spec.items : undefined) ?? { type: 'string' };
  const item = isValidValue(items, value) ? value : probableValue(items, value);
  return item === undefined ? undefined : [item];
}

function candidateOf(spec: ValueSpec, value: Json): Json | undefined {
  switch (spec.type) {
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
    case 'integer':
    case 'number':
      return typeof value === 'string' ? numberIn(value.trim()) : undefined;
    case 'boolean':
      return typeof value === 'string' ? (readTruth(value) ?? undefined) : undefined;
    case 'date':
      return typeof value === 'string' ? dayIn(value.trim()) : undefined;
    case 'enum':
      return enumValueLike(spec, value);
    case 'link':
      return linkIn(value);
    default:
      return undefined;
  }
}

/** As JSON writes it, with leading zeros and a plus. A comma may part thousands or begin a fraction. */
const numberIn = (text: string): number | undefined =>
  /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;

/** Year first in any spelling; day and month first where only one of them can be the month, or both are equal. */
function dayIn(text: string): string | undefined {
  const first = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  if (first !== null) return isoDay(first[1], first[2], first[3]);
  const [, a = '', b = '', year = ''] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? [];
  if (Number(a) > 12 || a === b) return isoDay(year, b, a);
  return Number(b) > 12 ? isoDay(year, a, b) : undefined;
}

const isoDay = (year = '', month = '', day = ''): string => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

/** The only one that is the same but for case, accents, blanks, and lines between words. */
function enumValueLike({ values = [] }: ValueSpec, value: Json): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return values.find((each) => each === String(value));
  if (typeof value !== 'string') return undefined;
  const wanted = looseName(value);
  const [only, ...others] = values.filter((each) => looseName(each) === wanted);
  return others.length === 0 ? only : undefined;
}

/** A name without its often mistyped parts. */
export const looseName = (name: string): string =>
  foldText(name)
    .replace(/[\s_-]+/g, ' ')
    .trim();

/** `[[Note]]` without quotes is YAML for a list in a list. */
function linkIn(value: Json): Json | undefined {
  const [outer] = isList(value) && value.length === 1 ? value : [];
  const [inner] = isList(outer) && outer.length === 1 ? outer : [];
  return typeof inner === 'string' ? `[[${inner}]]` : undefined;
}
