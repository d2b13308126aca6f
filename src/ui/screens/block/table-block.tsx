/** Rows inside a note, as that note has them: the grid of the browser, for reading. D15 */

import type { JSX, RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { listSource } from '../../components/grid/row-source';
import type { GridRow } from '../../components/grid-column';
import type { GridEditing } from '../../components/grid-editing';
import type { ProblemText } from '../../components/text/problem-text';
import { StateMessage } from '../../components/state-message';
import type { BlockQuery } from './block-query';
import { type BlockRows, askBlock, canChange } from './block-rows';
import type { AppServices } from '../../client/app-services';
import { BlockTools } from './block-tools';
import { BlockPreviewPanel } from '../../changes/clipboard/block-preview';
import { type Edits, useEdits } from '../../changes/edits';
import { useDatabase } from '../../client/use-database';
import type { Database, OperationsClient } from '../../client/operations-client';
import { countText, TableWarnings } from '../../layouts/pane-parts';
import { layoutOf } from '../../layouts/registry';
import { StaticTable } from '../../layouts/static-table';
import type { TableChoice } from '../../rows/table-choice';
import { usePrinted } from '../../client/use-printed';
import { type ViewSpec, isSameView } from '../../rows/view-spec';
import { type LiveAnswer, useLiveQuery } from '../../client/live-query';

export interface TableBlockProps {
  readonly database: Database;
  readonly query: BlockQuery | ProblemText;
  readonly note: BlockNote;
  readonly clock: BlockClock;
  readonly services: Pick<AppServices, 'notes' | 'notify' | 'unsent'>;
  /** Absent where nothing but the block is shown. */
  readonly openTable?: ((choice: TableChoice) => void) | undefined;
  /** Changes the text of the block in its note. Absent where it stands in none. */
  readonly rewrite?: ((change: (text: string) => string) => Promise<void>) | undefined;
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
  if ('message' in query) return framed(<StateMessage kind="error" title={query.message} detail={query.hint} />);
  switch (state.kind) {
    case 'opening':
      return <StateMessage kind="loading" title="Opening the tables…" detail="The vault is being read." />;
    case 'failed': {
      const action = { label: 'Try again', run: () => database.reopen() };
      return framed(<StateMessage kind="error" title={state.message} detail={state.hint} action={action} />);
    }
    case 'open':
      return <OpenBlock {...props} query={query} client={state.client} canWrite={state.writeProtection === null} />;
  }
}

/** What is said in place of rows belongs to the block, not to the text around it. */
const framed = (message: JSX.Element): JSX.Element => <div class="ndb-block">{message}</div>;

interface OpenBlockProps extends TableBlockProps {
  readonly query: BlockQuery;
  readonly client: OperationsClient;
  readonly canWrite: boolean;
}

function OpenBlock(props: OpenBlockProps): JSX.Element {
  const { query } = props;
  const [changed, change] = useState<ViewSpec | null>(null);
  const spec = changed ?? query.spec;
  const { answer, refresh } = useBlockRows(props, { ...query, spec });
  if (answer.kind === 'loading') return <StateMessage kind="loading" title="Loading rows…" />;
  if (answer.kind === 'problem') {
    const { message, hint } = answer.problem;
    // The order may be by a column that the view has no more.
    const action =
      changed === null
        ? { label: 'Try again', run: () => void refresh() }
        : { label: 'Order as written', run: () => change(null) };
    return framed(<StateMessage kind="error" title={message} detail={hint} action={action} />);
  }
  return <BlockBody {...props} {...{ spec, change, refresh }} rows={answer.value} />;
}

function useBlockRows(props: OpenBlockProps, query: BlockQuery): LiveAnswer<BlockRows> {
  const { client, note, clock } = props;
  const present: BlockInputs = { properties: note.properties, ...clock };
  const latest = useRef(present);
  const asked = useRef(present);
  // Before the question is asked, which is an effect too.
  useLayoutEffect(() => {
    latest.current = present;
  });
  const live = useLiveQuery<BlockRows>(client, JSON.stringify([query, note.path]), {
    ask: (operations) => {
      asked.current = latest.current;
      return askBlock(operations, query, note.path);
    },
    isTouched: (change, last) => last === null || canChange(last.reads, change),
  });
  const { answer, refresh } = live;
  useLayoutEffect(() => {
    if (answer.kind !== 'answer') return;
    const { tokens } = answer.value.reads;
    // Also what changed while the first answer, which tells the tokens, was on its way.
    if (readBy(tokens, asked.current) !== readBy(tokens, present)) void refresh();
  }, [answer, note.properties, clock.quarter, clock.minute]);
  return live;
}

interface BlockBodyProps extends OpenBlockProps {
  readonly rows: BlockRows;
  readonly spec: ViewSpec;
  /** Null: as it is written. */
  readonly change: (spec: ViewSpec | null) => void;
  readonly refresh: () => Promise<void>;
}

function BlockBody(props: BlockBodyProps): JSX.Element {
  const { rows, spec, change, note, query, services } = props;
  const { title, columns, total, warnings } = rows;
  const element = useRef<HTMLDivElement>(null);
  const { edits, editing } = useBlockEditing(props);
  const isPrinted = usePrinted(element);
  const shown = useKeptOrder(rows.rows, element, edits.lane);
  const source = useMemo(() => listSource(shown), [shown]);
  const openRow = (row: GridRow, event: MouseEvent | KeyboardEvent): void =>
    row.path === '' ? undefined : services.notes.open(row.path, '', event);
  const openLink = (target: string, row: GridRow, event: MouseEvent): void =>
    services.notes.open(target, row.path === '' ? note.path : row.path, event);
  const tokens = rows.reads.tokens.filter(isOfNote);
  const asksForNote = note.path === '' && source.length === 0 && tokens.length > 0;
  const { Component } = layoutOf(spec);
  const grid = (): JSX.Element => {
    if (source.length === 0)
      return asksForNote ? <OfANote {...{ query, tokens }} /> : <StateMessage kind="empty" title="No rows match" />;
    if (isPrinted) return <StaticTable {...{ columns }} label={title} rows={shown} />;
    return <Component {...{ columns, spec, change, editing, openRow, openLink }} rows={source} label={title} />;
  };
  return (
    <div class="ndb-block" ref={element}>
      <BlockTools {...props} isChanged={!isSameView(spec, query.spec)} count={countText(source.length, total)} />
      {!asksForNote && <TableWarnings warnings={warnings} />}
      {grid()}
      {edits.blocks.preview !== null && <BlockPreviewPanel blocks={edits.blocks} preview={edits.blocks.preview} />}
      {edits.news !== null && (
        <p class={edits.news.kind === 'refused' ? 'ndb-block-foot ndb-is-refused' : 'ndb-block-foot'} role="status">
          {edits.news.text}
        </p>
      )}
    </div>
  );
}

interface OfANoteProps extends Pick<BlockBodyProps, 'query'> {
  readonly tokens: readonly string[];
}

/** Where nothing says which note is meant, as in a tab of its own. */
function OfANote({ query, tokens }: OfANoteProps): JSX.Element {
  const name = query.table.split('.').at(-1) ?? query.table;
  const block = `${name.startsWith('vw_') ? 'view' : 'table'}: ${name}`;
  const reads = `It reads ${tokens.join(' and ')} of the note that it stands in.`;
  const detail = `${reads} Write a notedb block with “${block}” into a note.`;
  return <StateMessage kind="empty" title="This view belongs in a note" detail={detail} />;
}

/** Cells are edited where their rows are of one table. */
function useBlockEditing({ client, database, services, canWrite, rows, refresh }: BlockBodyProps): {
  readonly edits: Edits;
  readonly editing: GridEditing | undefined;
} {
  const { notify, unsent } = services;
  const edits = useEdits({ client, notify, unsent, holdOpen: (work) => database.holdOpen(work) });
  const { rowsOf } = rows;
  const latest = useRef(refresh);
  latest.current = refresh;
  useLayoutEffect(() => (rowsOf === null ? undefined : edits.shows(rowsOf, () => latest.current())), [edits, rowsOf]);
  const editing = useMemo(
    () => (rowsOf === null || !canWrite ? undefined : blockEditing(edits, rowsOf)),
    [edits, rowsOf, canWrite],
  );
  return { edits, editing };
}

/** Rows stay where they are while somebody works in the block; new ones come last. */
function useKeptOrder(
  rows: readonly GridRow[],
  element: RefObject<HTMLElement | null>,
  lane: Edits['lane'],
): readonly GridRow[] {
  const before = useRef<readonly GridRow[]>([]);
  const shown = useMemo(() => {
    const keyed = lane.keyed(rows);
    const isUsed = element.current?.matches(':focus-within') === true;
    return isUsed ? inOrderOf(before.current, keyed) : keyed;
  }, [rows]);
  before.current = shown;
  return shown;
}

function inOrderOf(before: readonly GridRow[], rows: readonly GridRow[]): readonly GridRow[] {
  const now = new Map(rows.map((row) => [row.key, row]));
  const kept = before.flatMap(({ key }) => now.get(key) ?? []);
  const known = new Set(kept);
  return [...kept, ...rows.filter((row) => !known.has(row))];
}

/** What the tokens of a query are filled in from. */
interface BlockInputs extends BlockClock {
  readonly properties: string;
}

const isOfNote = (token: string): boolean => /^[{<]this\./.test(token);

/** As far as these tokens read it: only that makes a block ask again without a change of its tables. */
function readBy(tokens: readonly string[], { properties, quarter, minute }: BlockInputs): string {
  const isOfItsNote = tokens.some(isOfNote);
  const isOfDay = tokens.some((token) => token.startsWith('{today') || token.startsWith('{this.date'));
  const isOfMinute = tokens.some((token) => token.startsWith('{now'));
  return JSON.stringify([isOfItsNote && properties, isOfDay && quarter, isOfMinute && minute]);
}

/** Rows of a block keep their places anyway. */
function blockEditing(edits: Edits, table: string): GridEditing {
  const { putBlock, ...editing } = edits.of(table);
  return { ...editing, putBlock: (block) => putBlock(block, () => undefined), fieldIsOpen: () => undefined };
}
