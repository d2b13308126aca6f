/** The menu of a row: what its drags do, for keys and fingers, and what can be done with the row. docs/views.md#timelines */

import type { JSX } from 'preact';
import { noteName } from '../../client/note-text';
import type { GridRow } from '../../components/grid-column';
import { type MenuItem, Menu } from '../../components/overlay/menu';
import { type DragGrip, whyFixedDays } from '../dated-rows';
import { groupsAround, moveIntoGroup, nameOfGroup } from './timeline-groups';
import type { TimeScale } from './time-scale';
import { moveRow } from './timeline-keys';
import type { TimelineModel } from './use-timeline';

export function openBarMenu(model: TimelineModel, row: GridRow, anchor: HTMLElement): void {
  const rowMenu = model.props.pane?.rowActions.grid.rowMenu;
  if (rowMenu === undefined) return void (model.menu.value = { row, anchor });
  rowMenu({
    row,
    count: 1,
    columns: [],
    read: () => Promise.resolve([row]),
    anchor: () => anchor,
    focus: () => anchor.focus(),
    more: movesOf(model, row),
  });
}

/** Where no pane has one. */
export function TimelineMenu({ model }: { readonly model: TimelineModel }): JSX.Element | null {
  const open = model.menu.value;
  if (open === null) return null;
  const { row, anchor } = open;
  const opens: MenuItem = { icon: 'open', label: 'Open', run: () => model.props.openRow(row, new MouseEvent('click')) };
  return (
    <Menu
      key={row.key}
      label={noteName(row.path)}
      items={[...movesOf(model, row), opens]}
      anchor={() => anchor}
      close={(hasFocus) => {
        model.menu.value = null;
        if (hasFocus) anchor.focus();
      }}
    />
  );
}

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

function movesOf(model: TimelineModel, row: GridRow): readonly MenuItem[] {
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
