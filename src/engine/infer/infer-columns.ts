/** Infers columns from the front matter of notes, one for each key. Source: docs/operations.md#infer_table; D16, D17. */

import * as z from 'zod';
import { freeColumnName } from '../../kernel/names';
import { nameProblem, noteKeyProblem } from '../catalog/name-rules';
import { parseLinkValue } from '../note/links/link-syntax';
import type { RawValue } from '../yaml/raw-value';
import { rawToJson } from '../yaml/raw-json';
import type { NotePath } from '../ports/vault-port';
import { obsidianListOf } from '../note/obsidian-lists';
import { ID_KEY, TABLE_KEY } from '../storage/row';
import type { View } from '../storage/view';
import { COLUMN_TYPES } from '../values/column-spec';
import { type Json, isEmpty } from '../json';
import { count, textList } from '../values/json-schema';
import { addTo } from '../values/maps';
import { noteNameOf } from '../note/paths';
import { isOwnedKey } from '../note/owned-properties';
import { type InferredType, inferType, isUnusual, majorityType, quotedLink } from './infer-type';
import { type HeldValue, type Property, joinSpellings, separateSpellings } from './property-spellings';

export interface NoteKeys {
  readonly path: NotePath;
  readonly entries: readonly { readonly key: string; readonly raw: RawValue; readonly isInline?: boolean }[];
}

export interface InferredColumn {
  readonly name: string;
  /** The key in the notes. */
  readonly key: string;
  /** Other spellings of the key. */
  readonly otherSpellings: readonly string[];
  readonly inferred: InferredType;
  /** Texts of notes have it as `key:: value`. */
  readonly inline: boolean;
  /** As it is proposed: of most values, and an enum only where values repeat. */
  readonly proposed: InferredType;
  /** Notes whose value is not of the proposed type. */
  readonly odd: readonly HeldJson[];
  /** Links without quotes, as they were meant. */
  readonly unquoted: readonly HeldJson[];
  /** Notes that hold another kind of value than most. */
  readonly unusual: readonly NotePath[];
  /** In every note the value is the name of the note. */
  readonly namesRow: boolean;
  readonly links: ColumnLinkTargets;
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

export interface HeldJson {
  readonly path: NotePath;
  readonly value: Json;
}

/** Where the links of a column lead. */
export interface ColumnLinkTargets {
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

const NO_TARGETS: ColumnLinkTargets = { tables: [], strays: [] };

const refOf = ({ links: { tables, strays } }: InferredColumn): string | null =>
  tables.length === 1 && strays.length === 0 ? (tables[0] ?? null) : null;

/** The system's keys are proposed, under another name, when a note uses one for something of its own. */
const SYSTEM: ReadonlyMap<string, RegExp> = new Map([
  [ID_KEY, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  [TABLE_KEY, /^[a-z0-9_]+\.[a-z0-9_]+\.[a-z0-9_]+$/],
]);

/** `types`: of texts, by their key: these are not properties of notes, so that each key is a column. */
export function inferColumns(
  view: View,
  notes: readonly NoteKeys[],
  maxEnumValues: number,
  types: ReadonlyMap<string, InferredType> | null = null,
): readonly InferredColumn[] {
  const byKey = new Map<string, HeldValue[]>();
  for (const { path, entries } of notes) {
    for (const { key, raw, isInline } of entries) {
      if (types === null && (obsidianListOf(key) !== null || isOwnedKey(key))) continue;
      addTo(byKey, key, { path, raw, isInline });
    }
  }
  for (const key of SYSTEM.keys()) if (types === null && usesSystemKey(notes, key)) byKey.delete(key);
  const names = new Set<string>();
  const properties = types === null ? joinSpellings(byKey) : separateSpellings(byKey);
  return properties.map((property) => {
    const name = columnName(property, names, byKey);
    names.add(name);
    return inferColumn(view, { name, property, notes, maxEnumValues, type: types?.get(property.key) ?? null });
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

/** A spelling that is a column name, else the nearest free one. */
function columnName(
  { key, otherSpellings }: Property,
  taken: ReadonlySet<string>,
  keys: ReadonlyMap<string, unknown>,
): string {
  const own = [key, ...otherSpellings];
  const named = own.find((each) => nameProblem('column', each) === null);
  if (named !== undefined) return named;
  return freeColumnName(key, (name) => taken.has(name) || (keys.has(name) && !own.includes(name)));
}

interface PropertyInNotes {
  readonly name: string;
  readonly property: Property;
  readonly notes: readonly NoteKeys[];
  readonly maxEnumValues: number;
  /** Known already; null: the values show it. */
  readonly type: InferredType | null;
}

function inferColumn(view: View, { name, property, notes, maxEnumValues, type }: PropertyInNotes): InferredColumn {
  const values = property.values.map(({ path, raw }) => ({ path, raw: quotedLink(raw) ?? raw }));
  const raws = values.map(({ raw }) => raw);
  const inferred = type ?? declarableType(inferType(raws, { maxEnumValues }));
  const majority =
    inferred.mixed === undefined && inferred.type !== 'json' && inferred.items !== 'json' ? null : majorityType(raws);
  const [filled, empty] = [values.filter(isFilled), values.filter((each) => !isFilled(each))];
  const distinct = new Set(filled.map(({ raw }) => JSON.stringify(rawToJson(raw)))).size;
  const proposed = majority?.type ?? cautiousType(inferred, filled.length, distinct);
  const isLink = proposed.type === 'link' || proposed.items === 'link';
  const isOther = isUnusual(raws);
  const holding = values.map(({ path }) => path);
  const holders = new Set(holding);
  const fitting = filled.filter(({ raw }) => majority?.isOdd(raw) !== true);
  return {
    name,
    key: property.key,
    otherSpellings: property.otherSpellings,
    inferred,
    inline: property.values.some(({ isInline }) => isInline === true) && proposed.type !== 'json',
    proposed,
    odd: filled.filter(({ raw }) => majority?.isOdd(raw) === true).map(heldJson),
    unquoted: property.values.flatMap(({ path, raw }) => {
      const quoted = quotedLink(raw);
      if (quoted === null) return [];
      const value = rawToJson(quoted);
      return [{ path, value: proposed.type === 'list' && !Array.isArray(value) ? [value] : value }];
    }),
    unusual: filled.filter(({ raw }) => isOther(raw)).map(({ path }) => path),
    namesRow: filled.length === notes.length && filled.every(namesItsNote),
    links: isLink ? linkTargets(view, fitting) : NO_TARGETS,
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

const heldJson = ({ path, raw }: { readonly path: NotePath; readonly raw: RawValue }): HeldJson => ({
  path,
  value: rawToJson(raw),
});

const namesItsNote = ({ path, raw }: { readonly path: NotePath; readonly raw: RawValue }): boolean =>
  raw.kind === 'scalar' && raw.text.normalize('NFC') === noteNameOf(path).normalize('NFC');

/** An enum refuses every other value: it is proposed where values repeat. */
const cautiousType = (inferred: InferredType, filled: number, distinct: number): InferredType =>
  inferred.type === 'enum' && distinct * 2 > filled ? { type: 'string' } : inferred;

const isFilled = ({ raw }: { readonly raw: RawValue }): boolean => !isEmpty(rawToJson(raw));

/** A blank is not a value of an enum. D16 */
const declarableType = (inferred: InferredType): InferredType =>
  inferred.values?.some((value) => value.trim() === '') === true ? { type: 'string' } : inferred;

function linkTargets(
  view: View,
  values: readonly { readonly path: NotePath; readonly raw: RawValue }[],
): ColumnLinkTargets {
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

/** Agents, who pay for each field, get it where it is true. Source: docs/mcp.md#results */
const rarelyTrue = z.boolean().meta({ default: false });

export const inferredColumn = z
  .strictObject({
    ...inferredType,
    name: z.string(),
    from: z.string().exactOptional().describe('The key in the notes, where it is not the name'),
    required: rarelyTrue.describe('Every note has a value'),
    unique: rarelyTrue,
    dense: rarelyTrue.describe('Every note has the key'),
    inline: z.literal(true).exactOptional().describe('Texts have it as key:: value'),
    stats: z.strictObject({ notes: count, present: count, filled: count, distinct: count }),
  })
  .meta({ id: 'InferredColumn' });

export type InferredColumnResult = z.infer<typeof inferredColumn>;

export const proposedColumn = z
  .strictObject({
    name: z.string(),
    key: z.string().exactOptional().describe('The front matter key, where it is not a column name'),
    label: z.string().exactOptional(),
    inline: z.literal(true).exactOptional(),
    ...inferredType,
    description: z.string(),
    required: z.literal(true).exactOptional().describe('Of the column that names the row'),
    unique: z.literal(true).exactOptional(),
    identity: z.literal('filename').exactOptional().describe('Of notes without front matter: their name'),
    dense: z.literal(true).exactOptional(),
  })
  .meta({ id: 'ProposedColumn' });

export type ProposedColumn = z.infer<typeof proposedColumn>;

/** The column as infer_table answers it: exactly the facts of the notes. */
export function columnReport(column: InferredColumn, notes: number): InferredColumnResult {
  const { name, key, inferred, required, unique, dense, inline, holding, filled, distinct } = column;
  return {
    ...typeOf(inferred, refOf(column)),
    name,
    ...(key === name ? {} : { from: key }),
    required,
    unique,
    dense,
    ...(inline ? { inline } : {}),
    stats: { notes, present: holding.length, filled, distinct },
  };
}

/** The column as create_table takes it. A new row may lack a value that every note happens to have. */
export function columnProposal(column: InferredColumn, notes: number): ProposedColumn {
  const { name, key, proposed, filled, dense, namesRow, unique, inline } = column;
  const isKept = key !== name && noteKeyProblem(key) === null;
  return {
    name,
    ...(isKept ? { key, label: key } : {}),
    ...(inline ? { inline } : {}),
    ...typeOf(proposed, refOf(column)),
    description: `found in ${filled} of ${notes} notes`,
    ...(namesRow ? { required: true } : {}),
    ...(namesRow && unique ? { unique: true } : {}),
    ...(dense && !namesRow && !inline ? { dense: true } : {}),
  };
}

/** Keys that a note has to give up for the column's: other spellings, and keys that no column can keep. */
export const renamedKeys = ({ key, otherSpellings, name }: InferredColumn): readonly (readonly [string, string])[] =>
  [...(key !== name && noteKeyProblem(key) !== null ? [key] : []), ...otherSpellings].map(
    (each) => [each, name] as const,
  );

function typeOf(
  { type, items, values }: InferredType,
  ref: string | null,
): Pick<InferredColumnResult, keyof typeof inferredType> {
  const link = ref === null ? {} : { ref };
  if (type === 'list')
    return { type, items: items === 'link' ? { type: 'link', ...link } : { type: items ?? 'string' } };
  return { type, ...(values === undefined ? {} : { values }), ...(type === 'link' ? link : {}) };
}
