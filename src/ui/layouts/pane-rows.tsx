/** The rows of a pane: a grid, or a list where there is no room for one; in their place, why there are none. */

import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { Grid, type GridProps } from '../components/grid/grid';
import type { ScrollPlace } from '../components/grid/grid-layout';
import type { ColumnSummary, Summary } from '../components/grid/summary';
import type { FactsPlace } from '../components/grid/range-facts';
import type { GridColumn, GridSort } from '../components/grid-column';
import type { GridEditing } from '../components/grid-editing';
import { Icon } from '../components/icon';
import { RowList } from '../components/list/row-list';
import { StateMessage } from '../components/state-message';
import type { OpenNotes } from '../client/app-services';
import type { TableInfo } from './pane-parts';
import type { PaneRowActions } from '../changes/row-actions/use-row-actions';
import type { TableRows } from '../rows/row-window';
import { humanName } from '../client/table-columns';
import { HeaderMenu } from './header-menu';
import { useNarrow } from '../client/use-narrow';
import { type ViewSpec, pinnedCount, shownColumns, widthsOf, withDisplay } from '../rows/view-spec';

/** What a pane remembers of its table while another one is shown. */
export interface PaneMemory {
  scroll: ScrollPlace;
  search: string;
  /** Where there is no room for a grid, one was asked for nevertheless. */
  isGrid?: boolean;
}

export interface PaneRowsProps {
  readonly info: TableInfo;
  readonly window: TableRows;
  readonly spec: ViewSpec;
  readonly label: string;
  /** Absent: the rows are for reading. */
  readonly editing: GridEditing | undefined;
  readonly summaries: Readonly<Record<string, ColumnSummary>>;
  /** What is searched; empty: nothing. */
  readonly search: string;
  readonly showAll: () => void;
  readonly notes: OpenNotes;
  readonly memory: PaneMemory;
  readonly widths: Readonly<Record<string, number>>;
  readonly setWidth: (column: string, width: number | null) => void;
  readonly change: (spec: ViewSpec) => void;
  /** Begins a condition of the filter. */
  readonly filterBy: (column: string) => void;
  /** Absent where columns can't be changed. */
  readonly editColumn?: ((column: string) => void) | undefined;
  readonly rowActions: PaneRowActions;
  readonly facts: FactsPlace;
  readonly focusSearch: () => void;
}

export function PaneRows(props: PaneRowsProps): JSX.Element {
  const { window, spec, memory, rowActions } = props;
  const source = rowActions.source ?? window;
  const place = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow(place);
  const [isGrid, showGrid] = useState(memory.isGrid === true);
  memory.isGrid = isGrid;
  // A new row is typed in the cells of a grid.
  const isTyped = rowActions.hasNew.value;
  const isList = !isTyped && ((isNarrow && !isGrid) || spec.display.layout === 'list');
  return (
    <div class="ndb-pane-rows" ref={place}>
      {source.length === 0 ? (
        <NoRows {...props} />
      ) : isList ? (
        <PaneList {...props} />
      ) : (
        <PaneGrid {...props} {...{ isNarrow }} />
      )}
      {isNarrow && !isTyped && rowActions.newRow !== undefined && (
        <button
          type="button"
          class="ndb-button mod-cta ndb-new-afloat"
          aria-label="New"
          title="New row"
          onClick={rowActions.newRow}
        >
          <Icon name="plus" />
        </button>
      )}
      {isNarrow && !isTyped && spec.display.layout === 'table' && window.length > 0 && (
        <button type="button" class="ndb-button ndb-layout-switch" onClick={() => showGrid(!isGrid)}>
          <Icon name={isGrid ? 'text' : 'table'} />
          {isGrid ? 'Show as a list' : 'Show as a table'}
        </button>
      )}
    </div>
  );
}

/** What a grid and a list of a pane have in common. */
function useSharedProps({ window, info, spec, notes, label, memory, change, rowActions }: PaneRowsProps): SharedProps {
  const columns = useMemo(() => shownColumns(spec, info.columns), [spec, info]);
  return {
    label,
    columns,
    source: rowActions.source ?? window,
    scroll: memory.scroll,
    onLeave: (scroll) => void (memory.scroll = scroll),
    onCollapse: (key, isCollapsed) => change(withFolded(spec, key, isCollapsed)),
    openRow: (row, event) => notes.open(row.path, '', event),
    openLink: (target, row, event) => notes.open(target, row.path, event),
  };
}

type SharedProps = Pick<
  GridProps,
  'label' | 'columns' | 'source' | 'scroll' | 'onLeave' | 'onCollapse' | 'openRow' | 'openLink'
>;

function PaneList(props: PaneRowsProps): JSX.Element {
  return <RowList {...useSharedProps(props)} group={props.spec.group?.column} />;
}

function PaneGrid(props: PaneRowsProps & { readonly isNarrow: boolean }): JSX.Element {
  const { info, spec, change, widths, isNarrow } = props;
  const shared = useSharedProps(props);
  const [menu, openMenu] = useState<{ readonly column: GridColumn; readonly heading: Element } | null>(null);
  const ownWidths = useMemo(() => ({ ...widthsOf(spec), ...widths }), [spec, widths]);
  const summaries = {
    of: props.summaries,
    choose: (column: string, kind: Summary | null) => change(withSummary(spec, column, kind)),
  };
  return (
    <>
      <Grid
        {...shared}
        sort={spec.sort}
        onSort={(column, isMore) => change({ ...spec, sort: nextSorts(spec.sort, column, isMore) })}
        widths={ownWidths}
        onResize={props.setWidth}
        onHeadMenu={(column, heading) => openMenu({ column, heading })}
        pinned={pinnedCount(spec, shared.columns)}
        rowHeight={spec.display.rowHeight}
        // Where there is little room, the line below the rows stands there only when it says something.
        summaries={isNarrow && Object.keys(spec.display.summaries).length === 0 ? undefined : summaries}
        editing={props.editing}
        {...props.rowActions.grid}
        facts={props.facts}
        search={props.focusSearch}
      />
      {menu !== null && (
        <HeaderMenu
          key={menu.column.name}
          {...{ spec, change }}
          column={menu.column}
          columns={info.columns}
          anchor={() => menu.heading}
          filterBy={props.filterBy}
          editColumn={props.editColumn}
          close={(hasFocus) => {
            openMenu(null);
            if (hasFocus) menu.heading.closest<HTMLElement>('[role=grid]')?.focus();
          }}
        />
      )}
    </>
  );
}

function withSummary(spec: ViewSpec, column: string, kind: Summary | null): ViewSpec {
  const { [column]: _, ...others } = spec.display.summaries;
  return withDisplay(spec, { summaries: kind === null ? others : { ...others, [column]: kind } });
}

function withFolded(spec: ViewSpec, key: string, isCollapsed: boolean): ViewSpec {
  const others = spec.display.collapsed.filter((each) => each !== key);
  return withDisplay(spec, { collapsed: isCollapsed ? [...others, key] : others });
}

function NoRows({ info, search, showAll, spec, change, rowActions: { newRow } }: PaneRowsProps): JSX.Element {
  if (search !== '') {
    const detail = `Neither a name nor a text in ${humanName(info.name)} fits "${search}".`;
    const action = { label: 'Show all rows', run: showAll };
    return <StateMessage kind="empty" title="No row found" detail={detail} action={action} />;
  }
  if (spec.where !== null) {
    const detail = `No row of ${humanName(info.name)} fits the filter.`;
    const action = { label: 'Show all rows', run: () => change({ ...spec, where: null }) };
    return <StateMessage kind="empty" title="No rows match" detail={detail} action={action} />;
  }
  const detail = `A note becomes a row when its properties say table: ${info.table}.`;
  const more = newRow === undefined ? {} : { action: { label: 'New row', run: newRow } };
  return <StateMessage kind="empty" title="No rows yet" detail={detail} {...more} />;
}

/** Up, down, not at all. */
function nextSort(sort: GridSort | null, column: string): GridSort | null {
  if (sort?.column !== column) return { column, isDescending: false };
  return sort.isDescending ? null : { column, isDescending: true };
}

/** One order, or with `isMore` another one after those that there are. */
export function nextSorts(sort: readonly GridSort[], column: string, isMore: boolean): readonly GridSort[] {
  const there = sort.find((each) => each.column === column) ?? null;
  const next = nextSort(there, column);
  if (!isMore) return next === null ? [] : [next];
  if (there === null) return next === null ? sort : [...sort, next];
  return sort.flatMap((each) => (each === there ? (next ?? []) : each));
}
