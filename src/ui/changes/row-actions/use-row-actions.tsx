/** New, copied and archived rows of the table that a pane shows: its rows with drafts, what the grid asks for, and the menu. */

import { type ReadonlySignal, computed } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { Json } from '../../../engine/index';
import { type GridColumn, type GridRow, isEmptyValue } from '../../components/grid-column';
import type { GridActions, RowMenuTarget } from '../../components/grid/input/grid-commands';
import { isTouchScreen } from '../../components/touch-screen';
import { type MenuItem, Menu } from '../../components/overlay/menu';
import type { GridGroup, RowSource } from '../../components/grid/row-source';
import { localToday } from '../../components/text/date-text';
import { type PeriodUnit, periodOf } from '../../components/text/period-text';
import type { AppServices, OpenNotes } from '../../client/app-services';
import { counted } from '../clipboard/describe-range';
import type { Edits } from '../edits';
import { type ListVerb, listChangeLabel } from '../lists/change-lists';
import { type AskedListChange, ListChangeForm } from '../lists/list-change-form';
import type { OperationsClient } from '../../client/operations-client';
import { noteName } from '../../client/note-text';
import type { DraftValues } from './draft-rows';
import { RowsWithDrafts } from './rows-with-drafts';

export interface RowActionsContext {
  readonly client: OperationsClient;
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
  /** Values of new rows. */
  readonly defaults: DraftValues;
  /** A new row with these values and those of the filter, to be completed. Absent where nothing can be written. */
  readonly draft: ((values: DraftValues) => void) | undefined;
  readonly grid: Pick<GridActions, 'newRow' | 'rowMenu' | 'tell'>;
  /** Absent where nothing can be written. */
  readonly newRow: (() => void) | undefined;
  /** Whether the person is at a row that is not a note yet. */
  readonly hasNew: ReadonlySignal<boolean>;
  /** The menu, or the form that it opened: to be drawn within the pane. */
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
  const lists = useListForm(place);
  const menu = target !== null && (
    <Menu
      key={target.row.key}
      anchor={target.anchor}
      label={target.count === 1 ? noteName(target.row.path) : counted(target.count, 'row')}
      items={itemsOf(place, target, lists.open)}
      close={(toGrid) => {
        setTarget(null);
        if (toGrid) target.focus();
      }}
    />
  );
  return {
    source,
    newRow,
    defaults,
    draft: canWrite ? (values) => actions.newRow({ ...defaults, ...values }) : undefined,
    hasNew,
    grid: { newRow: newInGroup, rowMenu: setTarget, tell: services.notify },
    menu: menu === false ? lists.form : menu,
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

interface ListForm {
  readonly form: JSX.Element | null;
  readonly open: (verb: ListVerb, column: GridColumn, target: RowMenuTarget) => void;
}

/** The form in which the lists of the selected rows are changed. */
function useListForm({ client, edits, table }: RowActionsContext): ListForm {
  const [asked, ask] = useState<(AskedListChange & Pick<RowMenuTarget, 'focus'>) | null>(null);
  const open: ListForm['open'] = (verb, column, { read, anchor, focus }) =>
    void read().then((all) => {
      const rows = all.filter(({ path }) => path !== '');
      if (rows.length > 0) ask({ verb, column, rows, anchor, focus });
    });
  const form = asked !== null && (
    <ListChangeForm
      {...asked}
      {...{ client, table }}
      suggest={edits.of(table).suggest}
      write={(change) => edits.rows(table).changeLists(change)}
      close={() => {
        ask(null);
        asked.focus();
      }}
    />
  );
  return { form: form === false ? null : form, open };
}

const LIST_VERBS = [
  ['add', 'plus'],
  ['remove', 'close'],
] as const;

/** For each list of several selected rows. */
const listItems = (target: RowMenuTarget, open: ListForm['open']): readonly MenuItem[] =>
  target.columns
    .filter(({ type, isEditable }) => target.count > 1 && type === 'list' && isEditable)
    .flatMap((column, at) =>
      LIST_VERBS.map(([verb, icon]): MenuItem => ({
        icon,
        label: `${listChangeLabel(verb, column.label)}…`,
        startsGroup: at === 0 && verb === 'add',
        run: () => open(verb, column, target),
      })),
    );

/** Fingers have no Shift. */
function selectItems({ extend }: RowMenuTarget, { notify }: RowActionsContext['services']): readonly MenuItem[] {
  if (!isTouchScreen() || extend === undefined) return [];
  const run = (): void => {
    extend();
    notify('Tap the last cell of the selection.');
  };
  return [{ icon: 'list', label: 'Select to another cell', run }];
}

function itemsOf(place: RowActionsContext, target: RowMenuTarget, openLists: ListForm['open']): readonly MenuItem[] {
  const { row, count, read } = target;
  const { edits, table, columns, canWrite, notes, services } = place;
  const actions = edits.rows(table);
  const isNote = row.path !== '';
  const all = (act: (rows: readonly GridRow[]) => void) => () => void read().then(act);
  const rows = count === 1 ? 'row' : counted(count, 'row');
  return [
    ...(target.more ?? []),
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
    ...selectItems(target, services),
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
          ...listItems(target, openLists),
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
