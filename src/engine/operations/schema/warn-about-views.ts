/** Tells of the views that a change of the definitions leaves without something that they read: they block nothing. D17 */

import type { ViewDefinition } from '../../catalog/definition';
import { NotedbError } from '../../errors';
import type { View } from '../../storage/view';
import type { WriteContext } from '../define-operation';
import { makePlanContext } from '../query/make-plan-context';
import { planView } from '../query/view-plan';
import { fileFacts } from '../row-result';

/** To be called when everything is staged. A view that could not run before is not told of again. */
export function warnAboutViews(context: WriteContext): void {
  const { transaction } = context;
  if (!transaction.catalogChanged) return;
  for (const view of transaction.catalog.views()) {
    // drop_table tells of the views that read the table.
    if (transaction.warnings.some((warning) => warning.startsWith(`the view ${view.qualified} `))) continue;
    const now = reasonAgainst(context, transaction, view);
    const was = transaction.before.catalog.view(view.qualified);
    if (now === null || (was !== null && reasonAgainst(context, transaction.before, was) !== null)) continue;
    transaction.warnings.push(`the view ${view.qualified} does not run any more: ${now}`);
  }
}

function reasonAgainst(
  { transaction, host, now, zone }: WriteContext,
  view: View,
  definition: ViewDefinition,
): string | null {
  const facts = fileFacts(transaction.before.links, host, zone);
  try {
    planView(makePlanContext({ view, facts, now, zone, scheduler: host.scheduler }), definition);
    return null;
  } catch (error) {
    if (error instanceof NotedbError) return error.message;
    throw error;
  }
}
