/** Quick find in Chromium: the command over what stands in the demo vault, and the rows that a link cell offers. docs/quick-find.md */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { size } from '../deep';
import type { FolderServer } from '../host/folder-server';
import { NodeDisk } from '../host/node-disk';
import type { DemoVault } from '../plugin/built-plugin';
import { copyDemoVault } from '../plugin/built-plugin';
import { openApp, openTables, servePlugin } from './app-page';
import { axeFindings } from './axe';
import { launchBrowser } from './launch';
import { picture } from './picture';

let browser: Browser;
let vault: DemoVault;
let server: FolderServer;

beforeAll(async () => {
  browser = await launchBrowser();
  vault = await copyDemoVault();
  server = await servePlugin(new NodeDisk(vault.folder, null));
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await vault.remove();
});

const SCREENS = [
  { width: 1280, height: 800, isDark: false },
  { width: 390, height: 844, isDark: true },
];

/** The first search of an app reads every note: the usual run sees one screen. */
it.each(SCREENS.slice(0, size(1, 2)))('finds by a name with a slip and by text, at $width px', async (screen) => {
  const { tab, errors } = await openApp(browser, server.url, screen);
  await openTables(tab, 'Tasks');
  await tab.evaluate(() => void window.testApp.core.commands.executeCommandById('notedb:find-note-or-row'));
  const field = tab.getByRole('textbox', { name: 'Find note or row' });
  await field.pressSequentially('heat pumb', { delay: 20 });
  const first = tab.locator('.suggestion-item').first();
  await expect.poll(() => first.locator('.suggestion-title').textContent()).toBe('Heat pump');
  expect(await first.locator('.suggestion-flair').textContent()).toBe('Projects');
  await field.fill('concert');

  // The first search reads every note, one request each.
  await expect.poll(() => tab.locator('.suggestion-note').count(), { timeout: 60_000 }).toBeGreaterThan(2);
  const box = await tab.locator('.prompt').boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(screen.width);
  // The app's list is scrolled with the arrows.
  expect(await axeFindings(tab, '.prompt', '.prompt-results')).toEqual([]);
  await picture(tab, `find-${screen.width}-${screen.isDark ? 'dark' : 'light'}`);
  await field.fill('heat pumb');
  await expect.poll(() => first.locator('.suggestion-title').textContent()).toBe('Heat pump');
  await field.press('Enter');
  await expect
    .poll(() => tab.evaluate(() => window.testApp.core.workspace.getActiveFile()?.path))
    .toBe('notedb/main/default/projects/Heat pump.md');
  expect(errors).toEqual([]);
  await tab.context().close();
});

it('offers the rows of a link cell, and writes the one that is chosen', async () => {
  const { tab, errors } = await openApp(browser, server.url, { width: 1280, height: 800, isDark: false });
  await openTables(tab, 'Tasks');
  const grid = tab.getByRole('grid', { name: 'Tasks' });
  const row = grid.getByRole('row').filter({ hasText: 'Assignee' }).first();
  const headers = await row.getByRole('columnheader').allTextContents();
  const at = headers.indexOf('Assignee');
  const note = grid.locator('.ndb-row').nth(1);
  const title = (await note.locator('.ndb-value').first().textContent()) ?? '';
  // Not on the link itself, which leads to its note.
  await note.getByRole('gridcell').first().click();
  for (let i = 0; i < at; i++) await tab.keyboard.press('ArrowRight');
  await tab.keyboard.press('Enter');
  const field = tab.getByRole('combobox', { name: 'Assignee' });

  await expect.poll(() => tab.getByRole('option').count()).toBeGreaterThan(2);
  await picture(tab, 'link-cell-1280-light');
  const wanted = (await tab.getByRole('option').nth(1).textContent()) ?? '';
  await field.pressSequentially(wanted.slice(0, 4), { delay: 20 });
  await expect.poll(() => tab.getByRole('option').first().textContent()).toContain(wanted);
  await tab.keyboard.press('ArrowDown');
  await tab.keyboard.press('Enter');
  const file = path.join(vault.folder, 'notedb/main/default/tasks', `${title}.md`);
  await expect.poll(() => readFile(file, 'utf8')).toContain(`assignee: "[[${wanted}]]"`);
  expect(errors).toEqual([]);
  await tab.context().close();
});
