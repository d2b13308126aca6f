/** The definitions as tables that queries read: `system.information_schema.*`. Source: docs/operations.md#select_rows; D9, D18. */

import { type ColumnSpec, type ColumnType, linkSpecOf, vocabularyOf } from '../values/column-spec';
import { type Json, isEmpty } from '../json';
import { ID_COLUMN, type TableDefinition, type ViewDefinition } from './definition';
import type { Catalog } from './catalog';
import { findRelations } from './inverse-relations';
import { INFORMATION_SCHEMA } from './name-rules';

/** Gives the number of rows of a table by its qualified name. */
export type RowCount = (qualified: string) => number;

export interface InformationTable {
  readonly name: string;
  /** `system.information_schema.tables` */
  readonly qualified: string;
  readonly description: string;
  readonly columns: readonly ColumnSpec[];
  /** The rows, column by column, in the order of the names of what they describe. */
  readonly rows: (catalog: Catalog, rowCount: RowCount) => readonly Readonly<Record<string, Json>>[];
}

const PLACE = {
  table_catalog: 'The catalog.',
  table_schema: 'The schema.',
  table_name: 'The name inside its schema.',
};

const YES_OR_NO = { values: ['YES', 'NO'] };

const yesOrNo = (is: boolean): string => (is ? 'YES' : 'NO');

const TABLES: readonly InformationTable[] = [
  {
    ...qualifiedTable('catalogs', 'One row a catalog.'),
    columns: [
      informationColumn('catalog_name', 'The catalog.'),
      informationColumn('description', 'What comment_on says of it.'),
    ],
    rows: (catalog) => catalog.tree().map(({ name, description }) => withoutEmpty({ catalog_name: name, description })),
  },
  {
    ...qualifiedTable('schemata', 'One row a schema.'),
    columns: [
      informationColumn('catalog_name', 'The catalog that it is in.'),
      informationColumn('schema_name', 'The schema.'),
      informationColumn('description', 'What comment_on says of it.'),
    ],
    rows: (catalog) =>
      catalog
        .tree()
        .flatMap((each) =>
          each.schemas.map(({ name, description }) =>
            withoutEmpty({ catalog_name: each.name, schema_name: name, description }),
          ),
        ),
  },
  {
    ...qualifiedTable('tables', 'One row a table.'),
    columns: [
      ...placeColumns(),
      informationColumn('description', 'What a row of it records.'),
      informationColumn('aliases', 'Other words for what it records.', 'list'),
      informationColumn('tags', 'Its labels, text by name.', 'json'),
      informationColumn('row_count', 'How many rows it has now.', 'integer'),
    ],
    rows: (catalog, rowCount) =>
      catalog.tables().map((table) => {
        const { description, aliases, tags, qualified } = table;
        return withoutEmpty({ ...placeValues(table), description, aliases, tags, row_count: rowCount(qualified) });
      }),
  },
  {
    ...qualifiedTable('columns', 'One row a column of a table, the system column id first.'),
    columns: [
      ...placeColumns(),
      informationColumn('column_name', 'The column.'),
      informationColumn('note_key', 'The front matter key of the notes, where it is not the name.'),
      informationColumn('ordinal_position', 'Its place among the columns, from 1.', 'integer'),
      informationColumn('column_default', 'What a new row gets without a value of its own.', 'json'),
      informationColumn('is_nullable', 'NO when a row must have a value, else YES.', 'enum', YES_OR_NO),
      informationColumn('is_unique', 'YES when two rows can’t have the same value, else NO.', 'enum', YES_OR_NO),
      informationColumn('data_type', 'Its type.'),
      informationColumn('element_type', 'The type of the items of a list.'),
      informationColumn('reference_table', 'The table whose rows a link, or each link of a list, may point to.'),
      informationColumn('inverse_column', 'The column of that table that links back.'),
      informationColumn('vocabulary_table', 'The table whose rows’ names are the allowed values.'),
      informationColumn('description', 'What it holds.'),
      informationColumn('aliases', 'Other words for it.', 'list'),
    ],
    rows: (catalog) =>
      catalog.tables().flatMap((table) => {
        const checkable = catalog.checkable(table);
        const relations = findRelations(catalog.definition, checkable);
        return [ID_COLUMN, ...checkable.columns].map((spec, index) => ({
          ...columnRow(table, spec, index),
          ...withoutEmpty({ inverse_column: relations.find(({ column }) => column === spec)?.partner.name }),
        }));
      }),
  },
  {
    ...qualifiedTable('enum_values', 'One row an allowed value of an enum column, or of a list of enum.'),
    columns: [
      ...placeColumns(),
      informationColumn('column_name', 'The column.'),
      informationColumn('enum_value', 'The value.'),
      informationColumn('ordinal_position', 'Its place among the values, from 1.', 'integer'),
      informationColumn('is_ordered', 'YES when the places rank the values, else NO.', 'enum', YES_OR_NO),
      informationColumn('description', 'What it means.'),
    ],
    rows: (catalog) => catalog.tables().flatMap((table) => table.columns.flatMap((spec) => valueRows(table, spec))),
  },
  {
    ...qualifiedTable('views', 'One row a view.'),
    columns: [
      ...placeColumns(),
      informationColumn('view_definition', 'Its query, as create_view took it.', 'json'),
      informationColumn('description', 'What it shows.'),
      informationColumn('aliases', 'Other words for what it shows.', 'list'),
    ],
    rows: (catalog) =>
      catalog.views().map((view) => {
        const { query, description, aliases } = view;
        return withoutEmpty({ ...placeValues(view), view_definition: query, description, aliases });
      }),
  },
  {
    ...qualifiedTable('check_constraints', 'One row a constraint of a table.'),
    columns: [
      ...placeColumns(),
      informationColumn('constraint_name', 'Its name inside the table.'),
      informationColumn('check_clause', 'The filter that every row must match, or at most so many.', 'json'),
      informationColumn('at_most', 'Of a limit: so many rows may match. Empty for a CHECK.', 'integer'),
      informationColumn('per', 'Of a limit: it holds for each value of this column.'),
    ],
    rows: (catalog) =>
      catalog.tables().flatMap((table) =>
        table.constraints.map(({ name, check, atMost, per }) =>
          withoutEmpty({
            ...placeValues(table),
            ...{ constraint_name: name, check_clause: check, at_most: atMost ?? null, per: per ?? null },
          }),
        ),
      ),
  },
];

/** By qualified name. */
export const INFORMATION_TABLES: ReadonlyMap<string, InformationTable> = new Map(
  TABLES.map((table) => [table.qualified, table]),
);

function qualifiedTable(
  name: string,
  description: string,
): { readonly name: string; readonly qualified: string; readonly description: string } {
  return { name, qualified: `${INFORMATION_SCHEMA}.${name}`, description };
}

function informationColumn(name: string, description: string, type: ColumnType = 'string', more = {}): ColumnSpec {
  return { name, type, description, ...more };
}

function placeColumns(): readonly ColumnSpec[] {
  return Object.entries(PLACE).map(([name, description]) => informationColumn(name, description));
}

function placeValues({ catalog, schema, name }: TableDefinition | ViewDefinition): Readonly<Record<string, Json>> {
  return { table_catalog: catalog, table_schema: schema, table_name: name };
}

function columnRow(table: TableDefinition, spec: ColumnSpec, index: number): Readonly<Record<string, Json>> {
  const isFilled = spec === ID_COLUMN || spec.required === true;
  return withoutEmpty({
    ...placeValues(table),
    column_name: spec.name,
    note_key: spec.key,
    ordinal_position: index + 1,
    column_default: spec.default,
    is_nullable: yesOrNo(!isFilled),
    is_unique: yesOrNo(spec === ID_COLUMN || spec.unique === true),
    data_type: spec.type,
    element_type: spec.type === 'list' ? (spec.items?.type ?? 'string') : null,
    reference_table: linkSpecOf(spec)?.ref,
    vocabulary_table: vocabularyOf(spec),
    description: spec.description,
    aliases: spec.aliases,
  });
}

function valueRows(table: TableDefinition, spec: ColumnSpec): readonly Readonly<Record<string, Json>>[] {
  const { values = [], ordered, valueDescriptions = {} } = spec.type === 'list' ? (spec.items ?? {}) : spec;
  return values.map((value, index) =>
    withoutEmpty({
      ...placeValues(table),
      column_name: spec.name,
      enum_value: value,
      ordinal_position: index + 1,
      is_ordered: yesOrNo(ordered === true),
      description: Object.hasOwn(valueDescriptions, value) ? valueDescriptions[value] : null,
    }),
  );
}

/** Without empty values. */
function withoutEmpty(values: Readonly<Record<string, Json | undefined>>): Readonly<Record<string, Json>> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, Json] => !isEmpty(entry[1])));
}
