/** Brings the store to what stands on the disk, one file at a time. */

import { isMarkdown } from '../note/paths';
import type { Host } from '../ports/host';
import type { FileStat, NotePath } from '../ports/vault-port';
import type { Store } from '../storage/store';
import { lookQuietly, readQuietly } from './read-quietly';

/** True when the file is not as it was when the store took it in. */
export const isNews = (known: FileStat | undefined, stat: FileStat | null): boolean =>
  stat === null ? known !== undefined : known === undefined || known.mtime !== stat.mtime || known.size !== stat.size;

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
