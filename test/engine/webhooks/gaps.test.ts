/** A webhook whose cursor lies before what the feed still holds says so, once. docs/webhooks.md#deliveries; D11 */

import { expect, it } from 'vitest';
import { onHost } from '../open-vault';
import { insert, listed, openHooked, pass, settle } from './receiver';

const DAY = 86_400_000;

it('not after the cache was lost, where the journal tells how the rows were', async () => {
  const { vault, receiver } = await openHooked();
  await insert(vault, 'Before');
  await settle();
  const { cursor } = await listed(vault);
  receiver.requests.length = 0;
  await vault.engine.close();
  const image = { ...vault.host.image(), cacheFiles: new Map() };
  const again = await onHost(vault.host.reboot(image));
  await pass(again, 2000);
  await insert(again, 'Later');
  await settle();
  const told = receiver.requests.map(({ body }) => ({ gap: body.gap, titles: body.events.map(({ path }) => path) }));
  expect(told).toEqual([{ gap: undefined, titles: ['notedb/main/default/tasks/Later.md'] }]);
  expect((await listed(again)).cursor).toBeGreaterThan(cursor);
  await again.engine.close();
});

it('after changes that it was never sent were retired', async () => {
  const { vault, receiver } = await openHooked();
  receiver.answer = () => ({ status: 500 });
  for (const title of ['One', 'Two', 'Three']) {
    await insert(vault, title);
    // A checkpoint ends the segment.
    await pass(vault, 20_000);
    await vault.engine.rescan();
  }
  const { changes } = await vault.run('list_changes', { ops: ['insert'] });
  const last = (changes as readonly { readonly seq: number }[]).at(-1)?.seq as number;
  await vault.engine.close();
  const host = vault.host.reboot();
  host.clock.set(host.clock.now() + 91 * DAY);
  const kept = receiver.requests.length;
  receiver.answer = () => ({ status: 200 });
  const later = await onHost(host, { weakness: { keptChanges: 1 } });
  await pass(later, 2 * 60_000);
  await later.engine.rescan();
  await insert(later, 'Much later');
  await settle();
  const since = receiver.requests.slice(kept);
  // The batch that was promised comes as it was; what it could not hold any more is a gap.
  const seqs = since.flatMap(({ body }) => body.events.map(({ seq }) => seq));
  expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
  expect(seqs.at(-1)).toBeGreaterThan(last);
  expect(since.some(({ body }) => body.gap === true)).toBe(true);
  expect((await listed(later)).cursor).toBe(seqs.at(-1));
});
