/** Where columns and lines lie, and which of them a window shows, in pixels; `x` runs from the side on which reading begins. */

import type { GridColumn } from '../grid-column';
import type { Span } from '../line-window';

export interface Viewport {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

export interface ColumnLayout {
  readonly x: readonly number[];
  readonly width: readonly number[];
  /** Columns that stay at the side while others move. */
  readonly pinned: number;
  /** Where the first column that moves begins. */
  readonly pinnedEnd: number;
  readonly total: number;
}

const ROW_HEIGHT = 32;
/** What a finger can hit. */
const TOUCH_ROW_HEIGHT = 44;
/** How many lines of text a row has room for: one, two or four. */
export type RowHeight = 'short' | 'medium' | 'tall';
const ROW_HEIGHTS: Readonly<Record<RowHeight, number>> = { short: ROW_HEIGHT, medium: 52, tall: 92 };

export const rowHeightOf = (height: RowHeight, isTouched: boolean): number =>
  Math.max(ROW_HEIGHTS[height], isTouched ? TOUCH_ROW_HEIGHT : 0);
export const HEAD_HEIGHT = 32;
/** At the side of each row, for the button that opens it, and for the box that selects it. As `grid.css` has it. */
const GUTTER = { plain: 36, boxes: 60 } as const;
/** Narrower windows are those of phones. */
export const NARROW = 600;

const LEAST_WIDTH = 56;
const MOST_WIDTH = 1200;
const FIRST_WIDTH = 296;
const NARROW_FIRST_WIDTH = 168;
/** Of a letter in a heading, and of everything beside the letters. */
const LETTER = 7;
const HEAD_ROOM = 82;

const USUAL_WIDTHS: Readonly<Record<GridColumn['type'], number>> = {
  string: 200,
  integer: 92,
  number: 92,
  boolean: 76,
  date: 124,
  datetime: 156,
  enum: 118,
  link: 172,
  list: 184,
  json: 200,
};

/** The width of a column until a person changes it. */
export function usualWidth(column: GridColumn, index: number, isNarrow: boolean): number {
  if (index === 0) return isNarrow ? NARROW_FIRST_WIDTH : FIRST_WIDTH;
  const heading = column.label.length * LETTER + HEAD_ROOM;
  return Math.max(USUAL_WIDTHS[column.type], Math.min(heading, 220));
}

export const clampWidth = (width: number): number => Math.round(Math.min(Math.max(width, LEAST_WIDTH), MOST_WIDTH));

export function layoutColumns(widths: readonly number[], pinned: number, hasBoxes: boolean): ColumnLayout {
  const x: number[] = [];
  let end: number = hasBoxes ? GUTTER.boxes : GUTTER.plain;
  let pinnedEnd = end;
  widths.forEach((width, index) => {
    x.push(end);
    end += width;
    if (index < pinned) pinnedEnd = end;
  });
  return { x, width: widths, pinned: Math.min(pinned, widths.length), pinnedEnd, total: end };
}

/** Columns in sight among those that move. */
export function columnsInSight({ left, width }: Viewport, layout: ColumnLayout): Span {
  const { x, pinned, pinnedEnd } = layout;
  const from = left + pinnedEnd - SIDE_ROOM;
  const to = left + width + SIDE_ROOM;
  let first = pinned;
  while (first < x.length && columnEnd(layout, first) <= from) first += 1;
  let last = first;
  while (last < x.length && (x[last] ?? 0) < to) last += 1;
  return { first, last };
}

const SIDE_ROOM = 160;

const columnEnd = ({ x, width }: ColumnLayout, column: number): number => (x[column] ?? 0) + (width[column] ?? 0);

export interface ScrollPlace {
  readonly top: number;
  readonly left: number;
}

/** The least scrolling that brings a cell into sight, beside the pinned columns and not under them. Row -1 is the header, which is always there. */
export function scrollTo(
  viewport: Viewport,
  layout: ColumnLayout,
  rowHeight: number,
  { row, column }: { readonly row: number; readonly column: number },
): ScrollPlace {
  const y = row * rowHeight;
  const bottom = viewport.height - HEAD_HEIGHT;
  const top = row < 0 ? viewport.top : Math.min(Math.max(viewport.top, y + rowHeight - bottom), y);
  if (column < layout.pinned) return { top, left: viewport.left };
  const start = (layout.x[column] ?? 0) - layout.pinnedEnd;
  const left = Math.min(Math.max(viewport.left, columnEnd(layout, column) - viewport.width), start);
  return { top, left: Math.max(left, 0) };
}
