/** The browser of tables: which there are, and the chosen one. */

import type { JSX } from 'preact';
import type { GridSort } from '../components/grid-column';
import { StateMessage } from '../components/state-message';
import { useEdits } from './edits';
import { type OpenNotes, useDatabase } from './use-database';
import type { Database, OperationsClient } from './operations-client';
import { type TableEntry, askTables, TableList } from './table-list';
import { TablePane } from './table-pane';
import { useLiveQuery } from './live-query';

/** What a person chose; the shell keeps it. */
export interface TableChoice {
  /** Qualified; null: the first one. */
  readonly table: string | null;
  readonly sort: GridSort | null;
}

export interface TableBrowserProps {
  readonly database: Database;
  readonly choice: TableChoice;
  readonly notes: OpenNotes;
  /** Says what no view can say any more. */
  readonly notify: (text: string) => void;
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
  const { client, database, writeProtection, choice, choose, notes, notify } = props;
  const edits = useEdits({ client, notify, holdOpen: (work) => database.holdOpen(work) });
  const { answer, refresh } = useLiveQuery<readonly TableEntry[]>(client, 'tables', {
    ask: askTables,
    isTouched: () => true,
  });
  if (answer.kind === 'loading') return <StateMessage kind="loading" title="Loading tables…" />;
  if (answer.kind === 'problem') {
    const { message, hint } = answer.problem;
    const action = { label: 'Try again', run: () => void refresh() };
    return <StateMessage kind="error" title={message} detail={hint} action={action} />;
  }
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
        {...{ client, table, sort, edits, writeProtection, notes }}
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
