/** Takes the definitions of one migration back, and leaves those that came later alone. D17: a definition that changed since is a conflict. */

import type { CatalogDefinition, TableDefinition } from '../../catalog/definition';
import { EMPTY_DEFINITION } from '../../catalog/catalog';
import { parseMetastore, writeMetastore } from '../../catalog/metastore-file';
import type { FileChange, Migration } from '../../history/migration';
import { folderOf } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import type { Transaction } from '../../storage/transaction';
import type { WriteContext } from '../define-operation';

export interface MetastoreTexts {
  /** Null: the file did not exist, or does not any more. */
  readonly before: string | null;
  readonly after: string | null;
  readonly present: string | null;
}

export function stageRestoredDefinitions(
  { transaction }: WriteContext,
  { from, to }: FileChange,
  { before, after, present }: MetastoreTexts,
  conflict: (message: string) => void,
): void {
  const [old, left, now] = [definitionOf(before), definitionOf(after), definitionOf(present)];
  const tables = changedTables(old, left);
  for (const qualified of tables.keys()) {
    if (!same(now.tables.get(qualified), left.tables.get(qualified)))
      conflict(`the definition of ${qualified} changed since`);
  }
  const isConfigured = !same(old.configuration, left.configuration);
  if (isConfigured && !same(now.configuration, left.configuration)) conflict('the configuration changed since');
  let catalog = transaction.catalog;
  for (const [qualified, table] of tables) {
    catalog = table === null ? catalog.withoutTable(qualified) : catalog.withTable(table);
  }
  if (isConfigured) catalog = catalog.withConfiguration(old.configuration);
  const root = from === null ? catalog.root : folderOf(from);
  transaction.stageCatalog(root === catalog.root ? catalog : catalog.withRoot(root));
  // Nothing else changed: the very bytes come back. Otherwise the later definitions stay.
  const text =
    present === after
      ? before
      : writeMetastore(present, { tables, ...(isConfigured ? { configuration: old.configuration } : {}) });
  transaction.put({
    from: present === null ? null : to,
    to: text === null ? null : (from ?? to),
    before: present,
    after: text,
    forGood: true,
  });
}

function definitionOf(text: string | null): CatalogDefinition {
  if (text === null) return EMPTY_DEFINITION;
  const parsed = parseMetastore(text);
  return 'catalog' in parsed ? parsed.catalog : EMPTY_DEFINITION;
}

/** What each table that the migration changed was before; null: it was not there. */
function changedTables(old: CatalogDefinition, left: CatalogDefinition): Map<string, TableDefinition | null> {
  const changed = new Map<string, TableDefinition | null>();
  for (const qualified of new Set([...old.tables.keys(), ...left.tables.keys()])) {
    const was = old.tables.get(qualified);
    if (!same(was, left.tables.get(qualified))) changed.set(qualified, was ?? null);
  }
  return changed;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A table that goes may have no rows but those that go with it or were there before it. To be called when everything else is staged. D17 */
export function checkEmptied(transaction: Transaction, { rowsFound = [] }: Pick<Migration, 'rowsFound'>): string[] {
  const { before, catalog } = transaction;
  const found = new Set(rowsFound);
  return before.catalog.tables().flatMap(({ qualified }) => {
    if (catalog.table(qualified) !== null) return [];
    const table = before.columnTable(qualified);
    const isNew = (path: NotePath): boolean => !found.has(path) && !found.has(table.row(path)?.id ?? '');
    const left = [...table.pathsOfRows()].filter((path) => transaction.staged(path) === null && isNew(path));
    return left.length === 0 ? [] : [`${qualified} has ${left.length} ${left.length === 1 ? 'row' : 'rows'} since`];
  });
}
