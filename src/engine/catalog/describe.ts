/** Results of the operations on the catalog: list_tables, describe_table, describe_database. Source: docs/operations.md#list_tables, D17, D18. */

import * as z from 'zod';
import { CHOICE_COLORS } from '../../kernel/choice-colors';
import { NUMBER_STYLES, TEXT_FORMATS } from '../../kernel/number-format';
import type { JsonObject } from '../json';
import type { NotePath } from '../ports/vault-port';
import { COLUMN_TYPES, COMPUTED_KINDS, type ColumnSpec, IDENTITIES, RECURS_FROM } from '../values/column-spec';
import { count, json, jsonObject, listOf, mapOf, textList, textOrNull } from '../values/json-schema';
import { type BaseDefinition, ID_COLUMN, type TableDefinition, type ViewDefinition } from './definition';
import type { Catalog } from './catalog';
import type { AttributeName } from './spec/column-attributes';
import { configurationJson } from './declare/configuration';
import { columnsOfBase, originsOf } from './references/inheritance';
import { isAutolinkTarget } from './row-patterns';
import { columnSpecJson } from './spec/spec-json';

/** Results of describe_table beside the definition. */
export interface TableFacts {
  readonly rows: number;
  /** The newest and the oldest readable version; null without history. */
  readonly version: number | null;
  readonly earliestVersion: number | null;
}

/** How a view is shown, without columns that are gone. Source: docs/sources-and-views.md#display. */
export type DisplayOf = (view: ViewDefinition) => JsonObject | null;

/** Results of describe_database beside the definitions. */
export interface DatabaseFacts {
  readonly metastore: NotePath;
  readonly journal: string;
  /** The time zone in force: the configured one, else the system's. */
  readonly timeZone: string;
  /** By qualified name. */
  readonly rows: ReadonlyMap<string, number>;
}

const refBy = z
  .strictObject({
    column: z.string(),
    levels: textList.exactOptional(),
    map: mapOf(textList.nullable()).exactOptional(),
    target_column: z.string().exactOptional(),
  })
  .meta({ id: 'RefBy', description: 'A level of the row that decides the level of the linked row' });

const numberFormat = z
  .strictObject({
    style: z.enum(NUMBER_STYLES),
    decimals: z.int().exactOptional(),
    unit: z.string().exactOptional(),
    currency: z.string().exactOptional(),
  })
  .meta({ id: 'NumberFormat', description: 'How people see a number' });

const recurs = z
  .strictObject({
    rule: z.string(),
    done: z.string(),
    values: textList.exactOptional(),
    from: z.enum(RECURS_FROM).exactOptional(),
    shift: textList.exactOptional(),
    reset: textList.exactOptional(),
  })
  .meta({ id: 'Recurs', description: 'How a row comes again when it is done' });

const OF_VALUES = {
  type: z.enum(COLUMN_TYPES),
  values: textList.exactOptional(),
  value_descriptions: mapOf(z.string()).exactOptional(),
  value_colors: mapOf(z.enum(CHOICE_COLORS)).exactOptional(),
  ordered: z.boolean().exactOptional(),
  vocabulary: z.string().exactOptional(),
  ref: z.string().exactOptional(),
  inverse: z.string().exactOptional(),
  ref_where: jsonObject.exactOptional(),
  ref_by: refBy.exactOptional(),
  min: z.union([z.number(), z.string()]).exactOptional(),
  max: z.union([z.number(), z.string()]).exactOptional(),
  step: z.number().exactOptional(),
  number_format: numberFormat.exactOptional(),
  text_format: z.enum(TEXT_FORMATS).exactOptional(),
};

const ATTRIBUTES = {
  name: z.string(),
  key: z.string().exactOptional(),
  inline: z.boolean().exactOptional(),
  ...OF_VALUES,
  items: z.strictObject(OF_VALUES).meta({ id: 'Items', description: 'What the items of a list are' }).exactOptional(),
  generated: z.string().exactOptional(),
  identity: z.enum(IDENTITIES).exactOptional(),
  recurs: recurs.exactOptional(),
  hierarchy: z.boolean().exactOptional(),
  required: z.boolean().exactOptional(),
  default: json.exactOptional(),
  unique: z.boolean().exactOptional(),
  label: z.string().exactOptional(),
  aliases: textList.exactOptional(),
  note: z.string().exactOptional(),
  description: textOrNull,
  dense: z.boolean(),
} satisfies Record<AttributeName, z.ZodType>;

export const columnResult = z
  .strictObject({
    ...ATTRIBUTES,
    inherited_from: textOrNull.describe('The base that it comes from'),
    computed: z.enum(COMPUTED_KINDS).exactOptional().describe('The query computes it: read only'),
    system: z.literal(true).exactOptional().describe('Of the engine: id'),
  })
  .meta({ id: 'Column', description: 'A column spec, always with its description and density' });

export type ColumnResult = z.infer<typeof columnResult>;

const nameResult = z.strictObject({
  name: z.string(),
  catalog: z.string(),
  schema: z.string(),
  qualified: z.string(),
  description: textOrNull,
  aliases: textList,
});

const tableResult = nameResult
  .extend({ path: z.string().describe('Its folder'), tags: mapOf(z.string()) })
  .meta({ id: 'Table' });

const displayResult = jsonObject.nullable().describe('How it is shown, as create_view got it; null: it got nothing');

const viewResult = nameResult.extend({ tags: mapOf(z.string()).describe('Empty') }).meta({ id: 'View' });

const listedView = viewResult.extend({ display: displayResult }).meta({ id: 'ListedView' });

export const tablesResult = z.strictObject({ tables: listOf(tableResult), views: listOf(listedView) });

const describedTable = tableResult
  .extend({
    options: z.strictObject({
      time_column: textOrNull,
      filename: textOrNull,
      partition: textOrNull,
      archive: z.string(),
      exclude: textList,
      history: z.boolean(),
      autolink_target: z.boolean(),
      row_template: textOrNull,
      templates: listOf(z.strictObject({ path: z.string(), where: jsonObject.exactOptional() })),
    }),
    bases: textList,
    columns: listOf(columnResult),
    fields: mapOf(json).describe('Untyped fields: name -> default'),
    constraints: listOf(
      z.strictObject({
        ...{ name: z.string(), check: jsonObject },
        at_most: count.exactOptional().describe('Of a limit: so many rows may match check'),
        per: z.string().exactOptional().describe('Of a limit: it holds for each value of this column'),
      }),
    ),
    rows: count,
    version: count.nullable().describe('The newest version; null without history'),
    earliest_version: count.nullable().describe('The oldest readable version'),
  })
  .meta({ id: 'DescribedTable' });

const describedView = nameResult
  .extend({
    query: jsonObject,
    labels: mapOf(z.string()).describe('Column -> heading'),
    display: displayResult,
    columns: listOf(columnResult),
  })
  .meta({ id: 'DescribedView' });

const describedRows = z
  .strictObject({
    name: z.string(),
    qualified: z.string(),
    description: textOrNull,
    columns: listOf(columnResult),
  })
  .meta({ id: 'DescribedRows', description: 'A base, or a table of information_schema' });

const describedOne = z.union([describedTable, describedView, describedRows]);

/** What describe_table answers for one name. */
export type DescribedTarget = z.infer<typeof describedOne>;

const describedTables = z.strictObject({ tables: listOf(describedOne) }).meta({
  id: 'DescribedTables',
  description: 'Each of a list, in its order',
});

/** What describe_table answers for a list of names. */
export type DescribedTables = z.infer<typeof describedTables>;

export const describedResult = z.union([describedTable, describedView, describedRows, describedTables]);

export const databaseResult = z
  .strictObject({
    root: z.string(),
    metastore: z.string().describe('Path of the file of the definitions'),
    configuration: z.strictObject({
      default_catalog: z.string(),
      default_schema: z.string(),
      default_partition: z.string(),
      filename: z.string(),
      datetime_filename: z.string(),
      archive_folder: z.string(),
      timezone: z.string(),
      history: z.boolean(),
    }),
    journal: z.string().describe('Path of the folder of the journal'),
    bases: listOf(
      z.strictObject({
        name: z.string(),
        description: textOrNull,
        bases: textList,
        columns: listOf(columnResult),
        tables: textList,
      }),
    ),
    catalogs: listOf(
      z.strictObject({
        name: z.string(),
        description: textOrNull,
        schemas: listOf(
          z.strictObject({
            name: z.string(),
            description: textOrNull,
            tables: listOf(z.strictObject({ name: z.string(), rows: count })),
          }),
        ),
      }),
    ),
    views: listOf(viewResult),
  })
  .meta({ id: 'Database' });

const nameEntry = ({ name, catalog, schema, qualified }: TableDefinition | ViewDefinition) => ({
  name,
  catalog,
  schema,
  qualified,
});

/** A table as list_tables shows it. Source: docs/operations.md#list_tables */
const tableEntry = (table: TableDefinition, catalog: Catalog): z.infer<typeof tableResult> => ({
  ...nameEntry(table),
  path: catalog.tableFolder(table),
  description: table.description,
  aliases: table.aliases,
  tags: table.tags,
});

/** list_tables' result. */
export const tableList = (catalog: Catalog, displayOf: DisplayOf): z.infer<typeof tablesResult> => ({
  tables: catalog.tables().map((table) => tableEntry(table, catalog)),
  views: catalog.views().map((view) => ({ ...viewEntry(view), display: displayOf(view) })),
});

/** A view as a table is listed, without path. Source: docs/operations.md#list_tables */
const viewEntry = (view: ViewDefinition): z.infer<typeof viewResult> => ({
  ...nameEntry(view),
  description: view.description,
  aliases: view.aliases,
  tags: {},
});

/** describe_table's result for a view, whose columns are known to those who can read its query. D17 */
export const describeView = (
  view: ViewDefinition,
  columns: readonly ColumnSpec[],
  display: JsonObject | null,
): z.infer<typeof describedView> => ({
  ...nameEntry(view),
  description: view.description,
  aliases: view.aliases,
  query: view.query,
  labels: view.labels,
  display,
  columns: columns.map((spec) => describeColumn(spec)),
});

/** describe_table's result for what can be selected from without being a table or a view: a base, information_schema. */
export const describeRows = (
  { name, description }: { readonly name: string; readonly description: string | null },
  qualified: string,
  columns: readonly ColumnSpec[],
): z.infer<typeof describedRows> => ({
  name,
  qualified,
  description,
  columns: columns.map((spec) => describeColumn(spec)),
});

/** describe_table's result. D17 */
export const tableDescription = (
  table: TableDefinition,
  catalog: Catalog,
  facts: TableFacts,
): z.infer<typeof describedTable> => ({
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
    templates: table.templates,
  },
  bases: table.bases,
  columns: [{ ...describeColumn(ID_COLUMN), system: true }, ...describeColumns(table, catalog)],
  fields: table.fields,
  constraints: table.constraints.map(({ name, check, atMost, per }) => ({
    ...{ name, check },
    ...(atMost === undefined ? {} : { at_most: atMost }),
    ...(per === undefined ? {} : { per }),
  })),
  rows: facts.rows,
  version: facts.version,
  earliest_version: facts.earliestVersion,
});

function describeColumns(table: TableDefinition, catalog: Catalog): readonly ColumnResult[] {
  const origins = originsOf(table, catalog.definition.bases);
  return table.columns.map((spec) => describeColumn(spec, origins.get(spec.name) ?? null));
}

/** A column: its spec, and always its description, the base that it comes from, and its density. D17 */
export const describeColumn = (spec: ColumnSpec, inheritedFrom: string | null = null): ColumnResult => ({
  ...(columnSpecJson(spec) as ColumnResult),
  ...(spec.computed === undefined ? {} : { computed: spec.computed }),
  description: spec.description ?? null,
  inherited_from: inheritedFrom,
  dense: spec.dense ?? false,
});

type DatabaseResult = z.infer<typeof databaseResult>;

const describeBase = (base: BaseDefinition, catalog: Catalog): DatabaseResult['bases'][number] => ({
  name: base.name,
  description: base.description,
  bases: base.bases,
  columns: columnsOfBase(base, catalog.definition.bases).map(({ spec, from }) =>
    describeColumn(spec, from === base.name ? null : from),
  ),
  tables: catalog.inheritingTables(base.name).map(({ qualified }) => qualified),
});

/** describe_database's result. D17 */
export const databaseSummary = (catalog: Catalog, facts: DatabaseFacts): DatabaseResult => ({
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
