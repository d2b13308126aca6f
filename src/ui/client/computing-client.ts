/** Operations whose selects of one table compute columns for its rows, as an open view does. docs/app/computed-columns.md */

import type { JsonObject } from '../../engine/index';
import { type OperationsClient, asObject } from './operations-client';

/** One place for every question about the rows: pages, groups, summaries, counts of a filter, exports. `computed`: arguments of select_rows. */
export function computingClient(client: OperationsClient, table: string, computed: JsonObject): OperationsClient {
  if (Object.keys(computed).length === 0) return client;
  const ask = client.run as (name: string, args: JsonObject) => Promise<unknown>;
  const run = (name: string, args: JsonObject): Promise<unknown> =>
    ask(name, name === 'select_rows' && args['table'] === table ? withColumns(args, computed) : args);
  return {
    run: run as OperationsClient['run'],
    onChange: (listener) => client.onChange(listener),
    ...(client.findNames === undefined ? {} : { findNames: client.findNames }),
  };
}

/** A question may compute columns of its own. */
function withColumns(args: JsonObject, computed: JsonObject): JsonObject {
  const formulas = { ...asObject(args['compute']), ...asObject(computed['compute']) };
  return { ...args, ...computed, ...(Object.keys(formulas).length === 0 ? {} : { compute: formulas }) };
}
