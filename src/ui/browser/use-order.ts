/** Holds the order of a grid's rows from the first edit until its person asks for the order anew. */

import { useRef, useState } from 'preact/hooks';
import type { GridRow, Sort } from '../components/grid-column';
import type { GridEditing } from '../components/grid-editing';
import type { EditLane } from './edit-lane';
import type { HeldOrder } from './held-order';
import { inHeldOrder } from './held-order';

export interface RowOrder {
  /** Rows that keep their places now. */
  readonly held: () => readonly GridRow[];
  readonly of: (rows: readonly GridRow[]) => HeldOrder;
  /** Holds the order while a field is open, and from each write on. */
  readonly holdFor: (editing: Omit<GridEditing, 'fieldIsOpen'>) => GridEditing;
  readonly release: () => void;
}

export function useOrder(lane: EditLane, table: string, sort: Sort | null): RowOrder {
  const [, draw] = useState(0);
  const held = useRef<readonly GridRow[] | null>(null);
  const shown = useRef<readonly GridRow[]>([]);
  const isFieldOpen = useRef(false);
  const asked = useRef('');
  const question = JSON.stringify([table, sort]);
  if (asked.current !== question) held.current = null;
  asked.current = question;
  const hold = (): void => void (held.current ??= shown.current);
  return {
    held: () => held.current ?? [],
    of: (rows) => {
      const order = inHeldOrder(lane.keyed(rows), held.current?.map(({ key }) => key) ?? null);
      shown.current = order.rows;
      if (held.current !== null) held.current = order.rows;
      // Nothing would move, and nothing is under way: the order asked for and the one held are one.
      if (order.moved === 0 && !isFieldOpen.current && !lane.isBusy(table)) held.current = null;
      return order;
    },
    holdFor: (editing) => ({
      ...editing,
      put: (...edit) => {
        hold();
        editing.put(...edit);
      },
      fieldIsOpen: (isOpen) => {
        isFieldOpen.current = isOpen;
        if (isOpen) hold();
      },
    }),
    release: () => {
      held.current = null;
      draw((count) => count + 1);
    },
  };
}
