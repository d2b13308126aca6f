/** Limits the cost of one call. Source: docs/operations.md#select_rows; docs/queries.md. */

import { NotedbError } from '../errors';

/** Pairs of rows that a join may count. */
export const MOST_PAIRS = 5_000_000;

/** Matches that the rows of one answer may show under `as`. */
export const MOST_SHOWN = 100_000;

/** Throws 422 when a join makes more pairs than `most`. */
export function limitPairs(pairs: number, most: number): void {
  if (pairs <= most) return;
  const [made, allowed] = [pairs, most].map((each) => each.toLocaleString('en')) as [string, string];
  throw new NotedbError(
    'refused',
    `the join makes ${made} pairs of rows, more than the ${allowed} that one call may cost`,
    {
      hint: 'join on a key that few rows share, narrow both sides with where and join.where, or ask for fewer rows',
    },
  );
}

/** Throws 422 when an answer expands more than `MOST_SHOWN` links: lists of links behind lists of links multiply. */
export function limitExpanded(count: number): void {
  if (count <= MOST_SHOWN) return;
  throw new NotedbError('refused', `expand meets more than ${MOST_SHOWN.toLocaleString('en')} links`, {
    hint: 'expand fewer levels, or ask for fewer rows',
  });
}
