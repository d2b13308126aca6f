/** What readers ask of the history: of the journal as it is, or as it was at a committed moment. */

import type { ContentHash } from './journal/content-hash';
import type { Journal } from './journal/journal';
import type { MigrationEntry } from './journal/list-migrations';
import type { LogReader } from './versions/table-logs';

export interface HistoryReader extends Pick<
  Journal,
  'inPlaceOrder' | 'last' | 'newestFirst' | 'past' | 'text' | 'texts'
> {
  readonly logs: LogReader;
}

/** Without the migrations whose notes are not all written yet, and without their versions: they may be called off. */
export class CommittedHistory implements HistoryReader {
  readonly logs: LogReader;
  readonly past: Journal['past'];

  /** To be made when the journal is at that moment. `seq`: the last sequence number given out. */
  constructor(
    private readonly journal: Journal,
    private readonly seq: number,
  ) {
    this.logs = journal.logs.freeze();
    this.past = journal.past;
  }

  newestFirst(): AsyncGenerator<MigrationEntry, void, void> {
    return this.journal.newestFirst(this.seq);
  }

  last(): ReturnType<Journal['last']> {
    return this.journal.last();
  }

  text(hash: ContentHash): Promise<string | null> {
    return this.journal.text(hash);
  }

  texts(hashes: ReadonlySet<ContentHash>): Promise<ReadonlyMap<ContentHash, string>> {
    return this.journal.texts(hashes);
  }

  inPlaceOrder<T>(items: readonly T[], hashOf: (item: T) => ContentHash): readonly T[] {
    return this.journal.inPlaceOrder(items, hashOf);
  }
}
