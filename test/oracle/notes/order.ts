/** Which of two values comes first. D6 (order), D16. */

import { parseLinkValue } from '../../../src/engine/note/links/link-syntax';
import type { ColumnSpec } from '../../../src/engine/values/column-spec';
import { compareText } from '../../../src/engine/values/compare';
import { datetimeInstant } from '../../../src/engine/values/time/dates';
import { type Json, isEmpty } from '../../../src/engine/json';
import { ZONE } from './world';

/** Empty values last, both ways. */
export function compareCells(
  spec: ColumnSpec,
  a: Json | undefined,
  b: Json | undefined,
  isDescending: boolean,
): number {
  if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
  const order = compare(spec, a as Json, b as Json);
  return isDescending ? -order : order;
}

export function compare(spec: ColumnSpec, a: Json, b: Json): number {
  switch (spec.type) {
    case 'enum':
      return (spec.values ?? []).indexOf(a as string) - (spec.values ?? []).indexOf(b as string);
    case 'datetime':
      return datetimeInstant(a as string, ZONE) - datetimeInstant(b as string, ZONE);
    case 'link':
      return compareText(linkpath(a), linkpath(b)) || compareTexts(a as string, b as string);
    case 'date':
      return compareTexts(a as string, b as string);
    case 'list':
      return compareLists({ name: '', ...(spec.items ?? { type: 'string' }) }, a as Json[], b as Json[]);
    case 'string':
      return compareText(a as string, b as string);
    case 'json':
      return compareAny(a, b);
    default:
      return Number(a) - Number(b);
  }
}

const linkpath = (link: Json): string => parseLinkValue(link as string)?.linkpath ?? '';

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function compareLists(item: ColumnSpec, a: readonly Json[], b: readonly Json[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compare(item, a[i] as Json, b[i] as Json);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Booleans, numbers, text, lists, objects. */
function compareAny(a: Json, b: Json): number {
  const order = rank(a) - rank(b);
  if (order !== 0) return order;
  if (typeof a === 'string') return compareText(a, b as string);
  if (Array.isArray(a)) return compareLists({ name: '', type: 'json' }, a as Json[], b as Json[]);
  return typeof a === 'object' ? 0 : Number(a) - Number(b);
}

const rank = (value: Json): number =>
  Array.isArray(value) ? 3 : ['boolean', 'number', 'string', '', 'object'].indexOf(typeof value);

/** The type of one value, or of each item of a list. */
export const itemOf = (spec: ColumnSpec): ColumnSpec =>
  spec.type === 'list' ? { name: spec.name, ...(spec.items ?? { type: 'string' }) } : spec;
