/** The menu of a row in a block: its note, what its layout does with it, and the buttons of rules. docs/rules.md#buttons */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { RowMenuTarget } from '../../components/grid/grid-actions';
import { Menu } from '../../components/overlay/menu';
import type { Edits } from '../../changes/edits';
import { type NoteServices, noteItems } from '../../changes/row-actions/note-items';
import { ruleItems, useRuleButtons } from '../../changes/row-actions/rule-buttons';
import { noteName } from '../../client/note-text';
import type { OperationsClient } from '../../client/operations-client';

export interface BlockRowMenuContext {
  readonly client: OperationsClient;
  readonly edits: Edits;
  /** The table whose rows these are; null: of several. */
  readonly rowsOf: string | null;
  readonly canWrite: boolean;
  readonly services: NoteServices;
}

export interface BlockRowMenu {
  readonly open: (target: RowMenuTarget) => void;
  /** Null: none is open. */
  readonly menu: JSX.Element | null;
}

export function useBlockRowMenu({ client, edits, rowsOf, canWrite, services }: BlockRowMenuContext): BlockRowMenu {
  const [target, setTarget] = useState<RowMenuTarget | null>(null);
  const ruled = canWrite && target?.count === 1 ? rowsOf : null;
  const buttons = useRuleButtons(client, ruled);
  const close = (hasFocus: boolean): void => {
    setTarget(null);
    if (hasFocus) target?.focus();
  };
  const menu = target !== null && target.row.path !== '' && (
    <Menu
      key={target.row.key}
      anchor={target.anchor}
      label={noteName(target.row.path)}
      items={[
        ...(target.more ?? []),
        ...noteItems(target.row, services),
        ...(ruled === null ? [] : ruleItems(buttons, target.row, edits.rows(ruled))),
      ]}
      close={close}
    />
  );
  return { open: setTarget, menu: menu === false ? null : menu };
}
