/** One table: its rows in a grid, how many there are, what was done last. */

import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Grid } from '../components/grid/grid';
import type { ColumnSummary } from '../components/grid/grid-foot';
import type { ScrollPlace } from '../components/grid/grid-layout';
import type { Summary } from '../components/grid/summary';
import type { GridColumn, GridSort } from '../components/grid-column';
import type { GridEditing } from '../components/grid-editing';
import { SearchField } from '../components/search-field';
import { StateMessage } from '../components/state-message';
import type { Edits } from './edits';
import { useLiveQuery } from './live-query';
import { LoadingPane } from './loading-pane';
import type { OperationsClient } from './operations-client';
import { type TableInfo, PaneFoot, PaneHead, TableWarnings } from './pane-parts';
import type { ShownTable } from './shown-table';
import type { Notice } from './frame/notice';
import type { TableRows } from './row-window';
import type { BrowserScreen } from './table-choice';
import { humanName, tableColumns } from './table-columns';
import type { AppServices, OpenNotes } from './app-services';
import { type OpenColumnPanel, useColumnPanel } from './columns/use-column-panel';
import { PaneTools } from './pane-tools';
import { Toolbar } from './toolbar/toolbar';
import { useTableRows } from './use-table-rows';
import { type ViewSpec, pinnedCount, shownColumns, specJson, widthsOf, withDisplay } from './view-spec';

/** What a pane remembers of its table while another one is shown. */
export interface PaneMemory {
  scroll: ScrollPlace;
  search: string;
}

/** What a pane asks of the frame around it. */
export interface PanePlaces {
  readonly notes: OpenNotes;
  readonly tell: (notice: Notice) => void;
  readonly show: (screen: BrowserScreen) => void;
}

export interface TablePaneProps extends PanePlaces {
  readonly client: OperationsClient;
  readonly shown: ShownTable;
  readonly edits: Edits;
  /** Why nothing can be written, null when it can. */
  readonly writeProtection: string | null;
  readonly services: Pick<AppServices, 'saveFile' | 'notify'>;
  /** The vault is not closed before this is done. */
  readonly holdOpen: (work: Promise<void>) => void;
  readonly memory: PaneMemory;
  /** Of this device; they win over those of a view. */
  readonly widths: Readonly<Record<string, number>>;
  /** Null: the usual one. */
  readonly setWidth: (column: string, width: number | null) => void;
  /** Asks for the right to write again. */
  readonly reopen: () => void;
  /** Null: as it is saved. */
  readonly change: (spec: ViewSpec | null) => void;
  /** Another view or table. */
  readonly openView: (name: string) => void;
  /** The first rows are there, or the reason why there are none. */
  readonly onReady: () => void;
}

export function TablePane(props: TablePaneProps): JSX.Element {
  const { client, shown } = props;
  const { table } = shown;
  const { answer, refresh } = useLiveQuery<TableInfo>(client, table, {
    ask: (operations) => describeTable(operations, table),
    isTouched: ({ definitions }) => definitions,
  });
  useLayoutEffect(() => {
    if (answer.kind === 'problem') props.onReady();
  }, [answer.kind]);
  if (answer.kind !== 'answer') return <LoadingPane {...{ answer, refresh }} title="Loading rows…" />;
  return <DescribedPane {...props} info={answer.value} />;
}

async function describeTable(client: OperationsClient, table: string): Promise<TableInfo> {
  const { qualified, name, description, columns } = await client.run('describe_table', { table });
  return { table: qualified, name, description, columns: tableColumns(columns) };
}

interface DescribedPaneProps extends TablePaneProps {
  readonly info: TableInfo;
}

function DescribedPane(props: DescribedPaneProps): JSX.Element {
  const { client, shown, edits, info, memory, change } = props;
  const { table } = shown;
  const { search, setSearch, cleared, showAll } = useSearch(memory);
  const spec = useMemo(() => knownSpec(shown.spec, info.columns), [JSON.stringify(specJson(shown.spec)), info]);
  const rows = useTableRows({ client, edits, table, spec, search, columns: info.columns });
  const { window } = rows;
  useLayoutEffect(() => {
    if (window !== null) props.onReady();
  }, [window]);
  const { editing, isFieldOpen } = useHeldEditing(edits, table, window);
  const columnPanel = usePaneColumns(props);
  useLayoutEffect(() => window?.settle(isFieldOpen.current || edits.lane.isBusy(table)));
  if (window === null) return <StateMessage kind="loading" title="Loading rows…" />;
  const problem = window.problem.peek();
  if (problem !== null && window.length === 0) {
    const action =
      spec.where === null
        ? { label: 'Try again', run: () => void window.refresh() }
        : { label: 'Show all rows', run: () => change({ ...spec, where: null }) };
    return <StateMessage kind="error" title={problem.message} detail={problem.hint} action={action} />;
  }
  const label = shown.view?.label ?? humanName(info.name);
  return (
    <section class="ndb-pane" aria-label={label}>
      <PaneHead {...{ info, edits, shown }} writeProtection={props.writeProtection} reopen={props.reopen}>
        <Toolbar
          {...{ client, table, spec, change }}
          columns={info.columns}
          saved={shown.saved}
          view={shown.view}
          total={window.rowCount}
          canWrite={props.writeProtection === null}
          tell={props.tell}
          openView={props.openView}
        >
          <SearchField
            key={`${shown.name} ${cleared}`}
            label={`Search the rows of ${label}`}
            initial={search}
            search={setSearch}
          />
          <PaneTools {...props} askAll={rows.askAll} addColumn={() => columnPanel.open(null)} />
        </Toolbar>
      </PaneHead>
      <TableWarnings warnings={problem === null ? window.warnings : [problem.message, ...window.warnings]} />
      <PaneRows {...props} {...{ window, spec, search, editing, showAll, label }} summaries={rows.summaries} />
      {columnPanel.panel}
      <PaneFoot
        {...{ info, edits }}
        total={window.rowCount}
        moved={window.moved}
        reorder={() => void window.release()}
      />
    </section>
  );
}

const usePaneColumns = ({
  client,
  info,
  tell,
  holdOpen,
  writeProtection,
  notes,
}: DescribedPaneProps): OpenColumnPanel =>
  useColumnPanel({
    ...{ client, tell, holdOpen },
    table: info.table,
    canWrite: writeProtection === null,
    openNote: (path, event) => notes.open(path, '', event),
  });

/** A kept view may be of columns that have other names now, or are gone. */
function knownSpec(spec: ViewSpec, columns: readonly GridColumn[]): ViewSpec {
  const isKnown = ({ column }: GridSort): boolean =>
    column.includes('.') || column.startsWith('file_') || columns.some(({ name }) => name === column);
  const { sort, group } = spec;
  return { ...spec, sort: sort.filter(isKnown), group: group !== null && isKnown(group) ? group : null };
}

interface Search {
  readonly search: string;
  readonly setSearch: (text: string) => void;
  /** How often it was given up from elsewhere than its field, which is drawn anew then. */
  readonly cleared: number;
  readonly showAll: () => void;
}

function useSearch(memory: PaneMemory): Search {
  const [search, setSearch] = useState(memory.search);
  const [cleared, clear] = useState(0);
  memory.search = search;
  const showAll = (): void => {
    setSearch('');
    clear(cleared + 1);
  };
  return { search, setSearch, cleared, showAll };
}

interface HeldEditing {
  readonly editing: GridEditing;
  readonly isFieldOpen: { current: boolean };
}

/** Holds the order of the rows while a field is open, and from each write on. */
function useHeldEditing(edits: Edits, table: string, window: TableRows | null): HeldEditing {
  const isFieldOpen = useRef(false);
  const editing = useMemo((): GridEditing => {
    const plain = edits.of(table);
    return {
      ...plain,
      put: (...edit) => {
        window?.hold();
        plain.put(...edit);
      },
      fieldIsOpen: (isOpen) => {
        isFieldOpen.current = isOpen;
        if (isOpen) window?.hold();
        else window?.settle(edits.lane.isBusy(table));
      },
    };
  }, [edits, table, window]);
  return { editing, isFieldOpen };
}

interface PaneRowsProps extends DescribedPaneProps {
  readonly window: TableRows;
  readonly spec: ViewSpec;
  readonly label: string;
  readonly editing: GridEditing;
  readonly summaries: Readonly<Record<string, ColumnSummary>>;
  /** What is searched; empty: nothing. */
  readonly search: string;
  readonly showAll: () => void;
}

function PaneRows(props: PaneRowsProps): JSX.Element {
  const { window, spec, editing, search, showAll, info, memory, notes, label, change, widths } = props;
  const columns = useMemo(() => shownColumns(spec, info.columns), [spec, info]);
  const ownWidths = useMemo(() => ({ ...widthsOf(spec), ...widths }), [spec, widths]);
  if (window.length === 0) return <NoRows {...{ info, search, showAll, spec, change }} />;
  return (
    <Grid
      {...{ label, columns }}
      source={window}
      sort={spec.sort}
      onSort={(column, isMore) => change({ ...spec, sort: nextSorts(spec.sort, column, isMore) })}
      widths={ownWidths}
      onResize={props.setWidth}
      pinned={pinnedCount(spec, columns)}
      rowHeight={spec.display.rowHeight}
      summaries={{ of: props.summaries, choose: (column, kind) => change(withSummary(spec, column, kind)) }}
      editing={props.writeProtection === null ? editing : undefined}
      openRow={(row, event) => notes.open(row.path, '', event)}
      openLink={(target, row, event) => notes.open(target, row.path, event)}
      onCollapse={(key, isCollapsed) => change(withFolded(spec, key, isCollapsed))}
      scroll={memory.scroll}
      onLeave={(scroll) => void (memory.scroll = scroll)}
    />
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

type NoRowsProps = Pick<PaneRowsProps, 'info' | 'search' | 'showAll' | 'spec' | 'change'>;

function NoRows({ info, search, showAll, spec, change }: NoRowsProps): JSX.Element {
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
  return <StateMessage kind="empty" title="No rows yet" detail={detail} />;
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
