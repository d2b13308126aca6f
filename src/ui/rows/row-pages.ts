/** Pages of rows as a window keeps them. */

import type { GridRow } from '../components/grid-column';

export interface Page {
  readonly rows: readonly GridRow[];
  /** The reading that it comes from. */
  readonly reading: number;
}

export const NO_PAGES: ReadonlyMap<number, Page> = new Map();

/** Pages without those before `end`, from `first` on, which are held; the ones behind them move up. */
export function pagesWithout(pages: ReadonlyMap<number, Page>, first: number, end: number): Map<number, Page> {
  const left = new Map<number, Page>();
  for (const [page, there] of pages) {
    if (page < first) left.set(page, there);
    else if (page >= end) left.set(page - (end - first), there);
  }
  return left;
}
