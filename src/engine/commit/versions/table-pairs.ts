/** The tables that a write may concern, each as it was and as it will be. D8 */

import type { Catalog } from '../../catalog/catalog';
import type { TableDefinition } from '../../catalog/definition';
import { sameDefinition } from '../../catalog/metastore/definition-changes';
import type { Transaction } from '../../storage/transaction/transaction';

/** One table before and after; null where it is not there. */
export interface TablePair {
  readonly old: TableDefinition | null;
  readonly now: TableDefinition | null;
}

/** Every table when definitions change, else the ones in `touched`. A renamed table is one pair. */
export function tablePairs(
  catalog: Catalog,
  {
    catalog: after,
    catalogChanged,
    renamed,
  }: Pick<Transaction, 'catalog' | 'catalogChanged'> & { readonly renamed: ReadonlyMap<string, string> },
  touched: ReadonlySet<string>,
): readonly TablePair[] {
  if (!catalogChanged) return [...touched].map((name) => ({ old: catalog.table(name), now: after.table(name) }));
  const pairs = catalog.tables().map((old) => ({ old, now: after.table(renamed.get(old.qualified) ?? old.qualified) }));
  const known = new Set(pairs.map(({ now }) => now?.qualified));
  const made = after.tables().filter(({ qualified }) => !known.has(qualified));
  return [...pairs, ...made.map((now) => ({ old: null, now }))];
}

export const isRedefined = ({ old, now }: TablePair): boolean => !sameDefinition(old ?? undefined, now ?? undefined);

/** Whether a table keeps versions. D17 */
export const keepsHistory = ({ configuration }: Catalog, table: TableDefinition | null): boolean =>
  table !== null && (table.history ?? configuration.history);
