// @vitest-environment happy-dom
/** The released plugin as on a phone: every module of Node throws, and nothing is missed. */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '../eventually';
import type { NodeTestApp } from '../host/create-test-app';
import {
  cellOf,
  closeApp,
  demoVault,
  find,
  press,
  showTable,
  startApp,
  turnOn,
  type,
  usePluginFixture,
} from './plugin-fixture';

usePluginFixture();

const PROJECT = 'Book club';
const projectFile = (folder: string): string => path.join(folder, `notedb/main/default/projects/${PROJECT}.md`);

async function edit(column: string, value: string): Promise<void> {
  cellOf(PROJECT, column).click();
  press(cellOf(PROJECT, column), 'Enter');
  press(await eventually(() => type(value)), 'Enter');
  // Its cell shows it before.
  await eventually(() => expect(find('.ndb-pane-notice', '').textContent).toBe(`${column} of ${PROJECT} changed.`));
}

async function startPhone(folder: string, storage?: NodeTestApp['storage']): Promise<NodeTestApp> {
  const app = await startApp({ folder, mobile: true, ...(storage === undefined ? {} : { storage }) });
  await turnOn(app);
  return app;
}

it('opens, edits one line of a note, and undoes it', async () => {
  const folder = await demoVault({ serve: true, port: 27390 });
  const app = await startPhone(folder);
  const grid = await showTable(app, 'Projects');
  expect(grid.querySelectorAll('.ndb-row')).toHaveLength(19);
  expect(document.querySelector('.status-bar-item')).toBeNull();

  const before = readFileSync(projectFile(folder), 'utf8');
  await edit('Status', 'waiting');
  expect(readFileSync(projectFile(folder), 'utf8')).toBe(before.replace(/^status: .*$/m, 'status: waiting'));
  expect(cellOf(PROJECT, 'Status').textContent).toBe('waiting');

  find<HTMLElement>('.ndb-step:not(:disabled)', '').click();
  await eventually(() => expect(readFileSync(projectFile(folder), 'utf8')).toBe(before));
  await eventually(() => expect(cellOf(PROJECT, 'Status').textContent).toBe('active'));
});

it('keeps what it wrote for the next run, under one device, and can undo it then', async () => {
  const folder = await demoVault();
  const before = readFileSync(projectFile(folder), 'utf8');
  const first = await startPhone(folder);
  await showTable(first, 'Projects');
  await edit('Status', 'idea');
  await closeApp(first);

  const second = await startPhone(folder, first.storage);
  await showTable(second, 'Projects');
  expect(cellOf(PROJECT, 'Status').textContent).toBe('idea');
  second.core.commands.executeCommandById('notedb:undo-last-write');
  await eventually(() => expect(readFileSync(projectFile(folder), 'utf8')).toBe(before));
  await eventually(() => expect(find('.notice', '').textContent).toContain('Undone: updated'));
  expect(readdirSync(path.join(folder, '.notedb'))).toHaveLength(1);
});

it('offers no server: not in the settings, not among the commands', async () => {
  const app = await startPhone(await demoVault());
  app.core.setting.open();
  app.core.setting.openTabById('notedb');
  const names = [...document.querySelectorAll('.setting-item-name')].map((el) => el.textContent);
  expect(names).toContain('History of this device');
  expect(names).not.toContain('Let apps ask and write');
  expect(names).not.toContain('Mirror this vault');
  expect(app.core.commands.executeCommandById('notedb:toggle-server')).toBe(false);
});
