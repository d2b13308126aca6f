/** The arguments of a select. spec: select_rows; D4, D17. */

import * as z from 'zod';
import { json, table, text, texts, where } from '../arguments';

const MOST_ROWS = 1000;

export const DEFAULT_ROWS = 100;

export const columns = texts.describe('Columns to return; also path, id, file columns, and link.column');

export const orderBy = z
  .union([z.string(), z.array(z.string())])
  .nullish()
  .describe('Column or columns; -column descends');

export const limit = z
  .int()
  .min(0)
  .max(MOST_ROWS)
  .nullish()
  .describe('Default 100, at most 1000; 0 gives the total only');

export const offset = z.int().min(0).nullish().describe('Rows to skip');

export const expand = texts.describe('Links to replace by {link, path, name, ...columns}; a.b goes on from a');

const join = z
  .strictObject({
    table: table.describe('The table that is joined'),
    on: z
      .record(z.string(), z.string())
      .describe('Expression of the left side -> of the joined table; a column, date(column) or date(column)+1'),
    as: z.string().nullish().describe('Key of the matches; default: the name of the joined table'),
    type: z.enum(['inner', 'left']).nullish().describe('inner (default) drops rows without a match'),
    columns: texts.describe('Columns of the matches'),
    where: where.describe('Filter of the joined table'),
  })
  .nullish()
  .describe('Another table whose matching rows come as a list under as');

const groupBy = z
  .union([z.string(), z.array(z.string())])
  .nullish()
  .describe('Column, path, date(column) with +n or -n days; a list counts once per item');

const aggregates = z
  .record(z.string(), json)
  .nullish()
  .describe('Name -> count, count:column, sum:, avg:, min: or max:column; default {"count": "count"}');

export const selectInput = z.strictObject({
  table,
  columns,
  where,
  order_by: orderBy,
  limit,
  offset,
  expand,
  join,
  group_by: groupBy,
  aggregates,
  include_body: z.boolean().nullish().describe('Add each note’s Markdown body'),
  this_note: text.describe('Vault path of the note that the result is for: {this.name}, {this.<key>} … read it'),
  explain: z
    .union([z.boolean(), z.strictObject({ path: z.string().describe('Vault path of a note') })])
    .nullish()
    .describe('Tell how it was answered and what the answer can change with; {path}: why that note is in it or not'),
});
