// @vitest-environment happy-dom
/** Turned off, the plugin leaves nothing behind; turned on again, it works as before. */

import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../eventually';
import { ownerOf } from '../../src/hosts/node/process/ownership';
import type { NodeTestApp } from '../host/create-test-app';
import type { HeldResources } from './held-resources';
import { heldByProcess, watchWindow } from './held-resources';
import {
  bearer,
  cellOf,
  demoVault,
  find,
  freePort,
  letGo,
  post,
  press,
  showTable,
  startApp,
  turnOn,
  type,
  usePluginFixture,
} from './plugin-fixture';

usePluginFixture();

const PROJECT = 'Book club';
let held: HeldResources;
let port: number;
let app: NodeTestApp;
let before: ReturnType<typeof counts>;

/** A copy of the demo vault and the app over it, which has read every note: most of the time of a short test. */
beforeEach(async () => {
  held = watchWindow();
  port = await freePort();
  app = await startApp({ folder: await demoVault({ serve: true, port }) });
  await app.core.metadataCache.settled();
  before = counts(app);
});
afterEach(() => held.stop());

const counts = ({ core }: NodeTestApp) => ({
  vault: core.vault.listenerCount(),
  metadata: core.metadataCache.listenerCount(),
  workspace: core.workspace.listenerCount(),
  commands: Object.keys(core.commands.commands).length,
  blocks: core.markdown.codeBlocks.size,
  views: core.workspace.viewCreators.size,
  settings: core.setting.pluginTabs.length,
  items: document.querySelectorAll('.status-bar-item, .side-dock-ribbon-action').length,
  timers: held.timers(),
  listeners: held.listeners(),
  process: heldByProcess().join(),
});

async function openNote({ core, folder }: NodeTestApp): Promise<void> {
  await mkdir(path.join(folder, 'Notes'), { recursive: true });
  await writeFile(
    path.join(folder, 'Notes/Due.md'),
    '```notedb\ntable: projects\nwhere: {due: {gt: "{today}"}}\n```\n',
  );
  await core.vault.noticeOutsideChanges();
  await core.workspace.openLinkText('Notes/Due', '', true);
  await eventually(() => find('.ndb-block .ndb-grid', ''));
}

async function isOn(): Promise<void> {
  await eventually(() => expect(post(port, 'list_tables', {}, bearer(app))).resolves.toMatchObject({ status: 200 }));
  await showTable(app, 'Projects');
  const on = counts(app);
  expect(on.vault).toBeGreaterThan(before.vault);
  expect(on.process).not.toBe(before.process);
}

async function isGone(): Promise<void> {
  await app.disable('notedb');
  await letGo(app);
  await expect(post(port, 'list_tables', {}, bearer(app))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(await ownerOf(app.folder)).toBeNull();
  expect(document.querySelectorAll('.ndb-grid')).toHaveLength(0);
  // A note with a block may still be open.
  const { timers, listeners, process } = before;
  const nothing = { timers, listeners, process, commands: 0, blocks: 0, items: 0 };
  await eventually(() => expect(counts(app)).toMatchObject(nothing));
  app.core.workspace.iterateAllLeaves((leaf) => leaf.detach());
  await eventually(() => expect(counts(app)).toEqual(before));
}

it('is gone with port, watchers, timers, listeners and ownership', async () => {
  await turnOn(app);
  await isOn();
  await openNote(app);
  await isGone();
});

it('comes back, and is gone again', async () => {
  await turnOn(app);
  await app.disable('notedb');
  await letGo(app);
  await turnOn(app);
  await isOn();
  await isGone();
});

it('survives being turned off and on five times at once, with one server in the end', async () => {
  const errors = vi.spyOn(console, 'error');
  await turnOn(app);
  for (let round = 0; round < 5; round += 1) {
    await app.disable('notedb');
    await turnOn(app);
  }
  await eventually(() => expect(post(port, 'list_tables', {}, bearer(app))).resolves.toMatchObject({ status: 200 }));
  expect(heldByProcess().filter((kind) => kind === 'TCPServerWrap')).toHaveLength(1);
  expect(document.querySelectorAll('.notice')).toHaveLength(0);
  expect(errors).not.toHaveBeenCalled();
  const written = await post(
    port,
    'update_row',
    { table: 'projects', path: `notedb/main/default/projects/${PROJECT}.md`, set_values: { status: 'waiting' } },
    bearer(app),
  );
  expect(written.status).toBe(200);
});

it('finishes a write that is under way when it is turned off', async () => {
  await turnOn(app);
  await showTable(app, 'Projects');
  cellOf(PROJECT, 'Name').click();
  press(cellOf(PROJECT, 'Name'), 'Enter');
  press(await eventually(() => type('Reading circle')), 'Enter');
  await app.disable('notedb');
  await letGo(app);
  expect(await readdir(path.join(app.folder, 'notedb/main/default/projects'))).toContain('Reading circle.md');
});

it('lets go of the vault also when the app ends without turning it off', async () => {
  await turnOn(app);
  await showTable(app, 'Projects');
  expect(await ownerOf(app.folder)).not.toBeNull();
  await app.quit();
  expect(await ownerOf(app.folder)).toBeNull();
});
