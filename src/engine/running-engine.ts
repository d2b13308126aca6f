/** An open vault: runs operations, publishes changes, ingests external edits, and closes. */

import {
  type LoadedDefinitions,
  forgetDefinitions,
  loadDefinitions,
  metastoresBeside,
  rememberDefinitions,
} from './commit/definitions-file';
import { type AcceptedDeletions, type EarlyHints, ExternalEdits } from './commit/external/external-edits';
import type { Ingested } from './commit/external/external-changes';
import { readNotes } from './commit/external/ingest';
import { unconfirmedDeletionsByTable } from './commit/external/unconfirmed-deletions';
import type { ProtocolWeakness } from './commit/protocol';
import { readQuietly } from './commit/read-quietly';
import { giveVaultId, vaultId } from './commit/vault-id';
import { WriteLane } from './commit/lane/write-lane';
import { type EnginePart, type EngineParts, createParts } from './engine-parts';
import { NotedbError } from './errors';
import { type Change, type Published, Publisher } from './feed/published';
import { type Actor, type App, type Caller, actorOf } from './history/caller';
import type { Journal } from './history/journal/journal';
import { followExternalRenames } from './operations/engine-writes';
import { KeptTables } from './operations/kept-tables';
import type { Operation } from './operations/define-operation';
import type { Deed } from './schemas/deed';
import { type VaultFiles, vaultFiles } from './operations/query/vault-files';
import { requirePermission } from './operations/permissions';
import { OPERATION_INFOS, type OperationInfo } from './operation-infos';
import { NOTE_OPERATIONS } from './operations/notes/note-operations';
import { RULE_OPERATIONS } from './operations/rules/rule-operations';
import { OPERATIONS } from './operations/registry';
import { type OperationRuntime, refuseReadOnly } from './operations/operation-runtime';
import { runOlderOperation, runOperation } from './operations/run-operation';
import type { ApprovalPort } from './ports/approval-port';
import type { Host } from './ports/host';
import type { NotePath } from './ports/vault-port';
import type { FoundNames, NameRequest } from './search/names/name-index';
import type { SemanticSetUp } from './semantic/semantic-set-up';
import type { WebhookControl } from './webhooks/webhooks';
import type { Store } from './storage/store/store';
import { encodeWarmStart } from './storage/store/warm-start';
import { WarmStartSaver } from './commit/warm-start-saver';
import type { JsonObject } from './json';

const OWNER: Caller = { kind: 'owner', actor: null };

/** Paths in one change. */
const MOST_PATHS = 100;

/** Published after a commit, or after an external edit was ingested. */
export interface EngineChange {
  readonly source: 'engine' | 'external';
  /** Qualified names of the tables whose rows or definition changed. */
  readonly tables: readonly string[];
  /** Tables, bases or views themselves changed: after an external edit of the metastore file `tables` does not say which. */
  readonly definitions: boolean;
  /** Each row and each definition that changed, in the order of their numbers. */
  readonly changes: readonly Change[];
  /** Notes that changed, at most 100. */
  readonly paths: readonly NotePath[];
  readonly migrationId: string | null;
  /** The writer; null for the owner directly, and for external edits. */
  readonly actor: Actor | null;
  readonly operation: string | null;
  readonly summary: string | null;
  /** Null: an external edit. */
  readonly deed: Deed | null;
}

export interface Engine {
  /**
   * Runs an operation. `args` are its arguments by name, as JSON (absent counts as `{}`).
   * `gone` resolves when the caller does not wait any more: the owner is not asked for it from then on.
   * `asker` asks the owner about a write that asks first, where the host can't.
   * Throws NotedbError for every refusal.
   */
  run(name: string, args?: unknown, caller?: Caller, gone?: Promise<void>, asker?: ApprovalPort): Promise<JsonObject>;
  /**
   * Quick find for the owner: notes, tables, views and columns by the beginning of their words, slips aside. No operation does it:
   * programs have search_notes. docs/quick-find.md
   */
  findNames(request: NameRequest): Promise<FoundNames>;
  /** The same as the older interface takes and answers it; `name` is one of an operation with `olderInputSchema`. D3, D19 */
  runOlder(name: string, args?: unknown, caller?: Caller, gone?: Promise<void>): Promise<JsonObject>;
  /** Files and folders of the vault, as they are in one committed moment. */
  files(caller?: Caller): Promise<VaultFiles>;
  /** In documentation order. */
  readonly operations: readonly OperationInfo[];
  /** Returns the function that stops it. A listener that throws is logged, not heard. */
  onChange(listener: (change: EngineChange) => void): () => void;
  /** Looks at the whole vault again; resolves when everything found is taken in. */
  rescan(): Promise<void>;
  /** Paths of the rows that vanished together and are kept until that is confirmed, by qualified table. D7 */
  unconfirmedDeletions(): ReadonlyMap<string, readonly NotePath[]>;
  /**
   * Confirms that rows that vanished together, by default all of them, are gone: they leave their tables as rows that
   * somebody deleted by hand. Of the paths only those of `unconfirmedDeletionsByTable` count; rows whose notes are
   * there again stay. Not for agents: no operation does it. D7. Throws NotedbError where nothing may be written.
   */
  acceptDeletions(paths?: readonly NotePath[]): Promise<AcceptedDeletions>;
  /** Turns semantic search on and off. Not for agents: no operation does it. D21 */
  readonly semanticSetUp: Pick<SemanticSetUp, 'set' | 'off' | 'state' | 'tryProvider'>;
  /** Hurries, stops and tests webhooks, for the owner. docs/webhooks.md#commands */
  readonly webhookControl: WebhookControl;
  /** Answers every call that waits now: for a change (list_changes with wait_ms), or for the owner, who then allowed nothing. */
  endWaits(): void;
  /** Finishes the running write, makes everything durable, writes the warm-start file, stops watching. */
  close(): Promise<void>;
}

export interface EngineSettings {
  readonly weakness?: ProtocolWeakness;
  readonly apps?: (id: string) => App | null;
}

export class RunningEngine implements Engine {
  private readonly byName: ReadonlyMap<string, Operation> = new Map(
    [...OPERATIONS, ...NOTE_OPERATIONS, ...RULE_OPERATIONS].map((each) => [each.name, each]),
  );
  private readonly lane: WriteLane;
  private readonly edits: ExternalEdits;
  private readonly publisher: Publisher;
  private readonly warmStart: WarmStartSaver;
  /** They were there at opening: when our metastore file is gone for a moment, none of these takes its place. */
  private readonly otherMetastores: ReadonlySet<NotePath>;
  private isClosed = false;
  /** Known from the opening on: a vault that is gone has no file with it. */
  private vaultId = '';
  private indexing: Promise<void> | null = null;
  private readonly parts: EngineParts;
  private readonly keptTables: KeptTables;

  constructor(
    private readonly host: Host,
    private readonly store: Store,
    private readonly journal: Journal,
    definitions: LoadedDefinitions,
    { weakness = {}, apps }: EngineSettings,
  ) {
    store.definitionsProblem = definitions.problem;
    this.otherMetastores = metastoresBeside(definitions.path, store.files.keys());
    this.publisher = new Publisher(host.logger);
    this.publisher.subscribe(({ definitions }) => (definitions ? this.keepDefinitions() : undefined));
    this.warmStart = new WarmStartSaver({ host, publisher: this.publisher, encode: () => this.encodeWarmStart() });
    if (host.readOnly !== true) followExternalRenames(this.publisher, () => this.runtime());
    const ingestEdits = (paths: readonly NotePath[]): void => this.edits.ingestFirst(paths);
    this.lane = new WriteLane(host, store, journal, { weakness, publisher: this.publisher, ingestEdits });
    this.edits = new ExternalEdits(host, store, this.lane, () => this.reloadDefinitions());
    this.parts = createParts({
      host,
      journal,
      publisher: this.publisher,
      open: (caller = OWNER) => this.lane.open(caller),
      apps,
      run: (name, args, caller, rule) =>
        runOperation(this.runtime(), name, args, { caller, ...(rule === undefined ? {} : { rule }) }),
      exclusive: (task) => this.lane.exclusive(task),
      vaultId: () => vaultId(host),
    });
    this.keptTables = new KeptTables({ publisher: this.publisher, runtime: () => this.runtime() });
  }

  /** `meanwhile`: what may have changed while nothing ran. `isWarmStartStale`: the warm-start file does not say how the vault is. */
  async start(meanwhile: Ingested, isWarmStartStale: boolean, early: EarlyHints): Promise<void> {
    this.warmStart.start(isWarmStartStale);
    if (this.host.readOnly !== true) {
      this.vaultId = await giveVaultId(this.host);
      await this.keepDefinitions();
      // Definitions that can't be read say nothing of what became of the tables.
      const isDefined = this.store.definitionsProblem === null && this.store.metastore !== null;
      await this.lane.ingest(() => Promise.resolve(isDefined ? meanwhile : { ...meanwhile, scope: null }));
    }
    // Writes and ingestions wait for them.
    this.indexing = this.lane
      .exclusive(() => this.store.buildIndexes(this.host.scheduler))
      .finally(() => (this.indexing = null));
    this.edits.start(early);
    for (const part of this.partsInOrder()) part.start();
    if (this.host.readOnly !== true) this.keptTables.start();
  }

  private partsInOrder(): EnginePart[] {
    return Object.values(this.parts) as EnginePart[];
  }

  run(
    name: string,
    args: unknown = {},
    caller: Caller = OWNER,
    gone?: Promise<void>,
    asker?: ApprovalPort,
  ): Promise<JsonObject> {
    if (this.isClosed) return Promise.reject(engineClosing());
    return runOperation(this.runtime(), name, args, { caller, gone, asker });
  }

  runOlder(name: string, args: unknown = {}, caller: Caller = OWNER, gone?: Promise<void>): Promise<JsonObject> {
    if (this.isClosed) return Promise.reject(engineClosing());
    return runOlderOperation(this.runtime(), name, args, { caller, gone });
  }

  async files(caller: Caller = OWNER): Promise<VaultFiles> {
    if (this.isClosed) throw engineClosing();
    requirePermission(caller, 'notes', 'the routes of the vault');
    if (this.indexing !== null) await this.indexing;
    return vaultFiles(this.lane.open(caller));
  }

  private runtime(): OperationRuntime {
    return {
      host: this.host,
      lane: this.lane,
      parts: this.parts,
      catalog: () => this.lane.open(OWNER).view.catalog,
      operations: this.byName,
      indexing: this.indexing,
      checkWritable: () => this.checkWritable(),
      keptTables: () => this.keptTables.problems(),
    };
  }

  async findNames(request: NameRequest): Promise<FoundNames> {
    if (this.isClosed) throw engineClosing();
    if (this.indexing !== null) await this.indexing;
    return this.parts.names.find(this.lane.open(OWNER), request);
  }

  private checkWritable(): void {
    refuseReadOnly(this.host);
    const { definitionsProblem } = this.store;
    if (definitionsProblem !== null) throw definitionsProblem;
  }

  /** The last good definitions serve when the file breaks. Losing them is not a reason to refuse anything. */
  private async keepDefinitions(): Promise<void> {
    const { metastore, catalog, definitionsProblem } = this.store;
    if (definitionsProblem !== null || this.host.readOnly === true) return;
    try {
      if (metastore === null) {
        await forgetDefinitions(this.host);
        return;
      }
      const text = await readQuietly(this.host, metastore);
      if (text !== null) await rememberDefinitions(this.host, catalog.root, text);
    } catch (error) {
      this.host.logger.log('warning', 'definitions_not_remembered', { detail: String(error) });
    }
  }

  /** Somebody edited the metastore file, or moved it. Resolves to the notes that were read again. */
  private async reloadDefinitions(): Promise<readonly NotePath[]> {
    const { catalog, path, problem } = await this.findDefinitions();
    this.store.definitionsProblem = problem;
    if (problem !== null) return [];
    this.store.metastore = path;
    const again = this.store.useCatalog(catalog);
    const stats = again.flatMap((each) => this.store.files.get(each) ?? []);
    await readNotes(this.host, this.store, stats);
    return again;
  }

  /** As at opening, where several files are a problem too. */
  private async findDefinitions(): Promise<LoadedDefinitions> {
    const files = [...this.store.files.values()].filter(({ path }) => !this.otherMetastores.has(path));
    try {
      return await loadDefinitions(this.host, { files, failures: [] }, this.journal);
    } catch (error) {
      if (!(error instanceof NotedbError)) throw error;
      return { catalog: this.store.catalog, path: this.store.metastore, problem: error };
    }
  }

  private encodeWarmStart(): Promise<Uint8Array | null> {
    const { host, store, journal, vaultId: vault } = this;
    return this.lane.whenRecorded(() => {
      const saved = { savedAt: host.clock.now(), change: journal.numbers.last, vault };
      return encodeWarmStart(store, saved, host.scheduler);
    });
  }

  /** Losing that leaves a hole in the numbers. */
  private async releaseNumbers(): Promise<void> {
    try {
      await this.journal.releaseNumbers();
    } catch (error) {
      this.host.logger.log('warning', 'numbers_not_released', { detail: String(error) });
    }
  }

  readonly operations = OPERATION_INFOS;

  onChange(listener: (change: EngineChange) => void): () => void {
    // The work of a listener is not waited for: it may write, and a write waits for the listeners.
    return this.publisher.subscribe((published) => void listener(asTold(published)));
  }

  get webhookControl(): WebhookControl {
    return this.parts.webhooks.control;
  }

  get semanticSetUp(): SemanticSetUp {
    return this.parts.semantic.setUp;
  }

  rescan(): Promise<void> {
    return this.edits.rescan();
  }

  unconfirmedDeletions(): ReadonlyMap<string, readonly NotePath[]> {
    return unconfirmedDeletionsByTable(this.lane.open(OWNER).view);
  }

  async acceptDeletions(paths?: readonly NotePath[]): Promise<AcceptedDeletions> {
    if (this.isClosed) throw engineClosing();
    this.checkWritable();
    return this.edits.acceptDeletions(paths);
  }

  endWaits(): void {
    this.parts.feed.endWaits();
    this.parts.approvals.denyAll();
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.edits.stop();
    await this.keptTables.close();
    for (const part of this.partsInOrder().reverse()) await part.close();
    await this.lane.close();
    await this.releaseNumbers();
    await this.warmStart.close();
  }
}

const engineClosing = (): NotedbError => new NotedbError('unavailable', 'the vault is closing', { hint: 'try again' });

function asTold({ write, tables, definitions, changes, paths }: Published): EngineChange {
  const { id = null, op = null, summary = null, deed = null } = write?.migration ?? {};
  return {
    source: write === null ? 'external' : 'engine',
    tables,
    definitions,
    changes,
    paths: paths.slice(0, MOST_PATHS),
    migrationId: id,
    actor: write === null ? null : actorOf(write.caller),
    operation: op,
    summary,
    deed,
  };
}
