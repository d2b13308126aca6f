/** Follows the feed of a program that is killed, and compares the deliveries of a webhook with it. docs/feed.md#following, docs/webhooks.md#deliveries */

import { type Hash, createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import type { LoopbackReceiver } from '../contracts/loopback-receiver';
import { eventually } from '../eventually';
import { type Event, type Page, Replica } from '../engine/feed/replay';

type ListChanges = (args: JsonObject) => Promise<JsonObject>;

const PAGE = 500;
const textOf = (event: Event): string => JSON.stringify(event);

/** The part of the feed that was read, before and after each kill, each event once. */
export class FollowedFeed {
  count = 0;
  last = 0;
  private readonly replica = new Replica();
  private readonly all: Hash = createHash('sha256');
  /** Migrations of the events since the last kill. */
  private migrations = new Set<string>();
  /** Events that were not compared with deliveries yet. */
  private uncompared: Event[] = [];
  private since: number;

  constructor(
    private readonly filter: JsonObject,
    private readonly first: number,
  ) {
    this.since = first;
  }

  /** Long polls until the program is gone. An event that it shows must be the same after the kill. */
  async followUntilGone(ask: ListChanges): Promise<void> {
    for (;;) {
      const page = await this.page(ask, { wait_ms: 1000 }).catch(() => null);
      if (page === null) return;
      this.take(page);
    }
  }

  /** Reads to the head. The migrations of all events since the last call. */
  async catchUp(ask: ListChanges): Promise<ReadonlySet<string>> {
    for (;;) {
      const page = await this.page(ask, {});
      this.take(page);
      if (page.last === page.head) break;
    }
    const found = this.migrations;
    this.migrations = new Set();
    return found;
  }

  /** The values of the rows by name, as the events give them. */
  values(): ReadonlyMap<string, number> {
    return new Map([...this.replica.rows.values()].map((row) => [row['name'] as string, row['value'] as number]));
  }

  digest(): string {
    return this.all.copy().digest('hex');
  }

  /** The digest of all events, read from the first one on. */
  async readAgain(ask: ListChanges): Promise<string> {
    const again = new FollowedFeed(this.filter, this.first);
    await again.catchUp(ask);
    return again.digest();
  }

  takeUncompared(): readonly Event[] {
    return this.uncompared.splice(0);
  }

  private async page(ask: ListChanges, more: JsonObject): Promise<Page> {
    return (await ask({ ...this.filter, since: this.since, limit: PAGE, ...more })) as unknown as Page;
  }

  private take(page: Page): void {
    expect(page.gap).toBe(false);
    for (const event of page.changes) {
      expect(event.seq).toBeGreaterThan(this.last);
      this.last = event.seq;
      this.replica.apply(event);
      this.all.update(textOf(event));
      this.migrations.add(event['migration'] as string);
    }
    this.count += page.changes.length;
    this.uncompared.push(...page.changes);
    this.since = page.last;
  }
}

/** The events that a receiver took: batches that came again count once. */
export class DeliveredEvents {
  private readonly bodies = new Map<string, string>();
  private events: Event[] = [];
  private batches = 0;
  private again = 0;
  private last = 0;

  constructor(private readonly receiver: LoopbackReceiver) {}

  /** Waits for the last event of the feed, then compares all since the last time. */
  async agreeWith(feed: FollowedFeed): Promise<void> {
    await eventually(() => {
      this.takeSeen();
      expect(this.last).toBe(feed.last);
    });
    expect(this.events.splice(0).map(textOf)).toEqual(feed.takeUncompared().map(textOf));
  }

  summary(): string {
    return `batches delivered: ${this.batches}, delivered again: ${this.again}`;
  }

  private takeSeen(): void {
    for (const { headers, body } of this.receiver.seen.splice(0)) {
      const id = headers['webhook-id'] ?? '';
      const known = this.bodies.get(id);
      if (known !== undefined) {
        expect(body).toBe(known);
        this.again += 1;
        continue;
      }
      // A batch comes again only until the next one: older ones are forgotten.
      if (this.bodies.size > 100) this.bodies.delete([...this.bodies.keys()][0] ?? '');
      this.bodies.set(id, body);
      this.batches += 1;
      const { events } = JSON.parse(body) as { events: readonly Event[] };
      for (const event of events) {
        expect(event.seq).toBeGreaterThan(this.last);
        this.last = event.seq;
        this.events.push(event);
      }
    }
  }
}
