/** What keys and pointers do to a grid: the cursor, the selected range, the open field, the widths of columns. */

import { isComposing } from '../../composing';
import { drawNow } from '../../draw-now';
import { valueOf } from '../../cells/edit-draft';
import type { GridColumn, GridRow } from '../../grid-column';
import type { OpenField } from '../../grid-editing';
import type { GridActions } from '../grid-actions';
import { moveColumn } from './column-move';
import { type GridContext, type NextCell, HEADER, moveBy, tabFrom } from './grid-keys';
import { type ScrollPlace, clampWidth, scrollTo } from '../grid-layout';
import { BlockCommands } from '../grid-blocks';
import type { GridStore } from '../grid-store';
import { FieldControl } from './open-field';
import { type GridGroup, isGroup } from '../row-source';
import { RowSelection } from './row-selection';
import { WaitingKeys } from './waiting-keys';

/** What a press of Shift and an arrow adds to a column's width. */
const WIDTH_STEP = 16;

export class GridCommands {
  readonly field: FieldControl;
  readonly blocks: BlockCommands;
  readonly waiting: WaitingKeys;
  readonly selection: RowSelection;
  /** Of the grid itself, of what has the keyboard in its place where text is typed, and of what scrolls. */
  root: HTMLElement | null = null;
  textarea: HTMLElement | null = null;
  scroller: HTMLElement | null = null;
  /** Where it was left, until it is shown again. */
  scrollFirst: ScrollPlace | null = null;
  /** Whether the handle is under the hand. */
  isFilling = false;
  /** After Escape the next Tab leaves the grid, wherever the cursor is. */
  private leavesByTab = false;

  constructor(
    readonly store: GridStore,
    public actions: GridActions,
  ) {
    this.field = new FieldControl(store, (text) => this.actions.tell?.(text));
    this.blocks = new BlockCommands(store, {
      focus: () => this.focus(),
      tell: (text) => this.actions.tell?.(text),
    });
    this.selection = new RowSelection(this);
    this.waiting = new WaitingKeys({
      store,
      press: (event) => this.pressNow(event),
      open: (text) => this.openWith(text),
      commit: (field, text, next) => this.commit(field, text, next),
      cancel: (field) => this.cancel(field),
    });
  }

  /** Whether the key is used up. */
  press(event: KeyboardEvent): boolean {
    if (isComposing(event)) return false;
    // Rows may have other lines since the last key.
    this.store.followRow();
    return this.waiting.take(event) || this.pressNow(event);
  }

  private pressNow(event: KeyboardEvent): boolean {
    if (isMenuKey(event)) return this.openMenuAt(this.store.cursor.peek(), event);
    if (event.altKey) return moveColumn(this, event) || (event.code === 'KeyN' && this.newRow(this.cursorGroup));
    const isFar = event.ctrlKey || event.metaKey;
    const leaves = this.leavesByTab;
    const isEscape = event.key === 'Escape';
    this.leavesByTab = isEscape || (leaves && event.key === 'Shift');
    if (event.key === 'Tab') return !leaves && !isFar && this.tab(event.shiftKey);
    const isUsed =
      this.resizeBy(event) || this.walk(event, isFar) || this.select(event, isFar) || this.act(event, isFar);
    // The first Escape is for the grid: the next one closes the part around it.
    return isUsed || (isEscape && !leaves);
  }

  /** Of a heading. */
  openHeadMenu({ row, column: at }: GridContext): boolean {
    const { store, actions, root } = this;
    const column = store.columns.peek()[at];
    const heading = root?.ownerDocument.getElementById(store.cellId({ row: HEADER, column: at })) ?? null;
    if (row !== HEADER || column === undefined || heading === null || actions.onHeadMenu === undefined) return false;
    this.goTo({ row, column: at });
    actions.onHeadMenu(column, heading);
    return true;
  }

  private tab(isBack: boolean): boolean {
    const { store } = this;
    const next = tabFrom(store.cursor.peek(), isBack, store.size);
    if (next === null) return false;
    this.goTo(next);
    return true;
  }

  private walk(event: KeyboardEvent, isFar: boolean): boolean {
    const { store } = this;
    const cursor = store.cursor.peek();
    if (event.key.startsWith('Arrow') && this.pressGroup(event)) return true;
    const next = moveBy(cursor, event.key, isFar, store.size);
    if (next === null) return false;
    const extends_ = event.shiftKey && cursor.row >= 0;
    this.goTo(extends_ ? { ...next, row: Math.max(next.row, 0) } : next, extends_ ? this.anchor : null);
    return true;
  }

  private get anchor(): GridContext {
    return this.store.anchor.peek() ?? this.store.cursor.peek();
  }

  selectAll(): void {
    const { rows, columns } = this.store.size;
    this.store.moveTo({ row: rows - 1, column: columns - 1 }, { row: 0, column: 0 });
  }

  /** All of it, a row or a column: keys of Bases. */
  private select({ key, shiftKey }: KeyboardEvent, isFar: boolean): boolean {
    const { store } = this;
    const { row, column } = store.cursor.peek();
    const { rows, columns } = store.size;
    if (row < 0 || rows === 0) return false;
    if (isFar && key.toLowerCase() === 'a') this.selectAll();
    else if (isFar && key === ' ') store.moveTo({ row: rows - 1, column }, { row: 0, column });
    else if (!shiftKey || key !== ' ') return false;
    else if (!this.selection.toggleAtCursor()) store.moveTo({ row, column: columns - 1 }, { row, column: 0 });
    return true;
  }

  /** On a heading of rows: left folds them, right and Enter and the space bar unfold. */
  private pressGroup({ key }: KeyboardEvent): boolean {
    const line = this.cursorGroup;
    if (line === undefined) return false;
    const wanted = key === 'ArrowLeft' ? true : key === 'ArrowRight' ? false : !line.isCollapsed;
    if (
      (key !== 'ArrowLeft' && key !== 'ArrowRight' && key !== 'Enter' && key !== ' ') ||
      wanted === line.isCollapsed
    ) {
      return false;
    }
    this.actions.onCollapse?.(line.key, wanted);
    return true;
  }

  private act(event: KeyboardEvent, isFar: boolean): boolean {
    const { store, actions } = this;
    const { key } = event;
    if (isFar && key.toLowerCase() === 'z') return this.undo(event.shiftKey);
    if (isFar && key.toLowerCase() === 'y') return this.undo(true);
    if (!isFar && key === '/') return this.search();
    if (store.cursor.peek().row === HEADER) return this.pressHeader(event) || (key === 'n' && this.newRow());
    const [row, column] = [store.cursorRow, store.cursorColumn];
    if (row === null || column === null) return this.pressGroup(event) || (key === 'n' && this.newRowHere());
    if (this.pressBlock(event, isFar)) return true;
    if (isFar && key === ';') return this.putNow(row, column);
    if (!isFar && key === ' ' && column.type !== 'boolean') {
      actions.openRow(row, event);
      return true;
    }
    if (isFar && key === 'Enter') {
      actions.openRow(row, event);
      return true;
    }
    if (key === 'Escape' && this.selection.clear()) return true;
    if (isFar) return false;
    return drawNow(() => this.field.press(row, column, key)) || (key === 'n' && row.path !== '' && this.newRow());
  }

  /** Whose heading the cursor is on. */
  private get cursorGroup(): GridGroup | undefined {
    const { store } = this;
    const { row } = store.cursor.peek();
    const line = row < 0 ? null : store.source.peek().at(row);
    return line !== null && isGroup(line) ? line : undefined;
  }

  private openWith(text: string): boolean {
    const { store } = this;
    const [row, column] = [store.cursorRow, store.cursorColumn];
    if (row === null || column === null || text.startsWith(' ')) return false;
    return drawNow(() => this.field.type(row, column, text, true));
  }

  /** At a heading of rows, or where there are none. A letter for a row that has gone begins no other one. */
  private newRowHere(): boolean {
    const group = this.cursorGroup;
    return (group !== undefined || this.store.size.rows === 0) && this.newRow(group);
  }

  private newRow(group?: GridGroup): boolean {
    this.actions.newRow?.(group);
    return this.actions.newRow !== undefined;
  }

  private search(): boolean {
    this.actions.search?.();
    return this.actions.search !== undefined;
  }

  /** Filling, and emptying of several cells. */
  private pressBlock({ key, shiftKey }: KeyboardEvent, isFar: boolean): boolean {
    const { blocks } = this;
    if (isFar && !shiftKey && key.toLowerCase() === 'd') return blocks.fill('down');
    if (isFar && !shiftKey && key.toLowerCase() === 'r') return blocks.fill('right');
    if (isFar || (key !== 'Delete' && key !== 'Backspace') || !blocks.isMany) return false;
    blocks.clear();
    return true;
  }

  /** Today, or now. */
  private putNow(row: GridRow, column: GridColumn): boolean {
    if (this.store.editing.peek() === undefined || !column.isEditable) return false;
    if (column.type !== 'date' && column.type !== 'datetime') return false;
    drawNow(() => this.field.put(row, column, valueOf(column, column.type === 'date' ? 'today' : 'now')));
    return true;
  }

  /** Of a column on its heading, and with Alt and the arrow; else of the row. */
  private openMenuAt(place: GridContext, { altKey }: KeyboardEvent): boolean {
    return place.row === HEADER || altKey ? this.openHeadMenu(place) : this.openMenu();
  }

  /** What can be done to the selected rows. */
  openMenu(): boolean {
    const target = this.actions.rowMenu === undefined ? null : this.selection.menuTarget;
    if (target !== null) this.actions.rowMenu?.(target);
    return target !== null;
  }

  private undo(isRedo: boolean): boolean {
    const editing = this.store.editing.peek();
    if (isRedo) editing?.redo();
    else editing?.undo();
    return editing !== undefined;
  }

  private pressHeader({ key, shiftKey }: KeyboardEvent): boolean {
    const column = this.store.cursorColumn;
    if (column === null || !column.isSortable || (key !== 'Enter' && key !== ' ')) return false;
    this.actions.onSort?.(column.name, shiftKey);
    return this.actions.onSort !== undefined;
  }

  /** Shift and an arrow make the column of a heading wider or narrower. */
  private resizeBy({ key, shiftKey }: KeyboardEvent): boolean {
    const { store } = this;
    const { row, column } = store.cursor.peek();
    const there = store.cursorColumn;
    if (row !== HEADER || !shiftKey || there === null || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return false;
    const width = store.layout.peek().width[column] ?? 0;
    this.resize(there, width + (key === 'ArrowRight' ? WIDTH_STEP : -WIDTH_STEP), true);
    return true;
  }

  /** `isDone`: the hand is off, and the width is kept. Null: the usual width. */
  resize({ name }: GridColumn, width: number | null, isDone: boolean): void {
    const { store, actions } = this;
    const { [name]: _, ...others } = store.widths.peek();
    store.widths.value = width === null ? others : { ...others, [name]: clampWidth(width) };
    if (isDone) actions.onResize?.(name, width === null ? null : clampWidth(width));
  }

  /** Moves there and scrolls as little as that takes. */
  goTo(place: GridContext, anchor: GridContext | null = null): void {
    this.store.moveTo(place, anchor);
    this.reveal(place);
  }

  reveal(place: GridContext): void {
    const { store, scroller } = this;
    const { top, left } = scrollTo(store.viewport.peek(), store.layout.peek(), store.rowHeight.peek(), place);
    const before = store.viewport.peek();
    if (top === before.top && left === before.left) return;
    store.see({ ...before, top, left });
    if (scroller === null) return;
    scroller.scrollTop = top;
    scroller.scrollLeft = isRightToLeft(scroller) ? -left : left;
  }

  /** What has the focus when the grid has the keyboard. */
  get keyboard(): HTMLElement | null {
    return this.textarea ?? this.root;
  }

  focus(): void {
    this.keyboard?.focus({ preventScroll: true });
  }

  /** `isAgain`: the cell was selected already, and a second click edits. */
  click(place: GridContext, isAgain: boolean): void {
    const { store } = this;
    const [row, column] = [store.rowAt(place.row), store.columns.peek()[place.column]];
    if (!isAgain || row === null || column === undefined || column.type === 'boolean') return;
    drawNow(() => this.field.press(row, column, 'Enter'));
  }

  /** Closing the field and going on are one step: a key that follows is typed into the next cell. */
  commit(field: OpenField, text: string, next: NextCell | null): void {
    // The person is elsewhere, or the field is being taken from the page right now.
    if (next === null) return this.field.commit(field, text);
    const isRejected = drawNow(() => {
      if (this.field.reject(field, text)) return true;
      this.field.commit(field, text);
      // Where the row is now: rows that are held from here on may have other lines.
      this.goTo(this.neighbour(field, next));
      return false;
    });
    if (!isRejected) this.focus();
  }

  /** As `commit`, of a link to a row that is made with it. */
  create(field: OpenField, name: string, next: NextCell): void {
    drawNow(() => {
      this.field.create(field, name);
      this.goTo(this.neighbour(field, next));
    });
    this.focus();
  }

  cancel(field: OpenField): void {
    drawNow(() => this.field.cancel(field));
    this.focus();
  }

  private neighbour({ row, column }: OpenField, next: NextCell): GridContext {
    const { store } = this;
    const line = store.source.peek().lineOf(row.key);
    const at = {
      row: line < 0 ? store.cursor.peek().row : line,
      column: store.columns.peek().findIndex(({ name }) => name === column.name),
    };
    switch (next) {
      case 'stay':
        return at;
      case 'down':
        return moveBy(at, 'ArrowDown', false, store.size) ?? at;
      case 'up':
        return { ...at, row: Math.max(at.row - 1, 0) };
      case 'right':
      case 'left':
        return tabFrom(at, next === 'left', store.size) ?? at;
    }
  }
}

const isRightToLeft = (element: HTMLElement): boolean =>
  element.ownerDocument.defaultView?.getComputedStyle(element).direction === 'rtl';

/** Keys that open menus everywhere, and the one that opens lists. */
const isMenuKey = ({ key, altKey, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey) || (key === 'ArrowDown' && altKey);
