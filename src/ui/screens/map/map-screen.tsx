/** Tables and the columns that link them, as a drawing that follows the definitions. docs/page.md#map */

import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { isTouchScreen } from '../../components/touch-screen';
import { StateMessage } from '../../components/state-message';
import type { AppServices } from '../../client/app-services';
import { useLiveQuery } from '../../client/live-query';
import type { OperationsClient } from '../../client/operations-client';
import { LoadingPane } from '../../rows/loading-pane';
import type { BrowserScreen } from '../../rows/table-choice';
import { ColumnPanel } from '../columns/column-panel';
import type { Notice } from '../frame/notice';
import { type TableTree, allTables } from '../sidebar/table-tree';
import { type RelationColumn, type Relation, askRelations } from './ask-relations';
import { MapCanvas } from './map-canvas';
import { type BoxSizes, drawTableMap } from './table-map';

export interface MapScreenProps {
  readonly client: OperationsClient;
  readonly services: AppServices;
  readonly tree: TableTree;
  readonly canWrite: boolean;
  readonly tell: (notice: Notice) => void;
  readonly openTable: (table: string) => void;
  readonly show: (screen: BrowserScreen) => void;
  /** The vault is not closed before this is done. */
  readonly holdOpen: (work: Promise<void>) => void;
}

export function MapScreen(props: MapScreenProps): JSX.Element {
  const { client, tree, canWrite, show } = props;
  const { answer, refresh } = useLiveQuery<readonly Relation[]>(client, 'relations', {
    ask: askRelations,
    isTouched: ({ definitions }) => definitions,
  });
  if (answer.kind !== 'answer') return <LoadingPane {...{ answer, refresh }} title="Reading the relations…" />;
  if (allTables(tree).length > 0) return <DrawnMap {...props} relations={answer.value} />;
  return (
    <StateMessage
      kind="empty"
      title="There is no table to draw"
      detail="The map shows tables and the columns that link them."
      {...(canWrite ? { action: { label: 'Make a table', run: () => show('start') } } : {})}
    />
  );
}

const SIZES: BoxSizes = { head: 36, line: 26 };
const TOUCH_SIZES: BoxSizes = { head: 48, line: 44 };

/** Of the box whose button asks for a column: null for a new one. */
interface AskedColumn {
  readonly table: string;
  readonly column: string | null;
}

function DrawnMap(props: MapScreenProps & { readonly relations: readonly Relation[] }): JSX.Element {
  const { client, services, tree, canWrite, tell, holdOpen, openTable, relations } = props;
  const [asked, ask] = useState<AskedColumn | null>(null);
  const [sizes] = useState(() => (isTouchScreen() ? TOUCH_SIZES : SIZES));
  const map = useMemo(() => drawTableMap(tree, relations, sizes), [tree, relations, sizes]);
  const openColumn = ({ table, column }: RelationColumn): void => ask({ table, column });
  return (
    <section class="ndb-map ndb-fills ndb-stack" aria-label="Map of tables">
      <MapCanvas {...{ map, sizes, openTable, openColumn }} />
      {asked !== null && (
        <ColumnPanel
          key={`${asked.table} ${asked.column ?? ''}`}
          {...{ client, canWrite, tell, holdOpen }}
          {...asked}
          close={() => ask(null)}
          choose={(column) => ask({ table: asked.table, column })}
          openNote={(path, event) => services.notes.open(path, '', event)}
        />
      )}
    </section>
  );
}
