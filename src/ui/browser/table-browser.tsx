/** The browser of tables: what it shows while the vault opens, and what outlives the table that is looked at: its edits, order and place. */

import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { GridSort } from '../components/grid-column';
import { StateMessage } from '../components/state-message';
import type { AppServices, OpenNotes } from './app-services';
import { type DeviceMemory, useWidths } from './column-widths';
import { useEdits } from './edits';
import { BrowserFrame } from './frame/browser-frame';
import type { Notice } from './frame/notice';
import type { Database, OperationsClient } from './operations-client';
import type { TableChoice } from './table-choice';
import { type PaneMemory, TablePane } from './table-pane';
import { useDatabase } from './use-database';

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

interface TableMemory extends PaneMemory {
  sort: GridSort | null;
}

function OpenBrowser(props: OpenBrowserProps): JSX.Element {
  const { client, database, writeProtection, choice, choose, services } = props;
  const edits = useEdits({ client, notify: services.notify, holdOpen: (work) => database.holdOpen(work) });
  const memories = useRef(new Map<string, TableMemory>());
  const widths = useWidths(props.device);
  const [shown, setShown] = useState<string | null>(null);
  const memoryOf = (name: string): TableMemory => {
    const known = memories.current.get(name) ?? { scroll: { top: 0, left: 0 }, search: '', sort: null };
    memories.current.set(name, known);
    return known;
  };
  const openTable = (table: string): void => choose({ table, sort: memoryOf(table).sort });
  const panes = (table: string, notes: OpenNotes, tell: (notice: Notice) => void): JSX.Element => {
    memoryOf(table).sort = choice.sort;
    // The pane before stays, without effect, until the next one has its rows: nothing flashes.
    const drawn = shown === null || shown === table ? [table] : [shown, table];
    return (
      <>
        {drawn.map((each) => (
          <div class="ndb-pane-place" key={each} inert={each !== table} hidden={each === table && drawn.length > 1}>
            <TablePane
              {...{ client, edits, writeProtection, notes, services, tell }}
              holdOpen={(work) => database.holdOpen(work)}
              table={each}
              sort={memoryOf(each).sort}
              memory={memoryOf(each)}
              widths={widths.of(each)}
              setWidth={(column, width) => widths.set(each, column, width)}
              reopen={() => database.reopen()}
              setSort={(next) => choose({ ...choice, table: each, sort: next })}
              onReady={() => setShown(each)}
            />
          </div>
        ))}
      </>
    );
  };
  return <BrowserFrame {...{ client, database, services, writeProtection, choice, choose, openTable, panes }} />;
}
