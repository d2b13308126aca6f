/** A coarse key of a value: equal values have equal keys, so that an index finds every rival of a unique value, and every use of a word. D16 */

import { parseLinkValue } from '../note/links/link-syntax';
import type { ColumnSpec, ValueSpec } from './column-spec';
import { type Json, isEmpty, isList } from '../json';
import { toNfc } from './nfc';

/** Rows are looked for by what they hold in it: it is unique, or its words are names of rows. */
export const isLookedUp = ({ unique, vocabulary, items }: ColumnSpec): boolean =>
  unique === true || vocabulary !== undefined || items?.vocabulary !== undefined;

/** Strings exactly in NFC, links by the last part of their path, numbers and the rest by their JSON. */
export function uniqueKey(spec: ValueSpec, value: Json): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (spec.type === 'link') return linkKey(value);
  if (spec.type === 'datetime') return instantKey(value);
  return toNfc(value);
}

function linkKey(value: string): string {
  const written = value.includes('](') ? (parseLinkValue(value)?.linkpath ?? value) : value;
  const inner = written.replace(/^!?\[\[/, '').replace(/\]\]$/, '');
  const target = inner.split(/[|#]/, 1)[0] ?? '';
  const name = target.slice(target.lastIndexOf('/') + 1);
  return name.replace(/\.md$/i, '').normalize('NFC').toLowerCase().trim();
}

/** A time without offset counts as UTC here: both sides of a comparison are written by the same rules. */
function instantKey(value: string): string {
  const instant = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value.replace(' ', 'T')}Z`);
  return Number.isNaN(instant) ? value : String(instant);
}

/** Of a column that is not a list the key of its value; null for an empty one, and for a list. */
export const soleUniqueKey = (spec: ColumnSpec, value: Json | undefined): string | null =>
  spec.type === 'list' || value === undefined || isEmpty(value) ? null : uniqueKey(spec, value);

/** The keys of a column's value: one, or one for each item of a list; none for an empty value. */
export function uniqueKeys(spec: ColumnSpec, value: Json | undefined): readonly string[] {
  if (value === undefined || isEmpty(value)) return [];
  if (spec.type !== 'list') return [uniqueKey(spec, value)];
  const item = spec.items ?? { type: 'string' as const };
  const items = isList(value) ? value : [value];
  return items.filter((each) => !isEmpty(each)).map((each) => uniqueKey(item, each));
}
