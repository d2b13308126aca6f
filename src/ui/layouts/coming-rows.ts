/** Rows of series that are not yet there: on each coming day of a rule, until the row before them is done. docs/recurrence.md#coming-rows */

import { dateOfDay, leadingDay } from '../../kernel/calendar';
import { comingDays } from '../../kernel/recurrence';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { JsonObject } from '../../engine/index';
import type { GridColumn, GridRow, RecurringDates } from '../components/grid-column';
import { localToday } from '../components/text/date-text';
import { RowWindow } from '../rows/row-window';
import { allOf } from '../rows/where-parts';
import { type DateColumns, type DaySpan, spanOf } from './dated-rows';
import type { LayoutProps } from './layout';

/** A day on which a row comes again. */
export interface ComingRow {
  /** The row that makes it when it is done. */
  readonly from: GridRow;
  /** Not that of a row. */
  readonly key: string;
  readonly span: DaySpan;
}

/** Series that are read, by their dates. */
const MOST_SERIES = 200;
/** Days of a series that are drawn: more than a period of a calendar has. */
const MOST_DAYS = 100;

interface DaysInSight {
  readonly first: number;
  readonly last: number;
}

export interface ComingRows {
  readonly coming: readonly ComingRow[];
  readonly warnings: readonly string[];
}

/** Those of the days in sight, from today on. */
export function useComingRows(
  { rows, spec, editing }: Pick<LayoutProps<'view'>, 'rows' | 'spec' | 'editing'>,
  dates: DateColumns,
  days: DaysInSight,
): ComingRows {
  const { start } = dates;
  const { recurs } = start;
  const [series, setSeries] = useState<RowWindow | null>(null);
  useLayoutEffect(() => {
    if (recurs === null) return undefined;
    const read = seriesOf(rows, start, recurs, spec.limit);
    setSeries(read);
    return () => {
      read.stop();
      setSeries(null);
    };
  }, [rows, start.name, JSON.stringify(recurs), spec.limit]);
  void series?.version.value;
  const today = leadingDay(localToday());
  const known = recurs === null ? [] : (series?.rows ?? []).map((row) => seriesRow(row, recurs, dates, editing));
  const isEndMoved = dates.end !== null && recurs?.shift.includes(dates.end.name) === true;
  // A drag draws often, and an old series has many days.
  const coming = useMemo(
    () => known.flatMap((each) => comingOf(each, isEndMoved, { ...days, today })),
    [series, JSON.stringify([known.map(({ row, ...facts }) => [row.key, facts]), isEndMoved, days, today])],
  );
  return { coming, warnings: series?.warnings ?? [] };
}

interface SeriesRow {
  readonly row: GridRow;
  readonly rule: string;
  readonly span: DaySpan | null;
  readonly isFromDone: boolean;
}

function seriesRow(
  row: GridRow,
  { rule, isFromDone }: RecurringDates,
  dates: DateColumns,
  editing: LayoutProps<'view'>['editing'],
): SeriesRow {
  void editing?.version(row);
  const text = row.values[rule];
  return { row, rule: typeof text === 'string' ? text : '', span: spanOf(row, dates, editing), isFromDone };
}

/** Rows with a rule that are not done, wherever they lie: their days do not depend on the period. */
function seriesOf(rows: RowWindow, start: GridColumn, recurs: RecurringDates, limit: number | null): RowWindow {
  const { rule, done } = recurs;
  return rows.part(({ client, question, isTouched }) => {
    const most = Math.min(limit ?? MOST_SERIES, MOST_SERIES);
    const columns = question.columns === null ? null : [...new Set([...question.columns, start.name, rule, done])];
    const series = new RowWindow(
      client,
      {
        ...question,
        columns,
        orderBy: [start.name],
        limit: most,
        warn: (matching) => (matching > MOST_SERIES && most === MOST_SERIES ? [cutText(matching)] : []),
        filter: async (operations) => {
          const whole = await question.filter(operations);
          const more: JsonObject = { [start.name]: { exists: true }, [rule]: { exists: true } };
          return { ...whole, where: allOf([whole.where, more, { not: doneFilter(recurs) }]) };
        },
      },
      isTouched,
    );
    series.need(0, most);
    return series;
  });
}

const doneFilter = ({ done, values }: RecurringDates): JsonObject => ({
  [done]: values.length === 0 ? true : { in: [...values] },
});

const cutText = (matching: number): string =>
  `${matching.toLocaleString()} rows come again; coming days of the first ${MOST_SERIES.toLocaleString()} are shown.`;

/** A rule that can't be followed has none. */
function comingOf(
  { row, rule, span, isFromDone }: SeriesRow,
  isEndMoved: boolean,
  { first, last, today }: DaysInSight & { readonly today: number },
): readonly ComingRow[] {
  if (span === null) return [];
  const anchor = isFromDone ? Math.max(today, span.first) : span.first;
  // An end that stays lies before the next day, and does not count.
  const length = isEndMoved ? span.last - span.first : 0;
  const found = comingDays(rule, anchor, { from: Math.max(first - length, today), to: last, most: MOST_DAYS });
  return found.map((day) => ({
    from: row,
    key: `${row.key} coming ${dateOfDay(day) ?? ''}`,
    span: { first: day, last: day + length, time: span.time },
  }));
}
