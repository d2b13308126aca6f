/** Opens the panel of a column from wherever columns are: headings, lists of properties. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Segments } from '../../components/form/segments';
import type { GridColumn } from '../../components/grid-column';
import type { ComputedColumns } from '../../rows/view-computed';
import type { ViewSpec } from '../../rows/view-spec';
import { ComputedPanel } from '../computed-columns/computed-panel';
import { ColumnPanel } from './column-panel';
import type { ColumnPanelProps } from './column-panel-props';

export interface OpenColumnPanel {
  /** Null: a new column. */
  readonly open: (column: string | null) => void;
  /** Where it is drawn; null while it is closed. */
  readonly panel: JSX.Element | null;
}

export interface ColumnPanelPlace extends Omit<
  ColumnPanelProps,
  'column' | 'choose' | 'close' | 'kinds' | 'relation' | 'added'
> {
  readonly spec: ViewSpec;
  /** The computed columns of the view that have values. */
  readonly sound: ComputedColumns;
  /** Those of the table, and those that the view computes. */
  readonly columns: readonly GridColumn[];
  readonly change: (spec: ViewSpec) => void;
  readonly added: (column: string) => void;
}

const KINDS = [
  ['stored', 'In the notes', 'Each note has a value of its own'],
  ['formula', 'Formula', 'Computed from other columns of the row'],
  ['rollup', 'From linked notes', 'A count, a sum or the like of the notes that are linked'],
] as const;

type Kind = (typeof KINDS)[number][0];

export function useColumnPanel(place: ColumnPanelPlace): OpenColumnPanel {
  const [opened, setOpened] = useState<{ readonly column: string | null; readonly kind: Kind } | null>(null);
  const open = (column: string | null): void => {
    const computed = place.columns.find(({ name }) => name === column)?.computed ?? null;
    const kind = computed === null ? (place.canWrite || column !== null ? 'stored' : 'formula') : computed.kind;
    setOpened({ column, kind });
  };
  const close = (): void => setOpened(null);
  if (opened === null) return { open, panel: null };
  const { column, kind } = opened;
  const kinds = (
    <Segments
      label="Kind of column"
      chosen={kind}
      options={KINDS.filter(([each]) => place.canWrite || each !== 'stored')}
      choose={(next) => setOpened({ column: null, kind: next })}
    />
  );
  const key = `${kind} ${column ?? ''}`;
  const panel =
    kind === 'stored' ? (
      <ColumnPanel {...{ key }} {...place} {...{ column, close, kinds }} choose={open} />
    ) : (
      <ComputedPanel
        {...{ key }}
        {...place}
        {...{ close, kinds }}
        column={column === null ? { kind } : { name: column }}
      />
    );
  return { open, panel };
}
