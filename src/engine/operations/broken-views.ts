/** Says which views a change of the definitions leaves without what they read. Source: docs/operations.md#rename_column (views are not rewritten); D17 (drop_table); docs/sources-and-views.md. */

import type { View } from '../storage/view';
import type { WriteContext } from './define-operation';
import { makePlanContext } from './query/make-plan-context';
import { viewProblem } from './query/view-plan';
import { fileFacts } from './row-result';

/** A warning for each view that ran before and would not run with what is staged, but for those that are named already. */
export async function warnOfBrokenViews({ transaction, host, now, zone }: WriteContext): Promise<void> {
  const { before, warnings, catalog } = transaction;
  if (catalog === before.catalog) return;
  const facts = fileFacts(before.links, host, zone);
  const planning = (view: View) => makePlanContext({ view, facts, now, zone, scheduler: host.scheduler });
  for (const view of catalog.views()) {
    await host.scheduler.pause();
    const problem = viewProblem(planning(transaction), view);
    const isNamed = warnings.some((warning) => warning.includes(`the view ${view.qualified} `));
    if (problem === null || isNamed) continue;
    const present = before.catalog.view(view.qualified);
    if (present === null || viewProblem(planning(before), present) !== null) continue;
    warnings.push(`the view ${view.qualified} can't be read any more: ${problem.message}`);
  }
}
