/** Counts what a select looks at, for explain. docs/queries.md (explain). */

import type { Source } from './source';

export class Tally {
  /** Rows that the filters looked at, of every source. */
  looked = 0;
  /** `path` or `id` when the row was found by it. */
  index: string | null = null;

  /** The same source, counted. */
  of(source: Source): Source {
    const { index } = source;
    const found = <T>(name: string, row: T | null): T | null => {
      if (row !== null) this.index = name;
      return row;
    };
    return {
      ...source,
      index:
        index === null
          ? null
          : { row: (path) => found('path', index.row(path)), rowById: (id) => found('id', index.rowById(id)) },
      scan: async (scheduler) => {
        const scanned = await source.scan(scheduler);
        this.index = null;
        this.looked += scanned.snapshot.size - scanned.hidden.size + scanned.added.length;
        return scanned;
      },
    };
  }
}
