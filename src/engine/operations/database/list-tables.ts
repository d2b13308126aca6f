/** list_tables: what there is. Source: docs/operations.md#list_tables. */

import * as z from 'zod';
import { tableList as describeTables, tablesResult } from '../../catalog/describe';
import { defineRead } from '../define-operation';

export const listTables = defineRead({
  name: 'list_tables',
  group: 'database',
  isCore: true,
  permission: 'read',
  summary: 'Lists every table with its folder and description.',
  description: 'Start here; then describe_table for the columns.',
  input: z.strictObject({}),
  refusals: [],
  result: tablesResult,
  run: ({ view }) => Promise.resolve(describeTables(view.catalog)),
});
