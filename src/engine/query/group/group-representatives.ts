/** Which spelling of a value stands for it in each group: groups by several keys hold the same value in several spellings. docs/queries.md. */

import type { SchedulerPort } from '../../ports/host';
import { type Json, isEmpty } from '../../json';
import { NOTHING, type ValueIdMap, type ValueIdSource, itemsOf, pathOf } from './value-ids';
import { inSteps } from './value-vector';

export interface GroupedItems {
  /** The position of each item among the rows of the key; null: its own. -1: none. */
  readonly positions: Uint32Array | Int32Array | null;
  /** The number of the value of each item. */
  readonly codes: Int32Array;
  /** The group of each item. */
  readonly groups: Int32Array;
}

/** By group, where its rows write the value otherwise than others do: the first in order of its own. */
export async function groupRepresentatives(
  numbering: ValueIdSource,
  values: ValueIdMap,
  { positions, codes, groups }: GroupedItems,
  scheduler: SchedulerPort,
): Promise<ReadonlyMap<number, Json>> {
  const own = new Map<number, Json>();
  if (values.spelled.size === 0) return own;
  await inSteps(codes.length, scheduler, (from, to) => {
    for (let i = from; i < to; i++) {
      const number = codes[i]!;
      if (number === NOTHING || !values.spelled.has(number)) continue;
      const group = groups[i]!;
      for (const spelling of spellingsAt(numbering, values, positions === null ? i : positions[i]!, number)) {
        const present = own.get(group);
        if (present === undefined || values.isLess(spelling, present)) own.set(group, spelling);
      }
    }
  });
  return own;
}

/** How the row at a position writes the value with this number. */
function spellingsAt(
  { vector, rows, keyer, isList }: ValueIdSource,
  values: ValueIdMap,
  position: number,
  number: number,
): readonly Json[] {
  if (vector.kind !== 'codes') return [];
  const value = vector.dictionary.value(vector.codes[position]!);
  if (isEmpty(value)) return [];
  if (!isList) return [value as Json];
  const path = pathOf(rows, position);
  return itemsOf(value).filter((item) => values.find(keyer.key(item, path)) === number);
}
