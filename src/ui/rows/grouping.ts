/** What rows are grouped by: a column, or the period that a date of it lies in. docs/views.md#headings */

import type { Json, JsonObject } from '../../engine/index';
import { PERIODS, type PeriodUnit, periodOf } from '../components/text/period-text';
import type { GridColumn, GridSort } from '../components/grid-column';

export interface Grouping extends GridSort {
  /** Of a column of dates; absent: by its values. */
  readonly unit?: PeriodUnit | undefined;
}

/** `due`, `month(due)`: as group_by takes it, and the name of its values in the answer. */
export const groupExpression = ({ column, unit }: Grouping): string =>
  unit === undefined ? column : `${unit}(${column})`;

export const groupingText = (group: Grouping): string =>
  group.isDescending ? `-${groupExpression(group)}` : groupExpression(group);

export function readGrouping(text: string): Grouping {
  const isDescending = text.startsWith('-');
  const expression = isDescending ? text.slice(1) : text;
  const [, name, column] = /^(\w+)\((.+)\)$/.exec(expression) ?? [];
  const unit = PERIODS.find((each) => each === name);
  return unit === undefined || column === undefined
    ? { column: expression, isDescending }
    : { column, unit, isDescending };
}

/** The rows of one group. */
export function groupFilter({ column, unit }: Grouping, value: Json | null): JsonObject {
  if (value === null) return { [column]: { exists: false } };
  const period = unit === undefined ? null : periodOf(unit, value);
  if (period === null) return { [column]: { eq: value } };
  return { [column]: { gte: period.first, ...(period.end === null ? {} : { lt: period.end }) } };
}

/** As a person begins: moments are seldom equal, so that their days make the groups. */
export function groupingBy(columns: readonly GridColumn[], name: string): Grouping {
  const column = columns.find((each) => each.name === name);
  return { column: name, isDescending: false, ...(column?.type === 'datetime' ? { unit: 'day' } : {}) };
}
