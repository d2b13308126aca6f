/** The browser of tables: the list of them, and the chosen one. */

import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { GridSort } from '../components/grid-column';
import { StateMessage } from '../components/state-message';
import { useEdits } from './edits';
import type { AppServices } from './app-services';
import { useDatabase } from './use-database';
import type { Database, OperationsClient } from './operations-client';
import { type DeviceMemory, useWidths } from './column-widths';
import { type PaneMemory, LoadingPane, TablePane } from './table-pane';
import { useLiveQuery } from './live-query';
import type { Operations } from '../../engine/index';
import { humanName } from './table-columns';

/** What a person chose; the shell keeps it. */
export interface TableChoice {
  /** Qualified; null: the first one. */
  readonly table: string | null;
  readonly sort: GridSort | null;
}

export interface TableBrowserProps {
  readonly database: Database;
  readonly choice: TableChoice;
  readonly services: AppServices;
  readonly choose: (choice: TableChoice) => void;
  /** Absent: nothing is remembered when the view is closed. */
  readonly device?: DeviceMemory | undefined;
}

export function TableBrowser(props: TableBrowserProps): JSX.Element {
  const { database } = props;
  const state = useDatabase(database);
  switch (state.kind) {
    case 'opening':
      return <StateMessage kind="loading" title="Opening the tables…" />;
    case 'failed': {
      const action = { label: 'Try again', run: () => database.reopen() };
      return <StateMessage kind="error" title={state.message} detail={state.hint} action={action} />;
    }
    case 'open':
      return <OpenBrowser {...props} client={state.client} writeProtection={state.writeProtection} />;
  }
}

interface OpenBrowserProps extends TableBrowserProps {
  readonly client: OperationsClient;
  readonly writeProtection: string | null;
}

function OpenBrowser(props: OpenBrowserProps): JSX.Element {
  const { client, database, writeProtection, choice, choose, services } = props;
  const edits = useEdits({ client, notify: services.notify, holdOpen: (work) => database.holdOpen(work) });
  const memories = useRef(new Map<string, TableMemory>());
  const widths = useWidths(props.device);
  const [shown, setShown] = useState<string | null>(null);
  const { answer, refresh } = useLiveQuery<readonly TableEntry[]>(client, 'tables', {
    ask: askTables,
    isTouched: () => true,
  });
  if (answer.kind !== 'answer') return <LoadingPane {...{ answer, refresh }} title="Loading tables…" />;
  const table = choice.table ?? answer.value[0]?.table ?? null;
  if (table === null) {
    return (
      <StateMessage
        kind="empty"
        title="No tables yet"
        detail="Turn on the server in the settings and let a program call create_table, or let infer_table propose a table for a folder of notes."
      />
    );
  }
  const memoryOf = (name: string): TableMemory => {
    const known = memories.current.get(name) ?? { scroll: { top: 0, left: 0 }, search: '', sort: null };
    memories.current.set(name, known);
    return known;
  };
  const go = (next: string): void => choose({ table: next, sort: memoryOf(next).sort });
  memoryOf(table).sort = choice.sort;
  const isThere = answer.value.some((each) => each.table === table);
  // The pane before stays, without effect, until the next one has its rows: nothing flashes.
  const panes = !isThere ? [] : shown === null || shown === table ? [table] : [shown, table];
  return (
    <div class="ndb-browser">
      <TableList tables={answer.value} chosen={table} choose={go} />
      {!isThere && <GoneTable table={table} tables={answer.value} go={go} />}
      {panes.map((each) => (
        <div class="ndb-pane-place" key={each} inert={each !== table} hidden={each === table && panes.length > 1}>
          <TablePane
            {...{ client, edits, writeProtection }}
            notes={services.notes}
            table={each}
            sort={memoryOf(each).sort}
            memory={memoryOf(each)}
            widths={widths.of(each)}
            setWidth={(column, width) => widths.set(each, column, width)}
            reopen={() => database.reopen()}
            setSort={(next) => choose({ table: each, sort: next })}
            onReady={() => setShown(each)}
          />
        </div>
      ))}
    </div>
  );
}

interface TableMemory extends PaneMemory {
  sort: GridSort | null;
}

interface GoneTableProps {
  readonly table: string;
  readonly tables: readonly TableEntry[];
  readonly go: (table: string) => void;
}

/** A table that was dropped or renamed while it was shown, or since the layout was saved. */
function GoneTable({ table, tables, go }: GoneTableProps): JSX.Element {
  const [first] = tables;
  const name = humanName(table.split('.').at(-1) ?? table);
  return (
    <StateMessage
      kind="empty"
      title={`${name} is gone`}
      detail="The table was dropped, or it has another name now. Its notes are where they were; undoing the change in the history brings the table back."
      {...(first === undefined ? {} : { action: { label: `Show ${first.label}`, run: () => go(first.table) } })}
    />
  );
}

interface TableEntry {
  /** Qualified. */
  readonly table: string;
  readonly label: string;
  readonly description: string | null;
  readonly rows: number;
}

/** Every table with its number of rows. The label is qualified where the bare name is not enough. */
async function askTables(client: OperationsClient): Promise<readonly TableEntry[]> {
  const { tables } = await client.run('list_tables', {});
  const counts = rowCounts(await client.run('describe_database', {}));
  return tables.map(({ qualified: table, name, description }) => {
    const isAlone = tables.filter((each) => each.name === name).length === 1;
    const label = isAlone ? humanName(name) : table;
    return { table, label, description, rows: counts.get(table) ?? 0 };
  });
}

/** By qualified name. */
function rowCounts({ catalogs }: Operations['describe_database']['result']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const catalog of catalogs) {
    for (const schema of catalog.schemas) {
      for (const { name, rows } of schema.tables) counts.set(`${catalog.name}.${schema.name}.${name}`, rows);
    }
  }
  return counts;
}

interface TableListProps {
  readonly tables: readonly TableEntry[];
  readonly chosen: string;
  readonly choose: (table: string) => void;
}

function TableList({ tables, chosen, choose }: TableListProps): JSX.Element {
  return (
    <nav class="ndb-tables" aria-label="Tables">
      {tables.map(({ table, label, description, rows }) => (
        <button
          type="button"
          key={table}
          class={table === chosen ? 'ndb-table-choice ndb-is-chosen' : 'ndb-table-choice'}
          aria-current={table === chosen ? 'page' : undefined}
          title={description ?? undefined}
          onClick={() => choose(table)}
        >
          <span class="ndb-table-name">{label}</span>
          <span class="ndb-count">{rows}</span>
        </button>
      ))}
    </nav>
  );
}
