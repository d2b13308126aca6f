/** Brings the rows of a day into sight, where they lie in the order of their days. docs/views.md#timelines */

import type { RefObject } from 'preact';
import { dateOfDay } from '../../../kernel/calendar';
import { isTouchScreen } from '../../components/touch-screen';
import type { DateColumns } from '../dated-rows';
import type { LayoutProps } from '../layout';
import type { TimelineGroups } from './timeline-groups';

/** The heights of lines in pixels: a finger needs more. */
const SHAPE = { mouse: { row: 34, heading: 36 }, finger: { row: 50, heading: 48 } };

export const lineShape = (): (typeof SHAPE)['mouse'] => SHAPE[isTouchScreen() ? 'finger' : 'mouse'];

export interface DaysPlace {
  readonly props: Pick<LayoutProps<'view'>, 'rows' | 'spec'>;
  readonly dates: DateColumns;
  readonly groups: TimelineGroups | null;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** The first day in sight where today lies a quarter from the left. */
export const firstWithToday = (today: number, [first, end]: readonly [number, number]): number =>
  today - Math.floor((end - first) / 4);

/** Rows that begin on the day, or after it, are the first ones in sight. Does nothing where another order or groups are shown. */
export async function showRowsOf(day: number, { props, dates, groups, scroller }: DaysPlace): Promise<void> {
  const text = dateOfDay(day);
  if (groups !== null || props.spec.sort.length > 0 || text === null) return;
  const top = scroller.current?.scrollTop;
  const answer = await props.rows
    .ask({ aggregates: { before: 'count' }, where: { [dates.start.name]: { lt: text } } })
    // The rows say why nothing can be read.
    .catch(() => null);
  const before = Number(answer?.rows[0]?.['before'] ?? 0);
  // The person may have scrolled meanwhile.
  if (scroller.current !== null && scroller.current.scrollTop === top) {
    scroller.current.scrollTop = before * lineShape().row;
  }
}
