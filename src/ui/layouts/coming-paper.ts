/** Coming rows as a calendar hands them to paper: under the rows of the table, with their dates alone. docs/recurrence.md#coming-rows */

import { useLayoutEffect } from 'preact/hooks';
import { dateOfDay, knownDay } from '../../kernel/calendar';
import type { Json } from '../../engine/index';
import type { GridColumn, GridRow } from '../components/grid-column';
import type { ComingRow } from './coming-rows';
import { type DateColumns, daysText, newDay } from './dated-rows';

export interface ComingPaper {
  /** Says which days they are of. */
  readonly heading: string;
  readonly rows: readonly GridRow[];
}

interface ComingOfDays {
  readonly dates: DateColumns;
  readonly range: { readonly first: number; readonly last: number };
  readonly columns: readonly GridColumn[];
}

/** Null: there are none. */
export function comingPaper(coming: readonly ComingRow[], { dates, range, columns }: ComingOfDays): ComingPaper | null {
  if (coming.length === 0) return null;
  const inOrder = [...coming].sort((one, other) => one.span.first - other.span.first);
  const rows = inOrder.map(({ from, key, span }): GridRow => ({
    key,
    path: from.path,
    values: {
      ...nameOf(from, columns),
      [dates.start.name]: dayOn(from, dates.start, span.first),
      ...(dates.end === null || span.first === span.last
        ? {}
        : { [dates.end.name]: dayOn(from, dates.end, span.last) }),
    },
  }));
  return { heading: `Coming ${daysText(range)}, not yet written`, rows };
}

function nameOf({ values }: GridRow, [first]: readonly GridColumn[]): Readonly<Record<string, Json>> {
  const name = first === undefined ? undefined : values[first.name];
  return first === undefined || name === undefined ? {} : { [first.name]: name };
}

/** With the hour of the row that makes it. */
function dayOn({ values }: GridRow, column: GridColumn, number: number): Json {
  const [day, before] = [dateOfDay(knownDay(number)) ?? '', values[column.name]];
  const hour = typeof before === 'string' ? before.slice(10) : '';
  return hour === '' ? newDay(column, day) : day + hour;
}

const shown = new WeakMap<object, ComingPaper>();

/** Those that a calendar of these rows shows now; null: none. */
export const shownComing = (rows: object | null): ComingPaper | null =>
  rows === null ? null : (shown.get(rows) ?? null);

/** For as long as a calendar shows them. */
export function useOnPaper(rows: object, paper: ComingPaper | null): void {
  useLayoutEffect(() => {
    if (paper === null) shown.delete(rows);
    else shown.set(rows, paper);
  });
  useLayoutEffect(() => () => void shown.delete(rows), [rows]);
}
