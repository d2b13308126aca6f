/** The place of each value of a group key in the order of order_by. */

import type { Json } from '../values/json';
import { valueSpecOf } from './aggregates';
import type { ValueNumbers } from './numbered';
import { valueOrder } from './order';
import type { Subject } from './subject';
import type { Vector } from './vector';

/** By number. The dictionary of a column remembers the order of its values. */
export function ranksOfValues(
  { values, codes }: ValueNumbers,
  { spec }: Subject,
  vector: Vector,
  zone: string,
): Float64Array {
  if (vector.kind === 'numbers' && vector.odd.size === 0) return Float64Array.from(values as readonly number[]);
  if (vector.kind === 'codes' && spec?.type !== 'list') {
    const ranks = vector.dictionary.ranksBy(valueOrder(spec, zone));
    const own = new Float64Array(codes.length);
    for (let i = 0; i < own.length; i++) {
      const rank = ranks[codes[i]!]!;
      own[i] = rank === Number.POSITIVE_INFINITY ? Number.NaN : rank;
    }
    return own;
  }
  const { compare } = valueOrder(valueSpecOf(spec), zone);
  const order = values.map((_, i) => i).sort((a, b) => compare(values[a] as Json, values[b] as Json));
  const ranks = new Float64Array(values.length);
  for (const [rank, i] of order.entries()) ranks[i] = rank;
  return ranks;
}

/** By value, of all these: values that are equal in the order have one rank. */
export function ranksAmong(values: Iterable<Json>, { spec }: Subject, zone: string): ReadonlyMap<Json, number> {
  const { compare } = valueOrder(valueSpecOf(spec), zone);
  const sorted = [...new Set(values)].sort(compare);
  const ranks = new Map<Json, number>();
  let rank = 0;
  for (const [i, value] of sorted.entries()) {
    if (i > 0 && compare(sorted[i - 1] as Json, value) !== 0) rank++;
    ranks.set(value, rank);
  }
  return ranks;
}
