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

  /** One that touched a hidden table is left out, and one that touched none, but for a write of a note that is seen. */
  async *newestFirst(): AsyncGenerator<MigrationEntry, void, void> {
    for await (const entry of this.whole.newestFirst()) {
      if (isSeen(entry.migration, this.sees, this.shows)) yield { ...entry, shows: this.shows };
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
export const showsMigration = (caller: Caller, migration: SeenMigration): boolean =>
  caller.kind === 'owner' ||
  caller.tables === null ||
  isSeen(
    migration,
    (table) => matchesPatterns(table, caller.tables),
    ({ table, claims }) => (table ?? claims) === undefined && caller.permissions.has('notes'),
  );

type SeenMigration = Pick<Migration, 'tables' | 'deed' | 'changes'>;

function isSeen(
  { tables, deed, changes }: SeenMigration,
  sees: (qualified: string) => boolean,
  showsNote: (change: FileChange) => boolean,
): boolean {
  if (tables.length > 0) return tables.every(sees);
  if (deed?.object !== 'note') return false;
  // Links in other notes may have followed it.
  const { path } = deed.names;
  const written = changes.find(({ from, to }) => (to ?? from) === path);
  return written !== undefined && showsNote(written);
}

const wholeLogs = (logs: LogReader): LogReader => ({
  byName: (qualified) => logs.byName(qualified),
  isNearer: (log, head) => logs.isNearer(log, head),
  newestFirst: (log) => logs.newestFirst(log),
  state: (id, version) => logs.state(id, version),
  version: (log, number) => logs.version(log, number),
  versionAt: (log, time) => logs.versionAt(log, time),
  versions: (id, from, to) => logs.versions(id, from, to),
});
