/** Rows as a grid asks for them: any number, of which only those near its window are at hand. */

import { type ReadonlySignal, signal } from '@preact/signals';
import type { Json } from '../../../engine/index';
import type { GridRow } from '../grid-column';
import type { PeriodUnit } from '../text/period-text';
import type { ColumnSummary } from './summary';

/** The heading of rows that have one value in common. */
export interface GridGroup {
  readonly key: string;
  /** The column by which rows are grouped, and the value that these have. */
  readonly column: string;
  /** Of dates: `value` is such a period. */
  readonly unit?: PeriodUnit | undefined;
  readonly value: Json | null;
  readonly count: number;
  readonly isCollapsed: boolean;
  /** Of the group's rows, by column. */
  readonly summaries: Readonly<Record<string, ColumnSummary>>;
}

/** The content of a line of the grid. */
export type GridLine = GridRow | GridGroup;

export const isGroup = (line: GridLine): line is GridGroup => 'isCollapsed' in line;

export interface RowSource {
  /** Counts the changes of everything that is reported here. */
  readonly version: ReadonlySignal<number>;
  /** Lines from top to bottom. */
  readonly length: number;
  /** Null for a line that is not loaded. */
  at(line: number): GridLine | null;
  /** The line of a row or group by its key; -1 when it is not loaded, or gone. */
  lineOf(key: string): number;
  /** Lines that are headings, in their order; absent: there are none. */
  readonly headings?: readonly number[] | undefined;
  /** These lines are about to be shown. The last one is not among them. */
  need(first: number, last: number): void;
  /** All of these lines, also those far from the window. The last one is not among them. Absent where no more can be had than is at hand. */
  read?(first: number, last: number): Promise<readonly GridLine[]>;
}

/** Rows that are all at hand. */
export function listSource(rows: readonly GridLine[]): RowSource {
  const lines = new Map(rows.map(({ key }, line) => [key, line]));
  return {
    version: signal(0),
    length: rows.length,
    at: (line) => rows[line] ?? null,
    lineOf: (key) => lines.get(key) ?? -1,
    need: () => undefined,
    read: (first, last) => Promise.resolve(rows.slice(first, last)),
  };
}
