/** The rows of a pane: a grid, or a list where there is no room for one; in their place, why there are none. */

import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { Grid } from '../components/grid/grid';
import type { ScrollPlace } from '../components/grid/grid-layout';
import type { ColumnSummary, Summary } from '../components/grid/summary';
import type { FactsPlace } from '../components/grid/range-facts';
import type { GridSort } from '../components/grid-column';
import type { GridEditing } from '../components/grid-editing';
import { Icon } from '../components/icon';
import { RowList } from '../components/list/row-list';
import { StateMessage } from '../components/state-message';
import type { OpenNotes } from './app-services';
import type { TableInfo } from './pane-parts';
import type { PaneRowActions } from './row-actions/use-row-actions';
import type { TableRows } from './row-window';
import { humanName } from './table-columns';
import { useNarrow } from './use-narrow';
import { type ViewSpec, pinnedCount, shownColumns, widthsOf, withDisplay } from './view-spec';

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
  readonly rowActions: PaneRowActions;
  readonly facts: FactsPlace;
  readonly focusSearch: () => void;
}

export function PaneRows(props: PaneRowsProps): JSX.Element {
  const { window, info, spec, notes, label, memory, change, widths, rowActions } = props;
  const source = rowActions.source ?? window;
  const place = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow(place);
  const [isGrid, showGrid] = useState(memory.isGrid === true);
  memory.isGrid = isGrid;
  const columns = useMemo(() => shownColumns(spec, info.columns), [spec, info]);
  const ownWidths = useMemo(() => ({ ...widthsOf(spec), ...widths }), [spec, widths]);
  const shared = {
    label,
    columns,
    source,
    scroll: memory.scroll,
    onCollapse: (key: string, isCollapsed: boolean) => change(withFolded(spec, key, isCollapsed)),
    onLeave: (scroll: ScrollPlace) => void (memory.scroll = scroll),
  };
  const rows = (): JSX.Element => {
    if (source.length === 0) return <NoRows {...props} />;
    if ((isNarrow && !isGrid) || spec.display.layout === 'list') {
      return (
        <RowList
          {...shared}
          group={spec.group?.column}
          openRow={(row, event) => notes.open(row.path, '', event)}
          openLink={(target, row, event) => notes.open(target, row.path, event)}
        />
      );
    }
    return (
      <Grid
        {...shared}
        sort={spec.sort}
        onSort={(column, isMore) => change({ ...spec, sort: nextSorts(spec.sort, column, isMore) })}
        widths={ownWidths}
        onResize={props.setWidth}
        pinned={pinnedCount(spec, columns)}
        rowHeight={spec.display.rowHeight}
        summaries={{ of: props.summaries, choose: (column, kind) => change(withSummary(spec, column, kind)) }}
        editing={props.editing}
        {...rowActions.grid}
        facts={props.facts}
        search={props.focusSearch}
        openRow={(row, event) => notes.open(row.path, '', event)}
        openLink={(target, row, event) => notes.open(target, row.path, event)}
      />
    );
  };
  return (
    <div class="ndb-pane-rows" ref={place}>
      {rows()}
      {isNarrow && spec.display.layout === 'table' && window.length > 0 && (
        <button type="button" class="ndb-button ndb-layout-switch" onClick={() => showGrid(!isGrid)}>
          <Icon name={isGrid ? 'text' : 'table'} />
          {isGrid ? 'Show as a list' : 'Show as a table'}
        </button>
      )}
    </div>
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
export function nextSort(sort: GridSort | null, column: string): GridSort | null {
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
