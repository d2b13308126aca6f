/** A follower of the feed that brings a list of numbers to a consumer that keeps them. docs/architecture.md#followers; D11 */

import { describe, expect, it } from 'vitest';
import type { FeedFilter } from '../../../src/engine/feed/feed-event';
import type { Consumer, Outcome } from '../../../src/engine/followers/consumer';
import { Follower } from '../../../src/engine/followers/follower';
import { type FollowerState, type PendingBatch, startingAt } from '../../../src/engine/followers/follower-state';
import { MemoryClock, MemoryCrypto, MemoryIds, MemoryScheduler } from '../../memory-host/memory-parts';
import { settle } from '../webhooks/receiver';

const EVERY_CHANGE: FeedFilter = { tables: null, ops: null, columns: null, where: null, exclude_actor: null };

interface Numbers {
  readonly last: number;
  readonly items: readonly number[];
}

interface State extends FollowerState<Numbers> {
  readonly attempts: number;
}

const MOST_ITEMS = 2;
const SECOND = 1000;
const NEVER = new Promise<never>(() => undefined);

/** What lasts longer than a process: the list, the disk, what the consumer took, the clock. */
class World {
  readonly clock = new MemoryClock(0, 'UTC');
  readonly ids = new MemoryIds();
  readonly scheduler = new MemoryScheduler(this.clock, () => false);
  readonly host = { clock: this.clock, crypto: new MemoryCrypto(), ids: this.ids, scheduler: this.scheduler };
  head = 0;
  disk: State = { ...startingAt(0), filter: EVERY_CHANGE, attempts: 0 };
  readonly attempts: PendingBatch<Numbers>[] = [];
  /** Every call of the consumer, in order. */
  readonly calls: string[] = [];
  private listeners = new Set<() => void>();

  get feed(): ConstructorParameters<typeof Follower<State, Numbers>>[0]['feed'] {
    const listeners = this.listeners;
    return {
      head: this.head,
      onNews: (_filter, listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
  }

  async add(count = 1): Promise<void> {
    this.head += count;
    for (const listener of this.listeners) listener();
    await settle();
  }

  async pass(milliseconds: number): Promise<void> {
    this.scheduler.advance(milliseconds);
    await settle();
  }

  /** The process is gone: nobody listens any more. */
  reboot(): void {
    this.listeners = new Set();
  }

  /** The numbers as they first came. Fails where a number came in two batches, or a batch with two contents. */
  taken(): readonly number[] {
    const byId = new Map<string, string>();
    const taken: number[] = [];
    for (const { id, items } of this.attempts) {
      const known = byId.get(id);
      expect(known ?? items.join()).toBe(items.join());
      if (known === undefined) taken.push(...items);
      byId.set(id, items.join());
    }
    return taken;
  }
}

type Answer = Partial<Pick<Outcome<State>, 'error' | 'isFinal' | 'retryAfter'>>;

/** Takes numbers, unless a test answers otherwise. Calls of a process that crashed never end. */
class Taker implements Consumer<State, Numbers> {
  answer: (batch: PendingBatch<Numbers>) => Answer | Promise<Answer> = () => ({});
  beforeWrite: () => void | Promise<void> = () => undefined;
  beforeNext: () => void | Promise<void> = () => undefined;
  /** With the call of this number the process ends. */
  crash: { readonly number: number; readonly moment: 'before' | 'after' } | null = null;
  readonly logged: string[] = [];
  private calls = 0;

  constructor(private readonly world: World) {}

  get isCrashed(): boolean {
    return this.crash !== null && this.calls >= this.crash.number;
  }

  async next(state: () => State): ReturnType<Consumer<State, Numbers>['next']> {
    await this.beforeNext();
    const { cursor } = state();
    const items = [...Array(Math.min(MOST_ITEMS, this.world.head - cursor)).keys()].map((i) => cursor + 1 + i);
    const last = items.at(-1);
    return last === undefined ? { passed: cursor } : { batch: { last, items } };
  }

  deliver(_state: State, batch: PendingBatch<Numbers>): Promise<Outcome<State>> {
    return this.call(`deliver ${batch.items.join()}`, async () => {
      this.world.attempts.push(batch);
      const answer = await this.answer(batch);
      const record = (current: State): State => ({ ...current, attempts: current.attempts + 1 });
      return { error: null, isFinal: false, retryAfter: null, record, log: {}, ...answer };
    });
  }

  write(state: State): Promise<void> {
    return this.call(`write ${state.cursor} ${state.pending?.items.join() ?? '-'}`, async () => {
      await this.beforeWrite();
      this.world.disk = JSON.parse(JSON.stringify(state)) as State;
    });
  }

  log(_level: string, event: string): void {
    this.logged.push(event);
  }

  private async call<T>(name: string, act: () => Promise<T>): Promise<T> {
    if (this.isCrashed) return NEVER;
    this.calls += 1;
    if (this.isCrashed && this.crash?.moment === 'before') return NEVER;
    this.world.calls.push(name);
    const done = await act();
    return this.isCrashed ? NEVER : done;
  }
}

function follow(world = new World()): { world: World; taker: Taker; follower: Follower<State, Numbers> } {
  const taker = new Taker(world);
  const feed = {
    get head() {
      return world.head;
    },
    onNews: world.feed.onNews,
  };
  const follower = new Follower<State, Numbers>({ host: world.host, feed }, taker, world.disk);
  follower.start();
  return { world, taker, follower };
}

const from = (first: number, last: number): readonly number[] =>
  [...Array(last - first + 1).keys()].map((i) => first + i);

describe('a follower', () => {
  it('keeps each batch before it is delivered, and one is delivered at a time', async () => {
    const { world } = follow();
    await world.add(5);
    expect(world.calls).toEqual([
      ...['write 0 1,2', 'deliver 1,2'],
      ...['write 2 3,4', 'deliver 3,4'],
      ...['write 4 5', 'deliver 5'],
      'write 5 -',
    ]);
    expect(world.disk).toMatchObject({ cursor: 5, pending: null, status: 'ok', attempts: 3 });
  });

  it('delivers what comes while a batch is under way', async () => {
    const { world, taker } = follow();
    let release = (): void => undefined;
    taker.answer = () => new Promise<Answer>((resolve) => (release = () => resolve({})));
    await world.add();
    await world.add();
    expect(world.attempts.map(({ items }) => items)).toEqual([[1]]);
    taker.answer = () => ({});
    release();
    await settle();
    expect(world.taken()).toEqual([1, 2]);
  });

  it('tries a batch again by the schedule or as the consumer asks, with the same id and content', async () => {
    const { world, taker, follower } = follow();
    taker.answer = () => ({ error: 'not now' });
    await world.add();
    expect(world.disk).toMatchObject({ status: 'failing', lastError: 'not now', failures: 1 });
    await world.add(3);
    expect(world.attempts).toHaveLength(1);
    taker.answer = () => ({ error: 'in a minute', retryAfter: 60 * SECOND });
    await world.pass(6 * SECOND);
    expect(world.attempts).toHaveLength(2);
    taker.answer = () => ({});
    await world.pass(59 * SECOND);
    expect(world.attempts).toHaveLength(2);
    await world.pass(SECOND);
    expect(world.taken()).toEqual(from(1, 4));
    expect(follower.state).toMatchObject({ status: 'ok', lastError: null, failures: 0, failingFor: 0, attempts: 5 });
  });

  it('counts a rejection as a failure, and tells a foreign error to the log alone', async () => {
    const { world, taker, follower } = follow();
    taker.answer = () => Promise.reject(new Error('/home/ada/secret'));
    await world.add();
    expect(follower.state.lastError).toBe('the batch could not be prepared; the log says why');
    expect(taker.logged).toEqual(['not_prepared', 'failed']);
  });

  it('is disabled when the consumer wants nothing any more, and resumed with the batch that waits', async () => {
    const { world, taker, follower } = follow();
    taker.answer = () => ({ error: 'gone', isFinal: true });
    await world.add();
    expect(world.disk).toMatchObject({ status: 'disabled', lastError: 'gone', nextAttempt: null });
    await world.add();
    await world.pass(1000 * SECOND);
    taker.answer = () => ({});
    await follower.resume();
    await settle();
    expect(world.attempts.map(({ items }) => items)).toEqual([[1], [1], [2]]);
    expect(world.taken()).toEqual([1, 2]);
  });

  it('delivers nothing that a pause finds on its way to the consumer', async () => {
    for (const at of ['next', 'write'] as const) {
      const { world, taker, follower } = follow();
      await settle();
      let release = (): void => undefined;
      const hold = (): Promise<void> => new Promise((resolve) => (release = resolve));
      if (at === 'next') taker.beforeNext = hold;
      else taker.beforeWrite = hold;
      await world.add();
      taker.beforeNext = taker.beforeWrite = () => undefined;
      const pausing = follower.pause();
      release();
      await pausing;
      await settle();
      expect(world.attempts, at).toEqual([]);
      expect(follower.state.status).toBe('paused');
      await follower.resume();
      await settle();
      expect(world.taken(), at).toEqual([1]);
    }
  });

  it('goes on after a stop where it was', async () => {
    const { world, taker, follower } = follow();
    taker.answer = () => ({ error: 'not now' });
    await world.add(3);
    await follower.stop();
    world.reboot();
    follow(world);
    await world.pass(6 * SECOND);
    expect(world.taken()).toEqual([1, 2, 3]);
  });
});

describe('a crash of a follower', () => {
  const work = async (world: World, crash: Taker['crash']): Promise<boolean> => {
    const { taker, follower } = follow(world);
    taker.crash = crash;
    let count = 0;
    taker.answer = () => ((count += 1) === 1 ? { error: 'not now' } : {});
    await world.add(3);
    void follower.pause();
    await settle();
    void follower.resume();
    await settle();
    await world.add();
    return taker.isCrashed;
  };

  it.each(['before', 'after'] as const)('%s any call loses nothing, changes no order and no batch', async (moment) => {
    const stepStaging = new World();
    await work(stepStaging, null);
    expect(stepStaging.calls.length).toBeGreaterThan(8);
    for (let number = 1; number <= stepStaging.calls.length; number += 1) {
      const world = new World();
      expect(await work(world, { number, moment })).toBe(true);
      world.reboot();
      const { follower } = follow(world);
      await follower.resume();
      await world.add();
      expect(world.taken(), `${number}`).toEqual(from(1, world.head));
      expect(world.disk).toMatchObject({ cursor: world.head, pending: null, status: 'ok' });
    }
  });
});

describe('the disk of a follower', () => {
  it('that is slow keeps the newest state: writes follow each other', async () => {
    const { world, taker, follower } = follow();
    await follower.pause();
    let release = (): void => undefined;
    taker.beforeWrite = () => new Promise((resolve) => (release = resolve));
    const resuming = follower.resume();
    await world.add();
    taker.beforeWrite = () => undefined;
    taker.answer = () => NEVER;
    expect(world.attempts).toEqual([]);
    release();
    await resuming;
    await settle();
    expect(world.attempts).toHaveLength(1);
    expect(world.disk.pending).toEqual(world.attempts[0]);
  });

  it('that takes nothing holds deliveries back', async () => {
    const { world, taker } = follow();
    await settle();
    taker.beforeWrite = () => Promise.reject(new Error('ENOSPC'));
    await world.add();
    await world.pass(5 * SECOND);
    expect(world.attempts).toEqual([]);
    expect(taker.logged).toEqual(['not_saved', 'not_saved']);
    taker.beforeWrite = () => undefined;
    await world.pass(5 * SECOND);
    expect(world.taken()).toEqual([1]);
  });

  it('has nothing written once the follower is forgotten', async () => {
    const { world, taker, follower } = follow();
    let release = (): void => undefined;
    taker.answer = () => new Promise<Answer>((resolve) => (release = () => resolve({})));
    await world.add();
    await follower.forget();
    const { length } = world.calls;
    release();
    await settle();
    await follower.pause();
    await world.add();
    expect(world.calls).toHaveLength(length);
  });
});
