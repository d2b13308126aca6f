/** Moves the store to what a prepared migration leaves, and back. */

import { baseNameOf } from '../../note/paths';
import type { SchedulerPort } from '../../ports/host';
import { inTurns } from '../../ports/in-turns';
import type { NotePath, FileStat } from '../../ports/vault-port';
import type { StagedChange } from '../../storage/transaction/staged-change';
import type { Store } from '../../storage/store/store';
import { READ_TOGETHER } from '../../storage/transaction/reading-ahead';
import type { Transaction } from '../../storage/transaction/transaction';
import { METASTORE_NAME } from '../../catalog/catalog';
import type { Catalog } from '../../catalog/catalog';
import type { Migration } from '../../history/journal/migration';
import type { NewTexts } from '../../history/journal/new-texts';
import type { TableVersion } from '../../history/versions/table-version';

/** No file has it, so that the file is read when its stat is compared. */
export const UNKNOWN_SIZE = -1;

/** The ports for placing many notes. */
export interface PlacementContext {
  /** In the same order; null when a note is not there or can't be read. */
  readonly readMany: (paths: readonly NotePath[]) => Promise<readonly (string | null)[]>;
  readonly scheduler: SchedulerPort;
}

/**
 * The store as it will be; the host's own stat of each file follows when it is written. Resolves to the notes that may be rows now,
 * or none any more, though they are not among the changes.
 */
export async function applyToStore(
  store: Store,
  transaction: Transaction,
  changes: readonly StagedChange[],
  { readMany, scheduler }: PlacementContext,
): Promise<readonly NotePath[]> {
  const ordered = copiesLast(store, changes, ({ from }) => from);
  const again = transaction.catalogChanged ? store.useCatalog(transaction.catalog) : [];
  if (transaction.catalogChanged) store.metastore = metastoreAfter(store, changes);
  await inTurns(changes, scheduler, (change) => {
    const { from, to } = change;
    if (from !== null && from !== to) store.drop(from, isSameRow(change) ? to : null);
  });
  await inTurns(ordered, scheduler, (change) => {
    if (change.to === null) return;
    // Nothing is known of a file that is made.
    const { ctime } = (change.from === null ? undefined : store.files.get(change.to)) ?? { ctime: transaction.now };
    const stat = { path: change.to, size: UNKNOWN_SIZE, mtime: transaction.now, ctime };
    store.placeReading(stat, change.reading, change);
  });
  if (again.length === 0) return again;
  const touched = new Set(changes.flatMap(({ from, to }) => [from, to]));
  await placeAgain(
    store,
    again.filter((path) => !touched.has(path)),
    { readMany, scheduler },
  );
  return again;
}

/** A row keeps its id before the copies of it are looked at. D7 */
function copiesLast(
  { duplicates }: Store,
  changes: readonly StagedChange[],
  pathNow: (change: StagedChange) => NotePath | null,
): readonly StagedChange[] {
  if (duplicates.size === 0) return changes;
  const isCopy = (change: StagedChange): boolean => duplicates.has(pathNow(change) ?? '');
  return [...changes.filter((change) => !isCopy(change)), ...changes.filter(isCopy)];
}

const isSameRow = ({ was, becomes }: StagedChange): boolean =>
  was !== null && was.id !== '' && was.id === becomes?.decoded.row.id;

function metastoreAfter(store: Store, changes: readonly StagedChange[]): NotePath | null {
  const change = changes.find(({ from, to }) => baseNameOf(to ?? from ?? '') === METASTORE_NAME);
  return change === undefined ? store.metastore : change.to;
}

/** The store as it was before. */
export async function rollBackStore(
  store: Store,
  { changes, previous }: Pick<PreparedMigration, 'changes' | 'previous'>,
  placement: PlacementContext,
): Promise<void> {
  const ordered = copiesLast(store, changes, ({ to }) => to);
  const again = new Set(store.useCatalog(previous.catalog));
  store.metastore = previous.metastore;
  await inTurns(changes, placement.scheduler, (change) => {
    const { from, to } = change;
    if (to !== null && to !== from) store.drop(to, isSameRow(change) ? from : null);
    again.delete(to ?? '');
  });
  for (const { from, before } of ordered) {
    const stat = from === null ? undefined : previous.stats.get(from);
    if (stat !== undefined) store.place(stat, before);
    again.delete(from ?? '');
    await placement.scheduler.pause();
  }
  await placeAgain(store, [...again], placement);
}

async function placeAgain(
  store: Store,
  paths: readonly NotePath[],
  { readMany, scheduler }: PlacementContext,
): Promise<void> {
  const stats = paths.flatMap((path) => store.files.get(path) ?? []);
  for (let from = 0; from < stats.length; from += READ_TOGETHER) {
    const group = stats.slice(from, from + READ_TOGETHER);
    const texts = await readMany(group.map(({ path }) => path));
    for (const [at, stat] of group.entries()) {
      const text = texts[at] ?? null;
      if (text !== null) store.place(stat, text);
      // It can't be read at the moment: the next look at the files takes it for changed and reads it.
      else store.touch({ ...stat, size: UNKNOWN_SIZE });
      await scheduler.pause();
    }
  }
}

/** A planned migration with everything that writing it takes. */
export interface PreparedMigration {
  readonly migration: Migration;
  readonly changes: readonly StagedChange[];
  /** The texts that the record refers to. */
  readonly texts: NewTexts;
  /** What it makes of the tables that keep history. */
  readonly versions: readonly TableVersion[];
  /** How the store was, to take the migration back from it. */
  readonly previous: {
    readonly catalog: Catalog;
    readonly metastore: NotePath | null;
    readonly stats: ReadonlyMap<NotePath, FileStat>;
  };
}

/** What taking these changes back needs to know of the store as it is now. */
export const stateBefore = (store: Store, changes: readonly StagedChange[]): PreparedMigration['previous'] => ({
  catalog: store.catalog,
  metastore: store.metastore,
  stats: statsOf(store, changes),
});

function statsOf(store: Store, changes: readonly StagedChange[]): ReadonlyMap<NotePath, FileStat> {
  const stats = new Map<NotePath, FileStat>();
  for (const { from } of changes) {
    const stat = from === null ? undefined : store.files.get(from);
    if (stat !== undefined) stats.set(stat.path, stat);
  }
  return stats;
}
