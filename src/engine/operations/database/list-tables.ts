/** list_tables: what there is. Source: docs/operations.md#list_tables. */

import * as z from 'zod';
import { tableList as describeTables, tablesResult } from '../../catalog/describe';
import { displayOfView } from '../../query/plan/view-display';
import { makePlanContext } from '../../query/plan/make-plan-context';
import { fileFacts } from '../../query/where/file-facts';
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
  run: ({ view, host, now, zone }) => {
    const facts = fileFacts(view.links, host, zone);
    const planning = makePlanContext({ view, facts, now, zone, scheduler: host.scheduler });
    return Promise.resolve(describeTables(view.catalog, (each) => displayOfView(planning, each)));
  },
});
