/**
 * The way of edits from cells to notes. An edit is taken at once and drawn over its cell until the rows have it. The writes of a row
 * wait for each other; other rows wait for none. A block of cells is one write, which waits for each of its rows. A refused value stays
 * at its cell. Knows no host and draws nothing.
 */

import { batch, signal } from '@preact/signals';
import type { GridColumn, GridRow } from '../components/grid-column';
import type { CellOverlay } from '../components/grid-editing';
import type { ProblemText } from '../components/text/problem-text';
import type { CellEdit, EditOutcome, LanePort, LaneStep, StepOutcome } from './lane-port';
import { FRESH, NOTHING, READY, UNTOUCHED, UNWRITTEN, backAt, cellId, dueEdit, isUnder, rowId } from './edit-entry';
import { type EditEntry, type StepEntry, UndoList } from './undo-list';

/** Of a row: the steps that change it, one after the other. */
interface RowQueue {
  last: Promise<unknown>;
  /** Counts what the rows shown don't have yet, too. */
  length: number;
  /** Where a write left the note. */
  path: string | null;
}

interface UnwrittenEdit {
  readonly kind: 'refused' | 'pending';
  readonly edit: CellEdit;
  readonly problem: ProblemText | null;
}

export class CellEditQueue {
  /** The newest of each cell. */
  private readonly cells = new Map<string, EditEntry>();
  private readonly queues = new Map<string, RowQueue>();
  /** By table: an undo in one never takes back an edit of another. */
  private readonly steps = new Map<string, UndoList>();
  /** Counts all changes, and those of each row. */
  private readonly revision = signal(0);
  private readonly versions = new Map<string, number>();
  /** Keys under which rows are shown, by the ones that they have since an edit here. */
  private readonly keys = new Map<string, string>();

  constructor(private readonly port: LanePort) {}

  overlay(table: string, row: GridRow, column: GridColumn): CellOverlay | null {
    const entry = this.cells.get(cellId({ table, row, column }));
    if (entry === undefined || entry.kind === 'shown') return null;
    const { kind, problem, edit } = entry;
    return { kind, problem, value: edit.value, typed: edit.typed };
  }

  /** Counts the changes of the overlays of a row. A reader of the signal is notified of the next one. */
  version(table: string, row: GridRow): number {
    void this.revision.value;
    return this.versions.get(rowId({ table, row })) ?? 0;
  }

  /** Values that were refused and neither corrected nor given up. */
  get refused(): readonly { readonly edit: CellEdit; readonly problem: ProblemText }[] {
    return [...this.cells.values()].flatMap(({ kind, edit, problem }) =>
      kind === 'refused' && problem !== null ? [{ edit, problem }] : [],
    );
  }

  /** Edits of single cells that are not in their notes: refused, or under way. */
  unwritten(table: string): readonly UnwrittenEdit[] {
    return [...this.cells.values()].flatMap(({ kind, edit, problem, isAlone }) => {
      const isUnwritten = kind === 'refused' || (kind === 'pending' && isAlone);
      return edit.table === table && isUnwritten ? [{ kind, edit, problem }] : [];
    });
  }

  /** Whether the rows shown will be others. */
  isBusy(table: string): boolean {
    return [...this.cells.values()].some(
      ({ kind, edit }) => edit.table === table && (kind === 'pending' || kind === 'written'),
    );
  }

  /** Resolves when nothing is being written to these rows. */
  async idle(table: string, rows: readonly GridRow[]): Promise<void> {
    await Promise.all(rows.flatMap((row) => this.queues.get(rowId({ table, row }))?.last ?? []));
  }

  /** Rows under the keys that they had before an edit here gave them others. */
  keyed(rows: readonly GridRow[]): readonly GridRow[] {
    if (this.keys.size === 0) return rows;
    const taken = new Set(rows.map(({ key }) => key));
    return rows.map((row) => {
      const key = this.keys.get(row.key);
      return key === undefined || taken.has(key) ? row : { ...row, key };
    });
  }

  /** Resolves when it is written or refused. */
  async put(edit: CellEdit): Promise<void> {
    const step: LaneStep = { table: edit.table, name: null, edits: [edit] };
    await this.perform(step, [edit.row], async ([due = edit]) => {
      const outcome = await this.port.write(due);
      const migrationId = outcome.kind === 'written' ? outcome.migrationId : null;
      return { migrationId, cells: [outcome], text: null, problem: null };
    });
  }

  /** One write to several cells and rows. `write` is given the edits over what their cells hold when its turn has come. */
  perform(
    step: LaneStep,
    rows: readonly GridRow[],
    write: (due: readonly CellEdit[]) => Promise<StepOutcome>,
  ): Promise<StepOutcome> {
    const entries = step.edits.map((edit) => this.enter(edit, step.name === null));
    const entry: StepEntry = { ...UNWRITTEN, step, rows, entries };
    const steps = this.stepsOf(step.table);
    steps.add(entry);
    const done = this.inTurn(entry, entries, async (due) => {
      const outcome = await write(due);
      entry.migrationId = outcome.migrationId;
      if (outcome.migrationId === null) steps.leave(entry);
      this.tellOutcome(step, outcome);
      return outcome;
    });
    entry.written = done;
    this.changed(step.table, rows);
    return done;
  }

  /** Keeps at its cell what can't even be asked for. */
  async refuse(edit: CellEdit, problem: ProblemText, isToldElsewhere = false): Promise<void> {
    const { table, row } = edit;
    const name = isToldElsewhere ? 'refusal' : null;
    const step: StepEntry = { ...UNWRITTEN, step: { table, name, edits: [edit] }, rows: [row], entries: [] };
    const done = this.inTurn(step, [this.enter(edit)], () =>
      Promise.resolve({ ...NOTHING, cells: [{ kind: 'refused', problem, isLost: false }] }),
    );
    this.changed(table, [row]);
    await done;
  }

  giveUp(table: string, row: GridRow, column: GridColumn): void {
    const id = cellId({ table, row, column });
    if (this.cells.get(id)?.kind !== 'refused') return;
    this.cells.delete(id);
    this.changed(table, [row]);
  }

  /** What the next undo in a table takes back. */
  nextUndo(table: string): LaneStep | null {
    return this.stepsOf(table).nextUndo?.step ?? null;
  }

  /** What the next redo in a table does again. */
  nextRedo(table: string): LaneStep | null {
    return this.stepsOf(table).nextRedo?.step ?? null;
  }

  /** Why the newest step of a table could not be taken back; null when that was not tried. */
  undoProblem(table: string): ProblemText | null {
    return this.stepsOf(table).nextUndo?.problem ?? null;
  }

  /** Takes back the newest step of a table, once it is written. A step that can't be taken back stays the newest. */
  async undo(table: string): Promise<void> {
    const steps = this.stepsOf(table);
    const entry = steps.idleUndo;
    if (entry === null) return;
    entry.isTurning = true;
    const earlier = steps.undoing;
    const restored = entry.entries.map((each) => this.restore(each));
    const done = this.inTurn(entry, restored, async () => {
      await entry.written;
      // A person who pressed twice did not mean the older step alone.
      const isDone = (await earlier) && (await this.takeBack(entry));
      entry.isTurning = false;
      return { ...NOTHING, cells: entry.entries.map((each) => (isDone ? backAt(each, each.expected) : UNTOUCHED)) };
    }).then(() => !steps.has(entry));
    steps.undoing = done;
    this.changed(table, entry.rows);
    await done;
    if (steps.undoing === done) steps.undoing = READY;
  }

  /** Does again the step that was taken back last. A step that can't be done again stays the next one, until something else is edited. */
  async redo(table: string): Promise<void> {
    const steps = this.stepsOf(table);
    // A step that is still being taken back can't be done again yet.
    await steps.undoing;
    const entry = steps.nextRedo;
    if (entry === null || entry.isTurning) return;
    entry.isTurning = true;
    const repeated = entry.entries.map((each) => this.repeat(each));
    const done = this.inTurn(entry, repeated, async () => {
      const isDone = await this.doAgain(entry);
      entry.isTurning = false;
      return { ...NOTHING, cells: entry.entries.map((each) => (isDone ? backAt(each, each.holds) : UNTOUCHED)) };
    });
    this.changed(table, entry.rows);
    await done;
  }

  /** Leaves the newest step of a table as it is, so that the one before can be taken back. */
  keep(table: string): void {
    const steps = this.stepsOf(table);
    const entry = steps.nextUndo;
    if (entry === null || entry.problem === null) return;
    steps.leave(entry);
    this.port.changed();
  }

  private stepsOf(table: string): UndoList {
    const known = this.steps.get(table) ?? new UndoList();
    this.steps.set(table, known);
    return known;
  }

  /** The row that was shown under `key` is another one in the table now, such as a draft that became a note. */
  know(key: string, shownAs: string): void {
    this.keys.set(key, shownAs);
  }

  /** By which the table knows a row that is shown under `key`; null when that is its own. */
  idOf(key: string): string | null {
    return [...this.keys].find(([, shownAs]) => shownAs === key)?.[0] ?? null;
  }

  private changed(table: string, rows: readonly GridRow[]): void {
    for (const row of rows) {
      const id = rowId({ table, row });
      this.versions.set(id, (this.versions.get(id) ?? 0) + 1);
    }
    this.revision.value += 1;
    this.port.changed();
  }

  private enter(edit: CellEdit, isAlone = false): EditEntry {
    const last = this.cells.get(cellId(edit)) ?? null;
    const previous = last !== null && isUnder(edit, last) ? last : null;
    const entry: EditEntry = { ...FRESH, edit, previous, isAlone };
    this.cells.set(cellId(edit), entry);
    return entry;
  }

  /** What an undo will leave is drawn at once, but not over a value that waits to be corrected. */
  private restore({ edit, previous }: EditEntry): EditEntry {
    const value = (previous === null ? edit.before : previous.edit.value) ?? null;
    return this.enterIfFree({ ...edit, value, typed: '', before: edit.value });
  }

  /** The edit as it was, over what its undo left. */
  private repeat({ edit, expected }: EditEntry): EditEntry {
    return this.enterIfFree({ ...edit, before: expected });
  }

  private enterIfFree(edit: CellEdit): EditEntry {
    const isFree = this.cells.get(cellId(edit))?.kind !== 'refused';
    return isFree ? this.enter(edit) : { ...FRESH, edit, previous: null };
  }

  private async takeBack(entry: StepEntry): Promise<boolean> {
    const { step, migrationId } = entry;
    // It was refused, or changed nothing.
    if (migrationId === null) return false;
    const outcome = await this.port.undo(migrationId);
    entry.problem = outcome.kind === 'refused' ? outcome.problem : null;
    if (outcome.kind === 'refused') {
      this.port.tell({ kind: 'notUndone', step, problem: outcome.problem });
      return false;
    }
    entry.undoneBy = outcome.migrationId;
    const steps = this.stepsOf(step.table);
    if (outcome.migrationId === null) steps.leave(entry);
    else steps.undone(entry);
    this.port.tell({ kind: 'undone', step });
    return true;
  }

  private async doAgain(entry: StepEntry): Promise<boolean> {
    const { step, undoneBy } = entry;
    if (undoneBy === null) return false;
    const outcome = await this.port.undo(undoneBy);
    if (outcome.kind === 'refused') {
      this.port.tell({ kind: 'notRedone', step, problem: outcome.problem });
      return false;
    }
    entry.migrationId = outcome.migrationId;
    const steps = this.stepsOf(step.table);
    if (outcome.migrationId === null) steps.leave(entry);
    else steps.redone(entry);
    this.port.tell({ kind: 'redone', step });
    return true;
  }

  /** Does something to rows once the steps that were put to them before are done. */
  private inTurn(
    { step, rows }: StepEntry,
    entries: readonly EditEntry[],
    act: (due: readonly CellEdit[]) => Promise<StepOutcome>,
  ): Promise<StepOutcome> {
    const { table } = step;
    const queues = new Map(rows.map((row) => [rowId({ table, row }), this.queueOf({ table, row })]));
    for (const queue of queues.values()) queue.length += 1;
    const before = [...queues.values()].map(({ last }) => last);
    const done = Promise.all(before).then(async () => {
      const outcome = await act(entries.map((entry) => dueEdit(entry, queues.get(rowId(entry.edit))?.path ?? null)));
      batch(() => {
        entries.forEach((entry, at) => this.take(entry, outcome.cells[at] ?? UNTOUCHED, queues, step.name === null));
        this.changed(table, rows);
      });
      void this.port.shown(table).then(() => this.settle(table, rows, entries, queues));
      return outcome;
    });
    for (const queue of queues.values()) queue.last = done;
    return done;
  }

  private queueOf(of: Pick<CellEdit, 'table' | 'row'>): RowQueue {
    const id = rowId(of);
    const queue = this.queues.get(id) ?? { last: READY, length: 0, path: null };
    this.queues.set(id, queue);
    return queue;
  }

  private settle(
    table: string,
    rows: readonly GridRow[],
    entries: readonly EditEntry[],
    queues: ReadonlyMap<string, RowQueue>,
  ): void {
    for (const entry of entries) if (entry.kind === 'written') entry.kind = 'shown';
    for (const [id, queue] of queues) {
      queue.length -= 1;
      if (queue.length === 0) this.queues.delete(id);
    }
    this.changed(table, rows);
  }

  private take(
    entry: EditEntry,
    outcome: EditOutcome,
    queues: ReadonlyMap<string, RowQueue>,
    isToldAlone: boolean,
  ): void {
    const { edit } = entry;
    const isNewest = this.cells.get(cellId(edit)) === entry;
    entry.holds = outcome.kind === 'written' ? outcome.value : entry.expected;
    if (outcome.kind === 'written') {
      entry.kind = 'written';
      const queue = queues.get(rowId(edit));
      if (queue !== undefined) queue.path = outcome.path;
      if (entry.path !== outcome.path) this.keys.set(outcome.path, edit.row.key);
    } else if (outcome.kind === 'untouched') {
      if (isNewest) this.reinstate(entry);
    } else {
      entry.kind = 'refused';
      entry.problem = outcome.problem;
      if (isNewest && outcome.isLost) this.cells.delete(cellId(edit));
      // Not reported when a newer edit of the cell has its place.
      if (isNewest && isToldAlone) {
        this.port.tell({ kind: 'refused', edit, problem: outcome.problem, isLost: outcome.isLost });
      }
    }
  }

  private tellOutcome(step: LaneStep, { migrationId, cells, text, problem }: StepOutcome): void {
    const isLost = !cells.some((cell) => cell.kind === 'refused' && !cell.isLost);
    if (problem !== null && text !== null) this.port.tell({ kind: 'notDone', step, text, problem, isLost });
    else if (migrationId !== null || text !== null) {
      const others = cells.reduce((sum, cell) => sum + (cell.kind === 'written' ? cell.others : 0), 0);
      this.port.tell({ kind: 'written', step, text, others });
    }
  }

  private reinstate({ edit, previous }: EditEntry): void {
    if (previous === null) return void this.cells.delete(cellId(edit));
    this.cells.set(cellId(edit), previous);
    // It was not reported while another edit was in the cell.
    if (previous.problem !== null) this.port.tell({ kind: 'refused', edit: previous.edit, problem: previous.problem });
  }
}
