/** The rows of groups, and what an aggregate gives for each group. */

import type { SchedulerPort } from '../../ports/host';
import type { Json } from '../../json';
import { inSteps } from './value-vector';

/** The rows that are grouped: their group, and their place among the rows of the aggregate's side. */
export interface RowGroups {
  readonly groups: Int32Array;
  readonly groupCount: number;
  /** By row; null: the row is at its own position. -1: no row there (a left join without a match). */
  readonly positions: Int32Array | Uint32Array | null;
  /** The order of the rows, for aggregates that go by it; absent: as they are given. */
  readonly order?: GroupRowOrder | undefined;
}

/** Of two rows by their numbers. Empty values come last, backwards too. */
export type GroupRowOrder = (a: number, b: number, isBackwards: boolean) => number;

/** What an aggregate gives for each group, by its number. */
export interface GroupTotals {
  value(group: number): Json;
  /** Orders the groups; NaN for null. */
  rank(group: number): number;
}

export const numericTotals = (rank: (group: number) => number): GroupTotals => ({
  rank,
  value: (group) => (Number.isFinite(rank(group)) ? rank(group) : null),
});

/** The rows of each group, one after the other. */
export interface RowsByGroup {
  /** Where the rows of each group start, and one more. */
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
}

/** Rows without a place on the aggregate's side are left out. */
export async function rowsByGroup(
  { groups, groupCount, positions }: RowGroups,
  scheduler: SchedulerPort,
): Promise<RowsByGroup> {
  const starts = new Uint32Array(groupCount + 1);
  const isThere = (row: number): boolean => positions === null || positions[row]! >= 0;
  await inSteps(groups.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) if (isThere(i)) starts[groups[i]! + 1]!++;
  });
  for (let group = 0; group < groupCount; group++) starts[group + 1]! += starts[group]!;
  const rows = new Uint32Array(starts[groupCount]!);
  const next = starts.slice();
  await inSteps(groups.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) if (isThere(i)) rows[next[groups[i]!]!++] = i;
  });
  return { starts, rows };
}
