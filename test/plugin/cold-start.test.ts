// @vitest-environment happy-dom
/** At its first start the plugin takes rows from the app's index and reads no notes; later from its own store. */

import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../eventually';
import type { NodeTestApp } from '../host/create-test-app';
import { cellOf, closeApp, demoVault, showTable, startApp, turnOn, usePluginFixture } from './plugin-fixture';

usePluginFixture();

const PROJECT = 'Book club';
const PROJECT_PATH = `notedb/main/default/projects/${PROJECT}.md`;

/** The text index reads every note two seconds after the opening: here it waits, because a busy machine may not be done by then. */
const FIRST_INDEXING = 2_000;
const { setTimeout: later } = globalThis;
beforeEach(() => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  timers.mockImplementation((task: () => void, delay = 0) => later(task, delay === FIRST_INDEXING ? 600_000 : delay));
});

/** Paths of the notes that the plugin reads from now on, whichever way. */
function watchReads({ core }: NodeTestApp): () => readonly string[] {
  const { adapter } = core.vault;
  const spies = [vi.spyOn(adapter, 'read'), vi.spyOn(adapter, 'readBinary'), vi.spyOn(adapter, 'process')];
  return () => spies.flatMap((spy) => spy.mock.calls.map(([file]) => file)).filter((file) => file.endsWith('.md'));
}

it.each([
  ['a desktop', false],
  ['a phone', true],
])('reads no note on %s, then sees every edit', async (_device, mobile) => {
  const app = await startApp({ folder: await demoVault(), mobile });
  const reads = watchReads(app);
  await turnOn(app);
  const grid = await showTable(app, 'Projects');
  expect(grid.querySelectorAll('.ndb-row')).toHaveLength(19);
  expect(cellOf(PROJECT, 'Status').textContent).toBe('active');
  expect(reads()).toEqual([]);

  const file = app.core.vault.getFileByPath(PROJECT_PATH);
  if (file === null) throw new Error('no such task');
  await app.core.vault.process(file, (text) => text.replace('status: active', 'status: idea'));
  await eventually(() => expect(cellOf(PROJECT, 'Status').textContent).toBe('idea'));

  const text = await app.core.vault.read(file);
  await writeFile(path.join(app.folder, PROJECT_PATH), text.replace('status: idea', 'status: done'));
  await app.noticeOutsideChanges();
  await eventually(() => expect(cellOf(PROJECT, 'Status').textContent).toBe('done'));
  expect(new Set(reads())).toEqual(new Set([PROJECT_PATH]));
});

it('reads only what changed while the app was closed', async () => {
  const folder = await demoVault();
  const first = await startApp({ folder });
  await turnOn(first);
  await showTable(first, 'Projects');
  await closeApp(first);
  const note = path.join(folder, PROJECT_PATH);
  await writeFile(
    note,
    `---\ntable: main.default.projects\nid: 5a0c7f0e-58f0-4d53-9f5b-3c6a37f2f5a1\nname: ${PROJECT}\narea: learning\nstatus: dropped\n---\n`,
  );
  await rm(path.join(folder, 'notedb/main/default/projects/Italian B2.md'));

  const second = await startApp({ folder, storage: first.storage });
  // Without this nobody can tell whether the app's index is fresh, and the plugin does not ask it.
  Object.defineProperty(second.core.metadataCache, 'fileCache', { value: undefined });
  const reads = watchReads(second);
  await turnOn(second);
  const grid = await showTable(second, 'Projects');
  expect(grid.querySelectorAll('.ndb-row')).toHaveLength(18);
  expect(cellOf(PROJECT, 'Status').textContent).toBe('dropped');
  expect(reads().filter((file) => file !== PROJECT_PATH)).toEqual([]);
});
