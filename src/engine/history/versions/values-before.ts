/**
 * What the columns of changed rows held before a version, so that an old version is read without the texts of its notes.
 * docs/formats.md#table-log.
 */

import type { Json } from '../../json';

/** Numbers that follow one another: one, or the first and the last. */
export type IndexRun = number | readonly [first: number, last: number];

export interface ColumnBefore {
  readonly name: string;
  /** Distinct values; null: none. */
  readonly values: readonly Json[];
  /** The changes that changed it, by their index. */
  readonly changes: readonly IndexRun[];
  /** For each of them the place of its value in `values`. */
  readonly places: ArrayLike<number>;
  /** One of the values, where that takes less than to read all of them. */
  valueAt?(place: number): Json;
}

export interface ValuesBefore {
  /** The changes of which this says everything, by their index: the note is the same row on both sides. */
  readonly of: readonly IndexRun[];
  readonly columns: readonly ColumnBefore[];
}

/** Rows that left: the note is not a row of the table afterwards, or lies at another path. */
export interface RowsLeft {
  /** The changes of which this says everything, by their index. */
  readonly of: readonly IndexRun[];
  /** The id of each. */
  readonly ids: readonly string[];
  /** Every column in which one of them held a value. */
  readonly columns: readonly ColumnBefore[];
}

/** Calls `visit` for each number, with how many came before it. */
export function eachIn(runs: readonly IndexRun[], visit: (index: number, place: number) => void): void {
  let place = 0;
  for (const run of runs) {
    const [first, last] = typeof run === 'number' ? [run, run] : run;
    for (let index = first; index <= last; index++) visit(index, place++);
  }
}

export function countIn(runs: readonly IndexRun[]): number {
  let count = 0;
  for (const run of runs) count += typeof run === 'number' ? 1 : run[1] - run[0] + 1;
  return count;
}

/** How many numbers come before this one; -1 when it is not among them. */
export function placeIn(runs: readonly IndexRun[], index: number): number {
  let place = 0;
  for (const run of runs) {
    const [first, last] = typeof run === 'number' ? [run, run] : run;
    if (index <= last) return index < first ? -1 : place + index - first;
    place += last - first + 1;
  }
  return -1;
}

/** The number before which so many come. */
export function numberAt(runs: readonly IndexRun[], place: number): number {
  let left = place;
  for (const run of runs) {
    const [first, last] = typeof run === 'number' ? [run, run] : run;
    if (left <= last - first) return first + left;
    left -= last - first + 1;
  }
  return -1;
}
