/** What goes through the lane of edits, and what comes of it. */

import type { Json } from '../../engine/index';
import type { GridColumn, GridRow } from '../components/grid-column';
import type { ProblemText } from '../components/text/problem-text';

export interface CellEdit {
  /** Qualified. */
  readonly table: string;
  readonly row: GridRow;
  readonly column: GridColumn;
  readonly value: Json;
  /** The text that was in the field. */
  readonly typed: string;
  /** What the person saw: something else in the note is not overwritten. */
  readonly before: Json | undefined;
  /** The person saw a new row: a value that its insert gave the cell meanwhile is not a conflict. */
  readonly isOverDraft?: boolean;
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
      /** There is no such row or column any more, so that nothing can be corrected at it. */
      readonly isLost: boolean;
    }
  | { readonly kind: 'untouched' };

/** What one undo takes back: the edit of a cell, those of a block, or rows that came or went. */
export interface LaneStep {
  /** Qualified. */
  readonly table: string;
  /** `paste of 50 cells`; null: the edit of one cell, which is called after it. */
  readonly name: string | null;
  readonly edits: readonly CellEdit[];
}

/** What came of a step that is one write. */
export interface StepOutcome {
  /** Null when nothing was written. */
  readonly migrationId: string | null;
  /** One for each edit, in their order. */
  readonly cells: readonly EditOutcome[];
  /** A sentence for the person; null: that of a single cell. */
  readonly text: string | null;
  /** Why nothing of it was done. The text then says what failed. */
  readonly problem: ProblemText | null;
}

export interface LanePort {
  /** Never rejects, and neither does `undo`. */
  write(edit: CellEdit): Promise<EditOutcome>;
  /** Takes a write back, or an undo: then it is done again. */
  undo(migrationId: string): Promise<UndoOutcome>;
  /** Resolves when the rows shown were read after this call. */
  shown(table: string): Promise<void>;
  /** Overlays or the undo list are others now. */
  changed(): void;
  tell(event: QueueEvent): void;
}

export type UndoOutcome =
  | {
      readonly kind: 'undone';
      /** Of the undo itself; null where the write was taken back elsewhere already. */
      readonly migrationId: string | null;
    }
  | { readonly kind: 'refused'; readonly problem: ProblemText };

export type QueueEvent =
  | { readonly kind: 'written'; readonly step: LaneStep; readonly text: string | null; readonly others: number }
  | { readonly kind: 'undone' | 'redone'; readonly step: LaneStep }
  | { readonly kind: 'notUndone' | 'notRedone'; readonly step: LaneStep; readonly problem: ProblemText }
  /** Nothing of the step was done. `isLost`: no cell or card shows why. */
  | {
      readonly kind: 'notDone';
      readonly step: LaneStep;
      readonly text: string;
      readonly problem: ProblemText;
      readonly isLost: boolean;
    }
  /** `isLost`: no cell shows it. */
  | { readonly kind: 'refused'; readonly edit: CellEdit; readonly problem: ProblemText; readonly isLost?: boolean };
