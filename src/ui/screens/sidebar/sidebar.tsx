/** The list at the side: tables with their counts, the saved views of the chosen one, and what happened. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useElementId } from '../../components/use-element-id';
import { IconButton } from '../../components/form/button';
import { Icon, type IconName } from '../../components/icon';
import { layoutOf } from '../../layouts/layout-registry';
import { type BrowserScreen, partsOfScreen } from '../../rows/table-choice';
import { useProblemCount } from '../problems/problem-count';
import { TableMenu, type TableMenuContext, type MenuTarget } from './table-menu';
import { type TreeSchema, type TreeTable, type TableTree, type TreeView, allTables, viewIn } from './table-tree';

export interface SidebarProps {
  readonly tree: TableTree;
  /** Qualified; null while another screen is shown. */
  readonly chosen: string | null;
  readonly screen: BrowserScreen | undefined;
  readonly canWrite: boolean;
  /** Of the menus of tables and views. */
  readonly menus: TableMenuContext;
  readonly choose: (table: string) => void;
  readonly show: (screen: BrowserScreen) => void;
}

/** Those of the vault as a whole. */
const VAULT_SCREENS = [
  {
    kind: 'problems',
    icon: 'shield',
    label: 'Problems',
    title: 'Notes that break a rule of their table, and how to fix them',
  },
  { kind: 'journal', icon: 'history', label: 'History', title: 'All writes, who made them, and how to undo them' },
  { kind: 'map', icon: 'map', label: 'Map of tables', title: 'Tables, and the columns that link them' },
  { kind: 'rules', icon: 'bolt', label: 'Rules', title: 'What happens by itself when a row changes' },
] as const;

export function Sidebar(props: SidebarProps): JSX.Element {
  const { tree, chosen, screen, canWrite, menus } = props;
  const problems = useProblemCount(menus.client);
  // Where there is no room beside the table, the list is a menu at the name of the open table or screen.
  const [isOpen, open] = useState(false);
  const choose = (table: string): void => (open(false), props.choose(table));
  const show = (next: BrowserScreen): void => (open(false), props.show(next));
  return (
    <nav
      class={isOpen ? 'ndb-tables ndb-is-open' : 'ndb-tables'}
      aria-label="Tables"
      onKeyDown={(event) => {
        if (event.key === 'Escape') open(false);
      }}
    >
      <button type="button" class="ndb-sidebar-open" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        {shownLabel(tree, chosen, screen)}
        <Icon name="chevron-down" />
      </button>
      <div class="ndb-sidebar-list">
        <div class="ndb-sidebar-head">
          <span class="ndb-sidebar-title ndb-small-text">Tables</span>
          {canWrite && (
            <IconButton
              icon="plus"
              label="Make a table"
              title="Make a table"
              aria-current={isMaking(screen) ? 'page' : undefined}
              onClick={() => show('start')}
            />
          )}
        </div>
        {tree.schemas.map((schema, index) => (
          <SidebarGroup key={schema.label ?? index} {...{ schema, chosen, menus, choose }} />
        ))}
        <div class="ndb-sidebar-foot ndb-stack">
          {VAULT_SCREENS.map(({ kind, icon, label, title }) => (
            <button
              key={kind}
              type="button"
              class={`ndb-table-choice ndb-bare-button ndb-line${screen === kind ? ' ndb-is-chosen' : ''}`}
              aria-current={screen === kind ? 'page' : undefined}
              {...{ title }}
              onClick={() => show(kind)}
            >
              <Icon name={icon} />
              <span class="ndb-sidebar-tool">{label}</span>
              {kind === 'problems' && problems !== null && problems > 0 && (
                <span class="ndb-count ndb-problem-count">{problems.toLocaleString()}</span>
              )}
            </button>
          ))}
        </div>
      </div>
    </nav>
  );
}

function shownLabel(tree: TableTree, chosen: string | null, screen: BrowserScreen | undefined): string {
  const ofVault = VAULT_SCREENS.find(({ kind }) => kind === screen);
  if (ofVault !== undefined) return ofVault.label;
  const table = allTables(tree).find((each) => each.table === chosen);
  return table?.label ?? (chosen === null ? null : viewIn(tree, chosen)?.label) ?? 'Tables';
}

const isMaking = (screen: BrowserScreen | undefined): boolean =>
  screen !== undefined && partsOfScreen(screen).place === 'making';

interface SidebarGroupProps extends Pick<SidebarProps, 'chosen' | 'menus' | 'choose'> {
  readonly schema: TreeSchema;
}

function SidebarGroup({ schema, chosen, menus, choose }: SidebarGroupProps): JSX.Element {
  const { label, tables, views } = schema;
  return (
    <>
      {label !== null && <h3 class="ndb-sidebar-schema ndb-small-text">{label}</h3>}
      {tables.map((table) => (
        <TableItem key={table.table} {...{ table, chosen, menus, choose }} />
      ))}
      {views.map((view) => (
        <ViewItem key={view.view} {...{ view, chosen, menus, choose }} />
      ))}
    </>
  );
}

interface TableItemProps extends Pick<SidebarProps, 'chosen' | 'menus' | 'choose'> {
  readonly table: TreeTable;
}

/** Views are listed under the table that is looked at: under all of them they would hide the tables. */
function TableItem({ table, chosen, menus, choose }: TableItemProps): JSX.Element {
  const isOpen = table.table === chosen || table.views.some(({ view }) => view === chosen);
  return (
    <>
      <SidebarItem
        icon="table"
        label={table.label}
        count={table.rows}
        title={table.description ?? undefined}
        isChosen={table.table === chosen}
        choose={() => choose(table.table)}
        {...{ menus }}
        target={{ kind: 'table', table }}
      />
      {isOpen && table.views.map((view) => <ViewItem key={view.view} isBelow {...{ view, chosen, menus, choose }} />)}
    </>
  );
}

interface ViewItemProps extends Pick<SidebarProps, 'chosen' | 'menus' | 'choose'> {
  readonly view: TreeView;
  readonly isBelow?: boolean;
}

const ViewItem = ({ view, chosen, menus, choose, isBelow }: ViewItemProps): JSX.Element => (
  <SidebarItem
    icon={view.spec === null ? 'view' : layoutOf(view.spec).icon}
    label={view.label}
    title={view.description ?? undefined}
    isBelow={isBelow}
    isChosen={view.view === chosen}
    choose={() => choose(view.view)}
    {...{ menus }}
    target={{ kind: 'view', view }}
  />
);

interface SidebarItemProps {
  readonly icon: IconName;
  readonly label: string;
  readonly count?: number;
  readonly title: string | undefined;
  readonly isBelow?: boolean | undefined;
  readonly isChosen: boolean;
  readonly choose: () => void;
  readonly menus: TableMenuContext;
  readonly target: MenuTarget;
}

function SidebarItem({
  icon,
  label,
  count,
  title,
  isBelow,
  isChosen,
  choose,
  menus,
  target,
}: SidebarItemProps): JSX.Element {
  const [isOpen, open] = useState(false);
  const id = useElementId();
  const classes = [
    'ndb-table-choice ndb-bare-button ndb-line',
    isBelow === true && 'ndb-is-below',
    isChosen && 'ndb-is-chosen',
  ];
  return (
    <div
      class={isOpen ? 'ndb-sidebar-item ndb-is-open' : 'ndb-sidebar-item'}
      onContextMenu={(event) => {
        event.preventDefault();
        open(true);
      }}
    >
      <button
        type="button"
        class={classes.filter((name) => name !== false).join(' ')}
        aria-current={isChosen ? 'page' : undefined}
        title={title}
        onClick={choose}
      >
        <Icon name={icon} />
        <span class="ndb-table-name ndb-ellipsis" {...{ id }}>
          {label}
        </span>
        {count !== undefined && <span class="ndb-count ndb-small-text">{count.toLocaleString()}</span>}
      </button>
      <TableMenu place={menus} {...{ target, isOpen, open }} isStop={isChosen} describedBy={id} />
    </div>
  );
}
