/** The stored query of a view, as select_rows or a union takes it. Source: docs/sources-and-views.md#views; D17. */

import * as z from 'zod';
import { isUnion } from '../../catalog/references/view-query';
import type { JsonObject } from '../../json';
import { jsonObject, deferredSchema, tableArgument, whereArgument } from '../../schemas/arguments';
import { parseInput } from '../../schemas/parse-input';
import {
  type SelectArguments,
  columnsArgument,
  expandArgument,
  limitArgument,
  orderByArgument,
  select,
} from './select-input';

const union = z.strictObject({
  union: z
    .array(z.strictObject({ table: tableArgument, columns: columnsArgument, where: whereArgument }))
    .min(1)
    .describe('The tables that are stacked, each {table, columns, where}'),
  columns: columnsArgument,
  where: whereArgument,
  order_by: orderByArgument,
  limit: limitArgument,
  expand: expandArgument,
});

export type UnionArguments = z.infer<typeof union>;

export const viewQuery = deferredSchema(
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
