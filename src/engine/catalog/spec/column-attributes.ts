/** The attributes of a column spec: one record says all that holds of each. Source: docs/operations.md#column-specs */

import * as z from 'zod';
import { CHOICE_COLORS } from '../../../kernel/choice-colors';
import { NUMBER_STYLES, TEXT_FORMATS } from '../../../kernel/number-format';
import type { ViolationCode } from '../../errors';
import { COLUMN_TYPES, type ColumnSpec, type ColumnType, IDENTITIES } from '../../values/column-spec';
import type { JsonObject } from '../../json';
import { nameProblem, noteKeyProblem } from '../name-rules';
import { type SuggestingMessage, nearNames, withSuggestion } from '../../../kernel/near-names';
import { RECURS } from './recurs-schema';
import { columnObject, filter, jsonObject, deferredSchema, value } from '../shapes';

type SnakeCase<Key extends string> = Key extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : Key;

/** As a spec in JSON and in the metastore file names it. */
export type AttributeName = SnakeCase<Exclude<keyof ColumnSpec, 'computed'>>;

interface ColumnAttribute {
  /** The written value; absent and null are the same. */
  readonly schema: z.ZodType;
  readonly meaning: string;
  /** `value`: of every value, hence of the items of a list. `column`: of the column as a whole. */
  readonly describes: 'column' | 'value';
  /** The types whose values can have it; absent: all. */
  readonly types?: readonly ColumnType[];
  /** The code for a column of another type. */
  readonly misplaced?: ViolationCode;
  readonly changedBy: 'alter_column' | 'rename_column' | 'add_column';
  /** A table may say it of a column that it inherits. */
  readonly restyles?: true;
  /** A change of it validates the rows anew. */
  readonly revalidates?: true;
}

/** A wrong name has a sentence of its own. */
const legal = (code: ViolationCode, problem: (text: string) => string | SuggestingMessage | null) =>
  z.string().check(({ value: input, issues }) => {
    const found = problem(input);
    if (found === null) return;
    const { message, near } = typeof found === 'string' ? { message: found, near: [] } : found;
    issues.push({ code: 'custom', message, input, params: { code, near } });
  });

const columnName = (code: ViolationCode) =>
  legal(code, (name) => nameProblem('column', name)).meta({ title: 'column name' });

function oneOf(key: string, code: ViolationCode, names: readonly string[]) {
  const problem = (name: string): SuggestingMessage | null =>
    names.includes(name)
      ? null
      : withSuggestion(`unknown ${key} "${name}" (${names.join(', ')})`, nearNames(name, names));
  return legal(code, problem).meta({ enum: names });
}

/** Only the form is judged here: whether the table is there depends on the catalog, and it may go later. */
const tableName = (key: 'ref' | 'vocabulary') =>
  legal(key, (name) => {
    const parts = name.split('.');
    const isName = parts.length <= 3 && parts.every((part) => nameProblem('schema', part) === null);
    return isName ? null : `${key} "${name}" is not a table name (catalog.schema.table)`;
  }).meta({ title: key === 'ref' ? 'table name or `self`' : 'table name' });

const levelList = z.array(z.string(), 'must be a list of levels, or null for a level without a link').nullable();

export const REF_BY = z.strictObject({
  column: z.string().describe('The column of the row that holds its level'),
  levels: z.array(z.string()).nullish().describe('A chain: the parent of each level is the level before it'),
  map: z.record(z.string(), levelList).nullish().describe('Level -> the levels of its parent; null: no link'),
  target_column: z.string().nullish().describe('The level of the linked row; default: the same name'),
});

export const NUMBER_FORMAT = z.strictObject({
  style: oneOf('style', 'type', NUMBER_STYLES).describe(
    '`percent`: 60 is shown as 60 %. `bar` is full at `max`, else at 100; `stars` are as many as `max`, else 5',
  ),
  decimals: z
    .int()
    .min(0)
    .max(15)
    .nullish()
    .describe('Digits after the decimal sign. Default: all, of a currency its own'),
  unit: z.string().nullish().describe('Of `number` and `bar`: behind the number, such as `kg`'),
  currency: legal('type', (code) => (/^[A-Z]{3}$/.test(code) ? null : `"${code}" is not a currency code such as EUR`))
    .nullish()
    .describe('Of `currency`: the three letters of ISO 4217'),
});

export const ITEM_TYPES = COLUMN_TYPES.filter((type) => type !== 'list');

const items: z.ZodType<string | JsonObject, string | JsonObject> = deferredSchema(
  'items',
  (): z.ZodType => z.union([oneOf('type', 'type', ITEM_TYPES), ITEM_SPEC]),
  z.union([z.string(), jsonObject], 'must be a type name or a spec like {type: link, ref: ...}'),
);

/** In the order of the metastore file. */
const ATTRIBUTES = {
  name: {
    schema: columnName('type'),
    meaning: 'Lowercase letters, digits and `_`, at most 63 characters.',
    describes: 'column',
    changedBy: 'rename_column',
  },
  key: {
    schema: legal('type', noteKeyProblem).meta({ title: 'front matter key' }),
    meaning: 'The front matter key of the notes. Default: the name.',
    describes: 'column',
    changedBy: 'alter_column',
    revalidates: true,
  },
  inline: {
    schema: z.boolean(),
    meaning: 'Also read and edited in the text: `key:: value`.',
    describes: 'column',
    types: COLUMN_TYPES.filter((type) => type !== 'json'),
    changedBy: 'alter_column',
    revalidates: true,
  },
  type: {
    schema: oneOf('type', 'type', COLUMN_TYPES),
    meaning: 'The type of the values.',
    describes: 'value',
    changedBy: 'alter_column',
    revalidates: true,
  },
  description: {
    schema: z.string(),
    meaning: 'The content of the column. Every column needs one, except `created` and `uuid` identities.',
    describes: 'column',
    changedBy: 'alter_column',
    restyles: true,
  },
  items: {
    schema: items,
    meaning:
      'The items of a list: a type other than `list`, or an object with the type and its attributes. Default: `string`.',
    describes: 'column',
    types: ['list'],
    changedBy: 'alter_column',
    revalidates: true,
  },
  values: {
    schema: z.array(z.string()),
    meaning: 'The allowed values of an enum, in order.',
    describes: 'value',
    types: ['enum'],
    misplaced: 'enum',
    changedBy: 'alter_column',
    revalidates: true,
  },
  value_descriptions: {
    schema: z.record(z.string(), z.string()),
    meaning: 'Value -> its meaning. A refusal lists them.',
    describes: 'value',
    types: ['enum'],
    misplaced: 'enum',
    changedBy: 'alter_column',
  },
  value_colors: {
    schema: z.record(z.string(), oneOf('color', 'type', CHOICE_COLORS)),
    meaning: 'Value -> its colour. Default: by position, in this order. A change of `values` keeps the colours.',
    describes: 'value',
    types: ['enum'],
    misplaced: 'enum',
    changedBy: 'alter_column',
  },
  ordered: {
    schema: z.boolean(),
    meaning: 'Filters, order, `min`, `max` and `avg` use the position in `values`.',
    describes: 'value',
    types: ['enum'],
    misplaced: 'enum',
    changedBy: 'alter_column',
    revalidates: true,
  },
  vocabulary: {
    schema: tableName('vocabulary'),
    meaning: 'The allowed values are the names of the rows of this table.',
    describes: 'value',
    types: ['string'],
    misplaced: 'vocabulary',
    changedBy: 'add_column',
    revalidates: true,
  },
  ref: {
    schema: tableName('ref'),
    meaning: 'The linked note must be a row of this table. `self` is the table of the column.',
    describes: 'value',
    types: ['link'],
    misplaced: 'ref',
    changedBy: 'add_column',
    revalidates: true,
  },
  inverse: {
    schema: columnName('inverse'),
    meaning: 'The link column of the `ref` table that links back. Every write keeps both sides in step.',
    describes: 'value',
    types: ['link'],
    misplaced: 'inverse',
    changedBy: 'add_column',
    revalidates: true,
  },
  ref_where: {
    schema: filter,
    meaning: 'The linked row must match this filter.',
    describes: 'value',
    types: ['link'],
    misplaced: 'ref_where',
    changedBy: 'alter_column',
    revalidates: true,
  },
  ref_by: {
    schema: deferredSchema('ref_by', () => REF_BY, jsonObject),
    meaning:
      'The level of the row decides the level of the linked row. `levels` is a chain: the parent of each level is the level before it. `map` lists the parent levels of each level; null: the link must be empty. `target_column` is the level of the linked row; default: the same name.',
    describes: 'value',
    types: ['link'],
    misplaced: 'ref',
    changedBy: 'alter_column',
    revalidates: true,
  },
  generated: {
    schema: z.string().meta({ title: '`date(column)` or a pattern' }),
    meaning:
      'The engine computes the value from other columns: `{first} {last}`, `[[{day:YYYY-MM-DD}]]`. It is never given.',
    describes: 'column',
    changedBy: 'add_column',
    revalidates: true,
  },
  identity: {
    schema: oneOf('identity', 'identity', IDENTITIES),
    meaning: 'The engine sets the value: the name of the note, the time of creation, or a UUID.',
    describes: 'column',
    changedBy: 'add_column',
    revalidates: true,
  },
  recurs: {
    schema: deferredSchema('recurs', () => RECURS, jsonObject),
    meaning: 'A write that marks a row as done makes the next row of its rule.',
    describes: 'column',
    types: ['date', 'datetime'],
    misplaced: 'recurs',
    changedBy: 'alter_column',
    revalidates: true,
  },
  hierarchy: {
    schema: z.boolean(),
    meaning: 'The link leads to the parent row in the same table. A cycle is refused.',
    describes: 'column',
    types: ['link'],
    misplaced: 'hierarchy',
    changedBy: 'add_column',
    revalidates: true,
  },
  required: {
    schema: z.boolean(),
    meaning: 'Every row needs a value. An empty string or list counts as missing.',
    describes: 'column',
    changedBy: 'alter_column',
    revalidates: true,
  },
  default: {
    schema: value,
    meaning: 'The value of a new row that gives none; `{now}` or `{today}` is the moment of the write.',
    describes: 'column',
    changedBy: 'alter_column',
  },
  min: {
    schema: z.number(),
    meaning: 'The smallest allowed value.',
    describes: 'value',
    types: ['integer', 'number'],
    misplaced: 'range',
    changedBy: 'alter_column',
    revalidates: true,
  },
  max: {
    schema: z.number(),
    meaning: 'The largest allowed value.',
    describes: 'value',
    types: ['integer', 'number'],
    misplaced: 'range',
    changedBy: 'alter_column',
    revalidates: true,
  },
  step: {
    schema: z.number().meta({ exclusiveMinimum: 0 }),
    meaning: 'Above 0. Values are whole multiples of it, counted from `min` or 0.',
    describes: 'value',
    types: ['integer', 'number'],
    misplaced: 'range',
    changedBy: 'alter_column',
    revalidates: true,
  },
  number_format: {
    schema: deferredSchema('number_format', () => NUMBER_FORMAT, jsonObject),
    meaning: 'How people see the number. The stored value, results and exports keep the plain number.',
    describes: 'value',
    types: ['integer', 'number'],
    changedBy: 'alter_column',
  },
  text_format: {
    schema: oneOf('text_format', 'type', TEXT_FORMATS),
    meaning: 'The text is the address of a web page, an e-mail address or a phone number, and is shown as a link.',
    describes: 'value',
    types: ['string'],
    changedBy: 'alter_column',
  },
  unique: {
    schema: z.boolean(),
    meaning: 'No two rows have the same value, no two rows share an item of a list. Empty values never clash.',
    describes: 'column',
    changedBy: 'alter_column',
    revalidates: true,
  },
  dense: {
    schema: z.boolean(),
    meaning: 'Every row has the key, also without a value.',
    describes: 'column',
    changedBy: 'alter_column',
    restyles: true,
  },
  label: {
    schema: z.string(),
    meaning: 'The heading that people see.',
    describes: 'column',
    changedBy: 'alter_column',
    restyles: true,
  },
  aliases: {
    schema: z.array(z.string()),
    meaning: 'Other words for the column; "did you mean" knows them.',
    describes: 'column',
    changedBy: 'alter_column',
    restyles: true,
  },
  note: {
    schema: z.string(),
    meaning: 'A remark of your own.',
    describes: 'column',
    changedBy: 'alter_column',
    restyles: true,
  },
} as const satisfies Readonly<Record<AttributeName, ColumnAttribute>>;

export const COLUMN_ATTRIBUTES: Readonly<Record<AttributeName, ColumnAttribute>> = ATTRIBUTES;

export const ATTRIBUTE_NAMES = Object.keys(COLUMN_ATTRIBUTES) as readonly AttributeName[];

export const attributesWith = (has: (attribute: ColumnAttribute) => boolean): readonly AttributeName[] =>
  ATTRIBUTE_NAMES.filter((name) => has(COLUMN_ATTRIBUTES[name]));

type TreeAttributes = typeof ATTRIBUTES;

/** Absent and null are the same. */
type Given<Name extends AttributeName> = {
  [Key in Name]: z.ZodOptional<z.ZodNullable<TreeAttributes[Key]['schema']>>;
};

/** A spec of these attributes alone. */
export const specOf = <Name extends AttributeName>(names: readonly Name[]) =>
  z.strictObject(
    Object.fromEntries(
      names.map((name) => [name, ATTRIBUTES[name].schema.nullish().describe(ATTRIBUTES[name].meaning)]),
    ) as Given<Name>,
  );

export const COLUMN_SPEC = specOf(ATTRIBUTE_NAMES).extend({
  name: ATTRIBUTES.name.schema.describe(ATTRIBUTES.name.meaning),
});

/** The attributes of a value: of each item, where they are in `items`. */
export const VALUE_ATTRIBUTES = attributesWith(({ describes }) => describes === 'value');

/** `items` of a list. */
export const ITEM_SPEC = specOf(VALUE_ATTRIBUTES).extend({ type: oneOf('type', 'type', ITEM_TYPES).nullish() });

const lineOf = (names: readonly AttributeName[]): string =>
  `{${names.map((name) => (name === 'type' ? `type: ${COLUMN_TYPES.join('|')}` : name)).join(', ')}}`;

export const columnSpec = deferredSchema(
  'column_spec',
  () => COLUMN_SPEC.describe(lineOf(ATTRIBUTE_NAMES)),
  columnObject,
);

/** What alter_column may change. */
export const ALTERABLE = attributesWith(({ changedBy }) => changedBy === 'alter_column');

export const columnChanges = deferredSchema(
  'column_changes',
  () => specOf(ALTERABLE).describe(lineOf(ALTERABLE)),
  jsonObject,
);
