/** A rule that waited until the feed had lost changes says so, and runs for those that are there. docs/rules.md#runs */

import { expect, it } from 'vitest';
import type { App } from '../../../src/engine/index';
import { createMemoryHost } from '../../memory-host/memory-host';
import { onHost } from '../open-vault';
import { pass } from '../webhooks/receiver';
import { FINISHED, finish, insert, listedRule, openTasks, pathOf, settle } from './watched-tasks';

const DAY = 86_400_000;

const app = (permissions: App['permissions'] extends ReadonlySet<infer P> ? readonly P[] : never): App => ({
  ...{ kind: 'app', id: 'app-1', name: 'Bot', tables: null, ask: false, actor: null },
  permissions: new Set(permissions),
});
const WHOLE = app(['read', 'write', 'schema']);

it('lists what it missed before the changes that it runs for', async () => {
  const host = createMemoryHost();
  let now = WHOLE;
  const vault = await onHost(host, { apps: () => now });
  for (const [path, text] of Object.entries((await openTasks()).host.external.notes())) host.external.write(path, text);
  await vault.engine.rescan();
  await vault.engine.run('create_rule', FINISHED, WHOLE);
  await vault.engine.run('switch_rule', { rule: 'finished', on: true }, WHOLE);
  now = app(['read']);
  for (const title of ['One', 'Two', 'Three']) {
    await insert(vault, title);
    await finish(vault, title);
    // A checkpoint ends the segment.
    await pass(vault, 20_000);
    await vault.engine.rescan();
  }
  expect(await listedRule(vault)).toMatchObject({ status: 'failing', runs: [] });
  await vault.engine.close();

  const next = host.reboot();
  next.clock.set(next.clock.now() + 91 * DAY);
  now = WHOLE;
  const later = await onHost(next, { apps: () => now, weakness: { keptChanges: 1 } });
  await pass(later, 2 * 60_000);
  await later.engine.rescan();
  await insert(later, 'Later');
  await finish(later, 'Later');
  await pass(later, 20_000);
  await settle();
  const { runs } = await listedRule(later);
  // The feed had lost the changes of "Two" before their turn came.
  const told = runs.map(({ outcome, path }) => [outcome, path]);
  const three = told.findIndex(([, path]) => path === pathOf('Three'));
  expect(told.slice(0, three + 2)).toEqual([
    ['done', pathOf('Later')],
    ['done', pathOf('Three')],
    ['missed', null],
  ]);
  expect(told.flat()).not.toContain(pathOf('Two'));
  expect(runs[three + 1]?.reason).toMatch(/no longer in the feed/);
  await later.engine.close();
});
