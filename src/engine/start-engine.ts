/** Puts the parts of an engine together in the order in which a vault is opened. */

import * as z from 'zod';
import type { Engine, EngineChange, EngineOptions, OperationInfo } from './engine';
import { NotedbError } from './errors';
import {
  type LoadedDefinitions,
  loadDefinitions,
  readDefinitions,
  rememberDefinitions,
} from './commit/definitions-file';
import { ExternalEdits, writeSentinel } from './commit/external-edits';
import { loadVault, readNotes } from './commit/load-vault';
import { readQuietly } from './commit/read-quietly';
import { recover } from './commit/recovery';
import { type CommittedMigration, WriteLane } from './commit/write-lane';
import { Journal } from './history/journal';
import type { Caller, Operation, ReadContext } from './operations/define-operation';
import { OPERATIONS } from './operations/registry';
import { runOperation } from './operations/run-operation';
import { tableWarnings } from './operations/table-warnings';
import type { Host } from './ports/host';
import type { FileStat, NotePath } from './ports/vault-port';
import { Store } from './storage/store';
import { adoptWarmStart, encodeWarmStart } from './storage/warm-start';
import type { JsonObject } from './values/json';

const OWNER: Caller = { kind: 'owner', actor: null };

const MOST_PATHS = 100;

const WARM_START = 'warm-start';

export async function startEngine(host: Host, options: EngineOptions): Promise<Engine> {
  const journal = await Journal.open(host, options.weakness);
  if (host.readOnly !== true) await recover(host, journal, options.weakness);
  const files = await host.vault.list();
  const definitions = await loadDefinitions(host, files);
  const store = new Store(definitions.catalog);
  store.metastore = definitions.path;
  await loadVault(host, store, files, await warmStart(host, store, files));
  const engine = new RunningEngine(host, store, journal, definitions, options);
  await engine.start();
  return engine;
}

/** The files that need not be read; those that are gone meanwhile are dropped. */
async function warmStart(host: Host, store: Store, files: readonly FileStat[]): Promise<ReadonlySet<NotePath>> {
  const bytes = await host.cache.read(WARM_START);
  const known = bytes === null ? null : adoptWarmStart(store, bytes, files);
  if (known === null) return new Set();
  if (store.files.size > known.size) {
    const present = new Set(files.map(({ path }) => path));
    for (const path of [...store.files.keys()]) if (!present.has(path)) store.drop(path);
  }
  return known;
}

class RunningEngine implements Engine {
  readonly operations: readonly OperationInfo[] = OPERATIONS.map(operationInfo);
  private readonly byName: ReadonlyMap<string, Operation> = new Map(OPERATIONS.map((each) => [each.name, each]));
  private readonly lane: WriteLane;
  private readonly edits: ExternalEdits;
  private readonly listeners = new Set<(change: EngineChange) => void>();
  private definitionsProblem: NotedbError | null;
  private isClosed = false;

  constructor(
    private readonly host: Host,
    private readonly store: Store,
    private readonly journal: Journal,
    definitions: LoadedDefinitions,
    options: EngineOptions,
  ) {
    this.definitionsProblem = definitions.problem;
    this.lane = new WriteLane(host, store, journal, {
      weakness: options.weakness ?? {},
      committed: (migration) => this.committed(migration),
    });
    this.edits = new ExternalEdits(host, store, this.lane, {
      changed: (paths, tables) => this.tell({ ...EXTERNAL, paths: paths.slice(0, MOST_PATHS), tables }),
      definitionsEdited: (path) => this.reloadDefinitions(path),
    });
  }

  async start(): Promise<void> {
    if (this.host.readOnly !== true) {
      await writeSentinel(this.host);
      await this.keepDefinitions();
    }
    this.edits.start();
  }

  run(name: string, args: unknown = {}, caller: Caller = OWNER): Promise<JsonObject> {
    if (this.isClosed)
      return Promise.reject(new NotedbError('unavailable', 'the vault is closing', { hint: 'try again' }));
    const runtime = {
      lane: this.lane,
      operations: this.byName,
      checkWritable: () => this.checkWritable(),
      readContext: (who: Caller) => this.readContext(who),
    };
    return runOperation(runtime, name, args, caller);
  }

  private readContext(caller: Caller): ReadContext {
    const { host, store, journal } = this;
    const view = this.lane.view();
    return {
      host,
      caller,
      now: host.clock.now(),
      zone: view.catalog.configuration.timeZone ?? host.clock.timeZone(),
      view,
      store,
      journal,
      warningsFor: (table) => tableWarnings(store, table),
    };
  }

  private checkWritable(): void {
    if (this.host.readOnly === true) {
      throw new NotedbError('forbidden', 'this vault is open for reading only', {
        hint: 'serve it without --read-only',
      });
    }
    if (this.definitionsProblem !== null) throw this.definitionsProblem;
  }

  private async committed({ migration, changedCatalog }: CommittedMigration): Promise<void> {
    if (changedCatalog) await this.keepDefinitions();
    const paths = migration.changes.map(({ from, to }) => to ?? from ?? '').slice(0, MOST_PATHS);
    const { id, op, summary, tables } = migration;
    this.tell({ source: 'engine', tables, paths, migrationId: id, operation: op, summary });
  }

  /** What is good now is what serves when the file breaks. */
  private async keepDefinitions(): Promise<void> {
    const { metastore, catalog } = this.store;
    if (metastore === null || this.definitionsProblem !== null) return;
    const text = await readQuietly(this.host, metastore);
    if (text !== null) await rememberDefinitions(this.host, catalog.root, text);
  }

  /** Somebody edited the metastore file. */
  private async reloadDefinitions(path: NotePath): Promise<void> {
    const { catalog, problem } = await readDefinitions(this.host, path);
    this.definitionsProblem = problem;
    if (problem !== null) return;
    this.store.metastore = path;
    const again = this.store.useCatalog(catalog);
    const stats = again.flatMap((each) => this.store.files.get(each) ?? []);
    await readNotes(this.host, this.store, stats);
    await this.keepDefinitions();
  }

  /** Losing it costs the next opening some reading, nothing else. */
  private async saveWarmStart(): Promise<void> {
    try {
      await this.host.cache.write(WARM_START, encodeWarmStart(this.store, this.host.clock.now()));
    } catch (error) {
      this.host.logger.log('warning', 'warm_start_not_saved', { detail: String(error) });
    }
  }

  private tell(change: EngineChange): void {
    for (const listener of this.listeners) {
      try {
        listener(change);
      } catch (error) {
        this.host.logger.log('error', 'listener_failed', { detail: String(error) });
      }
    }
  }

  onChange(listener: (change: EngineChange) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  rescan(): Promise<void> {
    return this.edits.rescan();
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.edits.stop();
    await this.lane.close();
    if (this.host.readOnly !== true) await this.saveWarmStart();
    this.listeners.clear();
  }
}

const EXTERNAL = { source: 'external', migrationId: null, operation: null, summary: null } as const;

const operationInfo = ({ name, group, effect, summary, description, refusals, input }: Operation): OperationInfo => ({
  name,
  group,
  effect,
  summary,
  description,
  refusals,
  inputSchema: z.toJSONSchema(input, { io: 'input' }) as unknown as JsonObject,
});
