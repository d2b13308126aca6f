/** Notifies the person at the tables of writes that programs make. */

import { useEffect } from 'preact/hooks';
import type { HistoryEntry } from '../../changes/describe-migration';
import type { OperationsClient } from '../../client/operations-client';
import { type WriteBurst, burstOfEntry, burstText, joinedBurst } from '../../changes/write-burst';
import type { Notice } from './notice';

/** Writes in quick succession share one notice. */
const GATHER_MS = 400;
const NEWEST = 20;

/** `client` null: another part notifies of them. */
export function useAppWrites(client: OperationsClient | null, tell: (notice: Notice) => void): void {
  useEffect(() => {
    if (client === null) return undefined;
    const watch = new ForeignWrites(client, tell);
    return () => watch.stop();
  }, [client]);
}

class ForeignWrites {
  private known: Promise<string | null>;
  private timer = 0;
  /** One look after the other: two at once would show the same writes twice, the later time over a newer notice. */
  private looking = Promise.resolve();
  private isStopped = false;
  private readonly stopListening: () => void;

  constructor(
    private readonly client: OperationsClient,
    private readonly tell: (notice: Notice) => void,
  ) {
    this.known = this.newest(1).then(([first]) => first?.migration_id ?? null);
    this.stopListening = client.onChange(() => {
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => {
        this.looking = this.looking.then(() => this.look());
      }, GATHER_MS);
    });
  }

  stop(): void {
    this.isStopped = true;
    window.clearTimeout(this.timer);
    this.stopListening();
  }

  private async look(): Promise<void> {
    const known = await this.known;
    const newest = await this.newest(NEWEST);
    const [first] = newest;
    if (first === undefined || this.isStopped) return;
    this.known = Promise.resolve(first.migration_id);
    const end = newest.findIndex(({ migration_id: id }) => id === known);
    const fresh = newest.slice(0, end < 0 ? newest.length : end);
    const notice = noticeOf(fresh.reverse().flatMap((each) => burstOfEntry(each) ?? []));
    if (notice !== null) this.tell(notice);
  }

  /** A caller that may not read the journal gets no notices. */
  private async newest(limit: number): Promise<readonly HistoryEntry[]> {
    try {
      return (await this.client.run('list_migrations', { limit })).migrations;
    } catch {
      return [];
    }
  }
}

/** In their order: the writes of the last writer by name, those of others by number. */
function noticeOf(bursts: readonly WriteBurst[]): Notice | null {
  const last = bursts.at(-1);
  if (last === undefined) return null;
  const own = bursts.filter(({ writer }) => writer === last.writer);
  const count = bursts.length - own.length;
  const more = count === 0 ? '' : `, and ${count} more ${count === 1 ? 'change' : 'changes'}`;
  const [migrationId = null, ...earlier] = bursts.flatMap(({ migrations }) => migrations).reverse();
  return {
    text: `${burstText(own.reduce(joinedBurst))}${more}`,
    migrationId,
    earlier: earlier.reverse(),
    isProblem: false,
  };
}
