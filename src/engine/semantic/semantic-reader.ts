/** Semantic search for one caller: questions, the state of the index, and bringing it up to date. docs/semantic.md */

import { NotedbError } from '../errors';
import type { NotePath } from '../ports/vault-port';
import { ProviderError } from './embedder';
import type { IndexUpkeep } from './index-upkeep';
import type { SeenNotes } from './notes-to-index';
import { wellFormed } from './passages';
import { type FoundPassage, searchPassages } from './search-passages';
import type { SemanticHost } from './semantic-deps';
import type { SemanticSetUp } from './semantic-set-up';
import type { SemanticSettings } from './settings';

export interface SemanticStatus {
  readonly enabled: boolean;
  readonly provider: SemanticSettings['provider'] | null;
  readonly model: string | null;
  /** Notes that have passages in the index. */
  readonly files: number;
  readonly passages: number;
  /** Notes that are not as the index has them. */
  readonly pending: number;
  readonly running: boolean;
  /** Milliseconds since the epoch. */
  readonly lastSync: number | null;
  readonly lastError: string | null;
}

type Progress = Pick<SemanticStatus, 'files' | 'passages' | 'pending' | 'running' | 'lastSync'>;

export type SyncAction = 'status' | 'update' | 'rebuild';

export interface SemanticSearch {
  readonly query: string;
  readonly limit: number;
  readonly tables: ReadonlySet<string> | null;
  readonly folder: NotePath;
  readonly minScore: number | null;
}

export interface SemanticAnswer {
  readonly results: readonly FoundPassage[];
  /** Notes that are not as the index has them, and may be missing. */
  readonly pending: number;
}

/** Milliseconds. What takes longer goes on by itself. */
const PATIENCE = 30_000;
/** UTF-16 units. Models read less of it. */
const LONGEST_QUESTION = 4000;

export class SemanticReader {
  constructor(
    private readonly host: SemanticHost,
    private readonly upkeep: IndexUpkeep,
    private readonly setUp: SemanticSetUp,
    private readonly seen: SeenNotes,
    private readonly ready: () => Promise<void>,
  ) {}

  /** Throws 422 `refused` while it is off, 503 `unavailable` when the provider fails. */
  async search({ query, ...question }: SemanticSearch): Promise<SemanticAnswer> {
    const { embedder } = await this.modelInUse();
    const text = wellFormed(query.trim()).slice(0, LONGEST_QUESTION);
    const [vector] = await embedder.embed([text], 'question').catch((error: unknown) => {
      throw providerFailure(error);
    });
    const { index } = this.upkeep;
    // Counted before the search, so that a note that it misses is counted.
    const pending = this.seenPending();
    // A static model may know none of the words: then no passage is near, and none is far.
    if (vector === undefined || index === null || vector.every((value) => value === 0)) return { results: [], pending };
    if (vector.length !== index.vectors.dimensions)
      throw new NotedbError(
        'unavailable',
        `the provider answered a vector of ${vector.length} dimensions, and the index has ${index.vectors.dimensions}`,
        {
          hint: 'call sync_semantic_index with action rebuild',
        },
      );
    return { results: await searchPassages(index, { vector, ...question }, this.seen, this.host.crypto), pending };
  }

  /** Notes that the caller sees and that are not as the index has them. */
  private seenPending(): number {
    if (this.seen.isScoped !== true) return this.upkeep.pending;
    return [...this.upkeep.pendingPaths()].filter((path) => this.seen.view.files.has(path)).length;
  }

  async status(): Promise<SemanticStatus> {
    await this.ready();
    const { upkeep } = this;
    const settings = this.setUp.current;
    return {
      enabled: settings !== null,
      provider: settings?.provider ?? null,
      model: settings?.model ?? null,
      ...(this.seen.isScoped === true ? this.seenProgress() : this.progress()),
      lastError: upkeep.lastError ?? upkeep.used?.refusal ?? null,
    };
  }

  private progress(): Progress {
    const { index, pending, isRunning: running, lastSync } = this.upkeep;
    return { files: index?.noteCount ?? 0, passages: index?.vectors.size ?? 0, pending, running, lastSync };
  }

  /** Of the notes that the caller sees: the time of hidden ones is left out. */
  private seenProgress(): Progress {
    const { index, isRunning } = this.upkeep;
    const isSeen = (path: NotePath): boolean => this.seen.view.files.has(path);
    const indexed = [...(index?.paths() ?? [])].filter(isSeen);
    const pending = this.seenPending();
    const passages = index?.slotsByKey(indexed).size ?? 0;
    return { files: indexed.length, passages, pending, running: isRunning && pending > 0, lastSync: null };
  }

  /** Resolves when it is done, when the provider fails (`lastError` has the reason), or after 30 seconds. */
  async sync(action: SyncAction): Promise<SemanticStatus> {
    if (action === 'status') return this.status();
    await this.modelInUse();
    const done = action === 'update' ? this.upkeep.update() : this.upkeep.rebuild();
    let callOff = (): void => undefined;
    const patience = new Promise<void>((resolve) => (callOff = this.host.scheduler.after(PATIENCE, resolve)));
    await Promise.race([done, patience]);
    callOff();
    return this.status();
  }

  private async modelInUse(): Promise<NonNullable<IndexUpkeep['used']>> {
    await this.ready();
    const { used } = this.upkeep;
    if (used === null) throw new NotedbError('refused', 'semantic search is off', { hint: ON_HINT });
    if (used.refusal !== null) throw new NotedbError('refused', used.refusal, { hint: ON_HINT });
    return used;
  }
}

const ON_HINT =
  'its owner turns it on: notedb semantic set --provider static, local or http, or the settings of NoteDB in Obsidian (docs/semantic.md)';

const providerFailure = (error: unknown): unknown =>
  error instanceof ProviderError
    ? new NotedbError('unavailable', error.message, {
        hint: 'try again; sync_semantic_index shows the state of the provider',
      })
    : error;
