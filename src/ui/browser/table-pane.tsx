/** One table: its rows in a grid, how many there are, what was done last. */

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { Grid } from '../components/grid';
import type { GridRow, GridSort } from '../components/grid-column';
import type { GridEditing } from '../components/grid-editing';
import { Icon } from '../components/icon';
import { SearchField } from '../components/search-field';
import { StateMessage } from '../components/state-message';
import type { Edits } from './edits';
import { type LiveQueryState, useLiveQuery } from './live-query';
import type { OpenNotes } from './app-services';
import type { OperationsClient } from './operations-client';
import { findRows } from './quick-find';
import { type RowsQuery, type TableRows, askRows } from './table-rows';
import { humanName } from './table-columns';
import { type RowOrder, useOrder } from './use-order';

/** Rows to begin with, and for each "Load more". */
const PAGE = 100;

export interface TablePaneProps {
  readonly client: OperationsClient;
  readonly table: string;
  readonly sort: GridSort | null;
  readonly edits: Edits;
  /** Why nothing can be written, null when it can. */
  readonly writeProtection: string | null;
  readonly notes: OpenNotes;
  /** Asks for the right to write again. */
  readonly reopen: () => void;
  readonly setSort: (sort: GridSort | null) => void;
}

export function TablePane(props: TablePaneProps): JSX.Element {
  const { client, table, sort, writeProtection, edits } = props;
  const [limit, setLimit] = useState(PAGE);
  const [search, setSearch] = useState({ table, text: '' });
  const text = search.table === table ? search.text : '';
  useEffect(() => setLimit(PAGE), [table, text]);
  const order = useOrder(edits.lane, table, sort, text);
  const orderBy = sort === null ? [] : [sort.isDescending ? `-${sort.column}` : sort.column];
  const query = { table, columns: null, where: null, orderBy, limit };
  const { answer, refresh } = useLiveQuery<TableRows>(client, JSON.stringify([query, text]), {
    ask: (operations) => askSearched(operations, query, text, order.held()),
    isTouched: ({ tables }) => tables.includes(table),
  });
  useLayoutEffect(() => edits.shows(table, refresh), [table, edits]);
  const read = answer.kind === 'answer' && answer.value.table === table ? answer.value : null;
  if (read === null) return <LoadingPane {...{ answer, refresh }} title="Loading rows…" />;
  const { rows, moved } = order.of(read.rows);
  const shown = { ...read, rows };
  const reorder = (): void => {
    order.release();
    void refresh();
  };
  return (
    <section class="ndb-pane" aria-label={humanName(shown.name)}>
      <PaneHead {...{ shown, edits, writeProtection }} reopen={props.reopen}>
        <SearchField
          key={table}
          label={`Search the rows of ${humanName(shown.name)}`}
          initial={text}
          search={(next) => setSearch({ table, text: next })}
        />
      </PaneHead>
      <TableWarnings warnings={shown.warnings} />
      <PaneRows {...props} {...{ shown, order, text }} loadMore={() => setLimit(limit + PAGE)} />
      <PaneFoot {...{ shown, edits, moved, reorder }} />
    </section>
  );
}

interface PaneRowsProps extends TablePaneProps {
  readonly shown: TableRows;
  readonly order: RowOrder;
  /** What is searched; empty: nothing. */
  readonly text: string;
  readonly loadMore: () => void;
}

function PaneRows({ shown, order, text, loadMore, ...props }: PaneRowsProps): JSX.Element {
  const { rows, total } = shown;
  const { table, sort, edits, notes, setSort } = props;
  const editing: GridEditing = order.holdFor(edits.of(table));
  if (rows.length === 0) return <NoRows {...{ shown, text }} />;
  return (
    <div class="ndb-scroll" tabIndex={-1}>
      <Grid
        label={humanName(shown.name)}
        columns={shown.columns}
        rows={rows}
        total={total}
        sort={sort}
        onSort={(column) => {
          order.release();
          setSort(nextSort(sort, column));
        }}
        editing={props.writeProtection === null ? editing : undefined}
        openRow={(row, event) => notes.open(row.path, '', event)}
        openLink={(target, row, event) => notes.open(target, row.path, event)}
      />
      {rows.length < total && (
        <button type="button" class="ndb-button ndb-more" onClick={loadMore}>
          Load {Math.min(PAGE, total - rows.length)} more
        </button>
      )}
    </div>
  );
}

function NoRows({ shown, text }: Pick<PaneRowsProps, 'shown' | 'text'>): JSX.Element {
  if (text !== '') {
    const detail = `Neither a name nor a text in ${humanName(shown.name)} fits "${text}". Escape in the search field shows all rows.`;
    return <StateMessage kind="empty" title="No row found" detail={detail} />;
  }
  const detail = `A note becomes a row when its properties say table: ${shown.table}.`;
  return <StateMessage kind="empty" title="No rows yet" detail={detail} />;
}

/** All rows, or those that are found by name or text. */
async function askSearched(
  client: OperationsClient,
  query: RowsQuery,
  text: string,
  held: readonly GridRow[],
): Promise<TableRows> {
  if (text === '') return askRows(client, query, held);
  const { paths, isCut } = await findRows(client, query.table, text);
  const answer = await askRows(client, { ...query, where: { path: { in: paths } } }, held);
  const cut = 'More rows are found than are shown. Another word narrows the search.';
  return { ...answer, warnings: isCut ? [...answer.warnings, cut] : answer.warnings };
}

export const countText = (shown: number, total: number): string =>
  shown < total ? `${shown} of ${total} rows` : `${total} ${total === 1 ? 'row' : 'rows'}`;

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

interface PaneHeadProps {
  readonly shown: TableRows;
  readonly edits: Edits;
  readonly writeProtection: string | null;
  readonly reopen: () => void;
  /** Tools that always stand there. */
  readonly children: ComponentChildren;
}

function PaneHead({ shown, edits, writeProtection, reopen, children }: PaneHeadProps): JSX.Element {
  return (
    <header class="ndb-pane-head">
      <div class="ndb-pane-title">
        <h2 class="ndb-title">{humanName(shown.name)}</h2>
        {shown.description !== null && <p class="ndb-description">{shown.description}</p>}
      </div>
      {writeProtection !== null && (
        <p class="ndb-protection" role="note">
          <Icon name="lock" />
          {writeProtection}
          <button type="button" class="ndb-button" onClick={reopen}>
            Try again
          </button>
        </p>
      )}
      {edits.lane.undoProblem !== null && (
        <button type="button" class="ndb-button" onClick={() => edits.lane.keep()}>
          Keep this change
        </button>
      )}
      {edits.lane.canUndo && (
        <button type="button" class="ndb-button ndb-undo" onClick={() => edits.of(shown.table).undo()}>
          <Icon name="undo" />
          Undo
        </button>
      )}
      {children}
    </header>
  );
}

interface PaneFootProps extends Pick<PaneHeadProps, 'shown' | 'edits'> {
  /** Rows that an order anew would move. */
  readonly moved: number;
  readonly reorder: () => void;
}

function PaneFoot({ shown, edits, moved, reorder }: PaneFootProps): JSX.Element {
  const { rows, total } = shown;
  return (
    <footer class="ndb-pane-foot">
      <span class="ndb-total">{countText(rows.length, total)}</span>
      {moved > 0 && (
        <button type="button" class="ndb-button ndb-reorder" onClick={reorder}>
          {moved === 1 ? '1 row would move' : `${moved} rows would move`}
        </button>
      )}
      <span class={edits.news?.kind === 'refused' ? 'ndb-news ndb-is-refused' : 'ndb-news'} role="status">
        {edits.news?.text}
      </span>
    </footer>
  );
}

export function TableWarnings({ warnings }: { readonly warnings: readonly string[] }): JSX.Element | null {
  if (warnings.length === 0) return null;
  return (
    <ul class="ndb-warnings">
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  );
}
