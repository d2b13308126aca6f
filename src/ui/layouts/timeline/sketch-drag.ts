/** The days of a new row, drawn by the mouse where there is no bar. docs/views.md#timelines */

import { type PointerDrag, watchDrag } from '../../components/pointer-drag';
import type { DragPoint } from '../day-drag';
import { type TimelineModel, beginRow } from './use-timeline';

/** A finger scrolls there. */
export function sketchRow(event: PointerEvent, root: HTMLElement, model: () => TimelineModel): void {
  const target = event.target as Element | null;
  const isFree = (target?.closest('.ndb-time-body') ?? null) !== null && target?.closest('button, [data-row]') === null;
  if (event.pointerType === 'touch' || !isFree || model().props.editing?.insertRow === undefined) return;
  watchDrag(event, root, () => {
    const first = model().place.dayAt(event.clientX, event.clientY);
    return first === null ? null : new SketchDrag(first, { x: event.clientX, y: event.clientY }, model);
  });
}

class SketchDrag implements PointerDrag {
  constructor(
    private readonly from: number,
    private readonly start: DragPoint,
    private readonly model: () => TimelineModel,
  ) {}

  move(x: number, y: number): void {
    const { place, sketched, dates } = this.model();
    place.reach({ x, y }, this.start);
    const over = place.dayAt(x, y);
    if (over === null) return;
    // Without a column of ends a row has one day.
    const [first, last] = dates.end === null ? [over, over] : [Math.min(over, this.from), Math.max(over, this.from)];
    const before = sketched.peek();
    if (before?.first !== first || before.last !== last) sketched.value = { first, last };
  }

  end(isDropped: boolean): void {
    const { sketched } = this.model();
    const days = sketched.peek();
    sketched.value = null;
    if (isDropped && days !== null) beginRow(this.model(), days, this.model().groupAt(this.start.y));
  }
}
