/** What tests rely on: counting, faults, interruptions, crashes, timers, and other people's hands. */

import { describe, expect, test } from 'vitest';
import type { VaultChange } from '../../../src/engine/ports/vault-port';
import { VaultFailure } from '../../../src/engine/ports/vault-port';
import { CrashSignal } from '../../memory-host/call-gate';
import { DiskError } from '../../memory-host/planned-faults';
import { createMemoryHost, MemoryHost } from '../../memory-host/memory-host';

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe('counting', () => {
  test('every call of vault, private store and cache is numbered and counted by name', async () => {
    const host = createMemoryHost({ files: { 'a.md': 'one' } });
    await host.vault.read('a.md');
    await host.vault.read('b.md');
    await host.privateStore.append('journal', Uint8Array.of(1));
    await host.cache.read('warm');
    expect(host.calls.count()).toBe(4);
    expect(host.calls.count('vault.read')).toBe(2);
    expect(host.calls.log.map((call) => [call.number, `${call.port}.${call.method}`, call.path, call.mutates])).toEqual(
      [
        [1, 'vault.read', 'a.md', false],
        [2, 'vault.read', 'b.md', false],
        [3, 'privateStore.append', 'journal', true],
        [4, 'cache.read', 'warm', false],
      ],
    );
    host.calls.reset();
    expect([host.calls.count(), host.calls.count('vault.read'), host.calls.log]).toEqual([0, 0, []]);
  });

  test('a refused call counts too, watching and listening don’t', async () => {
    const host = createMemoryHost();
    host.vault.watch(() => undefined)();
    await expect(host.vault.replace('a.md', '', 'x')).rejects.toBeInstanceOf(VaultFailure);
    expect(host.calls.count()).toBe(1);
  });
});

describe('a fault', () => {
  test('hits the call with its number, once', async () => {
    const host = createMemoryHost({ files: { 'a.md': 'old' } });
    host.faults.failAt(2, 'EIO');
    await host.vault.read('a.md');
    await expect(host.vault.read('a.md')).rejects.toMatchObject({ code: 'io', path: 'a.md', detail: 'EIO' });
    expect(await host.vault.read('a.md')).toBe('old');
  });

  test('lasts from its call on when it is for ever, and until it is cleared', async () => {
    const host = createMemoryHost({ files: { 'a.md': 'old' } });
    host.faults.failAt(2, 'EACCES', { forever: true });
    await host.vault.read('a.md');
    for (let count = 0; count < 3; count += 1) await expect(host.vault.list()).rejects.toMatchObject({ code: 'io' });
    host.faults.clear();
    expect(await host.vault.read('a.md')).toBe('old');
  });

  test('of a full disk hits only calls that write', async () => {
    const host = createMemoryHost({ files: { 'a.md': 'old' } });
    host.faults.failAt(1, 'ENOSPC', { forever: true });
    expect(await host.vault.read('a.md')).toBe('old');
    await expect(host.vault.replace('a.md', 'old', 'new')).rejects.toMatchObject({ code: 'io', detail: 'ENOSPC' });
    await expect(host.privateStore.write('x', Uint8Array.of(1))).rejects.toBeInstanceOf(DiskError);
    await expect(host.cache.write('x', Uint8Array.of(1))).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(host.external.notes()).toEqual({ 'a.md': 'old' });
  });

  test('hits the next call of a name, and of a path', async () => {
    const host = createMemoryHost({ files: { 'a.md': 'a', 'b.md': 'b' } });
    host.faults.failNext('vault.replace', 'EBUSY', 'b.md');
    await host.vault.replace('a.md', 'a', 'A');
    await expect(host.vault.replace('b.md', 'b', 'B')).rejects.toMatchObject({ detail: 'EBUSY' });
    await host.vault.replace('b.md', 'b', 'B');
    expect(host.external.notes()).toEqual({ 'a.md': 'A', 'b.md': 'B' });
  });

  test('of a predicate lasts', async () => {
    const host = createMemoryHost({ files: { 'a.md': 'a' } });
    host.faults.failWhile((call) => call.path.startsWith('locked/'), 'EACCES');
    for (const path of ['locked/1.md', 'locked/2.md']) {
      await expect(host.vault.create(path, '')).rejects.toMatchObject({ detail: 'EACCES' });
    }
    await host.vault.create('open/1.md', '');
  });

  test.each([
    ['create', (host: MemoryHost) => host.vault.create('b.md', 'b')],
    ['replace', (host: MemoryHost) => host.vault.replace('a.md', 'a', 'A')],
    ['move', (host: MemoryHost) => host.vault.move('a.md', 'c.md')],
    ['remove', (host: MemoryHost) => host.vault.remove('a.md', 'a')],
    ['trash', (host: MemoryHost) => host.vault.trash('a.md', 'a')],
    ['createFolder', (host: MemoryHost) => host.vault.createFolder('x')],
    ['removeFolder', (host: MemoryHost) => host.vault.removeFolder('empty')],
  ] as const)('at a %s leaves the vault as it was', async (_method, call) => {
    const host = createMemoryHost({ files: { 'a.md': 'a' } });
    host.external.makeFolder('empty');
    const earlier = host.image();
    host.faults.failAt(1, 'EIO');
    await expect(call(host)).rejects.toMatchObject({ code: 'io', detail: 'EIO' });
    expect(host.image()).toEqual(earlier);
    await call(host);
    expect(host.image()).not.toEqual(earlier);
  });

  test('in a reading of many stands in the place of the first', async () => {
    const host = createMemoryHost({ files: { 'a.md': 'a', 'b.md': 'b' } });
    host.faults.failNext('vault.readMany', 'EIO');
    expect(await host.vault.readMany(['a.md', 'b.md'])).toMatchObject([{ code: 'io', path: 'a.md' }, 'b']);
  });

  test('at an append may leave half of it: what follows can’t be trusted', async () => {
    const host = createMemoryHost();
    host.faults.failNext('privateStore.append', 'ENOSPC');
    await expect(host.privateStore.append('log', Uint8Array.of(1, 2, 3, 4))).rejects.toBeInstanceOf(DiskError);
    expect(await host.privateStore.read('log')).toEqual(Uint8Array.of(1, 2));
  });
});

describe('an action', () => {
  test('happens just before the call with its number', async () => {
    const host = createMemoryHost({ files: { 'a.md': 'old' } });
    host.calls.actAt(2, () => host.external.write('a.md', 'theirs'));
    expect(await host.vault.read('a.md')).toBe('old');
    await expect(host.vault.replace('a.md', 'old', 'mine')).rejects.toMatchObject({ code: 'changed' });
    expect(host.external.text('a.md')).toBe('theirs');
  });
});

describe('a crash', () => {
  test.each([
    ['before', 'old'],
    ['after', 'newer'],
    ['torn', 'ne'],
  ] as const)('%s a replace leaves %j', async (moment, left) => {
    const host = createMemoryHost({ files: { 'a.md': 'old' } });
    host.crashAt(1, moment);
    await expect(host.vault.replace('a.md', 'old', 'newer')).rejects.toBeInstanceOf(CrashSignal);
    await expect(host.vault.read('a.md')).rejects.toBeInstanceOf(CrashSignal);
    await expect(host.privateStore.list('')).rejects.toBeInstanceOf(CrashSignal);
    expect(await host.reboot().vault.read('a.md')).toBe(left);
  });

  test.each([
    ['before', [1]],
    ['after', [1, 2, 3, 4, 5]],
    ['torn', [1, 2, 3]],
  ] as const)('%s an append leaves %j', async (moment, left) => {
    const host = createMemoryHost();
    await host.privateStore.append('log', Uint8Array.of(1));
    host.crashAt(2, moment);
    await expect(host.privateStore.append('log', Uint8Array.of(2, 3, 4, 5))).rejects.toBeInstanceOf(CrashSignal);
    expect(await host.reboot().privateStore.read('log')).toEqual(Uint8Array.from(left));
  });

  test.each([['before'], ['torn']] as const)('%s a whole write leaves the earlier file', async (moment) => {
    const host = createMemoryHost();
    await host.privateStore.write('state', Uint8Array.of(1));
    host.crashAt(2, moment);
    await expect(host.privateStore.write('state', Uint8Array.of(2))).rejects.toBeInstanceOf(CrashSignal);
    expect(await host.reboot().privateStore.read('state')).toEqual(Uint8Array.of(1));
  });

  test('in the middle of a move leaves both names', async () => {
    const host = createMemoryHost({ files: { 'a.md': 'text' } });
    host.crashAt(1, 'torn');
    await expect(host.vault.move('a.md', 'b.md')).rejects.toBeInstanceOf(CrashSignal);
    expect(host.reboot().external.notes()).toEqual({ 'a.md': 'text', 'b.md': 'text' });
  });

  test.each([['after'], ['torn']] as const)('%s a call that would be refused changes nothing', async (moment) => {
    const host = createMemoryHost({ files: { 'a.md': 'theirs' } });
    host.crashAt(1, moment);
    await expect(host.vault.replace('a.md', 'old', 'new')).rejects.toBeInstanceOf(CrashSignal);
    expect(host.reboot().external.notes()).toEqual({ 'a.md': 'theirs' });
  });

  test('stops timers and watchers', async () => {
    const host = createMemoryHost();
    const heard: unknown[] = [];
    host.vault.watch((change) => heard.push(change));
    host.scheduler.after(10, () => heard.push('timer'));
    host.crashAt(1);
    await expect(host.vault.create('a.md', '')).rejects.toBeInstanceOf(CrashSignal);
    host.external.write('b.md', 'b');
    host.advance(100);
    await turn();
    expect(heard).toEqual([]);
  });
});

describe('the clock', () => {
  test('stands still until it is moved, and each file gets a stamp of its own', async () => {
    const host = createMemoryHost({ now: 1_000_000 });
    const first = await host.vault.create('a.md', '');
    const second = await host.vault.create('b.md', '');
    expect([host.clock.now(), first.mtime]).toEqual([1_000_000, 1_000_000]);
    expect(second.mtime).toBeGreaterThan(first.mtime);
    host.advance(5);
    const replaced = await host.vault.replace('a.md', '', 'x');
    expect([replaced.mtime, replaced.ctime]).toEqual([1_000_005, 1_000_000]);
  });

  test('runs timers in order, each at its own time, also those that timers make', () => {
    const host = createMemoryHost({ now: 0 });
    const ran: [string, number][] = [];
    const run = (name: string) => (): void => void ran.push([name, host.clock.now()]);
    host.scheduler.after(20, run('second'));
    host.scheduler.after(10, () => {
      run('first')();
      host.scheduler.after(15, run('third'));
      host.scheduler.after(100, run('late'));
    });
    host.advance(50);
    expect(ran).toEqual([
      ['first', 10],
      ['second', 20],
      ['third', 25],
    ]);
    expect([host.clock.now(), host.scheduler.waiting()]).toEqual([50, 1]);
  });

  test('pauses are counted', async () => {
    const host = createMemoryHost();
    await host.scheduler.pause();
    await host.scheduler.pause();
    expect(host.scheduler.pauses).toBe(2);
  });
});

describe('watching', () => {
  const listen = (host: MemoryHost): VaultChange[] => {
    const changes: VaultChange[] = [];
    host.vault.watch((change) => changes.push(change));
    return changes;
  };

  test('hears others and, as on disk, the host’s own writes', async () => {
    const host = createMemoryHost({ files: { 'a.md': 'a' } });
    const changes = listen(host);
    host.external.write('b.md', 'b');
    host.external.rename('b.md', 'c.md');
    await host.vault.replace('a.md', 'a', 'A');
    await host.vault.remove('a.md', 'A');
    host.external.overflow();
    await turn();
    expect(changes).toEqual([
      { kind: 'changed', path: 'b.md' },
      { kind: 'renamed', from: 'b.md', path: 'c.md' },
      { kind: 'changed', path: 'a.md' },
      { kind: 'removed', path: 'a.md' },
      { kind: 'overflow' },
    ]);
  });

  test('hears others alone when echoes are off', async () => {
    const host = createMemoryHost({ echoes: false });
    const changes = listen(host);
    await host.vault.create('a.md', '');
    host.external.write('b.md', 'b');
    await turn();
    expect(changes).toEqual([{ kind: 'changed', path: 'b.md' }]);
  });
});

describe('others', () => {
  test('set time stamps as they like and leave files that can’t be read', async () => {
    const host = createMemoryHost();
    host.external.write('a.md', 'a', { mtime: 5, ctime: 3 });
    expect(await host.vault.stat('a.md')).toMatchObject({ path: 'a.md', size: 1, mtime: 5, ctime: 3 });
    host.external.spoil('a.md', 'io');
    await expect(host.vault.read('a.md')).rejects.toMatchObject({ code: 'io', detail: 'EIO' });
    host.external.write('a.md', 'b');
    expect(await host.vault.read('a.md')).toBe('b');
  });

  test('pass no gate, and what they write is durable', async () => {
    const host = createMemoryHost();
    host.external.write('a.md', 'theirs');
    expect(host.calls.count()).toBe(0);
    expect([...host.images()].map((image) => image.files.get('a.md')?.text)).toEqual(['theirs']);
  });
});

test('a host starts from any image, and keeps what was logged', () => {
  const host = createMemoryHost({ files: { 'a.md': 'a' }, readOnly: true });
  expect(host.readOnly).toBe(true);
  expect(new MemoryHost(host.image()).external.notes()).toEqual({ 'a.md': 'a' });
  host.logger.log('warning', 'something', { count: 1 });
  expect(host.logger.entries).toEqual([{ level: 'warning', event: 'something', data: { count: 1 } }]);
});
