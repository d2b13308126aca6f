/**
 * What the columns of changed rows held before a version, so that an old version is read without the texts of its notes.
 * docs/formats.md: Table log.
 */

import type { Json } from '../values/json';

/** Numbers that follow one another: one, or the first and the last. */
export type Run = number | readonly [first: number, last: number];

export interface ColumnBefore {
  readonly name: string;
  /** Distinct values; null: none. */
  readonly values: readonly Json[];
  /** The changes that changed it, by their index. */
  readonly changes: readonly Run[];
  /** For each of them the place of its value in `values`. */
  readonly places: readonly number[];
}

export interface ValuesBefore {
  /** The changes of which this says everything, by their index: the note is the same row on both sides. */
  readonly of: readonly Run[];
  readonly columns: readonly ColumnBefore[];
}

/** Rows that left: the note is no row of the table afterwards, or lies at another path. */
export interface RowsLeft {
  /** The changes of which this says everything, by their index. */
  readonly of: readonly Run[];
  /** The id of each. */
  readonly ids: readonly string[];
  /** Every column in which one of them held a value. */
  readonly columns: readonly ColumnBefore[];
}

export function* inRuns(runs: readonly Run[]): Generator<number> {
  for (const run of runs) {
    const [first, last] = typeof run === 'number' ? [run, run] : run;
    for (let index = first; index <= last; index++) yield index;
  }
}
