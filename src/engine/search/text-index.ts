/** The text index as a part of the engine: follows the notes, in turns with others, and opens searches. docs/search.md#the-index */

import type { Publisher } from '../feed/published';
import type { Host } from '../ports/host';
import type { VaultFailure } from '../ports/vault-port';
import { type FileStat, type NotePath, type NoteReader } from '../ports/vault-port';
import type { CommittedView } from '../storage/view';
import { Coverage } from './coverage';
import { type SearchAnswer, type SearchRequest, findNotes } from './find-notes';
import { FoldTable } from './fold-table';
import { IndexCache } from './index-cache';
import { segmentsToMerge } from './merge-policy';
import { searchWords } from './search-words';
import { SegmentBuilder } from './segment-builder';

/** A search on the caller's own view. */
export interface NoteSearch {
  /** Null for a query without a word. */
  find(request: SearchRequest): Promise<SearchAnswer | null>;
}

export interface TextIndexDeps {
  readonly host: Pick<Host, 'cache' | 'clock' | 'logger' | 'readOnly' | 'scheduler'>;
  readonly publisher: Pick<Publisher, 'subscribe'>;
  /** The last committed moment, as the owner sees it. */
  open(): SearchedView;
  /** Null: the vault is not there, or has no private state yet. */
  vaultId(): Promise<string | null>;
}

/** What of a caller's view is searched. */
export interface SearchedView {
  readonly view: Pick<CommittedView, 'files'>;
  readonly vault: NoteReader;
}

/** Milliseconds after opening; a search does not wait for that. */
const FIRST_INDEXING = 2000;
/** Milliseconds after a change: what changes next is indexed with it. */
const DEBOUNCE = 200;

/** Notes that are read in one go. */
const BATCH = 64;
/** A segment holds at most so many notes, and little more than so many code units. */
const LARGEST_SEGMENT = 1 << 14;
const LONGEST_SEGMENT = 1 << 25;

/** After so many new notes the index is saved without waiting for the end. */
const WORTH_SAVING = 1000;

export class TextIndex {
  private readonly table = new FoldTable();
  private readonly coverage = new Coverage();
  private cache: IndexCache | null = null;
  /** Reads the saved index, once. */
  private loading: Promise<void> | null = null;
  private hasBegun = false;
  private isClosed = false;
  private wasComplete = false;
  /** Whether the saved index lacks something, and how many notes. */
  private isStale = false;
  private unsaved = 0;
  private running: Promise<void> | null = null;
  private callOff = (): void => undefined;
  private unsubscribe = (): void => undefined;

  constructor(private readonly deps: TextIndexDeps) {}

  start(): void {
    this.unsubscribe = this.deps.publisher.subscribe(() => {
      if (this.hasBegun) this.indexIn(DEBOUNCE);
    });
    this.indexIn(FIRST_INDEXING);
  }

  private indexIn(delay: number): void {
    if (this.isClosed) return;
    this.callOff();
    this.callOff = this.deps.host.scheduler.after(delay, () => this.begin());
  }

  /** Brings the index up to date, unless that is under way: then it looks again by itself. */
  private begin(): void {
    if (this.isClosed || this.running !== null) return;
    this.hasBegun = true;
    this.running = this.indexAll()
      .catch((error: unknown) => {
        this.deps.host.logger.log('warning', 'text_index_failed', { detail: String(error) });
      })
      .finally(() => (this.running = null));
  }

  /** Opens a search for one caller. What the index does not know as it is in this view is read. */
  open(seen: SearchedView): NoteSearch {
    const { table } = this;
    const { scheduler } = this.deps.host;
    return {
      find: async (request) => {
        const words = searchWords(request.query, table);
        if (words.length === 0) return null;
        this.begin();
        await this.loaded();
        const captured = await this.coverage.capture(seen.view.files, scheduler);
        return findNotes({ vault: seen.vault, scheduler, table }, captured, words, request);
      },
    };
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.unsubscribe();
    this.callOff();
    await this.running;
    if (this.isStale) await this.save();
  }

  private async indexAll(): Promise<void> {
    await this.loaded();
    while (!this.isClosed) {
      const seen = this.deps.open();
      await this.coverage.align(seen.view.files, this.deps.host.scheduler);
      const paths = this.coverage.nextPending(LARGEST_SEGMENT);
      if (paths.length === 0) break;
      await this.index(seen, paths);
      await this.merge();
    }
    this.wasComplete = true;
    if (this.unsaved >= WORTH_SAVING) await this.save();
  }

  /** Every note was indexed once: a search reads those that changed of late, and no others. */
  get isReady(): boolean {
    return this.wasComplete;
  }

  private loaded(): Promise<void> {
    return (this.loading ??= this.load());
  }

  /** Losing the cache costs some reading, nothing else. */
  private async load(): Promise<void> {
    const { host } = this.deps;
    try {
      const vault = await this.deps.vaultId();
      const { files } = this.deps.open().view;
      await this.coverage.align(files, host.scheduler);
      this.cache = new IndexCache(host, vault ?? '');
      if (vault === null) return;
      for (const segment of await this.cache.load(files)) await this.coverage.add(segment, host.scheduler);
    } catch (error) {
      host.logger.log('warning', 'text_index_not_read', { detail: String(error) });
    }
  }

  private async index({ view, vault }: SearchedView, paths: readonly NotePath[]): Promise<void> {
    const builder = new SegmentBuilder(this.table, this.deps.host.scheduler);
    for (let from = 0; from < paths.length && !this.isClosed && builder.length < LONGEST_SEGMENT; from += BATCH) {
      const batch = paths.slice(from, from + BATCH);
      const texts = await vault.readMany(batch);
      for (const [i, path] of batch.entries()) await this.indexNote(builder, view.files.get(path), texts[i] ?? null);
    }
    if (builder.size === 0) return;
    await this.coverage.add(await builder.segment(), this.deps.host.scheduler);
    this.isStale = true;
    this.unsaved += builder.size;
  }

  /** A note that is gone, or whose disk fails, is read by each search until the engine learns more of it. */
  private async indexNote(
    builder: SegmentBuilder,
    stat: FileStat | undefined,
    text: string | null | VaultFailure,
  ): Promise<void> {
    if (stat === undefined) return;
    const isLasting = typeof text === 'string' || (text !== null && text.code !== 'io');
    if (isLasting && stat.size >= 0) await builder.add(stat, typeof text === 'string' ? text : null);
    else this.coverage.setUnreadable(stat);
  }

  private async merge(): Promise<void> {
    const { scheduler } = this.deps.host;
    for (
      let some = segmentsToMerge(this.coverage.segments);
      some.length > 0;
      some = segmentsToMerge(this.coverage.segments)
    ) {
      if (this.isClosed) return;
      const builder = new SegmentBuilder(this.table, scheduler);
      for (const { segment, live } of some) await builder.addSegment(segment, (note) => live[note] === 0);
      this.coverage.replace(some, await builder.segment());
    }
  }

  private async save(): Promise<void> {
    const { host } = this.deps;
    if (host.readOnly === true || this.cache === null) return;
    try {
      await this.cache.save(this.coverage.segments.map(({ segment }) => segment));
      this.isStale = false;
      this.unsaved = 0;
    } catch (error) {
      host.logger.log('warning', 'text_index_not_saved', { detail: String(error) });
    }
  }
}
