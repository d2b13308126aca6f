/**
 * The rows of a table under headings: one window of rows for each group that is unfolded. Groups keep their places while somebody
 * edits, as rows do. D15
 */

import { type ReadonlySignal, type Signal, effect, signal, untracked } from '@preact/signals';
import type { Json, JsonObject } from '../../engine/index';
import type { GridGroup, GridLine } from '../components/grid/row-source';
import type { GridSort } from '../components/grid-column';
import type { ProblemText } from '../components/text/problem-text';
import { describeProblem } from '../client/describe-problem';
import type { OperationsClient, TablesChanged } from '../client/operations-client';
import { type WindowQuestion, type TableRows, RowWindow } from './row-window';
import { allOf } from './where-parts';

export interface GroupedQuestion extends WindowQuestion {
  readonly group: GridSort;
  /** Columns whose sums stand at the headings. */
  readonly sums: readonly string[];
  readonly isCollapsed: (key: string) => boolean;
}

/** Groups that are shown; whoever has more of them groups by the wrong column. */
const MOST_GROUPS = 1000;

interface Group {
  readonly key: string;
  readonly value: Json | null;
  readonly count: number;
  readonly sums: Readonly<Record<string, Json>>;
}

export class GroupedRows implements TableRows {
  readonly problem: Signal<ProblemText | null> = signal(null);
  readonly isReady = signal(false);
  warnings: readonly string[] = [];
  private readonly changes = signal(0);
  private groups: readonly Group[] = [];
  private readonly windows = new Map<string, { readonly rows: RowWindow; readonly stop: () => void }>();
  /** The first line of each group, and the number of all lines. */
  private starts: readonly number[] = [0];
  private asking: Promise<void> | null = null;
  private isStale = false;
  private isStopped = false;
  private isHeldStill = false;
  private readonly stopListening: () => void;

  constructor(
    private readonly client: OperationsClient,
    private question: GroupedQuestion,
    private readonly isTouched: (change: TablesChanged) => boolean,
  ) {
    this.stopListening = client.onChange((change) => {
      if (isTouched(change)) void this.readGroups();
    });
    void this.readGroups();
  }

  get version(): ReadonlySignal<number> {
    return this.changes;
  }

  get length(): number {
    return this.starts.at(-1) ?? 0;
  }

  get rowCount(): number {
    return this.groups.reduce((sum, { key, count }) => sum + (this.windows.get(key)?.rows.readLength ?? count), 0);
  }

  get isHeld(): boolean {
    return this.isHeldStill;
  }

  get moved(): number {
    return this.each((rows) => rows.moved).reduce((sum, moved) => sum + moved, 0);
  }

  /** Folds and unfolds without asking anew. */
  fold(isCollapsed: GroupedQuestion['isCollapsed']): void {
    this.question = { ...this.question, isCollapsed };
    this.layOut();
  }

  at(line: number): GridLine | null {
    const at = this.groupAt(line);
    const group = this.groups[at];
    if (group === undefined) return null;
    const inGroup = line - (this.starts[at] ?? 0);
    return inGroup === 0 ? this.heading(group) : (this.windows.get(group.key)?.rows.at(inGroup - 1) ?? null);
  }

  lineOf(key: string): number {
    for (const [at, group] of this.groups.entries()) {
      const start = this.starts[at] ?? 0;
      if (group.key === key) return start;
      const line = this.question.isCollapsed(group.key) ? -1 : (this.windows.get(group.key)?.rows.lineOf(key) ?? -1);
      if (line >= 0) return start + 1 + line;
    }
    return -1;
  }

  headingsBefore(line: number): number {
    if (line <= 0) return 0;
    const at = this.groupAt(line);
    return (this.starts[at] ?? 0) < line ? at + 1 : at;
  }

  need(first: number, last: number): void {
    for (let at = this.groupAt(first); at < this.groups.length; at += 1) {
      const start = this.starts[at] ?? 0;
      if (start >= last) return;
      const group = this.groups[at];
      if (group === undefined || this.question.isCollapsed(group.key)) continue;
      this.windowOf(group).need(Math.max(first - start - 1, 0), Math.max(last - start - 1, 1));
    }
  }

  async read(first: number, last: number): Promise<readonly GridLine[]> {
    const lines: GridLine[] = [];
    for (let at = this.groupAt(first); at < this.groups.length; at += 1) {
      const [start = 0, end = start] = this.starts.slice(at, at + 2);
      const group = this.groups[at];
      if (start >= last || group === undefined) break;
      if (start >= first) lines.push(this.heading(group));
      const [from, until] = [Math.max(first - start - 1, 0), Math.min(last, end) - start - 1];
      if (until > from) lines.push(...(await this.windowOf(group).read(from, until)));
    }
    return lines;
  }

  async refresh(): Promise<void> {
    await Promise.all([this.readGroups(), ...this.each((rows) => rows.refresh())]);
  }

  hold(): void {
    this.isHeldStill = true;
    this.each((rows) => rows.hold());
  }

  async release(): Promise<void> {
    this.isHeldStill = false;
    await Promise.all(this.each((rows) => rows.release()));
    await this.readGroups();
  }

  settle(isBusy: boolean): void {
    if (!this.isHeldStill || isBusy || this.moved > 0) return;
    this.each((rows) => rows.settle(isBusy));
    if (this.each((rows) => rows.isHeld).includes(true)) return;
    this.isHeldStill = false;
    void this.readGroups();
  }

  stop(): void {
    this.isStopped = true;
    this.stopListening();
    for (const { rows, stop } of this.windows.values()) {
      stop();
      rows.stop();
    }
  }

  private each<Value>(read: (rows: RowWindow) => Value): readonly Value[] {
    return [...this.windows.values()].map(({ rows }) => read(rows));
  }

  private groupAt(line: number): number {
    let [low, high] = [0, this.groups.length];
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) <= line) low = middle;
      else high = middle;
    }
    return low;
  }

  private heading({ key, value, count, sums }: Group): GridGroup {
    const { group, isCollapsed } = this.question;
    const length = this.windows.get(key)?.rows.readLength ?? count;
    return { key, column: group.column, value, count: length, isCollapsed: isCollapsed(key), sums };
  }

  private windowOf(group: Group): RowWindow {
    const known = this.windows.get(group.key);
    if (known !== undefined) return known.rows;
    const { question, client, isTouched } = this;
    const inGroup = { [question.group.column]: group.value === null ? { exists: false } : { eq: group.value } };
    const rows = new RowWindow(
      client,
      {
        ...question,
        filter: async (operations) => {
          const { where, warnings } = await question.filter(operations);
          return { where: allOf([where, inGroup, ...this.heldElsewhere(group.key)]), warnings };
        },
      },
      isTouched,
    );
    const stop = effect(() => {
      void rows.version.value;
      const problem = rows.problem.value;
      untracked(() => {
        if (problem !== null) this.problem.value = problem;
        this.layOut();
      });
    });
    this.windows.set(group.key, { rows, stop });
    return rows;
  }

  /** A row that is held in its group is not shown a second time in the one that it belongs to now. */
  private heldElsewhere(key: string): readonly JsonObject[] {
    return [...this.windows].flatMap(([other, { rows }]) => {
      const held = other === key ? null : rows.heldFilter;
      return held === null ? [] : [{ not: held }];
    });
  }

  private layOut(): void {
    const starts = [0];
    for (const { key, count } of this.groups) {
      const length = this.question.isCollapsed(key) ? 0 : (this.windows.get(key)?.rows.readLength ?? count);
      starts.push((starts.at(-1) ?? 0) + 1 + length);
    }
    this.starts = starts;
    this.changes.value += 1;
  }

  private readGroups(): Promise<void> {
    this.isStale = true;
    this.asking ??= this.askUntilFresh();
    return this.asking;
  }

  private async askUntilFresh(): Promise<void> {
    try {
      while (this.isStale && !this.isStopped) {
        this.isStale = false;
        await this.askOnce();
      }
      if (this.problem.peek() !== null) this.problem.value = null;
    } catch (thrown) {
      if (!this.isStopped) this.problem.value = describeProblem(thrown);
    }
    this.asking = null;
  }

  private async askOnce(): Promise<void> {
    const { table, group, sums, filter } = this.question;
    const { where, warnings } = await filter(this.client);
    const { rows, total } = await this.client.run('select_rows', {
      table,
      ...(where === null ? {} : { where }),
      group_by: group.column,
      aggregates: { rows_count: 'count', ...Object.fromEntries(sums.map((name) => [`sum_${name}`, `sum:${name}`])) },
      order_by: group.isDescending ? `-${group.column}` : group.column,
      limit: MOST_GROUPS,
    });
    // Under the hands of whoever edits no heading comes or goes.
    if (this.isStopped || (this.isHeldStill && this.isReady.peek())) return;
    this.groups = rows.map((row) => {
      const value = row[group.column] ?? null;
      return {
        key: groupKey(value),
        value,
        count: Number(row['rows_count'] ?? 0),
        sums: Object.fromEntries(sums.map((name) => [name, row[`sum_${name}`] ?? null])),
      };
    });
    const cut = `There are ${total} groups; the first ${MOST_GROUPS} are shown. Another column makes fewer.`;
    this.warnings = total > MOST_GROUPS ? [...warnings, cut] : warnings;
    this.forgetWindows();
    this.layOut();
    this.isReady.value = true;
  }

  private forgetWindows(): void {
    const keys = new Set(this.groups.map(({ key }) => key));
    for (const [key, { rows, stop }] of this.windows) {
      if (keys.has(key)) continue;
      stop();
      rows.stop();
      this.windows.delete(key);
    }
  }
}

/** Under which a heading is known, and kept folded. */
export const groupKey = (value: Json | null): string => `group:${JSON.stringify(value)}`;
