// @vitest-environment happy-dom
/** An app that asks first: its write opens a window with the change, and waits for Allow or Deny. docs/rights.md#ask-first; D12 */

import { expect, it, vi } from 'vitest';
import { appTokens } from '../../src/plugin/plugin-tokens';
import { eventually } from '../eventually';
import type { NodeTestApp } from '../host/create-test-app';
import {
  type HttpAnswer,
  closeApp,
  demoVault,
  find,
  freePort,
  post,
  startApp,
  turnOn,
  usePluginFixture,
} from './plugin-fixture';

usePluginFixture();
vi.setConfig({ testTimeout: 20_000 });

interface Asking {
  readonly app: NodeTestApp;
  readonly call: (operation: string, args: object) => Promise<HttpAnswer>;
}

async function startAsking(): Promise<Asking> {
  const port = await freePort();
  const app = await startApp({ folder: await demoVault({ serve: true, port }) });
  await turnOn(app);
  await eventually(() => expect(find('.status-bar-item', '').textContent).toBe(`NoteDB: port ${port}`));
  const { token } = appTokens(app.core.secretStorage).create({
    name: 'Claude Code',
    permissions: ['read', 'write'],
    tables: null,
    ask: true,
  });
  return { app, call: (operation, args) => post(port, operation, args, { authorization: `Bearer ${token}` }) };
}

const task = (title: string): object => ({ table: 'tasks', values: { title } });
const windows = (): NodeListOf<Element> => document.querySelectorAll('.ndb-approval');
const question = (title: string): Promise<HTMLElement> => eventually(() => find<HTMLElement>('.ndb-approval', title));

async function press(text: string): Promise<void> {
  const button = find<HTMLButtonElement>('.ndb-approval button', text);
  await eventually(() => expect(button.disabled).toBe(false));
  button.click();
}

it('shows who asks and what would change, and writes when the owner allows it', async () => {
  const { call } = await startAsking();
  const answer = call('insert_row', task('Asked for'));
  const shown = (await question('Allow Claude Code to change 1 note?')).textContent ?? '';
  expect(shown).toContain('New notedb/main/default/tasks/');
  expect(shown).toContain('title: Asked for');
  expect(shown).toMatch(/denied in [1-4]\d s\./);
  expect((await call('select_rows', { table: 'tasks', where: { title: 'Asked for' } })).body).toMatchObject({
    total: 0,
  });
  await press('Allow');
  expect(await answer).toMatchObject({ status: 200, body: { changed: 1 } });
  expect(windows()).toHaveLength(0);
  expect((await call('select_rows', { table: 'tasks', where: { title: 'Asked for' } })).body).toMatchObject({
    total: 1,
  });
});

it('is a 403 with a hint when the owner denies, or closes the window', async () => {
  const { call } = await startAsking();
  const denied = call('insert_row', task('Denied'));
  await question('Allow Claude Code');
  await press('Deny');
  expect(await denied).toMatchObject({
    status: 403,
    body: { error: { code: 'forbidden', hint: expect.stringContaining('ask the owner') as string } },
  });
  const closed = call('insert_row', task('Closed'));
  await question('Allow Claude Code');
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect((await closed).status).toBe(403);
  expect(
    (await call('select_rows', { table: 'tasks', where: { title: { in: ['Denied', 'Closed'] } } })).body,
  ).toMatchObject({
    total: 0,
  });
});

it('asks one question after the other, and no click reaches the next one by accident', async () => {
  const { call } = await startAsking();
  const first = call('insert_row', task('First of two'));
  await question('First of two');
  const second = call('insert_row', task('Second of two'));
  await question('1 more question waits');
  expect(windows()).toHaveLength(1);
  await press('Allow');
  await question('Second of two');
  const allow = find<HTMLButtonElement>('.ndb-approval button', 'Allow');
  expect([allow.disabled, document.activeElement === allow]).toEqual([true, false]);
  allow.click();
  expect(windows()).toHaveLength(1);
  await press('Deny');
  expect([(await first).status, (await second).status]).toEqual([200, 403]);
});

it('is denied when the app closes, which waits for nobody', async () => {
  const { app, call } = await startAsking();
  const answers = [call('insert_row', task('A')), call('insert_row', task('B'))];
  await question('1 more question waits');
  const start = performance.now();
  await closeApp(app);
  // A question waits 45 s.
  expect(performance.now() - start).toBeLessThan(40_000);
  const statuses = await Promise.all(
    answers.map((each) =>
      each.then(
        ({ status }) => status,
        () => 'gone',
      ),
    ),
  );
  expect(statuses).toEqual([403, 403]);
  expect(windows()).toHaveLength(0);
});
