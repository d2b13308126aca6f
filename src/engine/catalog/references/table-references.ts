/** Every place in the definitions that names a table, so that each can follow when the table gets another name. Source: docs/operations.md#alter_table, docs/operations.md#clone_table, docs/operations.md#drop_table; D18. */

import type { ColumnSpec, ValueSpec } from '../../values/column-spec';
import { jsonEqual } from '../../json';
import type { Catalog } from '../catalog';
import type { TableDefinition } from '../definition';
import type { DefinitionChanges } from '../metastore/definition-changes';
import { viewsOver, withTables } from './view-query';

/** What a column does with the rows of the table that it names, as a sentence says it. */
export type ReferenceVerb = 'links to' | 'takes its values from';

/** Gives the new name; the same one to leave it. Names are qualified, or `self` in a base. */
export type ReferenceVisit = (qualified: string, verb: ReferenceVerb) => string;

/**
 * The columns with every table that they name passed through `visit`; the same list when no name changes. What names a
 * table in a new way is added here, and every operation that renames, copies or drops a table knows it.
 */
function mapReferences(columns: readonly ColumnSpec[], visit: ReferenceVisit): readonly ColumnSpec[] {
  const mapped = columns.map((spec): ColumnSpec => {
    const own = mapValue(spec, visit);
    if (own.items === undefined) return own;
    const items = mapValue(own.items, visit);
    return items === own.items ? own : { ...own, items };
  });
  return mapped.every((spec, i) => spec === columns[i]) ? columns : mapped;
}

function mapValue<T extends ValueSpec>(spec: T, visit: ReferenceVisit): T {
  const { ref, vocabulary } = spec;
  const nextRef = ref === undefined ? ref : visit(ref, 'links to');
  const nextVocabulary = vocabulary === undefined ? vocabulary : visit(vocabulary, 'takes its values from');
  if (nextRef === ref && nextVocabulary === vocabulary) return spec;
  return {
    ...spec,
    ...(nextRef === undefined ? {} : { ref: nextRef }),
    ...(nextVocabulary === undefined ? {} : { vocabulary: nextVocabulary }),
  };
}

/** The tables that a column names, each at its place. */
export function tablesNamedBy(spec: ColumnSpec): readonly string[] {
  const found: string[] = [];
  mapReferences([spec], (name) => {
    found.push(name);
    return name;
  });
  return found;
}

/** The same table, also where it names another one or itself. What it inherits follows from its bases. */
export function withReferences(table: TableDefinition, visit: ReferenceVisit): TableDefinition {
  const declared = mapReferences(table.declared, visit);
  const columns = mapReferences(table.columns, visit);
  return declared === table.declared && columns === table.columns ? table : { ...table, declared, columns };
}

/** The other definitions that change when the table `from` is called `to`: tables, bases, the stored queries of views. D18 */
export function followingChanges(catalog: Catalog, from: string, to: string): DefinitionChanges {
  const follow = (name: string): string => (name === from ? to : name);
  const tables = catalog.tables().flatMap((table) => {
    const declared = mapReferences(table.declared, follow);
    const isSame = table.qualified === from || declared === table.declared;
    return isSame ? [] : [[table.qualified, { ...table, declared }] as const];
  });
  const bases = catalog.bases().flatMap((base) => {
    const columns = mapReferences(base.columns, follow);
    return columns === base.columns ? [] : [[base.name, { ...base, columns }] as const];
  });
  const views = catalog.views().flatMap((view) => {
    const query = withTables(view.query, follow);
    return jsonEqual(query, view.query) ? [] : [[view.qualified, { ...view, query }] as const];
  });
  return { tables: new Map(tables), bases: new Map(bases), views: new Map(views) };
}

/** Where other tables, bases that no table inherits, and views name this one, a sentence each. */
export function referencesTo(catalog: Catalog, qualified: string): readonly string[] {
  const found: string[] = [];
  const look = (owner: string, columns: readonly ColumnSpec[]): void => {
    for (const spec of columns) {
      mapReferences([spec], (name, verb) => {
        if (name === qualified) found.push(`${owner}.${spec.name} ${verb} ${qualified}`);
        return name;
      });
    }
  };
  for (const table of catalog.tables()) if (table.qualified !== qualified) look(table.qualified, table.columns);
  for (const { name, columns } of catalog.bases())
    if (catalog.inheritingTables(name).length === 0) look(`the base ${name}`, columns);
  for (const view of viewsOver(catalog.definition, qualified)) {
    found.push(`the view ${view.qualified} reads ${qualified}`);
  }
  return found;
}
