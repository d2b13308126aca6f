/** The type that values of a front matter key show. Source: docs/operations.md#infer_table; docs/decisions.md#d27-tables-from-notes */

import { isBracketedLink } from '../note/links/link-syntax';
import { type RawValue, rawString } from '../yaml/raw-value';
import { rawToJson } from '../yaml/raw-json';
import { plainToJson } from '../yaml/core-schema';
import type { ItemType } from '../values/column-spec';
import { compareText } from '../values/compare';
import { isDate, isDatetime } from '../values/time/dates';
import { itemsOf } from '../values/decode';
import { type Json, isEmpty, isList } from '../json';

/** The types that a value shows by itself: an enum shows only in the whole of a column. */
export type ValueKind = Exclude<ItemType, 'enum'>;

export interface InferredType {
  readonly type: ItemType | 'list';
  /** Of a list. */
  readonly items?: ValueKind;
  /** Of an enum, in the order of texts. */
  readonly values?: readonly string[];
  /** The kinds that do not go together, most frequent first: then the type is string. */
  readonly mixed?: readonly ValueKind[];
}

/**
 * The type that takes every value; empty ones say nothing. Whole and other numbers are numbers, days and date-times are
 * date-times, a scalar beside lists is a list of one; of other mixtures text, unless one is a mapping: then JSON. Text of
 * at most `maxEnumValues` distinct values is an enum; 0 turns that off.
 */
export function inferType(
  raws: readonly RawValue[],
  { maxEnumValues }: { readonly maxEnumValues: number },
): InferredType {
  const present = raws.filter((raw) => !isEmptyRaw(raw));
  const isList = present.some(isListRaw);
  const scalars = present.flatMap(filledItems);
  const counts = countKinds(scalars);
  const kind = commonKind([...counts.keys()]);
  const mixed = kind === null ? { mixed: byFrequency(counts) } : {};
  if (isList) return { type: 'list', items: kind ?? 'string', ...mixed };
  if (kind !== 'string') return { type: kind ?? 'string', ...mixed };
  const values = new Set(scalars.flatMap((raw) => (raw.kind === 'scalar' ? [raw.text] : [])));
  if (values.size === 0 || values.size > maxEnumValues) return { type: 'string' };
  return { type: 'enum', values: [...values].sort(compareText) };
}

const isListRaw = (raw: RawValue): boolean => raw.kind === 'list' || (raw.kind === 'json' && Array.isArray(raw.value));

const isEmptyRaw = (raw: RawValue): boolean => isEmpty(rawToJson(raw));

const filledItems = (raw: RawValue): readonly RawValue[] => itemsOf(raw).filter((item) => !isEmptyRaw(item));

function countKinds(raws: readonly RawValue[]): Map<ValueKind, number> {
  const counts = new Map<ValueKind, number>();
  for (const raw of raws) {
    const kind = kindOf(raw);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

const byFrequency = (counts: ReadonlyMap<ValueKind, number>): readonly ValueKind[] =>
  [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([kind]) => kind);

/** What one value shows: `007` and integers beyond 2^53 are text, because a number would lose their digits. */
export function kindOf(raw: RawValue): ValueKind {
  if (raw.kind !== 'scalar') return 'json';
  const { text, plain } = raw;
  const json = plain ? plainToJson(text) : text;
  if (typeof json === 'boolean') return 'boolean';
  if (typeof json === 'number') return numberKind(text, json);
  if (isDate(text)) return 'date';
  if (isDatetime(text)) return 'datetime';
  return isBracketedLink(text) ? 'link' : 'string';
}

function numberKind(text: string, value: number): ValueKind {
  if (/^[-+]?0\d/.test(text)) return 'string';
  if (!Number.isInteger(value)) return 'number';
  return Number.isSafeInteger(value) ? 'integer' : 'string';
}

/** The one kind that takes all of these; null when there is none. */
function commonKind(kinds: readonly ValueKind[]): ValueKind | null {
  const [only] = kinds;
  if (only === undefined) return 'string';
  if (kinds.length === 1) return only;
  if (kinds.includes('json')) return 'json';
  if (kinds.every((kind) => kind === 'integer' || kind === 'number')) return 'number';
  return kinds.every((kind) => kind === 'date' || kind === 'datetime') ? 'datetime' : null;
}

/** What most of the values are, where few are not. */
export interface MajorityType {
  readonly type: InferredType;
  readonly isOdd: (raw: RawValue) => boolean;
}

/** One odd value among so many. */
const VALUES_FOR_AN_ODD_ONE = 10;

/** Null where nothing is odd, or too much is. Text is not a majority: whatever is written is a text too. */
export function majorityType(raws: readonly RawValue[]): MajorityType | null {
  const present = raws.filter((raw) => !isEmptyRaw(raw));
  const kinds = byFrequency(countKinds(present.flatMap(filledItems)));
  const [first] = kinds;
  if (first === undefined || first === 'string' || first === 'json') return null;
  const fitting = kinds.filter((kind) => commonKind([...new Set([first, kind])]) !== null && kind !== 'json');
  const isOdd = (raw: RawValue): boolean => filledItems(raw).some((item) => !fitting.includes(kindOf(item)));
  const odd = present.filter(isOdd).length;
  if (odd === 0 || odd * VALUES_FOR_AN_ODD_ONE > present.length) return null;
  return {
    type: inferType(
      present.filter((raw) => !isOdd(raw)),
      { maxEnumValues: 0 },
    ),
    isOdd,
  };
}

/** The kind of most values, and whether a value is of another. */
export function isUnusual(raws: readonly RawValue[]): (raw: RawValue) => boolean {
  const [first] = byFrequency(countKinds(raws.flatMap(filledItems)));
  return (raw) => filledItems(raw).some((item) => kindOf(item) !== first);
}

/** `[[Ann]]` without quotes is a list of lists in YAML; here it is the link that was meant. Null for anything else. */
export function quotedLink(raw: RawValue): RawValue | null {
  if (raw.kind === 'list') {
    const items = raw.items.map((item) => unquotedLinkText(item));
    const [only] = raw.items;
    if (raw.items.length === 1 && only?.kind === 'json') return textOfLink(only.value);
    return items.some((item) => item !== null)
      ? { kind: 'list', items: raw.items.map((item, i) => items[i] ?? item) }
      : null;
  }
  return unquotedLinkText(raw);
}

/** A value of two brackets. */
function unquotedLinkText(raw: RawValue): RawValue | null {
  if (raw.kind !== 'json' || !isList(raw.value) || raw.value.length !== 1) return null;
  return textOfLink(raw.value[0]);
}

function textOfLink(inner: Json | undefined): RawValue | null {
  const name = isList(inner) && inner.length === 1 ? inner[0] : undefined;
  return typeof name === 'string' ? rawString(`[[${name}]]`) : null;
}
