/** Finds rows whose note is gone while one with their id lies elsewhere: they have moved. D7, D25 */

import type { Host } from '../ports/host';
import type { FileStat, NotePath } from '../ports/vault-port';
import type { Store } from '../storage/store';
import { lookQuietly } from './read-quietly';

/** What was seen of files; null: gone. */
export type Seen = ReadonlyMap<NotePath, FileStat | null>;

/** Those of them that are to be taken in. */
export type Changed = readonly (readonly [NotePath, FileStat | null])[];

/**
 * Where copies were seen, or rows may be lost of which there is a copy: the notes of the rows that are gone, and the notes of rows
 * that may be lost that are there again. The disk is asked: where a note went may be heard of late, or never.
 */
export async function movedRows(host: Host, store: Store, seen: Seen): Promise<Changed> {
  const found = new Map<NotePath, FileStat | null>();
  for (const [path, { row }] of [...store.copies]) {
    await host.scheduler.pause();
    const holder = store.holderOf(row.id);
    if (holder === null || found.has(holder)) continue;
    const isSuspect = store.suspects.has(holder);
    if (!seen.has(path) && !isSuspect) continue;
    const stat = seen.has(holder) ? seen.get(holder) : await lookQuietly(host, holder);
    // A host that can't say does not say that it is gone.
    if (stat === null || (stat !== undefined && isSuspect)) found.set(holder, stat);
  }
  return [...found];
}
