/** The catalog as operations answer it: list_tables, describe_table, describe_database. spec: Table, D17, D18. */

import type { NotePath } from '../ports/vault-port';
import type { ColumnSpec } from '../values/column';
import type { JsonObject } from '../values/json';
import { ID_COLUMN } from './attributes';
import type { Catalog } from './catalog';
import { configurationJson } from './declare/configuration';
import type { BaseDefinition, TableDefinition, ViewDefinition } from './definition';
import { columnsOfBase, originsOf } from './references/inheritance';
import { isAutolinkTarget } from './row-patterns';
import { columnSpecJson } from './spec/spec-json';

/** What describe_table tells beside the definition. */
export interface TableFacts {
  readonly rows: number;
  /** The newest and the oldest readable version; null without history. */
  readonly version: number | null;
  readonly earliestVersion: number | null;
}

/** What describe_database tells beside the definitions. */
export interface DatabaseFacts {
  readonly metastore: NotePath;
  readonly journal: string;
  /** The time zone in force: the configured one, else the system's. */
  readonly timeZone: string;
  /** By qualified name. */
  readonly rows: ReadonlyMap<string, number>;
}

/** A table as list_tables shows it. spec: Table */
const tableEntry = (table: TableDefinition, catalog: Catalog): JsonObject => ({
  name: table.name,
  catalog: table.catalog,
  schema: table.schema,
  qualified: table.qualified,
  path: catalog.tableFolder(table),
  description: table.description,
  aliases: table.aliases,
  tags: table.tags,
});

/** list_tables' result. */
export const listTables = (catalog: Catalog): JsonObject => ({
  tables: catalog.tables().map((table) => tableEntry(table, catalog)),
  views: catalog.views().map(viewEntry),
});

/** A view as list_tables shows it: as a table, without path. spec: Table */
const viewEntry = ({ name, catalog, schema, qualified, description, aliases }: ViewDefinition): JsonObject => ({
  name,
  catalog,
  schema,
  qualified,
  description,
  aliases,
  tags: {},
});

/** describe_table's result for a view, whose columns are known to those who can read its query. D17 */
export const describeView = (view: ViewDefinition, columns: readonly ColumnSpec[]): JsonObject => ({
  name: view.name,
  catalog: view.catalog,
  schema: view.schema,
  qualified: view.qualified,
  description: view.description,
  aliases: view.aliases,
  query: view.query,
  labels: view.labels,
  columns: columns.map((spec) => describeColumn(spec)),
});

/** describe_table's result for what can be selected from without being a table or a view: a base, information_schema. */
export const describeRows = (
  { name, description }: { readonly name: string; readonly description: string | null },
  qualified: string,
  columns: readonly ColumnSpec[],
): JsonObject => ({ name, qualified, description, columns: columns.map((spec) => describeColumn(spec)) });

/** describe_table's result. D17 */
export const describeTable = (table: TableDefinition, catalog: Catalog, facts: TableFacts): JsonObject => ({
  ...tableEntry(table, catalog),
  options: {
    time_column: table.timeColumn,
    filename: table.filename,
    partition: table.partition,
    archive: table.archive,
    exclude: table.exclude,
    history: table.history ?? catalog.configuration.history,
    autolink_target: isAutolinkTarget(table),
    row_template: table.rowTemplate,
  },
  bases: table.bases,
  columns: [{ ...describeColumn(ID_COLUMN), system: true }, ...describeColumns(table, catalog)],
  fields: table.fields,
  constraints: table.constraints.map(({ name, check }) => ({ name, check })),
  rows: facts.rows,
  version: facts.version,
  earliest_version: facts.earliestVersion,
});

function describeColumns(table: TableDefinition, catalog: Catalog): readonly JsonObject[] {
  const origins = originsOf(table, catalog.definition.bases);
  return table.columns.map((spec) => describeColumn(spec, origins.get(spec.name) ?? null));
}

/** A column: its spec, and always its description, the base that it comes from, and its density. D17 */
export const describeColumn = (spec: ColumnSpec, inheritedFrom: string | null = null): JsonObject => ({
  ...columnSpecJson(spec),
  description: spec.description ?? null,
  inherited_from: inheritedFrom,
  dense: spec.dense ?? false,
});

const describeBase = (base: BaseDefinition, catalog: Catalog): JsonObject => ({
  name: base.name,
  description: base.description,
  bases: base.bases,
  columns: columnsOfBase(base, catalog.definition.bases).map(({ spec, from }) =>
    describeColumn(spec, from === base.name ? null : from),
  ),
  tables: catalog.heirs(base.name).map(({ qualified }) => qualified),
});

/** describe_database's result. D17 */
export const describeDatabase = (catalog: Catalog, facts: DatabaseFacts): JsonObject => ({
  root: catalog.root,
  metastore: facts.metastore,
  configuration: { ...configurationJson(catalog.configuration), timezone: facts.timeZone },
  journal: facts.journal,
  bases: catalog.bases().map((base) => describeBase(base, catalog)),
  catalogs: catalog.tree().map(({ name, description, schemas }) => ({
    name,
    description,
    schemas: schemas.map((schema) => ({
      name: schema.name,
      description: schema.description,
      tables: schema.tables.map((table) => ({ name: table.name, rows: facts.rows.get(table.qualified) ?? 0 })),
    })),
  })),
  views: catalog.views().map(viewEntry),
});
