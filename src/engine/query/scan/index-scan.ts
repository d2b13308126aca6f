/** The rows of a column in the order of its values, by its index: a list for each value. */

import type { SchedulerPort } from '../../ports/host';
import type { FrozenColumn } from '../../storage/columns/stored-column';
import { type OrderKey, valueOrder } from '../row-order';
import { type ValuePostings, bucketCount, slotsOfBucket } from './value-postings';

interface ScanOrder {
  readonly key: OrderKey;
  /** The column of the key. */
  readonly column: FrozenColumn;
  readonly zone: string;
}

/** Rows without a value come last. */
export async function indexScan(
  postings: ValuePostings,
  { key: { subject, descending }, column, zone }: ScanOrder,
  scheduler: SchedulerPort,
): Promise<Iterable<Uint32Array>> {
  if (column.kind === 'numbers') return byNumber(postings, descending);
  const wanted = valueOrder(subject.spec, zone);
  const ranks = await column.dictionary.ranksInSteps(wanted, scheduler);
  const codes = column.dictionary.inOrder(wanted).filter((code) => code < bucketCount(postings));
  return byRank({ column, postings, ranks, codes }, descending);
}

/** Rows without a number last. */
function* byNumber(postings: ValuePostings, descending: boolean): Generator<Uint32Array> {
  const numbers = bucketCount(postings) - 1;
  for (let i = 0; i < numbers; i++) yield slotsOfBucket(postings, descending ? numbers - 1 - i : i);
  yield slotsOfBucket(postings, numbers);
}

interface RankedColumn {
  readonly column: FrozenColumn & { readonly kind: 'codes' };
  readonly postings: ValuePostings;
  readonly ranks: Float64Array;
  /** Of values that are not empty, in their order. */
  readonly codes: readonly number[];
}

/** Values that compare equal together, rows without a value last. */
function* byRank({ column, postings, ranks, codes }: RankedColumn, descending: boolean): Generator<Uint32Array> {
  for (let i = 0; i < codes.length;) {
    const codeAt = (at: number): number => codes[descending ? codes.length - 1 - at : at]!;
    const rank = ranks[codeAt(i)];
    const alike: Uint32Array[] = [];
    for (; i < codes.length && ranks[codeAt(i)] === rank; i++) alike.push(slotsOfBucket(postings, codeAt(i)));
    yield concatSlots(alike);
  }
  const empty: Uint32Array[] = [];
  const { size } = column.dictionary;
  for (let code = 0; code < Math.min(size, bucketCount(postings)); code++) {
    if (ranks[code] === Number.POSITIVE_INFINITY) empty.push(slotsOfBucket(postings, code));
  }
  yield concatSlots(empty);
}

export function concatSlots(lists: readonly Uint32Array[]): Uint32Array {
  const [only, ...more] = lists;
  if (only !== undefined && more.length === 0) return only;
  const all = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}
