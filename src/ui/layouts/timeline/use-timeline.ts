/** The model of a timeline: its rows and days, the drag, the new row and the message. docs/views.md#timelines */

import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { leadingDay } from '../../../kernel/calendar';
import type { GridColumn, GridRow } from '../../components/grid-column';
import { localToday } from '../../components/text/date-text';
import type { RowWindow } from '../../rows/row-window';
import { type DateColumns, type DayMove, type DaySpan, isOverdue, rowIn, useRowsWith } from '../dated-rows';
import type { GridGroup } from '../../components/grid/row-source';
import type { DayDragPlace } from '../day-drag';
import type { LayoutProps } from '../layout';
import {
  type TimelineGroups,
  type TimelineRows,
  groupOfLine,
  intoGroup,
  rowOf,
  useTimelineRows,
} from './timeline-groups';
import type { TimeScale } from './time-scale';
import { firstWithToday, showRowsOf } from './rows-of-day';
import { type FramePlace, useFrame } from './use-frame';

export interface TimelineChoice {
  readonly dates: DateColumns;
  readonly done: GridColumn | undefined;
  readonly after: GridColumn | undefined;
  readonly scale: TimeScale;
  /** Null: rows lie in none. */
  readonly groups: TimelineGroups | null;
  readonly isNarrow: boolean;
  readonly zoom: (step: number) => void;
}

export interface NewSpan {
  readonly first: number;
  readonly last: number;
  /** Of a new row. Absent: it lies in none, or in that of the filter. */
  readonly group?: GridGroup | null;
}

export interface TimelineModel extends TimelineChoice {
  readonly props: LayoutProps<'view'>;
  readonly today: number;
  /** The width of the names beside the days. Pixels. */
  readonly names: number;
  readonly place: FramePlace;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Rows that have a day; null until they are known. */
  readonly dated: TimelineRows | null;
  readonly undated: RowWindow | null;
  readonly warnings: readonly string[];
  readonly isLate: (row: GridRow, span: DaySpan) => boolean;
  readonly dragged: Signal<DayMove | null>;
  /** Days of a new row: while they are drawn, and while it is named. */
  readonly sketched: Signal<NewSpan | null>;
  readonly adding: Signal<NewSpan | null>;
  readonly said: Signal<string>;
  /** The key of the row that has the focus after the next drawing. */
  readonly wanted: RefObject<WantedRow | null>;
  readonly latest: RefObject<TimelinePlace>;
  /** The line at a height of the window, as it was drawn last. */
  readonly lineAt: RefObject<(y: number) => number>;
  /** The group at a height of the window; null: none. */
  readonly groupAt: (y: number) => GridGroup | null;
  /** Rows stay in their lines while they get other days, until the person leaves. */
  readonly hold: () => void;
  readonly letGo: () => void;
  /** Brings the rows around today into sight, wherever the days are. */
  readonly showTodaysRows: () => void;
  readonly goToToday: () => void;
}

export interface WantedRow {
  readonly key: string;
  /** The key of the group that it is on its way to. */
  readonly group?: string;
}

interface TimelinePlace extends DayDragPlace {
  readonly hold: () => void;
}

const NAMES = { wide: 200, narrow: 128 };

export function useTimeline(props: LayoutProps<'view'>, choice: TimelineChoice): TimelineModel {
  const { rows, editing } = props;
  const { dates, done, scale, isNarrow } = choice;
  const scroller = useRef<HTMLDivElement>(null);
  const today = leadingDay(localToday());
  const names = isNarrow ? NAMES.narrow : NAMES.wide;
  const place = useFrame(scroller, { scale, names, today });
  const dated = useTimelineRows(props, dates.start, choice.groups);
  const undated = useRowsWith(props, dates.start, false);
  const dragged = useSignal<DayMove | null>(null);
  const [sketched, adding] = [useSignal<NewSpan | null>(null), useSignal<NewSpan | null>(null)];
  const [said, wanted] = [useSignal(''), useRef<WantedRow | null>(null)];
  const lineAt = useRef<(y: number) => number>(() => 0);
  const hold = (): void => dated?.hold();
  const letGo = (): void => void (dated?.isHeld === true && dated.release());
  const groupAt = (y: number): GridGroup | null => groupOfLine(dated, lineAt.current(y));
  const now: TimelinePlace = {
    ...{ editing, dates, dragged, said, hold },
    ...{ dayAt: place.dayAt, reach: place.reach },
    rowOf: (key) => rowOf(dated, key) ?? rowIn(undated, key),
    groupAt: (row, _x, y) => intoGroup({ props, groups: choice.groups, dated }, row, groupAt(y)),
    leaveGroup: (key, { key: group }) => {
      letGo();
      wanted.current = { key, group };
    },
  };
  const latest = useRef(now);
  latest.current = now;
  // A drag that outlives the columns of dates is dropped nowhere.
  useLayoutEffect(() => () => void (latest.current = { ...latest.current, dates: null }), []);
  const showTodaysRows = (): void =>
    void showRowsOf(firstWithToday(today, place.seen()), { ...choice, props, scroller });
  void rows.version.value;
  const problems = [dated, undated].flatMap((each) => each?.problem.value?.message ?? []);
  return {
    ...{
      ...choice,
      props,
      today,
      names,
      place,
      scroller,
      dated,
      undated,
      dragged,
      sketched,
      adding,
      said,
      wanted,
    },
    ...{ latest, hold, letGo, lineAt, groupAt },
    showTodaysRows,
    goToToday: () => {
      place.goTo(today);
      showTodaysRows();
    },
    warnings: [...problems, ...(dated?.warnings ?? [])],
    isLate: (row, span) => isOverdue({ row, span }, done, editing),
  };
}

/** Opens the field of a new row: on these days, else today where that is in sight, else in the middle. */
export function beginRow(
  { props, place, today, adding }: TimelineModel,
  days: NewSpan | null = null,
  group: GridGroup | null = null,
): boolean {
  if (props.editing?.insertRow === undefined) return false;
  const [first, end] = place.seen();
  const day = today >= first && today < end ? today : Math.floor((first + end) / 2);
  adding.value = { ...(days ?? { first: day, last: day }), group };
  return true;
}
