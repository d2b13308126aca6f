/** The attributes of a column spec: one record says all that holds of each. Source: docs/operations.md#column-specs */

import type { ColumnSpec, ColumnType } from '../../values/column';

type Snake<Key extends string> = Key extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Snake<Rest>}`
    : `_${Lowercase<First>}${Snake<Rest>}`
  : Key;

/** As a spec in JSON and in the metastore file names it. */
export type AttributeName = Snake<keyof ColumnSpec>;

interface ColumnAttribute {
  /** What is written there, as the reference says it. */
  readonly shape: string;
  readonly meaning: string;
  /** `value`: of every value, hence of the items of a list. `column`: of the column as a whole. */
  readonly describes: 'column' | 'value';
  /** The types whose values can have it; absent: all. */
  readonly types?: readonly ColumnType[];
  readonly changedBy: 'alter_column' | 'rename_column' | 'add_column';
  /** A table may say it of a column that it inherits. */
  readonly restyles?: true;
  /** A change of it validates the rows anew. */
  readonly revalidates?: true;
}

/** In the order of the metastore file. */
export const COLUMN_ATTRIBUTES: Readonly<Record<AttributeName, ColumnAttribute>> = {
  name: {
    shape: 'string',
    meaning: 'Lowercase letters, digits and `_`, at most 63 characters.',
    describes: 'column',
    changedBy: 'rename_column',
  },
  type: {
    shape: '`string`, `integer`, `number`, `boolean`, `date`, `datetime`, `enum`, `link`, `list` or `json`',
    meaning: 'The type of the values.',
    describes: 'value',
    changedBy: 'alter_column',
    revalidates: true,
  },
  description: {
    shape: 'string',
    meaning: 'The content of the column. Every column needs one, except `created` and `uuid` identities.',
    describes: 'column',
    changedBy: 'alter_column',
    restyles: true,
  },
  items: {
    shape: 'a type or `{type, …}`',
    meaning:
      'The items of a list: a type other than `list`, or an object with the type and its attributes. Default: `string`.',
    describes: 'column',
    types: ['list'],
    changedBy: 'add_column',
    revalidates: true,
  },
  values: {
    shape: 'list of strings',
    meaning: 'The allowed values of an enum, in order.',
    describes: 'value',
    types: ['enum'],
    changedBy: 'alter_column',
    revalidates: true,
  },
  value_descriptions: {
    shape: '`{value: meaning}`',
    meaning: 'The meanings of enum values. A refusal lists them.',
    describes: 'value',
    types: ['enum'],
    changedBy: 'alter_column',
  },
  ordered: {
    shape: 'boolean',
    meaning: 'Filters, order, `min`, `max` and `avg` use the position in `values`.',
    describes: 'value',
    types: ['enum'],
    changedBy: 'alter_column',
    revalidates: true,
  },
  vocabulary: {
    shape: 'table name',
    meaning: 'The allowed values are the names of the rows of this table.',
    describes: 'value',
    types: ['string'],
    changedBy: 'add_column',
    revalidates: true,
  },
  ref: {
    shape: 'table name or `self`',
    meaning: 'The linked note must be a row of this table. `self` is the table of the column.',
    describes: 'value',
    types: ['link'],
    changedBy: 'add_column',
    revalidates: true,
  },
  inverse: {
    shape: 'column name',
    meaning: 'The link column of the `ref` table that links back. Every write keeps both sides in step.',
    describes: 'value',
    types: ['link'],
    changedBy: 'add_column',
    revalidates: true,
  },
  ref_where: {
    shape: 'filter',
    meaning: 'The linked row must match this filter.',
    describes: 'value',
    types: ['link'],
    changedBy: 'alter_column',
    revalidates: true,
  },
  ref_by: {
    shape: '`{column, levels}` or `{column, map}`, with `target_column`',
    meaning:
      'The level of the row decides the level of the linked row. `levels` is a chain: the parent of each level is the level before it. `map` lists the parent levels of each level; null: the link must be empty. `target_column` is the level of the linked row; default: the same name.',
    describes: 'value',
    types: ['link'],
    changedBy: 'alter_column',
    revalidates: true,
  },
  generated: {
    shape: '`date(column)` or a pattern',
    meaning:
      'The engine computes the value from other columns: `{first} {last}`, `[[{day:YYYY-MM-DD}]]`. It is never given.',
    describes: 'column',
    changedBy: 'add_column',
    revalidates: true,
  },
  identity: {
    shape: '`filename`, `created` or `uuid`',
    meaning: 'The engine sets the value: the name of the note, the time of creation, or a UUID.',
    describes: 'column',
    changedBy: 'add_column',
    revalidates: true,
  },
  hierarchy: {
    shape: 'boolean',
    meaning: 'The link leads to the parent row in the same table. A cycle is refused.',
    describes: 'column',
    types: ['link'],
    changedBy: 'add_column',
    revalidates: true,
  },
  required: {
    shape: 'boolean',
    meaning: 'Every row needs a value. An empty string or list counts as missing.',
    describes: 'column',
    changedBy: 'alter_column',
    revalidates: true,
  },
  default: {
    shape: 'value, `{now}` or `{today}`',
    meaning: 'The value of a new row that gives none.',
    describes: 'column',
    changedBy: 'alter_column',
  },
  min: {
    shape: 'number',
    meaning: 'The smallest allowed value.',
    describes: 'value',
    types: ['integer', 'number'],
    changedBy: 'alter_column',
    revalidates: true,
  },
  max: {
    shape: 'number',
    meaning: 'The largest allowed value.',
    describes: 'value',
    types: ['integer', 'number'],
    changedBy: 'alter_column',
    revalidates: true,
  },
  step: {
    shape: 'number above 0',
    meaning: 'Values are whole multiples of it, counted from `min` or 0.',
    describes: 'value',
    types: ['integer', 'number'],
    changedBy: 'alter_column',
    revalidates: true,
  },
  unique: {
    shape: 'boolean',
    meaning: 'No two rows have the same value, no two rows share an item of a list. Empty values never clash.',
    describes: 'column',
    changedBy: 'alter_column',
    revalidates: true,
  },
  dense: {
    shape: 'boolean',
    meaning: 'Every row has the key, also without a value.',
    describes: 'column',
    changedBy: 'alter_column',
    restyles: true,
  },
  label: {
    shape: 'string',
    meaning: 'The heading that people see.',
    describes: 'column',
    changedBy: 'alter_column',
    restyles: true,
  },
  aliases: {
    shape: 'list of strings',
    meaning: 'Other words for the column; "did you mean" knows them.',
    describes: 'column',
    changedBy: 'alter_column',
    restyles: true,
  },
  note: {
    shape: 'string',
    meaning: 'A remark of your own.',
    describes: 'column',
    changedBy: 'alter_column',
    restyles: true,
  },
};

export const ATTRIBUTE_NAMES = Object.keys(COLUMN_ATTRIBUTES) as readonly AttributeName[];

export const attributesWith = (has: (attribute: ColumnAttribute) => boolean): readonly AttributeName[] =>
  ATTRIBUTE_NAMES.filter((name) => has(COLUMN_ATTRIBUTES[name]));

const KEYS = Object.fromEntries(
  ATTRIBUTE_NAMES.map((name) => [name, name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())]),
) as Readonly<Record<AttributeName, keyof ColumnSpec>>;

/** The key of the attribute in a ColumnSpec. */
export const keyOf = (name: AttributeName): keyof ColumnSpec => KEYS[name];

const REVALIDATED = attributesWith(({ revalidates }) => revalidates === true).map(keyOf);

/** What the values must be, to compare two specs of a column: rows are validated anew when it differs. */
export const valueRules = (spec: ColumnSpec): string => JSON.stringify(REVALIDATED.map((key) => spec[key] ?? null));
