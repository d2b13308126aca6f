/** The layout `table`: rows and columns in a grid. docs/views.md#layouts */

import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Grid } from '../../components/grid/grid';
import type { Summary } from '../../components/grid/summary';
import type { GridColumn, GridSort } from '../../components/grid-column';
import { type ViewSpec, pinnedCount, widthsOf, withDisplay, withFolded, withMovedColumn } from '../../rows/view-spec';
import type { LayoutOf, LayoutPane, LayoutProps } from '../layout';
import { HeaderMenu } from './header-menu';

export const TABLE_LAYOUT: LayoutOf<'window', 'table'> = {
  label: 'Table',
  icon: 'table',
  description: 'Rows and columns, edited in place',
  reads: 'window',
  narrow: 'list',
  hasRowHeight: true,
  settings: {},
  Component: TableLayout,
};

function TableLayout(props: LayoutProps<'window'>): JSX.Element {
  const { label, rows, columns, declared, spec, change, pane } = props;
  const { editing, openRow, openLink, rowMenu, scroll, onLeave } = props;
  const [menu, openMenu] = useState<OpenMenu | null>(null);
  const widths = useMemo(() => ({ ...widthsOf(spec), ...pane?.widths }), [spec, pane?.widths]);
  return (
    <>
      <Grid
        {...{ label, columns, editing, openRow, openLink, rowMenu, scroll, onLeave }}
        source={rows}
        sort={spec.sort}
        onSort={(column, isMore) => change({ ...spec, sort: nextSorts(spec.sort, column, isMore) })}
        onCollapse={(key, isCollapsed) => change(withFolded(spec, key, isCollapsed))}
        widths={widths}
        pinned={pinnedCount(spec, columns)}
        rowHeight={spec.display.rowHeight}
        {...(pane === undefined ? {} : paneProps(pane, props, openMenu))}
      />
      {menu !== null && pane !== undefined && (
        <HeaderMenu
          key={menu.column.name}
          {...{ spec, change }}
          column={menu.column}
          columns={declared}
          anchor={() => menu.heading}
          filterBy={pane.filterBy}
          editColumn={pane.editColumn}
          close={(hasFocus) => {
            openMenu(null);
            if (hasFocus) menu.heading.closest<HTMLElement>('[role=grid]')?.focus();
          }}
        />
      )}
    </>
  );
}

interface OpenMenu {
  readonly column: GridColumn;
  readonly heading: Element;
}

function paneProps(
  pane: LayoutPane,
  { spec, declared, change }: LayoutProps<'window'>,
  openMenu: (menu: OpenMenu) => void,
) {
  const summaries = {
    of: pane.summaries,
    isGrouped: spec.group !== null,
    choose: (column: string, kind: Summary | null) => change(withSummary(spec, column, kind)),
  };
  return {
    onResize: pane.setWidth,
    onMoveColumn: (column: string, to: string) => change(withMovedColumn(spec, declared, column, to)),
    onAddColumn: pane.addColumn,
    onHeadMenu: (column: GridColumn, heading: Element) => openMenu({ column, heading }),
    // Where there is little room, the line below the rows is shown only when it says something.
    summaries: pane.isNarrow && Object.keys(spec.display.summaries).length === 0 ? undefined : summaries,
    ...pane.rowActions.grid,
    selected: pane.rowActions.selected,
    facts: pane.facts,
    search: pane.focusSearch,
  };
}

function withSummary(spec: ViewSpec, column: string, kind: Summary | null): ViewSpec {
  const { [column]: _, ...others } = spec.display.summaries;
  return withDisplay(spec, { summaries: kind === null ? others : { ...others, [column]: kind } });
}

/** Up, down, not at all. */
function nextSort(sort: GridSort | null, column: string): GridSort | null {
  if (sort?.column !== column) return { column, isDescending: false };
  return sort.isDescending ? null : { column, isDescending: true };
}

/** One order, or with `isMore` another one after those that there are. */
function nextSorts(sort: readonly GridSort[], column: string, isMore: boolean): readonly GridSort[] {
  const there = sort.find((each) => each.column === column) ?? null;
  const next = nextSort(there, column);
  if (!isMore) return next === null ? [] : [next];
  if (there === null) return next === null ? sort : [...sort, next];
  return sort.flatMap((each) => (each === there ? (next ?? []) : each));
}
