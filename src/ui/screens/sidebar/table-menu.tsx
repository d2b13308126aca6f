/** The menu of a table or a view in the list at the side. docs/tables.md#the-menu-of-a-table */

import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Icon } from '../../components/icon';
import { Menu, type MenuItem } from '../../components/overlay/menu';
import { describeProblem } from '../../client/describe-problem';
import type { OperationsClient } from '../../client/operations-client';
import type { BrowserScreen } from '../../rows/table-choice';
import type { Notice } from '../frame/notice';
import {
  type TableChange,
  blockText,
  describeTable,
  describeView,
  dropTable,
  dropView,
  duplicateTable,
  duplicateView,
  renameTable,
  renameView,
} from './table-change';
import { changeRules } from './table-checks';
import { TableChangeForm, type TableChangeFormProps } from './table-change-form';
import type { TreeTable, TreeView } from './table-tree';

export interface TableMenuContext extends Pick<TableChangeFormProps, 'client' | 'tell' | 'holdOpen' | 'go'> {
  readonly canWrite: boolean;
  readonly show: (screen: BrowserScreen) => void;
}

export type MenuTarget =
  { readonly kind: 'table'; readonly table: TreeTable } | { readonly kind: 'view'; readonly view: TreeView };

/** `isOpen`: the menu is shown. */
export interface TableMenuProps {
  readonly place: TableMenuContext;
  readonly target: MenuTarget;
  readonly isOpen: boolean;
  readonly open: (isOpen: boolean) => void;
  /** Whether Tab stops here. */
  readonly isStop: boolean;
  /** The id of what says whose menu it is. */
  readonly describedBy: string;
}

export function TableMenu({ place, target, isOpen, open, isStop, describedBy }: TableMenuProps): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  const [change, setChange] = useState<TableChange | null>(null);
  const anchor = (): HTMLElement | null => button.current;
  const label = target.kind === 'table' ? target.table.label : target.view.label;
  return (
    <>
      <button
        type="button"
        class="ndb-icon-button ndb-sidebar-dots"
        ref={button}
        tabIndex={isStop ? 0 : -1}
        aria-label="Menu"
        aria-describedby={describedBy}
        title="Rename, describe, rules, duplicate, settings, copy as a block, drop"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => open(!isOpen)}
      >
        <Icon name="dots" />
      </button>
      {isOpen && (
        <Menu
          {...{ label, anchor }}
          items={itemsOf(place, target, setChange)}
          close={(hasFocus) => {
            open(false);
            if (hasFocus) button.current?.focus();
          }}
        />
      )}
      {change !== null && <TableChangeForm {...place} {...{ change, anchor }} close={() => setChange(null)} />}
    </>
  );
}

function itemsOf(
  { client, canWrite, tell, show }: TableMenuContext,
  target: MenuTarget,
  ask: (change: TableChange) => void,
): readonly MenuItem[] {
  const [changes, name] =
    target.kind === 'table'
      ? [changesOfTable(client, target.table), target.table.table]
      : [changesOfView(client, target.view), target.view.view];
  const [last, ...others] = [...changes].reverse();
  const settings: readonly MenuItem[] =
    target.kind === 'table' ? [{ label: 'Settings', icon: 'properties', run: () => show(`settings:${name}`) }] : [];
  const copy: MenuItem = {
    ...{ label: 'Copy as a block', icon: 'copy', startsGroup: canWrite },
    run: () => void copyBlock(target.kind, name, tell),
  };
  if (!canWrite || last === undefined) return [...settings, copy];
  const item = ({ label, icon, make, isDanger }: Choice): MenuItem => ({
    ...{ label, icon, isDanger, startsGroup: isDanger },
    run: () => {
      const change = make();
      if (!(change instanceof Promise)) return ask(change);
      void change.then(ask, (thrown: unknown) => {
        tell({ text: describeProblem(thrown).message, migrationId: null, isProblem: true });
      });
    },
  });
  return [...others.reverse().map(item), ...settings, copy, item(last)];
}

interface Choice extends Pick<MenuItem, 'label' | 'icon' | 'isDanger'> {
  readonly make: () => TableChange | Promise<TableChange>;
}

const changesOfTable = (client: OperationsClient, table: TreeTable): readonly Choice[] => [
  { label: 'Rename…', icon: 'text', make: () => renameTable(client, table) },
  { label: 'Describe…', icon: 'note', make: () => describeTable(client, table) },
  { label: 'Rules…', icon: 'tick', make: () => changeRules(client, table) },
  { label: 'Duplicate…', icon: 'table', make: () => duplicateTable(client, table) },
  { label: 'Drop…', icon: 'trash', isDanger: true, make: () => dropTable(client, table) },
];

const changesOfView = (client: OperationsClient, view: TreeView): readonly Choice[] => [
  { label: 'Rename…', icon: 'text', make: () => renameView(client, view) },
  { label: 'Describe…', icon: 'note', make: () => describeView(client, view) },
  { label: 'Duplicate…', icon: 'table', make: () => duplicateView(client, view) },
  { label: 'Delete…', icon: 'trash', isDanger: true, make: () => dropView(client, view) },
];

async function copyBlock(kind: MenuTarget['kind'], name: string, tell: (notice: Notice) => void): Promise<void> {
  const text = blockText(kind, name);
  const told = { migrationId: null };
  try {
    await navigator.clipboard.writeText(text);
    tell({ ...told, text: 'The block is copied: paste it into a note.', isProblem: false });
  } catch {
    tell({ ...told, text: `The block could not be copied. Write into a note: ${text}`, isProblem: true });
  }
}
