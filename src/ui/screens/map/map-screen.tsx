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
import { targetName } from '../columns/type-fields';
import type { Notice } from '../frame/notice';
import { type TableTree, allTables } from '../sidebar/table-tree';
import { type RelationColumn, type Relation, askRelations } from './ask-relations';
import { MapCanvas } from './map-canvas';
import { NewRelation, type RelationStart } from './new-relation';
import { RelationStrip } from './relation-strip';
import { RemoveRelation } from './remove-relation';
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

/** What the panel beside the map is about. */
type Asked =
  | { readonly kind: 'column'; readonly table: string; readonly column: string | null }
  | { readonly kind: 'new'; readonly start: RelationStart }
  | { readonly kind: 'remove'; readonly pair: readonly [RelationColumn, RelationColumn] };

function DrawnMap(props: MapScreenProps & { readonly relations: readonly Relation[] }): JSX.Element {
  const { tree, canWrite, openTable, relations } = props;
  const [asked, ask] = useState<Asked | null>(null);
  const [sizes] = useState(() => (isTouchScreen() ? TOUCH_SIZES : SIZES));
  const map = useMemo(() => drawTableMap(tree, relations, sizes), [tree, relations, sizes]);
  const openColumn = ({ table, column }: RelationColumn): void => ask({ kind: 'column', table, column });
  const relate = (from: string, to: string | null): void => ask({ kind: 'new', start: { from, to } });
  return (
    <section class="ndb-map ndb-fills ndb-stack" aria-label="Map of tables">
      <MapCanvas {...{ map, sizes, openTable, openColumn }} relate={canWrite ? relate : null} />
      {asked !== null && <MapPanel key={JSON.stringify(asked)} {...props} {...{ asked, ask }} />}
    </section>
  );
}

interface MapPanelProps extends MapScreenProps {
  readonly relations: readonly Relation[];
  readonly asked: Asked;
  readonly ask: (asked: Asked | null) => void;
}

function MapPanel(props: MapPanelProps): JSX.Element {
  const { client, services, tree, canWrite, tell, holdOpen, relations, asked, ask } = props;
  const tables = useMemo(() => allTables(tree).map(({ table }) => table), [tree]);
  const common = { client, tables, tell, holdOpen, close: () => ask(null) };
  const open = ({ table, column }: RelationColumn): void => ask({ kind: 'column', table, column });
  if (asked.kind === 'new') return <NewRelation {...common} start={asked.start} />;
  if (asked.kind === 'remove') return <RemoveRelation {...common} pair={asked.pair} back={() => open(asked.pair[0])} />;
  const { table, column } = asked;
  const relation = relations.find(({ from }) => from.table === table && from.column === column);
  return (
    <ColumnPanel
      {...{ ...common, canWrite, table, column }}
      choose={(next) => ask({ kind: 'column', table, column: next })}
      openNote={(path, event) => services.notes.open(path, '', event)}
      relation={
        relation === undefined
          ? undefined
          : (leave) => (
              <RelationStrip
                {...{ relation, canWrite }}
                labelOf={(each) => targetName(each, tables)}
                open={(next) => leave(() => open(next))}
                addBack={({ from, to }) =>
                  leave(() => ask({ kind: 'new', start: { from: to, to: from.table, inverse: from } }))
                }
                remove={(pair) => leave(() => ask({ kind: 'remove', pair }))}
              />
            )
      }
    />
  );
}
