/** A calendar in a note on paper: its rows as a table, and below them those that are coming. docs/recurrence.md#coming-rows */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { localToday } from '../../components/text/date-text';
import { comingPaper, shownComing } from '../coming-paper';
import { useComingRows } from '../coming-rows';
import type { DateColumns } from '../dated-rows';
import type { LayoutProps } from '../layout';
import { StaticTable } from '../static-table';
import { type CalendarPeriod, rangeOf } from './calendar-days';

interface CalendarPaperProps extends LayoutProps<'view'> {
  readonly dates: DateColumns;
  readonly period: CalendarPeriod;
}

/** The days that were in sight, else those around today. */
export function CalendarPaper(props: CalendarPaperProps): JSX.Element {
  const { rows, dates, period, columns, label } = props;
  const [seen] = useState(() => shownComing(rows));
  const range = rangeOf(period, localToday());
  const { coming } = useComingRows(props, dates, range);
  void rows.version.value;
  return (
    <StaticTable
      {...{ label, columns }}
      rows={rows.rows}
      coming={seen ?? comingPaper(coming, { dates, range, columns })}
    />
  );
}
