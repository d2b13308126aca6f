/** The first k of many slots under an order, without sorting the rest. */

import { chunkOf, offsetOf } from '../storage/chunks';
import { frozenValue } from '../storage/column';
import { type RowsSnapshot, rowHead } from '../storage/column-table';
import { type Json, isEmpty } from '../values/json';
import { NO_VALUE } from '../storage/dictionary';
import { type OrderKey, comparePaths, valueOrder } from './order';
import type { Derivation } from './subject';
import { derivedVector } from './vector';

/** Ascending numbers in the wanted order of one key; +Infinity for empty values. */
type SlotKey = (slot: number) => number;

/** Slots in order, at most `count`. */
export function topSlots(
  snapshot: RowsSnapshot,
  slots: Uint32Array,
  keys: readonly OrderKey[],
  count: number,
  zone: string,
): readonly number[] {
  if (count <= 0 || slots.length === 0) return [];
  const compare = slotOrder(snapshot, slots, keys, zone);
  const positions = firstOf(slots.length, count, compare);
  return positions.map((position) => slots[position] as number);
}

/** Compares positions in `slots`. */
function slotOrder(
  snapshot: RowsSnapshot,
  slots: Uint32Array,
  keys: readonly OrderKey[],
  zone: string,
): (a: number, b: number) => number {
  const columns = keys.map((key) => {
    if (key.subject.derived !== undefined) return derivedKeys(snapshot, slots, key, zone);
    const keyOf = slotKey(snapshot, key, zone);
    const values = new Float64Array(slots.length);
    for (let i = 0; i < slots.length; i++) values[i] = keyOf(slots[i] as number);
    return values;
  });
  const pathAt = (position: number): string => {
    const slot = slots[position] as number;
    return snapshot.paths[chunkOf(slot)]?.[offsetOf(slot)] as string;
  };
  return (a, b) => {
    for (const values of columns) {
      const left = values[a] as number;
      const right = values[b] as number;
      if (left !== right) return left < right ? -1 : 1;
    }
    // Rows that are no notes have no paths: they keep the order in which they were given.
    return comparePaths(pathAt(a), pathAt(b)) || a - b;
  };
}

function slotKey(snapshot: RowsSnapshot, { subject, descending }: OrderKey, zone: string): SlotKey {
  const sign = descending ? -1 : 1;
  const column = subject.stored === null ? undefined : snapshot.columns.get(subject.stored);
  if (column?.kind === 'codes') {
    const { chunks, dictionary } = column;
    const ranks = dictionary.ranksBy(valueOrder(subject, zone));
    const keys = new Float64Array(dictionary.size);
    for (let code = 0; code < keys.length; code++) {
      keys[code] = isEmpty(dictionary.value(code)) ? Number.POSITIVE_INFINITY : sign * (ranks[code] as number);
    }
    return (slot) => keys[chunks[chunkOf(slot)]?.[offsetOf(slot)] as number] as number;
  }
  if (column?.kind === 'numbers' && column.odd.size === 0) {
    return (slot) => {
      const number = column.chunks[chunkOf(slot)]?.[offsetOf(slot)] as number;
      return Number.isNaN(number) ? Number.POSITIVE_INFINITY : sign * number;
    };
  }
  return madeKey(snapshot, { subject, descending }, zone);
}

/** For values that are made of stored ones: each distinct one is made and ranked once. */
function derivedKeys(
  snapshot: RowsSnapshot,
  slots: Uint32Array,
  { subject, descending }: OrderKey,
  zone: string,
): Float64Array {
  const { codes, dictionary } = derivedVector(subject.derived as Derivation, snapshot, slots);
  const ranks = dictionary.ranksBy(valueOrder(subject, zone));
  const keys = new Float64Array(slots.length);
  for (let i = 0; i < keys.length; i++) {
    const code = codes[i]!;
    keys[i] = code === NO_VALUE ? Number.POSITIVE_INFINITY : (descending ? -1 : 1) * ranks[code]!;
  }
  return keys;
}

/** For values that are not stored, and for columns in which a hand left other types: all of them are made and ranked. */
function madeKey(snapshot: RowsSnapshot, { subject, descending }: OrderKey, zone: string): SlotKey {
  const compare = valueOrder(subject, zone);
  const column = subject.stored === null ? undefined : snapshot.columns.get(subject.stored);
  const valueAt = (slot: number): Json | undefined =>
    column === undefined ? subject.ofRow(rowHead(snapshot, slot)) : frozenValue(column, slot);
  const values = new Map<number, Json | undefined>();
  for (let slot = 0; slot < snapshot.capacity; slot++) {
    if (snapshot.live[chunkOf(slot)]?.[offsetOf(slot)] === 1) values.set(slot, valueAt(slot));
  }
  const present = [...values.values()].filter((value): value is Json => !isEmpty(value));
  const sorted = present.sort(compare);
  const rankOf = (value: Json): number => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(sorted[middle] as Json, value) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return (slot) => {
    const value = values.get(slot);
    return value === undefined || isEmpty(value) ? Number.POSITIVE_INFINITY : (descending ? -1 : 1) * rankOf(value);
  };
}

/** The first `count` of the positions 0…size-1, in order. */
function firstOf(size: number, count: number, compare: (a: number, b: number) => number): number[] {
  if (count * 8 > size)
    return Array.from({ length: size }, (_, i) => i)
      .sort(compare)
      .slice(0, count);
  const heap: number[] = [];
  for (let position = 0; position < size; position++) {
    if (heap.length < count) {
      heap.push(position);
      siftUp(heap, compare);
    } else if (compare(position, heap[0] as number) < 0) {
      heap[0] = position;
      siftDown(heap, compare);
    }
  }
  return heap.sort(compare);
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
