/** A bar under the pointer: it moves or stretches by whole days, and is written where it is dropped. docs/views.md#dates */

import type { Signal } from '@preact/signals';
import type { GridRow } from '../components/grid-column';
import { type PointerDrag, watchDrag } from '../components/pointer-drag';
import {
  type DateColumns,
  type DayMove,
  type DragGrip,
  type IntoGroup,
  isSameColumns,
  putDays,
  putFirstDay,
  spanOf,
  whyFixedDays,
} from './dated-rows';
import type { LayoutProps } from './layout';

/** Pixels of the window. */
export interface DragPoint {
  readonly x: number;
  readonly y: number;
}

/** The place as it was drawn last, which a drag reads while it goes on. */
export interface DayDragPlace {
  readonly editing: LayoutProps<'view'>['editing'];
  readonly dates: DateColumns | null;
  readonly rowOf: (key: string) => GridRow | null;
  /** The day under the pointer; null: none. */
  readonly dayAt: (x: number, y: number) => number | null;
  /** Another group under a point, that a row goes to. Absent: rows lie in none. */
  readonly groupAt?: (row: GridRow, x: number, y: number) => IntoGroup | null;
  /** Scrolls at the edge that the drag comes to. Absent: nothing to scroll. */
  readonly reach?: (to: DragPoint, from: DragPoint) => void;
  readonly dragged: Signal<DayMove | null>;
  readonly said: Signal<string>;
  /** Before a row is dropped into another group. */
  readonly leaveGroup?: (key: string, into: IntoGroup) => void;
}

/** `latest` gives the place as it is drawn now. */
export function liftBar(event: PointerEvent, root: HTMLElement, latest: () => DayDragPlace): void {
  const target = event.target as Element | null;
  const key = target?.closest<HTMLElement>('[data-row]')?.dataset['row'];
  if (key === undefined || (target?.closest('.ndb-reason, input') ?? null) !== null) return;
  const grip = (target?.closest<HTMLElement>('[data-grip]')?.dataset['grip'] ?? 'move') as DragGrip;
  watchDrag(event, root, () => {
    const { rowOf, dates, editing, said } = latest();
    const row = rowOf(key);
    if (row === null || dates === null) return null;
    const why = whyFixedDays(dates, editing);
    said.value = why ?? '';
    return why === null ? new DayDrag({ row, grip, dates }, latest, { x: event.clientX, y: event.clientY }) : null;
  });
}

interface LiftedBar {
  readonly row: GridRow;
  readonly grip: DragGrip;
  readonly dates: DateColumns;
}

class DayDrag implements PointerDrag {
  private readonly from: number | null;
  private readonly isUndated: boolean;
  private over: number | null = null;
  private into: IntoGroup | null = null;

  constructor(
    private readonly lifted: LiftedBar,
    private readonly latest: () => DayDragPlace,
    private readonly start: DragPoint,
  ) {
    const { editing, dayAt } = latest();
    this.isUndated = spanOf(lifted.row, lifted.dates, editing) === null;
    this.from = dayAt(start.x, start.y);
  }

  private get days(): number {
    return this.over === null || this.from === null ? 0 : this.over - this.from;
  }

  move(x: number, y: number): void {
    const { dayAt, dragged, reach, groupAt } = this.latest();
    // A row that comes from beside the days passes their edge.
    if (!this.isUndated) reach?.({ x, y }, this.start);
    const over = dayAt(x, y);
    if (over === null) return;
    const { row, grip } = this.lifted;
    const into = grip === 'move' ? (groupAt?.(row, x, y) ?? null) : null;
    if (over === this.over && into?.key === this.into?.key && dragged.peek() !== null) return;
    [this.over, this.into] = [over, into];
    dragged.value = { key: row.key, grip, days: this.isUndated ? over : this.days, into };
  }

  end(isDropped: boolean): void {
    const { dragged, dates, editing, said, leaveGroup } = this.latest();
    const { into } = this;
    const { row, grip } = this.lifted;
    dragged.value = null;
    if (!isDropped || this.over === null) return;
    if (dates === null || !isSameColumns(this.lifted.dates, dates)) {
      said.value = 'The columns of the view changed meanwhile. The row stays where it was.';
      return;
    }
    if (into !== null) leaveGroup?.(row.key, into);
    if (this.isUndated) putFirstDay(editing, dates, row, this.over, into);
    else putDays(editing, dates, row, { grip, days: this.days }, into);
  }
}
