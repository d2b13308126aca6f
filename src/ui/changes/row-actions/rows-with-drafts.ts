/** Rows of a table with those below them that are not notes yet. */

import { type ReadonlySignal, computed } from '@preact/signals';
import type { GridRow } from '../../components/grid-column';
import type { GridLine, RowSource } from '../../components/grid/row-source';
import type { DraftRows } from './draft-rows';

export class RowsWithDrafts implements RowSource {
  readonly version: ReadonlySignal<number>;

  constructor(
    private readonly rows: RowSource,
    private readonly drafts: DraftRows,
  ) {
    let count = 0;
    this.version = computed(() => {
      void rows.version.value;
      void drafts.rows.value;
      count += 1;
      return count;
    });
  }

  get length(): number {
    return this.inner + this.own.length;
  }

  at(line: number): GridLine | null {
    if (line >= this.inner) return this.own[line - this.inner] ?? null;
    return this.rows.at(this.place(line));
  }

  lineOf(key: string): number {
    const own = this.own.findIndex((row) => row.key === key);
    if (own >= 0) return this.inner + own;
    const place = this.rows.lineOf(key);
    return place < 0 ? -1 : place - this.hidden.filter((each) => each < place).length;
  }

  get headings(): readonly number[] | undefined {
    const { hidden } = this;
    const { headings } = this.rows;
    return hidden.length === 0 ? headings : headings?.map((line) => line - hidden.filter((each) => each < line).length);
  }

  need(first: number, last: number): void {
    this.rows.need(first, Math.min(last + this.hidden.length, this.rows.length));
  }

  async read(first: number, last: number): Promise<readonly GridLine[]> {
    const end = Math.min(last, this.inner);
    const hidden = new Set(this.hidden);
    const read = first >= end ? [] : await (this.rows.read?.(first, end + hidden.size) ?? []);
    const seen = read.filter((_, at) => !hidden.has(first + at)).slice(0, end - first);
    return [...seen, ...this.own.slice(Math.max(first - this.inner, 0), Math.max(last - this.inner, 0))];
  }

  private get own(): readonly GridRow[] {
    return this.drafts.rows.peek().map(({ row }) => row);
  }

  /** Lines of rows that were written just now, and are shown where they were typed. */
  private get hidden(): readonly number[] {
    const lines = this.drafts.rows.peek().map(({ row }) => this.rows.lineOf(row.key));
    return lines.filter((line) => line >= 0).sort((one, other) => one - other);
  }

  private get inner(): number {
    return this.rows.length - this.hidden.length;
  }

  private place(line: number): number {
    let place = line;
    for (const hidden of this.hidden) if (hidden <= place) place += 1;
    return place;
  }
}
