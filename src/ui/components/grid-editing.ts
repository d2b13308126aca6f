/** The interface between a grid and its writer: the grid hands over a value and continues at once. */

import type { Signal } from '@preact/signals';
import type { Json } from '../../engine/index';
import type { CellBlock } from './cells/cell-block';
import { draftOf } from './cells/edit-draft';
import type { Suggestions } from './editors/suggestions';
import type { GridColumn, GridRow } from './grid-column';
import type { ProblemText } from './text/problem-text';

/** A value that is drawn over the stored one. */
export interface CellOverlay {
  /** `pending`: on its way. `written`: done, and the rows shown don't have it yet. */
  readonly kind: 'pending' | 'written' | 'refused';
  readonly value: Json;
  /** The text as it was in the field. */
  readonly typed: string;
  readonly problem: ProblemText | null;
}

/** The one field of a grid that is open. */
export interface OpenField {
  readonly row: GridRow;
  /** As it is called now: a field follows its column when that is renamed. */
  readonly column: GridColumn;
  /** What the column was called when the field was opened. */
  readonly openedAs: string;
  /** What the person saw when it was opened. */
  readonly before: Json | undefined;
  /** The text in the field at first. */
  readonly text: string;
  /** Whether the text takes the place of the value, so that it counts as typed. */
  readonly isTyped: boolean;
  readonly problem: ProblemText | null;
}

/** A cell to which somebody outside of the grid sends the cursor. */
export interface AskedCell {
  /** Of the row; null: where the cursor is. */
  readonly key: string | null;
  /** Null: the first one that can be edited. */
  readonly column: string | null;
  /** Whether its field opens. */
  readonly opens: boolean;
}

/** Values that belong together, such as the lane of a card and its place there. */
export interface ValueGroup {
  /** What its undo is called: `move of Bake a cake`. */
  readonly name: string;
  /** For the person, once it is written, and when it was refused. */
  readonly done: string;
  readonly notDone: string;
  /** The first one is to blame where no rule names another. */
  readonly values: readonly PutValue[];
}

export interface PutValue {
  readonly row: GridRow;
  readonly column: GridColumn;
  readonly value: Json;
  /** What the person saw. */
  readonly before: Json | undefined;
}

export interface GridEditing {
  readonly overlay: (row: GridRow, column: GridColumn) => CellOverlay | null;
  /** Counts the changes of a row's overlays. An effect or a component that reads it is notified of the next one. */
  readonly version: (row: GridRow) => number;
  /** `before` is what the person saw. */
  readonly put: (row: GridRow, column: GridColumn, value: Json, before: Json | undefined) => void;
  /** Keeps at its cell what can't be read as a value. */
  readonly refuse: (row: GridRow, column: GridColumn, typed: string, problem: ProblemText) => void;
  readonly giveUp: (row: GridRow, column: GridColumn) => void;
  /** The notes that a link may lead to, by a part of their name. Absent where they are unknown. */
  readonly suggest?: ((row: GridRow, column: GridColumn, text: string) => Promise<Suggestions>) | undefined;
  /** Makes a row of this name in the table that the column leads to, and links it: one write. Absent where this is not possible. */
  readonly createTarget?:
    ((row: GridRow, column: GridColumn, name: string, before: Json | undefined) => void) | undefined;
  /** Writes several cells at once. Absent where this is not possible. */
  readonly putBlock?: ((block: CellBlock) => void) | undefined;
  /** Writes values of one row or several in one write: all of them or none. Absent where this is not possible. */
  readonly putTogether?: ((group: ValueGroup) => void) | undefined;
  /** Writes a new row at once. Resolves to the reason of a refusal; null: it is written. Absent where this is not possible. */
  readonly insertRow?: ((values: Readonly<Record<string, Json>>) => Promise<ProblemText | null>) | undefined;
  /** Where the cursor is wanted. The grid goes there, and sets it to null. */
  readonly asked?: Signal<AskedCell | null> | undefined;
  /** The person moved to the row of this key; null: to none. Rows that come and go under the cursor do not count as a move. */
  readonly leave?: ((key: string | null) => void) | undefined;
  /** A field is open, and `read` gives its text. Returns the function that ends this. */
  readonly watchField?: ((field: OpenField, read: () => string) => () => void) | undefined;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Rows keep their places while a field is open, and after a write. */
  readonly fieldIsOpen: (isOpen: boolean) => void;
}

/** The two ways out of a conflict. */
export interface ConflictChoice {
  readonly useMine: () => void;
  readonly keepTheirs: () => void;
}

/** Undefined where the cell has no conflict. */
export function conflictChoice(editing: GridEditing, row: GridRow, column: GridColumn): ConflictChoice | undefined {
  const overlay = editing.overlay(row, column);
  const conflict = overlay?.problem?.conflict;
  if (overlay === null || conflict === undefined) return undefined;
  return {
    // Over the value that was shown beside it: a third one is a conflict again.
    useMine: () => editing.put(row, column, overlay.value, conflict.now),
    keepTheirs: () => editing.giveUp(row, column),
  };
}

/** The value of a cell as the person sees it: the stored value, or the one that they put there. */
export function shownValue(row: GridRow, column: GridColumn, overlay: CellOverlay | null): Json | undefined {
  return overlay === null || overlay.kind === 'refused' ? row.values[column.name] : overlay.value;
}

/** The text with which a cell's field opens. */
export function openingText(row: GridRow, column: GridColumn, overlay: CellOverlay | null): string {
  return overlay?.kind === 'refused' ? overlay.typed : draftOf(column, shownValue(row, column, overlay));
}
