/** Notifies the person at the tables of writes that programs make. */

import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { HistoryEntry } from '../../changes/describe-migration';
import type { OperationsClient } from '../../client/operations-client';
import { type WriteBurst, burstOfEntry, burstText, joinedBurst } from '../../changes/write-burst';
import type { Notice } from './notice';

/** Writes in quick succession share one notice. */
const GATHER_MS = 400;
const NEWEST = 20;

type Tell = (notice: Notice | null) => void;

/** The notice that is shown, and what shows another one. `client` null: another part notifies of the writes of programs. */
export function useNotices(client: OperationsClient | null): readonly [Notice | null, Tell] {
  const [notice, setNotice] = useState<Notice | null>(null);
  const shown = useRef<Notice | null>(null);
  const tell = useCallback((next: Notice | null) => {
    // Known before it is drawn.
    shown.current = next;
    setNotice(next);
  }, []);
  const watch = useRef<ForeignWrites | null>(null);
  useEffect(() => {
    if (client === null) return undefined;
    const started = new ForeignWrites(client, tell, () => shown.current);
    watch.current = started;
    return () => started.stop();
  }, [client]);
  useEffect(() => {
    if (notice === null) watch.current?.makeUp();
  }, [notice]);
  return [notice, tell];
}

class ForeignWrites {
  private known: Promise<string | null>;
  private timer = 0;
  /** One look after the other: two at once would show the same writes twice, the later time over a newer notice. */
  private looking = Promise.resolve();
  private isStopped = false;
  /** The notice of a newer write is shown: these come when it goes. */
  private isWaiting = false;
  private readonly stopListening: () => void;

  constructor(
    private readonly client: OperationsClient,
    private readonly tell: Tell,
    private readonly shown: () => Notice | null,
  ) {
    this.known = this.newest(1).then(([first]) => first?.migration_id ?? null);
    this.stopListening = client.onChange(() => {
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.lookNext(), GATHER_MS);
    });
  }

  makeUp(): void {
    if (this.isWaiting) this.lookNext();
  }

  stop(): void {
    this.isStopped = true;
    window.clearTimeout(this.timer);
    this.stopListening();
  }

  private lookNext(): void {
    this.looking = this.looking.then(() => this.look());
  }

  private async look(): Promise<void> {
    const known = await this.known;
    const shown = this.shown();
    const newest = await this.newest(NEWEST);
    const [first] = newest;
    if (first === undefined || this.isStopped) return;
    // The write of a notice that came meanwhile may not be in the answer.
    if (this.shown() !== shown) return this.lookNext();
    const end = newest.findIndex(({ migration_id: id }) => id === known);
    const fresh = newest.slice(0, end < 0 ? newest.length : end);
    const notice = noticeOf(fresh.reverse().flatMap((each) => burstOfEntry(each) ?? []));
    const placeOf = (id: string | null | undefined): number =>
      newest.findIndex(({ migration_id }) => migration_id === id);
    const place = placeOf(shown?.migrationId);
    this.isWaiting = notice !== null && place >= 0 && place < placeOf(notice.migrationId);
    if (this.isWaiting) return;
    this.known = Promise.resolve(first.migration_id);
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
