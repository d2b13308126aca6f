/**
 * The rows of a table in lanes: one for each value of a column, with its count, its summaries and a window of rows. Lanes keep their places while
 * somebody edits, as rows do. docs/views.md#lanes-and-ranges
 */

import { type ReadonlySignal, type Signal, effect, signal, untracked } from '@preact/signals';
import type { Json, JsonObject } from '../../engine/index';
import type { ColumnSummary } from '../components/grid/summary';
import type { ProblemText } from '../components/text/problem-text';
import { describeProblem } from '../client/describe-problem';
import type { OperationsClient, TablesChanged } from '../client/operations-client';
import { type SummaryKinds, readSummaries, summaryArguments } from './column-summaries';
import { type Grouping, groupExpression, groupFilter, groupingText } from './grouping';
import { type LiveRows, type WindowQuestion, RowWindow } from './row-window';
import { allOf } from './where-parts';

export interface LanesQuestion extends WindowQuestion {
  readonly group: Grouping;
  /** Those asked for each lane, by column. */
  readonly summaries: SummaryKinds;
  /** Values that have a lane also without rows, in the order of their lanes; others follow. Absent: lanes have rows. */
  readonly values?: readonly Json[] | undefined;
  /** Or those are the links to the rows of this table, where there are not too many. */
  readonly linked?: string | undefined;
  /** The choices of the column: lanes have their order, also where the engine orders them as text. */
  readonly choices?: readonly Json[];
}

/** What the lanes of a part ask otherwise. */
export interface LanesPart extends Partial<
  Pick<LanesQuestion, 'group' | 'summaries' | 'choices' | 'linked' | 'values'>
> {
  readonly where?: JsonObject | null;
}

/** Lanes that are shown; more of them come of the wrong column. */
const MOST_LANES = 1000;
/** Rows of a linked table that all have a lane. Of a larger one the linked rows have. */
const MOST_LINKED = 50;

export interface Lane {
  readonly key: string;
  /** What its rows have in common; null: they have no value. */
  readonly value: Json | null;
  readonly count: number;
  readonly summaries: Readonly<Record<string, ColumnSummary>>;
}

interface OpenWindow {
  readonly rows: RowWindow;
  readonly stop: () => void;
}

export class RowLanes implements LiveRows {
  readonly problem: Signal<ProblemText | null> = signal(null);
  readonly isReady = signal(false);
  warnings: readonly string[] = [];
  lanes: readonly Lane[] = [];
  private readonly changes = signal(0);
  private readonly windows = new Map<string, OpenWindow>();
  /** Lanes of a part of the rows, which live with these. */
  private readonly parts = new Map<string, RowLanes>();
  private asking: Promise<void> | null = null;
  private isStale = false;
  isStopped = false;
  private isHeldStill = false;
  private readonly stopListening: () => void;

  constructor(
    private readonly client: OperationsClient,
    private readonly question: LanesQuestion,
    private readonly isTouched: (change: TablesChanged) => boolean,
  ) {
    this.stopListening = client.onChange((change) => {
      if (isTouched(change) || change.tables.includes(question.linked ?? '')) void this.readLanes();
    });
    void this.readLanes();
  }

  /** Lanes of the same rows by another column, or of a part of these rows. Asked for again, they are the same. */
  part(key: string, { where = null, ...change }: LanesPart): RowLanes {
    const known = this.parts.get(key);
    if (known !== undefined) return known;
    const filter: LanesQuestion['filter'] = async (operations) => {
      const whole = await this.question.filter(operations);
      return { ...whole, where: allOf([whole.where, where]) };
    };
    const made = new RowLanes(this.client, { ...this.question, ...change, filter }, this.isTouched);
    this.parts.set(key, made);
    return made;
  }

  closePart(key: string): void {
    this.parts.get(key)?.stop();
    this.parts.delete(key);
  }

  get version(): ReadonlySignal<number> {
    return this.changes;
  }

  get rowCount(): number {
    return this.lanes.reduce((sum, lane) => sum + this.countOf(lane), 0);
  }

  get isHeld(): boolean {
    return this.isHeldStill;
  }

  get moved(): number {
    return [...this.each((rows) => rows.moved), ...this.eachPart((lanes) => lanes.moved)].reduce(
      (sum, moved) => sum + moved,
      0,
    );
  }

  /** As its window knows it, else as it was counted. */
  countOf({ key, count }: Lane): number {
    return this.windows.get(key)?.rows.readLength ?? count;
  }

  /** Null: its rows were not asked for. */
  openRowsOf({ key }: Lane): RowWindow | null {
    return this.windows.get(key)?.rows ?? null;
  }

  async refresh(): Promise<void> {
    await Promise.all([
      this.readLanes(),
      ...this.each((rows) => rows.refresh()),
      ...this.eachPart((lanes) => lanes.refresh()),
    ]);
  }

  hold(): void {
    this.isHeldStill = true;
    this.each((rows) => rows.hold());
    this.eachPart((lanes) => lanes.hold());
  }

  async release(): Promise<void> {
    this.isHeldStill = false;
    // Also those that held nothing: they left out what others held.
    await Promise.all(this.each((rows) => (rows.isHeld ? rows.release() : rows.refresh())));
    await Promise.all(this.eachPart((lanes) => lanes.release()));
    await this.readLanes();
  }

  settle(isBusy: boolean): void {
    if (!this.isHeldStill || isBusy || this.moved > 0) return;
    this.each((rows) => rows.settle(isBusy));
    this.eachPart((lanes) => lanes.settle(isBusy));
    if (this.each((rows) => rows.isHeld).includes(true)) return;
    this.isHeldStill = false;
    void this.readLanes();
  }

  stop(): void {
    this.isStopped = true;
    this.stopListening();
    this.eachPart((lanes) => lanes.stop());
    for (const { rows, stop } of this.windows.values()) {
      stop();
      rows.stop();
    }
  }

  private each<Value>(read: (rows: RowWindow) => Value): readonly Value[] {
    return [...this.windows.values()].map(({ rows }) => read(rows));
  }

  private eachPart<Value>(read: (lanes: RowLanes) => Value): readonly Value[] {
    return [...this.parts.values()].map(read);
  }

  /** The rows of a lane, as a source of its own. */
  rowsOf(lane: Lane): RowWindow {
    const known = this.windows.get(lane.key);
    if (known !== undefined) return known.rows;
    const { question, client, isTouched } = this;
    const inGroup = groupFilter(question.group, lane.value);
    const rows = new RowWindow(
      client,
      {
        ...question,
        filter: async (operations) => {
          const { where, warnings } = await question.filter(operations);
          return { where: allOf([where, inGroup, ...this.heldElsewhere(lane.key)]), warnings };
        },
      },
      isTouched,
    );
    const stop = effect(() => {
      void rows.version.value;
      const problem = rows.problem.value;
      untracked(() => {
        if (problem !== null) this.problem.value = problem;
        this.tell();
      });
    });
    this.windows.set(lane.key, { rows, stop });
    return rows;
  }

  /** A row that is held in its group is not shown a second time in the one that it belongs to now. */
  private heldElsewhere(key: string): readonly JsonObject[] {
    return [...this.windows].flatMap(([other, { rows }]) => {
      const held = other === key ? null : rows.heldFilter;
      return held === null ? [] : [{ not: held }];
    });
  }

  /** Lanes or rows are others. */
  protected tell(): void {
    this.changes.value += 1;
  }

  private readLanes(): Promise<void> {
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
    const { table, group, summaries, filter, linked, more, choices = [] } = this.question;
    const { where, warnings } = await filter(this.client);
    const values = linked === undefined ? (this.question.values ?? []) : await linkedValues(this.client, linked);
    const expression = groupExpression(group);
    const { this_note, compute, rollup } = more?.args ?? {};
    const asked = summaryArguments(summaries);
    const computed = { ...compute, ...asked.compute };
    const { rows, total } = await this.client.run('select_rows', {
      table,
      ...(this_note === undefined ? {} : { this_note }),
      ...(Object.keys(computed).length === 0 ? {} : { compute: computed }),
      ...(rollup === undefined ? {} : { rollup }),
      ...(where === null ? {} : { where }),
      group_by: expression,
      aggregates: asked.aggregates,
      order_by: groupingText(group),
      limit: MOST_LANES,
    });
    // While somebody edits no heading comes or goes.
    if (this.isStopped || (this.isHeldStill && this.isReady.peek())) return;
    const found = rows.map((row): Lane => {
      const value = row[expression] ?? null;
      return {
        key: groupKey(value),
        value,
        count: Number(row['rows_count'] ?? 0),
        summaries: readSummaries(summaries, row),
      };
    });
    this.lanes = withEmptyLanes(values, byChoice(found, choices, group));
    const cut = `There are ${total} groups; the first ${MOST_LANES} are shown. Another column makes fewer.`;
    this.warnings = total > MOST_LANES ? [...warnings, cut] : warnings;
    this.forgetWindows();
    this.tell();
    this.isReady.value = true;
  }

  private forgetWindows(): void {
    const keys = new Set(this.lanes.map(({ key }) => key));
    for (const [key, { rows, stop }] of this.windows) {
      if (keys.has(key)) continue;
      stop();
      rows.stop();
      this.windows.delete(key);
    }
  }
}

/** Links to the rows of a table, as a column of links holds them; none where there are many. */
async function linkedValues(client: OperationsClient, table: string): Promise<readonly Json[]> {
  const { rows, total } = await client.run('select_rows', { table, columns: ['file_link'], limit: MOST_LINKED });
  return total > MOST_LINKED ? [] : rows.map((row) => row['file_link'] ?? null);
}

/** Under which a lane is known, and kept folded. */
export const groupKey = (value: Json | null): string => `group:${JSON.stringify(value)}`;

/** Values that are not among the choices follow, and the lane without a value comes last. */
function byChoice(lanes: readonly Lane[], choices: readonly Json[], { isDescending }: Grouping): readonly Lane[] {
  const places = new Map(choices.map((value, at) => [value, isDescending ? -at : at]));
  const placeOf = ({ value }: Lane): number => places.get(value) ?? choices.length;
  return [...lanes].sort((one, other) => placeOf(one) - placeOf(other));
}

function withEmptyLanes(values: readonly Json[], found: readonly Lane[]): readonly Lane[] {
  const lanes = new Map(found.map((lane) => [lane.key, lane]));
  const first = values.map((value): Lane => {
    const key = groupKey(value);
    return lanes.get(key) ?? { key, value, count: 0, summaries: {} };
  });
  const known = new Set(first.map(({ key }) => key));
  return [...first, ...found.filter(({ key }) => !known.has(key))];
}
