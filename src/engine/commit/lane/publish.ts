/** Moves the store to what a migration leaves, and back. */

import { baseNameOf } from '../../note/paths';
import type { SchedulerPort } from '../../ports/host';
import { inTurns } from '../../ports/in-turns';
import type { NotePath } from '../../ports/vault-port';
import type { StagedChange } from '../../storage/transaction/staged-change';
import type { Store } from '../../storage/store/store';
import type { Transaction } from '../../storage/transaction/transaction';
import { METASTORE_NAME } from '../definitions-file';
import type { Prepared } from './prepared';

/** No file has it, so that the file is read when its stat is compared. */
const UNKNOWN_SIZE = -1;

/** What it takes to place many notes. */
export interface Means {
  readonly read: (path: NotePath) => Promise<string | null>;
  readonly scheduler: SchedulerPort;
}

/** The store as it will be; the host's own stat of each file follows when it is written. */
export async function advance(
  store: Store,
  transaction: Transaction,
  changes: readonly StagedChange[],
  { read, scheduler }: Means,
): Promise<void> {
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
  if (again.length === 0) return;
  const touched = new Set(changes.flatMap(({ from, to }) => [from, to]));
  await placeAgain(
    store,
    again.filter((path) => !touched.has(path)),
    { read, scheduler },
  );
}

/** A row keeps its id before the copies of it are looked at. D7 */
function copiesLast(
  { copies }: Store,
  changes: readonly StagedChange[],
  pathNow: (change: StagedChange) => NotePath | null,
): readonly StagedChange[] {
  if (copies.size === 0) return changes;
  const isCopy = (change: StagedChange): boolean => copies.has(pathNow(change) ?? '');
  return [...changes.filter((change) => !isCopy(change)), ...changes.filter(isCopy)];
}

const isSameRow = ({ was, becomes }: StagedChange): boolean =>
  was !== null && was.id !== '' && was.id === becomes?.decoded.row.id;

function metastoreAfter(store: Store, changes: readonly StagedChange[]): NotePath | null {
  const change = changes.find(({ from, to }) => baseNameOf(to ?? from ?? '') === METASTORE_NAME);
  return change === undefined ? store.metastore : change.to;
}

/** The store as it was before. */
export async function revert(
  store: Store,
  { changes, previous }: Pick<Prepared, 'changes' | 'previous'>,
  means: Means,
): Promise<void> {
  const ordered = copiesLast(store, changes, ({ to }) => to);
  const again = new Set(store.useCatalog(previous.catalog));
  store.metastore = previous.metastore;
  await inTurns(changes, means.scheduler, (change) => {
    const { from, to } = change;
    if (to !== null && to !== from) store.drop(to, isSameRow(change) ? from : null);
    again.delete(to ?? '');
  });
  for (const { from, before } of ordered) {
    const stat = from === null ? undefined : previous.stats.get(from);
    if (stat !== undefined) store.place(stat, before);
    again.delete(from ?? '');
    await means.scheduler.pause();
  }
  await placeAgain(store, [...again], means);
}

async function placeAgain(store: Store, paths: readonly NotePath[], { read, scheduler }: Means): Promise<void> {
  for (const path of paths) {
    const stat = store.files.get(path);
    const text = stat === undefined ? null : await read(path);
    if (stat !== undefined && text !== null) store.place(stat, text);
    // It can't be read at the moment: the next look at the files takes it for changed and reads it.
    else if (stat !== undefined) store.touch({ ...stat, size: UNKNOWN_SIZE });
    await scheduler.pause();
  }
}
