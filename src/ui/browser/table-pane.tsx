/** One table: its rows in a grid, how many there are, what was done last. */

import { effect, signal, untracked } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Grid } from '../components/grid/grid';
import type { ScrollPlace } from '../components/grid/grid-layout';
import type { RowSource } from '../components/grid/row-source';
import type { GridColumn, GridSort } from '../components/grid-column';
import type { GridEditing } from '../components/grid-editing';
import type { FactsPlace } from '../components/grid/range-facts';
import { Icon } from '../components/icon';
import { SearchField } from '../components/search-field';
import { StateMessage } from '../components/state-message';
import { BlockPreviewPanel } from './clipboard/block-preview';
import type { Edits } from './edits';
import { type LiveQueryState, useLiveQuery } from './live-query';
import type { OperationsClient } from './operations-client';
import { type TableInfo, PaneFoot, PaneHead, TableWarnings } from './pane-parts';
import { findRows } from './quick-find';
import type { RowFilter, RowWindow } from './row-window';
import type { RowValues } from './row-actions/draft-rows';
import { type PaneRowActions, useRowActions } from './row-actions/use-row-actions';
import { humanName, tableColumns } from './table-columns';
import type { AppServices, OpenNotes } from './app-services';
import { ExportMenu } from './export/export-menu';
import { askEveryRow } from './export/export-rows';
import { useRowWindow } from './use-row-window';

/** What a pane remembers of its table while another one is shown. */
export interface PaneMemory {
  scroll: ScrollPlace;
  search: string;
}

export interface TablePaneProps {
  readonly client: OperationsClient;
  readonly table: string;
  readonly sort: GridSort | null;
  readonly edits: Edits;
  /** Why nothing can be written, null when it can. */
  readonly writeProtection: string | null;
  readonly notes: OpenNotes;
  readonly services: Pick<AppServices, 'saveFile' | 'notify'>;
  readonly memory: PaneMemory;
  readonly widths: Readonly<Record<string, number>>;
  /** Null: the usual one. */
  readonly setWidth: (column: string, width: number | null) => void;
  /** Asks for the right to write again. */
  readonly reopen: () => void;
  readonly setSort: (sort: GridSort | null) => void;
  /** The first rows are there, or the reason why there are none. */
  readonly onReady: () => void;
}

export function TablePane(props: TablePaneProps): JSX.Element {
  const { client, table } = props;
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
  const { client, table, edits, info, memory } = props;
  const { search, setSearch, cleared, showAll } = useSearch(memory);
  const sort = knownSort(props.sort, info.columns);
  const orderBy = sort === null ? [] : [sort.isDescending ? `-${sort.column}` : sort.column];
  const { window, next } = useRowWindow(client, JSON.stringify([table, sort, search]), {
    table,
    orderBy,
    filter: (operations) => searchFilter(operations, table, search),
    keyed: (rows) => edits.lane.keyed(rows),
  });
  useLayoutEffect(() => edits.shows(table, () => next?.refresh() ?? Promise.resolve()), [table, edits, next]);
  useLayoutEffect(() => {
    if (window !== null) props.onReady();
  }, [window]);
  const pane = useRef<HTMLElement>(null);
  const focusSearch = (): void => pane.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
  const { editing, isFieldOpen } = useHeldEditing(edits, table, window);
  useLayoutEffect(() => window?.settle(isFieldOpen.current || edits.lane.isBusy(table)));
  const rowActions = useRowActions({
    ...{ edits, table, notes: props.notes, services: props.services },
    columns: info.columns,
    rows: window,
    defaults: NO_VALUES,
    canWrite: props.writeProtection === null,
  });
  useDrawnWith(window, rowActions.source);
  const [facts] = useState<FactsPlace>(() => signal(null));
  if (window === null) return <StateMessage kind="loading" title="Loading rows…" />;
  const problem = window.problem.peek();
  if (problem !== null && window.length === 0) {
    const state = { kind: 'problem', problem } as const;
    return <LoadingPane answer={state} refresh={() => window.refresh()} title="Loading rows…" />;
  }
  return (
    <section class="ndb-pane" aria-label={humanName(info.name)} ref={pane}>
      <PaneHead {...{ info, edits }} writeProtection={props.writeProtection} reopen={props.reopen}>
        <SearchField
          key={`${table} ${cleared}`}
          label={`Search the rows of ${humanName(info.name)}`}
          initial={search}
          search={setSearch}
        />
        {rowActions.newRow !== undefined && (
          <button type="button" class="ndb-button mod-cta ndb-new" onClick={rowActions.newRow}>
            <Icon name="plus" />
            New
          </button>
        )}
        <ExportMenu
          name={info.name}
          services={props.services}
          ask={async () => {
            const { where } = await searchFilter(client, table, search);
            return askEveryRow(client, { table, where, orderBy });
          }}
        />
      </PaneHead>
      <TableWarnings warnings={problem === null ? window.warnings : [problem.message, ...window.warnings]} />
      <PaneRows
        {...props}
        {...{ window, sort, search, editing, showAll, rowActions, facts }}
        focusSearch={focusSearch}
      />
      {rowActions.menu}
      {edits.blocks.preview?.table === table && (
        <BlockPreviewPanel blocks={edits.blocks} preview={edits.blocks.preview} />
      )}
      <PaneFoot
        {...{ info, edits, facts }}
        total={window.length}
        moved={window.moved}
        reorder={() => void window.release()}
      />
    </section>
  );
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

/** A kept order may be by a column that has another name now, or is gone. */
const knownSort = (sort: GridSort | null, columns: readonly GridColumn[]): GridSort | null =>
  sort !== null && columns.some(({ name }) => name === sort.column) ? sort : null;

/** Draws anew when the rows are others. */
function useDrawnWith(window: RowWindow | null, source: RowSource | null): void {
  const [, draw] = useState(0);
  useLayoutEffect(() => {
    if (window === null) return;
    return effect(() => {
      void window.version.value;
      void window.problem.value;
      void source?.version.value;
      untracked(() => draw((count) => count + 1));
    });
  }, [window, source]);
}

interface HeldEditing {
  readonly editing: GridEditing;
  readonly isFieldOpen: { current: boolean };
}

/** Holds the order of the rows while a field is open, and from each write on. */
function useHeldEditing(edits: Edits, table: string, window: RowWindow | null): HeldEditing {
  const isFieldOpen = useRef(false);
  const editing = useMemo((): GridEditing => {
    const plain = edits.of(table);
    return {
      ...plain,
      put: (...edit) => {
        window?.hold();
        plain.put(...edit);
      },
      putBlock: (block) => plain.putBlock(block, () => window?.hold()),
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
  readonly window: RowWindow;
  readonly editing: GridEditing;
  /** What is searched; empty: nothing. */
  readonly search: string;
  readonly showAll: () => void;
  readonly rowActions: PaneRowActions;
  readonly facts: FactsPlace;
  readonly focusSearch: () => void;
}

function PaneRows(props: PaneRowsProps): JSX.Element {
  const { window, editing, search, showAll, info, sort, memory, notes, setSort } = props;
  const source = props.rowActions.source ?? window;
  if (source.length === 0) return <NoRows {...{ info, search, showAll }} newRow={props.rowActions.newRow} />;
  return (
    <Grid
      label={humanName(info.name)}
      columns={info.columns}
      source={source}
      {...props.rowActions.grid}
      facts={props.facts}
      search={props.focusSearch}
      sort={sort === null ? NO_SORT : [sort]}
      onSort={(column) => setSort(nextSort(sort, column))}
      widths={props.widths}
      onResize={props.setWidth}
      editing={props.writeProtection === null ? editing : undefined}
      openRow={(row, event) => notes.open(row.path, '', event)}
      openLink={(target, row, event) => notes.open(target, row.path, event)}
      scroll={memory.scroll}
      onLeave={(scroll) => void (memory.scroll = scroll)}
    />
  );
}

const NO_SORT: readonly GridSort[] = [];
const NO_VALUES: RowValues = {};

interface NoRowsProps extends Pick<PaneRowsProps, 'info' | 'search' | 'showAll'> {
  readonly newRow: (() => void) | undefined;
}

function NoRows({ info, search, showAll, newRow }: NoRowsProps): JSX.Element {
  if (search !== '') {
    const detail = `Neither a name nor a text in ${humanName(info.name)} fits "${search}".`;
    const action = { label: 'Show all rows', run: showAll };
    return <StateMessage kind="empty" title="No row found" detail={detail} action={action} />;
  }
  const detail = `A note becomes a row when its properties say table: ${info.table}.`;
  const action = newRow === undefined ? undefined : { label: 'New row', run: newRow };
  return (
    <StateMessage kind="empty" title="No rows yet" detail={detail} {...(action === undefined ? {} : { action })} />
  );
}

/** All rows, or those that are found by name or text. */
async function searchFilter(client: OperationsClient, table: string, text: string): Promise<RowFilter> {
  if (text === '') return { where: null, warnings: [] };
  const { paths, isCut } = await findRows(client, table, text);
  const cut = 'More rows are found than are shown. Another word narrows the search.';
  return { where: { path: { in: [...paths] } }, warnings: isCut ? [cut] : [] };
}

/** Up, down, not at all. */
export function nextSort(sort: GridSort | null, column: string): GridSort | null {
  if (sort?.column !== column) return { column, isDescending: false };
  return sort.isDescending ? null : { column, isDescending: true };
}

interface LoadingPaneProps {
  readonly answer: LiveQueryState<unknown>;
  readonly refresh: () => Promise<void>;
  readonly title: string;
}

/** In place of an answer that is not there. */
export function LoadingPane({ answer, refresh, title }: LoadingPaneProps): JSX.Element {
  if (answer.kind !== 'problem') return <StateMessage kind="loading" title={title} />;
  const { message, hint } = answer.problem;
  const action = { label: 'Try again', run: () => void refresh() };
  return <StateMessage kind="error" title={message} detail={hint} action={action} />;
}
