/** The summaries of whole columns that a grid shows below them, with the names of Bases. */

import type { GridColumn } from '../grid-column';

const SUMMARIES = [
  'filled',
  'empty',
  'percent_filled',
  'unique',
  'sum',
  'average',
  'min',
  'max',
  'range',
  'earliest',
  'latest',
  'checked',
  'unchecked',
] as const;

export type Summary = (typeof SUMMARIES)[number];

export interface ColumnSummary {
  readonly kind: Summary;
  /** Null: of no rows, or not known yet. */
  readonly value: number | string | null;
}

export interface GridSummaries {
  readonly of: Readonly<Record<string, ColumnSummary>>;
  /** Null: nothing. Absent where nothing can be chosen. */
  readonly choose?: ((column: string, kind: Summary | null) => void) | undefined;
}

export const isSummary = (value: unknown): value is Summary => SUMMARIES.some((each) => each === value);

/** As a person reads it, before its figure. */
export const SUMMARY_LABELS: Readonly<Record<Summary, string>> = {
  filled: 'Filled',
  empty: 'Empty',
  percent_filled: 'Filled',
  unique: 'Unique',
  sum: 'Sum',
  average: 'Average',
  min: 'Min',
  max: 'Max',
  range: 'Range',
  earliest: 'Earliest',
  latest: 'Latest',
  checked: 'Checked',
  unchecked: 'Unchecked',
};

const OF_ALL: readonly Summary[] = ['filled', 'empty', 'percent_filled', 'unique'];

/** Those that fit the type of a column; none of what no table declares. */
export function summariesFor({ type, isDeclared }: GridColumn): readonly Summary[] {
  if (!isDeclared) return [];
  switch (type) {
    case 'integer':
    case 'number':
      return ['sum', 'average', 'min', 'max', 'range', ...OF_ALL];
    case 'date':
    case 'datetime':
      return ['earliest', 'latest', ...OF_ALL];
    case 'boolean':
      return ['checked', 'unchecked', ...OF_ALL];
    case 'list':
    case 'json':
      return OF_ALL.filter((each) => each !== 'unique');
    case 'string':
    case 'enum':
    case 'link':
      return OF_ALL;
  }
}
