/** A saved view in place of a table: its rows for reading, and the way to the table that they are of. */

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Button } from '../../components/form/button';
import type { AppServices } from '../../client/app-services';
import type { BlockQuery } from '../block/block-query';
import { MenuButton } from '../../components/overlay/menu-button';
import { exportItems } from '../export/export-items';
import { askEveryRow } from '../export/export-rows';
import type { Database, OperationsClient } from '../../client/operations-client';
import type { TreeView } from '../sidebar/table-tree';
import { TableBlock } from '../block/table-block';
import { useBlockClock } from '../block/use-block-clock';
import { EMPTY_SPEC } from '../../rows/view-spec';

export interface ViewPaneProps {
  readonly client: OperationsClient;
  readonly database: Database;
  readonly view: TreeView;
  /** Qualified; null where the view reads no single table. */
  readonly source: string | null;
  readonly services: AppServices;
  readonly openTable: (table: string) => void;
}

/** As many as one call gives. docs/operations.md#select_rows */
const MOST_ROWS = 1000;
/** A view in its own place belongs to no note. */
const NO_NOTE = { path: '', properties: '' };

export function ViewPane({ client, database, view, source, services, openTable }: ViewPaneProps): JSX.Element {
  const clock = useBlockClock();
  const query = useMemo(
    (): BlockQuery => ({ table: view.view, spec: { ...EMPTY_SPEC, limit: MOST_ROWS }, more: {} }),
    [view.view],
  );
  const items = exportItems({
    name: view.view.split('.').at(-1) ?? view.view,
    services,
    ask: () => askEveryRow(client, { table: view.view, columns: null, where: null, orderBy: [] }),
  });
  return (
    <section class="ndb-pane ndb-fills ndb-stack" aria-label={view.label}>
      <header class="ndb-pane-head">
        <div class="ndb-pane-title">
          <h2 class="ndb-title">{view.label}</h2>
          {view.description !== null && <p class="ndb-description ndb-small-text ndb-ellipsis">{view.description}</p>}
        </div>
        {source !== null && <Button onClick={() => openTable(source)}>Open the table</Button>}
        <MenuButton label="Export" icon="download" {...{ items }} />
      </header>
      <TableBlock {...{ database, query, clock, services }} note={NO_NOTE} />
    </section>
  );
}
