/** Which type the values of a front matter key have, judged from notes. spec: infer_table, D16, D17. */

import { plainToJson } from '../yaml/core-schema';
import { parseLinkValue } from '../note/links/link-syntax';
import type { Raw } from '../yaml/raw';
import { rawToJson } from '../yaml/raw-json';
import type { ItemType } from './column';
import { compareText } from './compare';
import { isDate, isDatetime } from './dates';
import { itemsOf } from './decode';
import { isEmpty } from './json';

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
export function inferType(raws: readonly Raw[], { maxEnumValues }: { readonly maxEnumValues: number }): InferredType {
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

const isListRaw = (raw: Raw): boolean => raw.kind === 'list' || (raw.kind === 'json' && Array.isArray(raw.value));

const isEmptyRaw = (raw: Raw): boolean => isEmpty(rawToJson(raw));

const filledItems = (raw: Raw): readonly Raw[] => itemsOf(raw).filter((item) => !isEmptyRaw(item));

function countKinds(raws: readonly Raw[]): Map<ValueKind, number> {
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
export function kindOf(raw: Raw): ValueKind {
  if (raw.kind !== 'scalar') return 'json';
  const { text, plain } = raw;
  const json = plain ? plainToJson(text) : text;
  if (typeof json === 'boolean') return 'boolean';
  if (typeof json === 'number') return numberKind(text, json);
  if (isDate(text)) return 'date';
  if (isDatetime(text)) return 'datetime';
  return text.startsWith('[[') && parseLinkValue(text) !== null ? 'link' : 'string';
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
