/** The history that an app may see: without the migrations and the versions of hidden tables. docs/rights.md#what-an-app-sees; D22 */

import type { NotePath } from '../ports/vault-port';
import { matchesPatterns } from '../text/table-patterns';
import type { Caller } from './caller';
import type { ContentHash } from './journal/content-hash';
import type { FileChange, Migration } from './journal/migration';
import type { MigrationEntry } from './journal/migration-states';
import type { HistoryReader } from './history-reader';
import type { LogReader } from './versions/table-logs';

export class ScopedHistory implements HistoryReader {
  readonly logs: LogReader;
  readonly past: HistoryReader['past'];

  /** `sees`: a table, by its qualified name. `seesPath`: what lies at a path now, or may lie there. */
  constructor(
    private readonly whole: HistoryReader,
    private readonly sees: (qualified: string) => boolean,
    private readonly seesPath: (path: NotePath) => boolean,
  ) {
    this.logs = { ...wholeLogs(whole.logs), byName: (name) => (sees(name) ? whole.logs.byName(name) : null) };
    this.past = whole.past;
  }

  /** One that touched no table, or one that is hidden, is left out. */
  async *newestFirst(): AsyncGenerator<MigrationEntry, void, void> {
    for await (const entry of this.whole.newestFirst()) {
      if (isSeen(entry.migration, this.sees)) yield { ...entry, shows: this.shows };
    }
  }

  /** A note may be gone by now: the table that it was of, or claimed, decides. */
  private readonly shows = ({ table, claims, from, to }: FileChange): boolean => {
    const decisive = table ?? claims;
    if (decisive !== undefined) return this.sees(decisive);
    return [from, to].every((path) => path === null || !isNote(path) || this.seesPath(path));
  };

  last(): ReturnType<HistoryReader['last']> {
    return this.whole.last();
  }

  text(hash: ContentHash): Promise<string | null> {
    return this.whole.text(hash);
  }

  texts(hashes: ReadonlySet<ContentHash>): Promise<ReadonlyMap<ContentHash, string>> {
    return this.whole.texts(hashes);
  }

  inPlaceOrder<T>(items: readonly T[], hashOf: (item: T) => ContentHash): readonly T[] {
    return this.whole.inPlaceOrder(items, hashOf);
  }
}

const isNote = (path: NotePath): boolean => /\.md$/i.test(path);

/** Whether it is there for the caller. */
export const showsMigration = (caller: Caller, migration: Pick<Migration, 'tables'>): boolean =>
  caller.kind === 'owner' ||
  caller.tables === null ||
  isSeen(migration, (table) => matchesPatterns(table, caller.tables));

const isSeen = ({ tables }: Pick<Migration, 'tables'>, sees: (qualified: string) => boolean): boolean =>
  tables.length > 0 && tables.every(sees);

const wholeLogs = (logs: LogReader): LogReader => ({
  byName: (qualified) => logs.byName(qualified),
  isNearer: (log, head) => logs.isNearer(log, head),
  newestFirst: (log) => logs.newestFirst(log),
  state: (id, version) => logs.state(id, version),
  version: (log, number) => logs.version(log, number),
  versionAt: (log, time) => logs.versionAt(log, time),
  versions: (id, from, to) => logs.versions(id, from, to),
});
