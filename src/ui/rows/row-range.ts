/** The rows of a table whose day lies within a range, up to a thousand: what a calendar shows. docs/views.md#lanes-and-ranges */

import type { Json, JsonObject } from '../../engine/index';
import type { OperationsClient, TablesChanged } from '../client/operations-client';
import { type WindowQuestion, RowWindow } from './row-window';
import { allOf } from './where-parts';

/** Days as `2026-11-27`. */
export interface DayRange {
  readonly from: string;
  /** The first day after it; null: it ends with the year 9999. */
  readonly until: string | null;
}

export interface RangeQuestion extends WindowQuestion {
  /** Of dates or times. */
  readonly column: string;
  /** Where rows are spans: the column of their ends. A row without an end is one day. */
  readonly end?: string | undefined;
  readonly range: DayRange;
}

/** Rows that are read; more of them no calendar shows. */
const MOST_ROWS = 1000;

export class RowRange extends RowWindow {
  constructor(client: OperationsClient, question: RangeQuestion, isTouched: (change: TablesChanged) => boolean) {
    const inRange = rangeFilter(question);
    const isCut = (matching: number): boolean => matching > MOST_ROWS && (question.limit ?? Infinity) > MOST_ROWS;
    const asked: WindowQuestion = {
      ...question,
      orderBy: [question.column, ...question.orderBy],
      limit: Math.min(question.limit ?? MOST_ROWS, MOST_ROWS),
      warn: (matching) => (isCut(matching) ? [cutText(matching)] : []),
      filter: async (operations) => {
        const { where, warnings } = await question.filter(operations);
        return { where: allOf([where, inRange]), warnings };
      },
    };
    super(client, asked, isTouched);
    this.need(0, asked.limit ?? MOST_ROWS);
  }
}

const cutText = (matching: number): string =>
  `There are ${matching.toLocaleString()} rows in this range; the first ${MOST_ROWS.toLocaleString()} are shown. A filter or fewer days show the others.`;

function rangeFilter({ column, end, range: { from, until } }: RangeQuestion): JsonObject {
  const before = until === null ? { exists: true } : { lt: until };
  const starts = { [column]: { gte: from, ...before } };
  if (end === undefined) return starts;
  // It begins before the range ends, and ends after the range begins.
  const spans: Json[] = [{ [column]: before }, { [end]: { gte: from } }];
  return { or: [starts, { and: spans }] };
}
