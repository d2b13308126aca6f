/** One table: its rows in a grid, how many there are, and the last write. */

import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FactsContext } from '../../components/grid/range-facts';
import type { GridColumn, GridSort } from '../../components/grid-column';
import type { GridEditing } from '../../components/grid-editing';
import { StateMessage } from '../../components/state-message';
import { BlockPreviewPanel } from '../../changes/clipboard/block-preview';
import { stepName } from '../../changes/edit-notice';
import type { Edits } from '../../changes/edits';
import { computingClient } from '../../client/computing-client';
import { useLiveQuery } from '../../client/live-query';
import { LoadingPane } from '../../rows/loading-pane';
import { limitsIn } from '../../rows/lane-limits';
import { loadErrorOf } from '../../rows/load-error';
import type { OperationsClient } from '../../client/operations-client';
import { type TableInfo, PaneFoot, PaneHead, TableWarnings } from '../../layouts/pane-parts';
import { type PaneMemory, PaneRows } from '../../layouts/pane-rows';
import type { LayoutPane } from '../../layouts/layout';
import { layoutWarnings } from '../../layouts/layout-registry';
import { useHeldEditing } from '../../changes/use-held-editing';
import { filterDefaults } from '../../changes/row-actions/filter-defaults';
import { type PaneRowActions, useRowActions } from '../../changes/row-actions/use-row-actions';
import type { ShownTable } from '../../rows/shown-table';
import type { Notice } from '../frame/notice';
import type { TableRows } from '../../rows/row-window';
import type { BrowserScreen } from '../../rows/table-choice';
import { humanName, isUndeclared, shownByTable } from '../../client/table-columns';
import type { AppServices, OpenNotes } from '../../client/app-services';
import { type OpenColumnPanel, useColumnPanel } from '../columns/use-column-panel';
import { type PrintContext, type Printing, usePrint } from '../export/print-rows';
import { type TableToolsProps, TableTools } from './table-tools';
import { useLaneLimits } from './use-lane-limits';
import { type ShownRows, useTableRows } from './use-table-rows';
import { coloringClient } from '../../rows/color-rules';
import { computedJson } from '../../rows/view-computed';
import { type ComputedAnswer, useComputedColumns } from '../../rows/use-computed-columns';
import { type ViewSpec, shownColumns, specJson } from '../../rows/view-spec';

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
  readonly services: Pick<AppServices, 'saveFile' | 'notify' | 'print'>;
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
  const computed = useComputedColumns(client, table, shown.spec);
  if (answer.kind !== 'answer') return <LoadingPane {...{ answer, refresh }} title="Loading rows…" />;
  if (computed.answer.kind !== 'answer') return <LoadingPane {...computed} title="Loading rows…" />;
  return <ComputedPane {...props} info={answer.value} computed={computed.answer.value} />;
}

interface ComputedPaneProps extends TablePaneProps {
  readonly info: TableInfo;
  readonly computed: ComputedAnswer;
}

/** The columns of the table and those that the view computes are alike from here on. */
function ComputedPane(props: ComputedPaneProps): JSX.Element {
  const { client, info: stored, computed, shown } = props;
  const info = useMemo(
    () => (computed.columns.length === 0 ? stored : { ...stored, columns: [...stored.columns, ...computed.columns] }),
    [stored, computed],
  );
  const rowsClient = useMemo(() => {
    const computing = computingClient(client, shown.table, computedJson(computed.sound));
    return coloringClient(computing, shown.table, shown.spec.display.colors);
  }, [client, shown.table, JSON.stringify([computed.sound, shown.spec.display.colors])]);
  return <DescribedPane {...props} {...{ info, rowsClient }} />;
}

async function describeTable(client: OperationsClient, table: string): Promise<TableInfo> {
  const { qualified, name, description, columns, ...more } = await client.run('describe_table', { table });
  const pattern = 'options' in more ? more.options.filename : null;
  const limits = limitsIn('constraints' in more ? more.constraints : []);
  return { table: qualified, name, description, columns: shownByTable(columns, pattern), limits };
}

interface DescribedPaneProps extends ComputedPaneProps {
  /** Its selects compute the columns of the view. */
  readonly rowsClient: OperationsClient;
}

function DescribedPane(props: DescribedPaneProps): JSX.Element {
  const { rowsClient: client, shown, edits, info, memory, change, computed } = props;
  const { table } = shown;
  const [filterBy, setFilterBy] = useState<{ readonly column: string } | null>(null);
  const { search, setSearch, cleared, showAll } = useSearch(memory);
  const spec = useMemo(() => knownSpec(shown.spec, info.columns), [JSON.stringify(specJson(shown.spec)), info]);
  const rows = useTableRows({ client, edits, table, spec, search, columns: info.columns, reads: computed.reads });
  const { window } = rows;
  useLayoutEffect(() => {
    if (window !== null) props.onReady();
  }, [window]);
  const { editing, rowActions, facts, pane, focusSearch } = usePaneEditing(props, spec, window);
  const columnPanel = usePaneColumns(props, spec);
  const { limits, form } = useLaneLimits({
    ...{ client: props.client, table: info.table, limits: info.limits },
    ...{ canWrite: props.writeProtection === null, tell: props.tell, holdOpen: props.holdOpen },
  });
  const label = shown.view?.label ?? humanName(info.name);
  const { print, sheet } = usePanePrint(props, { spec, label, pane, rows });
  if (window === null) return <StateMessage kind="loading" title="Loading rows…" />;
  const { warnings, noRows } = problemsOf(props, spec, window);
  return (
    <section class="ndb-pane ndb-fills ndb-stack" aria-label={label} ref={pane}>
      <PaneHead {...{ info, shown }} writeProtection={props.writeProtection} reopen={props.reopen}>
        <TableTools
          {...{ client, table, label, spec, change, filterBy, info, search, setSearch, print }}
          {...{ writeProtection: props.writeProtection, services: props.services, saved: shown.saved }}
          {...{ tell: props.tell, openView: props.openView, show: props.show, newRow: rowActions.newRow }}
          {...undoTools(edits, info.table)}
          description={shown.view === null ? info.description : shown.view.description}
          viewName={shown.view?.name ?? null}
          total={window.rowCount}
          searchKey={`${shown.name} ${cleared}`}
          askAll={rows.askAll}
          addColumn={() => columnPanel.open(null)}
        />
      </PaneHead>
      {noRows ?? (
        <>
          <TableWarnings {...{ warnings }} />
          <PaneRows
            {...{ ...props, window, spec, search, showAll, label }}
            editing={props.writeProtection === null ? editing : undefined}
            summaries={rows.summaries}
            {...{ rowActions, facts, focusSearch, limits }}
            filterBy={(column) => setFilterBy({ column })}
            {...columnPanel.tools}
          />
        </>
      )}
      {columnPanel.panel}
      {form}
      {sheet}
      <PaneOverlays {...{ edits, table }} menu={rowActions.menu} />
      {rowActions.bar}
      <PaneFoot {...{ info, edits, window, facts }} />
    </section>
  );
}

function undoTools(edits: Edits, table: string): Pick<TableToolsProps, 'undo' | 'redo' | 'undoes' | 'redoes'> {
  const [next, again] = [edits.lane.nextUndo(table), edits.lane.nextRedo(table)];
  return {
    undoes: next === null ? null : stepName(next),
    redoes: again === null ? null : stepName(again),
    undo: () => edits.of(table).undo(),
    redo: () => edits.of(table).redo(),
  };
}

interface PaneProblems {
  readonly warnings: readonly string[];
  /** In place of the rows. */
  readonly noRows: JSX.Element | null;
}

function problemsOf({ change, info }: DescribedPaneProps, spec: ViewSpec, window: TableRows): PaneProblems {
  const problem = window.problem.peek();
  return {
    warnings: [...layoutWarnings(spec), ...(problem === null ? [] : [problem.message]), ...window.warnings],
    noRows: problem === null ? null : loadErrorOf({ problem, spec, change, window, columns: info.columns }),
  };
}

interface PrintedPane extends Pick<PrintContext, 'label' | 'pane'> {
  readonly spec: ViewSpec;
  readonly rows: ShownRows;
}

const usePanePrint = ({ info, services }: DescribedPaneProps, { spec, label, pane, rows }: PrintedPane): Printing =>
  usePrint({
    ...{ services, label, pane },
    columns: shownColumns(spec, info.columns),
    window: rows.window,
    ask: rows.askAll,
  });

interface PaneColumns extends OpenColumnPanel {
  /** Of the headings. */
  readonly tools: Pick<LayoutPane, 'editColumn' | 'addColumn'>;
}

function usePaneColumns(props: DescribedPaneProps, spec: ViewSpec): PaneColumns {
  const { client, info, tell, holdOpen, writeProtection, notes, change, shown, computed } = props;
  const canWrite = writeProtection === null;
  const panel = useColumnPanel({
    ...{ client, tell, holdOpen, canWrite, change },
    // As it is kept: also with what does not compute.
    spec: shown.spec,
    sound: computed.sound,
    table: info.table,
    columns: info.columns,
    openNote: (path, event) => notes.open(path, '', event),
    added: useShowAdded(props, spec),
  });
  return { ...panel, tools: { editColumn: panel.open, addColumn: () => panel.open(null) } };
}

/** The cursor opens the first cell of a new column once the table has it. A view that does not show it stays as it is. */
function useShowAdded({ edits, info }: DescribedPaneProps, spec: ViewSpec): (column: string) => void {
  const [added, setAdded] = useState<string | null>(null);
  useLayoutEffect(() => {
    if (added === null || !info.columns.some(({ name }) => name === added)) return;
    setAdded(null);
    const { asked } = edits.of(info.table);
    const isShown = shownColumns(spec, info.columns).some(({ name }) => name === added);
    if (asked !== undefined && isShown) asked.value = { key: null, column: added, opens: true };
  }, [added, info]);
  return setAdded;
}

/** A kept view may be of columns that have other names now, or are gone. */
function knownSpec(spec: ViewSpec, columns: readonly GridColumn[]): ViewSpec {
  const isKnown = ({ column }: GridSort): boolean =>
    isUndeclared(column) || columns.some(({ name, isSortable }) => name === column && isSortable);
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

interface PaneOverlaysProps extends Pick<TablePaneProps, 'edits'> {
  readonly table: string;
  readonly menu: JSX.Element | null;
}

/** The menu of a row, and a block of cells that waits for an answer. */
function PaneOverlays({ edits: { blocks }, table, menu }: PaneOverlaysProps): JSX.Element {
  const { preview } = blocks;
  return (
    <>
      {menu}
      {preview?.table === table && <BlockPreviewPanel {...{ blocks, preview }} />}
    </>
  );
}

interface PaneEditing {
  readonly editing: GridEditing;
  readonly rowActions: PaneRowActions;
  /** What the selected cells come to. */
  readonly facts: FactsContext;
  readonly pane: { current: HTMLElement | null };
  readonly focusSearch: () => void;
}

function usePaneEditing(
  { client, edits, shown, info, notes, services, writeProtection }: DescribedPaneProps,
  spec: ViewSpec,
  window: TableRows | null,
): PaneEditing {
  const { table } = shown;
  const pane = useRef<HTMLElement>(null);
  const { editing } = useHeldEditing(edits, table, window);
  const rowActions = useRowActions({
    ...{ client, edits, table, notes, services },
    columns: info.columns,
    rows: window,
    defaults: filterDefaults(spec.where, info.columns),
    canWrite: writeProtection === null,
    putBlock: editing.putBlock,
  });
  const [facts] = useState<FactsContext>(() => signal(null));
  const focusSearch = (): void => pane.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
  return { editing, rowActions, facts, pane, focusSearch };
}
