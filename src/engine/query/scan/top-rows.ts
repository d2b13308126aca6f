/** The first k of many slots under an order, without sorting the rest. */

import type { SchedulerPort } from '../../ports/host';
import { chunkOf, offsetOf } from '../../storage/columns/chunked-array';
import type { RowsSnapshot } from '../../storage/columns/column-table';
import { sortInSteps } from '../../storage/columns/sort-in-steps';
import { NO_VALUE, ValueDictionary } from '../../storage/columns/value-dictionary';
import { type OrderKey, comparePaths, valueOrder } from '../row-order';
import { type ChosenRows, type NumberVector, inSteps, upTo, vectorOf } from '../group/value-vector';

/** Slots in order, at most `count`. */
export async function topSlots(
  snapshot: RowsSnapshot,
  slots: Uint32Array,
  keys: readonly OrderKey[],
  count: number,
  zone: string,
  scheduler: SchedulerPort,
): Promise<readonly number[]> {
  if (count <= 0 || slots.length === 0) return [];
  const columns: Float64Array[] = [];
  for (const key of keys) columns.push(await keysOfSlots(snapshot, slots, key, zone, scheduler));
  const pathAt = (position: number): string => {
    const slot = slots[position]!;
    return snapshot.paths[chunkOf(slot)]![offsetOf(slot)]!;
  };
  // Rows that are not notes have no paths: they keep the order in which they were given.
  const byPath = (a: number, b: number): number => comparePaths(pathAt(a), pathAt(b)) || a - b;
  const positions = await firstByKeys(slots.length, Math.min(count, slots.length), columns, byPath, scheduler);
  return Array.from(positions, (position) => slots[position]!);
}

/** By position, ascending in the wanted order; Infinity for an empty value. */
export async function keysOfSlots(
  snapshot: RowsSnapshot,
  slots: Uint32Array,
  key: OrderKey,
  zone: string,
  scheduler: SchedulerPort,
): Promise<Float64Array> {
  const { subject, descending } = key;
  const column = subject.stored === null ? undefined : snapshot.columns.get(subject.stored);
  const sign = descending ? -1 : 1;
  const keys = new Float64Array(slots.length);
  if (column?.kind === 'codes') {
    const { chunks, dictionary } = column;
    const ranks = await dictionary.ranksInSteps(valueOrder(subject.spec, zone), scheduler);
    await inSteps(slots.length, scheduler, (from, to) => {
      for (let i = from; i < to; i++) {
        const rank = ranks[chunks[chunkOf(slots[i]!)]![offsetOf(slots[i]!)]!]!;
        keys[i] = rank === Number.POSITIVE_INFINITY ? rank : sign * rank;
      }
    });
    return keys;
  }
  if (column?.kind !== 'numbers' || column.odd.size > 0) return madeKeys({ snapshot, slots }, key, zone, scheduler);
  await inSteps(slots.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      const number = column.chunks[chunkOf(slots[i]!)]![offsetOf(slots[i]!)]!;
      keys[i] = Number.isNaN(number) ? Number.POSITIVE_INFINITY : sign * number;
    }
  });
  return keys;
}

/** For values that are not stored, and for columns in which a hand left other types: each distinct one is ranked. */
async function madeKeys(
  rows: ChosenRows,
  { subject, descending }: OrderKey,
  zone: string,
  scheduler: SchedulerPort,
): Promise<Float64Array> {
  const vector = await vectorOf(subject, rows, scheduler);
  const { codes, dictionary } = vector.kind === 'codes' ? vector : withDictionary(vector);
  const ranks = await dictionary.ranksInSteps(valueOrder(subject.spec, zone), scheduler);
  const sign = descending ? -1 : 1;
  return Float64Array.from(codes, (code) =>
    ranks[code] === Number.POSITIVE_INFINITY ? ranks[code] : sign * ranks[code]!,
  );
}

/** Numbers among values of other types. */
function withDictionary({ numbers, odd }: NumberVector): { codes: Uint32Array; dictionary: ValueDictionary } {
  const dictionary = new ValueDictionary();
  const codes = Uint32Array.from(numbers, (number, i) => {
    const value = Number.isNaN(number) ? odd.get(i) : number;
    return value === undefined ? NO_VALUE : dictionary.code(value);
  });
  return { codes, dictionary };
}

/** From this share on it is quicker to find the last key that is wanted, and to sort what lies before it. */
const MANY = 1 / 64;

/** The first `count` of the positions 0…size-1 by their keys, each list of which decides where those before leave two equal. */
export async function firstByKeys(
  size: number,
  count: number,
  keys: readonly Float64Array[],
  otherwise: (a: number, b: number) => number,
  scheduler: SchedulerPort,
): Promise<ArrayLike<number>> {
  const compare = (a: number, b: number): number => {
    for (const values of keys) if (values[a] !== values[b]) return values[a]! < values[b]! ? -1 : 1;
    return otherwise(a, b);
  };
  const [first] = keys;
  if (count < size * MANY) return firstOf(size, count, compare, scheduler);
  let positions = upTo(size);
  if (first !== undefined && count < size / 2) {
    const last = nthSmallest(first.slice(), count - 1);
    await scheduler.pause();
    let kept = 0;
    for (let i = 0; i < size; i++) if (first[i]! <= last) positions[kept++] = i;
    positions = positions.subarray(0, kept);
  }
  return (await sortInSteps(positions, compare, scheduler)).subarray(0, count);
}

/** The same for few of many: a heap, so that most are compared once. */
async function firstOf(
  size: number,
  count: number,
  compare: (a: number, b: number) => number,
  scheduler: SchedulerPort,
): Promise<ArrayLike<number>> {
  const heap: number[] = [];
  await inSteps(size, scheduler, (from, to) => {
    for (let position = from; position < to; position++) {
      if (heap.length < count) {
        heap.push(position);
        siftUp(heap, compare);
      } else if (compare(position, heap[0] as number) < 0) {
        heap[0] = position;
        siftDown(heap, compare);
      }
    }
  });
  return sortInSteps(Uint32Array.from(heap), compare, scheduler);
}

/** A heap whose first element is the last in order. */
function siftUp(heap: number[], compare: (a: number, b: number) => number): void {
  let at = heap.length - 1;
  while (at > 0) {
    const parent = (at - 1) >>> 1;
    if (compare(heap[at] as number, heap[parent] as number) <= 0) return;
    [heap[at], heap[parent]] = [heap[parent] as number, heap[at] as number];
    at = parent;
  }
}

function siftDown(heap: number[], compare: (a: number, b: number) => number): void {
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    if (left >= heap.length) return;
    const right = left + 1;
    const larger = right < heap.length && compare(heap[right] as number, heap[left] as number) > 0 ? right : left;
    if (compare(heap[larger] as number, heap[at] as number) <= 0) return;
    [heap[at], heap[larger]] = [heap[larger] as number, heap[at] as number];
    at = larger;
  }
}

/** Rounds after which the list is an unlucky one, and sorted: each round leaves half of it on the average. */
const MOST_ROUNDS = 64;

/** `place` from 0. No NaN. The list is left in another order. */
export function nthSmallest(values: Float64Array, place: number): number {
  let [first, last] = [0, values.length - 1];
  for (let round = 0; first < last; round++) {
    if (round === MOST_ROUNDS) return values.subarray(first, last + 1).sort()[place - first]!;
    const pivot = middleOf(values[first]!, values[(first + last) >>> 1]!, values[last]!);
    let [low, high] = [first, last];
    while (low <= high) {
      while (values[low]! < pivot) low++;
      while (values[high]! > pivot) high--;
      if (low > high) break;
      const value = values[low]!;
      values[low++] = values[high]!;
      values[high--] = value;
    }
    if (place <= high) last = high;
    else if (place >= low) first = low;
    else return pivot;
  }
  return values[place]!;
}

const middleOf = (a: number, b: number, c: number): number =>
  a < b ? (b < c ? b : Math.max(a, c)) : a < c ? a : Math.max(b, c);
