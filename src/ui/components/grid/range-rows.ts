/** The rows of a selected range: at hand where they are shown, read once where they are not. */

import type { GridColumn, GridRow } from '../grid-column';
import type { GridRange, GridStore } from './grid-store';
import { type GridLine, isGroup } from './row-source';

/** Rows that are read for one range. More are a matter of files. */
export const MOST_ROWS = 10_000;

export class RangeRows {
  private kept: { readonly key: string; readonly lines: readonly GridLine[] } | null = null;

  constructor(private readonly store: GridStore) {}

  /** The selected cells, or the one of the cursor; null where none is. */
  get range(): GridRange | null {
    const { row, column } = this.store.cursor.peek();
    const range = this.store.range.peek();
    if (range !== null) return range;
    return row < 0 || row >= this.store.length.peek() ? null : { top: row, bottom: row, left: column, right: column };
  }

  columns({ left, right }: GridRange): readonly GridColumn[] {
    return this.store.columns.peek().slice(left, right + 1);
  }

  /** Null while some of them are not read. Without headings. */
  now(range: GridRange): readonly GridRow[] | null {
    const source = this.store.source.peek();
    const lines: GridLine[] = [];
    for (let line = range.top; line <= range.bottom; line += 1) {
      const found = source.at(line);
      if (found === null) return this.kept?.key === this.keyOf(range) ? rowsIn(this.kept.lines) : null;
      lines.push(found);
    }
    return rowsIn(lines);
  }

  /** The rows at hand, if more can't be had. */
  async read(range: GridRange): Promise<readonly GridRow[]> {
    const known = this.now(range);
    if (known !== null) return known;
    const source = this.store.source.peek();
    const end = Math.min(range.bottom + 1, range.top + MOST_ROWS);
    const key = this.keyOf(range);
    const lines = (await source.read?.(range.top, end)) ?? this.atHand(range);
    this.kept = { key, lines };
    return rowsIn(lines);
  }

  /** As many rows from a line on as there are, up to a number. Headings are passed over. */
  async below(line: number, count: number): Promise<readonly GridRow[]> {
    const rows: GridRow[] = [];
    const last = this.store.length.peek() - 1;
    for (let top = line; top <= last && rows.length < count;) {
      const bottom = Math.min(top + count - rows.length - 1, last);
      rows.push(...(await this.read({ top, bottom, left: 0, right: 0 })));
      top = bottom + 1;
    }
    return rows;
  }

  private atHand({ top, bottom }: GridRange): readonly GridLine[] {
    const source = this.store.source.peek();
    return Array.from({ length: bottom - top + 1 }, (_, at) => source.at(top + at)).filter((line) => line !== null);
  }

  private keyOf({ top, bottom }: GridRange): string {
    return `${top}:${bottom}:${this.store.source.peek().version.peek()}`;
  }
}

const rowsIn = (lines: readonly GridLine[]): readonly GridRow[] =>
  lines.filter((line): line is GridRow => !isGroup(line));
