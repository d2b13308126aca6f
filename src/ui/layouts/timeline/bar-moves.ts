/** What the menu of a row does beside that of other layouts: what its drags do, for keys and fingers. docs/views.md#timelines */

import type { GridRow } from '../../components/grid-column';
import type { MenuItem } from '../../components/overlay/menu';
import { type DragGrip, whyFixedDays } from '../dated-rows';
import { groupsAround, moveIntoGroup, nameOfGroup } from './timeline-groups';
import type { TimeScale } from './time-scale';
import { moveRow } from './timeline-keys';
import type { TimelineModel } from './use-timeline';

const UNIT: Readonly<Record<TimeScale, string>> = {
  days: 'day',
  weeks: 'week',
  months: 'month',
  quarters: 'quarter',
};

const MOVES: readonly (readonly [words: (unit: string) => string, grip: DragGrip, step: number])[] = [
  [(unit) => `Move a ${unit} later`, 'move', 1],
  [(unit) => `Move a ${unit} earlier`, 'move', -1],
  [(unit) => `Begin a ${unit} later`, 'start', 1],
  [(unit) => `Begin a ${unit} earlier`, 'start', -1],
  [(unit) => `End a ${unit} later`, 'end', 1],
  [(unit) => `End a ${unit} earlier`, 'end', -1],
];

/** Groups that a menu names, those nearest to the row. */
const MOST_GROUPS = 20;

export function movesOf(model: TimelineModel, row: GridRow): readonly MenuItem[] {
  const groups = groupsAround(model, row, MOST_GROUPS).map((group, at): MenuItem => ({
    label: `Move to ${nameOfGroup(model, group)}`,
    startsGroup: at === 0,
    run: () => moveIntoGroup(model, row, group),
  }));
  return [...dayMovesOf(model, row), ...groups];
}

function dayMovesOf(model: TimelineModel, row: GridRow): readonly MenuItem[] {
  if (whyFixedDays(model.dates, model.props.editing) !== null) return [];
  return MOVES.filter(([, grip]) => grip === 'move' || model.dates.end !== null).map(([words, grip, step]) => ({
    label: words(UNIT[model.scale]),
    run: () => moveRow(model, row.key, grip, step),
  }));
}
