/** Whatever happens to a vault, its mirror has the rows. docs/mirror.md, docs/adr/0012-mirror.md */

import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { VaultMirror } from '../../src/mirror/vault-mirror';
import { times, within } from '../deep';
import { feedStep, tableOfPeople } from '../engine/feed/feed-steps';
import { type TestVault, onHost } from '../engine/open-vault';
import { createMemoryHost } from '../memory-host/memory-host';
import { askOf, catchUp } from './follow-mirror';
import { rowsInMemory, rowsOfVault } from './compare-mirror';
import { MemoryTarget } from './memory-target';

/** As a kill. */
function isCut(error: unknown): false {
  expect(String(error)).toContain('cut off');
  return false;
}

it(
  'has every value after any sequence of operations, edits and crashes, however many it reads at once',
  async () => {
    const property = fc.asyncProperty(
      fc.array(fc.tuple(feedStep, fc.boolean()), { minLength: 4, maxLength: 14 }),
      fc.boolean(),
      async (steps, isCutOff) => {
        let vault: TestVault = await onHost(createMemoryHost());
        await vault.run('create_table', tableOfPeople('people'));
        await vault.run('create_table', tableOfPeople('folk'));
        let cuts = 0;
        // Every third commit is lost.
        const target = new MemoryTarget(() => {
          if (isCutOff && (cuts += 1) % 3 === 0) throw new Error('cut off');
        });
        const run = (name: string, args: JsonObject = {}): Promise<JsonObject> => vault.run(name, args);
        const mirrorOf = (): VaultMirror =>
          new VaultMirror({
            ask: askOf(run),
            target,
            vault: 'test',
            wants: () => true,
            keepsLog: true,
            waitMs: 0,
            report: () => undefined,
          });
        let mirror = mirrorOf();
        for (const [i, [act, isFollowed]] of steps.entries()) {
          vault = (await act(vault)) ?? vault;
          if (!isFollowed && i < steps.length - 1) continue;
          while (!(await catchUp(mirror).then(() => true, isCut))) mirror = mirrorOf();
          expect(rowsInMemory(target)).toEqual(await rowsOfVault(run));
        }
      },
    );
    await fc.assert(property, { numRuns: times(25, 2000) });
  },
  within(30_000),
);
