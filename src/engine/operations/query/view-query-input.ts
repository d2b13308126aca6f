/** The stored query of a view, as select_rows or a union takes it. spec: View; D17. */

import * as z from 'zod';
import { isUnion } from '../../catalog/view-query';
import type { JsonObject } from '../../values/json';
import { table, where } from '../arguments';
import { parseInput } from '../parse-input';
import type { SelectArguments, UnionArguments } from './select-arguments';
import { columns, expand, limit, orderBy, selectInput } from './select-input';

const partInput = z.strictObject({ table, columns, where });

const unionInput = z.strictObject({
  union: z.array(partInput).min(1).describe('The tables that are stacked, each {table, columns, where}'),
  columns,
  where,
  order_by: orderBy,
  limit,
  expand,
});

/** What is asked when the view is read. */
const viewInput = selectInput.omit({ this_note: true, explain: true });

/** Throws 400 for arguments that they do not have. */
export function readViewQuery(query: JsonObject): SelectArguments | UnionArguments {
  const input = isUnion(query) ? unionInput : viewInput;
  return parseInput({ name: 'query', input }, query) as SelectArguments | UnionArguments;
}
