/** Keys for a row that is not loaded yet: they wait, and are typed into it once it is there. docs/app/editing.md#keys */

import type { OpenField } from '../../grid-editing';
import type { NextCell } from './grid-keys';
import type { GridStore } from '../grid-store';

interface WaitingCommands {
  readonly store: GridStore;
  /** What the key does to a cell without an open field. */
  readonly press: (event: KeyboardEvent) => boolean;
  /** Opens the cell with a text in place of its value; false where that can't be. */
  readonly open: (text: string) => boolean;
  readonly commit: (field: OpenField, text: string, next: NextCell | null) => void;
  readonly cancel: (field: OpenField) => void;
}

interface WaitingKey {
  readonly event: KeyboardEvent;
  /** A letter, or what an input method made. */
  readonly isText: boolean;
}

const USED = new Set(['Enter', 'Tab', 'F2', 'Escape', 'Backspace', 'Delete']);

export class WaitingKeys {
  private keys: WaitingKey[] = [];

  constructor(private readonly commands: WaitingCommands) {}

  get isAny(): boolean {
    return this.keys.length > 0;
  }

  /** Whether a key that is typed now has to wait. */
  get isNeeded(): boolean {
    return this.isAny || this.commands.store.isLoadingRow;
  }

  takeText(text: string): void {
    this.keys.push({ event: new KeyboardEvent('keydown', { key: text }), isText: true });
    this.type();
  }

  /** Whether the key waits. Keys that move the cursor, and those with Ctrl, wait for nothing but others that do. */
  take(event: KeyboardEvent): boolean {
    if (!this.isNeeded) return false;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const isText = event.key.length === 1;
    // A person who leaves by Tab or an arrow before anything was typed means no row.
    if (
      (!isText && !USED.has(event.key)) ||
      (this.keys.length === 0 && (event.key === 'Tab' || event.key === 'Escape'))
    )
      return false;
    this.keys.push({ event, isText });
    return true;
  }

  /** To be called when rows came. */
  type(): void {
    const { store, press, open } = this.commands;
    while (this.keys.length > 0 && !store.isLoadingRow) {
      const field = store.field.peek();
      const letters = field === null ? this.leadingLetters() : 0;
      const taken = this.keys.slice(0, Math.max(letters, 1));
      const left = this.keys.slice(taken.length);
      const event = taken[0]?.event;
      if (event === undefined) return;
      // The keys that are pressed here must not wait again.
      this.keys = [];
      if (letters === 0 || !open(textOf(taken))) {
        if (field === null) press(event);
        else this.pressIn(field, event);
      }
      this.keys = left;
    }
  }

  /** How many keys at the front are text of one field. */
  private leadingLetters(): number {
    const end = this.keys.findIndex(({ event, isText }, at) => !isText && !(at > 0 && event.key === 'Backspace'));
    return end < 0 ? this.keys.length : end;
  }

  private pressIn(field: OpenField, { key, shiftKey }: KeyboardEvent): void {
    const { commit, cancel } = this.commands;
    if (key === 'Tab') commit(field, field.text, shiftKey ? 'left' : 'right');
    else if (key === 'Enter') commit(field, field.text, shiftKey ? 'up' : 'down');
    else if (key === 'Escape') cancel(field);
  }
}

const textOf = (keys: readonly WaitingKey[]): string =>
  keys.reduce((text, { event, isText }) => (isText ? text + event.key : text.slice(0, -1)), '');
