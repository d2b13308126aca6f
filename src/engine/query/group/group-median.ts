/** The median of the numbers of each group: of an even count the mean of the two in the middle. D31. */

import type { SchedulerPort } from '../../ports/host';
import { nthSmallest } from '../scan/top-rows';
import type { AggregateMeasure } from './aggregate-measure';
import { type GroupTotals, type RowGroups, numericTotals } from './row-groups';
import { inSteps } from './value-vector';

export async function medianOfGroups(
  measure: AggregateMeasure & { kind: 'numbers' },
  { groups, groupCount, positions }: RowGroups,
  scheduler: SchedulerPort,
): Promise<GroupTotals> {
  const starts = new Uint32Array(groupCount + 1);
  const placeOf = (row: number): number => (positions === null ? row : positions[row]!);
  await inSteps(groups.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) if (placeOf(i) >= 0) starts[groups[i]! + 1]! += measure.count(placeOf(i));
  });
  for (let group = 0; group < groupCount; group++) starts[group + 1]! += starts[group]!;
  const numbers = new Float64Array(starts[groupCount]!);
  const next = starts.slice();
  await inSteps(groups.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      if (placeOf(i) < 0) continue;
      for (const number of measure.items(placeOf(i))) numbers[next[groups[i]!]!++] = number;
    }
  });
  const medians = new Float64Array(groupCount);
  await inSteps(groupCount, scheduler, (from, to) => {
    for (let group = from; group < to; group++) {
      medians[group] = medianOf(numbers.subarray(starts[group], starts[group + 1]));
    }
  });
  return numericTotals((group) => medians[group]!);
}

/** NaN of none. The list is left in another order. */
function medianOf(numbers: Float64Array): number {
  if (numbers.length === 0) return Number.NaN;
  const middle = numbers.length >>> 1;
  const upper = nthSmallest(numbers, middle);
  if (numbers.length % 2 === 1) return upper;
  let lower = numbers[0]!;
  for (let i = 1; i < middle; i++) if (numbers[i]! > lower) lower = numbers[i]!;
  return (lower + upper) / 2;
}
