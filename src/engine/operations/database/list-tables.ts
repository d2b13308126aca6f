/** list_tables: what there is. Source: docs/operations.md#list_tables. */

import * as z from 'zod';
import { tableList as describeTables, tablesResult } from '../../catalog/describe';
import { displayOfView } from '../../query/plan/view-display';
import { makePlanContext } from '../../query/plan/make-plan-context';
import { fileFacts } from '../../query/where/file-facts';
import { listOf } from '../../values/json-schema';
import { defineRead } from '../define-operation';
import { firstSteps, suggestion } from './first-steps';

export const listTables = defineRead({
  name: 'list_tables',
  group: 'database',
  isCore: true,
  permission: 'read',
  summary: 'Lists every table with its folder and description.',
  description:
    'Start here; then describe_table for the columns. Where there is no table and no view, suggestions has the calls that make one.',
  brief: 'Start here; then describe_table for the columns.',
  input: z.strictObject({}),
  refusals: [],
  result: tablesResult.extend({
    suggestions: listOf(suggestion).exactOptional().describe('Where there is nothing yet: what to call next'),
  }),
  run: async (context) => {
    const { view, host, now, zone } = context;
    const facts = fileFacts(view.links, host, zone);
    const planning = makePlanContext({ view, facts, now, zone, scheduler: host.scheduler });
    const list = describeTables(view.catalog, (each) => displayOfView(planning, each));
    const isEmpty = list.tables.length === 0 && list.views.length === 0;
    return isEmpty ? { ...list, suggestions: await firstSteps(context) } : list;
  },
});
