/** Values of the rows of each group as they are: the first, the last, the list of all. D31. */

import type { SchedulerPort } from '../../ports/host';
import { NO_VALUE, ValueDictionary, type ValueOrder } from '../../storage/columns/value-dictionary';
import { type Json, isEmpty } from '../../json';
import type { AggregateMeasure } from './aggregate-measure';
import { type GroupTotals, type GroupRowOrder, type RowGroups, rowsByGroup } from './row-groups';
import { inSteps } from './value-vector';

/** A list has at most so many items. */
const MOST_LISTED = 1000;

type ValuesMeasure = AggregateMeasure & { kind: 'values' };

const asGiven: GroupRowOrder = (a, b, isBackwards) => (isBackwards ? b - a : a - b);

/** The value of the first row, or the last one, of those that have a value. */
export async function endOfGroups(
  isLast: boolean,
  { items, isList, order: valueOrder }: ValuesMeasure,
  { groups, groupCount, positions, order = asGiven }: RowGroups,
  scheduler: SchedulerPort,
): Promise<GroupTotals> {
  const found = new Int32Array(groupCount).fill(-1);
  const placeOf = (row: number): number => (positions === null ? row : positions[row]!);
  await inSteps(groups.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      if (placeOf(i) < 0 || items(placeOf(i)).length === 0) continue;
      const group = groups[i]!;
      if (found[group]! < 0 || order(i, found[group]!, isLast) < 0) found[group] = i;
    }
  });
  const value = (group: number): Json => {
    if (found[group]! < 0) return null;
    const own = items(placeOf(found[group]!));
    return isList ? own : (own[0] as Json);
  };
  return { value, rank: ranksOfTotals(groupCount, value, valueOrder) };
}

/** The values of all rows in their order; the items of lists one by one. */
export async function listsOfGroups(
  { items, order: valueOrder }: ValuesMeasure,
  rowGroups: RowGroups,
  scheduler: SchedulerPort,
): Promise<GroupTotals> {
  const { positions, groupCount, order = asGiven } = rowGroups;
  const { starts, rows } = await rowsByGroup(rowGroups, scheduler);
  const lists = new Map<number, readonly Json[]>();
  const listOf = (group: number): readonly Json[] => {
    const found: Json[] = [];
    for (const row of rows.slice(starts[group], starts[group + 1]).sort((a, b) => order(a, b, false))) {
      for (const item of items(positions === null ? row : positions[row]!)) {
        if (found.push(item) === MOST_LISTED) return found;
      }
    }
    return found;
  };
  const value = (group: number): readonly Json[] => {
    const known = lists.get(group) ?? listOf(group);
    lists.set(group, known);
    return known;
  };
  return { value, rank: ranksOfTotals(groupCount, value, valueOrder) };
}

/** The place of each value in the order of all groups, found when it is first asked for. */
function ranksOfTotals(groupCount: number, value: (group: number) => Json, order: ValueOrder): GroupTotals['rank'] {
  let ranks: Float64Array | null = null;
  const rankAll = (): Float64Array => {
    const dictionary = new ValueDictionary();
    const codes = Array.from({ length: groupCount }, (_, group) =>
      isEmpty(value(group)) ? NO_VALUE : dictionary.code(value(group)),
    );
    const byCode = dictionary.ranksBy(order);
    return Float64Array.from(codes, (code) => (code === NO_VALUE ? Number.NaN : byCode[code]!));
  };
  return (group) => (ranks ??= rankAll())[group]!;
}
