/** The catalog as an immutable value: what there is, and the same with one thing changed. spec: D2, D16. */

import type { NotePath } from '../ports/vault-port';
import type { Json } from '../values/json';
import { DEFAULT_CONFIGURATION } from './configuration';
import type { CatalogDefinition, DatabaseConfiguration, TableDefinition } from './definition';
import { type TableLookup, lookUpTable, resolveTable } from './resolve-table';
import { archiveFolder, isArchived, isExcluded, rowTableOf, tableFolder } from './row-place';

export const METASTORE_FORMAT = 1;

export const DEFAULT_ROOT: NotePath = 'notedb';

/** What a vault without a metastore file defines. */
export const EMPTY_DEFINITION: CatalogDefinition = {
  format: METASTORE_FORMAT,
  configuration: DEFAULT_CONFIGURATION,
  tables: new Map(),
};

export interface SchemaContent {
  readonly name: string;
  readonly tables: readonly TableDefinition[];
}

export interface CatalogContent {
  readonly name: string;
  readonly schemas: readonly SchemaContent[];
}

/** Every `with…` gives a new catalog; the old one stays as it is. */
export class Catalog {
  /** `root` is the folder that holds the metastore file and the tables' folders. */
  constructor(
    readonly definition: CatalogDefinition = EMPTY_DEFINITION,
    readonly root: NotePath = DEFAULT_ROOT,
  ) {}

  get configuration(): DatabaseConfiguration {
    return this.definition.configuration;
  }

  /** All of them, in the order of their qualified names. */
  tables(): readonly TableDefinition[] {
    return [...this.definition.tables.values()].sort((a, b) => compare(a.qualified, b.qualified));
  }

  /** By its qualified name alone; null when there is none. */
  table(qualified: string): TableDefinition | null {
    return this.definition.tables.get(qualified) ?? null;
  }

  /** What a reference names; never throws. D16 */
  lookUpTable(reference: string): TableLookup {
    return lookUpTable(this.definition, reference);
  }

  /** The table that a reference names. Throws 404 `not_found` with what may be meant, 400 with the candidates. D16 */
  resolveTable(reference: string): TableDefinition {
    return resolveTable(this.definition, reference);
  }

  /** Catalogs, their schemas and their tables, each in the order of its name. They exist by use. D16 */
  tree(): readonly CatalogContent[] {
    const schemasByCatalog = new Map<string, Map<string, TableDefinition[]>>();
    for (const table of [...this.definition.tables.values()].sort(byNameParts)) {
      const schemas = schemasByCatalog.get(table.catalog) ?? new Map<string, TableDefinition[]>();
      schemasByCatalog.set(table.catalog, schemas);
      schemas.set(table.schema, [...(schemas.get(table.schema) ?? []), table]);
    }
    return [...schemasByCatalog].map(([name, schemas]) => ({
      name,
      schemas: [...schemas].map(([schema, tables]) => ({ name: schema, tables })),
    }));
  }

  /** The same with this table, in place of one of the same qualified name. */
  withTable(table: TableDefinition): Catalog {
    return this.withDefinition({ tables: new Map(this.definition.tables).set(table.qualified, table) });
  }

  /** The same without it; one that is not there is fine. Its catalog and schema go with their last table. D16 */
  withoutTable(qualified: string): Catalog {
    const tables = new Map(this.definition.tables);
    tables.delete(qualified);
    return this.withDefinition({ tables });
  }

  withConfiguration(configuration: DatabaseConfiguration): Catalog {
    return this.withDefinition({ configuration });
  }

  withRoot(root: NotePath): Catalog {
    return new Catalog(this.definition, root);
  }

  /** `<root>/<catalog>/<schema>/<table>` D2 */
  tableFolder(table: TableDefinition): NotePath {
    return tableFolder(table, this.root);
  }

  archiveFolder(table: TableDefinition): NotePath {
    return archiveFolder(table, this.root);
  }

  isArchived(table: TableDefinition, path: NotePath): boolean {
    return isArchived(table, this.root, path);
  }

  isExcluded(table: TableDefinition, path: NotePath): boolean {
    return isExcluded(table, path);
  }

  /** The table that the note at `path` is a row of, told by its `table` key and its place; null: no row. D2 */
  rowTableOf(path: NotePath, tableKey: Json | undefined): TableDefinition | null {
    return rowTableOf(this.definition, this.root, path, tableKey);
  }

  private withDefinition(change: Partial<CatalogDefinition>): Catalog {
    return new Catalog({ ...this.definition, ...change }, this.root);
  }
}

function byNameParts(a: TableDefinition, b: TableDefinition): number {
  return compare(a.catalog, b.catalog) || compare(a.schema, b.schema) || compare(a.name, b.name);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
