/** Finds the notes that changed while no engine ran, by the rows saved at closing and the journal since. docs/architecture.md: Changes. */

import type { TableDefinition } from '../../catalog/definition';
import type { ExternalRecord } from '../../history/change-record';
import type { ContentHash } from '../../history/journal/content-hash';
import type { Journal } from '../../history/journal/journal';
import type { Migration } from '../../history/journal/migration';
import type { Host } from '../../ports/host';
import type { FileStat, NotePath, VaultListing } from '../../ports/vault-port';
import { readNoteText } from '../../storage/store/note-reading';
import type { Store } from '../../storage/store/store';
import type { WarmStart } from '../../storage/store/warm-start';
import { readQuietly } from '../read-quietly';
import { toldRows } from './told-rows';
import { unlistedBy } from './unreadable-paths';
import { TouchedRows } from './touched-rows';
import type { TableRow } from '../write-changes';

/** How the journal leaves a file. */
interface Left {
  /** Whether it is still so. */
  isAs(stat: FileStat | undefined): Promise<boolean>;
  row(): Promise<TableRow | null>;
}

const GONE: Left = {
  isAs: (stat) => Promise.resolve(stat === undefined),
  row: () => Promise.resolve(null),
};

/**
 * To be called when the store holds the saved state, before changed files are read. Null: there is no saved state. A file that the listing
 * says nothing of is taken to be as it was.
 */
export async function touchedMeanwhile(
  { host, store, journal }: Opening,
  since: WarmStart | null,
  { files, failures }: VaultListing,
): Promise<TouchedRows> {
  const left = new LeftFiles(host, store, journal);
  if (since === null) return touchedSinceTold({ host, store, journal }, left, { files, failures });
  return touchedSinceSaved({ host, store }, await left.after(since.change), since, { files, failures });
}

interface Opening {
  readonly host: Host;
  readonly store: Store;
  readonly journal: Journal;
}

/** Compared with the rows that the feed published so far. */
async function touchedSinceTold(
  { host, store, journal }: Opening,
  leftFiles: LeftFiles,
  { files, failures }: VaultListing,
): Promise<TouchedRows> {
  const told = await toldRows(journal, host.scheduler, store.catalog);
  if (told === null) return new TouchedRows(store, true);
  const touched = new TouchedRows(store);
  const left = await leftFiles.after(0);
  const stats = new Map(files.map((stat) => [stat.path, stat]));
  const isUnlisted = unlistedBy(failures);
  for (const path of new Set([...told.keys(), ...stats.keys()])) {
    const stat = stats.get(path);
    if (stat === undefined && isUnlisted(path)) continue;
    const isEdited = (await left.get(path)?.isAs(stat)) === false;
    touched.note(path, { was: told.get(path) ?? null, isNews: true, isEdited });
    await host.scheduler.pause();
  }
  return touched;
}

async function touchedSinceSaved(
  { host, store }: Pick<Opening, 'host' | 'store'>,
  left: ReadonlyMap<NotePath, Left>,
  since: WarmStart,
  { files, failures }: VaultListing,
): Promise<TouchedRows> {
  const touched = new TouchedRows(store);
  const stats = left.size === 0 ? new Map<NotePath, FileStat>() : new Map(files.map((stat) => [stat.path, stat]));
  const isUnlisted = unlistedBy(failures);
  for (const [path, file] of left) {
    const isInSight = stats.has(path) || !isUnlisted(path);
    if (isInSight && !(await file.isAs(stats.get(path))))
      touched.note(path, { was: await file.row(), isNews: true, isEdited: true });
    await host.scheduler.pause();
  }
  for (const path of since.gone) if (!left.has(path)) touched.add(path, null);
  for (const stat of since.changed) if (!left.has(stat.path)) touched.add(stat.path, stat);
  return touched;
}

class LeftFiles {
  private readonly files = new Map<NotePath, Left>();

  constructor(
    private readonly host: Host,
    private readonly store: Store,
    private readonly journal: Journal,
  ) {}

  async after(change: number): Promise<ReadonlyMap<NotePath, Left>> {
    for await (const record of this.journal.changes.after(change)) {
      if ('op' in record) this.migrated(record);
      else this.edited(record);
      await this.host.scheduler.pause();
    }
    return this.files;
  }

  private migrated({ changes }: Migration): void {
    for (const { from, to } of changes) if (from !== null && from !== to) this.files.set(from, GONE);
    for (const { to, after } of changes) if (to !== null && after !== null) this.files.set(to, this.text(to, after));
  }

  private text(path: NotePath, hash: ContentHash): Left {
    const { host, journal } = this;
    return {
      isAs: async (stat) => {
        const text = stat === undefined ? null : await readQuietly(host, path);
        return text !== null && host.crypto.sha256(text) === hash;
      },
      row: async () => this.rowOf(path, await journal.text(hash)),
    };
  }

  private rowOf(path: NotePath, text: string | null): TableRow | null {
    if (text === null) return null;
    const { table } = readNoteText(text);
    const owner: TableDefinition | null = table === null ? null : this.store.catalog.rowTableOf(path, table);
    if (owner === null) return null;
    return { table: owner.qualified, row: this.store.codec(owner.qualified).decode(path, 0, text).row };
  }

  private edited({ changes }: ExternalRecord): void {
    const before = new Map(changes.map(({ path, from = path }) => [path, this.files.get(from) ?? this.saved(from)]));
    for (const { kind, path, from } of changes) {
      if (from !== undefined) this.files.set(from, GONE);
      if (kind === 'delete') this.files.set(path, GONE);
    }
    for (const { table, id, path, after = {}, stat } of changes) {
      const was = before.get(path);
      if (stat === undefined || table === null) continue;
      const [size, mtime] = stat;
      this.files.set(path, {
        isAs: (now) => Promise.resolve(now?.size === size && now.mtime === mtime),
        row: async () => {
          const values = { ...(await was?.row())?.row.values, ...after };
          const given = Object.entries(values).filter(([, value]) => value !== null);
          return { table, row: { path, id, modified: mtime, values: Object.fromEntries(given) } };
        },
      });
    }
  }

  private saved(path: NotePath): Left {
    const found = this.store.rowAt(path);
    const row = found === null ? null : { table: found.table.qualified, row: found.row };
    return { isAs: () => Promise.resolve(false), row: () => Promise.resolve(row) };
  }
}
