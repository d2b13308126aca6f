/** The number of selected rows, and what can be done with them. docs/app/editing.md#select-rows */

import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { Button, IconButton } from '../../components/form/button';
import type { SelectedRows } from '../../components/grid/grid-actions';
import { counted } from '../clipboard/describe-range';
import type { RowForms } from './use-row-forms';

export interface SelectionBarProps {
  readonly selected: ReadonlySignal<SelectedRows | null>;
  readonly itemsOf: RowForms['items'];
}

export function SelectionBar({ selected, itemsOf }: SelectionBarProps): JSX.Element | null {
  const bar = useRef<HTMLDivElement>(null);
  const rows = selected.value;
  if (rows === null) return null;
  return (
    <div class="ndb-selection-bar ndb-line" role="toolbar" aria-label="Selected rows" tabIndex={-1} ref={bar}>
      <span class="ndb-selection-count" role="status">
        {counted(rows.count, 'row')}
      </span>
      {itemsOf(rows, () => bar.current).map(({ label, icon, run }) => (
        <Button key={label} look="quiet" {...(icon === undefined ? {} : { icon })} onClick={run}>
          {label}
        </Button>
      ))}
      <span class="ndb-fill" />
      <IconButton
        icon="close"
        label="Clear the selection"
        onClick={() => {
          rows.clear?.();
          rows.focus();
        }}
      />
    </div>
  );
}
