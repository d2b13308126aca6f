/** create_view: stores a query under a name. spec: View, Schema operations; D17, D18. */

import * as z from 'zod';
import { declareView } from '../../catalog/declare/declare-view';
import { dryRun, jsonObject, text, texts } from '../arguments';
import { defineWrite } from '../define-operation';
import { makePlanContext } from '../query/make-plan-context';
import { planView } from '../query/view-plan';
import { fileFacts } from '../row-result';
import { stageDefinitions } from './stage-definitions';

export const createView = defineWrite({
  name: 'create_view',
  group: 'schema',
  effect: 'write',
  summary: 'Stores a query under a name.',
  description:
    'query holds arguments of select_rows, or {union: [{table, columns, where}, …], columns, where, order_by, limit}, which stacks tables and tags each row with _source. It must run now. Filters may use date tokens such as {today-7d} and tokens of the note that the view is shown for, such as {this.name}.',
  input: z.strictObject({
    name: z.string().describe('View name; it begins with vw_'),
    query: jsonObject.describe('Arguments of select_rows, or a union of tables'),
    catalog: text.describe('Default: the database’s default catalog'),
    schema: text.describe('Default: the database’s default schema'),
    description: text.describe('What the view shows'),
    aliases: texts.describe('Other words for what it shows'),
    labels: z.record(z.string(), z.string()).nullish().describe('Column -> heading'),
    replace: z.boolean().nullish().describe('Take the place of a view of that name'),
    dry_run: dryRun,
  }),
  refusals: [
    'a name that does not begin with vw_',
    'the name is taken and replace is not true',
    'a query that does not run',
    'a heading of a column that the view does not have',
  ],
  stage: async ({ transaction, host, now, zone }, args) => {
    const { catalog, before } = transaction;
    const facts = fileFacts(before.links, host, zone);
    const planning = makePlanContext({ view: transaction, facts, now, zone, scheduler: host.scheduler });
    const view = declareView({ ...args, replace: args.replace === true }, catalog, (each) => planView(planning, each));
    await stageDefinitions(transaction, catalog.withView(view));
    const verb = catalog.view(view.qualified) === null ? 'created' : 'replaced';
    return { summary: `${verb} view ${view.qualified}`, tables: [view.qualified] };
  },
});
