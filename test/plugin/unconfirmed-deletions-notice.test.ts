// @vitest-environment happy-dom
/** Rows whose notes vanished together: the app says so, and a person accepts that they are gone, or keeps them. D7 */

import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { eventually } from '../eventually';
import type { NodeTestApp } from '../host/create-test-app';
import { closeApp, demoVault, find, showTable, startApp, turnOn, usePluginFixture } from './plugin-fixture';

usePluginFixture();
// The app is opened twice.
vi.setConfig({ testTimeout: 30_000 });

const TASKS = 'notedb/main/default/tasks';
const NAME = 'Rows that vanished together';

const told = (): string[] => [...document.querySelectorAll('.notice')].map((el) => el.textContent ?? '');

const item = (): HTMLElement => {
  const found = [...document.querySelectorAll<HTMLElement>('.setting-item')].find(
    (el) => el.querySelector('.setting-item-name')?.textContent === NAME,
  );
  if (found === undefined) throw new Error('no such setting');
  return found;
};

function openSettings({ core }: NodeTestApp): void {
  core.setting.open();
  core.setting.openTabById('notedb');
}

const button = (within: string, text: string): HTMLElement => find<HTMLElement>(`${within} button`, text);
const offers = ({ core }: NodeTestApp): boolean => core.commands.executeCommandById('notedb:accept-deletions');

/** How many tasks the table view has. */
async function tasksShown(app: NodeTestApp): Promise<number> {
  await showTable(app, 'Tasks');
  return eventually(() => Number(/^\d+/.exec(find('.ndb-total', 'row').textContent ?? '')?.[0]));
}

/** The 86 tasks of the demo vault, and three archived ones, go away while nothing runs. */
async function openWithLostTasks(): Promise<{ app: NodeTestApp; folder: string }> {
  const folder = await demoVault();
  const first = await startApp({ folder });
  await turnOn(first);
  expect(await tasksShown(first)).toBe(86);
  expect(offers(first)).toBe(false);
  openSettings(first);
  expect(item().style.display).toBe('none');
  await closeApp(first);
  await rename(path.join(folder, TASKS), path.join(folder, '.away'));
  const app = await startApp({ folder });
  await turnOn(app);
  await eventually(() => expect(told()).toHaveLength(1));
  return { app, folder };
}

it('are told once, stay in their table, and are kept when the person wants to', async () => {
  const { app } = await openWithLostTasks();
  expect(told()).toEqual([
    'NoteDB: the notes of 86 rows of main.default.tasks vanished together; the rows are kept. Bring the notes back, or accept in the settings of NoteDB that they are gone.',
  ]);
  openSettings(app);
  expect(item().style.display).not.toBe('none');
  expect(item().textContent).toContain('The notes of 86 rows of main.default.tasks are missing.');
  button('.setting-item', 'Accept').click();
  const question = find('.mod-confirmation', '').textContent ?? '';
  expect(question).toContain(`${TASKS}/`);
  expect(question).toContain('and 81 more');
  button('.mod-confirmation', 'Keep them').click();
  await eventually(() => expect(document.querySelector('.mod-confirmation')).toBeNull());
  expect(item().style.display).not.toBe('none');
  expect(await tasksShown(app)).toBe(86);
  expect(told()).toHaveLength(1);
});

it('are gone when the person accepts it, in the settings', async () => {
  const { app } = await openWithLostTasks();
  openSettings(app);
  button('.setting-item', 'Accept').click();
  button('.mod-confirmation', 'Accept').click();
  await eventually(() => expect(told()).toContain('NoteDB: 86 rows are gone.'));
  await eventually(() => expect(item().style.display).toBe('none'));
  expect(offers(app)).toBe(false);
  app.core.commands.executeCommandById('notedb:open-tables');
  const choice = await eventually(() => find<HTMLElement>('.ndb-table-choice', 'Tasks'));
  choice.click();
  await eventually(() => find('.ndb-pane', 'No rows yet'));
});

it('are rows as before when their notes return before the person accepts by command', async () => {
  const { app, folder } = await openWithLostTasks();
  expect(offers(app)).toBe(true);
  await rm(path.join(folder, TASKS), { recursive: true, force: true });
  await rename(path.join(folder, '.away'), path.join(folder, TASKS));
  button('.mod-confirmation', 'Accept').click();
  await eventually(() => expect(told()).toContain('NoteDB: 0 rows are gone.'));
  expect(await tasksShown(app)).toBe(86);
});
