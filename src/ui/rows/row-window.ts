/**
 * The rows of a table as a grid shows them: their number, and pages of those near the window. Only these are read, and read again after
 * a change. D15
 */

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { JsonObject, Operations } from '../../engine/index';
import type { GridRow } from '../components/grid-column';
import type { GridLine, RowSource } from '../components/grid/row-source';
import type { ProblemText } from '../components/text/problem-text';
import { describeProblem } from '../client/describe-problem';
import { FrozenOrder } from './frozen-order';
import type { OperationsClient, TablesChanged } from '../client/operations-client';
import { type Page, NO_PAGES, pagesWithout } from './row-pages';
import { allOf } from './where-parts';
import { type MoreOfRows, type RowsPage, type RowsQuery, PAGE, countRows, readRows } from './table-rows';

/** The query of a window, and what it learns from others while it lives. */
export interface WindowQuestion {
  readonly table: string;
  /** Null: those that the table declares. */
  readonly columns: readonly string[] | null;
  readonly orderBy: readonly string[];
  /** Most rows; null: all. */
  readonly limit: number | null;
  /** Warnings about this number of matching rows. */
  readonly warn?: (matching: number) => readonly string[];
  /** Asked before each reading: rows that are searched are others after a change. */
  readonly filter: (client: OperationsClient) => Promise<RowFilter>;
  readonly more?: MoreOfRows | undefined;
  /** Rows under the keys by which the grid knows them. */
  readonly keyed: (rows: readonly GridRow[]) => readonly GridRow[];
}

/** What a part of the rows asks with. */
export interface AskedRows {
  readonly client: OperationsClient;
  readonly question: WindowQuestion;
  readonly isTouched: (change: TablesChanged) => boolean;
}

type SelectArgs = Operations['select_rows']['args'];
type AggregateArgs = Pick<SelectArgs, 'group_by' | 'aggregates' | 'order_by' | 'limit'> & {
  readonly where?: JsonObject;
};
type SelectAnswer = Operations['select_rows']['result'];

export interface RowFilter {
  readonly where: JsonObject | null;
  readonly warnings: readonly string[];
}

/** Rows as a pane follows them, whatever draws them. */
export interface LiveRows {
  /** Counts the changes of everything that is reported here. */
  readonly version: ReadonlySignal<number>;
  readonly problem: ReadonlySignal<ProblemText | null>;
  /** Whether a first answer is there. */
  readonly isReady: ReadonlySignal<boolean>;
  readonly warnings: readonly string[];
  /** Without headings. */
  readonly rowCount: number;
  /** Rows that an order anew would move. */
  readonly moved: number;
  /** They follow nothing any more. */
  readonly isStopped: boolean;
  refresh(): Promise<void>;
  /** From now on the rows at hand keep their lines, whatever they hold. */
  hold(): void;
  /** Gives the order back, and reads it. */
  release(): Promise<void>;
  /** Gives the order back where no row would move and no edit is under way. */
  settle(isBusy: boolean): void;
  stop(): void;
}

/** Rows in an order: one list, or one under each heading. */
export interface TableRows extends LiveRows, RowSource {}

/** Pages that are kept; the farthest from the window goes first. */
const MOST_PAGES = 30;
/** Lines that are read ahead. */
const FIRST_LINES = 60;
/** So many lines before its first row is near, the next page is read. */
const AHEAD = PAGE / 2;

export class RowWindow implements TableRows {
  readonly problem: Signal<ProblemText | null> = signal(null);
  /** Whether a first answer is there. */
  readonly isReady = signal(false);
  warnings: readonly string[] = [];
  /** Rows that an order anew would move. */
  moved = 0;
  /** Rows that match, also those beyond the limit. */
  matching = 0;
  private readonly changes = signal(0);
  private pages = new Map<number, Page>();
  /** Rows that are not held. */
  private total = 0;
  private held: FrozenOrder | null = null;
  /** Whether the order asked for has the held rows in their lines. */
  private isOrderSame = true;
  private reading = 0;
  private isStale = true;
  isStopped = false;
  private wanted = { first: 0, last: FIRST_LINES };
  /** Of the last scroll: 1 down, -1 up; 0 before the first one, so that a table opens with one page. */
  private direction = 0;
  private running: Promise<void> | null = null;
  private filter: RowFilter = { where: null, warnings: [] };
  private readonly stopListening: () => void;
  /** Other rows of the same view, which live with these. */
  private readonly parts = new Set<LiveRows>();

  constructor(
    private readonly client: OperationsClient,
    private readonly question: WindowQuestion,
    readonly isTouched: (change: TablesChanged) => boolean,
  ) {
    this.stopListening = client.onChange((change) => {
      if (isTouched(change)) void this.refresh();
    });
    void this.run();
  }

  get version(): ReadonlySignal<number> {
    return this.changes;
  }

  get length(): number {
    return this.total + (this.held?.length ?? 0);
  }

  get rowCount(): number {
    return this.length;
  }

  /** Null until it is known. */
  get readLength(): number | null {
    return this.isReady.peek() ? this.length : null;
  }

  /** Those that are held; null: none. */
  get heldFilter(): JsonObject | null {
    return this.held?.filter ?? null;
  }

  /** Also rows that are held, and match no more. */
  get isHeld(): boolean {
    return this.held !== null;
  }

  /** Those that are read, in their order. */
  get rows(): readonly GridRow[] {
    return Array.from({ length: this.length }, (_, line) => this.at(line)).filter((row) => row !== null);
  }

  at(line: number): GridRow | null {
    const held = this.held?.at(line) ?? null;
    if (held !== null) return held;
    const place = this.held?.outside(line) ?? line;
    return this.pages.get(Math.floor(place / PAGE))?.rows[place % PAGE] ?? null;
  }

  lineOf(key: string): number {
    const held = this.held?.lineOf(key) ?? -1;
    if (held >= 0) return held;
    for (const [page, { rows }] of this.pages) {
      const index = rows.findIndex((row) => row.key === key);
      if (index >= 0) return this.held?.line(page * PAGE + index) ?? page * PAGE + index;
    }
    return -1;
  }

  need(first: number, last: number): void {
    if (first !== this.wanted.first) this.direction = Math.sign(first - this.wanted.first);
    this.wanted = { first, last };
    if (this.missingPage() !== null) void this.run();
  }

  async read(first: number, last: number): Promise<readonly GridLine[]> {
    const lines: GridLine[] = [];
    const ahead = new Map<number, readonly GridRow[]>();
    for (let line = first; line < Math.min(last, this.length); line += 1) {
      const place = this.held?.outside(line) ?? line;
      const page = Math.floor(place / PAGE);
      const known = this.at(line) ?? ahead.get(page)?.[place % PAGE] ?? null;
      if (known === null && !ahead.has(page)) {
        ahead.set(page, this.question.keyed((await this.readPage(page)).rows));
      }
      const found = known ?? ahead.get(page)?.[place % PAGE];
      if (found !== undefined) lines.push(found);
    }
    return lines;
  }

  /** Resolves when the lines in sight were read after this call, those of its parts too. */
  async refresh(): Promise<void> {
    this.isStale = true;
    await Promise.all([this.run(), ...[...this.parts].map((part) => part.refresh())]);
  }

  /** Other rows of the view, such as those of a month: refreshed with these, and stopped with them. */
  part<Rows extends LiveRows>(make: (asked: AskedRows) => Rows): Rows {
    const { client, question, isTouched } = this;
    const more = question.more === undefined ? undefined : { ...question.more, heard: () => undefined };
    const made = make({ client, question: { ...question, more }, isTouched });
    for (const each of this.parts) if (each.isStopped) this.parts.delete(each);
    this.parts.add(made);
    return made;
  }

  /** Groups of the view's rows with their aggregates; `where`: of some of them. Rows are asked anew with each version. */
  async ask({ where: some, ...args }: AggregateArgs): Promise<SelectAnswer> {
    const { table, more } = this.question;
    const { this_note, compute, rollup } = more?.args ?? {};
    const own = Object.entries({ this_note, compute, rollup }).filter(([, value]) => value !== undefined);
    const { where: whole } = await this.question.filter(this.client);
    const where = allOf([whole, some ?? null]);
    const filter = where === null ? {} : { where };
    return this.client.run('select_rows', { ...Object.fromEntries(own), ...args, table, ...filter });
  }

  /** From now on the rows at hand keep their lines, whatever they hold. */
  hold(): void {
    // Parts give rows their places by other means than lines.
    if (this.held !== null || this.length === 0 || this.parts.size > 0) return;
    const first = this.pageOf(this.wanted.first);
    const end = this.pageOf(Math.max(this.wanted.last - 1, this.wanted.first)) + 1;
    const rows: GridRow[] = [];
    let last = first;
    for (; last < end && this.pages.has(last); last += 1) rows.push(...(this.pages.get(last)?.rows ?? []));
    if (rows.length === 0) return;
    this.held = new FrozenOrder(first * PAGE, rows, this.total);
    this.isOrderSame = true;
    this.total -= rows.length;
    this.pages = pagesWithout(this.pages, first, last);
  }

  /** Gives the order back, and reads it. */
  release(): Promise<void> {
    if (this.held === null) return Promise.resolve();
    this.letGo(this.held);
    return this.refresh();
  }

  stop(): void {
    this.isStopped = true;
    this.stopListening();
    for (const part of this.parts) part.stop();
  }

  private letGo({ first, rows, length }: FrozenOrder): void {
    const page = Math.floor(first / PAGE);
    const count = Math.ceil(length / PAGE);
    const back = new Map<number, Page>();
    for (const [at, kept] of this.pages) {
      if (at < page) back.set(at, kept);
      // Where rows have gone, the pages behind them begin elsewhere.
      else if (length % PAGE === 0) back.set(at + count, kept);
    }
    for (let at = 0; at < count; at += 1) {
      back.set(page + at, { rows: rows.slice(at * PAGE, (at + 1) * PAGE), reading: this.reading });
    }
    this.total += length;
    this.held = null;
    this.moved = 0;
    this.pages = back;
  }

  private pageOf(line: number): number {
    return Math.floor((this.held?.outside(line) ?? line) / PAGE);
  }

  private run(): Promise<void> {
    this.running ??= this.readAll();
    return this.running;
  }

  private async readAll(): Promise<void> {
    try {
      while (!this.isStopped && (this.isStale || this.missingPage() !== null)) await this.readOnce();
      if (this.problem.peek() !== null) this.problem.value = null;
    } catch (thrown) {
      this.isStale = false;
      if (!this.isStopped) this.problem.value = describeProblem(thrown);
    }
    // Set in the same moment in which the loop ends: a request right then begins another loop.
    this.running = null;
  }

  private async readOnce(): Promise<void> {
    if (this.isStale) {
      this.isStale = false;
      this.reading += 1;
      this.filter = await this.question.filter(this.client);
      if (this.held !== null) await this.readHeld(this.held);
    }
    const fresh = new Map<number, Page>();
    const held = this.held;
    let total = this.total;
    for (let page = this.missingPage(fresh); page !== null; page = this.missingPage(fresh)) {
      const answer = await this.readPage(page);
      total = answer.total;
      const rows = this.known(this.question.keyed(answer.rows));
      fresh.set(page, { rows, reading: this.reading });
      if (this.isStale || this.isStopped) break;
      // The place was empty: the page is shown as soon as it is read.
      if (!this.pages.has(page)) break;
    }
    // Rows were taken into their places, or let go, while these were read: they are counted otherwise.
    if (held !== this.held) this.isStale = true;
    if (this.isStopped || held !== this.held) return;
    this.take(fresh, total);
  }

  private query(): RowsQuery {
    const { table, columns, orderBy, more } = this.question;
    return { table, columns, where: this.held?.others(this.filter.where) ?? this.filter.where, orderBy, more };
  }

  private readPage(page: number): Promise<RowsPage> {
    const first = page * PAGE;
    const left = (this.question.limit ?? Infinity) - (this.held?.length ?? 0) - first;
    return readRows(this.client, this.query(), first, Math.max(Math.min(left, PAGE), 0));
  }

  /** The first page in sight that was not read since the last change, or the next one; null when there is none. */
  private missingPage(fresh: ReadonlyMap<number, Page> = NO_PAGES): number | null {
    const isNew = !this.isReady.peek();
    // Also of no rows at all there is a first page.
    const known = Math.max(Math.min(this.wanted.last, this.length), this.wanted.first + 1);
    const last = isNew ? this.wanted.last : known;
    for (let line = this.wanted.first; line < last; line += 1) {
      if (this.held?.holds(line) === true) continue;
      const page = this.pageOf(line);
      const there = fresh.get(page) ?? this.pages.get(page);
      if (there === undefined || there.reading < this.reading) return page;
      if (isNew) return null;
    }
    return isNew ? null : this.pageAhead(fresh);
  }

  /** Where the scroll leads, unless it is there. */
  private pageAhead(fresh: ReadonlyMap<number, Page>): number | null {
    const { first, last } = this.wanted;
    const line = this.direction < 0 ? first - AHEAD : Math.min(last - 1 + AHEAD, this.length - 1);
    if (this.direction === 0 || line < 0 || this.held?.holds(line) === true) return null;
    const page = this.pageOf(line);
    return fresh.has(page) || this.pages.has(page) ? null : page;
  }

  private take(fresh: ReadonlyMap<number, Page>, total: number): void {
    const held = this.held?.length ?? 0;
    this.matching = total + held;
    this.total = Math.min(total, Math.max((this.question.limit ?? Infinity) - held, 0));
    for (const [page, read] of fresh) {
      this.pages.delete(page);
      this.pages.set(page, read);
    }
    if (this.missingPage() === null) this.forget();
    this.warnings = [...this.filter.warnings, ...(this.question.warn?.(this.matching) ?? [])];
    this.isReady.value = true;
    this.changes.value += 1;
  }

  /** Drops pages of an earlier reading once they are out of sight, and pages beyond the number that is kept. */
  private forget(): void {
    for (const [page, { reading }] of this.pages) if (reading < this.reading) this.pages.delete(page);
    const near = this.pageOf(this.wanted.first);
    const farthest = [...this.pages.keys()].sort((one, other) => Math.abs(other - near) - Math.abs(one - near));
    for (const page of farthest.slice(0, Math.max(this.pages.size - MOST_PAGES, 0))) this.pages.delete(page);
  }

  private async readHeld(held: FrozenOrder): Promise<void> {
    const state = await held.read(this.client, { ...this.query(), where: this.filter.where });
    if (this.held !== held) return;
    held.take(this.known(this.question.keyed(state.rows)));
    this.moved = state.moved;
    this.isOrderSame = state.isSame;
    this.total = await countRows(this.client, this.query());
  }

  settle(isBusy: boolean): void {
    if (this.held === null || this.moved > 0 || isBusy || this.isStale || this.running !== null) return;
    this.letGo(this.held);
    this.changes.value += 1;
    if (!this.isOrderSame) void this.refresh();
  }

  /** Rows that did not change stay the same objects, so that nothing draws them anew. */
  private known(rows: readonly GridRow[]): readonly GridRow[] {
    return rows.map((row) => {
      const line = this.lineOf(row.key);
      const before = line < 0 ? null : this.at(line);
      return before !== null && JSON.stringify(before) === JSON.stringify(row) ? before : row;
    });
  }
}
