/** What a change of a table's definition is about. Source: docs/operations.md#schema (existing values that violate refuse the change). */

import type { NotePath } from '../ports/vault-port';
import type { DecodedRow } from './row-codec';

export interface JudgedTable {
  /** Only these columns, and values that the write changes, are held against the rows of the table. */
  readonly columns: ReadonlySet<string>;
  /** Every row that was there, as its note reads under the new definition; null: as it did before. */
  readonly rows: ReadonlyMap<NotePath, DecodedRow> | null;
}
