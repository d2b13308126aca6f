/** Rows inside a note, as that note has them: the grid of the browser, for reading. D15 */

import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Grid } from '../components/grid/grid';
import { listSource } from '../components/grid/row-source';
import type { GridSort } from '../components/grid-column';
import type { ProblemText } from '../components/problem-text';
import { StateMessage } from '../components/state-message';
import type { BlockQuery } from './block-query';
import { type BlockRows, askBlock, canChange } from './block-rows';
import type { OpenNotes } from './app-services';
import { useDatabase } from './use-database';
import type { Database, OperationsClient } from './operations-client';
import { countText, TableWarnings } from './pane-parts';
import { nextSort } from './pane-rows';
import { useLiveQuery } from './live-query';

export interface TableBlockProps {
  readonly database: Database;
  readonly query: BlockQuery | ProblemText;
  readonly note: BlockNote;
  readonly clock: BlockClock;
  readonly notes: OpenNotes;
}

export interface BlockNote {
  /** Vault path. */
  readonly path: string;
  /** Its front matter, in any form that is another one when it changed. */
  readonly properties: string;
}

/** What relative dates begin from, as far as a block asks anew for it. */
export interface BlockClock {
  /** Of an hour: in every time zone a day begins with one, and only the engine knows that of the database. */
  readonly quarter: string;
  readonly minute: string;
}

export function clockAt(now: Date): BlockClock {
  const quarter = new Date(now.getTime() - (now.getTime() % QUARTER_MS));
  return { quarter: quarter.toISOString().slice(0, 16), minute: now.toISOString().slice(0, 16) };
}

const QUARTER_MS = 15 * 60_000;

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
  const { client, query, note, notes, clock } = props;
  const [sort, setSort] = useState<GridSort | null>(null);
  const sorted = sort === null ? query : { ...query, orderBy: [sort.isDescending ? `-${sort.column}` : sort.column] };
  const present: BlockInputs = { properties: note.properties, ...clock };
  const latest = useRef(present);
  const asked = useRef(present);
  // Before the question is asked, which is an effect too.
  useLayoutEffect(() => {
    latest.current = present;
  });
  const { answer, refresh } = useLiveQuery<BlockRows>(client, JSON.stringify([sorted, note.path]), {
    ask: (operations) => {
      asked.current = latest.current;
      return askBlock(operations, sorted, note.path);
    },
    isTouched: (change, last) => last === null || canChange(last.reads, change),
  });
  useLayoutEffect(() => {
    if (answer.kind !== 'answer') return;
    const { tokens } = answer.value.reads;
    // Also what changed while the first answer, which tells the tokens, was on its way.
    if (readBy(tokens, asked.current) !== readBy(tokens, present)) void refresh();
  }, [answer, note.properties, clock.quarter, clock.minute]);
  const rows = answer.kind === 'answer' ? answer.value.rows : null;
  const source = useMemo(() => listSource(rows ?? []), [rows]);
  if (answer.kind === 'loading') return <StateMessage kind="loading" title="Loading rows…" />;
  if (answer.kind === 'problem') {
    const { message, hint } = answer.problem;
    // The order may be by a column that the view has no more.
    const action = sort === null ? {} : { action: { label: 'Order as written', run: () => setSort(null) } };
    return <StateMessage kind="error" title={message} detail={hint} {...action} />;
  }
  const { title, columns, total, warnings } = answer.value;
  return (
    <div class="ndb-block">
      <TableWarnings warnings={warnings} />
      {source.length === 0 ? (
        <StateMessage kind="empty" title="No rows match" />
      ) : (
        <Grid
          {...{ columns, source }}
          sort={sort === null ? NO_SORT : [sort]}
          label={title}
          onSort={(column) => setSort(nextSort(sort, column))}
          openRow={(row, event) => (row.path === '' ? undefined : notes.open(row.path, '', event))}
          openLink={(target, row, event) => notes.open(target, row.path === '' ? note.path : row.path, event)}
        />
      )}
      <p class="ndb-block-foot">
        {title} · {countText(source.length, total)}
      </p>
    </div>
  );
}

const NO_SORT: readonly GridSort[] = [];

/** What the tokens of a query are filled in from. */
interface BlockInputs extends BlockClock {
  readonly properties: string;
}

/** As far as these tokens read it: only that makes a block ask again without a change of its tables. */
function readBy(tokens: readonly string[], { properties, quarter, minute }: BlockInputs): string {
  const isOfNote = tokens.some((token) => /^[{<]this\./.test(token));
  const isOfDay = tokens.some((token) => token.startsWith('{today') || token.startsWith('{this.date'));
  const isOfMinute = tokens.some((token) => token.startsWith('{now'));
  return JSON.stringify([isOfNote && properties, isOfDay && quarter, isOfMinute && minute]);
}
