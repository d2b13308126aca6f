/** Brings the store to what stands on the disk, one file at a time. */

import { isMarkdown } from '../../note/paths';
import type { Host } from '../../ports/host';
import type { FileStat, NotePath } from '../../ports/vault-port';
import type { Store } from '../../storage/store/store';
import { lookQuietly, readQuietly } from '../read-quietly';

/**
 * True when the file is not as it was when the store took it in. A tool that copies or restores may keep size and mtime of a file
 * whose text it replaces; change time and inode tell, where the host has them.
 */
export function isNews(known: FileStat | undefined, stat: FileStat | null): boolean {
  if (stat === null || known === undefined) return stat !== (known ?? null);
  return (
    known.mtime !== stat.mtime ||
    known.size !== stat.size ||
    known.changeTime !== stat.changeTime ||
    known.inode !== stat.inode
  );
}

export async function placeFromDisk(host: Host, store: Store, stat: FileStat): Promise<void> {
  if (isMarkdown(stat.path)) store.place(stat, await readQuietly(host, stat.path));
  else store.placeReading(stat, null);
}

/** A file that can't be looked at stays as it is known. */
export async function takeIn(host: Host, store: Store, path: NotePath): Promise<void> {
  const stat = await lookQuietly(host, path);
  if (stat === undefined || !isNews(store.files.get(path), stat)) return;
  if (stat === null) store.drop(path);
  else await placeFromDisk(host, store, stat);
}
