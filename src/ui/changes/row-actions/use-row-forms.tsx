/** What can be done with several rows, as items of a menu and of the bar of a selection; the form that an item opens. docs/app/editing.md#select-rows */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { GridColumn, GridRow } from '../../components/grid-column';
import type { GridEditing } from '../../components/grid-editing';
import type { RowMenuTarget } from '../../components/grid/grid-actions';
import type { MenuItem } from '../../components/overlay/menu';
import type { OperationsClient } from '../../client/operations-client';
import { counted } from '../clipboard/describe-range';
import type { Edits } from '../edits';
import { type ListVerb, listChangeLabel } from '../lists/change-lists';
import { ListChangeForm } from '../lists/list-change-form';
import { ValueForm } from './value-form';

/** Rows of a menu, or of a selection. */
export type ActedRows = Omit<RowMenuTarget, 'anchor' | 'row'> & {
  /** Absent: a selection. */
  readonly row?: GridRow;
  /** Of the cursor. */
  readonly column?: GridColumn | null;
};

export interface RowFormsContext {
  readonly client: OperationsClient;
  readonly edits: Edits;
  /** Qualified. */
  readonly table: string;
  readonly columns: readonly GridColumn[];
  readonly putBlock: GridEditing['putBlock'];
}

interface AskedForm {
  /** `set`: a value for each row. */
  readonly verb: ListVerb | 'set';
  /** The one that the form begins with. */
  readonly column: GridColumn;
  readonly rows: readonly GridRow[];
  readonly anchor: () => HTMLElement | null;
  readonly focus: () => void;
}

export interface RowForms {
  readonly form: JSX.Element | null;
  readonly items: (target: ActedRows, anchor: () => HTMLElement | null) => readonly MenuItem[];
}

export function useRowForms(place: RowFormsContext): RowForms {
  const { client, edits, table, columns, putBlock } = place;
  const [asked, ask] = useState<AskedForm | null>(null);
  const close = (): void => {
    ask(null);
    asked?.focus();
  };
  const common = asked && { ...asked, close, suggest: edits.of(table).suggest };
  const form =
    common &&
    (common.verb === 'set' ? (
      <ValueForm {...common} columns={columns.filter(({ isEditable }) => isEditable)} {...{ putBlock }} />
    ) : (
      <ListChangeForm
        {...common}
        verb={common.verb}
        {...{ client, table }}
        write={(change) => edits.rows(table).changeLists(change)}
      />
    ));
  return { form, items: (target, anchor) => itemsFor(place, { ...target, anchor }, ask) };
}

function itemsFor(
  { edits, table, columns }: RowFormsContext,
  target: ActedRows & Pick<AskedForm, 'anchor'>,
  ask: (form: AskedForm) => void,
): readonly MenuItem[] {
  const { count, row, focus, anchor } = target;
  const actions = edits.rows(table);
  const isNote = row === undefined || row.path !== '';
  const all = (act: (rows: readonly GridRow[]) => void) => (): void =>
    void target.read().then(async (rows) => {
      const found = await actions.current(rows);
      if (found.length > 0) act(found);
    });
  const notes = (act: (rows: readonly GridRow[]) => void): (() => void) =>
    all((rows) => {
      const found = rows.filter(({ path }) => path !== '');
      if (found.length > 0) act(found);
    });
  const open = (verb: AskedForm['verb'], column: GridColumn): (() => void) =>
    notes((rows) => ask({ verb, column, rows, anchor, focus }));
  const remove = (mode: 'archive' | 'delete'): (() => void) =>
    all((rows) => {
      target.clear?.();
      actions.remove(rows, mode);
    });
  const label = (verb: string): string => (count === 1 ? verb : `${verb} ${counted(count, 'row')}`);
  const first = columns.find(({ name, isEditable }) => isEditable && name === target.column?.name);
  const valued = first ?? columns.find(({ isEditable }) => isEditable);
  return [
    ...(isNote && count > 1 && valued !== undefined
      ? [{ icon: 'properties', label: 'Change a value…', run: open('set', valued) } satisfies MenuItem]
      : []),
    {
      icon: 'copy',
      label: label('Duplicate'),
      run: notes((rows) => actions.duplicate(rows, columns)),
    },
    ...(target.copy === undefined ? [] : [{ icon: 'table', label: 'Copy', run: target.copy } satisfies MenuItem]),
    ...listItems(target, open),
    {
      icon: 'archive',
      startsGroup: true,
      isDanger: true,
      label: isNote ? label('Archive') : 'Drop the new row',
      run: remove('archive'),
    },
    ...(isNote
      ? [{ icon: 'trash', isDanger: true, label: label('Delete'), run: remove('delete') } satisfies MenuItem]
      : []),
  ];
}

const LIST_VERBS = [
  ['add', 'plus'],
  ['remove', 'close'],
] as const;

/** For each list of several selected rows. */
const listItems = (
  { columns, count }: ActedRows,
  open: (verb: ListVerb, column: GridColumn) => () => void,
): readonly MenuItem[] =>
  columns
    .filter(({ type, isEditable }) => count > 1 && type === 'list' && isEditable)
    .flatMap((column, at) =>
      LIST_VERBS.map(([verb, icon]): MenuItem => ({
        icon,
        label: `${listChangeLabel(verb, column.label)}…`,
        startsGroup: at === 0 && verb === 'add',
        run: open(verb, column),
      })),
    );
