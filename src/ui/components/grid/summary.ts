/** The summaries that a grid shows below its columns and in the headings of groups, with the names of Bases. */

import { isDay } from '../../../kernel/day-text';
import { formattedNumber } from '../../../kernel/number-format';
import { numberText } from '../../../kernel/number-text';
import type { GridColumn } from '../grid-column';
import { dayLabel, localToday } from '../text/date-text';

const SUMMARIES = [
  'filled',
  'empty',
  'percent_filled',
  'unique',
  'share',
  'sum',
  'average',
  'median',
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
  /** Whether groups have them too. */
  readonly isGrouped?: boolean;
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
  share: 'Share of rows',
  sum: 'Sum',
  average: 'Average',
  median: 'Median',
  min: 'Min',
  max: 'Max',
  range: 'Range',
  earliest: 'Earliest',
  latest: 'Latest',
  checked: 'Checked',
  unchecked: 'Unchecked',
};

const OF_ALL: readonly Summary[] = ['filled', 'empty', 'percent_filled', 'unique'];

/** Those that fit the type of a column; none of what no table declares. Only groups have a share of the rows. */
export function summariesFor({ type, isDeclared }: GridColumn, isGrouped: boolean): readonly Summary[] {
  if (!isDeclared) return [];
  return isGrouped ? [...ofType(type), 'share'] : ofType(type);
}

function ofType(type: GridColumn['type']): readonly Summary[] {
  switch (type) {
    case 'integer':
    case 'number':
      return ['sum', 'average', 'median', 'min', 'max', 'range', ...OF_ALL];
    case 'date':
    case 'datetime':
      return ['earliest', 'latest', ...OF_ALL];
    case 'boolean':
      return ['checked', 'unchecked', ...OF_ALL];
    case 'json':
      return OF_ALL.filter((each) => each !== 'unique');
    case 'list':
    case 'string':
    case 'enum':
    case 'link':
      return OF_ALL;
  }
}

/** The figure as a person reads it. */
/** Other summaries count rows. */
const OF_VALUES: ReadonlySet<Summary> = new Set(['sum', 'average', 'median', 'min', 'max', 'range']);

export function summaryValue({ kind, value }: ColumnSummary, format: GridColumn['numberFormat'] = null): string {
  if (value === null) return '–';
  if (kind === 'percent_filled' || kind === 'share') return `${numberText(Math.round(Number(value)))} %`;
  if (typeof value === 'number')
    return formattedNumber(Math.round(value * 1000) / 1000, OF_VALUES.has(kind) ? format : null);
  return isDay(value) ? dayLabel(value, localToday()).text : value.replace('T', ' ');
}
