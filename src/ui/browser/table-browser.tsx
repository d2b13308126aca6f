/** The browser of tables: what it shows while the vault opens, and the edits that outlive the table they were made in. */

import type { JSX } from 'preact';
import { StateMessage } from '../components/state-message';
import { useEdits } from './edits';
import type { AppServices, OpenNotes } from './app-services';
import { BrowserFrame } from './frame/browser-frame';
import { useDatabase } from './use-database';
import type { Database, OperationsClient } from './operations-client';
import type { TableChoice } from './table-choice';
import { TablePane } from './table-pane';

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
  const pane = (table: string, notes: OpenNotes): JSX.Element => (
    <TablePane
      key={table}
      {...{ client, table, edits, writeProtection, notes, services }}
      sort={table === choice.table || choice.table === null ? choice.sort : null}
      reopen={() => database.reopen()}
      setSort={(sort) => choose({ ...choice, table, sort })}
    />
  );
  return <BrowserFrame {...{ client, database, services, writeProtection, choice, choose, pane }} />;
}
