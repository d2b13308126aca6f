/** The order of rows in a group: by the keys of order_rows_by, then by path. Source: docs/queries.md#group_by-and-aggregates; D31. */

import { comparePaths } from '../row-order';
import type { GroupRowOrder } from './row-groups';
import { type ChosenRows } from './value-vector';
import { pathOf } from './value-ids';

/** By row; null: each at its own position. -1: none. */
type Positions = Uint32Array | Int32Array | null;

export interface RowOrderKey {
  /** By position, ascending in the wanted order; Infinity for an empty value. */
  readonly ranks: Float64Array;
  readonly positions: Positions;
}

export interface OrderedSide {
  readonly rows: ChosenRows;
  readonly positions: Positions;
}

/** Rows that are not notes have no paths: they keep the order in which they were given. */
export function rowComparison(keys: readonly RowOrderKey[], sides: readonly OrderedSide[]): GroupRowOrder {
  return (a, b, isBackwards) => {
    const sign = isBackwards ? -1 : 1;
    for (const { ranks, positions } of keys) {
      const [left, right] = [rankAt(ranks, positions, a), rankAt(ranks, positions, b)];
      if (left === right) continue;
      if (left === Number.POSITIVE_INFINITY) return 1;
      if (right === Number.POSITIVE_INFINITY) return -1;
      return left < right ? -sign : sign;
    }
    for (const side of sides) {
      const order = comparePaths(pathAt(side, a), pathAt(side, b));
      if (order !== 0) return sign * order;
    }
    return sign * (a - b);
  };
}

const placeOf = (positions: Positions, row: number): number => (positions === null ? row : positions[row]!);

function rankAt(ranks: Float64Array, positions: Positions, row: number): number {
  const at = placeOf(positions, row);
  return at < 0 ? Number.POSITIVE_INFINITY : ranks[at]!;
}

function pathAt({ rows, positions }: OrderedSide, row: number): string {
  const at = placeOf(positions, row);
  return at < 0 ? '' : pathOf(rows, at);
}
