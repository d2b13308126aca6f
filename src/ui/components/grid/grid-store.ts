/** The state of one grid as signals: a component that reads one is drawn again when it changes, and no other component is. */

import { type ReadonlySignal, type Signal, batch, computed, signal } from '@preact/signals';
import { type GridColumn, type GridRow, type GridSort, tintedColumn } from '../grid-column';
import type { GridEditing, OpenField } from '../grid-editing';
import { isTouchScreen } from '../touch-screen';
import type { SelectedRows } from './grid-actions';
import type { GridSummaries } from './summary';
import type { GridContext, GridSize } from './input/grid-keys';
import {
  type ColumnLayout,
  HEAD_HEIGHT,
  NARROW,
  type RowHeight,
  type ScrollPlace,
  type Viewport,
  columnsInSight,
  layoutColumns,
  rowHeightOf,
  usualWidth,
} from './grid-layout';
import { LinePlaces, type LineView, type Span, isSameSpan, isWithin, joined, overlapOf } from '../line-window';
import { type GridLine, type RowSource, isGroup, listSource } from './row-source';

/** A rectangle of cells; both ends belong to it. */
export interface GridRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** What a grid is given anew each time it is drawn. */
export interface GridInput {
  readonly columns: readonly GridColumn[];
  readonly source: RowSource;
  readonly sort: readonly GridSort[];
  readonly editing?: GridEditing | undefined;
  /** Pixels by column, where a person changed them. */
  readonly widths?: Readonly<Record<string, number>> | undefined;
  /** Columns that stay at the side; usual: the first one. */
  readonly pinned?: number | undefined;
  readonly rowHeight?: RowHeight | undefined;
  /** Shown below the rows. */
  readonly summaries?: GridSummaries | undefined;
  /** Receives the selected rows. Absent: rows have no boxes. */
  readonly selected?: Signal<SelectedRows | null> | undefined;
}

/** Of a grid that is nowhere with a size. */
const USUAL_VIEWPORT: Viewport = { top: 0, left: 0, width: 1280, height: 800 };

export class GridStore {
  readonly columns: Signal<readonly GridColumn[]> = signal([]);
  readonly source: Signal<RowSource> = signal(listSource([]));
  readonly sort: Signal<readonly GridSort[]> = signal([]);
  readonly editing: Signal<GridEditing | undefined> = signal(undefined);
  readonly widths: Signal<Readonly<Record<string, number>>> = signal({});
  readonly viewport: Signal<Viewport> = signal(USUAL_VIEWPORT);
  /** Before it is, no line is drawn: another width would draw each of them again. */
  readonly isMeasured = signal(false);
  readonly cursor: Signal<GridContext> = signal({ row: 0, column: 0 });
  /** The corner of the selected range that stays; null: the cursor's cell alone is selected. */
  readonly anchor: Signal<GridContext | null> = signal(null);
  /** Rows whose boxes are checked, by their keys, as they were then. */
  readonly checked: Signal<ReadonlyMap<string, GridRow>> = signal(new Map());
  readonly hasBoxes = signal(false);
  /** Whether the next tap ends a selection: fingers have no Shift. */
  isExtending = false;
  readonly field: Signal<OpenField | null> = signal(null);
  readonly isFocused = signal(false);
  /** The cells that the handle under the hand would fill. */
  readonly filling: Signal<GridRange | null> = signal(null);
  readonly pinned = signal(1);
  readonly height: Signal<RowHeight> = signal('short');
  readonly footHeight = signal(0);

  readonly isNarrow = computed(() => this.viewport.value.width < NARROW);
  /** A finger needs more room than the tip of a mouse. */
  private readonly isTouched = isTouchScreen();
  readonly rowHeight = computed(() => rowHeightOf(this.height.value, this.isTouched));
  /** Text is typed into cells. On a touch screen it is not: the keyboard of the screen would come up at each tap. */
  readonly takesText = computed(
    () => !this.isTouched && this.editing.value !== undefined && this.columns.value.some((column) => column.isEditable),
  );
  readonly length = computed(() => {
    const source = this.source.value;
    void source.version.value;
    return source.length;
  });
  readonly layout: ReadonlySignal<ColumnLayout> = stable(isSameLayout, () => {
    const isNarrow = this.isNarrow.value;
    const widths = this.columns.value.map(
      (column, index) => this.widths.value[column.name] ?? usualWidth(column, index, isNarrow),
    );
    return layoutColumns(widths, isNarrow ? 1 : this.pinned.value, this.hasBoxes.value);
  });
  /** The first column of choices: it alone has colours. */
  readonly tinted = computed(() => tintedColumn(this.columns.value));
  /** Lines near the window, which are read. */
  readonly lines = stable(isSameSpan, () => this.spanOf((places, view) => places.near(view)));
  private readonly inSight = stable(isSameSpan, () => this.spanOf((places, view) => places.inSight(view)));
  /** Lines near the window as they were when they were drawn last; another object each time. */
  private readonly around: Signal<Span> = signal({ first: 0, last: 0 });
  /** Lines in sight are drawn at once, and those around them after the next frame. */
  readonly drawn = stable(isSameSpan, () => joined(this.inSight.value, overlapOf(this.around.value, this.lines.value)));
  readonly moving = stable(isSameSpan, () => columnsInSight(this.viewport.value, this.layout.value));
  readonly range: ReadonlySignal<GridRange | null> = computed(() => {
    const [anchor, cursor] = [this.anchor.value, this.cursor.value];
    if (anchor === null || cursor.row < 0) return null;
    return {
      top: Math.min(anchor.row, cursor.row),
      bottom: Math.max(anchor.row, cursor.row),
      left: Math.min(anchor.column, cursor.column),
      right: Math.max(anchor.column, cursor.column),
    };
  });

  /** A range that covers each cell of its lines. */
  readonly wholeRows: ReadonlySignal<GridRange | null> = computed(() => {
    const range = this.range.value;
    return range?.left === 0 && range.right === this.columns.value.length - 1 ? range : null;
  });

  /** Of the row that the cursor is at. Null when that row has gone: then no other one is edited in its place. */
  private cursorKey: string | null = null;
  private isAdrift = false;

  constructor(readonly id: string) {}

  take({
    columns,
    source,
    sort,
    editing,
    widths = NO_WIDTHS,
    pinned = 1,
    rowHeight = 'short',
    summaries,
    selected,
  }: GridInput): void {
    this.hasBoxes.value = selected !== undefined;
    this.footHeight.value = summaries === undefined ? 0 : HEAD_HEIGHT;
    this.pinned.value = pinned;
    this.height.value = rowHeight;
    // A pane that is drawn anew gives lists anew that hold the same: each would draw every cell again.
    if (!isSameList(columns, this.columns.peek())) this.takeColumns(columns);
    // Other rows: one that is not among them any more must not be changed unseen.
    if (source !== this.source.peek() && this.checked.peek().size > 0) this.checked.value = new Map();
    this.source.value = source;
    this.sort.value = sort;
    this.editing.value = editing;
    if (widths !== this.givenWidths) this.widths.value = widths;
    this.givenWidths = widths;
    const { row, column } = this.cursor.peek();
    if (column >= columns.length) this.cursor.value = { row, column: Math.max(columns.length - 1, 0) };
  }

  private takeColumns(columns: readonly GridColumn[]): void {
    const field = this.field.peek();
    const renamed = field === null ? null : renamedColumn(this.columns.peek(), columns, field.column.name);
    batch(() => {
      if (field !== null && renamed !== null) this.field.value = { ...field, column: renamed };
      this.columns.value = columns;
    });
  }

  private givenWidths: Readonly<Record<string, number>> = NO_WIDTHS;

  get size(): GridSize {
    const { height } = this.viewport.peek();
    const page = Math.max(Math.floor(height / this.rowHeight.peek()) - 2, 1);
    return { rows: this.length.peek(), columns: this.columns.peek().length, page };
  }

  private spanOf(part: (places: LinePlaces, view: LineView) => Span): Span {
    if (!this.isMeasured.value) return { first: 0, last: 0 };
    const { top, height } = this.viewport.value;
    const row = this.rowHeight.value;
    const places = new LinePlaces({ length: this.length.value }, { row, heading: row });
    return part(places, { top, height: height - HEAD_HEIGHT });
  }

  /** The content of a line. Lines out of sight get theirs when those around are drawn. */
  contentOf(line: number): GridLine | null {
    if (!isWithin(this.inSight.value, line)) {
      void this.around.value;
      return this.source.peek().at(line);
    }
    const source = this.source.value;
    void source.version.value;
    return source.at(line);
  }

  /** After a frame with the lines in sight. */
  drawAround(): void {
    this.around.value = { ...this.lines.peek() };
  }

  /** The row in a line; null for a heading, and for a line that is not loaded. */
  rowAt(line: number): GridRow | null {
    const found = line < 0 ? null : this.source.peek().at(line);
    return found === null || isGroup(found) ? null : found;
  }

  isRowSelected(line: number, key: string): boolean {
    const range = this.wholeRows.value;
    return this.checked.value.has(key) || (range !== null && line >= range.top && line <= range.bottom);
  }

  /** The row that is edited by keys; null also when it has gone from under the cursor, and while it is loaded. */
  get cursorRow(): GridRow | null {
    if (this.isAdrift) return null;
    const there = this.rowAt(this.cursor.peek().row);
    if (this.cursorKey === null || there?.key === this.cursorKey) return there;
    return this.rowAt(this.source.peek().lineOf(this.cursorKey));
  }

  /** The row of the cursor is on its way: keys typed meanwhile are meant for it. */
  get isLoadingRow(): boolean {
    const { row } = this.cursor.peek();
    const source = this.source.peek();
    return !this.isAdrift && row >= 0 && row < source.length && source.at(row) === null && this.cursorRow === null;
  }

  get cursorColumn(): GridColumn | null {
    return this.columns.peek()[this.cursor.peek().column] ?? null;
  }

  moveTo(place: GridContext, anchor: GridContext | null = null): void {
    // A listener that follows the cursor may move rows: the row that is meant is known by then.
    this.isAdrift = false;
    this.cursorKey = place.row < 0 ? null : (this.source.peek().at(place.row)?.key ?? null);
    batch(() => {
      this.cursor.value = place;
      this.anchor.value = anchor;
    });
    this.editing.peek()?.leave?.(this.cursorKey);
  }

  /** The cursor goes where its row went. */
  followRow(): void {
    const { row, column } = this.cursor.peek();
    const source = this.source.peek();
    if (row < 0) return;
    const there = source.at(row);
    if (this.cursorKey === null) this.cursorKey = this.isAdrift ? null : (there?.key ?? null);
    if (this.cursorKey === null || there?.key === this.cursorKey) return;
    const line = source.lineOf(this.cursorKey);
    if (line >= 0) {
      this.cursor.value = { row: line, column };
      this.anchor.value = null;
    } else if (there !== null || row >= source.length) {
      this.isAdrift = true;
      this.cursorKey = null;
      this.anchor.value = null;
      this.cursor.value = { row: Math.max(Math.min(row, source.length - 1), 0), column };
    }
  }

  /** Takes the viewport where it has changed. */
  see(viewport: Viewport): void {
    const { top, left, width, height } = this.viewport.peek();
    if (top === viewport.top && left === viewport.left && width === viewport.width && height === viewport.height)
      return;
    this.viewport.value = viewport;
  }

  get scroll(): ScrollPlace {
    const { top, left } = this.viewport.peek();
    return { top, left };
  }

  cellId({ row, column }: GridContext): string {
    return `${this.id}-${row}-${column}`;
  }

  /** The id of the cursor's cell; null while that one is not drawn. */
  get namedCell(): string | null {
    const { row, column } = this.cursor.value;
    const [lines, columns] = [this.drawn.value, this.moving.value];
    const isLine = row < 0 || (row >= lines.first && row < lines.last);
    const isColumn = column < this.layout.value.pinned || (column >= columns.first && column < columns.last);
    return isLine && isColumn ? this.cellId({ row, column }) : null;
  }
}

const NO_WIDTHS: Readonly<Record<string, number>> = {};

/** A value that is another one only when it differs. */
function stable<Value>(isSame: (one: Value, other: Value) => boolean, read: () => Value): ReadonlySignal<Value> {
  let last: Value | null = null;
  return computed(() => {
    const next = read();
    if (last === null || !isSame(last, next)) last = next;
    return last;
  });
}

/** The one column that is new and of the same kind, where the named one alone is gone: it was renamed. */
function renamedColumn(before: readonly GridColumn[], after: readonly GridColumn[], name: string): GridColumn | null {
  const gone = before.filter((column) => after.every((each) => each.name !== column.name));
  const [come, ...others] = after.filter((column) => before.every((each) => each.name !== column.name));
  const [was] = gone;
  const isRenamed = gone.length === 1 && was?.name === name && others.length === 0;
  return isRenamed && come?.type === was.type && come.itemType === was.itemType && come.ref === was.ref ? come : null;
}

/** The places of the columns follow from these. */
const isSameLayout = (one: ColumnLayout, other: ColumnLayout): boolean =>
  one.pinned === other.pinned && isSameList(one.width, other.width);

const isSameList = <Item>(one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);
