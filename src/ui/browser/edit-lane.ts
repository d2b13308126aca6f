/**
 * The way of edits from cells to notes. An edit is taken at once and drawn over its cell until the rows have it. The writes of a row
 * wait for each other; other rows wait for none. A refused value stays at its cell. Knows no host and draws nothing.
 */

import { signal } from '@preact/signals';
import type { Json } from '../../engine/index';
import type { GridColumn, GridRow } from '../components/grid-column';
import type { CellOverlay } from '../components/grid-editing';
import type { ProblemText } from '../components/problem-text';

export interface CellEdit {
  /** Qualified. */
  readonly table: string;
  readonly row: GridRow;
  readonly column: GridColumn;
  readonly value: Json;
  /** As it stood in the field. */
  readonly typed: string;
  /** What the person saw: something else in the note is not overwritten. */
  readonly before: Json | undefined;
}

export type EditOutcome =
  | {
      readonly kind: 'written';
      /** Null when nothing had to change. */
      readonly migrationId: string | null;
      /** What the cell holds now. */
      readonly value: Json | undefined;
      /** Of the row's note, which the write may have renamed. */
      readonly path: string;
      /** Notes beside the row's own that were changed with it, such as those that link to a renamed one. */
      readonly others: number;
    }
  | {
      readonly kind: 'refused';
      readonly problem: ProblemText;
      /** There is no such row any more, so that nothing can be corrected at it. */
      readonly isLost: boolean;
    }
  | { readonly kind: 'untouched' };

export interface LanePort {
  /** Never rejects, and neither does `undo`. */
  write(edit: CellEdit): Promise<EditOutcome>;
  /** Takes a write back, or an undo: then it is done again. */
  undo(migrationId: string): Promise<UndoOutcome>;
  /** Resolves when the rows shown were read after this call. */
  shown(table: string): Promise<void>;
  /** Overlays or the undo list are others now. */
  changed(): void;
  tell(news: LaneNews): void;
}

export type UndoOutcome =
  | {
      readonly kind: 'undone';
      /** Of the undo itself. */
      readonly migrationId: string | null;
    }
  | { readonly kind: 'refused'; readonly problem: ProblemText };

export type LaneNews =
  | { readonly kind: 'written'; readonly edit: CellEdit; readonly others: number }
  | { readonly kind: 'undone' | 'redone'; readonly edit: CellEdit }
  | { readonly kind: 'refused' | 'notUndone' | 'notRedone'; readonly edit: CellEdit; readonly problem: ProblemText };

interface EditEntry {
  readonly edit: CellEdit;
  /** Over whose value it was put. */
  readonly previous: EditEntry | null;
  /** `shown`: the rows have it, and it is drawn no more. */
  kind: CellOverlay['kind'] | 'shown';
  problem: ProblemText | null;
  /** What the cell held when its turn came, and what it holds after it. */
  expected: Json | undefined;
  holds: Json | undefined;
  /** Of the note, when its turn came. */
  path: string;
  migrationId: string | null;
  /** Of the undo that took it back last. */
  undoneBy: string | null;
  isUndoing: boolean;
  /** Why it can't be taken back. */
  undoProblem: ProblemText | null;
}

/** Of a row: what is done to it, one after the other. */
interface RowQueue {
  last: Promise<unknown>;
  /** Counts what the rows shown don't have yet, too. */
  length: number;
  /** Where a write left the note. */
  path: string | null;
}

export class EditLane {
  /** The newest of each cell. */
  private readonly cells = new Map<string, EditEntry>();
  private readonly queues = new Map<string, RowQueue>();
  /** The newest last. */
  private undoable: readonly EditEntry[] = [];
  /** What was taken back, the last one last; a new edit ends it. */
  private redoable: readonly EditEntry[] = [];
  /** Whether the last undo was one. */
  private undoing: Promise<boolean> = READY;
  /** Counts all changes, and those of each row. */
  private readonly revision = signal(0);
  private readonly versions = new Map<string, number>();
  /** Keys of rows without an id by the paths to which edits here renamed their notes. */
  private readonly keys = new Map<string, string>();

  constructor(private readonly port: LanePort) {}

  overlay(table: string, row: GridRow, column: GridColumn): CellOverlay | null {
    const entry = this.cells.get(cellId({ table, row, column }));
    if (entry === undefined || entry.kind === 'shown') return null;
    const { kind, problem, edit } = entry;
    return { kind, problem, value: edit.value, typed: edit.typed };
  }

  /** Counts the changes of what is drawn over a row. A signal's reader hears of the next one. */
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

  /** Whether the rows shown will be others. */
  isBusy(table: string): boolean {
    return [...this.cells.values()].some(
      ({ kind, edit }) => edit.table === table && (kind === 'pending' || kind === 'written'),
    );
  }

  /** Rows under the keys that they had before an edit here renamed their notes. */
  keyed(rows: readonly GridRow[]): readonly GridRow[] {
    if (this.keys.size === 0) return rows;
    const taken = new Set(rows.map(({ key }) => key));
    return rows.map((row) => {
      const key = this.keys.get(row.key);
      return key === undefined || taken.has(key) ? row : { ...row, key };
    });
  }

  /** Resolves when it is written or refused. */
  put(edit: CellEdit): Promise<void> {
    const entry = this.enter(edit);
    this.undoable = [...this.undoable, entry];
    this.redoable = [];
    const done = this.inTurn(entry, async (due) => {
      const outcome = await this.port.write(due);
      if (outcome.kind === 'written') entry.migrationId = outcome.migrationId;
      if (entry.migrationId === null) this.leaveUndo(entry);
      return outcome;
    });
    this.changed(edit);
    return done;
  }

  /** Keeps at its cell what can't even be asked for. */
  refuse(edit: CellEdit, problem: ProblemText): Promise<void> {
    const done = this.inTurn(this.enter(edit), async () => ({ kind: 'refused', problem, isLost: false }));
    this.changed(edit);
    return done;
  }

  giveUp(table: string, row: GridRow, column: GridColumn): void {
    const id = cellId({ table, row, column });
    if (this.cells.get(id)?.kind !== 'refused') return;
    this.cells.delete(id);
    this.changed({ table, row });
  }

  /** What the next undo takes back. */
  get nextUndo(): CellEdit | null {
    return this.undoable.at(-1)?.edit ?? null;
  }

  /** What the next redo does again. */
  get nextRedo(): CellEdit | null {
    return this.redoable.at(-1)?.edit ?? null;
  }

  /** Why the newest edit could not be taken back; null when nobody tried. */
  get undoProblem(): ProblemText | null {
    return this.undoable.at(-1)?.undoProblem ?? null;
  }

  /** Takes back the newest edit, once it is written. What can't be taken back stays the newest. */
  async undo(): Promise<void> {
    const entry = this.undoable.filter(({ isUndoing }) => !isUndoing).at(-1);
    if (entry === undefined) return;
    entry.isUndoing = true;
    const earlier = this.undoing;
    const done = this.inTurn(this.restore(entry), async () => {
      // Whoever pressed twice did not mean the older edit alone.
      const outcome = (await earlier) ? await this.takeBack(entry) : UNTOUCHED;
      entry.isUndoing = false;
      return outcome;
    }).then(() => !this.undoable.includes(entry));
    this.undoing = done;
    this.changed(entry.edit);
    await done;
    if (this.undoing === done) this.undoing = READY;
  }

  /** Does again what was taken back last. */
  async redo(): Promise<void> {
    // What is still being taken back can't be done again yet.
    await this.undoing;
    const entry = this.redoable.at(-1);
    if (entry === undefined) return;
    this.redoable = this.redoable.slice(0, -1);
    const done = this.inTurn(this.repeat(entry), () => this.doAgain(entry));
    this.changed(entry.edit);
    await done;
  }

  /** Leaves the newest edit as it is, so that the one before can be taken back. */
  keep(): void {
    if (this.undoProblem === null) return;
    this.undoable = this.undoable.slice(0, -1);
    this.port.changed();
  }

  private changed(of: Pick<CellEdit, 'table' | 'row'>): void {
    const id = rowId(of);
    this.versions.set(id, (this.versions.get(id) ?? 0) + 1);
    this.revision.value += 1;
    this.port.changed();
  }

  private enter(edit: CellEdit): EditEntry {
    const last = this.cells.get(cellId(edit)) ?? null;
    const previous = last !== null && isUnder(edit, last) ? last : null;
    const entry: EditEntry = { ...FRESH, edit, previous };
    this.cells.set(cellId(edit), entry);
    return entry;
  }

  /** What an undo will leave is drawn at once, but not over a value that waits to be corrected. */
  private restore({ edit, previous }: EditEntry): EditEntry {
    const value = (previous === null ? edit.before : previous.edit.value) ?? null;
    const back: CellEdit = { ...edit, value, typed: '', before: edit.value };
    const isFree = this.cells.get(cellId(edit))?.kind !== 'refused';
    return isFree ? this.enter(back) : { ...FRESH, edit: back, previous: null };
  }

  private async takeBack(entry: EditEntry): Promise<EditOutcome> {
    const { edit, migrationId, expected, path } = entry;
    // It was refused, or changed nothing.
    if (migrationId === null) return UNTOUCHED;
    const outcome = await this.port.undo(migrationId);
    entry.undoProblem = outcome.kind === 'refused' ? outcome.problem : null;
    if (outcome.kind === 'refused') {
      this.port.tell({ kind: 'notUndone', edit, problem: outcome.problem });
      return UNTOUCHED;
    }
    entry.undoneBy = outcome.migrationId;
    this.leaveUndo(entry);
    this.redoable = [...this.redoable, entry];
    this.port.tell({ kind: 'undone', edit });
    return { kind: 'written', migrationId: null, value: expected, path, others: 0 };
  }

  /** The edit as it was, over what its undo left. */
  private repeat(entry: EditEntry): EditEntry {
    const { edit, expected } = entry;
    const isFree = this.cells.get(cellId(edit))?.kind !== 'refused';
    const again: CellEdit = { ...edit, before: expected };
    return isFree ? this.enter(again) : { ...FRESH, edit: again, previous: null };
  }

  private async doAgain(entry: EditEntry): Promise<EditOutcome> {
    const { edit, undoneBy, holds, path } = entry;
    if (undoneBy === null) return UNTOUCHED;
    const outcome = await this.port.undo(undoneBy);
    if (outcome.kind === 'refused') {
      this.port.tell({ kind: 'notRedone', edit, problem: outcome.problem });
      return UNTOUCHED;
    }
    entry.migrationId = outcome.migrationId;
    this.undoable = [...this.undoable, entry];
    this.port.tell({ kind: 'redone', edit });
    return { kind: 'written', migrationId: null, value: holds, path, others: 0 };
  }

  private leaveUndo(entry: EditEntry): void {
    this.undoable = this.undoable.filter((each) => each !== entry);
  }

  /** Does something to a row when what was put before is done. */
  private inTurn(entry: EditEntry, act: (due: CellEdit) => Promise<EditOutcome>): Promise<void> {
    const { edit } = entry;
    const id = rowId(edit);
    const queue = this.queues.get(id) ?? { last: READY, length: 0, path: null };
    this.queues.set(id, queue);
    queue.length += 1;
    const done = queue.last.then(async () => {
      entry.expected = entry.previous === null ? edit.before : entry.previous.holds;
      const row = queue.path === null ? edit.row : { ...edit.row, path: queue.path };
      entry.path = row.path;
      this.take(entry, await act({ ...edit, row, before: entry.expected }), queue);
      void this.port.shown(edit.table).then(() => {
        if (entry.kind === 'written') entry.kind = 'shown';
        queue.length -= 1;
        if (queue.length === 0) this.queues.delete(id);
        this.changed(edit);
      });
    });
    queue.last = done;
    return done;
  }

  private take(entry: EditEntry, outcome: EditOutcome, queue: RowQueue): void {
    const { edit } = entry;
    const isNewest = this.cells.get(cellId(edit)) === entry;
    entry.holds = outcome.kind === 'written' ? outcome.value : entry.expected;
    if (outcome.kind === 'written') {
      entry.kind = 'written';
      queue.path = outcome.path;
      if (entry.path !== outcome.path) this.keys.set(outcome.path, edit.row.key);
      if (entry.migrationId !== null) this.port.tell({ kind: 'written', edit, others: outcome.others });
    } else if (outcome.kind === 'untouched') {
      if (isNewest) this.reinstate(entry);
    } else {
      entry.kind = 'refused';
      entry.problem = outcome.problem;
      if (isNewest && outcome.isLost) this.cells.delete(cellId(edit));
      // What was put there since stands for it.
      if (isNewest) this.port.tell({ kind: 'refused', edit, problem: outcome.problem });
    }
    this.changed(edit);
  }

  private reinstate({ edit, previous }: EditEntry): void {
    if (previous === null) return void this.cells.delete(cellId(edit));
    this.cells.set(cellId(edit), previous);
    // Nobody heard of it while something else stood there.
    if (previous.problem !== null) this.port.tell({ kind: 'refused', edit: previous.edit, problem: previous.problem });
  }
}

const READY = Promise.resolve(true);
const UNTOUCHED: EditOutcome = { kind: 'untouched' };
const FRESH: Omit<EditEntry, 'edit' | 'previous'> = {
  kind: 'pending',
  problem: null,
  expected: undefined,
  holds: undefined,
  path: '',
  migrationId: null,
  undoneBy: null,
  isUndoing: false,
  undoProblem: null,
};

const rowId = ({ table, row }: Pick<CellEdit, 'table' | 'row'>): string => JSON.stringify([table, row.key]);
const cellId = ({ table, row, column }: Pick<CellEdit, 'table' | 'row' | 'column'>): string =>
  JSON.stringify([table, row.key, column.name]);

/** Whether the person saw the value of an earlier edit when they put the next one. */
function isUnder({ before }: CellEdit, { kind, edit }: EditEntry): boolean {
  if (kind === 'refused') return false;
  return kind !== 'shown' || JSON.stringify(edit.value) === JSON.stringify(before ?? null);
}
