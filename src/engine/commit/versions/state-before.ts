/** What versions have to know of the store before a write. D8 */

import type { Catalog } from '../../catalog/catalog';
import type { RowLeft, ValuesChanged } from '../../history/versions/collect-values';
import type { NotePath } from '../../ports/vault-port';
import type { TableSnapshot } from '../../storage/columns/column-table';

export interface RowsBefore {
  readonly paths: readonly NotePath[];
  readonly snapshot: TableSnapshot;
}

/** To be asked before the store moves on. */
export interface StateBefore {
  readonly catalog: Catalog;
  /** The rows of the tables of which untouched notes may come and go, or read otherwise. */
  readonly rows: ReadonlyMap<string, RowsBefore>;
  /** Notes that somebody changed and nobody has taken in yet. */
  readonly foreign: ReadonlySet<NotePath>;
  /** Rows that will be copies again, by path, with their tables. */
  readonly demoted: ReadonlyMap<NotePath, string>;
  /** What the write changes in the values of rows, where it can be said. */
  readonly values: ReadonlyMap<NotePath, ValuesChanged>;
  /** The rows that leave their table or their place, likewise. */
  readonly left: ReadonlyMap<NotePath, RowLeft>;
}

/** What somebody else left in a note is not what the log says of it. */
export const valuesKnown = ({ values, foreign }: StateBefore, path: NotePath): ValuesChanged | undefined =>
  foreign.has(path) ? undefined : values.get(path);

export const leftKnown = ({ left, foreign }: StateBefore, path: NotePath): RowLeft | undefined =>
  foreign.has(path) ? undefined : left.get(path);
