/** A killed app never loses a private file: stopped at every call of the adapter, the old bytes or the new ones are there. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DataAdapter } from 'obsidian';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AdapterPrivateStore } from '../../../src/hosts/obsidian/adapter-private-store';
import { CapacitorAdapter } from '../../host/data-adapter';
import { NodeDisk } from '../../host/node-disk';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'notedb-private-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (content: Uint8Array | null): string | null =>
  content === null ? null : new TextDecoder().decode(content);

class Killed extends Error {}

/** Dies at the `stopAt`th call that changes something, which is done by half where it writes bytes. */
function mortal(stopAt: number): DataAdapter {
  const real = new CapacitorAdapter(new NodeDisk(folder, null), 'vault');
  const changing = new Set(['writeBinary', 'appendBinary', 'mkdir', 'remove', 'rename']);
  let count = 0;
  const adapter = new Proxy(real, {
    get(target, name: string) {
      const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]) => {
        if (changing.has(name)) count += 1;
        if (count > stopAt) throw new Killed();
        if (count < stopAt || !changing.has(name)) return method.apply(target, args);
        const [place, content] = args;
        if (content instanceof ArrayBuffer) await method.call(target, place, content.slice(0, content.byteLength / 2));
        throw new Killed();
      };
    },
  });
  return adapter;
}

const storeOver = (adapter: DataAdapter): AdapterPrivateStore => new AdapterPrivateStore(adapter, '.notedb/phone');
const healthy = (): AdapterPrivateStore => storeOver(mortal(Infinity));

async function killAt(stopAt: number, work: (store: AdapterPrivateStore) => Promise<void>): Promise<boolean> {
  try {
    await work(storeOver(mortal(stopAt)));
    return false;
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    return true;
  }
}

describe('a kill during a write', () => {
  test.each([[null], ['old']])('over %j leaves the old or the new file, and one of them', async (old) => {
    let images = 0;
    for (let stopAt = 1; ; stopAt += 1) {
      rmSync(path.join(folder, '.notedb'), { recursive: true, force: true });
      if (old !== null) await healthy().write('journal/a', bytes(old));
      const wasKilled = await killAt(stopAt, (store) => store.write('journal/a', bytes('something new')));
      const found = text(await healthy().read('journal/a'));
      if (!wasKilled) {
        expect(found).toBe('something new');
        break;
      }
      images += 1;
      expect([old, 'something new']).toContain(found);
      expect(await healthy().list('journal')).toEqual(found === null ? [] : ['a']);
      await healthy().write('journal/a', bytes('third'));
      expect(text(await healthy().read('journal/a'))).toBe('third');
    }
    expect(images).toBe(4);
  });

  test('and during the finishing of that write', async () => {
    for (let first = 1; first <= 5; first += 1) {
      for (let second = 1; second <= 4; second += 1) {
        rmSync(path.join(folder, '.notedb'), { recursive: true, force: true });
        await healthy().write('a', bytes('old'));
        await killAt(first, (store) => store.write('a', bytes('new')));
        await killAt(second, async (store) => void (await store.read('a')));
        expect(['old', 'new']).toContain(text(await healthy().read('a')));
      }
    }
  });
});

test('a kill during an append leaves the beginning of it, never less than before', async () => {
  await healthy().append('log', bytes('one'));
  await killAt(1, (store) => store.append('log', bytes('two!')));
  expect(text(await healthy().read('log'))).toBe('onetw');
});

test('an append that the adapter took only by half is refused', async () => {
  const real = new CapacitorAdapter(new NodeDisk(folder, null), 'vault');
  const plain = real.appendBinary.bind(real);
  real.appendBinary = (place, content) => plain(place, content.slice(0, 1));
  await expect(storeOver(real as unknown as DataAdapter).append('log', bytes('two'))).rejects.toThrow('no space?');
});

test('files of one write are not seen in the list while it goes on', async () => {
  const store = healthy();
  const writing = store.write('a', bytes('x'));
  expect(await store.list('')).toEqual(['a']);
  await writing;
});

test.each(['../a', '/a', 'a//b', '', 'a\\b'])('refuses %j, which is no name', async (name) => {
  await expect(healthy().read(name)).rejects.toThrow('not a name');
  await expect(healthy().write(name, bytes(''))).rejects.toThrow('not a name');
});
