/** Ingests files from the disk into the store: one at a time, or all of them at opening. */

import { isMarkdown } from '../../note/paths';
import type { Host } from '../../ports/host';
import { type FileStat, NOT_DOWNLOADED, type NotePath, VaultFailure } from '../../ports/vault-port';
import type { Store } from '../../storage/store/store';
import { lookQuietly } from '../read-quietly';

/**
 * True when the file differs from the ingested one. A tool that copies or restores may keep size and mtime of a file
 * whose text it replaces; change time and inode tell, where the host has them.
 */
export function isExternalChange(known: FileStat | undefined, stat: FileStat | null): boolean {
  if (stat === null || known === undefined) return stat !== (known ?? null);
  return (
    known.mtime !== stat.mtime ||
    known.size !== stat.size ||
    known.changeTime !== stat.changeTime ||
    known.inode !== stat.inode
  );
}

export async function placeFile(host: Host, store: Store, stat: FileStat): Promise<void> {
  if (!isMarkdown(stat.path)) return store.placeReading(stat, null);
  const [text] = await host.vault.readMany([stat.path]);
  placeText(store, stat, text ?? null);
}

/** A row that the cloud holds back stays as it is known; any other note that can't be read is a file without content. */
function placeText(store: Store, stat: FileStat, text: string | VaultFailure | null): void {
  if (!(text instanceof VaultFailure)) store.place(stat, text);
  else if (text.detail !== NOT_DOWNLOADED || !store.keepRow(stat, NOT_DOWNLOADED)) store.place(stat, null);
}

/** A file that can't be looked at stays as it is known. */
export async function ingestFile(host: Host, store: Store, path: NotePath): Promise<void> {
  const stat = await lookQuietly(host, path);
  if (stat === undefined || !isExternalChange(store.files.get(path), stat)) return;
  if (stat === null) store.drop(path);
  else await placeFile(host, store, stat);
}

/** Notes read in one go. */
const BATCH = 256;

/** Files that the store does not know as they are now. `leaves` hears of a row whose note turns out to be a copy. */
export async function loadVault(
  host: Host,
  store: Store,
  files: readonly FileStat[],
  leaves: (path: NotePath) => void,
): Promise<void> {
  store.idPrecedence.startLoading();
  const unread: FileStat[] = [];
  for (const stat of files) {
    if (!isMarkdown(stat.path)) store.placeReading(stat, null);
    else if (!isKnown(host, store, stat)) unread.push(stat);
    await host.scheduler.pause();
  }
  await readNotes(host, store, unread);
  store.settleCopies(store.duplicates.keys(), leaves);
  store.idPrecedence.endLoading();
}

function isKnown(host: Host, store: Store, stat: FileStat): boolean {
  const note = host.metadata?.note(stat.path) ?? null;
  return note !== null && store.placeKnown(stat, note);
}

/** Reads notes in batches and places them; one that can't be read is a file without content. */
export async function readNotes(host: Host, store: Store, stats: readonly FileStat[]): Promise<void> {
  for (let from = 0; from < stats.length; from += BATCH) {
    const batch = stats.slice(from, from + BATCH);
    const texts = await host.vault.readMany(batch.map(({ path }) => path));
    for (const [i, stat] of batch.entries()) {
      const text = texts[i] ?? null;
      if (text instanceof VaultFailure)
        host.logger.log('warning', 'note_not_read', { path: stat.path, code: text.code });
      if (text !== null) placeText(store, stat, text);
      await host.scheduler.pause();
    }
  }
}
