/** New, copied, archived and deleted rows of the table that a pane shows: its rows with drafts, what the grid asks for, the menu, and the bar of a selection. */

import { type ReadonlySignal, type Signal, computed, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Json } from '../../../engine/index';
import { type GridColumn, isEmptyValue } from '../../components/grid-column';
import type { GridActions, RowMenuTarget, SelectedRows } from '../../components/grid/grid-actions';
import { isTouchScreen } from '../../components/touch-screen';
import { type MenuItem, Menu } from '../../components/overlay/menu';
import type { GridGroup, RowSource } from '../../components/grid/row-source';
import { localToday } from '../../components/text/date-text';
import { type PeriodUnit, periodOf } from '../../components/text/period-text';
import type { AppServices, OpenNotes } from '../../client/app-services';
import { counted } from '../clipboard/describe-range';
import { noteName } from '../../client/note-text';
import type { DraftValues } from './draft-rows';
import { RowsWithDrafts } from './rows-with-drafts';
import { noteItems } from './note-items';
import { ruleItems, useRuleButtons } from './rule-buttons';
import { SelectionBar } from './selection-bar';
import { type RowFormsContext, useRowForms } from './use-row-forms';

export interface RowActionsContext extends RowFormsContext {
  /** Null until they are there. */
  readonly rows: RowSource | null;
  /** Values of new rows, from equalities of the filter and the group. Their object may be another one each time. */
  readonly defaults: DraftValues;
  readonly canWrite: boolean;
  readonly notes: OpenNotes;
  readonly services: Pick<AppServices, 'notify' | 'openBeside'>;
}

export interface PaneRowActions {
  /** The rows with those that are not notes yet; null as long as there are none. */
  readonly source: RowSource | null;
  /** Values of new rows. */
  readonly defaults: DraftValues;
  /** A new row with these values and those of the filter, to be completed. Absent where nothing can be written. */
  readonly draft: ((values: DraftValues) => void) | undefined;
  readonly grid: Pick<GridActions, 'newRow' | 'tell'> & { readonly rowMenu: (target: RowMenuTarget) => void };
  /** Absent where nothing can be written. */
  readonly newRow: (() => void) | undefined;
  /** A layout has its own place for a new row; false: it has none now. Null: it goes, and new rows are typed in the table. */
  readonly placeNew: (place: (() => boolean) | null) => void;
  /** Whether the person is at a row that is not a note yet. */
  readonly hasNew: ReadonlySignal<boolean>;
  /** The menu, or the form that it opened: to be drawn within the pane. */
  readonly menu: JSX.Element | null;
  /** Receives the selected rows. Absent where nothing can be written. */
  readonly selected: Signal<SelectedRows | null> | undefined;
  /** What can be done with the selected rows. */
  readonly bar: JSX.Element;
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
  const ownPlace = useRef<(() => boolean) | null>(null);
  const newRow = canWrite ? () => void (ownPlace.current?.() === true || actions.newRow(defaults)) : undefined;
  const newInGroup = canWrite
    ? (group?: GridGroup) => actions.newRow({ ...defaults, ...groupValue(group, place.columns) })
    : undefined;
  const [selected] = useState<Signal<SelectedRows | null>>(() => signal(null));
  const forms = useRowForms(place);
  const ruled = canWrite && target?.count === 1 && target.row.path !== '' ? target.row : null;
  const buttons = useRuleButtons(place.client, ruled === null ? null : table);
  const ofRules = ruled === null ? [] : ruleItems(buttons, ruled, actions);
  const menu = target !== null && (
    <Menu
      key={target.row.key}
      anchor={target.anchor}
      label={target.count === 1 ? noteName(target.row.path) : counted(target.count, 'row')}
      items={itemsOf({ ...place, newRow }, target, forms.items, ofRules)}
      close={(toGrid) => {
        setTarget(null);
        if (toGrid) target.focus();
      }}
    />
  );
  return {
    source,
    newRow,
    placeNew: (own) => void (ownPlace.current = own),
    defaults,
    draft: canWrite ? (values) => actions.newRow({ ...defaults, ...values }) : undefined,
    hasNew,
    grid: { newRow: newInGroup, rowMenu: setTarget, tell: services.notify },
    menu: menu === false ? forms.form : menu,
    selected: canWrite ? selected : undefined,
    bar: <SelectionBar {...{ selected }} itemsOf={forms.items} />,
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

/** Fingers have no Shift. */
function selectItems({ extend }: RowMenuTarget, { notify }: RowActionsContext['services']): readonly MenuItem[] {
  if (!isTouchScreen() || extend === undefined) return [];
  const run = (): void => {
    extend();
    notify('Tap the last cell of the selection.');
  };
  return [{ icon: 'list', label: 'Select to another cell', run }];
}

const NEW_ROW = { icon: 'plus', label: 'New row' } as const;

function itemsOf(
  place: RowActionsContext & Pick<PaneRowActions, 'newRow'>,
  target: RowMenuTarget,
  rowsItems: (target: RowMenuTarget, anchor: RowMenuTarget['anchor']) => readonly MenuItem[],
  ofRules: readonly MenuItem[],
): readonly MenuItem[] {
  const { row } = target;
  const { notes, services } = place;
  return [
    ...(target.more ?? []),
    ...noteItems(row, { notes, ...services }),
    ...selectItems(target, services),
    ...ofRules,
    ...(place.newRow !== undefined ? [{ ...NEW_ROW, run: place.newRow }, ...rowsItems(target, target.anchor)] : []),
  ];
}
