/** The browser of tables: what it shows while the vault opens, and what outlives the table that is looked at: its edits, order and place. */

import { Pictures } from '../../components/cells/cell-picture';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { ServerAbsence } from '../../components/form/server-away';
import { StateMessage } from '../../components/state-message';
import type { AppServices } from '../../client/app-services';
import { useWidths } from '../../rows/column-widths';
import type { DeviceMemory } from '../../client/device-memory';
import { useEdits } from '../../changes/edits';
import { BrowserFrame } from '../frame/browser-frame';
import type { ShownTable } from '../../rows/shown-table';
import { useKeptSpecs } from '../../rows/kept-specs';
import type { Database, OperationsClient } from '../../client/operations-client';
import type { TableChoice } from '../../rows/table-choice';
import type { PaneMemory } from '../../layouts/pane-rows';
import { type PanePlaces, TablePane } from './table-pane';
import { useDatabase } from '../../client/use-database';
import type { ViewSpec } from '../../rows/view-spec';

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
      return <StateMessage kind="loading" title="Opening the tables…" detail="The vault is being read." />;
    case 'failed': {
      const action = { label: 'Try again', run: () => database.reopen() };
      return <StateMessage kind="error" title={state.message} detail={state.hint} action={action} />;
    }
    case 'open':
      return (
        <ServerAbsence.Provider value={state.absence ?? null}>
          <Pictures.Provider value={props.services.pictureAddress}>
            <OpenBrowser {...props} client={state.client} writeProtection={state.writeProtection} />
          </Pictures.Provider>
        </ServerAbsence.Provider>
      );
  }
}

interface OpenBrowserProps extends TableBrowserProps {
  readonly client: OperationsClient;
  readonly writeProtection: string | null;
}

function OpenBrowser(props: OpenBrowserProps): JSX.Element {
  const { client, database, writeProtection, choice, choose, services } = props;
  const { notify, unsent } = services;
  const edits = useEdits({ client, notify, unsent, holdOpen: (work) => database.holdOpen(work) });
  const memories = useRef(new Map<string, PaneMemory>());
  const widths = useWidths(props.device);
  const specs = useKeptSpecs(props.device);
  const [shown, setShown] = useState<ShownTable | null>(null);
  const memoryOf = (name: string): PaneMemory => {
    const known = memories.current.get(name) ?? { scroll: { top: 0, left: 0 }, search: '' };
    memories.current.set(name, known);
    return known;
  };
  /** Of a table, or of a saved view. */
  const openTable = (name: string): void => choose({ table: name, spec: specs.of(name) ?? undefined });
  const panes = (there: ShownTable, places: PanePlaces): JSX.Element => {
    // The pane before stays, without effect, until the next one has its rows: nothing flashes.
    const drawn = shown === null || shown.name === there.name ? [there] : [shown, there];
    return (
      <div class="ndb-panes ndb-fills">
        {drawn.map((each) => (
          <div
            class="ndb-pane-place"
            key={each.name}
            inert={each !== there}
            hidden={each === there && drawn.length > 1}
          >
            <TablePane
              {...{ client, edits, writeProtection, services, ...places }}
              holdOpen={(work) => database.holdOpen(work)}
              shown={each}
              memory={memoryOf(each.name)}
              widths={widths.of(each.table)}
              setWidth={(column, width) => widths.set(each.table, column, width)}
              reopen={() => database.reopen()}
              openView={openTable}
              change={(spec) => {
                specs.keep(each.name, spec);
                choose({ ...choice, table: each.name, spec: spec ?? undefined });
              }}
              onReady={() => setShown(each)}
            />
          </div>
        ))}
      </div>
    );
  };
  const specOf = (name: string): ViewSpec | null => (choice.table === null ? specs.of(name) : (choice.spec ?? null));
  return (
    <BrowserFrame
      {...{ client, database, edits, services, writeProtection, choice, choose, openTable, specOf, panes }}
    />
  );
}
