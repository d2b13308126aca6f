/** The arguments of a select. Source: docs/operations.md#select_rows; D4, D17. */

import * as z from 'zod';
import { AGGREGATE } from '../group/aggregates';
import {
  flag,
  jsonObject,
  deferredSchema,
  named,
  tableArgument,
  textArgument,
  textsArgument,
  whereArgument,
} from '../../schemas/arguments';

const MOST_ROWS = 1000;

export const DEFAULT_ROWS = 100;

export const columnsArgument = textsArgument.describe('Columns to return; also path, id, file columns, link.column');

export const orderByArgument = z
  .union([z.string(), z.array(z.string())])
  .nullish()
  .describe('Column, month(column) or a list; -column descends');

export const limitArgument = z
  .int()
  .min(0)
  .max(MOST_ROWS)
  .nullish()
  .describe('Default 100, at most 1000; 0 gives the total only');

export const offsetArgument = z.int().min(0).nullish().describe('Rows to skip');

export const expandArgument = textsArgument.describe(
  'Links to replace by {link, path, name, ...columns}; a.b goes on from a',
);

const joinArgument = named(
  'join',
  z
    .strictObject({
      table: tableArgument.describe('The table that is joined'),
      on: z
        .record(z.string(), z.string())
        .describe('Expression of the left side -> of the joined table; a column, date(column) or date(column)+1'),
      as: z.string().nullish().describe('Key of the matches; default: the name of the joined table'),
      type: z.enum(['inner', 'left']).nullish().describe('inner (default) drops rows without a match'),
      columns: textsArgument.describe('Columns of the matches'),
      where: whereArgument.describe('Filter of the joined table'),
    })
    .describe('{table, on: {column: column of the joined table}, as, type: inner|left, columns, where}'),
);

export type JoinSelection = z.infer<typeof joinArgument>;

const groupByArgument = z
  .union([z.string(), z.array(z.string())])
  .nullish()
  .describe(
    'Column, path, or month(due), date(due)+1; also year quarter week weekday month_day hour; a list counts once per item',
  );

const aggregatesArgument = deferredSchema(
  'aggregates',
  () =>
    z
      .record(z.string(), AGGREGATE)
      .describe(
        '{name: count, share (of all rows, 0 to 1) or sum:column; also count_distinct: avg: median: min: max: first: last: list:, of items of lists too}',
      ),
  jsonObject,
);

const rollupColumn = named(
  'rollup',
  z
    .strictObject({
      table: tableArgument.nullish().describe('The table whose rows are added up'),
      by: textArgument.describe('Its link column that leads here'),
      via: textArgument.describe('In place of table and by: an own link column'),
      where: whereArgument,
      value: z.string().describe('An aggregate: count, sum:hours, …'),
      order_rows_by: orderByArgument.describe('For first, last, list'),
    })
    .describe('{table, by, where, value} or {via, where, value}'),
);

export type RollupSelection = z.infer<typeof rollupColumn>;

const rollupArgument = z
  .record(z.string(), rollupColumn)
  .nullish()
  .describe(
    'Columns from linked rows: {name: {table, by, where, value: count or sum:column}}. These and compute serve in where, order_by, columns',
  );

const selection = z.strictObject({
  columns: columnsArgument,
  where: whereArgument,
  order_by: orderByArgument,
  limit: limitArgument,
  offset: offsetArgument,
  expand: expandArgument,
  join: joinArgument.nullish().describe('Another table; its matches are a list under as'),
  group_by: groupByArgument,
  aggregates: aggregatesArgument.nullish().describe('Default: count'),
  having: whereArgument.describe('Which groups, by keys and aggregates'),
  order_rows_by: orderByArgument.describe('For first, last, list'),
  rollup: rollupArgument,
  compute: z
    .record(z.string(), z.string())
    .nullish()
    .describe('Columns by Bases formulas: {days: "(done_on - due).days"}'),
});

/** The arguments of a select but its table. Absent and null are the same. */
export type SelectClauses = z.infer<typeof selection>;

/** As they are passed on between a call, a view and what it reads. */
export const select = z.strictObject({
  table: tableArgument,
  ...selection.shape,
  include_body: flag.describe('Add each note’s Markdown body'),
});

export type SelectArguments = z.infer<typeof select>;

export const selectInput = select.extend({
  this_note: textArgument.describe('Vault path of the note that {this.name} and {this.<key>} read'),
  explain: z
    .union([z.boolean(), z.strictObject({ path: z.string().describe('Vault path of a note') })])
    .nullish()
    .describe('How it was answered; {path}: why that note is in it or not'),
});
