/** describe_table: options, columns, fields and row count of a table; query and columns of a view. spec: Table definition; D17, D18. */

import * as z from 'zod';
import { describeTable as describe, describeView } from '../../catalog/describe';
import { table } from '../arguments';
import { defineRead } from '../define-operation';
import { columnsOfView } from '../query/view-plan';
import { fileFacts } from '../row-result';

export const describeTable = defineRead({
  name: 'describe_table',
  group: 'database',
  summary: 'Describes a table (options, columns, fields, number of rows) or a view (query, columns).',
  description: 'Columns come with type, description and rules; the system column id comes first.',
  input: z.strictObject({ table }),
  refusals: ['an unknown or ambiguous table'],
  run: ({ view, store, host, now, zone }, input) => {
    const found = view.catalog.resolveEither(input.table);
    if ('query' in found) {
      const facts = fileFacts(store.links, host, zone);
      return Promise.resolve(describeView(found, columnsOfView({ view, facts, now, zone }, found.query)));
    }
    const rows = view.table(found.qualified).size;
    return Promise.resolve(describe(found, view.catalog, { rows, version: null, earliestVersion: null }));
  },
});
