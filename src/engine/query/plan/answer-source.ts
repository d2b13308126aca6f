/** Makes the answer of one select a source for another. Source: docs/sources-and-views.md#views; D17. */

import { runSelect } from '../run-select';
import { select } from '../select-source';
import { type QuerySource, rowOfValues, rowsSource } from '../source/query-source';
import type { Subject } from '../where/subject';
import type { Row } from '../../storage/row';
import type { View } from '../../storage/view';
import type { Json, JsonObject } from '../../json';
import type { PlanContext } from './plan-context';
import { type RowSlice, isOfFile } from './select-arguments';
import type { SelectArguments } from './select-input';
import { columnsOfPlan, planSelect } from './select-plan';

/** A select with the views in its way taken apart. */
export interface OpenSelect {
  /** As the answer names it. */
  readonly table: string;
  /** What it is to be planned with. */
  readonly planning: PlanContext;
  readonly source: QuerySource;
  /** The query of the source; its limit and offset apply to the rows that the slice leaves. */
  readonly select: SelectArguments;
  /** The rows that the views have, of those that match. */
  readonly slice: RowSlice;
}

/** The rows are computed when they are read, links as they are written; problems of the query are thrown at once. */
export function answerSource({ planning, source, select: args, slice }: OpenSelect): QuerySource {
  const plan = { ...planSelect(planning, source, { ...args, expand: null }), ...slice };
  const { zone, scheduler, view } = planning;
  const areNotes = source.areNotes !== false && plan.groups === null;
  const columns = columnsOfPlan(plan).filter(({ name }) => !areNotes || !isOfFile(name));
  const shape = { name: source.name, qualified: source.qualified, columns, fields: {}, areNotes };
  return rowsSource(shape, async () => {
    if (plan.groups !== null || plan.join !== null) {
      const { rows } = await runSelect(plan, { zone, links: view.links, scheduler });
      return rows.map((row) => (areNotes ? rowOfJson(row, view) : rowOfValues(row)));
    }
    const { rows } = await select(source, { ...plan, zone }, scheduler);
    const shown = plan.projection.columns;
    return shown === null ? rows : rows.map((row) => projectedRow(row, shown));
  });
}

/** A row of the past may be none any more. */
function rowOfJson({ path, id, ...values }: JsonObject, view: View): Row {
  const row = view.rowAt(path as string)?.row ?? {
    path: path as string,
    id: (id as string | undefined) ?? '',
    modified: 0,
  };
  return { ...row, values };
}

function projectedRow(row: Row, columns: readonly Subject[]): Row {
  const values: Record<string, Json> = {};
  for (const subject of columns) {
    const value = subject.ofRow(row);
    if (value !== undefined) values[subject.name] = value;
  }
  return { ...row, values };
}
