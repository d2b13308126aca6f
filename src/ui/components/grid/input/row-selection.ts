/** The selected rows of a grid: those with a checked box, and those of which a range covers every cell. docs/app/editing.md#select-rows */

import { type Signal, effect } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { GridRow } from '../../grid-column';
import type { GridActions, RowMenuTarget, SelectedRows } from '../grid-actions';
import type { BlockCommands } from '../grid-blocks';
import type { GridStore } from '../grid-store';
import { MOST_ROWS } from '../range-rows';

/** The grid whose rows are selected. */
interface SelectionContext {
  readonly store: GridStore;
  readonly blocks: BlockCommands;
  readonly root: HTMLElement | null;
  readonly actions: GridActions;
  focus(): void;
  selectAll(): void;
}

export class RowSelection {
  /** The row from which Shift and a click go on. */
  private from: string | null = null;

  constructor(private readonly commands: SelectionContext) {}

  /** Whether rows have a box. */
  private get hasBoxes(): boolean {
    return this.commands.store.hasBoxes.peek();
  }

  /** Checks the box of a line, or unchecks it. With Shift all of them from the last one. */
  press(line: number, isShift: boolean): void {
    const { store } = this.commands;
    const row = store.rowAt(line);
    const from = isShift && this.from !== null ? store.source.peek().lineOf(this.from) : -1;
    if (row === null) return;
    if (from >= 0 && from !== line) void this.checkLines(Math.min(from, line), Math.max(from, line));
    else this.toggle(row, line);
    this.from = row.key;
    this.commands.focus();
  }

  /** Shift and the space bar. False where rows have no boxes. */
  toggleAtCursor(): boolean {
    const { store } = this.commands;
    const [row, { row: line }] = [store.cursorRow, store.cursor.peek()];
    if (!this.hasBoxes || row === null) return false;
    if (this.toggle(row, line)) {
      // Keys that act on cells act on those of the row.
      store.moveTo({ row: line, column: store.size.columns - 1 }, { row: line, column: 0 });
    }
    this.from = row.key;
    return true;
  }

  /** The box in the heading: all rows, or none of them. */
  toggleAll(): void {
    if (this.count > 0) this.clear();
    else this.commands.selectAll();
    this.commands.focus();
  }

  /** Whether there was a selection. */
  clear(): boolean {
    const { store } = this.commands;
    const isAny = store.checked.peek().size > 0 || store.anchor.peek() !== null;
    if (store.checked.peek().size > 0) store.checked.value = new Map();
    store.anchor.value = null;
    return isAny;
  }

  /** Headings among lines that are not read count too. */
  get count(): number {
    const { store, blocks } = this.commands;
    const [range, checked] = [store.wholeRows.peek(), store.checked.peek()];
    if (range === null) return checked.size;
    const rows = blocks.rows.now(range);
    return rows === null ? range.bottom - range.top + 1 : unionOf(checked, rows).size;
  }

  async read(): Promise<readonly GridRow[]> {
    const { store, blocks, actions } = this.commands;
    const [range, checked] = [store.wholeRows.peek(), store.checked.peek()];
    if (range !== null && range.bottom - range.top >= MOST_ROWS) {
      actions.tell?.(`At most ${MOST_ROWS.toLocaleString()} rows are changed at once. A filter makes them fewer.`);
      return [];
    }
    return [...unionOf(checked, range === null ? [] : await blocks.rows.read(range)).values()];
  }

  /** What can be done with all of them; null: none is selected. */
  get selected(): SelectedRows | null {
    const { commands, count } = this;
    const { store } = commands;
    if (count === 0) return null;
    const columns = store.columns.peek();
    return {
      ...{ count, columns },
      column: store.cursorColumn,
      read: () => this.read(),
      copy: () => void this.read().then((rows) => commands.blocks.copyRows(rows, columns)),
      clear: () => void this.clear(),
      focus: () => commands.focus(),
    };
  }

  /** The rows that a menu at the cursor is for: the selected ones where its row is among them. Null: there is none. */
  get menuTarget(): RowMenuTarget | null {
    const { store, blocks, root } = this.commands;
    const [row, place] = [store.cursorRow, store.cursor.peek()];
    if (row === null) return null;
    const anchor = (): HTMLElement | null => root?.ownerDocument.getElementById(store.cellId(place)) ?? null;
    const extend = (): void => void (store.isExtending = true);
    const common = { row, anchor, extend, focus: () => this.commands.focus() };
    const { selected } = this;
    if (selected !== null && store.isRowSelected(place.row, row.key)) return { ...common, ...selected };
    const { range } = blocks.rows;
    const count = range === null ? 1 : (blocks.rows.now(range)?.length ?? range.bottom - range.top + 1);
    const read = (): Promise<readonly GridRow[]> => (range === null ? Promise.resolve([row]) : blocks.rows.read(range));
    return { ...common, count, read, columns: range === null ? [] : blocks.rows.columns(range) };
  }

  /** Whether it is selected now. */
  private toggle(row: GridRow, line: number): boolean {
    const { store, blocks } = this.commands;
    const [range, checked] = [store.wholeRows.peek(), store.checked.peek()];
    if (!store.isRowSelected(line, row.key)) {
      store.checked.value = new Map([...checked, [row.key, row]]);
      return true;
    }
    const without = (rows: readonly GridRow[]): void => {
      const left = unionOf(checked, rows);
      left.delete(row.key);
      store.checked.value = left;
      store.anchor.value = null;
    };
    const rows = range === null ? [] : blocks.rows.now(range);
    if (rows !== null) without(rows);
    else void this.read().then(without);
    return false;
  }

  private async checkLines(top: number, bottom: number): Promise<void> {
    const { store, blocks } = this.commands;
    const source = store.source.peek();
    const rows = await blocks.rows.read({ top, bottom, left: 0, right: 0 });
    if (store.source.peek() === source) store.checked.value = unionOf(store.checked.peek(), rows);
  }
}

function unionOf(checked: ReadonlyMap<string, GridRow>, rows: readonly GridRow[]): Map<string, GridRow> {
  return new Map([...checked, ...rows.map((row) => [row.key, row] as const)]);
}

/** Follows the selection, for the bar that is shown with it. */
export function useRowSelection(
  { store, selection }: { readonly store: GridStore; readonly selection: RowSelection },
  selected: Signal<SelectedRows | null> | undefined,
): void {
  useLayoutEffect(() => {
    if (selected === undefined) return;
    const stop = effect(() => {
      void store.checked.value;
      void store.wholeRows.value;
      void store.source.value.version.value;
      selected.value = selection.selected;
    });
    return () => {
      stop();
      selected.value = null;
    };
  }, [selected]);
}
