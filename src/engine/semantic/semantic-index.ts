/** Which passages of which notes have a vector. Holds no text: answers are read from the notes. docs/semantic.md#the-index */

import type { NotePath } from '../ports/vault-port';
import type { PackedVector, PassageKey, VectorSet } from './vector-set';

/** How a note was when it was cut into passages. */
export interface IndexedNote {
  readonly path: NotePath;
  readonly size: number;
  readonly mtime: number;
  /** In the order of the passages. */
  readonly slots: number[];
}

/** A passage and its vector, which may be the one of another note with the same text. */
export interface NewPassage {
  readonly key: PassageKey;
  readonly vector: Float32Array | PackedVector;
}

export const keyText = ([high, low]: PassageKey): string => `${high},${low}`;

export class SemanticIndex {
  private readonly notes: (IndexedNote | null)[] = [];
  private readonly numbers = new Map<NotePath, number>();
  private readonly freeNumbers: number[] = [];

  constructor(readonly vectors: VectorSet) {}

  get noteCount(): number {
    return this.numbers.size;
  }

  paths(): Iterable<NotePath> {
    return this.numbers.keys();
  }

  note(path: NotePath): IndexedNote | null {
    const number = this.numbers.get(path);
    return number === undefined ? null : (this.notes[number] ?? null);
  }

  /** Whose vector a slot holds. */
  pathOf(slot: number): NotePath {
    return this.notes[this.vectors.owner(slot)]?.path ?? '';
  }

  /** The slots of these notes by what they embed. */
  slotsByKey(paths: Iterable<NotePath>): Map<string, number> {
    const slots = new Map<string, number>();
    for (const path of paths)
      for (const slot of this.note(path)?.slots ?? []) slots.set(keyText(this.vectors.key(slot)), slot);
    return slots;
  }

  /** In place of what the index held of this note. */
  put(path: NotePath, stat: Pick<IndexedNote, 'size' | 'mtime'>, passages: readonly NewPassage[]): void {
    const number = this.freeNumbers.pop() ?? this.notes.length;
    const slots = passages.map(({ key, vector }) =>
      vector instanceof Float32Array
        ? this.vectors.add(vector, number, key)
        : this.vectors.addPacked(vector, number, key),
    );
    const { size, mtime } = stat;
    this.adopt(number, { path, size, mtime, slots });
  }

  /** A note whose vectors are there already, for `number`. */
  adopt(number: number, note: IndexedNote): void {
    // Before the old slots go: its own may move into theirs.
    this.notes[number] = note;
    this.remove(note.path);
    this.numbers.set(note.path, number);
  }

  remove(path: NotePath): void {
    const number = this.numbers.get(path);
    if (number === undefined) return;
    const slots = this.notes[number]?.slots ?? [];
    this.notes[number] = null;
    this.numbers.delete(path);
    this.freeNumbers.push(number);
    // From the highest on: what moves into a free slot is then never one that is to go.
    for (const slot of [...slots].sort((a, b) => b - a)) this.free(slot);
  }

  private free(slot: number): void {
    const moved = this.vectors.remove(slot);
    if (moved === slot) return;
    const owner = this.notes[this.vectors.owner(slot)];
    const at = owner?.slots.indexOf(moved) ?? -1;
    if (owner !== null && owner !== undefined && at >= 0) owner.slots[at] = slot;
  }

  /** One byte a note number: 1 for the notes of `isWanted`. */
  maskOf(isWanted: (path: NotePath) => boolean): Uint8Array {
    return Uint8Array.from(this.notes, (note) => (note !== null && isWanted(note.path) ? 1 : 0));
  }
}
