/** Takes the definitions of one migration back and leaves later ones alone; a definition that changed later is a conflict. docs/history.md: undo_migration */

import type { CatalogDefinition } from '../catalog/definition';
import { ENTRY_SECTIONS, definitionChangesBetween, sameDefinition } from '../catalog/metastore/definition-changes';
import { EMPTY_DEFINITION } from '../catalog/catalog';
import { definitionProblems, isDefinedBy, parseMetastore, writeMetastore } from '../catalog/metastore/metastore-file';
import type { FileChange, Migration } from '../history/journal/migration';
import { folderOf } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import type { Transaction } from '../storage/transaction/transaction';
import type { WriteContext } from '../contexts';
import { notTakenIn } from '../rows/schema-change/stage-definitions';

export interface MetastoreTexts {
  /** Null: the file did not exist, or does not any more. */
  readonly before: string | null;
  readonly after: string | null;
  readonly present: string | null;
}

/** A part of the definitions. */
export type DefinitionPart = (definition: CatalogDefinition) => unknown;

/** `conflict` also hears the part of the definitions that changed since. Throws `conflict` for a file with an edit not taken in yet. */
export function stageRestoredDefinitions(
  { transaction }: WriteContext,
  { change: { from, to }, undoes }: { readonly change: FileChange; readonly undoes: number },
  { before, after, present }: MetastoreTexts,
  conflict: (message: string, part?: DefinitionPart) => void,
): void {
  if (!isDefinedBy(present, transaction.catalog.definition)) throw notTakenIn(to ?? from ?? '', present);
  const [old, left, now] = [definitionOf(before), definitionOf(after), definitionOf(present)];
  const changes = definitionChangesBetween(left, old);
  for (const section of ENTRY_SECTIONS) {
    for (const name of changes[section]?.keys() ?? []) {
      const part: DefinitionPart = (definition) => definition[section].get(name);
      if (sameDefinition(part(now), part(left))) continue;
      const what = section === 'descriptions' ? 'description' : 'definition';
      conflict(`the ${what} of ${name} changed since`, part);
    }
  }
  if (changes.configuration !== undefined && !sameDefinition(now.configuration, left.configuration))
    conflict('the configuration changed since', ({ configuration }) => configuration);
  const restored = transaction.catalog.withChanges(changes);
  const catalog = present === after ? restored : restored.withoutUnused();
  const root = from === null ? catalog.root : folderOf(from);
  // Nothing else changed: the very bytes come back. Otherwise the later definitions stay.
  const isLast = present === after;
  const unfit = isLast ? [] : definitionProblems(catalog.definition);
  for (const { message } of unfit) conflict(`what came since would not fit: ${message}`);
  if (unfit.length > 0) return;
  const text = isLast
    ? before
    : writeMetastore(present, definitionChangesBetween(transaction.catalog.definition, catalog.definition));
  transaction.stageCatalog(root === catalog.root ? catalog : catalog.withRoot(root));
  transaction.put({
    from: present === null ? null : to,
    to: text === null ? null : (from ?? to),
    before: present,
    after: text,
    undoes,
  });
}

function definitionOf(text: string | null): CatalogDefinition {
  if (text === null) return EMPTY_DEFINITION;
  const parsed = parseMetastore(text);
  return 'catalog' in parsed ? parsed.catalog : EMPTY_DEFINITION;
}

/** A table that goes may have no rows but those that go with it or were there before it. Of the whole undo. */
export function checkEmptied(transaction: Transaction, { rowsFound = [] }: Pick<Migration, 'rowsFound'>): string[] {
  const { before, catalog } = transaction;
  const found = new Set(rowsFound);
  return before.catalog.tables().flatMap(({ qualified }) => {
    if (catalog.table(qualified) !== null) return [];
    const table = before.table(qualified);
    const isNew = (path: NotePath): boolean => !found.has(path) && !found.has(table.row(path)?.id ?? '');
    const left = [...table.pathsOfRows()].filter((path) => transaction.staged(path) === null && isNew(path));
    return left.length === 0 ? [] : [`${qualified} has ${left.length} ${left.length === 1 ? 'row' : 'rows'} since`];
  });
}
