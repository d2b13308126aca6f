/** describe_table: options, columns, fields and row count of a table. spec: Table definition; D17, D18. */

import * as z from 'zod';
import { describeTable as describe } from '../../catalog/describe';
import { table } from '../arguments';
import { defineRead } from '../define-operation';

export const describeTable = defineRead({
  name: 'describe_table',
  group: 'database',
  summary: 'Describes a table: its options, columns, fields and number of rows.',
  description: 'Columns come with type, description and rules; the system column id comes first.',
  input: z.strictObject({ table }),
  refusals: ['an unknown or ambiguous table'],
  run: ({ view }, input) => {
    const definition = view.catalog.resolveTable(input.table);
    const rows = view.table(definition.qualified).size;
    return Promise.resolve(describe(definition, view.catalog, { rows, version: null, earliestVersion: null }));
  },
});
