/** Definitions as immutable values. Source: docs/operations.md#create_table, D16, D17. */

import type { ColumnSpec } from '../values/column-spec';
import type { Json, JsonObject } from '../json';
import { getOrInsert } from '../values/maps';

/** A named CHECK, a filter that every row must match, or a limit. Source: docs/operations.md#add_constraint, docs/decisions.md#check-constraints */
export interface Constraint {
  readonly name: string;
  readonly check: JsonObject;
  /** Makes it a limit: not every row must match the filter, but at most so many may. docs/decisions.md#limits */
  readonly atMost?: number;
  /** Of a limit: it holds for each value of this column. */
  readonly per?: string;
}

/** A note whose text a new row gets. Source: docs/tables.md#new-rows */
export interface RowTemplate {
  /** Vault-relative, with its extension. */
  readonly path: string;
  /** The values that a new row has; absent: any. */
  readonly where?: JsonObject;
}

/** In the order of the metastore file: CHECKs, then limits. */
export const orderedConstraints = (constraints: readonly Constraint[]): readonly Constraint[] => [
  ...constraints.filter(({ atMost }) => atMost === undefined),
  ...constraints.filter(({ atMost }) => atMost !== undefined),
];

export interface TableDefinition {
  readonly catalog: string;
  readonly schema: string;
  readonly name: string;
  /** `catalog.schema.name` */
  readonly qualified: string;
  readonly description: string | null;
  readonly aliases: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
  /** What everything reads: the inherited columns first, in the order of the bases, then the table's own. */
  readonly columns: readonly ColumnSpec[];
  /** Names of the bases whose columns it inherits. */
  readonly bases: readonly string[];
  /** The table's own columns. An entry named as an inherited column only restyles it (label, description, aliases, note, dense). */
  readonly declared: readonly ColumnSpec[];
  /** Untyped fields: name -> default. */
  readonly fields: Readonly<Record<string, Json>>;
  /** In the order in which they were added. */
  readonly constraints: readonly Constraint[];
  readonly timeColumn: string | null;
  readonly filename: string | null;
  readonly partition: string | null;
  /** Vault-relative folders whose notes are not rows. */
  readonly exclude: readonly string[];
  /** Name of the archive folder inside the table's folder. */
  readonly archive: string;
  /** Null: the database setting. */
  readonly history: boolean | null;
  /** Null: yes unless rows are named by a date or time. */
  readonly autolinkTarget: boolean | null;
  readonly rowTemplate: string | null;
  /** The first whose filter matches wins over `rowTemplate`. */
  readonly templates: readonly RowTemplate[];
}

/** A named set of columns that tables inherit. Global: it belongs to no catalog. Source: docs/operations.md#define_base, D16 */
export interface BaseDefinition {
  readonly name: string;
  readonly description: string | null;
  /** Its own columns, without those of its bases. `ref: self` in them means the table that inherits. */
  readonly columns: readonly ColumnSpec[];
  readonly bases: readonly string[];
}

/** A named stored select. Source: docs/sources-and-views.md#views */
export interface ViewDefinition {
  readonly catalog: string;
  readonly schema: string;
  readonly name: string;
  /** `catalog.schema.name` */
  readonly qualified: string;
  readonly description: string | null;
  readonly aliases: readonly string[];
  /** Column -> heading. */
  readonly labels: Readonly<Record<string, string>>;
  /** How it is shown, never empty; queries ignore it. Source: docs/sources-and-views.md#display, D20. */
  readonly display: JsonObject | null;
  /** Arguments of select_rows, or a union of tables; tables by their qualified names. */
  readonly query: JsonObject;
}

/** Steps of a batch that run when a row changes. docs/rules.md */
export interface RuleDefinition {
  readonly name: string;
  readonly description: string | null;
  /** Qualified. */
  readonly table: string;
  /** Kinds of changes that it is for; empty: `insert` and `update`. */
  readonly ops: readonly string[];
  /** Changes of one of these columns; empty: of any. */
  readonly columns: readonly string[];
  /** Of the values after the change, of a delete those before. */
  readonly where: JsonObject | null;
  /** Patterns of the tables that it may touch; empty: all those of who switches it on. */
  readonly scope: readonly string[];
  /** The words on its button; null: it has none. */
  readonly button: string | null;
  /** As in `operations` of batch, with tokens; tables by their qualified names. */
  readonly steps: readonly JsonObject[];
}

/** describe_database's `configuration`. Source: docs/operations.md#configure_database, D2. */
export interface DatabaseConfiguration {
  readonly defaultCatalog: string;
  readonly defaultSchema: string;
  /** Empty means flat. */
  readonly defaultPartition: string;
  /** File names of new time-based tables, Moment tokens. */
  readonly dateFilename: string;
  readonly datetimeFilename: string;
  readonly archiveFolder: string;
  /** IANA name; null: the system's. */
  readonly timeZone: string | null;
  readonly history: boolean;
}

/** Everything that the metastore file defines. */
export interface CatalogDefinition {
  readonly format: number;
  readonly configuration: DatabaseConfiguration;
  /** By qualified name. */
  readonly tables: ReadonlyMap<string, TableDefinition>;
  /** By name. */
  readonly bases: ReadonlyMap<string, BaseDefinition>;
  /** By qualified name. */
  readonly views: ReadonlyMap<string, ViewDefinition>;
  /** By name. */
  readonly rules: ReadonlyMap<string, RuleDefinition>;
  /** What people say of a `catalog` or of a `catalog.schema`. */
  readonly descriptions: ReadonlyMap<string, string>;
}

/** Every row has it, the first of the columns. Source: docs/operations.md#column-specs, D18 */
export const ID_COLUMN: ColumnSpec = {
  name: 'id',
  type: 'string',
  description: 'The permanent identity of the row, a UUID.',
  required: true,
  unique: true,
};

/** What follows from a table's definition alone: every value of a row asks for it, and it is made once. */
export function ofDefinition<T>(make: (table: TableDefinition) => T): (table: TableDefinition) => T {
  const known = new WeakMap<TableDefinition, { readonly made: T }>();
  return (table) => {
    const entry = getOrInsert(known, table, () => ({ made: make(table) }));
    return entry.made;
  };
}

const columnsByName = ofDefinition(
  ({ columns }): ReadonlyMap<string, ColumnSpec> => new Map(columns.map((column) => [column.name, column])),
);

export const columnNamed = (table: TableDefinition, name: string): ColumnSpec | undefined =>
  columnsByName(table).get(name);
