/** From a folder of notes to a table and back, in the app. docs/page.md#make-a-table */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FolderServer } from '../host/folder-server';
import { NodeDisk } from '../host/node-disk';
import { type DemoVault, copyDemoVault } from '../plugin/built-plugin';
import { openApp, openTables, servePlugin } from './app-page';
import { launchBrowser } from './launch';
import { fromFolderToTable } from './make-table-flow';

let browser: Browser;
let vault: DemoVault;
let server: FolderServer;
beforeAll(async () => {
  [browser, vault] = await Promise.all([launchBrowser(), copyDemoVault()]);
  server = await servePlugin(new NodeDisk(vault.folder, null));
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await vault.remove();
});

it('makes a table of a folder, refuses what does not fit, and takes all of it back', async () => {
  const { tab, errors } = await openApp(browser, server.url, { width: 1280, height: 800, isDark: false });
  await openTables(tab, 'Tasks');
  await fromFolderToTable(tab, vault.folder);
  expect(errors).toEqual([]);
  await tab.context().close();
});
