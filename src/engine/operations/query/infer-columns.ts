/** What the front matter of some notes has in common: a column for each key. spec: infer_table; D16, D17. */

import { nameProblem, suggestName } from '../../catalog/names';
import { parseLinkValue } from '../../note/link-syntax';
import type { Raw } from '../../note/raw';
import { rawToJson } from '../../note/raw-json';
import type { NotePath } from '../../ports/vault-port';
import { ID_KEY, OBSIDIAN_LISTS, TABLE_KEY } from '../../storage/row';
import type { View } from '../../storage/view';
import { type InferredType, inferType } from '../../values/infer-type';
import { type Json, type JsonObject, isEmpty } from '../../values/json';

export interface NoteKeys {
  readonly path: NotePath;
  readonly entries: readonly { readonly key: string; readonly raw: Raw }[];
}

export interface InferredColumn {
  readonly name: string;
  /** The key in the notes, when it is no column name. */
  readonly from: string | null;
  readonly inferred: InferredType;
  /** The one table that every link points into. */
  readonly ref: string | null;
  readonly required: boolean;
  readonly dense: boolean;
  readonly unique: boolean;
  readonly present: number;
  readonly filled: number;
  readonly distinct: number;
}

/** Keys that are never proposed. D16 */
const SKIPPED: ReadonlySet<string> = new Set(OBSIDIAN_LISTS);

/** The system's keys are proposed, under another name, when a note uses one for something of its own. */
const SYSTEM: ReadonlyMap<string, RegExp> = new Map([
  [ID_KEY, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  [TABLE_KEY, /^[a-z0-9_]+\.[a-z0-9_]+\.[a-z0-9_]+$/],
]);

export function inferColumns(view: View, notes: readonly NoteKeys[], maxEnumValues: number): readonly InferredColumn[] {
  const byKey = new Map<string, { path: NotePath; raw: Raw }[]>();
  for (const { path, entries } of notes) {
    for (const { key, raw } of entries) {
      if (SKIPPED.has(key)) continue;
      const values = byKey.get(key);
      if (values === undefined) byKey.set(key, [{ path, raw }]);
      else values.push({ path, raw });
    }
  }
  for (const [key, form] of SYSTEM) {
    if (byKey.get(key)?.every(({ raw }) => isSystems(raw, form)) === true) byKey.delete(key);
  }
  const names = new Set<string>();
  return [...byKey].map(([key, values]) => {
    const name = columnName(key, names, byKey);
    names.add(name);
    return inferColumn(view, name === key ? null : key, name, values, notes.length, maxEnumValues);
  });
}

const isSystems = (raw: Raw, form: RegExp): boolean =>
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

function inferColumn(
  view: View,
  from: string | null,
  name: string,
  values: readonly { readonly path: NotePath; readonly raw: Raw }[],
  notes: number,
  maxEnumValues: number,
): InferredColumn {
  const inferred = declarable(
    inferType(
      values.map(({ raw }) => raw),
      { maxEnumValues },
    ),
  );
  const filled = values.filter(({ raw }) => !isEmpty(rawToJson(raw)));
  const distinct = new Set(filled.map(({ raw }) => JSON.stringify(rawToJson(raw)))).size;
  const isLink = inferred.type === 'link' || inferred.items === 'link';
  return {
    name,
    from,
    inferred,
    ref: isLink ? commonTable(view, filled) : null,
    required: filled.length === notes,
    dense: values.length === notes,
    unique: filled.length > 1 && distinct === filled.length,
    present: values.length,
    filled: filled.length,
    distinct,
  };
}

/** A blank is no value of an enum. D16 */
const declarable = (inferred: InferredType): InferredType =>
  inferred.values?.some((value) => value.trim() === '') === true ? { type: 'string' } : inferred;

function commonTable(view: View, values: readonly { readonly path: NotePath; readonly raw: Raw }[]): string | null {
  const tables = new Set<string | null>();
  for (const { path, raw } of values) {
    const json = rawToJson(raw);
    for (const item of Array.isArray(json) ? (json as readonly Json[]) : [json]) {
      const linkpath = typeof item === 'string' ? parseLinkValue(item)?.linkpath : undefined;
      const target = linkpath === undefined ? null : view.links.resolve(linkpath, path);
      tables.add(target === null ? null : (view.tableAt(target)?.qualified ?? null));
    }
  }
  return tables.size === 1 ? ([...tables][0] ?? null) : null;
}

/** The column as infer_table answers it. */
export function columnReport(column: InferredColumn, notes: number): JsonObject {
  const { name, from, required, unique, dense, present, filled, distinct } = column;
  return {
    ...typeOf(column),
    name,
    ...(from === null ? {} : { from }),
    required,
    unique,
    dense,
    stats: { notes, present, filled, distinct },
  };
}

/** The column as create_table takes it. */
export function columnProposal(column: InferredColumn, notes: number): JsonObject {
  const { name, filled, required, dense } = column;
  return {
    name,
    ...typeOf(column),
    description: `found in ${filled} of ${notes} notes`,
    ...(required ? { required: true } : {}),
    ...(dense && !required ? { dense: true } : {}),
  };
}

function typeOf({ inferred, ref }: InferredColumn): JsonObject {
  const { type, items, values } = inferred;
  const link = ref === null ? {} : { ref };
  if (type === 'list')
    return { type, items: items === 'link' ? { type: 'link', ...link } : { type: items ?? 'string' } };
  return { type, ...(values === undefined ? {} : { values }), ...(type === 'link' ? link : {}) };
}
