/** list_tables: what there is. Source: docs/operations.md#list_tables. */

import * as z from 'zod';
import { firstCall, tableList, tablesResult } from '../../catalog/describe';
import { displayOfView } from '../../query/plan/view-display';
import { makePlanContext } from '../../query/plan/make-plan-context';
import { fileFacts } from '../../query/where/file-facts';
import { fullestFolder } from '../../infer/fullest-folder';
import { defineRead } from '../define-operation';

export const listTables = defineRead({
  name: 'list_tables',
  group: 'database',
  isCore: true,
  permission: 'read',
  summary: 'Lists every table with its folder and description.',
  description: 'Start here; then describe_table for the columns. Without tables, next is the call to begin with.',
  input: z.strictObject({}),
  refusals: [],
  result: tablesResult,
  run: async (context) => {
    const { view, host, now, zone } = context;
    const facts = fileFacts(view.links, host, zone);
    const planning = makePlanContext({ view, facts, now, zone, scheduler: host.scheduler });
    const list = tableList(view.catalog, (each) => displayOfView(planning, each));
    return list.tables.length > 0 ? list : { ...list, next: firstCall(await fullestFolder(context)) };
  },
});
