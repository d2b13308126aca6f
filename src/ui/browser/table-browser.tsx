/** The browser of tables: the list of them, and the chosen one. */

import type { JSX } from 'preact';
import type { GridSort } from '../components/grid-column';
import { StateMessage } from '../components/state-message';
import { useEdits } from './edits';
import type { AppServices } from './app-services';
import { useDatabase } from './use-database';
import type { Database, OperationsClient } from './operations-client';
import { LoadingPane, TablePane } from './table-pane';
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
  const { answer, refresh } = useLiveQuery<readonly TableEntry[]>(client, 'tables', {
    ask: askTables,
    isTouched: () => true,
  });
  if (answer.kind !== 'answer') return <LoadingPane {...{ answer, refresh }} title="Loading tables…" />;
  const table = chosenTable(answer.value, choice);
  if (table === null) {
    return (
      <StateMessage
        kind="empty"
        title="No tables yet"
        detail="Turn on the server in the settings and let a program call create_table, or let infer_table propose a table for a folder of notes."
      />
    );
  }
  const sort = table === choice.table || choice.table === null ? choice.sort : null;
  return (
    <div class="ndb-browser">
      <TableList tables={answer.value} chosen={table} choose={(next) => choose({ table: next, sort: null })} />
      <TablePane
        {...{ client, table, sort, edits, writeProtection }}
        notes={services.notes}
        reopen={() => database.reopen()}
        setSort={(next) => choose({ table, sort: next })}
      />
    </div>
  );
}

/** A table that is gone gives way to the first. */
function chosenTable(tables: readonly TableEntry[], { table }: TableChoice): string | null {
  const isThere = tables.some((each) => each.table === table);
  return isThere ? table : (tables[0]?.table ?? null);
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
