/** Whoever replays the feed has the tables as they are, whatever happened. Source: docs/feed.md#following; D10, D23 */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryHost } from '../../memory-host/memory-host';
import { times, within } from '../../deep';
import { type TestVault, onHost } from '../open-vault';
import { feedStep, tableOfPeople } from './feed-steps';
import { Replica, feed, rowsOf, sorted } from './replay';

describe.each([false, true])('with history %s', (history) => {
  it(
    'a copy that follows the feed, and one that begins anew, are what the tables are',
    async () => {
      const property = fc.asyncProperty(fc.array(feedStep, { minLength: 4, maxLength: 14 }), async (steps) => {
        let vault: TestVault = await onHost(createMemoryHost());
        await vault.run('create_table', tableOfPeople('people', { history }));
        await vault.run('create_table', tableOfPeople('folk', { history }));
        const replica = new Replica();
        for (const act of steps) {
          vault = (await act(vault)) ?? vault;
          await replica.follow(vault, 3);
          expect(sorted(replica.rows)).toEqual(sorted(await rowsOf(vault)));
        }
        expect(replica.numbers.every((seq, i) => i === 0 || seq > (replica.numbers[i - 1] ?? 0))).toBe(true);
        const live = await feed(vault, { limit: 5000 });
        vault.host.advance(5000);
        vault = await vault.restart();
        const anew = new Replica();
        await anew.follow(vault, 1000);
        expect(sorted(anew.rows)).toEqual(sorted(await rowsOf(vault)));
        const { changes } = await feed(vault, { limit: 5000 });
        expect(changes).toEqual(live.changes);
      });
      await fc.assert(property, { numRuns: times(25, 2000) });
    },
    within(30_000),
  );
});
