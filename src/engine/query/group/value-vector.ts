/** The values of one expression for chosen rows, in columns: a code a row into the distinct values, or a number a row. */

import type { SchedulerPort } from '../../ports/host';
import { CHUNK_SIZE, chunkOf, offsetOf } from '../../storage/columns/chunked-array';
import { type FrozenColumn, frozenValue } from '../../storage/columns/stored-column';
import type { RowsSnapshot } from '../../storage/columns/column-table';
import { rowHead } from '../../storage/columns/snapshot-row';
import { NO_VALUE, ValueDictionary } from '../../storage/columns/value-dictionary';
import { type Json, isEmpty } from '../../json';
import type { ColumnSpec } from '../../values/column-spec';
import type { Subject, SubjectDerivation } from '../where/subject';

export interface CodeVector {
  readonly kind: 'codes';
  /** By position in the list of rows. */
  readonly codes: Uint32Array;
  /** Its values may be empty ones other than the one of `NO_VALUE`: a hand may leave `""`. */
  readonly dictionary: ValueDictionary;
}

export interface NumberVector {
  readonly kind: 'numbers';
  /** By position; NaN: no number, look into `odd`. */
  readonly numbers: Float64Array;
  /** Values of another type, by position. */
  readonly odd: ReadonlyMap<number, Json>;
}

export type ValueVector = CodeVector | NumberVector;

/** The rows of a snapshot that are looked at: their slots, in any order. */
export interface ChosenRows {
  readonly snapshot: RowsSnapshot;
  readonly slots: Uint32Array;
  /** True when they are all slots of the snapshot in their order: then columns are copied as they are. */
  readonly isWhole?: boolean;
}

/** Rows between two pauses. */
export const ROWS_A_STEP = 4096;

/** Calls `step` for stretches of the positions 0…count-1, with a pause before each. */
export async function inSteps(
  count: number,
  scheduler: SchedulerPort,
  step: (from: number, to: number) => void,
): Promise<void> {
  for (let from = 0; from < count; from += ROWS_A_STEP) {
    await scheduler.pause();
    step(from, Math.min(count, from + ROWS_A_STEP));
  }
}

/** 0, 1, 2 … */
export function upTo(count: number): Uint32Array<ArrayBuffer> {
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = i;
  return numbers;
}

export async function vectorOf(subject: Subject, rows: ChosenRows, scheduler: SchedulerPort): Promise<ValueVector> {
  const { snapshot } = rows;
  const stored = subject.stored === null ? undefined : snapshot.columns.get(subject.stored);
  if (stored?.kind === 'codes') return gatherCodes(stored, rows, scheduler);
  if (stored?.kind === 'numbers') return gatherNumbers(stored, rows, scheduler);
  if (subject.derived !== undefined) return deriveCodes(subject.derived, rows, scheduler);
  const made = new MadeCodes(rows.slots.length);
  await inSteps(rows.slots.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) made.set(i, subject.ofRow(rowHead(snapshot, rows.slots[i]!)));
  });
  return made;
}

async function gatherCodes(
  { chunks, dictionary }: FrozenColumn & { kind: 'codes' },
  { slots, isWhole }: ChosenRows,
  scheduler: SchedulerPort,
): Promise<CodeVector> {
  const codes = new Uint32Array(slots.length);
  if (isWhole === true) {
    await scheduler.pause();
    copyChunks(chunks, codes);
    return { kind: 'codes', codes, dictionary };
  }
  await inSteps(slots.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) codes[i] = chunks[chunkOf(slots[i]!)]![offsetOf(slots[i]!)]!;
  });
  return { kind: 'codes', codes, dictionary };
}

async function gatherNumbers(
  column: FrozenColumn & { kind: 'numbers' },
  { slots, isWhole }: ChosenRows,
  scheduler: SchedulerPort,
): Promise<NumberVector> {
  const numbers = new Float64Array(slots.length);
  if (isWhole === true) {
    await scheduler.pause();
    copyChunks(column.chunks, numbers);
    return { kind: 'numbers', numbers, odd: column.odd };
  }
  const odd = new Map<number, Json>();
  await inSteps(slots.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      const slot = slots[i]!;
      numbers[i] = column.chunks[chunkOf(slot)]![offsetOf(slot)]!;
      if (column.odd.size === 0 || !Number.isNaN(numbers[i])) continue;
      const value = column.odd.get(slot);
      if (value !== undefined) odd.set(i, value);
    }
  });
  return { kind: 'numbers', numbers, odd };
}

function copyChunks<T extends Uint32Array | Float64Array>(chunks: readonly T[], to: T): void {
  for (const [i, chunk] of chunks.entries()) {
    const from = i * CHUNK_SIZE;
    if (from < to.length) to.set(chunk.subarray(0, to.length - from), from);
  }
}

/** Values that are not stored, with a dictionary of their own. */
class MadeCodes implements CodeVector {
  readonly kind = 'codes';
  readonly codes: Uint32Array;
  readonly dictionary = new ValueDictionary();

  constructor(count: number) {
    this.codes = new Uint32Array(count);
  }

  set(position: number, value: Json | undefined): void {
    this.codes[position] = this.codeOf(value);
  }

  codeOf(value: Json | undefined): number {
    return isEmpty(value) ? NO_VALUE : this.dictionary.code(value as Json);
  }
}

/** `valueAt` for each position, as a column of this type holds them. */
export async function vectorOfValues(
  { type }: ColumnSpec,
  count: number,
  valueAt: (position: number) => Json | undefined,
  scheduler: SchedulerPort,
): Promise<ValueVector> {
  if (type !== 'integer' && type !== 'number') {
    const made = new MadeCodes(count);
    await inSteps(count, scheduler, (from, to) => {
      for (let i = from; i < to; i++) made.set(i, valueAt(i));
    });
    return made;
  }
  const numbers = new Float64Array(count);
  const odd = new Map<number, Json>();
  await inSteps(count, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      const value = valueAt(i);
      numbers[i] = typeof value === 'number' ? value : Number.NaN;
      if (typeof value !== 'number' && !isEmpty(value)) odd.set(i, value as Json);
    }
  });
  return { kind: 'numbers', numbers, odd };
}

const UNKNOWN = 0xffffffff;
/** The value means something else in each note. */
const BY_ROW = 0xfffffffe;

/** Each distinct stored value is derived from once, unless its meaning depends on the note. */
async function deriveCodes(
  derivation: SubjectDerivation,
  { snapshot, slots }: ChosenRows,
  scheduler: SchedulerPort,
): Promise<CodeVector> {
  const made = new MadeCodes(slots.length);
  const column = snapshot.columns.get(derivation.column);
  if (column === undefined) return made;
  const pathAt = (slot: number): string => snapshot.paths[chunkOf(slot)]?.[offsetOf(slot)] as string;
  if (column.kind === 'numbers') {
    await inSteps(slots.length, scheduler, (from, to) => {
      for (let i = from; i < to; i++) {
        made.set(i, derivation.of(frozenValue(column, slots[i]!), pathAt(slots[i]!)));
      }
    });
    return made;
  }
  const { chunks, dictionary } = column;
  const known = new Uint32Array(dictionary.size).fill(UNKNOWN);
  const firstOf = (stored: number): number => {
    const value = dictionary.value(stored);
    return (known[stored] = derivation.dependsOnPath(value) ? BY_ROW : made.codeOf(derivation.of(value, '')));
  };
  await inSteps(slots.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      const slot = slots[i]!;
      const stored = chunks[chunkOf(slot)]![offsetOf(slot)]!;
      let code = known[stored]!;
      if (code === UNKNOWN) code = firstOf(stored);
      if (code !== BY_ROW) made.codes[i] = code;
      else made.set(i, derivation.of(dictionary.value(stored), pathAt(slot)));
    }
  });
  return made;
}
