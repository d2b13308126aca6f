/** A table of the store as a view: the rows as they are now. */

import type { TableDefinition } from '../catalog/definition';
import type { NotePath } from '../ports/vault-port';
import { type Json, isEmpty } from '../values/json';
import type { ColumnTable } from './column-table';
import type { Row } from './row';
import type { ScanSource, VaultTable } from './view';

const NOTHING_HIDDEN: ReadonlySet<NotePath> = new Set();

export class StoredTable implements VaultTable {
  constructor(
    private readonly columns: ColumnTable,
    private readonly holderOf: (id: string) => NotePath | null,
  ) {}

  get definition(): TableDefinition {
    return this.columns.definition;
  }

  get size(): number {
    return this.columns.size;
  }

  row(path: NotePath): Row | null {
    return this.columns.row(path);
  }

  has(path: NotePath): boolean {
    return this.columns.has(path);
  }

  pathsOfRows(): Iterable<NotePath> {
    return this.columns.pathsOfRows();
  }

  rowById(id: string): Row | null {
    const path = this.holderOf(id);
    return path === null ? null : this.columns.row(path);
  }

  rivals(column: string, value: Json, except: NotePath): readonly Row[] {
    if (isEmpty(value)) return [];
    return this.columns.candidates(column, value).flatMap((path) => {
      const row = path === except ? null : this.columns.row(path);
      return row === null ? [] : [row];
    });
  }

  scan(): ScanSource {
    return { snapshot: this.columns.snapshot(), hidden: NOTHING_HIDDEN, added: [] };
  }
}
