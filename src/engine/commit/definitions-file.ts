/** Finds and reads the metastore file; keeps the last good definitions in case it does not parse. D2, D18 */

import { Catalog, DEFAULT_ROOT, EMPTY_DEFINITION, METASTORE_NAME } from '../catalog/catalog';
import type { CatalogDefinition } from '../catalog/definition';
import { type DefinitionValidator, parseMetastore } from '../catalog/metastore/metastore-file';
import { NotedbError } from '../errors';
import type { Journal } from '../history/journal/journal';
import { catalogProblems } from '../integrity/rules/rule-problems';
import { baseNameOf, folderOf, joinPath, splitPath } from '../note/paths';
import type { Host } from '../ports/host';
import type { NotePath, VaultListing } from '../ports/vault-port';
import { decodeUtf8, encodeUtf8 } from '../values/utf8';
import { unlistedBy } from './external/unreadable-paths';
import { readQuietly } from './read-quietly';

/** The same layout under its older name; it becomes `metastore.yaml` with the first schema write. */
const OLDER_NAME = 'database.yaml';

const LAST_GOOD = 'definitions/metastore.yaml';
const REMEMBERED_ROOT = 'definitions/root.json';

/** Folders may lie this deep for their metastore to be found. */
const DEEPEST_ROOT = 2;

export interface LoadedDefinitions {
  readonly catalog: Catalog;
  /** Their file, null when there is none yet. */
  readonly path: NotePath | null;
  /** Why nothing may be written; null when all is well. */
  readonly problem: NotedbError | null;
}

/** Those that hold while these files are there: found in the same way at opening and whenever somebody edited them. */
export async function loadDefinitions(host: Host, listing: VaultListing, journal: Journal): Promise<LoadedDefinitions> {
  const path = await findMetastore(host, listing);
  if (path !== null) return readDefinitions(host, path);
  const root = (await rememberedRoot(host)) ?? DEFAULT_ROOT;
  const missed = joinPath(root, METASTORE_NAME);
  if (await isMetastoreMissing(host, missed, journal)) return readDefinitions(host, missed);
  return { catalog: new Catalog(EMPTY_DEFINITION, root), path, problem: null };
}

/** Whether there were definitions that the engine itself did not take away (an undo of the first table does). */
async function isMetastoreMissing(host: Host, path: NotePath, journal: Journal): Promise<boolean> {
  const lastGood = await host.privateStore.read(LAST_GOOD);
  if (lastGood === null) return false;
  const parsed = parseMetastore(decodeUtf8(lastGood));
  if (!('catalog' in parsed) || !definesAnything(parsed.catalog)) return false;
  for await (const { migration, failed } of journal.newestFirst()) {
    const change = migration.changes.filter(({ from, to }) => from === path || to === path).at(-1);
    // Where the last write that touched the file left it; one that was taken back, where it was before.
    if (change !== undefined) return (failed ? change.from : change.to) === path;
  }
  return true;
}

const definesAnything = ({ tables, bases, views, descriptions }: CatalogDefinition): boolean =>
  [tables, bases, views, descriptions].some(({ size }) => size > 0);

async function readDefinitions(host: Host, path: NotePath): Promise<LoadedDefinitions> {
  const root = folderOf(path);
  const text = await readQuietly(host, path);
  const validate: DefinitionValidator = (definition) => catalogProblems(new Catalog(definition, root));
  const parsed = text === null ? null : parseMetastore(text, validate);
  if (parsed !== null && 'catalog' in parsed) {
    return { catalog: new Catalog(parsed.catalog, root), path, problem: null };
  }
  const problem =
    parsed === null
      ? metastoreGone(path, host.journalFolder)
      : 'newerFormat' in parsed
        ? metastoreTooNew(path, parsed.newerFormat)
        : metastoreInvalid(path, parsed.problems);
  const lastGood = await host.privateStore.read(LAST_GOOD);
  // Without earlier definitions the file is read as far as its rules allow.
  const served = lastGood === null ? text : decodeUtf8(lastGood);
  const last = served === null ? null : parseMetastore(served);
  const definition = last !== null && 'catalog' in last ? last.catalog : EMPTY_DEFINITION;
  host.logger.log('error', 'metastore_invalid', { path, reason: problem.message });
  return { catalog: new Catalog(definition, root), path, problem };
}

/** The root in use; else `notedb/`; else the only folder at most 2 deep that holds a metastore. */
async function findMetastore(host: Host, { files, failures }: VaultListing): Promise<NotePath | null> {
  const paths = new Set(files.map(({ path }) => path).filter(isNamed));
  const isUnlisted = unlistedBy(failures);
  // A file that can't be looked at may be there: to go without it would be to go without its tables.
  const inRoot = (root: NotePath): NotePath | null => {
    const named = [METASTORE_NAME, OLDER_NAME].map((name) => joinPath(root, name));
    return named.find((path) => paths.has(path)) ?? named.find(isUnlisted) ?? null;
  };
  const remembered = await rememberedRoot(host);
  const usual = (remembered === null ? null : inRoot(remembered)) ?? inRoot(DEFAULT_ROOT);
  if (usual !== null) return usual;
  const found = [...paths].filter((path) => baseNameOf(path) === METASTORE_NAME && isNearTheTop(path));
  if (found.length <= 1) return found[0] ?? null;
  throw new NotedbError('metastore_invalid', `several folders hold a ${METASTORE_NAME}: ${found.join(', ')}`, {
    hint: 'keep one of them, or name its folder notedb',
  });
}

const isNamed = (path: NotePath): boolean => path.endsWith(METASTORE_NAME) || path.endsWith(OLDER_NAME);

/** Files beside the one in use that are named like it: those of another vault, or of a backup. */
export function metastoresBeside(used: NotePath | null, paths: Iterable<NotePath>): ReadonlySet<NotePath> {
  const others = new Set<NotePath>();
  for (const path of paths) if (used !== null && path !== used && isNamed(path)) others.add(path);
  return others;
}

const isNearTheTop = (path: NotePath): boolean => splitPath(folderOf(path)).length <= DEEPEST_ROOT;

/** Whether definitions may be in the file: in the root in use, or in another folder not too deep. D2 */
export const mayBeMetastore = (path: NotePath, root: NotePath): boolean =>
  [METASTORE_NAME, OLDER_NAME].includes(baseNameOf(path)) && (folderOf(path) === root || isNearTheTop(path));

async function rememberedRoot(host: Host): Promise<NotePath | null> {
  const bytes = await host.privateStore.read(REMEMBERED_ROOT);
  if (bytes === null) return null;
  const { root } = JSON.parse(decodeUtf8(bytes)) as { root?: unknown };
  return typeof root === 'string' ? root : null;
}

/** To be called when there are none, on purpose. */
export async function forgetDefinitions(host: Host): Promise<void> {
  if ((await host.privateStore.read(LAST_GOOD)) !== null) await host.privateStore.remove(LAST_GOOD);
}

/** To be called with definitions that hold. */
export async function rememberDefinitions(host: Host, root: NotePath, text: string): Promise<void> {
  if ((await rememberedRoot(host)) !== root) {
    await host.privateStore.write(REMEMBERED_ROOT, encodeUtf8(JSON.stringify({ root })));
  }
  const present = await host.privateStore.read(LAST_GOOD);
  if (present === null || decodeUtf8(present) !== text) await host.privateStore.write(LAST_GOOD, encodeUtf8(text));
}

const metastoreGone = (path: NotePath, journalFolder: string): NotedbError =>
  new NotedbError('metastore_invalid', `${path} is gone or can't be read`, {
    hint: `bring the file back (${journalFolder}${LAST_GOOD} holds the last good one), or begin anew with a file that holds only "format: 1"; until then nothing is written`,
  });

function metastoreInvalid(
  path: NotePath,
  problems: readonly { readonly line: number; readonly message: string }[],
): NotedbError {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return new NotedbError(
    'metastore_invalid',
    `${path}, line ${first?.line ?? 1}: ${first?.message ?? 'it does not parse'}${more}`,
    {
      hint: 'mend the file by hand; until then the last good definitions are in force and nothing is written',
    },
  );
}

const metastoreTooNew = (path: NotePath, format: number): NotedbError =>
  new NotedbError('forbidden', `${path} has format ${format}, which needs a newer NoteDB; it is read-only here`, {
    hint: 'update NoteDB',
  });
