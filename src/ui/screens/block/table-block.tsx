/** Rows inside a note, as that note has them, in their layout. D15 */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState, useMemo } from 'preact/hooks';
import { Pictures } from '../../components/cells/cell-picture';
import type { GridEditing } from '../../components/grid-editing';
import type { ProblemText } from '../../components/text/problem-text';
import { StateMessage } from '../../components/state-message';
import type { BlockQuery, RuleQuery } from './block-query';
import { BlockLanes, BlockView } from './block-lanes';
import { type BlockFacts, BlockWindow } from './block-rows';
import type { AppServices } from '../../client/app-services';
import { BlockTools } from './block-tools';
import { RuleBlock } from './rule-block';
import { useBlockRowMenu } from './use-block-row-menu';
import { BlockPreviewPanel } from '../../changes/clipboard/block-preview';
import { type Edits, useEdits } from '../../changes/edits';
import { filterDefaults } from '../../changes/row-actions/filter-defaults';
import { useHeldEditing } from '../../changes/use-held-editing';
import { coloringClient } from '../../rows/color-rules';
import { useWindow } from '../../rows/use-window';
import { useDatabase } from '../../client/use-database';
import type { Database, OperationsClient } from '../../client/operations-client';
import { MovedRows, TableWarnings, countText } from '../../layouts/pane-parts';
import type { LayoutProps } from '../../layouts/layout';
import { layoutOf } from '../../layouts/layout-registry';
import { StaticTable } from '../../layouts/static-table';
import type { TableChoice } from '../../rows/table-choice';
import { usePrinted } from '../../client/use-printed';
import { type ViewSpec, isSameView, shownColumns, withDisplay } from '../../rows/view-spec';

export interface TableBlockProps {
  readonly database: Database;
  readonly query: BlockQuery | RuleQuery | ProblemText;
  readonly note: BlockNote;
  readonly clock: BlockClock;
  readonly services: Pick<AppServices, 'notes' | 'notify' | 'unsent' | 'pictureAddress' | 'openBeside'>;
  /** Absent where nothing but the block is shown. */
  readonly openTable?: ((choice: TableChoice) => void) | undefined;
  /** Changes the text of the block in its note. Absent where it has no note. */
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
    case 'open': {
      const open = { client: state.client, canWrite: state.writeProtection === null };
      if ('rule' in query) return <OpenRule {...props} {...open} {...query} />;
      return <OpenBlock {...props} {...open} {...{ query }} />;
    }
  }
}

/** A message in place of rows belongs to the block, not to the text around it. */
const framed = (message: JSX.Element): JSX.Element => <div class="ndb-block">{message}</div>;

interface OpenRuleProps extends TableBlockProps, RuleQuery {
  readonly client: OperationsClient;
  readonly canWrite: boolean;
}

function OpenRule({ client, canWrite, rule, note, services, database }: OpenRuleProps): JSX.Element {
  const { notify, unsent } = services;
  const edits = useEdits({ client, notify, unsent, holdOpen: (work) => database.holdOpen(work) });
  return framed(<RuleBlock {...{ client, edits, rule, canWrite }} notice={edits.notice} path={note.path} />);
}

interface OpenBlockProps extends TableBlockProps {
  readonly query: BlockQuery;
  readonly client: OperationsClient;
  readonly canWrite: boolean;
}

function OpenBlock(props: OpenBlockProps): JSX.Element {
  const { query, client, database, services } = props;
  const [changed, change] = useState<ViewSpec | null>(null);
  const spec = changed ?? query.spec;
  const { notify, unsent } = services;
  const edits = useEdits({ client, notify, unsent, holdOpen: (work) => database.holdOpen(work) });
  const window = useBlockWindow(props, { ...query, spec }, edits);
  const problem = window?.problem.peek() ?? null;
  if (window === null) return <StateMessage kind="loading" title="Loading rows…" />;
  const { facts } = window;
  if (problem !== null || facts === null) {
    // The order may be by a column that the view has no more.
    const action =
      changed === null
        ? { label: 'Try again', run: () => void window.refresh() }
        : { label: 'Order as written', run: () => change(null) };
    const { message, hint } = problem ?? { message: 'No rows came.', hint: null };
    return framed(<StateMessage kind="error" title={message} detail={hint} {...{ action }} />);
  }
  return <BlockBody {...props} {...{ spec, change, edits, window, facts }} />;
}

function useBlockWindow(props: OpenBlockProps, query: BlockQuery, edits: Edits): BlockWindow | null {
  const { note, clock } = props;
  const { table, spec } = query;
  const client = useMemo(
    () => coloringClient(props.client, table, spec.display.colors),
    [props.client, table, JSON.stringify(spec.display.colors)],
  );
  const present: BlockInputs = { properties: note.properties, ...clock };
  const latest = useRef(present);
  const asked = useRef(present);
  // Before the question is asked, which is an effect too.
  useLayoutEffect(() => {
    latest.current = present;
  });
  // Folded lanes are asked for no more than others.
  const asks = { ...query, spec: withDisplay(query.spec, { collapsed: [] }) };
  const { window } = useWindow(client, JSON.stringify([asks, note.path]), () => {
    const isAsked = (): void => void (asked.current = latest.current);
    return new BlockWindow(client, { query, path: note.path, keyed: (rows) => edits.lane.keyed(rows), asks: isAsked });
  });
  const tokens = window?.facts?.reads.tokens ?? [];
  useLayoutEffect(() => {
    // Also changes that happened while the first answer, which names the tokens, was on its way.
    if (readBy(tokens, asked.current) !== readBy(tokens, present)) void window?.refresh();
  }, [window, tokens, note.properties, clock.quarter, clock.minute]);
  return window;
}

interface BlockBodyProps extends OpenBlockProps {
  readonly window: BlockWindow;
  readonly facts: BlockFacts;
  readonly edits: Edits;
  readonly spec: ViewSpec;
  /** Null: as it is written. */
  readonly change: (spec: ViewSpec | null) => void;
}

function BlockBody(props: BlockBodyProps): JSX.Element {
  const { window, facts, edits, spec, note, query } = props;
  void window.version.value;
  const { total, warnings } = facts;
  const element = useRef<HTMLDivElement>(null);
  const { editing, leave } = useBlockEditing(props);
  const isPrinted = usePrinted(element);
  const tokens = facts.reads.tokens.filter(isOfNote);
  const asksForNote = note.path === '' && window.length === 0 && tokens.length > 0;
  return (
    <div class="ndb-block" ref={element} onFocusOut={leave}>
      <BlockTools {...props} isChanged={!isSameView(spec, query.spec)} count={countText(window.length, total)} />
      {!asksForNote && <TableWarnings warnings={warnings} />}
      <Pictures.Provider value={props.services.pictureAddress}>
        {asksForNote ? <OfANote {...{ query, tokens }} /> : <BlockLines {...props} {...{ editing, isPrinted }} />}
      </Pictures.Provider>
      {edits.blocks.preview !== null && <BlockPreviewPanel blocks={edits.blocks} preview={edits.blocks.preview} />}
      <MovedRows {...{ window }} />
      {edits.notice !== null && (
        <p
          class={
            edits.notice.kind === 'refused'
              ? 'ndb-block-foot ndb-small-text ndb-is-refused'
              : 'ndb-block-foot ndb-small-text'
          }
          role="status"
        >
          {edits.notice.text}
        </p>
      )}
    </div>
  );
}

interface BlockLinesProps extends BlockBodyProps {
  readonly editing: GridEditing | undefined;
  readonly isPrinted: boolean;
}

function BlockLines(props: BlockLinesProps): JSX.Element {
  const { window, facts, spec, change, editing, isPrinted, note, services, query } = props;
  const { title, rowsOf } = facts;
  const { open: rowMenu, menu } = useBlockRowMenu({ ...props, rowsOf });
  const columns = layoutOf(spec).reads === 'window' ? facts.columns : shownColumns(spec, facts.columns);
  void window.version.value;
  useLayoutEffect(() => {
    if (isPrinted) window.need(0, window.length);
  }, [isPrinted, window, window.length]);
  if (window.length === 0 && layoutOf(spec).reads === 'window')
    return <StateMessage kind="empty" title="No rows match" />;
  const layout = layoutOf(spec);
  const more: Omit<LayoutProps<'window'>, 'rows'> = {
    ...{ columns, spec, change, editing },
    defaults: filterDefaults(spec.where, facts.columns),
    declared: facts.declared,
    label: title,
    openRow: (row, event) => (row.path === '' ? undefined : services.notes.open(row.path, '', event)),
    openLink: (target, row, event) => services.notes.open(target, row.path === '' ? note.path : row.path, event),
    rowMenu,
  };
  if (isPrinted) {
    if (layout.reads === 'view' && layout.Paper !== undefined) return <layout.Paper {...more} rows={window} />;
    return <StaticTable {...{ columns }} label={title} rows={window.rows} />;
  }
  const placed = { ...props, query: { ...query, spec }, path: note.path, more };
  return (
    <>
      {layout.reads === 'window' && <layout.Component {...more} rows={window} />}
      {layout.reads === 'view' && <BlockView {...placed} View={layout.Component} />}
      {layout.reads === 'lanes' && <BlockLanes {...placed} Lanes={layout.Component} />}
      {menu}
    </>
  );
}

interface OfANoteProps extends Pick<BlockBodyProps, 'query'> {
  readonly tokens: readonly string[];
}

/** Where nothing says which note is meant, as in a tab of its own. */
function OfANote({ query, tokens }: OfANoteProps): JSX.Element {
  const name = query.table.split('.').at(-1) ?? query.table;
  const block = `${name.startsWith('vw_') ? 'view' : 'table'}: ${name}`;
  const reads = `It reads ${tokens.join(' and ')} of the note that holds it.`;
  const detail = `${reads} Write a notedb block with “${block}” into a note.`;
  return <StateMessage kind="empty" title="This view belongs in a note" detail={detail} />;
}

/** Cells are edited where their rows are of one table. Rows keep their places until the block is left. */
function useBlockEditing({ edits, window, facts: { rowsOf }, canWrite }: BlockBodyProps): {
  readonly editing: GridEditing | undefined;
  readonly leave: (event: FocusEvent & { readonly currentTarget: HTMLElement }) => void;
} {
  const latest = useRef(window);
  latest.current = window;
  useLayoutEffect(
    () => (rowsOf === null ? undefined : edits.shows(rowsOf, () => latest.current.refresh())),
    [edits, rowsOf],
  );
  const { editing, isFieldOpen } = useHeldEditing(edits, rowsOf ?? '', window);
  return {
    editing: rowsOf === null || !canWrite ? undefined : editing,
    leave: ({ currentTarget, relatedTarget }) => {
      if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
      // A field over the rows opens, or gives the focus back, in the same moment.
      queueMicrotask(() => {
        if (!isFieldOpen.current && !currentTarget.contains(currentTarget.ownerDocument.activeElement))
          void window.release();
      });
    },
  };
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
