/** The newest published changes: their rows are at hand, so that a close follower causes no read. */

import { actorOf } from '../history/caller';
import type { SchedulerPort } from '../ports/host';
import { type ChangeOrigin, type FeedEntry, type NumberedHead, changeEntry, tablesById } from './feed-entry';
import type { Change, Published } from './published';
import { RecentItems } from './recent-items';

const MOST_CHANGES = 1000;

/** Milliseconds until entries are made without a request: their sources take more memory. */
const SOON = 20;

class RecentChange {
  private made: FeedEntry | null = null;
  private make: (() => FeedEntry) | null;

  constructor(
    readonly seq: number,
    make: () => FeedEntry,
  ) {
    this.make = make;
  }

  get entry(): FeedEntry {
    this.made ??= this.make?.() ?? null;
    this.make = null;
    return this.made as FeedEntry;
  }
}

export class RecentChanges {
  private readonly items: RecentItems<RecentChange>;
  private unmade: RecentChange[] = [];
  private callOff: (() => void) | null = null;

  /** `floor`: the last number published before. */
  constructor(
    private readonly scheduler: Pick<SchedulerPort, 'after'>,
    floor: number,
  ) {
    this.items = new RecentItems(MOST_CHANGES, floor);
  }

  add({ write, time, definitions, changes }: Published): void {
    const numbered = changes.filter((change): change is Change & NumberedHead => change.seq !== null);
    const last = numbered.at(-1);
    if (last === undefined) return;
    // Under other definitions its rows keep the whole state of before in memory.
    if (definitions || numbered.length > MOST_CHANGES) return this.items.skip(last.seq);
    const by = write === null ? null : { id: write.migration.id, op: write.migration.op, actor: actorOf(write.caller) };
    const origin: ChangeOrigin = {
      ...{ time, write: by },
      inserted: tablesById(numbered, 'insert'),
      deleted: tablesById(numbered, 'delete'),
    };
    const added = numbered.map((change) => {
      const rows = (): Parameters<typeof changeEntry>[1] => ({ before: change.before(), after: change.after() });
      return new RecentChange(change.seq, () => changeEntry(change, rows(), origin));
    });
    this.items.add(added);
    this.unmade.push(...added);
    this.callOff ??= this.scheduler.after(SOON, () => this.makeAll());
  }

  /** Null: some of them are not at hand any more. */
  after(seq: number): readonly FeedEntry[] | null {
    return this.items.after(seq)?.map(({ entry }) => entry) ?? null;
  }

  close(): void {
    this.callOff?.();
    this.unmade = [];
  }

  private makeAll(): void {
    this.callOff = null;
    for (const each of this.unmade.splice(0)) void each.entry;
  }
}
