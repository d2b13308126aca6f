/** Actions on several cells at once: copy, cut, paste, fill, empty. docs/app/editing.md#copy-and-paste */

import type { BlockLine, CellBlock } from '../cells/cell-block';
import { type CellInput, type CopiedCell, clipboardText, readCells, writeCells } from '../clipboard/copied-cells';
import type { GridColumn, GridRow } from '../grid-column';
import { shownValue } from '../grid-editing';
import type { GridRange, GridStore } from './grid-store';
import { MOST_ROWS, RangeRows } from './range-rows';

/** Cells that one paste takes: it is looked at and written as a whole. */
const MOST_CELLS = 20_000;

export interface BlockHost {
  readonly focus: () => void;
  /** Says why nothing was done. */
  readonly tell: (text: string) => void;
}

type Inputs = readonly (readonly CellInput[])[];

export class BlockCommands {
  readonly rows: RangeRows;

  constructor(
    private readonly store: GridStore,
    private readonly host: BlockHost,
  ) {
    this.rows = new RangeRows(store);
  }

  /** Whether several cells are selected. */
  get isMany(): boolean {
    const range = this.store.range.peek();
    return range !== null && (range.top !== range.bottom || range.left !== range.right);
  }

  private get isEditable(): boolean {
    return this.store.editing.peek()?.putBlock !== undefined;
  }

  /** Whether the event is used up. */
  copy(data: DataTransfer): boolean {
    const { range } = this.rows;
    if (range === null) return false;
    if (range.bottom - range.top >= MOST_ROWS) {
      this.host.tell(
        `At most ${MOST_ROWS.toLocaleString()} rows are copied at once. Export saves all of them as a file.`,
      );
      return true;
    }
    const rows = this.rows.now(range);
    if (rows === null) void this.copyLater(range);
    else writeCells(this.cells(rows, this.rows.columns(range)), data);
    return true;
  }

  cut(data: DataTransfer): boolean {
    const { range } = this.rows;
    if (range === null || !this.isEditable || !this.copy(data)) return false;
    const rows = this.rows.now(range);
    if (rows !== null) this.put('cut', emptyLines(rows, this.rows.columns(range)), this.rows.columns(range));
    return true;
  }

  paste(data: DataTransfer): boolean {
    const { range } = this.rows;
    if (range === null || !this.isEditable) return false;
    const inputs = readCells(data);
    if (inputs.length === 0) return false;
    void this.pasteInto(range, inputs);
    return true;
  }

  /** Delete and Backspace. */
  clear(): void {
    const { range } = this.rows;
    if (range === null || !this.isEditable) return;
    const columns = this.rows.columns(range);
    void this.rows.read(range).then((rows) => this.put('clear', emptyLines(rows, columns), columns));
  }

  /** The first row, or the first column, into the others; of a single one the cell above, or before. */
  fill(direction: 'down' | 'right'): boolean {
    const { range } = this.rows;
    if (range === null || !this.isEditable) return false;
    const { top, bottom, left, right } = range;
    if (direction === 'down') {
      const from = { ...range, top: top === bottom ? top - 1 : top, bottom: top === bottom ? top - 1 : top };
      if (from.top >= 0) void this.fillFrom(from, { ...range, top: from.bottom + 1 });
    } else {
      const from = { ...range, left: left === right ? left - 1 : left, right: left === right ? left - 1 : left };
      if (from.left >= 0) void this.fillFrom(from, { ...range, left: from.right + 1 });
    }
    return true;
  }

  /** Repeats the selected cells over a range that begins beside them. */
  async fillFrom(from: GridRange, into: GridRange): Promise<void> {
    const [source, target] = await Promise.all([this.rows.read(from), this.rows.read(into)]);
    const cells = this.cells(source, this.rows.columns(from));
    const columns = this.rows.columns(into);
    if (cells.length === 0) return;
    // Counted from the corner of the source, so that its pattern goes on.
    const shift = { down: into.top - from.top, right: into.left - from.left };
    const lines = target.map((row, line) => ({
      row,
      inputs: columns.map((_, at) => {
        const own = cells[(line + shift.down) % cells.length] ?? [];
        return inputOf(own[(at + shift.right) % own.length]);
      }),
    }));
    this.put('fill', lines, columns);
  }

  private async pasteInto(range: GridRange, inputs: Inputs): Promise<void> {
    const { store } = this;
    const width = Math.max(...inputs.map((row) => row.length));
    const size = pasteSize(range, inputs.length, width);
    const all = store.columns.peek();
    const columns = all.slice(range.left, range.left + size.width);
    if (size.height * columns.length > MOST_CELLS) {
      this.host.tell(`At most ${MOST_CELLS.toLocaleString()} cells are pasted at once. A CSV file takes more.`);
      return;
    }
    const rows = await this.rows.below(range.top, size.height);
    const lines = Array.from({ length: size.height }, (_, line): BlockLine => {
      const own = inputs[line % inputs.length] ?? [];
      return { row: rows[line] ?? null, inputs: columns.map((_column, at) => own[at % width] ?? EMPTY) };
    });
    this.select(range, rows.length, columns.length);
    this.put('paste', lines, columns, Math.max(size.width - columns.length, 0));
  }

  /** Selects the pasted cells, as a spreadsheet does. */
  private select({ top, left }: GridRange, height: number, width: number): void {
    if (height * width < 2) return;
    const end = { row: Math.min(top + height, this.store.length.peek()) - 1, column: left + width - 1 };
    this.store.moveTo(end, { row: top, column: left });
  }

  private put(kind: CellBlock['kind'], lines: readonly BlockLine[], columns: readonly GridColumn[], beyond = 0): void {
    if (lines.length === 0) return;
    this.store.editing.peek()?.putBlock?.({ kind, lines, columns, beyond, focus: this.host.focus });
  }

  private cells(rows: readonly GridRow[], columns: readonly GridColumn[]): readonly (readonly CopiedCell[])[] {
    const editing = this.store.editing.peek();
    return rows.map((row) =>
      columns.map((column) => ({ column, value: shownValue(row, column, editing?.overlay(row, column) ?? null) })),
    );
  }

  /** Rows that are not at hand can't be given to the event: they are read, and given to the clipboard itself where it takes them. */
  private async copyLater(range: GridRange): Promise<void> {
    await this.copyRows(await this.rows.read(range), this.rows.columns(range));
  }

  /** To the clipboard itself, without an event of the browser. */
  async copyRows(rows: readonly GridRow[], columns: readonly GridColumn[]): Promise<void> {
    if (rows.length === 0) return;
    const texts = new Map<string, string>();
    const data = { setData: (type: string, text: string) => void texts.set(type, text) };
    writeCells(this.cells(rows, columns), data);
    try {
      const blob = (type: string): Blob => new Blob([texts.get(type) ?? ''], { type });
      const item = { 'text/plain': blob('text/plain'), 'text/html': blob('text/html') };
      await navigator.clipboard.write([new ClipboardItem(item)]);
      this.host.tell(rows.length === 1 ? '1 row is copied.' : `${rows.length.toLocaleString()} rows are copied.`);
    } catch {
      this.host.tell('The rows are read now. Copy them once more.');
    }
  }
}

const EMPTY: CellInput = { text: '' };

const emptyLines = (rows: readonly GridRow[], columns: readonly GridColumn[]): readonly BlockLine[] =>
  rows.map((row) => ({ row, inputs: columns.map(() => EMPTY) }));

function inputOf(cell: CopiedCell | undefined): CellInput {
  if (cell === undefined) return EMPTY;
  return { text: clipboardText(cell), value: cell.value ?? null, type: cell.column.type };
}

/** A block is repeated over a range that it fills without a rest; a single value over any. */
function pasteSize(
  { top, bottom, left, right }: GridRange,
  height: number,
  width: number,
): { readonly height: number; readonly width: number } {
  const [rows, columns] = [bottom - top + 1, right - left + 1];
  return {
    height: rows > height && rows % height === 0 ? rows : height,
    width: columns > width && columns % width === 0 ? columns : width,
  };
}
