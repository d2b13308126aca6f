/** The rows of a column in the order of its values, by its index: a list for each value. */

import type { SchedulerPort } from '../../ports/host';
import type { FrozenColumn } from '../../storage/columns/column';
import { type OrderKey, valueOrder } from '../order';
import { type Postings, bucketCount, slotsOfBucket } from './postings';

interface Order {
  readonly key: OrderKey;
  /** The column of the key. */
  readonly column: FrozenColumn;
  readonly zone: string;
}

/** Rows without a value come last. */
export async function alongValues(
  postings: Postings,
  { key: { subject, descending }, column, zone }: Order,
  scheduler: SchedulerPort,
): Promise<Iterable<Uint32Array>> {
  if (column.kind === 'numbers') return byNumber(postings, descending);
  const wanted = valueOrder(subject.spec, zone);
  const ranks = await column.dictionary.ranksInSteps(wanted, scheduler);
  const codes = column.dictionary.inOrder(wanted).filter((code) => code < bucketCount(postings));
  return byRank({ column, postings, ranks, codes }, descending);
}

/** Rows without a number last. */
function* byNumber(postings: Postings, descending: boolean): Generator<Uint32Array> {
  const numbers = bucketCount(postings) - 1;
  for (let i = 0; i < numbers; i++) yield slotsOfBucket(postings, descending ? numbers - 1 - i : i);
  yield slotsOfBucket(postings, numbers);
}

interface Ranked {
  readonly column: FrozenColumn & { readonly kind: 'codes' };
  readonly postings: Postings;
  readonly ranks: Float64Array;
  /** Of values that are not empty, in their order. */
  readonly codes: readonly number[];
}

/** Values that compare equal together, rows without a value last. */
function* byRank({ column, postings, ranks, codes }: Ranked, descending: boolean): Generator<Uint32Array> {
  for (let i = 0; i < codes.length;) {
    const codeAt = (at: number): number => codes[descending ? codes.length - 1 - at : at]!;
    const rank = ranks[codeAt(i)];
    const alike: Uint32Array[] = [];
    for (; i < codes.length && ranks[codeAt(i)] === rank; i++) alike.push(slotsOfBucket(postings, codeAt(i)));
    yield joined(alike);
  }
  const empty: Uint32Array[] = [];
  const { size } = column.dictionary;
  for (let code = 0; code < Math.min(size, bucketCount(postings)); code++) {
    if (ranks[code] === Number.POSITIVE_INFINITY) empty.push(slotsOfBucket(postings, code));
  }
  yield joined(empty);
}

export function joined(lists: readonly Uint32Array[]): Uint32Array {
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
