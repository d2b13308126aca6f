/** Rows inside a note: the grid of the browser, for reading. D15 */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Grid } from '../components/grid';
import type { Sort } from '../components/grid-column';
import type { Problem } from '../components/problem';
import { StateMessage } from '../components/state-message';
import type { OpenNotes } from './open-notes';
import type { Database, OperationsClient } from './operations-client';
import { humanName } from './table-columns';
import { nextSort, Warnings } from './table-pane';
import type { RowsQuery, TableRows } from './table-rows';
import { askRows } from './table-rows';
import { useDatabase } from './use-database';
import { useLiveQuery } from './use-live-query';

export interface TableBlockProps {
  readonly database: Database;
  readonly query: RowsQuery | Problem;
  /** The day, where the answer depends on it: another one asks again. */
  readonly day: string;
  readonly notes: OpenNotes;
}

export function TableBlock(props: TableBlockProps): JSX.Element {
  const { database, query } = props;
  const state = useDatabase(database);
  if ('message' in query) return <StateMessage kind="error" title={query.message} detail={query.hint} />;
  switch (state.kind) {
    case 'opening':
      return <StateMessage kind="loading" title="Opening the tables…" />;
    case 'failed':
      return <StateMessage kind="error" title={state.message} detail={state.hint} />;
    case 'open':
      return <OpenBlock {...props} query={query} client={state.client} />;
  }
}

interface OpenBlockProps extends TableBlockProps {
  readonly query: RowsQuery;
  readonly client: OperationsClient;
}

function OpenBlock({ client, query, day, notes }: OpenBlockProps): JSX.Element {
  const [sort, setSort] = useState<Sort | null>(null);
  const sorted = sort === null ? query : { ...query, orderBy: [sort.isDescending ? `-${sort.column}` : sort.column] };
  const { answer } = useLiveQuery<TableRows>(client, JSON.stringify([sorted, day]), {
    ask: (operations) => askRows(operations, sorted),
    isTouched: ({ tables }, last) => last === null || tables.includes(last.table),
  });
  if (answer.kind === 'loading') return <StateMessage kind="loading" title="Loading rows…" />;
  if (answer.kind === 'problem')
    return <StateMessage kind="error" title={answer.problem.message} detail={answer.problem.hint} />;
  const { name, columns, rows, total, warnings } = answer.value;
  return (
    <div class="ndb-block">
      <Warnings warnings={warnings} />
      {rows.length === 0 ? (
        <StateMessage kind="empty" title="No rows match" />
      ) : (
        <div class="ndb-scroll">
          <Grid
            {...{ columns, rows, total, sort }}
            label={humanName(name)}
            onSort={(column) => setSort(nextSort(sort, column))}
            openRow={(row, event) => notes.open(row.path, '', event)}
            openLink={(target, row, event) => notes.open(target, row.path, event)}
          />
        </div>
      )}
      <p class="ndb-block-foot">
        {humanName(name)} · {rows.length < total ? `${rows.length} of ${total} rows` : rowsText(total)}
      </p>
    </div>
  );
}

const rowsText = (total: number): string => `${total} ${total === 1 ? 'row' : 'rows'}`;
