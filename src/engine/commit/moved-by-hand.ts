/** Finds notes that somebody moved while nothing ran: making them once more would leave two of each. D7 */

import type { ContentHash } from '../history/content-hash';
import { isMarkdown } from '../note/paths';
import type { Host } from '../ports/host';
import type { NotePath } from '../ports/vault-port';

/** Some file systems keep the time of a file to two seconds. */
const COARSE = 2000;

/** The contents of the notes that no write since the checkpoint speaks of, as far as they are young enough to come from one. */
export class MovedByHand {
  private hashes: Promise<ReadonlySet<ContentHash>> | null = null;

  /** `spokenOf`: where the writes put notes; `since`: when the first of them was made. */
  constructor(
    private readonly host: Pick<Host, 'vault' | 'crypto' | 'scheduler'>,
    private readonly spokenOf: { has(path: NotePath): boolean },
    private readonly since: number,
  ) {}

  /** Whether the very note lies in another place. Throws what the vault does. */
  async has(hash: ContentHash): Promise<boolean> {
    this.hashes ??= this.look();
    return (await this.hashes).has(hash);
  }

  private async look(): Promise<ReadonlySet<ContentHash>> {
    const { vault, crypto, scheduler } = this.host;
    const hashes = new Set<ContentHash>();
    for (const { path, mtime } of await vault.list()) {
      if (mtime < this.since - COARSE || !isMarkdown(path) || this.spokenOf.has(path)) continue;
      const [text] = await vault.readMany([path]);
      if (typeof text === 'string') hashes.add(crypto.sha256(text));
      await scheduler.pause();
    }
    return hashes;
  }
}
