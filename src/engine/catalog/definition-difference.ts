/** What a change of definitions did to one table, as a schema event tells it. docs/feed.md#schema-events; D29 */

import { type Json, type JsonObject, jsonEqual } from '../json';
import type { ColumnSpec } from '../values/column-spec';
import type { TableDefinition } from './definition';
import type { DefinitionRename } from './references/definition-rename';
import { columnSpecJson } from './spec/spec-json';

/** Kept with the change. */
export interface DefinitionDifference extends JsonObject {
  /** By what changed; null: not there. */
  readonly changes: { readonly [what: string]: { readonly before: Json; readonly after: Json } };
}

/** Attributes of a table whose values say enough by themselves. */
const ATTRIBUTES = ['description', 'filename', 'partition', 'archive', 'history'] as const;

type Changes = Record<string, { readonly before: Json; readonly after: Json }>;

/** `renames`: of the same write, in their order; the names that they give are those of `now`. */
export function definitionDifference(
  old: TableDefinition | null,
  now: TableDefinition | null,
  renames: readonly DefinitionRename[],
): DefinitionDifference {
  const changes: Changes = {};
  const [was, is] = [old?.qualified ?? null, now?.qualified ?? null];
  if (was !== is) changes['name'] = { before: was, after: is };
  for (const rename of renames) {
    if (rename.kind === 'table' || (rename.table !== was && rename.table !== is)) continue;
    // One of several follows the others: the last one tells where it ended.
    changes[rename.kind] = { before: rename.from, after: rename.to };
  }
  for (const name of ATTRIBUTES) {
    const [before, after] = [old?.[name] ?? null, now?.[name] ?? null];
    if (old !== null && now !== null && before !== after) changes[name] = { before, after };
  }
  const isOfTable = (rename: DefinitionRename): boolean =>
    rename.kind === 'column' && (rename.table === was || rename.table === is);
  const renamed = old === null ? [] : renames.filter(isOfTable).reduce(withColumnRenamed, old.columns);
  const columns = old === null || now === null ? null : changedColumns(renamed, now.columns);
  if (columns !== null) changes['columns'] = columns;
  return { changes, ...(was !== null && is !== null && was !== is ? { renamed_from: was } : {}) };
}

const withColumnRenamed = (columns: readonly ColumnSpec[], { from, to }: DefinitionRename): readonly ColumnSpec[] =>
  columns.map((spec) => (spec.name === from ? { ...spec, name: to } : spec));

/** Those that came, went or are declared otherwise, by name. Null: none. */
function changedColumns(
  old: readonly ColumnSpec[],
  now: readonly ColumnSpec[],
): { readonly before: JsonObject; readonly after: JsonObject } | null {
  const [before, after] = [specsByName(old), specsByName(now)];
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => !jsonEqual(before.get(name) ?? null, after.get(name) ?? null),
  );
  if (changed.length === 0) return null;
  const of = (specs: ReadonlyMap<string, JsonObject>): JsonObject =>
    Object.fromEntries(changed.flatMap((name) => (specs.has(name) ? [[name, specs.get(name) ?? null]] : [])));
  return { before: of(before), after: of(after) };
}

const specsByName = (columns: readonly ColumnSpec[]): ReadonlyMap<string, JsonObject> =>
  new Map(columns.map((spec) => [spec.name, columnSpecJson(spec)]));
