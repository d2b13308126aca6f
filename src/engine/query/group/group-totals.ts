/** Adds up the rows of each group. D4: sum, avg, min and max of nothing are null. */

import type { SchedulerPort } from '../../ports/host';
import type { AggregateKind } from './aggregates';
import type { AggregateMeasure } from './aggregate-measure';
import { medianOfGroups } from './group-median';
import { endOfGroups, listsOfGroups } from './group-values';
import { pairNumbers } from './pair-numbers';
import { type GroupTotals, type RowGroups, numericTotals } from './row-groups';
import { NOTHING } from './value-ids';
import { inSteps } from './value-vector';

export async function totalsOf(
  kind: AggregateKind,
  measure: AggregateMeasure | null,
  rows: RowGroups,
  scheduler: SchedulerPort,
): Promise<GroupTotals> {
  if (measure === null) {
    const counts = await groupSizes(rows, scheduler);
    if (kind === 'share') return numericTotals((group) => counts[group]! / rows.groups.length);
    return numericTotals((group) => counts[group] as number);
  }
  switch (measure.kind) {
    case 'present': {
      const counts = await countGroups(rows, (at) => measure.isPresent(at), scheduler);
      return numericTotals((group) => counts[group] as number);
    }
    case 'numbers':
      return kind === 'median'
        ? medianOfGroups(measure, rows, scheduler)
        : sumGroups(kind === 'avg', measure, rows, scheduler);
    case 'ranks':
      return extremeOfGroups(kind === 'max', measure, rows, scheduler);
    case 'ids':
      return distinctInGroups(measure, rows, scheduler);
    case 'values':
      return kind === 'list'
        ? listsOfGroups(measure, rows, scheduler)
        : endOfGroups(kind === 'last', measure, rows, scheduler);
  }
}

async function groupSizes({ groups, groupCount }: RowGroups, scheduler: SchedulerPort): Promise<Uint32Array> {
  const counts = new Uint32Array(groupCount);
  await inSteps(groups.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) counts[groups[i]!]!++;
  });
  return counts;
}

async function countGroups(
  { groups, groupCount, positions }: RowGroups,
  isCounted: (position: number) => boolean,
  scheduler: SchedulerPort,
): Promise<Float64Array> {
  const counts = new Float64Array(groupCount);
  await inSteps(groups.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      const at = positions === null ? i : positions[i]!;
      if (at >= 0 && isCounted(at)) counts[groups[i]!] = counts[groups[i]!]! + 1;
    }
  });
  return counts;
}

async function sumGroups(
  isMean: boolean,
  measure: AggregateMeasure & { kind: 'numbers' },
  { groups, groupCount, positions }: RowGroups,
  scheduler: SchedulerPort,
): Promise<GroupTotals> {
  const sums = new GroupSums(groupCount);
  const { plain } = measure;
  await inSteps(groups.length, scheduler, (from, to) => {
    if (plain !== undefined && positions === null) {
      sums.addPlain(plain, groups, from, to);
      return;
    }
    for (let i = from; i < to; i++) {
      const at = positions === null ? i : positions[i]!;
      const count = at < 0 ? 0 : measure.count(at);
      if (count > 0) sums.add(groups[i]!, measure.sum(at), count);
    }
  });
  return numericTotals((group) => {
    const [sum, count] = [sums.sum(group), sums.count(group)];
    if (count === 0) return Number.NaN;
    if (isMean) return sum / count;
    return measure.isExact && !Number.isSafeInteger(sum) ? Number.NaN : sum;
  });
}

async function extremeOfGroups(
  isMost: boolean,
  measure: AggregateMeasure & { kind: 'ranks' },
  { groups, groupCount, positions }: RowGroups,
  scheduler: SchedulerPort,
): Promise<GroupTotals> {
  const best = new Float64Array(groupCount).fill(Number.NaN);
  await inSteps(groups.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      const at = positions === null ? i : positions[i]!;
      if (at < 0) continue;
      const rank = isMost ? measure.most(at) : measure.least(at);
      const group = groups[i]!;
      const present = best[group]!;
      if (isMost ? !(present >= rank) && !Number.isNaN(rank) : !(present <= rank) && !Number.isNaN(rank)) {
        best[group] = rank;
      }
    }
  });
  return {
    rank: (group) => best[group]!,
    value: (group) => (Number.isNaN(best[group]!) ? null : measure.value(best[group]!)),
  };
}

async function distinctInGroups(
  { ids: { starts, numbers }, size }: AggregateMeasure & { kind: 'ids' },
  { groups, groupCount, positions }: RowGroups,
  scheduler: SchedulerPort,
): Promise<GroupTotals> {
  const counts = new Float64Array(groupCount);
  const number = pairNumbers(groupCount, size);
  let pairs = 0;
  const add = (group: number, value: number): void => {
    if (value === NOTHING || number(group * size + value, pairs) < pairs) return;
    pairs++;
    counts[group] = counts[group]! + 1;
  };
  await inSteps(groups.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      const at = positions === null ? i : positions[i]!;
      if (at < 0) continue;
      if (starts === null) add(groups[i]!, numbers[at]!);
      else for (let j = starts[at]!; j < starts[at + 1]!; j++) add(groups[i]!, numbers[j]!);
    }
  });
  return numericTotals((group) => counts[group]!);
}

/** Sum, what it lost, and how many were added, next to one another. */
const WIDTH = 3;

class GroupSums {
  private readonly totals: Float64Array;

  constructor(groups: number) {
    this.totals = new Float64Array(groups * WIDTH);
  }

  /** `value` is the sum of `count` numbers. */
  add(group: number, value: number, count: number): void {
    const { totals } = this;
    const at = group * WIDTH;
    const before = totals[at]!;
    const after = before + value;
    totals[at] = after;
    totals[at + 1]! += Math.abs(before) >= Math.abs(value) ? before - after + value : value - after + before;
    totals[at + 2]! += count;
  }

  /** The rows `from` to `to`, each with one number, NaN for none. */
  addPlain(numbers: Float64Array, groups: Int32Array, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const value = numbers[i]!;

      if (!Number.isNaN(value)) this.add(groups[i]!, value, 1);
    }
  }

  sum(group: number): number {
    return this.totals[group * WIDTH]! + this.totals[group * WIDTH + 1]!;
  }

  count(group: number): number {
    return this.totals[group * WIDTH + 2]!;
  }
}
