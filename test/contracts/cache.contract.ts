/** What every cache promises; each host runs it. Promises: src/engine/ports/cache-port.ts */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CachePort } from '../../src/engine/ports/cache-port';

export interface CacheHarness {
  readonly cache: CachePort;
  close(): Promise<void>;
}

export function describeCacheContract(name: string, makeHarness: () => Promise<CacheHarness>): void {
  describe(`the cache of ${name}`, () => {
    let harness: CacheHarness;
    let cache: CachePort;

    beforeEach(async () => {
      harness = await makeHarness();
      ({ cache } = harness);
    });
    afterEach(() => harness.close());

    test('is empty at first', async () => {
      expect(await cache.read('rows.bin')).toBeNull();
      await cache.remove('rows.bin');
    });

    test('replaces a file as a whole', async () => {
      const big = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
      await cache.write('rows.bin', big);
      expect(await cache.read('rows.bin')).toEqual(big);
      await cache.write('rows.bin', Uint8Array.of(1));
      expect(await cache.read('rows.bin')).toEqual(Uint8Array.of(1));
    });

    test('keeps files apart and removes one alone', async () => {
      await cache.write('a', Uint8Array.of(1));
      await cache.write('vectors/b', Uint8Array.of(2));
      await cache.remove('a');
      expect([await cache.read('a'), await cache.read('vectors/b')]).toEqual([null, Uint8Array.of(2)]);
    });

    test('keeps its own copy, and gives copies', async () => {
      const mine = Uint8Array.of(1, 2);
      await cache.write('a', mine);
      mine[0] = 9;
      (await cache.read('a'))?.fill(8);
      expect(await cache.read('a')).toEqual(Uint8Array.of(1, 2));
    });
  });
}
