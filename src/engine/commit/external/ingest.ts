/** Ingests files from the disk into the store: one at a time, or all of them at opening. */

import { isMarkdown } from '../../note/paths';
import type { Host } from '../../ports/host';
import { type FileStat, type NotePath, reasonOf, VaultFailure } from '../../ports/vault-port';
import type { Store } from '../../storage/store/store';
import { lookQuietly } from '../read-quietly';

/**
 * True when the file differs from the ingested one. A tool that copies or restores may keep size and mtime of a file
 * whose text it replaces; change time and inode show it, where the host has them.
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
  placeText(host, store, stat, text ?? null);
}

/** The row of a note that can't be read, or is not text, stays as it is known. */
function placeText(host: Host, store: Store, stat: FileStat, text: string | VaultFailure | null): void {
  if (!(text instanceof VaultFailure)) return store.place(stat, text);
  const { path } = stat;
  host.logger.log('warning', 'note_not_read', { path, code: text.code, reason: reasonOf(text) });
  if (text.code === 'not_a_note') store.place(stat, null);
  else store.keepRow(path, stat, { reason: reasonOf(text), ...(text.code === 'not_utf8' ? {} : { isUnread: true }) });
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

/** Reads notes in batches and places them. */
export async function readNotes(host: Host, store: Store, stats: readonly FileStat[]): Promise<void> {
  for (let from = 0; from < stats.length; from += BATCH) {
    const batch = stats.slice(from, from + BATCH);
    const texts = await host.vault.readMany(batch.map(({ path }) => path));
    for (const [i, stat] of batch.entries()) {
      const text = texts[i] ?? null;
      if (text !== null) placeText(host, store, stat, text);
      await host.scheduler.pause();
    }
  }
}
