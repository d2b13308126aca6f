/** What can be taken back and done again in one table, the newest last. A step leaves a list only when that is done. */

import type { Json } from '../../engine/index';
import type { GridRow } from '../components/grid-column';
import type { CellOverlay } from '../components/grid-editing';
import type { ProblemText } from '../components/text/problem-text';
import type { CellEdit, LaneStep } from './lane-port';

/** One edit on its way, as its cell is drawn. */
export interface EditEntry {
  readonly edit: CellEdit;
  /** Over whose value it was put. */
  readonly previous: EditEntry | null;
  /** `shown`: the rows have it, and it is drawn no more. */
  kind: CellOverlay['kind'] | 'shown';
  /** Whether it is a write of its own, as it was typed. */
  readonly isAlone: boolean;
  problem: ProblemText | null;
  /** What the cell held when its turn came, and what it holds after it. */
  expected: Json | undefined;
  holds: Json | undefined;
  /** Of the note, when its turn came. */
  path: string;
}

/** A step with what became of it. */
export interface StepEntry {
  readonly step: LaneStep;
  /** Rows that it touches. */
  readonly rows: readonly GridRow[];
  readonly entries: readonly EditEntry[];
  /** Resolves when it is written or refused. */
  written: Promise<unknown>;
  migrationId: string | null;
  /** Of the undo that took it back last. */
  undoneBy: string | null;
  /** Whether an undo of it, or a redo, is under way. */
  isTurning: boolean;
  /** Why it can't be taken back, or done again. */
  problem: ProblemText | null;
}

export class UndoList {
  private undoable: readonly StepEntry[] = [];
  /** Steps that were taken back, the last one last; a new step clears the list. */
  private redoable: readonly StepEntry[] = [];
  /** Whether the last undo was one. */
  undoing: Promise<boolean> = Promise.resolve(true);

  get nextUndo(): StepEntry | null {
    return this.undoable.at(-1) ?? null;
  }

  get nextRedo(): StepEntry | null {
    return this.redoable.at(-1) ?? null;
  }

  /** The newest one that is not being taken back yet. */
  get idleUndo(): StepEntry | null {
    return this.undoable.filter(({ isTurning }) => !isTurning).at(-1) ?? null;
  }

  add(entry: StepEntry): void {
    this.undoable = [...this.undoable, entry];
    this.redoable = [];
  }

  has(entry: StepEntry): boolean {
    return this.undoable.includes(entry);
  }

  /** It wrote nothing, or can be neither undone nor done again. */
  leave(entry: StepEntry): void {
    this.undoable = this.undoable.filter((each) => each !== entry);
    this.redoable = this.redoable.filter((each) => each !== entry);
  }

  undone(entry: StepEntry): void {
    this.leave(entry);
    this.redoable = [...this.redoable, entry];
  }

  redone(entry: StepEntry): void {
    this.leave(entry);
    this.undoable = [...this.undoable, entry];
  }
}
