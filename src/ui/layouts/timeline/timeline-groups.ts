/** The groups of a timeline: headings between its lines, that rows are moved between. docs/views.md#groups-of-a-timeline */

import type { Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { Json } from '../../../engine/index';
import { type GridColumn, type GridRow, whyReadOnly } from '../../components/grid-column';
import { shownValue } from '../../components/grid-editing';
import { groupText } from '../../components/grid/group-line';
import { type GridGroup, isGroup } from '../../components/grid/row-source';
import { GroupedRows } from '../../rows/grouped-rows';
import type { Grouping } from '../../rows/grouping';
import { lanesWithoutRows, whyFixed } from '../../rows/lane-column';
import { groupKey } from '../../rows/row-lanes';
import { RowWindow } from '../../rows/row-window';
import { useWindow } from '../../rows/use-window';
import { type DateColumns, type IntoGroup, filterByDate, putDays } from '../dated-rows';
import type { DayDragPlace } from '../day-drag';
import type { LayoutProps } from '../layout';

export type TimelineRows = RowWindow | GroupedRows;

export interface TimelineGroups {
  readonly by: Grouping;
  readonly column: GridColumn | undefined;
  /** Why a row can't be moved to another one; null: it can. */
  readonly whyFixed: string | null;
}

/** A timeline as far as groups need it. */
interface GroupPlace {
  readonly props: Pick<LayoutProps<'view'>, 'editing'>;
  readonly groups: TimelineGroups | null;
  readonly dated: TimelineRows | null;
}

interface GroupedTimeline extends GroupPlace {
  readonly dates: DateColumns;
  readonly said: Signal<string>;
  readonly latest: RefObject<Pick<DayDragPlace, 'leaveGroup'>>;
}

/** Those of the view; null: it has none. */
export function timelineGroups({
  spec: { group: by },
  declared,
  editing,
}: Pick<LayoutProps<'view'>, 'spec' | 'declared' | 'editing'>): TimelineGroups | null {
  if (by === null) return null;
  const column = declared.find(({ name }) => name === by.column);
  if (editing?.putTogether === undefined) return { by, column, whyFixed: 'The rows are for reading.' };
  const isFixed = whyFixed(column, by) !== null;
  const why = (column && whyReadOnly(column)) ?? 'A row can not be moved between these groups.';
  return { by, column, whyFixed: isFixed ? why : null };
}

/** Rows that have a day, in their groups; null until they are known. */
export function useTimelineRows(
  { rows, spec }: Pick<LayoutProps<'view'>, 'rows' | 'spec'>,
  { name }: GridColumn,
  groups: TimelineGroups | null,
): TimelineRows | null {
  const { collapsed } = spec.display;
  const isCollapsed = (key: string): boolean => collapsed.includes(key);
  const choices = groups?.column?.type === 'enum' ? groups.column.values : [];
  const lanes = lanesWithoutRows(groups?.column);
  const key = JSON.stringify([name, groups?.by, choices, lanes]);
  const { window, next } = useWindow<TimelineRows>(rows, key, () =>
    rows.part<TimelineRows>(({ client, question, isTouched }) => {
      const orderBy = question.orderBy.length > 0 ? question.orderBy : [name];
      const asked = { ...question, orderBy, limit: spec.limit, filter: filterByDate(question, name, true) };
      if (groups === null) return new RowWindow(client, asked, isTouched);
      const more = { group: groups.by, summaries: {}, choices, isCollapsed, ...lanes };
      return new GroupedRows(client, { ...asked, ...more }, isTouched);
    }),
  );
  useLayoutEffect(() => {
    for (const each of new Set([window, next])) if (each instanceof GroupedRows) each.fold(isCollapsed);
  }, [window, next, JSON.stringify(collapsed)]);
  void window?.version.value;
  return window;
}

/** Null: it is not read, or a heading. */
export function rowAt(rows: TimelineRows, line: number): GridRow | null {
  const found = rows.at(line);
  return found === null || isGroup(found) ? null : found;
}

/** The row of a key, where it was read. */
export function rowOf(rows: TimelineRows | null, key: string): GridRow | null {
  const line = rows?.lineOf(key) ?? -1;
  return rows === null || line < 0 ? null : rowAt(rows, line);
}

/** The last heading above a line; null: rows lie in no groups. */
export function groupOfLine(rows: TimelineRows | null, line: number): GridGroup | null {
  if (!(rows instanceof GroupedRows) || line < 0) return null;
  const heading = rows.headings.filter((each) => each <= line).at(-1);
  const found = heading === undefined ? null : rows.at(heading);
  return found !== null && isGroup(found) ? found : null;
}

/** Of the group that a row is seen in, or has the value of. */
const ownKey = ({ props, groups, dated }: GroupPlace, row: GridRow): string => {
  const seen = groupOfLine(dated, dated?.lineOf(row.key) ?? -1);
  return seen?.key ?? groupKey(valueOf(props, groups, row) ?? null);
};

const valueOf = (
  { editing }: GroupPlace['props'],
  groups: TimelineGroups | null,
  row: GridRow,
): ReturnType<typeof shownValue> =>
  groups?.column === undefined
    ? undefined
    : shownValue(row, groups.column, editing?.overlay(row, groups.column) ?? null);

type GroupName = Pick<GridGroup, 'key' | 'value'>;

export const nameOfGroup = ({ groups }: Pick<GroupPlace, 'groups'>, { value }: Pick<GridGroup, 'value'>): string =>
  groupText({ value, unit: groups?.by.unit }, groups?.column);

/** What a new row has from the group that it is made in. */
export const valueOfGroup = (
  { groups }: Pick<GroupPlace, 'groups'>,
  group: Pick<GridGroup, 'value'> | null,
): Readonly<Record<string, Json>> =>
  groups?.column === undefined || groups.whyFixed !== null || group === null || group.value === null
    ? {}
    : { [groups.column.name]: group.value };

/** What a move to a group writes; null: the row is in it, or can't go there. */
export function intoGroup(place: GroupPlace, row: GridRow, to: GroupName | null): IntoGroup | null {
  const { groups, props } = place;
  const own = ownKey(place, row);
  if (to === null || groups?.column === undefined || groups.whyFixed !== null || to.key === own) return null;
  const { column } = groups;
  // The person saw the row in its group, also where another program moved it meanwhile.
  const seen = groupOfLine(place.dated, place.dated?.lineOf(row.key) ?? -1);
  const before = seen === null ? valueOf(props, groups, row) : (seen.value ?? undefined);
  return { key: to.key, text: nameOfGroup(place, to), values: [{ row, column, value: to.value, before }] };
}

/** The other groups near that of a row, in their order; none where it can't leave its own. */
export function groupsAround(place: GroupPlace, row: GridRow, most: number): readonly GroupName[] {
  const { dated, groups } = place;
  if (!(dated instanceof GroupedRows) || groups?.whyFixed !== null) return [];
  const own = ownKey(place, row);
  const first = Math.max(dated.lanes.findIndex(({ key }) => key === own) - most / 2, 0);
  return dated.lanes.slice(first, first + most).filter(({ key }) => key !== own);
}

export function moveIntoGroup(model: GroupedTimeline, row: GridRow, to: GroupName): void {
  const into = intoGroup(model, row, to);
  if (into === null) return;
  model.said.value = '';
  model.latest.current?.leaveGroup?.(row.key, into);
  putDays(model.props.editing, model.dates, row, { grip: 'move', days: 0 }, into);
}

/** To the next group down (1) or up (-1). False: rows lie in none. */
export function stepGroup(model: GroupedTimeline, row: GridRow, step: number): boolean {
  const { dated, groups, said } = model;
  if (!(dated instanceof GroupedRows) || groups === null) return false;
  if (groups.whyFixed !== null) said.value = groups.whyFixed;
  const own = ownKey(model, row);
  const to = dated.lanes[dated.lanes.findIndex(({ key }) => key === own) + step];
  if (to !== undefined) moveIntoGroup(model, row, to);
  return true;
}
