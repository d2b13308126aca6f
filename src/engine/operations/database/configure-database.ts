/** configure_database: defaults of new tables, time zone, root. spec: Database operations; D16, D17. */

import * as z from 'zod';
import type { Catalog } from '../../catalog/catalog';
import type { DatabaseConfiguration, TableDefinition } from '../../catalog/definition';
import { nameProblem } from '../../catalog/names';
import { rebased } from '../../catalog/references/rename-table';
import { NotedbError, badRequest } from '../../errors';
import { isSameFolder } from '../../links/same-place';
import { checkVaultPath, isInside, joinPath } from '../../note/paths';
import { toFileName } from '../../note/file-name';
import type { Host } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import type { Transaction } from '../../storage/transaction/transaction';
import { isTimeZone } from '../../values/time-zone';
import { dryRun, isGiven, text } from '../arguments';
import { type WriteContext, defineWrite } from '../define-operation';
import { contentToMove, putOf } from '../content-to-move';
import { metastorePath, stageDefinitions } from '../schema/stage-definitions';
import { databaseDescription } from './describe-database';

const input = z.strictObject({
  root: text.describe('Folder of the database; changing it renames the folder'),
  default_catalog: text.describe('Catalog of tables created without one'),
  default_schema: text.describe('Schema of tables created without one'),
  default_partition: text.describe('Folder pattern of new time-based tables; empty means flat'),
  filename: text.describe('Date format of the file names of new time-based tables'),
  archive_folder: text.describe('Archive folder name of new tables'),
  timezone: text.describe('IANA time zone; completes date-times written without offset'),
  history: z.boolean().nullish().describe('Keep versions of every table'),
  dry_run: dryRun,
});

type Input = z.infer<typeof input>;

export const configureDatabase = defineWrite<Input>({
  name: 'configure_database',
  group: 'database',
  effect: 'write',
  summary: 'Changes the database’s settings; answers as describe_database.',
  description:
    'Absent or null leaves a setting as it is. Defaults are for tables created later. Changing root renames the folder and rewrites links. Not listed by list_migrations: take it back by setting the old value.',
  input,
  refusals: ['a root folder that exists already', 'an unknown time zone', 'a bad name'],
  stage: async (context, args) => {
    const { transaction } = context;
    const configuration = configured(transaction.catalog.configuration, args);
    let catalog = transaction.catalog.withConfiguration(configuration);
    if (isGiven(args.root) && args.root !== catalog.root) {
      const root = await checkedRoot(context, args.root);
      for (const table of excludesFollow(catalog, root)) catalog = catalog.withTable(table);
      catalog = catalog.withRoot(root);
    }
    const isSame = JSON.stringify(configuration) === JSON.stringify(transaction.catalog.configuration);
    const { root } = transaction.catalog;
    if (!isSame || catalog.root !== root) {
      await stageDefinitions(transaction, catalog);
      if (catalog.root !== root) await moveRoot(context, root, catalog.root);
    }
    const zone = configuration.timeZone ?? context.host.clock.timeZone();
    return {
      summary: 'configured the database',
      tables: [],
      unlisted: true,
      extra: () => databaseDescription(transaction, metastorePath(catalog.root), { host: context.host, zone }),
    };
  },
  // A dry run shows the description as it would be, and what would move.
  result: ({ view, host, zone }, planned) =>
    planned['dryRun'] === true
      ? planned
      : databaseDescription(view, view.metastore ?? metastorePath(view.catalog.root), { host, zone }),
});

function configured(present: DatabaseConfiguration, args: Input): DatabaseConfiguration {
  const problems = [
    !isGiven(args.default_catalog) ? null : nameProblem('catalog', args.default_catalog),
    !isGiven(args.default_schema) ? null : nameProblem('schema', args.default_schema),
    !isGiven(args.timezone) || isTimeZone(args.timezone)
      ? null
      : `timezone: "${args.timezone}" is no IANA time zone such as Europe/Zurich`,
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
  return name !== '' && toFileName(name) === name ? null : `archive_folder: ${JSON.stringify(name)} is no folder name`;
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
    isSameFolder(folder, catalog.root) ? root : rebased(folder, catalog.root, root);
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
    const content = await contentToMove(transaction, host, path);
    if (content !== null) transaction.put(putOf(path, joinPath(to, path.slice(from.length + 1)), content));
    await host.scheduler.pause();
  }
  await leaveFolders(transaction, host, from);
}

/** The folders of the old root go when they are empty, those without a file too. */
async function leaveFolders(transaction: Transaction, { vault }: Pick<Host, 'vault'>, folder: NotePath): Promise<void> {
  transaction.foldersLeft.add(folder);
  for (const inner of (await vault.folder(folder))?.folders ?? []) await leaveFolders(transaction, { vault }, inner);
}
