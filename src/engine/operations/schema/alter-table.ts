/** alter_table: changes what a table says of itself; its rows, its archive and what refers to it follow. Source: docs/operations.md#alter_table; D6, D16, D17, D18. */

import * as z from 'zod';
import { TABLE_CHANGES, alteredTable } from '../../catalog/declare/altered-table';
import type { TableDefinition } from '../../catalog/definition';
import type { DefinitionChanges } from '../../catalog/metastore/definition-changes';
import { followingChanges } from '../../catalog/references/table-references';
import { folderOf } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import type { Transaction } from '../../storage/transaction/transaction';
import { dryRun, tableArgument } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import type { RedefinedContext, WriteContext } from '../../contexts';
import { defineWrite } from '../define-operation';
import { AlteredRows, type TableAlteration, concernsRows } from '../../rows/schema-change/altered-rows';
import { AssociatedNotes, pathAfter } from '../../rows/schema-change/associated-notes';
import { removeEmptiedFolders } from '../../rows/schema-change/remove-emptied-folders';
import { refuseMissingTemplates } from '../../rows/row-templates';
import { refuseLinkedReads } from '../../rows/schema-change/refuse-linked-reads';
import { stageDefinitions } from '../../rows/schema-change/stage-definitions';
import type { Catalog } from '../../catalog/catalog';
import { columnReaders, readerConflict } from '../../catalog/references/column-references';
import { refuseConflicts } from '../../errors';
import { readingAhead } from '../../storage/transaction/reading-ahead';

export const alterTable = defineWrite({
  name: 'alter_table',
  group: 'schema',
  permission: 'schema',
  effect: 'write',
  summary: 'Changes a table’s name, place, patterns, fields or description.',
  description:
    'Absent or null leaves an attribute as it is. A new name, schema or catalog takes the folder, the rows and the archive along, and every definition that names the table follows. New patterns rename and move the rows whose names fit the old ones; links follow, and a renamed note keeps its old name in aliases. A new field writes its default to the rows that lack it, a new default touches no row, and a field set to null goes from every row.',
  brief: 'Rows, links and definitions follow. Absent or null: stays as it is.',
  input: z.strictObject({ table: tableArgument, ...TABLE_CHANGES.shape, dry_run: dryRun }),
  refusals: [
    'an empty description',
    'a name that is taken',
    'it is a view',
    'another name while a CHECK, ref_where or ref_by of another table reads the table through a link',
    'a row that can’t fill a new pattern',
    'a pattern, folder or field that can’t be',
    'a template that is not a note of the vault, or whose filter does not fit the table',
    'a field that something reads can’t be removed',
    'rows that the archive folder would swallow',
    'a row whose note does not parse and would have to be written',
  ],
  stage: async (context, args) => {
    const { transaction } = context;
    const { catalog } = transaction;
    const before = catalog.resolveTable(args.table, 'call create_view with replace to change a view');
    const after = alteredTable(before, args, catalog);
    const following = followingChanges(catalog, before.qualified, after.qualified);
    const deed =
      before.qualified === after.qualified
        ? deedOf('alter table', after.qualified)
        : deedOf('rename table', after.qualified, { names: { from: before.qualified } });
    if (before.qualified !== after.qualified) {
      refuseLinkedReads(catalog, before.qualified, `${before.qualified} can't be renamed`);
    }
    refuseReadFields(catalog, { before, after });
    if (after.templates !== before.templates) await refuseMissingTemplates(context, after);
    if (after !== before) await stageAlteration(context, { before, after }, following);
    return { deed, tables: [after.qualified, ...(following.tables?.keys() ?? [])] };
  },
});

async function stageAlteration(
  context: WriteContext,
  alteration: TableAlteration,
  following: DefinitionChanges,
): Promise<void> {
  const { transaction, host } = context;
  const { before, after } = alteration;
  const { catalog } = transaction;
  const paths = [...transaction.before.table(before.qualified).pathsOfRows()].sort();
  const excluded = new Set(paths.filter((path) => catalog.isExcluded(after, pathAfter(catalog, alteration, path))));
  const rows = new AlteredRows(context, alteration);
  const belongings = new AssociatedNotes(context, alteration);
  const concerned = concernsRows(alteration) ? paths : [];
  for await (const path of readingAhead(context.transaction, concerned)) {
    if (!excluded.has(path)) await rows.open(path);
    await host.scheduler.pause();
  }
  await belongings.open(excluded);
  // The gate refuses; what would come of it says nothing more.
  if (transaction.violations.length + transaction.refusals.length > 0) return;
  const redefined = await stageAltered(context, alteration, following);
  await belongings.stage(await rows.stage(redefined));
  for (const [from, to] of transaction.moves()) {
    if (folderOf(from) !== folderOf(to)) removeEmptiedFolders(transaction, from, catalog.root);
  }
  checkRowPlaces(transaction, alteration, paths);
}

function stageAltered(
  context: WriteContext,
  { before, after }: TableAlteration,
  following: DefinitionChanges,
): Promise<RedefinedContext> {
  const tables = new Map<string, TableDefinition | null>(following.tables);
  const renamed = new Map<string, string>();
  if (before.qualified !== after.qualified) {
    tables.set(before.qualified, null);
    renamed.set(after.qualified, before.qualified);
  }
  tables.set(after.qualified, after);
  return stageDefinitions(context, context.transaction.catalog.withChanges({ ...following, tables }), renamed);
}

/** Nothing becomes or stops being a row in silence. D18 */
function checkRowPlaces(transaction: Transaction, { before, after }: TableAlteration, rows: readonly NotePath[]): void {
  const { catalog } = transaction;
  const placeOf = (path: NotePath): NotePath => transaction.staged(path)?.to ?? path;
  for (const path of rows.filter((row) => catalog.isArchived(after, placeOf(row)))) {
    const message = `${path} would lie in the archive folder ${after.archive} and be no row any more`;
    transaction.violate({ path, column: null, code: 'path', message });
  }
  const excluded = rows.filter((path) => catalog.isExcluded(after, placeOf(path))).length;
  if (excluded > 0) {
    const what =
      excluded === 1 ? '1 row lies in an excluded folder and is' : `${excluded} rows lie in excluded folders and are`;
    transaction.warnings.push(`${what} no longer part of ${after.qualified}`);
  }
  const { claims } = transaction.before;
  const become = [...claims].filter(
    ([path, claimed]) => claimed === before.qualified && catalog.rowTableOf(placeOf(path), after.qualified) !== null,
  ).length;
  if (become > 0) {
    const what = become === 1 ? '1 note is a row' : `${become} notes are rows`;
    transaction.warnings.push(`${what} of ${after.qualified} now; check_table says what does not fit`);
  }
}

/** Patterns and template count as they will be. */
function refuseReadFields(catalog: Catalog, { before, after }: TableAlteration): void {
  const { filename, partition, rowTemplate, templates } = after;
  const present = catalog.withTable({ ...before, filename, partition, rowTemplate, templates });
  const conflicts = Object.keys(before.fields)
    .filter((name) => !Object.hasOwn(after.fields, name))
    .flatMap((name) =>
      columnReaders(present, before.qualified, name).map((reader) => readerConflict(`the field ${name}`, reader)),
    );
  refuseConflicts(`fields of ${before.qualified} can't be removed`, conflicts, 'change what reads them first');
}
