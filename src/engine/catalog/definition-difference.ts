/** What a change of definitions did to one table, as in a schema event. docs/feed.md#schema-events; D29 */

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

/** `renames`: of the same write, in their order. */
export function definitionDifference(
  old: TableDefinition | null,
  now: TableDefinition | null,
  renames: readonly DefinitionRename[],
): DefinitionDifference {
  const changes: Changes = {};
  const [was, is] = [old?.qualified ?? null, now?.qualified ?? null];
  if (was !== is) changes['name'] = { before: was, after: is };
  const own = renamesWithin(was, renames);
  for (const kind of ['column', 'value'] as const) {
    const renamed = netRenames(own.filter((rename) => rename.kind === kind));
    if (renamed !== null) changes[kind] = renamed;
  }
  for (const name of ATTRIBUTES) {
    const [before, after] = [old?.[name] ?? null, now?.[name] ?? null];
    if (old !== null && now !== null && before !== after) changes[name] = { before, after };
  }
  const columnsThen = own.filter(({ kind }) => kind === 'column').reduce(withColumnRenamed, old?.columns ?? []);
  const columns = old === null || now === null ? null : changedColumns(columnsThen, now.columns);
  if (columns !== null) changes['columns'] = columns;
  return { changes, ...(was !== null && is !== null && was !== is ? { renamed_from: was } : {}) };
}

type InnerRename = Exclude<DefinitionRename, { readonly kind: 'table' }>;

/** Of the columns and values of one table, which may itself get other names in between. */
function renamesWithin(table: string | null, renames: readonly DefinitionRename[]): readonly InnerRename[] {
  let name = table;
  const own: InnerRename[] = [];
  for (const rename of renames) {
    if (rename.kind !== 'table') {
      if (rename.table === name) own.push(rename);
    } else if (rename.from === name) name = rename.to;
  }
  return own;
}

/** Two that follow each other are one. Null: none is left; of several each side is a list. */
function netRenames(renames: readonly InnerRename[]): { readonly before: Json; readonly after: Json } | null {
  const found: { readonly column: string | null; readonly from: string; to: string }[] = [];
  for (const rename of renames) {
    const column = rename.kind === 'value' ? rename.column : null;
    const earlier = found.find((each) => each.column === column && each.to === rename.from);
    if (earlier === undefined) found.push({ column, from: rename.from, to: rename.to });
    else earlier.to = rename.to;
  }
  const left = found.filter(({ from, to }) => from !== to);
  const [first, ...others] = left;
  if (first === undefined) return null;
  if (others.length === 0) return { before: first.from, after: first.to };
  return { before: left.map(({ from }) => from), after: left.map(({ to }) => to) };
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
