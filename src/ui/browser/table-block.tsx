/** Rows inside a note, as that note has them: the grid of the browser, for reading. D15 */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Grid } from '../components/grid';
import type { Sort } from '../components/grid-column';
import type { Problem } from '../components/problem';
import { StateMessage } from '../components/state-message';
import type { BlockQuery } from './block-query';
import { type BlockRows, askBlock, canChange } from './block-rows';
import type { OpenNotes } from './open-notes';
import type { Database, OperationsClient } from './operations-client';
import { nextSort, Warnings } from './table-pane';
import { useDatabase } from './use-database';
import { useLiveQuery } from './use-live-query';

export interface TableBlockProps {
  readonly database: Database;
  readonly query: BlockQuery | Problem;
  readonly note: BlockNote;
  readonly clock: BlockClock;
  readonly notes: OpenNotes;
}

/** The note that the block stands in. */
export interface BlockNote {
  /** Vault path. */
  readonly path: string;
  /** Its front matter, in any form that is another one when it changed. */
  readonly properties: string;
}

/** What relative dates begin from, as far as a block asks anew for it. */
export interface BlockClock {
  readonly day: string;
  readonly minute: string;
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
  readonly query: BlockQuery;
  readonly client: OperationsClient;
}

function OpenBlock(props: OpenBlockProps): JSX.Element {
  const { client, query, note, notes } = props;
  const [sort, setSort] = useState<Sort | null>(null);
  const sorted = sort === null ? query : { ...query, orderBy: [sort.isDescending ? `-${sort.column}` : sort.column] };
  const { answer, refresh } = useLiveQuery<BlockRows>(client, JSON.stringify([sorted, note.path]), {
    ask: (operations) => askBlock(operations, sorted, note.path),
    isTouched: (change, last) => last === null || canChange(last.reads, change),
  });
  useRefresh(surroundings(props, answer.kind === 'answer' ? answer.value.reads.tokens : []), refresh);
  if (answer.kind === 'loading') return <StateMessage kind="loading" title="Loading rows…" />;
  if (answer.kind === 'problem')
    return <StateMessage kind="error" title={answer.problem.message} detail={answer.problem.hint} />;
  const { title, columns, rows, total, warnings } = answer.value;
  return (
    <div class="ndb-block">
      <Warnings warnings={warnings} />
      {rows.length === 0 ? (
        <StateMessage kind="empty" title="No rows match" />
      ) : (
        <div class="ndb-scroll">
          <Grid
            {...{ columns, rows, total, sort }}
            label={title}
            onSort={(column) => setSort(nextSort(sort, column))}
            openRow={(row, event) => (row.path === '' ? undefined : notes.open(row.path, '', event))}
            openLink={(target, row, event) => notes.open(target, row.path === '' ? note.path : row.path, event)}
          />
        </div>
      )}
      <p class="ndb-block-foot">
        {title} · {rows.length < total ? `${rows.length} of ${total} rows` : rowsText(total)}
      </p>
    </div>
  );
}

/** What the tokens of the query are filled in from: only that makes a block ask again without a change of its tables. */
function surroundings({ note, clock }: TableBlockProps, tokens: readonly string[]): string {
  const isOfNote = tokens.some((token) => /^[{<]this\./.test(token));
  const isOfDay = tokens.some((token) => token.startsWith('{today') || token.startsWith('{this.date'));
  const isOfMinute = tokens.some((token) => token.startsWith('{now'));
  return JSON.stringify([isOfNote && note.properties, isOfDay && clock.day, isOfMinute && clock.minute]);
}

/** Asks again when `state` is another one than at the last answer. */
function useRefresh(state: string, refresh: () => Promise<void>): void {
  const last = useRef<string | null>(null);
  useLayoutEffect(() => {
    const before = last.current;
    last.current = state;
    // The tokens are known with the first answer, which was asked for in the same surroundings.
    if (before !== null && before !== NOTHING && before !== state) void refresh();
  }, [state]);
}

const NOTHING = JSON.stringify([false, false, false]);

const rowsText = (total: number): string => `${total} ${total === 1 ? 'row' : 'rows'}`;
