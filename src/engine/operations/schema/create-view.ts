/** create_view: stores a query under a name. Source: docs/sources-and-views.md#views, docs/operations.md#create_view; D17, D18. */

import { VIEW_ARGUMENTS, declareView } from '../../catalog/declare/declare-view';
import { dryRun } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import { defineWrite } from '../define-operation';
import { makePlanContext } from '../../query/plan/make-plan-context';
import { planView } from '../../query/plan/view-plan';
import { viewQuery } from '../../query/plan/view-query-input';
import { fileFacts } from '../../query/where/file-facts';
import { stageDefinitions } from '../../rows/schema-change/stage-definitions';

export const createView = defineWrite({
  name: 'create_view',
  group: 'schema',
  permission: 'schema',
  effect: 'write',
  summary: 'Stores a query under a name.',
  description:
    'query holds arguments of select_rows, or {union: [{table, columns, where}, …], columns, where, order_by, limit}, which stacks tables and tags each row with _source. It must run now. Filters may use date tokens such as {today-7d} and tokens of the note that the view is shown for, such as {this.name}.',
  brief: 'It must run now. Filters may use {today-7d} and, of the note it is shown for, {this.name}.',
  input: VIEW_ARGUMENTS.extend({
    query: viewQuery.describe('Asked when the view is read'),
    dry_run: dryRun,
  }),
  refusals: [
    'a name that does not begin with vw_',
    'the name is taken and replace is not true',
    'a query that does not run',
    'a heading of a column that the view does not have',
    'a layout that does not exist, and a setting that its layout does not have',
  ],
  stage: async (context, args) => {
    const { transaction, host, now, zone } = context;
    const { catalog, before } = transaction;
    const facts = fileFacts(before.links, host, zone);
    const planning = makePlanContext({ view: transaction, facts, now, zone, scheduler: host.scheduler });
    const view = declareView(args, catalog, (each) => planView(planning, each));
    await stageDefinitions(context, catalog.withView(view));
    const kind = catalog.view(view.qualified) === null ? 'create view' : 'replace view';
    return { deed: deedOf(kind, null, { names: { view: view.qualified } }), tables: [view.qualified] };
  },
});
