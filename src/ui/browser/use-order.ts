/** Holds the order of a grid's rows from the first edit until its person asks for the order anew. */

import { useRef, useState } from 'preact/hooks';
import type { GridRow, GridSort } from '../components/grid-column';
import type { GridEditing } from '../components/grid-editing';
import type { EditLane } from './edit-lane';

export interface RowOrder {
  /** Rows that keep their places now. */
  readonly held: () => readonly GridRow[];
  readonly of: (rows: readonly GridRow[]) => HeldOrder;
  /** Holds the order while a field is open, and from each write on. */
  readonly holdFor: (editing: Omit<GridEditing, 'fieldIsOpen'>) => GridEditing;
  readonly release: () => void;
}

/** Another `search` shows other rows, so that their order is a new one too. */
export function useOrder(lane: EditLane, table: string, sort: GridSort | null, search: string): RowOrder {
  const [, draw] = useState(0);
  const held = useRef<readonly GridRow[] | null>(null);
  const shown = useRef<readonly GridRow[]>([]);
  const isFieldOpen = useRef(false);
  const asked = useRef('');
  const question = JSON.stringify([table, sort, search]);
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

/** Rows in the places that they had before an edit: nothing moves under the hands of whoever types. */
interface HeldOrder {
  readonly rows: readonly GridRow[];
  /** How many of them stand elsewhere in the order asked for. */
  readonly moved: number;
}

/** `held` are keys in their order, null for none. Rows that came since stand at the end. */
export function inHeldOrder(rows: readonly GridRow[], held: readonly string[] | null): HeldOrder {
  if (held === null) return { rows, moved: 0 };
  const place = new Map(rows.map(({ key }, index) => [key, index]));
  const known = new Set(held);
  const places = held.map((key) => place.get(key)).filter((index) => index !== undefined);
  rows.forEach(({ key }, index) => known.has(key) || places.push(index));
  const inOrder = places.map((index) => rows[index]).filter((row) => row !== undefined);
  return { rows: inOrder, moved: places.length - longestRise(places) };
}

/** How many numbers can stay where they are while the others move to their places. */
function longestRise(numbers: readonly number[]): number {
  /** The smallest number that ends a rise of each length. */
  const ends: number[] = [];
  for (const number of numbers) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    ends[low] = number;
  }
  return ends.length;
}
