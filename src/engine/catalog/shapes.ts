/** What arguments and definitions are made of: schemas that check, and that the reference and the tools show. */

import * as z from 'zod';
import type { ColumnType } from '../values/column-spec';
import { type Json, type JsonObject, isJson } from '../json';
import { NO_JSON, json as anyJson, jsonObject } from '../values/json-schema';

/** A shape that is shown once, under its name. */
interface NamedShape {
  readonly name: string;
  readonly schema: () => z.ZodType;
}

const NAMED_SHAPES = new WeakMap<z.core.$ZodType, NamedShape>();

/** A schema that only adds a description has the name of the one that it was made of. */
export const namedShape = (schema: z.core.$ZodType): NamedShape | null => {
  const { parent } = schema._zod;
  return NAMED_SHAPES.get(schema) ?? (parent === undefined ? null : namedShape(parent));
};

/**
 * Shown as `schema`, and checked as `until` where a call comes in. The reader of the definitions judges it by `schema`: only
 * there a message can name the column, and only there the type is known that decides what a value may be.
 */
export function deferredSchema<T>(name: string, schema: () => z.ZodType, until: z.ZodType<T>): z.ZodType<T, T> {
  const placeholder = until.clone() as z.ZodType<T, T>;
  NAMED_SHAPES.set(placeholder, { name, schema });
  return placeholder;
}

/** Shown under its name, and checked as it is. */
export function named<Schema extends z.ZodType>(name: string, schema: Schema): Schema {
  NAMED_SHAPES.set(schema, { name, schema: () => schema });
  return schema;
}

export { jsonObject };

/** `error` is what the reader of a definition says, after the name, of other values than objects. */
const jsonObjectOr = (error: string) =>
  z.looseObject({}, { error }).refine(isJson, NO_JSON) as unknown as z.ZodType<JsonObject>;

/** Any JSON value is meant. */
export const json: z.ZodType<Json, Json> = deferredSchema(
  'json',
  () =>
    z
      .union([z.null(), z.boolean(), z.number(), z.string(), z.array(json), z.record(z.string(), json)])
      .describe('Any JSON value'),
  anyJson,
);

/** Absent and null are the same for an optional argument. */
export const textArgument = z.string().nullish();

export const textsArgument = (z.array(z.string()) as unknown as z.ZodType<readonly string[]>).nullish();

export const flag = z.boolean().nullish();

/** How JSON says a value of a column of each type. */
const VALUES: Readonly<Record<ColumnType, z.ZodType>> = {
  string: z.string().describe('Of a string column'),
  integer: z.int().describe('Of an integer column'),
  number: z.number().describe('Of a number column'),
  boolean: z.boolean().describe('Of a boolean column'),
  date: z.string().describe('Of a date column: 2026-11-21'),
  datetime: z.string().describe('Of a datetime column: 2026-11-21T09:30:00+01:00; offset optional'),
  enum: z.string().describe('Of an enum column: one of its values'),
  link: z.string().describe('Of a link column: [[Name]], [[path|alias]], a name or a path'),
  list: z.array(json).describe('Of a list column: values of the type of its items'),
  json: json.describe('Of a json column'),
};

/** The type of the column says which of them. */
export const value = deferredSchema(
  'value',
  () =>
    z.union([z.null().describe('Empty'), ...Object.values(VALUES)]).describe('A value, as the type of its column asks'),
  anyJson,
);

const row = (): z.ZodType => z.record(z.string(), value).describe('Column -> value');

export const rowValues = deferredSchema('row_values', row, jsonObject);

/** Items of lists, by column. */
export const listPieces = named(
  'list_pieces',
  z.record(z.string(), z.array(json, { error: 'must be a list of items' })).describe('Column -> items'),
);

/** For a list whose rows are checked together. */
export const rowPlaceholder = deferredSchema('row_values', row, z.unknown());

/** The operators of a filter with their operands. Source: docs/operations.md#filters */
const OPERANDS = {
  eq: value.describe('Equal; null: empty'),
  ne: value.describe('Not equal, and not empty; null: not empty'),
  gt: value.describe('After, or more than'),
  gte: value.describe('Not before, or at least'),
  lt: value.describe('Before, or less than'),
  lte: value.describe('Not after, or at most'),
  in: z.union([z.array(value), z.string()]).describe('One of these; or a token for several'),
  contains: value.describe('Has this item, or this text'),
  icontains: z.string().describe('Contains, case and accents aside'),
  starts_with: z.string().describe('Its text starts with this'),
  ends_with: z.string().describe('Its text ends with this'),
  between: z.array(value).describe('At least the first, at most the second'),
  length: json.describe('Of a text or a list: a number, or operators'),
  exists: z.boolean().describe('true: not empty; false: empty'),
  empty: z.boolean().describe('The opposite of exists'),
  within: z.string().describe('Is this row of the hierarchy, or lies below it'),
} as const satisfies Readonly<Record<string, z.ZodType>>;

export type FilterOperator = keyof typeof OPERANDS;

export const OPERATORS = Object.keys(OPERANDS) as readonly FilterOperator[];

const condition = named(
  'condition',
  z
    .union([value, z.strictObject(OPERANDS).partial()])
    .describe('A value that is equal, or operators that must all hold'),
);

export const filter: z.ZodType<JsonObject, JsonObject> = deferredSchema(
  'filter',
  () =>
    z
      .object({
        and: z.array(filter).optional().describe('All of these match'),
        or: z.array(filter).optional().describe('One of these matches'),
        not: filter.optional().describe('This one does not match'),
      })
      .catchall(condition)
      .describe(
        `{column: value or {operator: value}}, all must hold; operators ${OPERATORS.join(' ')}; and, or: [filters], not: filter; link.column follows links; {op: {column: name}} compares columns`,
      ),
  jsonObjectOr('must be a filter'),
);

/** `must be …` of a column, after "column 2". */
export const columnObject = jsonObjectOr('must be an object with name and type');

/** One template of a table. */
interface TemplateShape {
  readonly path: string;
  readonly where?: JsonObject;
}

/** Of `templates`. Source: docs/tables.md#new-rows */
export const rowTemplates = (
  z.array(
    named(
      'template',
      z.strictObject({
        path: z.string().describe('Vault path of the note: Templates/Meeting.md'),
        where: filter.optional().describe('The values that a new row has; without it any row'),
      }),
    ),
  ) as unknown as z.ZodType<readonly TemplateShape[]>
).nullish();
