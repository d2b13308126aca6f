/** The rows of a table under headings: lanes below each other, each of which can be folded. docs/views.md#headings */

import type { GridGroup, GridLine } from '../components/grid/row-source';
import type { OperationsClient, TablesChanged } from '../client/operations-client';
import type { Grouping } from './grouping';
import { type Lane, type LanesQuestion, RowLanes } from './row-lanes';
import type { TableRows } from './row-window';

export interface GroupedQuestion extends LanesQuestion {
  readonly isCollapsed: (key: string) => boolean;
}

export class GroupedRows extends RowLanes implements TableRows {
  /** The first line of each heading, and the number of all lines. */
  private starts: readonly number[] = [0];
  private readonly group: Grouping;
  private isCollapsed: GroupedQuestion['isCollapsed'];

  constructor(client: OperationsClient, question: GroupedQuestion, isTouched: (change: TablesChanged) => boolean) {
    super(client, question, isTouched);
    this.group = question.group;
    this.isCollapsed = question.isCollapsed;
  }

  get length(): number {
    return this.starts.at(-1) ?? 0;
  }

  /** Folds and unfolds without asking anew. */
  fold(isCollapsed: GroupedQuestion['isCollapsed']): void {
    this.isCollapsed = isCollapsed;
    this.tell();
  }

  at(line: number): GridLine | null {
    const at = this.groupAt(line);
    const group = this.lanes[at];
    if (group === undefined) return null;
    const inGroup = line - (this.starts[at] ?? 0);
    return inGroup === 0 ? this.heading(group) : (this.openRowsOf(group)?.at(inGroup - 1) ?? null);
  }

  lineOf(key: string): number {
    for (const [at, group] of this.lanes.entries()) {
      const start = this.starts[at] ?? 0;
      if (group.key === key) return start;
      const line = this.isCollapsed(group.key) ? -1 : (this.openRowsOf(group)?.lineOf(key) ?? -1);
      if (line >= 0) return start + 1 + line;
    }
    return -1;
  }

  get headings(): readonly number[] {
    return this.starts.slice(0, -1);
  }

  need(first: number, last: number): void {
    for (let at = this.groupAt(first); at < this.lanes.length; at += 1) {
      const start = this.starts[at] ?? 0;
      if (start >= last) return;
      const group = this.lanes[at];
      if (group === undefined || this.isCollapsed(group.key)) continue;
      this.rowsOf(group).need(Math.max(first - start - 1, 0), Math.max(last - start - 1, 1));
    }
  }

  async read(first: number, last: number): Promise<readonly GridLine[]> {
    const lines: GridLine[] = [];
    for (let at = this.groupAt(first); at < this.lanes.length; at += 1) {
      const [start = 0, end = start] = this.starts.slice(at, at + 2);
      const group = this.lanes[at];
      if (start >= last || group === undefined) break;
      if (start >= first) lines.push(this.heading(group));
      const [from, until] = [Math.max(first - start - 1, 0), Math.min(last, end) - start - 1];
      if (until > from) lines.push(...(await this.rowsOf(group).read(from, until)));
    }
    return lines;
  }

  private groupAt(line: number): number {
    let [low, high] = [0, this.lanes.length];
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) <= line) low = middle;
      else high = middle;
    }
    return low;
  }

  private heading(lane: Lane): GridGroup {
    const { key, value, summaries } = lane;
    const { column, unit } = this.group;
    return { key, column, unit, value, count: this.countOf(lane), isCollapsed: this.isCollapsed(key), summaries };
  }

  protected override tell(): void {
    const starts = [0];
    for (const lane of this.lanes) {
      starts.push((starts.at(-1) ?? 0) + 1 + (this.isCollapsed(lane.key) ? 0 : this.countOf(lane)));
    }
    this.starts = starts;
    super.tell();
  }
}
