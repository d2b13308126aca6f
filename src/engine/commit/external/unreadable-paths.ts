/** Paths that can't be looked at: each is a warning, keeps its rows, and never stops the others. docs/external-edits.md#paths-that-cant-be-read */

import { folderOf } from '../../note/paths';
import type { Host } from '../../ports/host';
import { type FileStat, type NotePath, reasonOf, VaultFailure } from '../../ports/vault-port';
import type { Store } from '../../storage/store/store';
import type { WarmStart } from '../../storage/store/warm-start';
import { lookOrFail } from '../read-quietly';

/** Whether a listing with these failures says nothing of a path. */
export function unlistedBy(failures: readonly VaultFailure[]): (path: NotePath) => boolean {
  const failed = new Set(failures.map(({ path }) => path));
  if (failed.size === 0) return () => false;
  return (path) => {
    for (let at = path; at !== ''; at = folderOf(at)) if (failed.has(at)) return true;
    return false;
  };
}

/** Looks at paths one by one, and remembers which of them failed. */
export class PathLooks {
  /** The reason of each warning that still holds, by path. */
  private readonly warned = new Map<NotePath, string>();
  private failed = new Map<NotePath, VaultFailure>();
  /** By the last listing. */
  private isUnlisted: (path: NotePath) => boolean = () => false;

  constructor(private readonly host: Pick<Host, 'vault' | 'logger'>) {}

  /** Undefined when the host can't say. */
  async at(path: NotePath): Promise<FileStat | null | undefined> {
    const look = await lookOrFail(this.host, path);
    if (look instanceof VaultFailure) {
      this.warn(look);
      this.failed.set(path, look);
      return undefined;
    }
    if (!this.isUnlisted(path)) this.warned.delete(path);
    return look;
  }

  /** One warning for each path and reason. */
  warn(failure: VaultFailure): void {
    const { path } = failure;
    const reason = reasonOf(failure);
    if (this.warned.get(path) === reason) return;
    this.warned.set(path, reason);
    this.host.logger.log('warning', 'path_not_read', { path, reason });
  }

  /** Warns of what a listing left out. A path that it lists again gets a new warning when it fails again. */
  listed(failures: readonly VaultFailure[]): void {
    const wasUnlisted = this.isUnlisted;
    this.isUnlisted = unlistedBy(failures);
    for (const path of [...this.warned.keys()])
      if (wasUnlisted(path) && !this.isUnlisted(path)) this.warned.delete(path);
    for (const failure of failures) this.warn(failure);
  }

  /** The looks that failed since the last call. */
  takeFailed(): readonly VaultFailure[] {
    const { failed } = this;
    this.failed = new Map();
    return [...failed.values()];
  }
}

/** Of paths that can't be looked at, those whose rows are not known to be unread for this reason. */
export const newlyUnread = (store: Store, failed: readonly VaultFailure[]): readonly VaultFailure[] =>
  failed.filter((failure) => {
    const known = store.unparsable.get(failure.path);
    const isKnown = known?.isUnread === true && known.reason === reasonOf(failure);
    return store.tableAt(failure.path) !== null && !isKnown;
  });

/** Without notes that are still unread for the same reason: nothing changed for them. */
export async function withoutUnread<Change extends readonly [NotePath, FileStat | null]>(
  { vault }: Pick<Host, 'vault'>,
  store: Store,
  changed: readonly Change[],
): Promise<readonly Change[]> {
  const kept: Change[] = [];
  for (const change of changed) {
    const [path, stat] = change;
    const known = store.unparsable.get(path);
    const [text] = known?.isUnread === true && stat !== null ? await vault.readMany([path]) : [];
    if (!(text instanceof VaultFailure) || text.code !== 'io' || reasonOf(text) !== known?.reason) kept.push(change);
  }
  return kept;
}

/** At opening: a saved row that the listing says nothing of stays, unless a look at its note says more. */
export async function keepUnlisted(
  host: Host,
  store: Store,
  since: WarmStart | null,
  failures: readonly VaultFailure[],
): Promise<WarmStart | null> {
  if (since === null || failures.length === 0) return since;
  const isUnlisted = unlistedBy(failures);
  const changed = [...since.changed];
  const gone: NotePath[] = [];
  for (const path of since.gone) {
    const look = isUnlisted(path) ? await lookOrFail(host, path) : null;
    if (look instanceof VaultFailure) store.keepRow(path, null, { reason: reasonOf(look), isUnread: true });
    else if (look === null) gone.push(path);
    else changed.push(look);
    await host.scheduler.pause();
  }
  return { ...since, changed, gone };
}
