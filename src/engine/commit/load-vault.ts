/** Fills the store from the vault: from what the host knows where it does, else from the notes' texts. */

import { isMarkdown } from '../note/paths';
import type { Host } from '../ports/host';
import { type FileStat, VaultFailure } from '../ports/vault-port';
import type { Store } from '../storage/store/store';

/** Notes read in one go. */
const BATCH = 256;

/** Files that the store does not know as they are now. */
export async function loadVault(host: Host, store: Store, files: readonly FileStat[]): Promise<void> {
  store.seniority.startLoading();
  const unread: FileStat[] = [];
  for (const stat of files) {
    if (!isMarkdown(stat.path)) store.placeReading(stat, null);
    else if (!isKnown(host, store, stat)) unread.push(stat);
    await host.scheduler.pause();
  }
  await readNotes(host, store, unread);
  store.seniority.endLoading();
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
