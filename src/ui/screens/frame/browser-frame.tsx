/** What surrounds a table: the list of tables at the side, other screens in its place, a note beside it, notices with their undo. */

import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { AppServices, OpenNotes } from '../../client/app-services';
import type { Edits } from '../../changes/edits';
import { CreateTableScreen, type CreateTableScreenProps } from '../create-table/create-table-screen';
import { scopeOfFilter } from '../create-table/notes-scope';
import { JournalScreen } from '../journal/journal-screen';
import { AppImportScreen } from '../app-import/app-import-screen';
import { BaseScreen } from '../bases/base-screen';
import { MapScreen } from '../map/map-screen';
import { ImportScreen } from '../import/import-screen';
import { RulesScreen } from '../rules/rules-screen';
import { ProblemsScreen } from '../problems/problems-screen';
import { useLiveQuery } from '../../client/live-query';
import type { Database, OperationsClient } from '../../client/operations-client';
import { Sidebar } from '../sidebar/sidebar';
import { type TableTree, allTables, askTableTree, isInTableTree, viewIn } from '../sidebar/table-tree';
import { RowPanel } from '../row/row-panel';
import type { ShownTable } from '../../rows/shown-table';
import { StartScreen } from '../start/start-screen';
import { type BrowserScreen, type TableChoice, partsOfScreen } from '../../rows/table-choice';
import { LoadingPane } from '../../rows/loading-pane';
import type { PanePlaces } from '../table/table-pane';
import { type ViewSpec, EMPTY_SPEC } from '../../rows/view-spec';
import { SettingsScreen } from '../table-settings/settings-screen';
import { TableHistory } from '../table-history/table-history';
import { useNotices } from './app-writes';
import { NoticeBar, type Notice } from './notice';
import { MissingTable } from './missing-table';
import type { Breadcrumb } from '../../client/app-services';
import { breadcrumbsOf } from './breadcrumbs';
import { ViewPane } from './view-pane';

export interface BrowserFrameProps {
  readonly client: OperationsClient;
  readonly database: Database;
  readonly services: AppServices;
  readonly edits: Edits;
  /** Why nothing can be written, null when it can. */
  readonly writeProtection: string | null;
  readonly choice: TableChoice;
  readonly choose: (choice: TableChoice) => void;
  /** Or a view, as it was looked at last. */
  readonly openTable: (name: string) => void;
  /** Null: as it is saved. */
  readonly specOf: (name: string) => ViewSpec | null;
  /** Draws a table. */
  readonly panes: (shown: ShownTable, places: PanePlaces) => JSX.Element;
}

export function BrowserFrame(props: BrowserFrameProps): JSX.Element {
  const { client, database, choice, choose, services, writeProtection } = props;
  const canWrite = writeProtection === null;
  const [notice, tell] = useNotices(services.tellsWrites ? null : client);
  const latest = useRef(choice);
  latest.current = choice;
  const inPanel = useMemo(
    (): AppServices => ({
      ...services,
      notes: rowsInPanel(services.notes, (note) => choose({ ...latest.current, note })),
    }),
    [services],
  );
  const { answer, refresh } = useLiveQuery<TableTree>(client, 'table-tree', {
    ask: askTableTree,
    isTouched: () => true,
  });
  useBreadcrumbs(answer.kind === 'answer' ? answer.value : null, choice, services);
  if (answer.kind !== 'answer') return <LoadingPane {...{ answer, refresh }} title="Loading tables…" />;
  const tree = answer.value;
  const { table, screen } = placeIn(tree, choice);
  const show = (next: BrowserScreen): void => choose({ ...choice, table, screen: next, note: undefined });
  return (
    <div class="ndb-browser">
      {(table !== null || screen !== 'start') && (
        <Sidebar
          {...{ tree, screen, show }}
          chosen={screen === undefined || partsOfScreen(screen).place === 'table' ? table : null}
          canWrite={canWrite}
          menus={{ client, canWrite, tell, show, go: props.openTable, holdOpen: (work) => database.holdOpen(work) }}
          choose={props.openTable}
        />
      )}
      <FrameMain {...props} {...{ tree, table, screen, show, tell }} services={inPanel} />
      {choice.note !== undefined && (
        <RowPanel
          key={choice.note}
          {...{ client, canWrite, tell }}
          edits={props.edits}
          services={inPanel}
          path={choice.note}
          holdOpen={(work) => database.holdOpen(work)}
          close={() => choose({ ...choice, note: undefined })}
        />
      )}
      {notice !== null && (
        <NoticeBar
          {...{ client, notice }}
          canUndo={writeProtection === null}
          show={tell}
          openJournal={() => {
            tell(null);
            show('journal');
          }}
        />
      )}
    </div>
  );
}

interface Place {
  readonly table: string | null;
  readonly screen: BrowserScreen | undefined;
}

function placeIn(tree: TableTree, choice: TableChoice): Place {
  const table = choice.table ?? allTables(tree)[0]?.table ?? null;
  return { table, screen: choice.screen ?? (table === null ? 'start' : undefined) };
}

/** Notifies the surrounding program when the place changes, not whenever a row is added. */
function useBreadcrumbs(tree: TableTree | null, choice: TableChoice, services: AppServices): void {
  const { table, screen } = tree === null ? { table: null, screen: undefined } : placeIn(tree, choice);
  const breadcrumbs: readonly Breadcrumb[] = tree === null ? [] : breadcrumbsOf(tree, table, screen);
  useLayoutEffect(() => services.showBreadcrumbs(breadcrumbs), [services, JSON.stringify(breadcrumbs)]);
}

interface FrameMainProps extends BrowserFrameProps {
  readonly tree: TableTree;
  readonly table: string | null;
  readonly screen: BrowserScreen | undefined;
  readonly show: (screen: BrowserScreen) => void;
  readonly tell: (notice: Notice) => void;
}

function FrameMain(props: FrameMainProps): JSX.Element {
  const { screen, table, tree, client, database, services, openTable, specOf, tell, panes } = props;
  if (screen !== undefined || table === null) return <FrameScreen {...props} screen={screen ?? 'start'} />;
  const view = viewIn(tree, table);
  const { source = null, spec: viewSpec = null } = view ?? {};
  if (view !== null && (source === null || viewSpec === null || !isInTableTree(tree, source))) {
    return <ViewPane key={table} {...{ client, database, view, services, openTable, source }} />;
  }
  const pane = (): JSX.Element => {
    const saved = viewSpec ?? EMPTY_SPEC;
    const { label, description } = view ?? { label: '', description: null };
    const shown: ShownTable = {
      name: table,
      table: source ?? table,
      view: view === null ? null : { name: table, label, description },
      saved,
      spec: specOf(table) ?? saved,
    };
    return panes(shown, { notes: services.notes, tell, show: props.show });
  };
  if (isInTableTree(tree, table)) return pane();
  return (
    <MissingTable
      key={table}
      {...{ client, table, openTable, tell, pane }}
      show={props.show}
      canWrite={props.writeProtection === null}
      first={allTables(tree)[0] ?? null}
    />
  );
}

interface FrameScreenProps extends FrameMainProps {
  readonly screen: BrowserScreen;
}

function FrameScreen(props: FrameScreenProps): JSX.Element {
  const { screen, table, tree, client, services, choice, choose, show, tell, openTable, writeProtection } = props;
  const { database } = props;
  const canWrite = writeProtection === null;
  const close = table === null ? null : () => choose({ ...choice, screen: undefined });
  const { kind, of } = partsOfScreen(screen);
  const design = (from: CreateTableScreenProps['from']): JSX.Element => (
    <CreateTableScreen key={screen} {...{ client, from, tree, openTable, tell }} back={() => show('start')} />
  );
  switch (kind) {
    case 'journal':
      return <JournalScreen {...{ client, services, canWrite, tell }} />;
    case 'problems':
      return <ProblemsScreen {...{ client, services, canWrite, tell }} holdOpen={(work) => database.holdOpen(work)} />;
    case 'map':
      return (
        <MapScreen
          {...{ client, services, tree, canWrite, tell, openTable, show }}
          holdOpen={(work) => database.holdOpen(work)}
        />
      );
    case 'rules':
      return <RulesScreen {...{ client, tree, table, canWrite, tell }} holdOpen={(work) => database.holdOpen(work)} />;
    case 'start':
      return <StartScreen {...{ client, tree, canWrite, show, close }} />;
    case 'history':
      return <TableHistory key={of} {...{ client, services, canWrite, tell }} table={of} close={() => openTable(of)} />;
    case 'settings':
      return (
        <SettingsScreen
          key={of}
          {...{ client, canWrite, tell }}
          holdOpen={(work) => database.holdOpen(work)}
          openNote={(path, event) => services.notes.open(path, '', event)}
          table={of}
          close={() => openTable(of)}
        />
      );
    case 'import':
      return <ImportScreen key={of} {...{ client, tell, openTable }} table={of} back={() => openTable(of)} />;
    case 'base':
      return <BaseScreen {...{ client, tree, tell, openTable }} back={() => show('start')} />;
    case 'app':
      return <AppImportScreen {...{ client, tree, tell, openTable }} back={() => show('start')} />;
    case 'csv':
    case 'empty':
      return design(kind);
    case 'folder':
      return design({ folder: of });
    case 'where':
      return design(scopeOfFilter(of));
  }
}

/** A row opens beside its table, a link as the program around the views opens notes. */
const rowsInPanel = (notes: OpenNotes, open: (path: string) => void): OpenNotes => ({
  open: (target, source, event) => {
    const isMain = !('button' in event) || event.button === 0;
    const isPlain = isMain && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (source === '' && isPlain) open(target);
    else notes.open(target, source, event);
  },
});
