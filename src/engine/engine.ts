/** Opens a vault: recovers, loads the definitions, indexes the rows, and wires the parts together. */

import { loadDefinitions } from './commit/definitions-file';
import { EarlyHints } from './commit/external/external-edits';
import { loadVault } from './commit/external/ingest';
import { touchedMeanwhile } from './commit/external/changes-while-closed';
import { ingestDeletions, ingestEarlierDeletions } from './commit/external/unconfirmed-deletions';
import { keepUnlisted } from './commit/external/unreadable-paths';
import type { ProtocolWeakness } from './commit/protocol';
import { recoverNotes } from './commit/recovery/recovery';
import { notListed } from './commit/lane/write-failures';
import type { App } from './history/caller';
import { Journal } from './history/journal/journal';
import type { Host } from './ports/host';
import { type FileStat, type NotePath, reasonOf, VaultFailure } from './ports/vault-port';
import { type Engine, RunningEngine } from './running-engine';
import { Store } from './storage/store/store';
import { vaultId } from './commit/vault-id';
import { type WarmStart, adoptWarmStart } from './storage/store/warm-start';
import { WARM_START } from './commit/warm-start-saver';

export interface EngineOptions {
  /** Only for the crash tests. */
  readonly weakness?: ProtocolWeakness;
  /** What an app may do now, by the id of its token; null: it has none any more. Absent: the same as when it made a webhook. */
  readonly apps?: (id: string) => App | null;
}

/** Resolves when the rows are there to be asked for. Throws NotedbError when the vault can't be opened. */
export async function openEngine(host: Host, options: EngineOptions = {}): Promise<Engine> {
  const { weakness = {} } = options;
  const journal = await Journal.open(host, weakness);
  if (host.readOnly === true) journal.publishRecoveredVersions();
  else await recoverNotes(host, journal, weakness);
  // Watched before it is listed: what somebody writes while the rows are read is found too.
  const early = new EarlyHints(host);
  try {
    return await openRecovered(host, journal, early, options);
  } catch (error) {
    early.stop();
    throw error;
  }
}

async function openRecovered(host: Host, journal: Journal, early: EarlyHints, options: EngineOptions): Promise<Engine> {
  const { files, failures } = await host.vault.list().catch((error: unknown) => {
    throw error instanceof VaultFailure ? notListed(error) : error;
  });
  for (const failure of failures)
    host.logger.log('warning', 'path_not_read', { path: failure.path, reason: reasonOf(failure) });
  const definitions = await loadDefinitions(host, { files, failures }, journal);
  const store = new Store(definitions.catalog);
  store.metastore = definitions.path;
  store.idPrecedence.hold(journal.idHolders());
  const since = await keepUnlisted(host, store, await warmStart(host, store, files), failures);
  // The second reading looks for names, paths and ids.
  if (since !== null && since.changed.length > 0) await store.buildIndexes(host.scheduler);
  const touched = await touchedMeanwhile({ host, store, journal }, since, { files, failures });
  // Before they are let go: their ids show where they moved.
  const ids = new Map(since?.gone.map((path) => [path, store.rowAt(path)?.row.id ?? '']));
  const undecided = since === null ? [] : await ingestEarlierDeletions(host, store, journal, since);
  const paths = await changedSince(journal, since);
  await loadVault(host, store, since?.changed ?? files, (path) => {
    touched.add(path, store.files.get(path) ?? null);
    paths?.add(path);
  });
  await ingestDeletions(host, store, undecided);
  const engine = new RunningEngine(host, store, journal, definitions, options);
  const scope = { paths, ids, definitions: true };
  const isAsSaved = since !== null && since.changed.length + since.gone.length === 0;
  await engine.start({ touched, scope }, !isAsSaved, early);
  return engine;
}

/** Null when the whole vault has to be read: losing the file costs that and nothing else. D2 */
async function warmStart(host: Host, store: Store, files: readonly FileStat[]): Promise<WarmStart | null> {
  const vault = await vaultId(host);
  const bytes = await host.cache.read(WARM_START).catch((error: unknown) => {
    host.logger.log('warning', 'warm_start_not_read', { detail: String(error) });
    return null;
  });
  return bytes === null ? null : adoptWarmStart(store, { bytes, vault }, files, host.scheduler);
}

/** The notes of which the logs of tables may not know how they are now; null for all. */
async function changedSince(journal: Journal, since: WarmStart | null): Promise<Set<NotePath> | null> {
  if (since === null) return null;
  const touched = await journal.logs.touchedSince(since.savedAt);
  return new Set([...since.changed.map(({ path }) => path), ...since.gone, ...touched]);
}
