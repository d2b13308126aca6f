/** configure_database: defaults of new tables, time zone, root. Source: docs/operations.md#configure_database; D16, D17. */

import * as z from 'zod';
import type { Catalog } from '../../catalog/catalog';
import { CONFIGURATION } from '../../catalog/declare/configuration';
import { databaseResult } from '../../catalog/describe';
import type { DatabaseConfiguration, TableDefinition } from '../../catalog/definition';
import { nameProblem } from '../../catalog/name-rules';
import { withFolderReplaced } from '../../catalog/references/rename-table';
import { NotedbError, badRequest } from '../../errors';
import { isSameFolder } from '../../links/same-place';
import { checkVaultPath, isInside, joinPath } from '../../note/paths';
import { toFileName } from '../../../kernel/file-name';
import type { NotePath, NoteReader } from '../../ports/vault-port';
import type { Transaction } from '../../storage/transaction/transaction';
import { isTimeZone } from '../../values/time/time-zone';
import { dryRun, isGiven, textArgument } from '../../schemas/arguments';
import type { WriteContext } from '../../contexts';
import { defineWrite } from '../define-operation';
import { movedContentOf, putOf } from '../../rows/content-to-move';
import { writeResult } from '../../schemas/results';
import { deedOf } from '../../schemas/deed';
import { metastorePath, stageDefinitions } from '../../rows/schema-change/stage-definitions';
import { databaseDescription } from './describe-database';

const input = z.strictObject({
  root: textArgument.describe('Folder of the database; the folder is renamed'),
  ...CONFIGURATION.omit({ datetime_filename: true }).shape,
  dry_run: dryRun,
});

type Input = z.infer<typeof input>;

const plannedDatabase = writeResult
  .extend(databaseResult.shape)
  .meta({ id: 'PlannedDatabase', description: 'Of a dry run: the database as it would be, and what would change' });

export const configureDatabase = defineWrite({
  name: 'configure_database',
  group: 'database',
  permission: 'admin',
  wholeDatabase: true,
  effect: 'write',
  summary: 'Changes the database’s settings; answers as describe_database.',
  description:
    'Absent or null leaves a setting as it is. Defaults are for tables created later. Changing root renames the folder and rewrites links. Not listed by list_migrations: take it back by setting the old value.',
  brief: 'Absent or null: stays as it is. Not undone by undo_migration: set the old value again.',
  input,
  refusals: ['a root folder that exists already', 'an unknown time zone', 'a bad name'],
  result: z.union([databaseResult, plannedDatabase]),
  stage: async (context, args) => {
    const { transaction } = context;
    const configuration = withConfiguration(transaction.catalog.configuration, args);
    let catalog = transaction.catalog.withConfiguration(configuration);
    if (isGiven(args.root) && args.root !== catalog.root) {
      const root = await checkedRoot(context, args.root);
      for (const table of excludesFollow(catalog, root)) catalog = catalog.withTable(table);
      catalog = catalog.withRoot(root);
    }
    const isSame = JSON.stringify(configuration) === JSON.stringify(transaction.catalog.configuration);
    const { root } = transaction.catalog;
    if (!isSame || catalog.root !== root) {
      await stageDefinitions(context, catalog);
      if (catalog.root !== root) await moveRoot(context, root, catalog.root);
    }
    const zone = configuration.timeZone ?? context.host.clock.timeZone();
    return {
      deed: deedOf('configure database', null),
      tables: [],
      unlisted: true,
      extra: () => databaseDescription(transaction, metastorePath(catalog.root), { host: context.host, zone }),
    };
  },
  // A dry run shows the description as it would be, and what would move.
  answer: ({ view, host, zone }, planned) =>
    planned.dryRun
      ? planned
      : databaseDescription(view, view.metastore ?? metastorePath(view.catalog.root), { host, zone }),
});

function withConfiguration(present: DatabaseConfiguration, args: Input): DatabaseConfiguration {
  const problems = [
    !isGiven(args.default_catalog) ? null : nameProblem('catalog', args.default_catalog),
    !isGiven(args.default_schema) ? null : nameProblem('schema', args.default_schema),
    !isGiven(args.timezone) || isTimeZone(args.timezone)
      ? null
      : `timezone: "${args.timezone}" is not an IANA time zone such as Europe/Zurich`,
    args.filename === '' ? 'filename: the format must not be empty' : null,
    !isGiven(args.archive_folder) ? null : folderNameProblem(args.archive_folder),
  ].filter((problem) => problem !== null);
  if (problems.length > 0) throw badRequest(problems.join('; '), 'call describe_database for the present settings');
  return {
    ...present,
    defaultCatalog: args.default_catalog ?? present.defaultCatalog,
    defaultSchema: args.default_schema ?? present.defaultSchema,
    defaultPartition: args.default_partition ?? present.defaultPartition,
    dateFilename: args.filename ?? present.dateFilename,
    archiveFolder: args.archive_folder ?? present.archiveFolder,
    timeZone: args.timezone ?? present.timeZone,
    history: args.history ?? present.history,
  };
}

function folderNameProblem(name: string): string | null {
  return name !== '' && toFileName(name) === name
    ? null
    : `archive_folder: ${JSON.stringify(name)} is not a folder name`;
}

async function checkedRoot({ transaction, host }: WriteContext, given: string): Promise<NotePath> {
  const check = checkVaultPath(given);
  if ('problem' in check || check.path === '') {
    throw new NotedbError(
      'refused',
      `root: ${'message' in check ? check.message : 'the vault itself can’t be the root'}`,
      {
        violations: [{ path: given, column: null, code: 'path', message: 'not a folder that can be the root' }],
        hint: 'give a vault-relative folder such as data/notedb',
      },
    );
  }
  const root = transaction.folderAs(check.path);
  const isThere = transaction.before.hasFolder(root) || (await host.vault.folder(root)) !== null;
  if (!isThere && transaction.takenBy(root) === null) return root;
  throw new NotedbError('refused', `root: there is a folder or file ${root} already`, {
    violations: [{ path: root, column: null, code: 'exists', message: `${root} exists` }],
    hint: 'give a folder that does not exist yet',
  });
}

/** Excluded folders below the root move with it. D2 */
function excludesFollow(catalog: Catalog, root: NotePath): readonly TableDefinition[] {
  const moved = (folder: NotePath): NotePath =>
    isSameFolder(folder, catalog.root) ? root : withFolderReplaced(folder, catalog.root, root);
  return catalog.tables().flatMap((table) => {
    const exclude = table.exclude.map(moved);
    return exclude.every((folder, i) => folder === table.exclude[i]) ? [] : [{ ...table, exclude }];
  });
}

async function moveRoot({ transaction, host }: WriteContext, from: NotePath, to: NotePath): Promise<void> {
  const paths = [...transaction.before.files.keys()].filter(
    (path) => isInside(path, from) && transaction.staged(path) === null,
  );
  for (const path of paths) {
    const content = await movedContentOf(transaction, host, path);
    if (content !== null) transaction.put(putOf(path, joinPath(to, path.slice(from.length + 1)), content));
    await host.scheduler.pause();
  }
  await leaveFolders(transaction, host, from);
}

/** The folders of the old root go when they are empty, those without a file too. */
async function leaveFolders(
  transaction: Transaction,
  { vault }: { readonly vault: NoteReader },
  folder: NotePath,
): Promise<void> {
  transaction.foldersLeft.add(folder);
  for (const inner of (await vault.folder(folder))?.folders ?? []) await leaveFolders(transaction, { vault }, inner);
}
