/** The arguments of a select as they are passed on between a call, a view and what it reads. Source: docs/operations.md#select_rows, docs/sources-and-views.md#views. */

import { FILE_COLUMNS } from '../where/subject';
import type { SelectArguments } from './select-input';

/** True when the rows of the answer are groups. */
export const isGrouped = ({ group_by: groupBy, aggregates }: Partial<SelectArguments>): boolean =>
  (groupBy !== undefined && groupBy !== null) || (aggregates !== undefined && aggregates !== null);

/** True when a view under it is a subquery: it may not be merged with it. D17 */
export const takesSubquery = (args: Partial<SelectArguments>): boolean =>
  isGrouped(args) || (args.join !== undefined && args.join !== null);

/** Some rows of those that there are, in their order: skipped, and at most so many (null: all). */
export interface RowSlice {
  readonly offset: number;
  readonly limit: number | null;
}

export const WHOLE_SLICE: RowSlice = { offset: 0, limit: null };

export const sliceOf = ({ offset, limit }: Partial<Pick<SelectArguments, 'offset' | 'limit'>>): RowSlice => ({
  offset: offset ?? 0,
  limit: limit ?? null,
});

/** `inner` first, then `outer` of the rest. */
export function combineSlices(inner: RowSlice, outer: RowSlice): RowSlice {
  const rest = inner.limit === null ? null : Math.max(0, inner.limit - outer.offset);
  const limit = rest === null ? outer.limit : outer.limit === null ? rest : Math.min(rest, outer.limit);
  return { offset: inner.offset + outer.offset, limit };
}

/** How many of `count` rows a slice has. */
export const sizeOf = ({ offset, limit }: RowSlice, count: number): number =>
  Math.max(0, Math.min(count - offset, limit ?? Number.POSITIVE_INFINITY));

/** Path, id and the file columns: every row that is a note has them, whatever else is shown of it. */
export const isOfFile = (name: string): boolean =>
  name === 'path' || name === 'id' || (FILE_COLUMNS as readonly string[]).includes(name);
