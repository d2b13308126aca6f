/** Turns semantic search on and off for this device, as its owner says. No operation does it. D21; docs/semantic.md#set-up */

import { NotedbError } from '../errors';
import type { JsonObject } from '../json';
import { type Embedder, ProviderError } from './embedder';
import { HttpEmbedder, originOf } from './http-embedder';
import type { IndexUpkeep, UsedModel } from './index-upkeep';
import { type LocalModel, localModel, staticModel } from './known-models';
import { LocalEmbedder } from './local-embedder';
import { type DownloadProgress, downloadModel } from './model-download';
import { importModel, readModel, storedModel, weightsOf } from './model-files';
import { type NoteCounts, countPassages } from './notes-to-index';
import type { SemanticDeps } from './semantic-deps';
import { StaticEmbedder } from './static/static-embedder';
import {
  type KeptSettings,
  type LocalSettings,
  type SemanticSettings,
  checkSettings,
  effectiveSettings,
  leavesTo,
  modelIdentity,
  readKept,
  writeKept,
} from './settings';

export interface SetUpRequest {
  /** Absent: the settings in force stay, and `yes` is about them. */
  readonly settings?: JsonObject;
  /** For the provider. Absent: the kept one stays, if it is for the same host. */
  readonly key?: string;
  /** A folder with a local model, which is copied. */
  readonly from?: string;
  /** Texts may leave this computer. */
  readonly yes?: boolean;
}

/** `asks`: nothing was set up, because texts would leave this computer for `host`. */
export type SetUpOutcome = { readonly kind: 'done' } | ({ readonly kind: 'asks'; readonly host: string } & NoteCounts);

/** The set-up, beside the state from sync_semantic_index. */
export interface SetUpState {
  readonly settings: SemanticSettings | null;
  /** Who says so. */
  readonly source: 'environment' | 'settings' | null;
  readonly hasKey: boolean;
  readonly download: DownloadProgress | null;
}

const HUB = 'https://huggingface.co';
/** Nothing of the vault. */
const TRIAL = 'NoteDB';
/** Index files of models that were used before, beside the one in use. */
const MOST_INDEXES = 2;

const modelIn = ({ provider, model }: LocalSettings): LocalModel =>
  provider === 'static' ? staticModel(model) : localModel(model);

export class SemanticSetUp {
  private kept: KeptSettings = { settings: null, allowed: [], indexes: [], keyHost: null };
  private settings: SemanticSettings | null = null;
  private download: DownloadProgress | null = null;
  private hasKey = false;
  private isClosed = false;
  private work: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly deps: SemanticDeps,
    private readonly upkeep: IndexUpkeep,
    private readonly ready: () => Promise<void>,
  ) {}

  get isOn(): boolean {
    return this.settings !== null;
  }

  get current(): SemanticSettings | null {
    return this.settings;
  }

  /** Reads the kept settings. To be called once, before anything else. */
  async load(): Promise<void> {
    this.kept = await readKept(this.deps.host.privateStore);
    await this.take();
  }

  /** A download under way ends with the part that it waits for. */
  close(): void {
    this.isClosed = true;
  }

  async state(): Promise<SetUpState> {
    await this.ready();
    const isOfEnvironment = this.settings !== null && this.settings !== this.kept.settings;
    const source = this.settings === null ? null : isOfEnvironment ? 'environment' : 'settings';
    return { settings: this.settings, source, hasKey: this.hasKey, download: this.download };
  }

  /** Rejects with NotedbError when the settings can not be right, or the model can not be had. */
  async set(request: SetUpRequest): Promise<SetUpOutcome> {
    await this.ready();
    return this.inTurn(() => this.setNow(request));
  }

  /** Asks the provider for one vector: why it fails, or null. A local model was looked at when it was set up. */
  async tryProvider(): Promise<string | null> {
    const { used } = this.upkeep;
    if (used === null || used.refusal !== null || this.settings?.provider !== 'http') return used?.refusal ?? null;
    try {
      await used.embedder.embed([TRIAL], 'trial');
      return null;
    } catch (error) {
      if (error instanceof ProviderError) return error.message;
      throw error;
    }
  }

  /** The index stays among the caches. */
  async off(): Promise<void> {
    await this.ready();
    await this.inTurn(async () => {
      this.checkWritable();
      await this.keepKey(null, null);
      await this.keep({ ...this.kept, settings: null, keyHost: null });
      await this.take();
    });
  }

  private async setNow({ settings: given, key, from, yes = false }: SetUpRequest): Promise<SetUpOutcome> {
    this.checkWritable();
    const settings = given === undefined ? this.settings : checkSettings(given);
    if (settings === null) throw new NotedbError('refused', 'semantic search is off', { hint: 'name a provider' });
    const { host } = this.deps;
    const leaving = leavesTo(settings);
    if (leaving !== null && !yes && !this.kept.allowed.includes(leaving))
      return { kind: 'asks', host: leaving, ...(await countPassages(this.deps.open(), host.scheduler)) };
    if (settings.provider !== 'http') await this.getModel(settings, from);
    const allowed = leaving === null ? this.kept.allowed : [...new Set([...this.kept.allowed, leaving])];
    const wanted = given === undefined ? this.kept.settings : settings;
    const keyHost = await this.keyHostOf(wanted, key);
    await this.keep({ ...this.kept, settings: wanted, allowed, keyHost });
    await this.take();
    return { kind: 'done' };
  }

  /** Keeps the key, or lets the one of another host go. */
  private async keyHostOf(settings: SemanticSettings | null, key: string | undefined): Promise<string | null> {
    const host = settings?.provider === 'http' ? originOf(settings.url).toLowerCase() : null;
    if (key !== undefined && key !== '') return this.keepKey(key, host);
    return host === this.kept.keyHost ? host : this.keepKey(null, null);
  }

  private async keepKey(key: string | null, host: string | null): Promise<string | null> {
    const { secrets } = this.deps.host;
    if (key !== null || this.kept.keyHost !== null) await secrets.write(await this.keyName(), key);
    return host;
  }

  private async keyName(): Promise<string> {
    return `embeddings-key-${((await this.deps.vaultId()) ?? 'none').replaceAll('-', '')}`;
  }

  private async getModel(settings: LocalSettings, from: string | undefined): Promise<void> {
    const { localModels: models, http, scheduler, embeddings } = this.deps.host;
    const model = modelIn(settings);
    if (models === undefined)
      throw new NotedbError('refused', 'no model can run here', { hint: 'use a provider over HTTP' });
    // A static model needs no runtime.
    const problem = settings.provider === 'local' ? (models.whyNotHere?.() ?? null) : null;
    if (problem !== null) throw new NotedbError('refused', problem.reason, { hint: problem.hint });
    // A thread may hold the model that is replaced.
    if (from !== undefined) return void (await importModel(models, model, from, scheduler));
    const stored = await storedModel(models, model);
    const isWhole =
      stored !== null &&
      (await readModel(models, model, stored).then(
        () => true,
        () => false,
      ));
    if (isWhole) return;
    try {
      const onProgress = (progress: DownloadProgress): unknown => (this.download = progress);
      const hub = (embeddings?.modelHub ?? HUB).replace(/\/+$/, '');
      await downloadModel(model, { http, models, scheduler, hub, onProgress, isCancelled: () => this.isClosed });
    } finally {
      this.download = null;
    }
  }

  private async keep(kept: KeptSettings): Promise<void> {
    await writeKept(this.deps.host.privateStore, kept);
    this.kept = kept;
  }

  /** The kept settings, and those of the environment, count from now on. */
  private async take(): Promise<void> {
    const { embeddings } = this.deps.host;
    this.settings = effectiveSettings(this.kept.settings, embeddings);
    const model = this.settings === null ? null : await this.modelOf(this.settings);
    this.hasKey = (await this.key()) !== null;
    await this.upkeep.use(model);
    if (model !== null) await this.rememberIndex(model.file);
  }

  private async modelOf(settings: SemanticSettings): Promise<UsedModel> {
    const { host } = this.deps;
    const stored =
      settings.provider !== 'http' && host.localModels !== undefined
        ? await storedModel(host.localModels, modelIn(settings))
        : null;
    const identity = modelIdentity(settings, stored === null ? '' : weightsOf(stored));
    const file = `semantic-${host.crypto.sha256(identity).slice(0, 16)}`;
    const refusal = this.refusalOf(settings);
    return {
      embedder: await this.embedderOf(settings),
      identity,
      file,
      vault: (await this.deps.vaultId()) ?? '',
      refusal,
    };
  }

  private refusalOf(settings: SemanticSettings): string | null {
    const leaving = leavesTo(settings);
    if (settings.provider !== 'http' && this.deps.host.localModels === undefined) return 'no model can run here';
    if (leaving === null || this.kept.allowed.includes(leaving)) return null;
    return `texts of notes would leave this computer for ${leaving}, and the owner has not agreed to that yet (notedb semantic set --yes)`;
  }

  private async embedderOf(settings: SemanticSettings): Promise<Embedder> {
    const { http, localModels, clock, scheduler } = this.deps.host;
    if (settings.provider === 'http') {
      const { url, model, dimensions } = settings;
      const leaving = leavesTo(settings);
      const mayLeave = leaving !== null && this.kept.allowed.includes(leaving);
      return new HttpEmbedder({ http, clock, scheduler, url, model, dimensions, mayLeave, key: await this.key() });
    }
    if (localModels !== undefined)
      return settings.provider === 'static'
        ? new StaticEmbedder(localModels, scheduler, staticModel(settings.model))
        : new LocalEmbedder(localModels, scheduler, localModel(settings.model));
    return { batch: 1, embed: () => Promise.resolve([]), rest: () => undefined };
  }

  /** That of the environment goes to the address in force, the kept one to its own host only. */
  private async key(): Promise<string | null> {
    const { embeddings, secrets } = this.deps.host;
    if (this.settings?.provider !== 'http') return null;
    if (embeddings !== undefined && embeddings.key !== null) return embeddings.key;
    if (this.kept.keyHost !== originOf(this.settings.url).toLowerCase()) return null;
    return secrets.read(await this.keyName());
  }

  private async rememberIndex(file: string): Promise<void> {
    const { host } = this.deps;
    if (host.readOnly === true || this.kept.indexes[0] === file) return;
    const files = [file, ...this.kept.indexes.filter((each) => each !== file)];
    await this.keep({ ...this.kept, indexes: files.slice(0, MOST_INDEXES) });
    for (const old of files.slice(MOST_INDEXES)) await host.cache.remove(old);
  }

  private checkWritable(): void {
    if (this.deps.host.readOnly === true)
      throw new NotedbError('forbidden', 'this vault is open for reading only', {
        hint: 'serve it without --read-only',
      });
  }

  private inTurn<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.work.then(task, task);
    this.work = turn.catch(() => undefined);
    return turn;
  }
}
