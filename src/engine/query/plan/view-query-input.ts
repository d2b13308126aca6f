/** The stored query of a view, as select_rows or a union takes it. Source: docs/sources-and-views.md#views; D17. */

import * as z from 'zod';
import { isUnion } from '../../catalog/references/view-query';
import type { JsonObject } from '../../values/json';
import { jsonObject, judgedLater, table, where } from '../../schemas/arguments';
import { parseInput } from '../../schemas/parse-input';
import { type SelectArguments, columns, expand, limit, orderBy, select } from './select-input';

const union = z.strictObject({
  union: z
    .array(z.strictObject({ table, columns, where }))
    .min(1)
    .describe('The tables that are stacked, each {table, columns, where}'),
  columns,
  where,
  order_by: orderBy,
  limit,
  expand,
});

export type UnionArguments = z.infer<typeof union>;

export const viewQuery = judgedLater(
  'view_query',
  () =>
    z
      .union([select, union])
      .describe(
        'Arguments of select_rows, or {union: [{table, columns, where}], columns, where, order_by, limit, expand}',
      ),
  jsonObject,
);

/** Throws 400 for arguments that they do not have. */
export function readViewQuery(query: JsonObject): SelectArguments | UnionArguments {
  const input = isUnion(query) ? union : select;
  return parseInput({ name: 'query', input }, query) as SelectArguments | UnionArguments;
}
