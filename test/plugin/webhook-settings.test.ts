// @vitest-environment happy-dom
/** The settings list webhooks, pause and resume them, send tests, and retry what fails. docs/webhooks.md#commands */

import { expect, it, vi } from 'vitest';
import { startReceiver } from '../contracts/loopback-receiver';
import { eventually } from '../eventually';
import { bearer, demoVault, find, freePort, post, startApp, turnOn, usePluginFixture } from './plugin-fixture';

usePluginFixture();
vi.setConfig({ testTimeout: 20_000 });

const row = (name: string): HTMLElement => {
  const rows = [...document.querySelectorAll<HTMLElement>('.vertical-tab-content .setting-item')];
  const found = rows.find((each) => each.querySelector('.setting-item-name')?.textContent === name);
  if (found === undefined) throw new Error(`no setting ${name}`);
  return found;
};

const THINGS = {
  name: 'things',
  description: 'of a test',
  columns: [{ name: 'title', type: 'string', description: 'what' }],
};

/** The settings are a dialog too. */
const log = () => [...document.querySelectorAll('.modal')].at(-1);

it('pauses, resumes, tests, and sends a delivery again', async () => {
  const receiver = await startReceiver();
  const url = `http://${receiver.host}/in`;
  const port = await freePort();
  const app = await startApp({ folder: await demoVault({ serve: true, port }) });
  await turnOn(app);
  await eventually(() => expect(find('.status-bar-item', '').textContent).toBe(`NoteDB: port ${port}`));
  await post(port, 'create_webhook', { url }, bearer(app));
  app.core.setting.open();
  app.core.setting.openTabById('notedb');
  const told = (): string => row(url).querySelector('.setting-item-description')?.textContent ?? '';
  const press = (text: string): void => {
    const button = [...row(url).querySelectorAll('button')].find((each) => each.textContent === text);
    if (button === undefined) throw new Error(`no button ${text}`);
    button.click();
  };
  expect(told()).toBe('Delivers. Nothing was delivered yet.');
  press('Send a test');
  await eventually(() => expect(receiver.seen).toHaveLength(1));
  await eventually(() => expect(document.body.textContent).toContain('The receiver answered 200.'));
  press('Pause');
  await eventually(() => expect(told()).toMatch(/^Paused\./));
  press('Resume');
  await eventually(() => expect(told()).toMatch(/^Delivers\./));
  await post(port, 'create_table', THINGS, bearer(app));
  await eventually(() => expect(receiver.seen).toHaveLength(2));
  await eventually(() => {
    press('Deliveries');
    expect(log()?.textContent).toMatch(/answer 200 after \d+ ms, 1 event/);
  });
  log()?.querySelector('button')?.click();
  await eventually(() => expect(receiver.seen).toHaveLength(3));
  expect(receiver.seen[2]?.body).toBe(receiver.seen[1]?.body);
  await receiver.close();
});
