/** Keeps the semantic index up to date: knows which notes are stale, embeds them soon, saves the index. docs/semantic.md#the-index */

import type { NotePath } from '../ports/vault-port';
import { type Embedder, ProviderError } from './embedder';
import { type SavedIndex, decodeIndex, encodeIndex } from './index-file';
import { updateNotes } from './index-update';
import { NOTES_AT_ONCE, isIndexed, staleNotes } from './notes-to-index';
import type { SemanticIndex } from './semantic-index';
import type { SemanticDeps } from './semantic-deps';

/** What the index is made with. */
export interface UsedModel {
  readonly embedder: Embedder;
  /** Provider, model and dimensions: vectors of another identity say nothing. */
  readonly identity: string;
  /** The index file among the caches. */
  readonly file: string;
  readonly vault: string;
  /** Why texts may not be sent now; null: they may. */
  readonly refusal: string | null;
}

/** Milliseconds after an edit; a person types on. */
const REFRESH = 10_000;
/** After a provider failed: doubled up to an hour. */
const FIRST_RETRY = 30_000;
const LONGEST_RETRY = 60 * 60_000;
/** While an update runs, and after small ones. A kill loses no more than this. */
const SAVE_EVERY = 60_000;
/** Passages, during an update and at its end. */
const WORTH_SAVING = 1000;
const WORTH_SAVING_NOW = 20;

export class IndexUpkeep {
  index: SemanticIndex | null = null;
  lastSync: number | null = null;
  lastError: string | null = null;
  private model: UsedModel | null = null;
  private readonly stale = new Set<NotePath>();
  private readonly inWork = new Set<NotePath>();
  private run: Promise<void> | null = null;
  /** Counts up when what runs must change nothing any more. */
  private generation = 0;
  private failures = 0;
  private callOff: (() => void) | null = null;
  private callOffSaving: (() => void) | null = null;
  private savedAt = 0;
  private unsaved = 0;
  private isDirty = false;

  constructor(private readonly deps: SemanticDeps) {}

  get isRunning(): boolean {
    return this.run !== null;
  }

  get used(): UsedModel | null {
    return this.model;
  }

  /** Notes that are not as the index has them. */
  get pending(): number {
    return this.stale.size + this.inWork.size;
  }

  /** The same one by one. */
  *pendingPaths(): Iterable<NotePath> {
    yield* this.stale;
    yield* this.inWork;
  }

  /** From now on with this model; null: semantic search is off. Takes over the index that was saved for it. */
  async use(model: UsedModel | null): Promise<void> {
    await this.stop();
    this.model = model;
    this.index = this.lastSync = this.lastError = null;
    if (model === null) return;
    const saved = await this.readSaved(model);
    this.index = saved?.index ?? null;
    this.lastSync = saved?.lastSync ?? null;
    for (const path of staleNotes(this.index, this.deps.open())) this.stale.add(path);
    if (this.stale.size > 0) this.refreshIn(REFRESH);
  }

  notesChanged(paths: readonly NotePath[]): void {
    if (this.model === null) return;
    const { view } = this.deps.open();
    const changed = paths.filter((path) => isIndexed(view.files.get(path)) || this.index?.note(path) !== undefined);
    for (const path of changed) this.stale.add(path);
    if (changed.length > 0) this.refreshIn(REFRESH);
  }

  /** Resolves when everything that is stale now is embedded, or the provider failed: `lastError` has the reason. */
  update(): Promise<void> {
    this.callOff?.();
    this.callOff = null;
    if (this.run !== null) return this.run;
    const run = this.work(++this.generation).finally(() => {
      if (this.run === run) this.run = null;
    });
    this.run = run;
    return run;
  }

  /** Every passage is embedded again. */
  async rebuild(): Promise<void> {
    this.cancel();
    this.index = null;
    this.isDirty = true;
    for (const path of staleNotes(null, this.deps.open())) this.stale.add(path);
    await this.update();
  }

  async close(): Promise<void> {
    await this.stop();
    this.model = null;
  }

  /** What runs changes nothing any more; what it had in work is stale again. */
  private async stop(): Promise<void> {
    this.cancel();
    if (this.isDirty) await this.save();
    this.isDirty = false;
    this.stale.clear();
    this.callOff?.();
    this.callOffSaving?.();
    this.callOff = this.callOffSaving = null;
    this.failures = 0;
    this.model?.embedder.rest();
  }

  private cancel(): void {
    this.generation += 1;
    for (const path of this.inWork) this.stale.add(path);
    this.inWork.clear();
    // It waits for a provider, perhaps long, and then sees that it is not wanted any more.
    this.run = null;
  }

  private refreshIn(milliseconds: number): void {
    if (this.callOff !== null || this.deps.host.readOnly === true) return;
    this.callOff = this.deps.host.scheduler.after(milliseconds, () => {
      this.callOff = null;
      void this.update();
    });
  }

  private async work(generation: number): Promise<void> {
    const { model } = this;
    if (model === null) return;
    const { host } = this.deps;
    try {
      if (model.refusal !== null) throw new ProviderError(model.refusal);
      while (this.stale.size > 0 && this.generation === generation) {
        await this.updateSome(model, generation);
        if (this.unsaved >= WORTH_SAVING || this.isSavingDue()) await this.save();
      }
      if (this.generation !== generation) return;
      this.lastError = null;
      this.failures = 0;
      this.lastSync = host.clock.now();
      if (this.isDirty && (this.unsaved >= WORTH_SAVING_NOW || this.isSavingDue())) await this.save();
      else this.saveSoon();
    } catch (error) {
      if (this.generation === generation) this.failed(error);
    }
  }

  private async updateSome(model: UsedModel, generation: number): Promise<void> {
    const paths = this.nextNotes();
    for (const path of paths) {
      this.stale.delete(path);
      this.inWork.add(path);
    }
    const { crypto, scheduler } = this.deps.host;
    const isCancelled = (): boolean => this.generation !== generation;
    const before = this.index?.vectors.size ?? 0;
    try {
      const { embedder } = model;
      const update = { index: this.index, embedder, crypto, scheduler, isCancelled };
      const index = await updateNotes(paths, this.stale, this.deps.open(), update);
      if (isCancelled()) return;
      this.index = index;
      this.isDirty = true;
      this.unsaved += Math.max(1, (index?.vectors.size ?? 0) - before);
    } catch (error) {
      if (!isCancelled()) for (const path of paths) this.stale.add(path);
      throw error;
    } finally {
      if (!isCancelled()) for (const path of paths) this.inWork.delete(path);
    }
  }

  /** Notes that are gone come last: one that moved takes their vectors. */
  private nextNotes(): readonly NotePath[] {
    const { view } = this.deps.open();
    const there: NotePath[] = [];
    for (const path of this.stale) {
      if (isIndexed(view.files.get(path))) there.push(path);
      if (there.length === NOTES_AT_ONCE) break;
    }
    return there.length > 0 ? there : [...this.stale].slice(0, NOTES_AT_ONCE);
  }

  private failed(error: unknown): void {
    const { logger, readOnly } = this.deps.host;
    this.lastError = error instanceof ProviderError ? error.message : 'the index could not be brought up to date';
    logger.log('warning', 'semantic_update_failed', { detail: error instanceof ProviderError ? '' : String(error) });
    this.failures += 1;
    const wait = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (this.failures - 1));
    // A refusal of the owner's own stays until the owner says otherwise.
    if (readOnly !== true && this.model?.refusal === null) this.refreshIn(wait);
    this.saveSoon();
  }

  private isSavingDue(): boolean {
    return this.deps.host.clock.now() - this.savedAt > SAVE_EVERY;
  }

  private saveSoon(): void {
    if (!this.isDirty || this.callOffSaving !== null) return;
    const { clock, scheduler } = this.deps.host;
    const due = Math.max(0, this.savedAt + SAVE_EVERY - clock.now());
    this.callOffSaving = scheduler.after(due, () => {
      this.callOffSaving = null;
      void this.save();
    });
  }

  /** Losing it costs the next opening some embedding, nothing else. */
  private async save(): Promise<void> {
    const { model, index, lastSync } = this;
    const { cache, clock, logger, scheduler, readOnly } = this.deps.host;
    this.savedAt = clock.now();
    this.unsaved = 0;
    this.isDirty = false;
    if (model === null || readOnly === true) return;
    try {
      const { vault, identity } = model;
      if (index === null) await cache.remove(model.file);
      else await cache.write(model.file, await encodeIndex({ index, lastSync }, { vault, model: identity }, scheduler));
    } catch (error) {
      this.isDirty = true;
      logger.log('warning', 'semantic_index_not_saved', { detail: String(error) });
    }
  }

  private async readSaved({ file, vault, identity }: UsedModel): Promise<SavedIndex | null> {
    const { cache, logger, scheduler } = this.deps.host;
    try {
      const bytes = await cache.read(file);
      return bytes === null ? null : await decodeIndex(bytes, { vault, model: identity }, scheduler);
    } catch (error) {
      logger.log('warning', 'semantic_index_not_read', { detail: String(error) });
      return null;
    }
  }
}
