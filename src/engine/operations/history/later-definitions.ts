/** Which writes changed the definitions so that an undo is refused for what comes back. D5, D17 */

import { EMPTY_DEFINITION } from '../../catalog/catalog';
import { type CatalogDefinition, type TableDefinition, columnNamed } from '../../catalog/definition';
import { sameDefinition } from '../../catalog/metastore/definition-changes';
import { parseMetastore } from '../../catalog/metastore/metastore-file';
import type { Violation } from '../../errors';
import type { ContentHash } from '../../history/journal/content-hash';
import type { Migration } from '../../history/journal/migration';
import type { WriteContext } from '../define-operation';
import { redefinition } from './definitions-then';

/** The later writes that changed what these violations are about, and were not taken back. */
export async function laterDefinitions(
  context: WriteContext,
  undone: Migration,
  violations: readonly Violation[],
): Promise<readonly Migration[]> {
  const { transaction } = context;
  const broken = violations.flatMap((violation): Broken[] => {
    const change = violation.path === null ? null : transaction.staged(violation.path);
    const table = change?.restores === undefined ? null : (change.reading?.table ?? null);
    return table === null ? [] : [{ table, violation }];
  });
  if (broken.length === 0) return [];
  return laterRedefinitions(context, undone, (old, next) =>
    broken.some(
      ({ table, violation }) =>
        !sameDefinition(asked(old.tables.get(table), violation), asked(next.tables.get(table), violation)),
    ),
  );
}

/** The writes after a migration that changed the definitions in a way that `matters`, and were not taken back. */
export async function laterRedefinitions(
  context: WriteContext,
  { seq }: Migration,
  matters: (old: CatalogDefinition, next: CatalogDefinition) => boolean,
): Promise<readonly Migration[]> {
  const { journal, host } = context;
  const later = [...(await journal.after(seq))].reverse();
  const isLater = new Set(later.map(({ migration }) => migration.id));
  const found: Migration[] = [];
  for (const { migration, undone, failed } of later) {
    await host.scheduler.pause();
    const change = redefinition(migration);
    if (change === undefined || undone || failed || isLater.has(migration.undoes ?? '')) continue;
    const [old, next] = [await definitionOf(context, change.before), await definitionOf(context, change.after)];
    if (matters(old, next)) found.push(migration);
  }
  return found;
}

interface Broken {
  /** Qualified, as the row names it. */
  readonly table: string;
  readonly violation: Violation;
}

/** The part of a table's definition that a violation is about. */
function asked(table: TableDefinition | undefined, { code, column }: Violation): unknown {
  if (table === undefined) return undefined;
  if (code === 'check') return table.constraints;
  if (code === 'not_a_row') return [table.archive, table.exclude];
  if (column === null) return null;
  return columnNamed(table, column) ?? table.fields[column];
}

async function definitionOf({ journal }: WriteContext, hash: ContentHash | null): Promise<CatalogDefinition> {
  const text = hash === null ? null : await journal.text(hash);
  const reading = text === null ? null : parseMetastore(text);
  return reading !== null && 'catalog' in reading ? reading.catalog : EMPTY_DEFINITION;
}
