/** The model of a calendar: its days, the rows on them, the drag, the new row and the message. docs/views.md#calendars */

import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { dateOfDay, leadingDay } from '../../../kernel/calendar';
import type { GridRow } from '../../components/grid-column';
import { localToday } from '../../components/text/date-text';
import {
  type DateColumns,
  type DatedRows,
  type DayMove,
  isOverdue,
  movedSpan,
  rowIn,
  spanOf,
  useDatedRows,
} from '../dated-rows';
import { comingPaper, useOnPaper } from '../coming-paper';
import { useComingRows } from '../coming-rows';
import type { DayDragPlace } from '../day-drag';
import type { LayoutProps } from '../layout';
import { type CalendarPeriod, type SpanOfRow, rangeOf } from './calendar-days';

interface CalendarChoice {
  readonly dates: DateColumns;
  readonly done: string | null;
  readonly period: CalendarPeriod;
}

export interface CalendarModel extends Omit<DatedRows, 'rows'> {
  readonly props: LayoutProps<'view'>;
  readonly dates: DateColumns;
  readonly period: CalendarPeriod;
  /** The day that the person is at. */
  readonly at: string;
  readonly goTo: (day: string) => void;
  readonly show: (period: CalendarPeriod) => void;
  /** The first and the last day. */
  readonly range: { readonly first: number; readonly last: number };
  /** Rows of the range where they are seen, also where one is dragged to; and those that are not yet there. */
  readonly spans: readonly SpanOfRow[];
  readonly isOverdue: (each: SpanOfRow) => boolean;
  readonly dragged: Signal<DayMove | null>;
  /** The day on which a new row is typed. */
  readonly adding: Signal<number | null>;
  readonly said: Signal<string>;
  /** What has the focus after the next drawing: the key of a row, or a day. */
  readonly wanted: RefObject<string | null>;
  readonly latest: RefObject<CalendarPlace>;
}

interface CalendarPlace extends DayDragPlace {
  readonly props: LayoutProps<'view'>;
}

export function useCalendar(
  props: LayoutProps<'view'>,
  choice: CalendarChoice,
  show: CalendarModel['show'],
): CalendarModel {
  const { declared, editing, rows } = props;
  const [at, goTo] = useState(localToday);
  const { dates, period } = choice;
  const range = rangeOf(period, at);
  const { rows: read, undated, warnings: found } = useDatedRows(props, dates, range);
  const [dragged, adding, said] = [useSignal<DayMove | null>(null), useSignal<number | null>(null), useSignal('')];
  const wanted = useRef<string | null>(null);
  const { coming, warnings: cut } = useComingRows(props, dates, range);
  useOnPaper(rows, comingPaper(coming, { dates, range, columns: props.columns }));
  const there = spansOf(read, dates, editing, dragged.value);
  const spans = [...there, ...coming.map(({ from, key, span }): SpanOfRow => ({ row: from, span, coming: key }))];
  const done = declared.find(({ name }) => name === choice.done);
  const place: CalendarPlace = {
    ...{ props, editing, dates, dragged, said, dayAt },
    rowOf: (key) => read.find((row) => row.key === key) ?? rowIn(undated, key),
  };
  const latest = useRef(place);
  latest.current = place;
  // A drag that outlives the columns of dates is dropped nowhere.
  useLayoutEffect(() => () => void (latest.current = { ...latest.current, dates: null }), []);
  useFocus(wanted);
  void rows.version.value;
  const warnings = [...found, ...cut];
  return {
    ...{ props, dates, period, at, goTo, show, range, spans, undated, warnings, dragged, adding, said, wanted, latest },
    isOverdue: (each) => each.coming === undefined && isOverdue(each, done, editing),
  };
}

function spansOf(
  rows: readonly GridRow[],
  dates: DateColumns,
  editing: LayoutProps<'view'>['editing'],
  dragged: DayMove | null,
): readonly SpanOfRow[] {
  return rows.flatMap((row) => {
    void editing?.version(row);
    const span = spanOf(row, dates, editing);
    if (span === null) return [];
    return [{ row, span: dragged?.key === row.key ? movedSpan(span, dragged) : span }];
  });
}

/** Days lie below the bars. */
function dayAt(x: number, y: number): number | null {
  const under = document.elementsFromPoint?.(x, y) ?? [];
  const day = under.flatMap((element) => element.closest<HTMLElement>('[data-day]')?.dataset['day'] ?? [])[0];
  return day === undefined ? null : leadingDay(day);
}

/** A bar that is drawn elsewhere gets the focus back. */
function useFocus(wanted: RefObject<string | null>): void {
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const name = CSS.escape(wanted.current);
    const found = document.querySelector<HTMLElement>(`[data-row="${name}"] button, [data-day="${name}"] button`);
    if (found === null) return;
    wanted.current = null;
    found.focus();
  });
}

export const dayText = (day: number): string => dateOfDay(day) ?? '';
