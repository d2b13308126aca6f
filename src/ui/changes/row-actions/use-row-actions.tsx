/** New, copied and archived rows of the table that a pane shows: its rows with drafts, what the grid asks for, and the menu. */

import { type ReadonlySignal, computed } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { Json } from '../../../engine/index';
import { type GridColumn, type GridRow, isEmptyValue } from '../../components/grid-column';
import type { GridActions, RowMenuTarget } from '../../components/grid/input/grid-commands';
import { type MenuItem, Menu } from '../../components/overlay/menu';
import type { GridGroup, RowSource } from '../../components/grid/row-source';
import { localToday } from '../../components/text/date-text';
import { type PeriodUnit, periodOf } from '../../components/text/period-text';
import type { AppServices, OpenNotes } from '../../client/app-services';
import { counted } from '../clipboard/describe-range';
import type { Edits } from '../edits';
import { noteName } from '../../client/note-text';
import type { DraftValues } from './draft-rows';
import { RowsWithDrafts } from './rows-with-drafts';

export interface RowActionsContext {
  readonly edits: Edits;
  /** Qualified. */
  readonly table: string;
  readonly columns: readonly GridColumn[];
  /** Null until they are there. */
  readonly rows: RowSource | null;
  /** Values of new rows, from equalities of the filter and the group. Their object may be another one each time. */
  readonly defaults: DraftValues;
  readonly canWrite: boolean;
  readonly notes: OpenNotes;
  readonly services: Pick<AppServices, 'notify'>;
}

export interface PaneRowActions {
  /** The rows with those that are not notes yet; null as long as there are none. */
  readonly source: RowSource | null;
  readonly grid: Pick<GridActions, 'newRow' | 'rowMenu' | 'tell'>;
  /** Absent where nothing can be written. */
  readonly newRow: (() => void) | undefined;
  /** Whether the person is at a row that is not a note yet. */
  readonly hasNew: ReadonlySignal<boolean>;
  /** To be drawn within the pane. */
  readonly menu: JSX.Element | null;
}

export function useRowActions(place: RowActionsContext): PaneRowActions {
  const { edits, table, rows, defaults, canWrite, services } = place;
  const actions = edits.rows(table);
  useLayoutEffect(() => {
    if (canWrite) actions.returnKept();
  }, [actions, canWrite]);
  const [target, setTarget] = useState<RowMenuTarget | null>(null);
  const source = useMemo(
    () => (rows === null ? null : canWrite ? new RowsWithDrafts(rows, actions.drafts) : rows),
    [rows, actions, canWrite],
  );
  const hasNew = useMemo(() => computed(() => actions.drafts.rows.value.length > 0), [actions]);
  const newRow = canWrite ? () => actions.newRow(defaults) : undefined;
  const newInGroup = canWrite
    ? (group?: GridGroup) => actions.newRow({ ...defaults, ...groupValue(group, place.columns) })
    : undefined;
  const menu = target !== null && (
    <Menu
      key={target.row.key}
      anchor={target.anchor}
      label={target.count === 1 ? noteName(target.row.path) : counted(target.count, 'row')}
      items={itemsOf(place, target)}
      close={(toGrid) => {
        setTarget(null);
        if (toGrid) target.focus();
      }}
    />
  );
  return {
    source,
    newRow,
    hasNew,
    grid: { newRow: newInGroup, rowMenu: setTarget, tell: services.notify },
    menu: menu === false ? null : menu,
  };
}

/** What the rows below a heading have in common, where it can be written. */
function groupValue(group: GridGroup | undefined, columns: readonly GridColumn[]): DraftValues {
  const column = columns.find(({ name }) => name === group?.column);
  if (group === undefined || column?.isEditable !== true || isEmptyValue(group.value)) return {};
  return { [column.name]: group.unit === undefined ? group.value : dayInGroup(group.unit, group.value, column) };
}

/** Today, where it lies in the period. */
function dayInGroup(unit: PeriodUnit, value: Json, { type }: GridColumn): Json {
  const period = periodOf(unit, value);
  if (period === null) return null;
  const today = localToday();
  const isNow = today >= period.first && (period.end === null || today < period.end);
  const day = isNow ? today : period.first;
  return type === 'datetime' ? `${day}T00:00` : day;
}

function itemsOf(place: RowActionsContext, { row, count, read }: RowMenuTarget): readonly MenuItem[] {
  const { edits, table, columns, canWrite, notes, services } = place;
  const actions = edits.rows(table);
  const isNote = row.path !== '';
  const all = (act: (rows: readonly GridRow[]) => void) => () => void read().then(act);
  const rows = count === 1 ? 'row' : counted(count, 'row');
  return [
    ...(isNote
      ? [
          {
            icon: 'open',
            label: 'Open',
            run: () => notes.open(row.path, '', new MouseEvent('click')),
          } satisfies MenuItem,
          { icon: 'link', label: 'Copy link', run: () => void copyLink(row.path, services) } satisfies MenuItem,
        ]
      : []),
    ...(canWrite
      ? [
          { icon: 'plus', label: 'New row', run: () => actions.newRow(place.defaults) } satisfies MenuItem,
          {
            icon: 'copy',
            label: count === 1 ? 'Duplicate' : `Duplicate ${rows}`,
            run: all((each) =>
              actions.duplicate(
                each.filter(({ path }) => path !== ''),
                columns,
              ),
            ),
          } satisfies MenuItem,
          {
            icon: 'archive',
            startsGroup: true,
            isDanger: true,
            label: isNote ? (count === 1 ? 'Archive' : `Archive ${rows}`) : 'Drop the new row',
            run: all((each) => actions.archive(each)),
          } satisfies MenuItem,
        ]
      : []),
  ];
}

/** As Obsidian reads it wherever the note is linked. */
async function copyLink(path: string, { notify }: RowActionsContext['services']): Promise<void> {
  const link = `[[${path.replace(/\.md$/i, '')}|${noteName(path)}]]`;
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    notify(`The link could not be copied: ${link}`);
  }
}
