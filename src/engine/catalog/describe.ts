/** The catalog as operations answer it: list_tables, describe_table, describe_database. spec: Table, D17, D18. */

import type { NotePath } from '../ports/vault-port';
import type { ColumnSpec } from '../values/column';
import type { JsonObject } from '../values/json';
import { ID_COLUMN } from './attributes';
import type { Catalog } from './catalog';
import { configurationJson } from './configuration';
import type { TableDefinition } from './definition';
import { isAutolinkTarget } from './row-patterns';
import { columnSpecJson } from './spec-json';

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
export const tableEntry = (table: TableDefinition, catalog: Catalog): JsonObject => ({
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
  views: [],
});

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
  bases: [],
  columns: [{ ...describeColumn(ID_COLUMN), system: true }, ...table.columns.map(describeColumn)],
  fields: table.fields,
  constraints: table.constraints.map(({ name, check }) => ({ name, check })),
  rows: facts.rows,
  version: facts.version,
  earliest_version: facts.earliestVersion,
});

/** A column: its spec, and always its description, base and density. D17 */
export const describeColumn = (spec: ColumnSpec): JsonObject => ({
  ...columnSpecJson(spec),
  description: spec.description ?? null,
  inherited_from: null,
  dense: spec.dense ?? false,
});

/** describe_database's result. D17 */
export const describeDatabase = (catalog: Catalog, facts: DatabaseFacts): JsonObject => ({
  root: catalog.root,
  metastore: facts.metastore,
  configuration: { ...configurationJson(catalog.configuration), timezone: facts.timeZone },
  journal: facts.journal,
  bases: [],
  catalogs: catalog.tree().map(({ name, schemas }) => ({
    name,
    description: null,
    schemas: schemas.map((schema) => ({
      name: schema.name,
      description: null,
      tables: schema.tables.map((table) => ({ name: table.name, rows: facts.rows.get(table.qualified) ?? 0 })),
    })),
  })),
  views: [],
});
