/** Caches old versions. No entry goes stale: a version and a hash never change their meaning. */

import type { TableDefinition } from '../../catalog/definition';
import type { NotePath } from '../../ports/vault-port';
import type { RowsSnapshot } from '../../storage/columns/column-table';
import type { ScanSource } from '../../storage/view';
import type { ContentHash } from '../journal/content-hash';

export interface PastRows {
  /** The id of the log. */
  readonly log: string;
  readonly scan: ScanSource;
  /** Notes whose texts were read for it. */
  readonly texts: ReadonlyMap<NotePath, ContentHash>;
  /** Rows that the present table does not hold anyway. */
  readonly ownRows: number;
  /** The present rows with which it shares its columns; null when it shares none. */
  readonly basis: RowsSnapshot | null;
}

const MOST_VERSIONS = 8;
const MOST_DEFINITIONS = 64;

/** Rows that are kept for old versions alone, over all of them. */
const MOST_ROWS = 100_000;

export class PastCache {
  /** The last used one is at the end. */
  private readonly versions = new Map<string, PastRows>();
  private readonly definitions = new Map<ContentHash, TableDefinition>();

  /** `key` names a version of a log. Null when it is not there, or belongs to rows that are not the present ones any more. */
  rows(key: string, basis: RowsSnapshot | null): PastRows | null {
    const found = this.versions.get(key);
    if (found === undefined) return null;
    this.versions.delete(key);
    if (found.basis !== basis) return null;
    this.versions.set(key, found);
    return found;
  }

  keepRows(key: string, rows: PastRows): void {
    this.forgetEarlier(rows);
    if (rows.ownRows > MOST_ROWS) return;
    this.versions.set(key, rows);
    let sum = 0;
    for (const each of this.versions.values()) sum += each.ownRows;
    for (const [oldest, each] of this.versions) {
      if (sum <= MOST_ROWS && this.versions.size <= MOST_VERSIONS) return;
      this.versions.delete(oldest);
      sum -= each.ownRows;
    }
  }

  /** What shares columns with earlier rows of the table would keep these alive. */
  private forgetEarlier({ log, basis }: PastRows): void {
    for (const [key, each] of this.versions)
      if (each.log === log && each.basis !== null && each.basis !== basis) this.versions.delete(key);
  }

  definition(hash: ContentHash): TableDefinition | null {
    return this.definitions.get(hash) ?? null;
  }

  keepDefinition(hash: ContentHash, definition: TableDefinition): void {
    this.definitions.set(hash, definition);
    const [oldest] = this.definitions.keys();
    if (this.definitions.size > MOST_DEFINITIONS && oldest !== undefined) this.definitions.delete(oldest);
  }
}
