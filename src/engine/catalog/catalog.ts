/** The catalog as an immutable value; each change makes a new one. D2, D16. */

import type { NotePath } from '../ports/vault-port';
import type { Json } from '../json';
import { DEFAULT_CONFIGURATION } from './declare/configuration';
import type {
  BaseDefinition,
  CatalogDefinition,
  DatabaseConfiguration,
  RuleDefinition,
  TableDefinition,
  ViewDefinition,
} from './definition';
import { type DefinitionChanges, withChanges } from './metastore/definition-changes';
import { inheritsFrom } from './references/inheritance';
import { getOrInsert } from '../values/maps';
import { type InverseRelation, findRelations } from './inverse-relations';
import { type TableLookup, lookUpTable, resolveEither, resolveTable, resolveView } from './resolve-table';
import { archiveFolder, isArchived, isExcluded, rowTableOf, tableFolder } from './row-ownership';

export const METASTORE_FORMAT = 1;

/** The file below the root that holds the definitions. D2 */
export const METASTORE_NAME = 'metastore.yaml';

export const DEFAULT_ROOT: NotePath = 'notedb';

/** What a vault without a metastore file defines. */
export const EMPTY_DEFINITION: CatalogDefinition = {
  format: METASTORE_FORMAT,
  configuration: DEFAULT_CONFIGURATION,
  tables: new Map(),
  bases: new Map(),
  views: new Map(),
  rules: new Map(),
  descriptions: new Map(),
};

export interface SchemaContent {
  readonly name: string;
  readonly description: string | null;
  readonly tables: readonly TableDefinition[];
}

export interface CatalogContent {
  readonly name: string;
  readonly description: string | null;
  readonly schemas: readonly SchemaContent[];
}

/** Every `with…` gives a new catalog; the old one stays as it is. */
export class Catalog {
  /** Looked for when they are first asked for. */
  private readonly relations = new Map<string, readonly InverseRelation[]>();
  private anyRelation: boolean | null = null;
  /** What references meant that were resolved before: no more than there are ways to write the names. */
  private readonly resolved = new Map<string, TableDefinition | ViewDefinition>();
  private tablesInOrder: readonly TableDefinition[] | null = null;

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
    this.tablesInOrder ??= [...this.definition.tables.values()].sort((a, b) => compareNames(a.qualified, b.qualified));
    return this.tablesInOrder;
  }

  /** By its qualified name alone; null when there is none. */
  table(qualified: string): TableDefinition | null {
    return this.definition.tables.get(qualified) ?? null;
  }

  /** Whether there is something of this qualified name for the caller: to the owner there is everything. docs/rights.md#what-an-app-sees */
  seesTable(_qualified: string): boolean {
    return true;
  }

  /** Throws `forbidden` for a name that is not the caller's to use, whether there is such a table or not. */
  requireSeen(_qualified: string): void {
    return;
  }

  /** Its definition with the rules alone that rest on what the caller may see. */
  checkable(table: TableDefinition): TableDefinition {
    return table;
  }

  /** What a reference names; never throws. D16 */
  lookUpTable(reference: string): TableLookup {
    return lookUpTable(this.definition, reference);
  }

  /** Throws 404 `not_found` with what may be meant, 400 with the candidates; for a view it is `refused` with `viewHint`. D16, D18 */
  resolveTable(reference: string, viewHint?: string): TableDefinition {
    return resolveTable(this.definition, reference, viewHint);
  }

  /** All of them, in the order of their names. */
  bases(): readonly BaseDefinition[] {
    return [...this.definition.bases.values()].sort((a, b) => compareNames(a.name, b.name));
  }

  base(name: string): BaseDefinition | null {
    return this.definition.bases.get(name) ?? null;
  }

  /** The tables that inherit from a base, also through another base. */
  inheritingTables(base: string): readonly TableDefinition[] {
    return this.tables().filter((table) => inheritsFrom(table.bases, base, this.definition.bases));
  }

  /** All of them, in the order of their qualified names. */
  views(): readonly ViewDefinition[] {
    return [...this.definition.views.values()].sort((a, b) => compareNames(a.qualified, b.qualified));
  }

  view(qualified: string): ViewDefinition | null {
    return this.definition.views.get(qualified) ?? null;
  }

  /** All of them, in the order of their names. */
  rules(): readonly RuleDefinition[] {
    return [...this.definition.rules.values()].sort((a, b) => compareNames(a.name, b.name));
  }

  rule(name: string): RuleDefinition | null {
    return this.definition.rules.get(name) ?? null;
  }

  /** The table or view that a reference names. Throws as they do for any other name. */
  resolveEither(reference: string): TableDefinition | ViewDefinition {
    const known = this.resolved.get(reference);
    if (known !== undefined) return known;
    const found = resolveEither(this.definition, reference);
    this.resolved.set(reference, found);
    return found;
  }

  /** The view that a reference names. Throws like resolveTable; for a table it is `refused` with `tableHint`. */
  resolveView(reference: string, tableHint: string): ViewDefinition {
    return resolveView(this.definition, reference, tableHint);
  }

  /** Catalogs, their schemas and their tables, each in the order of its name. They exist by use, views count. D16 */
  tree(): readonly CatalogContent[] {
    const schemasByCatalog = new Map<string, Map<string, TableDefinition[]>>();
    const { tables, views, descriptions } = this.definition;
    for (const entry of [...tables.values(), ...views.values()].sort(byNameParts)) {
      const schemas = schemasByCatalog.get(entry.catalog) ?? new Map<string, TableDefinition[]>();
      schemasByCatalog.set(entry.catalog, schemas);
      const listed = schemas.get(entry.schema) ?? [];
      schemas.set(entry.schema, 'query' in entry ? listed : [...listed, entry]);
    }
    return [...schemasByCatalog].map(([name, schemas]) => ({
      name,
      description: descriptions.get(name) ?? null,
      schemas: [...schemas].map(([schema, listed]) => ({
        name: schema,
        description: descriptions.get(`${name}.${schema}`) ?? null,
        tables: listed,
      })),
    }));
  }

  /** The same with this table, in place of one of the same qualified name. Its columns follow from `declared` and `bases`. */
  withTable(table: TableDefinition): Catalog {
    return this.withChanges({ tables: new Map([[table.qualified, table]]) });
  }

  /** The same without it; one that is not there is fine. Its catalog and schema go with their last table. D16 */
  withoutTable(qualified: string): Catalog {
    return this.withChanges({ tables: new Map([[qualified, null]]) });
  }

  /** The same with this base; the tables that inherit from it have its columns. */
  withBase(base: BaseDefinition): Catalog {
    return this.withChanges({ bases: new Map([[base.name, base]]) });
  }

  withView(view: ViewDefinition): Catalog {
    return this.withChanges({ views: new Map([[view.qualified, view]]) });
  }

  /** The relations of a table, seen from its side; none for a table that is not there. Source: docs/operations.md#column-specs (inverse) */
  relationsOf(qualified: string): readonly InverseRelation[] {
    return getOrInsert(this.relations, qualified, () => {
      const table = this.table(qualified);
      return table === null ? [] : findRelations(this.definition, table);
    });
  }

  /** False: no column of any table has an inverse. */
  get hasRelations(): boolean {
    this.anyRelation ??= [...this.definition.tables.keys()].some((name) => this.relationsOf(name).length > 0);
    return this.anyRelation;
  }

  withConfiguration(configuration: DatabaseConfiguration): Catalog {
    return this.withChanges({ configuration });
  }

  /** The same without descriptions of catalogs and schemas that there are not any more. D16 */
  withoutUnused(): Catalog {
    const used = new Set(
      this.tree().flatMap(({ name, schemas }) => [name, ...schemas.map((each) => `${name}.${each.name}`)]),
    );
    const unused = [...this.definition.descriptions.keys()].filter((key) => !used.has(key));
    return unused.length === 0 ? this : this.withChanges({ descriptions: new Map(unused.map((key) => [key, null])) });
  }

  withChanges(changes: DefinitionChanges): Catalog {
    return new Catalog(withChanges(this.definition, changes), this.root);
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

  /** The table that the note at `path` is a row of, by its `table` key and its place; null: no row. D2 */
  rowTableOf(path: NotePath, tableKey: Json | undefined): TableDefinition | null {
    return rowTableOf(this.definition, this.root, path, tableKey);
  }
}

type QualifiedParts = Pick<TableDefinition, 'catalog' | 'schema' | 'name'>;

function byNameParts(a: QualifiedParts, b: QualifiedParts): number {
  return compareNames(a.catalog, b.catalog) || compareNames(a.schema, b.schema) || compareNames(a.name, b.name);
}

const compareNames = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
