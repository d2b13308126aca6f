/** Ingests files from the disk into the store: one at a time, or all of them at opening. */

import { isMarkdown } from '../../note/paths';
import type { Host } from '../../ports/host';
import { type FileStat, type NotePath, VaultFailure } from '../../ports/vault-port';
import type { Store } from '../../storage/store/store';
import { lookQuietly, readQuietly } from '../read-quietly';

/** Change time and inode tell, where the host has them: a copying or restoring tool may keep size and mtime of a changed file. */
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
  if (isMarkdown(stat.path)) store.place(stat, await readQuietly(host, stat.path));
  else store.placeReading(stat, null);
}

/** A file that can't be looked at stays as it is known. */
export async function ingestFile(host: Host, store: Store, path: NotePath): Promise<void> {
  const stat = await lookQuietly(host, path);
  if (stat === undefined || !isExternalChange(store.files.get(path), stat)) return;
  if (stat === null) store.drop(path);
  else await placeFile(host, store, stat);
}

const BATCH = 256;

/** Files that the store does not know as they are now. */
export async function loadVault(host: Host, store: Store, files: readonly FileStat[]): Promise<void> {
  store.idPrecedence.startLoading();
  const unread: FileStat[] = [];
  for (const stat of files) {
    if (!isMarkdown(stat.path)) store.placeReading(stat, null);
    else if (!isKnown(host, store, stat)) unread.push(stat);
    await host.scheduler.pause();
  }
  await readNotes(host, store, unread);
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
      if (text !== null) store.place(stat, text instanceof VaultFailure ? null : text);
      await host.scheduler.pause();
    }
  }
}
