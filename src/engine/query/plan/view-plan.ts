/** Reads the query of a view as select_rows would, and gives its columns. Source: docs/sources-and-views.md#views; D16, D17. */

import type { ViewDefinition } from '../../catalog/definition';
import { mapTables } from '../../catalog/references/view-query';
import { NotedbError } from '../../errors';
import type { ColumnSpec } from '../../values/column-spec';
import type { JsonObject } from '../../json';
import { openView } from './open-select';
import { resolveTarget } from './open-source';
import type { PlanContext } from './plan-context';
import { columnsOfPlan, planSelect } from './select-plan';

export interface ViewPlan {
  /** As given, with the qualified names of its tables. */
  readonly query: JsonObject;
  /** What a row of the view holds beside its path. */
  readonly columns: readonly ColumnSpec[];
}

/** Throws what select_rows would throw for this query, and 422 when the view would read itself. */
export function planView(context: PlanContext, view: ViewDefinition): ViewPlan {
  const columns = columnsOf(context, view);
  const { catalog } = context.view;
  return { query: mapTables(view.query, (name) => resolveTarget(catalog, name).qualified), columns };
}

/** Why the query of a view does not run; null when it does. */
export function viewProblem(context: PlanContext, view: ViewDefinition): NotedbError | null {
  try {
    columnsOf(context, view);
    return null;
  } catch (error) {
    if (error instanceof NotedbError) return error;
    throw error;
  }
}

/** Null when its query does not run any more. */
export function viewColumns(context: PlanContext, view: ViewDefinition): readonly ColumnSpec[] | null {
  try {
    return columnsOf(context, view);
  } catch (error) {
    if (error instanceof NotedbError) return null;
    throw error;
  }
}

function columnsOf(context: PlanContext, view: ViewDefinition): readonly ColumnSpec[] {
  const { planning, source, select } = openView(context, view, { table: view.qualified });
  return columnsOfPlan(planSelect(planning, source, select));
}
