/** Opens the panel of a column from wherever columns are: headings, lists of properties. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ColumnPanel } from './column-panel';
import type { ColumnPanelProps } from './column-panel-props';

export interface OpenColumnPanel {
  /** Null: a new column. */
  readonly open: (column: string | null) => void;
  /** Where it is drawn; null while it is closed. */
  readonly panel: JSX.Element | null;
}

export function useColumnPanel(props: Omit<ColumnPanelProps, 'column' | 'choose' | 'close'>): OpenColumnPanel {
  const [opened, setOpened] = useState<{ readonly column: string | null } | null>(null);
  return {
    open: (column) => setOpened({ column }),
    panel:
      opened === null ? null : (
        <ColumnPanel
          key={opened.column ?? ''}
          {...props}
          column={opened.column}
          choose={(column) => setOpened({ column })}
          close={() => setOpened(null)}
        />
      ),
  };
}
