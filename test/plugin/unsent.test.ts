// @vitest-environment happy-dom
/** What is typed in a view of the app and not written outlives the view, and the plugin. docs/app/editing.md#input-that-is-not-written */

import { expect, it } from 'vitest';
import { eventually } from '../eventually';
import type { NodeTestApp } from '../host/create-test-app';
import {
  cellOf,
  demoVault,
  find,
  letGo,
  press,
  showTable,
  startApp,
  turnOn,
  type,
  usePluginFixture,
} from './plugin-fixture';

usePluginFixture();

const PROJECT = 'Heat pump';

async function start(): Promise<NodeTestApp> {
  const app = await startApp({ folder: await demoVault() });
  await turnOn(app);
  await showTable(app, 'Projects');
  return app;
}

const status = (): HTMLElement => cellOf(PROJECT, 'Status');

/** Leaves a text in the open field of a cell. */
function begin(text: string): HTMLInputElement {
  status().click();
  press(status(), 'Enter');
  return type(text);
}

async function refuse(text: string): Promise<void> {
  press(begin(text), 'Enter');
  await eventually(() => expect(status().getAttribute('aria-invalid')).toBe('true'));
}

const isBack = (text: string): Promise<void> =>
  eventually(() => {
    expect(status().getAttribute('aria-invalid')).toBe('true');
    expect(status().querySelector('.ndb-refused-text')?.textContent).toBe(text);
  });

async function closeView(app: NodeTestApp): Promise<void> {
  app.core.workspace.getLeavesOfType('notedb-tables')[0]?.detach();
  await eventually(() => expect(document.querySelector('.ndb-grid')).toBeNull());
}

it('is told when its view is closed, and is there again in the next one', async () => {
  const app = await start();
  await refuse('nonsense');
  await closeView(app);
  await eventually(() => expect(find('.notice', 'was not changed to "nonsense"').textContent).toContain('It is kept'));
  await showTable(app, 'Projects');
  await isBack('nonsense');
});

it('in an open field is written when the view is closed, or kept when it is refused', async () => {
  const app = await start();
  begin('nonsense');
  await closeView(app);
  await eventually(() => expect(find('.notice', 'nonsense').textContent).toContain('It is kept'));
  await showTable(app, 'Projects');
  await isBack('nonsense');
});

it('is there again when the plugin was turned off and on', async () => {
  const app = await start();
  await refuse('nonsense');
  await app.disable('notedb');
  await letGo(app);
  await turnOn(app);
  await showTable(app, 'Projects');
  await isBack('nonsense');
});

it('is on the device when the app goes without closing the view', async () => {
  const app = await start();
  await refuse('nonsense');
  window.dispatchEvent(new Event('pagehide'));
  expect(JSON.stringify(app.core.loadLocalStorage('notedb-unsent-input'))).toContain('nonsense');
  window.dispatchEvent(new Event('pageshow'));
  expect(app.core.loadLocalStorage('notedb-unsent-input')).toBeNull();
});
