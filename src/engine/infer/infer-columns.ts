/** Infers columns from the front matter of notes, one for each key. Source: docs/operations.md#infer_table; D16, D17. */

import * as z from 'zod';
import { suggestName } from '../../kernel/names';
import { nameProblem } from '../catalog/names';
import { parseLinkValue } from '../note/links/link-syntax';
import type { RawValue } from '../yaml/raw-value';
import { rawToJson } from '../yaml/raw-json';
import type { NotePath } from '../ports/vault-port';
import { obsidianListOf } from '../note/obsidian-lists';
import { ID_KEY, TABLE_KEY } from '../storage/row';
import type { View } from '../storage/view';
import { COLUMN_TYPES, type ItemType } from '../values/column-spec';
import { type Json, isEmpty } from '../json';
import { count, textList } from '../values/json-schema';
import { addTo } from '../values/maps';
import { plainToJson } from '../yaml/core-schema';
import { compareText } from '../values/compare';
import { isDate, isDatetime } from '../values/time/dates';
import { itemsOf } from '../values/decode';

export interface NoteKeys {
  readonly path: NotePath;
  readonly entries: readonly { readonly key: string; readonly raw: RawValue }[];
}

export interface InferredColumn {
  readonly name: string;
  /** The key in the notes, when it is no column name. */
  readonly from: string | null;
  readonly inferred: InferredType;
  readonly links: LinkTargets;
  readonly required: boolean;
  readonly dense: boolean;
  readonly unique: boolean;
  readonly filled: number;
  readonly distinct: number;
  /** Notes with the key, those without it, and those that hold it without a value. */
  readonly holding: readonly NotePath[];
  readonly lacking: readonly NotePath[];
  readonly empty: readonly NotePath[];
}

/** Where the links of a column lead. */
export interface LinkTargets {
  /** Of the rows that they lead to. A `ref` is proposed for one table, and only when every link leads to a row. D17 */
  readonly tables: readonly string[];
  /** Links that lead to no row. */
  readonly strays: readonly StrayLink[];
}

interface StrayLink {
  readonly path: NotePath;
  readonly link: string;
  /** Null: there is no such note. */
  readonly target: NotePath | null;
}

const NO_TARGETS: LinkTargets = { tables: [], strays: [] };

const refOf = ({ links: { tables, strays } }: InferredColumn): string | null =>
  tables.length === 1 && strays.length === 0 ? (tables[0] ?? null) : null;

/** The system's keys are proposed, under another name, when a note uses one for something of its own. */
const SYSTEM: ReadonlyMap<string, RegExp> = new Map([
  [ID_KEY, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  [TABLE_KEY, /^[a-z0-9_]+\.[a-z0-9_]+\.[a-z0-9_]+$/],
]);

export function inferColumns(view: View, notes: readonly NoteKeys[], maxEnumValues: number): readonly InferredColumn[] {
  const byKey = new Map<string, { path: NotePath; raw: RawValue }[]>();
  for (const { path, entries } of notes) {
    for (const { key, raw } of entries) {
      if (obsidianListOf(key) !== null) continue;
      addTo(byKey, key, { path, raw });
    }
  }
  for (const key of SYSTEM.keys()) if (usesSystemKey(notes, key)) byKey.delete(key);
  const names = new Set<string>();
  return [...byKey].map(([key, values]) => {
    const name = columnName(key, names, byKey);
    names.add(name);
    return inferColumn(view, { name, key, values, notes, maxEnumValues });
  });
}

/** Where notes have the key `id` or `table`, it holds what the system writes there. */
export const usesSystemKey = (notes: readonly NoteKeys[], key: string): boolean =>
  notes.every(({ entries }) => {
    const raw = entries.find((entry) => entry.key === key)?.raw;
    return raw === undefined || isSystems(raw, SYSTEM.get(key) as RegExp);
  });

const isSystems = (raw: RawValue, form: RegExp): boolean =>
  isEmpty(rawToJson(raw)) || (raw.kind === 'scalar' && form.test(raw.text));

/** The key itself when it is a column name, else the nearest free one. */
function columnName(key: string, taken: ReadonlySet<string>, keys: ReadonlyMap<string, unknown>): string {
  if (nameProblem('column', key) === null) return key;
  const suggested = suggestName(key) || 'column';
  const base = nameProblem('column', suggested) === null ? suggested : `${suggested.replace(/^file_/, '')}_value`;
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base}_${n}`;
    if (!taken.has(name) && !keys.has(name)) return name;
  }
}

interface KeyValues {
  readonly name: string;
  readonly key: string;
  readonly values: readonly { readonly path: NotePath; readonly raw: RawValue }[];
  readonly notes: readonly NoteKeys[];
  readonly maxEnumValues: number;
}

function inferColumn(view: View, { name, key, values, notes, maxEnumValues }: KeyValues): InferredColumn {
  const raws = values.map(({ raw }) => raw);
  const inferred = declarableType(inferType(raws, { maxEnumValues }));
  const [filled, empty] = [values.filter(isFilled), values.filter((each) => !isFilled(each))];
  const distinct = new Set(filled.map(({ raw }) => JSON.stringify(rawToJson(raw)))).size;
  const isLink = inferred.type === 'link' || inferred.items === 'link';
  const holding = values.map(({ path }) => path);
  const holders = new Set(holding);
  return {
    name,
    from: name === key ? null : key,
    inferred,
    links: isLink ? linkTargets(view, filled) : NO_TARGETS,
    required: filled.length === notes.length,
    dense: values.length === notes.length,
    unique: filled.length > 1 && distinct === filled.length,
    filled: filled.length,
    distinct,
    holding,
    lacking: notes.flatMap(({ path }) => (holders.has(path) ? [] : [path])),
    empty: empty.map(({ path }) => path),
  };
}

const isFilled = ({ raw }: { readonly raw: RawValue }): boolean => !isEmpty(rawToJson(raw));

/** A blank is no value of an enum. D16 */
const declarableType = (inferred: InferredType): InferredType =>
  inferred.values?.some((value) => value.trim() === '') === true ? { type: 'string' } : inferred;

function linkTargets(view: View, values: readonly { readonly path: NotePath; readonly raw: RawValue }[]): LinkTargets {
  const tables = new Set<string>();
  const strays: StrayLink[] = [];
  for (const { path, raw } of values) {
    const json = rawToJson(raw);
    for (const link of Array.isArray(json) ? (json as readonly Json[]) : [json]) {
      if (typeof link !== 'string' || link === '') continue;
      const linkpath = parseLinkValue(link)?.linkpath;
      const target = linkpath === undefined ? null : view.links.resolve(linkpath, path);
      const table = target === null ? null : view.tableAt(target);
      if (table === null) strays.push({ path, link, target });
      else tables.add(table.qualified);
    }
  }
  return { tables: [...tables].sort(), strays };
}

const inferredType = {
  type: z.enum(COLUMN_TYPES),
  items: z.strictObject({ type: z.enum(COLUMN_TYPES), ref: z.string().exactOptional() }).exactOptional(),
  values: textList.exactOptional(),
  ref: z.string().exactOptional(),
};

export const inferredColumn = z
  .strictObject({
    ...inferredType,
    name: z.string(),
    from: z.string().exactOptional().describe('The key in the notes, where that is no column name'),
    required: z.boolean().describe('Every note has a value'),
    unique: z.boolean(),
    dense: z.boolean().describe('Every note has the key'),
    stats: z.strictObject({ notes: count, present: count, filled: count, distinct: count }),
  })
  .meta({ id: 'InferredColumn' });

export type InferredColumnResult = z.infer<typeof inferredColumn>;

export const proposedColumn = z
  .strictObject({
    name: z.string(),
    ...inferredType,
    description: z.string(),
    required: z.literal(true).exactOptional(),
    dense: z.literal(true).exactOptional(),
  })
  .meta({ id: 'ProposedColumn' });

/** The column as infer_table answers it. */
export function columnReport(column: InferredColumn, notes: number): InferredColumnResult {
  const { name, from, required, unique, dense, holding, filled, distinct } = column;
  return {
    ...typeOf(column),
    name,
    ...(from === null ? {} : { from }),
    required,
    unique,
    dense,
    stats: { notes, present: holding.length, filled, distinct },
  };
}

/** The column as create_table takes it. */
export function columnProposal(column: InferredColumn, notes: number): z.infer<typeof proposedColumn> {
  const { name, filled, required, dense } = column;
  return {
    name,
    ...typeOf(column),
    description: `found in ${filled} of ${notes} notes`,
    ...(required ? { required: true } : {}),
    ...(dense && !required ? { dense: true } : {}),
  };
}

function typeOf(column: InferredColumn): Pick<InferredColumnResult, keyof typeof inferredType> {
  const { type, items, values } = column.inferred;
  const ref = refOf(column);
  const link = ref === null ? {} : { ref };
  if (type === 'list')
    return { type, items: items === 'link' ? { type: 'link', ...link } : { type: items ?? 'string' } };
  return { type, ...(values === undefined ? {} : { values }), ...(type === 'link' ? link : {}) };
}

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
