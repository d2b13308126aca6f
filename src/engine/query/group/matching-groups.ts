/** The groups that match a filter over their keys and aggregates. Source: docs/queries.md#having; D31. */

import type { SchedulerPort } from '../../ports/host';
import type { Json } from '../../json';
import { rowOfValues } from '../source/query-source';
import { ALWAYS, type Predicate, rowMatches } from '../where/predicate';
import type { GroupColumn, GroupedResult } from './group-rows';
import { inSteps } from './value-vector';

/** Their numbers count from 0 again. */
export async function matchingGroups(
  groups: GroupedResult,
  having: Predicate,
  scheduler: SchedulerPort,
): Promise<GroupedResult> {
  if (having === ALWAYS) return groups;
  const { count, columns } = groups;
  let current = 0;
  const values: Record<string, Json> = {};
  // One row for all groups: the filter computes what it reads, and no more.
  for (const [name, column] of columns)
    Object.defineProperty(values, name, { enumerable: true, get: () => column.value(current) });
  const row = rowOfValues(values);
  const kept: number[] = [];
  await inSteps(count, scheduler, (from, to) => {
    for (current = from; current < to; current++) if (rowMatches(having, row)) kept.push(current);
  });
  const keptColumn = (column: GroupColumn): GroupColumn => ({
    value: (group) => column.value(kept[group]!),
    rank: (group) => column.rank(kept[group]!),
  });
  return { count: kept.length, columns: new Map([...columns].map(([name, column]) => [name, keptColumn(column)])) };
}
