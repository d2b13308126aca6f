/** What every place for secrets promises; each host runs it. Promises: src/engine/ports/secret-port.ts */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SecretPort } from '../../src/engine/ports/secret-port';

export interface SecretHarness {
  readonly secrets: SecretPort;
  /** After a restart of the program. */
  reopen(): Promise<SecretPort>;
  close(): Promise<void>;
}

const NAME = 'webhook-00000000-0000-4000-8000-000000000001';

export function describeSecretContract(name: string, makeHarness: () => Promise<SecretHarness>): void {
  describe(`the secrets of ${name}`, () => {
    let harness: SecretHarness;
    let secrets: SecretPort;

    beforeEach(async () => {
      harness = await makeHarness();
      ({ secrets } = harness);
    });
    afterEach(() => harness.close());

    test('there are none at first, and removing one that is not there is fine', async () => {
      expect(await secrets.read(NAME)).toBeNull();
      await secrets.write(NAME, null);
      expect(await secrets.read(NAME)).toBeNull();
    });

    test('keeps each under its name, over a restart', async () => {
      await secrets.write(NAME, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
      await secrets.write('provider-key', 'sk-ünïcode');
      const again = await harness.reopen();
      expect(await again.read(NAME)).toBe('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
      expect(await again.read('provider-key')).toBe('sk-ünïcode');
    });

    test('replaces and removes', async () => {
      await secrets.write(NAME, 'one');
      await secrets.write(NAME, 'two');
      await secrets.write('other', 'stays');
      expect(await secrets.read(NAME)).toBe('two');
      await secrets.write(NAME, null);
      expect([await secrets.read(NAME), await secrets.read('other')]).toEqual([null, 'stays']);
      const again = await harness.reopen();
      expect([await again.read(NAME), await again.read('other')]).toEqual([null, 'stays']);
    });
  });
}
