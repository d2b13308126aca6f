/** One table: its rows in a grid, how many there are, what was done last. */

import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { Grid } from '../components/grid';
import type { GridSort } from '../components/grid-column';
import type { GridEditing } from '../components/grid-editing';
import { Icon } from '../components/icon';
import { StateMessage } from '../components/state-message';
import type { Edits } from './edits';
import { type LiveQueryState, useLiveQuery } from './live-query';
import type { OpenNotes } from './use-database';
import type { OperationsClient } from './operations-client';
import { type TableRows, askRows } from './table-rows';
import { humanName } from './table-columns';
import { useOrder } from './use-order';

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
  useEffect(() => setLimit(PAGE), [table]);
  const order = useOrder(edits.lane, table, sort);
  const orderBy = sort === null ? [] : [sort.isDescending ? `-${sort.column}` : sort.column];
  const query = { table, columns: null, where: null, orderBy, limit };
  const { answer, refresh } = useLiveQuery<TableRows>(client, JSON.stringify(query), {
    ask: (operations) => askRows(operations, query, order.held()),
    isTouched: ({ tables }) => tables.includes(table),
  });
  useLayoutEffect(() => edits.shows(table, refresh), [table, edits]);
  const read = answer.kind === 'answer' && answer.value.table === table ? answer.value : null;
  if (read === null) return <LoadingPane {...{ answer, refresh }} title="Loading rows…" />;
  const { rows, moved } = order.of(read.rows);
  const shown = { ...read, rows };
  const editing: GridEditing = order.holdFor(edits.of(table));
  return (
    <section class="ndb-pane" aria-label={humanName(shown.name)}>
      <PaneHead {...{ shown, edits, writeProtection }} reopen={props.reopen} />
      <TableWarnings warnings={shown.warnings} />
      {rows.length === 0 ? (
        <StateMessage
          kind="empty"
          title="No rows yet"
          detail={`A note becomes a row when its properties say table: ${shown.table}.`}
        />
      ) : (
        <div class="ndb-scroll" tabIndex={-1}>
          <Grid
            label={humanName(shown.name)}
            columns={shown.columns}
            rows={rows}
            total={shown.total}
            sort={sort}
            onSort={(column) => {
              order.release();
              props.setSort(nextSort(sort, column));
            }}
            editing={writeProtection === null ? editing : undefined}
            openRow={(row, event) => props.notes.open(row.path, '', event)}
            openLink={(target, row, event) => props.notes.open(target, row.path, event)}
          />
          {rows.length < shown.total && (
            <button type="button" class="ndb-button ndb-more" onClick={() => setLimit(limit + PAGE)}>
              Load {Math.min(PAGE, shown.total - rows.length)} more
            </button>
          )}
        </div>
      )}
      <PaneFoot
        {...{ shown, edits, moved }}
        reorder={() => {
          order.release();
          void refresh();
        }}
      />
    </section>
  );
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
}

function PaneHead({ shown, edits, writeProtection, reopen }: PaneHeadProps): JSX.Element {
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
