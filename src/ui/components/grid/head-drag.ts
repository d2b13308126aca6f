/** A heading that is dragged to another place among the headings, and moves its column there. docs/views.md#the-toolbar */

import type { TargetedMouseEvent, TargetedPointerEvent } from 'preact';
import { useRef } from 'preact/hooks';
import type { GridCommands } from './input/grid-commands';

type HeadPointer = TargetedPointerEvent<HTMLElement>;

export interface HeadDrag {
  readonly onPointerDown: (event: HeadPointer) => void;
  readonly onPointerMove: (event: HeadPointer) => void;
  readonly onPointerUp: (event: HeadPointer) => void;
  readonly onPointerCancel: (event: HeadPointer) => void;
  readonly onClickCapture: (event: TargetedMouseEvent<HTMLElement>) => void;
}

/** A hand that only clicks moves less. */
const LEAST_MOVE = 6;

/** On the heading that the column would take the place of. */
const MARKS = ['ndb-is-drop-before', 'ndb-is-drop-after'] as const;

/** Of a mouse and a pen: a finger scrolls. */
export function useHeadDrag(commands: GridCommands, at: number): HeadDrag {
  const start = useRef<number | null>(null);
  const target = useRef<number | null>(null);
  /** The release of a drag is also a click. */
  const wasDragged = useRef(false);
  const end = (event: HeadPointer): void => {
    mark(event.currentTarget, at, null);
    start.current = null;
    target.current = null;
  };
  return {
    onPointerDown: (event) => {
      wasDragged.current = false;
      if (event.button !== 0 || event.pointerType === 'touch' || commands.actions.onMoveColumn === undefined) return;
      start.current = event.clientX;
    },
    onPointerMove: (event) => {
      const { currentTarget: head, clientX, pointerId } = event;
      if (start.current === null) return;
      if (!wasDragged.current && Math.abs(clientX - start.current) < LEAST_MOVE) return;
      if (!wasDragged.current) head.setPointerCapture(pointerId);
      wasDragged.current = true;
      target.current = headingAt(head, clientX) ?? target.current;
      mark(head, at, target.current);
    },
    onPointerUp: (event) => {
      const to = target.current;
      const column = commands.store.columns.peek()[at];
      const other = to === null ? undefined : commands.store.columns.peek()[to];
      end(event);
      if (column !== undefined && other !== undefined && to !== at)
        commands.actions.onMoveColumn?.(column.name, other.name);
    },
    onPointerCancel: end,
    onClickCapture: (event) => {
      if (wasDragged.current) event.stopPropagation();
      wasDragged.current = false;
    },
  };
}

const headings = (head: Element): readonly Element[] => [...(head.parentElement?.querySelectorAll('.ndb-head') ?? [])];

const positionOf = (head: Element): number => Number(head.getAttribute('aria-colindex')) - 1;

/** Pinned headings are above others, and come first. */
function headingAt(head: Element, x: number): number | null {
  const found = headings(head).find((each) => {
    const { left, right } = each.getBoundingClientRect();
    return x >= left && x < right;
  });
  return found === undefined ? null : positionOf(found);
}

function mark(head: Element, from: number, to: number | null): void {
  for (const each of headings(head)) {
    const position = positionOf(each);
    each.classList.toggle(MARKS[0], position === to && position < from);
    each.classList.toggle(MARKS[1], position === to && position > from);
  }
}
