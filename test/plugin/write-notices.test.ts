// @vitest-environment happy-dom
/** After a write of an app a notice says what changed, shows it, and takes it back. D15, docs/rights.md#notices */

import { afterEach, expect, it, vi } from 'vitest';
import type { Operations } from '../../src/engine/index';
import { appTokens } from '../../src/plugin/plugin-tokens';
import type { Database } from '../../src/ui/client/operations-client';
import { eventually } from '../eventually';
import type { NodeTestApp } from '../host/create-test-app';
import {
  type HttpAnswer,
  bearer,
  demoVault,
  find,
  freePort,
  post,
  startApp,
  turnOn,
  usePluginFixture,
} from './plugin-fixture';

usePluginFixture();
afterEach(() => vi.useRealTimers());
vi.setConfig({ testTimeout: 20_000 });

type Call = (operation: string, args: object) => Promise<HttpAnswer>;

async function start(
  settings: { readonly notices?: boolean } = {},
): Promise<{ app: NodeTestApp; bot: Call; owner: Call }> {
  const port = await freePort();
  const app = await startApp({ folder: await demoVault({ serve: true, port, ...settings }) });
  await turnOn(app);
  await eventually(() => expect(find('.status-bar-item', '').textContent).toBe(`NoteDB: port ${port}`));
  const { token } = appTokens(app.core.secretStorage).create({
    name: 'Claude Code',
    permissions: ['read', 'write'],
    tables: null,
  });
  const as =
    (headers: Record<string, string>): Call =>
    (operation, args) =>
      post(port, operation, args, headers);
  return { app, bot: as({ authorization: `Bearer ${token}` }), owner: as(bearer(app)) };
}

const notices = (): string[] =>
  [...document.querySelectorAll('.notice')].map(
    (el) => el.querySelector('.ndb-notice-text')?.textContent ?? el.textContent ?? '',
  );

const press = (text: string): void => find<HTMLElement>('.notice button', text).click();

const total = async (call: Call, where: object): Promise<unknown> =>
  (await call('select_rows', { table: 'tasks', where })).body['total'];

const insert = (call: Call, title: string): Promise<HttpAnswer> =>
  call('insert_row', { table: 'tasks', values: { title } });

it('says what an app changed, counts its writes up, and takes them all back', async () => {
  const { bot, owner } = await start();
  await insert(bot, 'One');
  await eventually(() => expect(notices()).toEqual(['Claude Code added One to Tasks.']));
  await insert(bot, 'Two');
  await bot('update_rows', { table: 'tasks', where: { title: 'One' }, set_values: { title: 'Three' } });
  await eventually(() => expect(notices()).toEqual(['Claude Code added 2 notes to Tasks (3 writes).']));
  press('Undo');
  await eventually(() => expect(notices()).toEqual(['3 writes were taken back.']));
  expect(await total(owner, { title: { in: ['One', 'Two', 'Three'] } })).toBe(0);
});

it('shows the table', async () => {
  const { bot } = await start();
  await insert(bot, 'To be seen');
  await eventually(() => expect(notices()).toHaveLength(1));
  press('View');
  await eventually(() => find('.ndb-grid[aria-label="Tasks"]', ''));
  expect(notices()).toEqual([]);
});

it('says what stands against taking it back', async () => {
  const { bot, owner } = await start();
  await insert(bot, 'Kept');
  await owner('update_rows', { table: 'tasks', where: { title: 'Kept' }, set_values: { title: 'Kept by me' } });
  await eventually(() => expect(notices()).toEqual(['Claude Code added Kept to Tasks.']));
  press('Undo');
  await eventually(() => expect(notices()[0]).toMatch(/^Nothing was taken back\. .*changed/));
  expect(await total(owner, { title: 'Kept by me' })).toBe(1);
});

it('tells of the owner only when ten rows or more change at once', async () => {
  const { owner } = await start();
  await insert(owner, 'Mine');
  await owner('update_rows', { table: 'tasks', where: { title: 'Mine' }, set_values: { title: 'Still mine' } });
  const all = Array.from({ length: 10 }, (_, i) => ({ title: `Bulk ${i}` }));
  await owner('merge_rows', { table: 'tasks', on: ['title'], rows: all });
  await eventually(() => expect(notices()).toEqual(['You added 10 notes to Tasks.']));
});

it('is gone after 30 s, and what comes then is told anew', async () => {
  const { bot } = await start();
  await insert(bot, 'First');
  await eventually(() => expect(notices()).toHaveLength(1));
  document.querySelector<HTMLElement>('.notice')?.click();
  expect(notices()).toEqual([]);
  const timers = vi.spyOn(window, 'setTimeout');
  await insert(bot, 'Second');
  await eventually(() => expect(notices()).toEqual(['Claude Code added Second to Tasks.']));
  const [hide] = timers.mock.calls.find(([, milliseconds]) => milliseconds === 30_000) ?? [];
  (hide as () => void)();
  expect(notices()).toEqual([]);
  timers.mockRestore();
});

it('is not there when the owner turned it off', async () => {
  const { bot, owner } = await start({ notices: false });
  await insert(bot, 'Quiet');
  expect(await total(owner, { title: 'Quiet' })).toBe(1);
  expect(notices()).toEqual([]);
});

it('leaves it to the views of the plugin to tell what they wrote', async () => {
  const { app, owner } = await start();
  const many = (name: string): object => ({
    ...{ table: 'tasks', on: ['title'] },
    rows: Array.from({ length: 12 }, (_, i) => ({ title: `${name} ${i}` })),
  });
  const { session } = app.core.plugins.getPlugin('notedb') as unknown as { session: Database };
  if (session.state.kind !== 'open') throw new Error('the tables are not open');
  await session.state.client.run('merge_rows', many('Of a view') as Operations['merge_rows']['args']);
  await owner('merge_rows', many('Of somebody else'));
  await eventually(() => expect(notices()).toEqual(['You added 12 notes to Tasks.']));
});

it('tells it once where the tables are open', async () => {
  const { app, bot } = await start();
  app.core.commands.executeCommandById('notedb:open-tables');
  await eventually(() => find('.ndb-browser nav button', 'Tasks'));
  await insert(bot, 'One');
  await eventually(() => expect(notices()).toEqual(['Claude Code added One to Tasks.']));
  // The views gather what is written for 400 ms.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect([...document.querySelectorAll('.ndb-browser .ndb-notice')].map((el) => el.textContent)).toEqual([]);
});
