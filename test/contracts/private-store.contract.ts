/** What every private store promises; each host runs it. Promises: src/engine/ports/private-store-port.ts */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PrivateStorePort } from '../../src/engine/ports/private-store-port';

export interface PrivateStoreHarness {
  readonly store: PrivateStorePort;
  /** The store as the next process finds it after an orderly end. */
  reopen(): Promise<PrivateStorePort>;
  close(): Promise<void>;
}

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const ALL_BYTES = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);

export function describePrivateStoreContract(name: string, makeHarness: () => Promise<PrivateStoreHarness>): void {
  describe(`the private store of ${name}`, () => {
    let harness: PrivateStoreHarness;
    let store: PrivateStorePort;

    beforeEach(async () => {
      harness = await makeHarness();
      ({ store } = harness);
    });
    afterEach(() => harness.close());

    test('knows nothing at first', async () => {
      expect(await store.list('')).toEqual([]);
      expect(await store.list('journal')).toEqual([]);
      expect(await store.read('settings.json')).toBeNull();
      expect(await store.readRange('journal/1.log', 0, 10)).toBeNull();
    });

    test('lists the names of files in one folder, sorted', async () => {
      for (const file of ['journal/2.log', 'journal/10.log', 'journal/1.log', 'top.json', 'journal/deep/x']) {
        await store.write(file, bytes(1));
      }
      await store.append('journal/3.log', bytes(1));
      expect(await store.list('journal')).toEqual(['1.log', '10.log', '2.log', '3.log']);
      expect(await store.list('')).toEqual(['top.json']);
      expect(await store.list('journal/deep')).toEqual(['x']);
    });

    test('writes a whole file over an earlier one', async () => {
      await store.write('a', ALL_BYTES);
      expect(await store.read('a')).toEqual(ALL_BYTES);
      await store.write('a', bytes());
      expect(await store.read('a')).toEqual(bytes());
      await store.write('a', bytes(7));
      expect(await (await harness.reopen()).read('a')).toEqual(bytes(7));
    });

    test('appends at the end, also to what an earlier process left', async () => {
      await store.append('journal/1.log', bytes(1, 2));
      await store.append('journal/1.log', ALL_BYTES);
      await store.sync('journal/1.log');
      const next = await harness.reopen();
      await next.append('journal/1.log', bytes(3));
      await next.sync('journal/1.log');
      expect(await next.read('journal/1.log')).toEqual(bytes(1, 2, ...ALL_BYTES, 3));
    });

    test('appends to a file that was written whole, and the other way round', async () => {
      await store.append('a', bytes(1));
      await store.write('a', bytes(2));
      await store.append('a', bytes(3));
      await store.sync('a');
      expect(await store.read('a')).toEqual(bytes(2, 3));
    });

    test('an append is seen before it is synced', async () => {
      await store.append('a', bytes(1, 2, 3));
      expect(await store.read('a')).toEqual(bytes(1, 2, 3));
      expect(await store.readRange('a', 1, 1)).toEqual(bytes(2));
    });

    test.each([
      [0, 3, [0, 1, 2]],
      [2, 2, [2, 3]],
      [3, 100, [3, 4]],
      [5, 1, []],
      [100, 1, []],
      [0, 0, []],
    ])('reads from %i on %i bytes, fewer at the end', async (offset, length, expected) => {
      await store.write('a', bytes(0, 1, 2, 3, 4));
      expect(await store.readRange('a', offset, length)).toEqual(bytes(...expected));
    });

    test('keeps its own copy of bytes, and gives copies', async () => {
      const mine = bytes(1, 2);
      await store.write('whole', mine);
      await store.append('log', mine);
      mine[0] = 9;
      expect([await store.read('whole'), await store.read('log')]).toEqual([bytes(1, 2), bytes(1, 2)]);
      for (const given of [await store.read('whole'), await store.readRange('whole', 0, 2)]) given?.fill(8);
      expect(await store.read('whole')).toEqual(bytes(1, 2));
    });

    test('gives plain byte arrays, whose slices are copies', async () => {
      await store.write('a', bytes(1, 2, 3));
      const read = await store.read('a');
      expect(Object.getPrototypeOf(read)).toBe(Uint8Array.prototype);
    });

    test('removes, and takes the name again', async () => {
      await store.append('log', bytes(1));
      await store.sync('log');
      await store.remove('log');
      await store.remove('log');
      await store.remove('none/at/all');
      expect(await store.read('log')).toBeNull();
      expect(await store.list('')).toEqual([]);
      await store.append('log', bytes(2));
      await store.sync('log');
      expect(await store.read('log')).toEqual(bytes(2));
    });

    test('syncs what nobody appended to', async () => {
      await store.write('a', bytes(1));
      await store.sync('a');
      await store.sync('none');
      expect(await store.list('')).toEqual(['a']);
    });

    test('many appends and syncs at once stay in order', async () => {
      await Promise.all(
        Array.from({ length: 200 }, async (_, index) => {
          await store.append('log', bytes(index));
          await store.sync('log');
        }),
      );
      expect(await store.read('log')).toEqual(Uint8Array.from({ length: 200 }, (_, index) => index));
    });
  });
}
