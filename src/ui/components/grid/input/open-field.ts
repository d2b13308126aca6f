/** Opening and closing the field of a grid. It closes at once: the typed text is handed over, and the cell shows it. */

import type { Json } from '../../../../engine/index';
import { numberText, valueOf } from '../../cells/edit-draft';
import { notJson, readText } from '../../text/field-text';
import { type GridColumn, type GridRow, isNumeric, whyReadOnly } from '../../grid-column';
import { type CellOverlay, type OpenField, openingText, shownValue } from '../../grid-editing';
import type { GridStore } from '../grid-store';

/** A field with more of them keeps its person waiting. */
const MOST_LETTERS = 200_000;

/** Keys that edit a cell, besides letters. */
const EDITS = ['Enter', 'F2', 'Delete', 'Backspace'];

/** Actions on single cells of a grid. */
export class FieldControl {
  constructor(
    private readonly store: Pick<GridStore, 'editing' | 'field'>,
    private readonly tell: (text: string) => void,
  ) {}

  overlay(row: GridRow, column: GridColumn): CellOverlay | null {
    return this.store.editing.peek()?.overlay(row, column) ?? null;
  }

  /** Writes what a person sees as the new value, over what they saw before. */
  put(row: GridRow, column: GridColumn, value: Json): void {
    this.store.editing.peek()?.put(row, column, value, shownValue(row, column, this.overlay(row, column)));
  }

  toggle(row: GridRow, column: GridColumn): void {
    this.put(row, column, shownValue(row, column, this.overlay(row, column)) !== true);
  }

  /** What a key does to a cell that is not being edited; false when it is none of ours. */
  press(row: GridRow, column: GridColumn, key: string): boolean {
    if (this.store.editing.peek() === undefined) return false;
    if (!column.isEditable) return this.refuse(column, key);
    if (key === 'Escape' && this.overlay(row, column)?.kind === 'refused') {
      this.store.editing.peek()?.giveUp(row, column);
    } else if (key === 'Delete' || key === 'Backspace') this.put(row, column, null);
    else if (column.type === 'boolean') return this.pressBoolean(row, column, key);
    else if (key === 'Enter' || key === 'F2') this.open(row, column, null);
    else if (key.length === 1 && key !== ' ') this.open(row, column, key);
    else return false;
    return true;
  }

  /** Keys that would change the cell say why it stays as it is. */
  private refuse(column: GridColumn, key: string): boolean {
    const reason = EDITS.includes(key) ? whyReadOnly(column) : null;
    if (reason === null) return false;
    this.tell(reason);
    return true;
  }

  private pressBoolean(row: GridRow, column: GridColumn, key: string): boolean {
    if (key !== 'Enter' && key !== ' ') return false;
    this.toggle(row, column);
    return true;
  }

  /** A letter takes the place of the value; in a list it begins one more item. */
  open(row: GridRow, column: GridColumn, letter: string | null): void {
    const field = this.fieldOf(row, column, letter);
    if (field !== null) this.store.field.value = field;
  }

  /** Types a text into a cell; false where none can be. `isShown`: its field opens, and typing goes on there. */
  type(row: GridRow, column: GridColumn, text: string, isShown: boolean): boolean {
    if (this.store.editing.peek() === undefined || !column.isEditable || column.type === 'boolean') return false;
    const field = this.fieldOf(row, column, text);
    if (field !== null && isShown) this.store.field.value = field;
    else if (field !== null) this.handOver(field, field.text);
    return true;
  }

  private fieldOf(row: GridRow, column: GridColumn, letter: string | null): OpenField | null {
    const overlay = this.overlay(row, column);
    const before = shownValue(row, column, overlay);
    const text = openingText(row, column, overlay);
    if (text.length > MOST_LETTERS) {
      const size = text.length.toLocaleString();
      this.tell(`${column.label} has ${size} letters, too many for a field. Open the note to edit it.`);
      return null;
    }
    const hasLines = column.type === 'list' || column.type === 'json';
    const started = hasLines && text !== '' ? `${text}\n${letter ?? ''}` : letter;
    return {
      row,
      column,
      openedAs: column.name,
      before,
      text: letter === null ? text : (started ?? ''),
      isTyped: letter !== null || overlay?.kind === 'refused',
      problem: letter === null ? (overlay?.problem ?? null) : null,
    };
  }

  /** Hands over the text in the field, and closes the field. */
  commit(field: OpenField, text: string): void {
    if (!this.isOpen(field)) return;
    this.store.field.value = null;
    if (text !== field.text || field.isTyped) this.handOver(field, text);
  }

  private handOver({ row, column, before }: OpenField, text: string): void {
    const value = readText(column, text);
    if (value === undefined) this.store.editing.peek()?.refuse(row, column, text, notJson(text));
    else this.store.editing.peek()?.put(row, column, value, before);
  }

  /** Makes the row that a link is to lead to, and links it. */
  create(field: OpenField, name: string): void {
    const { row, column, before } = field;
    if (!this.isOpen(field)) return;
    this.store.field.value = null;
    this.store.editing.peek()?.createTarget?.(row, column, name, before);
  }

  /** Puts the value that was probably meant in place of the refused one. */
  correct(row: GridRow, column: GridColumn, text: string): void {
    const value = readText(column, text);
    if (value !== undefined) this.store.editing.peek()?.put(row, column, value, row.values[column.name]);
  }

  /** Says in the field itself that its text is not a value. */
  reject(field: OpenField, text: string): boolean {
    if (!this.isOpen(field) || readText(field.column, text) !== undefined) return false;
    this.store.field.value = { ...field, problem: notJson(text) };
    return true;
  }

  /** Closes the field, and gives up the text that was refused there before. */
  cancel(field: OpenField): void {
    if (!this.isOpen(field)) return;
    this.store.field.value = null;
    this.store.editing.peek()?.giveUp(field.row, field.column);
  }

  /** One step of the column up or down from a number, in the field's own form. */
  step(field: OpenField, text: string, direction: 1 | -1): string | null {
    if (!isNumeric(field.column)) return null;
    const number = text.trim() === '' ? 0 : valueOf(field.column, text);
    if (typeof number !== 'number') return null;
    const next = number + direction * (field.column.step ?? 1);
    return numberText(Number(next.toPrecision(15)));
  }

  private isOpen({ row, column }: OpenField): boolean {
    const field = this.store.field.peek();
    return field?.row.key === row.key && field.column.name === column.name;
  }
}
