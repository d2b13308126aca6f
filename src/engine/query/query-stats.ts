/** Counts the rows that a select tests, for explain. docs/queries.md (explain). */

export class QueryStats {
  /** Rows that were tested, of every source. */
  looked = 0;
  private readonly used = new Set<string>();

  look(rows: number): void {
    this.looked += rows;
  }

  /** An index led to the rows that were looked at: `path`, `id`, or the name of a column. */
  use(index: string): void {
    this.used.add(index);
  }

  /** The indexes that were used, null when none was. */
  get index(): string | null {
    return this.used.size === 0 ? null : [...this.used].join(', ');
  }
}
