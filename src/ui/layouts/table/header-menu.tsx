/** The menu of a column's heading. docs/views.md#the-toolbar */

import type { JSX } from 'preact';
import { orderWords } from '../../components/filter/filter-words';
import { type GridColumn, hasValues } from '../../components/grid-column';
import { Menu, type MenuItem } from '../../components/overlay/menu';
import { groupingBy } from '../../rows/grouping';
import { type ViewSpec, shownColumns, withColumn } from '../../rows/view-spec';

export interface HeaderMenuProps {
  readonly column: GridColumn;
  /** Those that the table declares. */
  readonly columns: readonly GridColumn[];
  readonly spec: ViewSpec;
  readonly anchor: () => Element | null;
  readonly change: (spec: ViewSpec) => void;
  readonly filterBy: (column: string) => void;
  /** Absent where columns can't be changed. */
  readonly editColumn?: ((column: string) => void) | undefined;
  /** A new column before or after this one. */
  readonly addColumn?: ((beside: string, place: 'before' | 'after') => void) | undefined;
  readonly close: (hasFocus: boolean) => void;
}

export function HeaderMenu(props: HeaderMenuProps): JSX.Element {
  const { column, anchor, close } = props;
  return <Menu label={column.label} items={[...viewItems(props), ...columnItems(props)]} {...{ anchor, close }} />;
}

function viewItems({ column, columns, spec, change, filterBy }: HeaderMenuProps): readonly MenuItem[] {
  const { name, isSortable, type } = column;
  const words = orderWords(column);
  const order = spec.sort.length === 1 && spec.sort[0]?.column === name ? spec.sort[0] : null;
  const sort = (isDescending: boolean): void => change({ ...spec, sort: [{ column: name, isDescending }] });
  const isGrouped = spec.group?.column === name;
  const isPinned = spec.display.columns.some((each) => each.name === name && each.pinned === true);
  const isOnlyOne = shownColumns(spec, columns).length === 1;
  const isComputable = hasValues(column);
  return [
    ...(isSortable
      ? [
          {
            label: `Sort ${words.up}`,
            icon: 'arrow-up',
            run: () => sort(false),
            ...checked(order?.isDescending === false),
          },
          {
            label: `Sort ${words.down}`,
            icon: 'arrow-down',
            run: () => sort(true),
            ...checked(order?.isDescending === true),
          },
        ]
      : []),
    ...(order === null ? [] : [{ label: 'Do not sort', icon: 'close', run: () => change({ ...spec, sort: [] }) }]),
    ...(isSortable && type !== 'json'
      ? [
          {
            label: isGrouped ? 'No groups' : 'Group by this',
            icon: 'group',
            run: () => change({ ...spec, group: isGrouped ? null : groupingBy(columns, name) }),
          },
        ]
      : []),
    ...(isComputable ? [{ label: 'Filter by this…', icon: 'filter', run: () => filterBy(name) }] : []),
    {
      label: isPinned ? 'Unpin' : 'Keep at the side',
      icon: 'pin',
      startsGroup: true,
      run: () => change(withColumn(spec, columns, name, { pinned: !isPinned })),
    },
    ...(isOnlyOne
      ? []
      : [{ label: 'Hide', icon: 'eye-off', run: () => change(withColumn(spec, columns, name, { hidden: true })) }]),
  ] as readonly MenuItem[];
}

const checked = (isChecked: boolean): Partial<MenuItem> => (isChecked ? { isChecked } : {});

function columnItems({ column, editColumn, addColumn }: HeaderMenuProps): readonly MenuItem[] {
  const { name } = column;
  return [
    ...(editColumn === undefined
      ? []
      : [{ label: 'Edit column…', icon: 'properties', startsGroup: true, run: () => editColumn(name) }]),
    ...(addColumn === undefined
      ? []
      : [
          { label: 'Add a column before', icon: 'plus', run: () => addColumn(name, 'before') },
          { label: 'Add a column after', icon: 'plus', run: () => addColumn(name, 'after') },
        ]),
  ] as readonly MenuItem[];
}
