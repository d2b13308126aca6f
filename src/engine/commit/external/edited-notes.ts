/** Stops a write whose notes hold external edits that the store does not know yet. D29 */

import type { Host } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import type { Store } from '../../storage/store/store';
import type { StagedChange } from '../../storage/transaction/staged-change';
import { lookQuietly } from '../read-quietly';
import { UNKNOWN_SIZE } from '../lane/move-store';
import { isExternalChange } from './ingest';

/** The edits are to be ingested, and the write is to be planned anew. */
export class ExternalEditsMet extends Error {
  constructor(readonly paths: readonly NotePath[]) {
    super(`${paths.length} notes were edited`);
    this.name = 'ExternalEditsMet';
  }
}

/** So many notes are looked at together. */
const TOGETHER = 16;

/** To be called when everything is staged, before the store is moved: the texts that were read are those that the store knows. */
export async function checkUnedited(
  host: Pick<Host, 'vault' | 'scheduler'>,
  store: Store,
  changes: readonly StagedChange[],
): Promise<void> {
  const edited: NotePath[] = [];
  const known = changes.flatMap(({ from, before }) => {
    const stat = from === null || before === null ? undefined : store.files.get(from);
    // A file that an earlier write of the cycle is going to write is not on the disk yet.
    return stat === undefined || stat.size === UNKNOWN_SIZE ? [] : [stat];
  });
  for (let at = 0; at < known.length; at += TOGETHER) {
    const group = known.slice(at, at + TOGETHER);
    const stats = await Promise.all(group.map(({ path }) => lookQuietly(host, path)));
    for (const [i, before] of group.entries()) {
      const stat = stats[i];
      // A note that is gone, or can't be looked at, is a conflict when it is written.
      if (stat !== null && stat !== undefined && isExternalChange(before, stat)) edited.push(before.path);
    }
    await host.scheduler.pause();
  }
  if (edited.length > 0) throw new ExternalEditsMet(edited);
}
