/** Items added to the lists of several rows at once, through both homes of the interface, wide and narrow. docs/app/editing.md#lists-of-several-rows */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type DemoVault, copyDemoVault } from '../plugin/built-plugin';
import { type Screen, openApp, openTables, servePlugin } from './app-page';
import { axeFindings } from './axe';
import { usualScreens } from './screens';
import { servedForAll } from './served-for-all';
import { openPage, unlock } from './served-page';
import { SlowDisk } from './slow-disk';

const SLOW = { timeout: 60_000 };
const BOOK = 'notedb/main/default/books/A Gentleman in Moscow.md';

const all = servedForAll();

interface Home {
  readonly tab: Page;
  readonly errors: readonly string[];
  readonly vault: DemoVault;
  readonly close: () => Promise<void>;
}

async function openInPage(screen: Screen): Promise<Home> {
  const { tab, errors } = await openPage(all.browser, all.served.address, screen, '#table=main.default.books');
  await unlock(tab);
  await tab
    .getByRole('grid', { name: 'Books' })
    .or(tab.getByRole('list', { name: 'Books' }))
    .waitFor();
  return { tab, errors, vault: all.served.vault, close: () => tab.context().close() };
}

async function openInPlugin(screen: Screen): Promise<Home> {
  const vault = await copyDemoVault();
  const server = await servePlugin(new SlowDisk(vault.folder, null));
  const { tab, errors } = await openApp(all.browser, server.url, screen);
  await openTables(tab, 'Books');
  const close = async (): Promise<void> => {
    await tab.context().close();
    await server.close();
    await vault.remove();
  };
  return { tab, errors, vault, close };
}

/** The first three rows with all of their cells. */
async function openMenu(tab: Page, isNarrow: boolean): Promise<void> {
  if (isNarrow) await tab.getByRole('button', { name: 'Show as a table' }).click();
  const grid = tab.getByRole('grid', { name: 'Books' });
  await grid.getByText('A Gentleman in Moscow').first().click();
  for (const key of ['ArrowDown', 'ArrowDown', 'End']) await tab.keyboard.press(`Shift+${key}`);
  await tab.keyboard.press('Shift+F10');
  await tab.getByRole('menuitem', { name: 'Add to Themes…' }).waitFor(SLOW);
}

const sticksOut = (tab: Page): Promise<number> =>
  tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const HOMES = { page: openInPage, plugin: openInPlugin };
/** The usual run takes the wide page and the narrow plugin. */
const CASES = usualScreens(
  (['page', 'plugin'] as const).flatMap((home) => [1280, 390].map((width) => ({ home, width }))),
);

it.each(CASES)('in the $home at $width px', async ({ home, width }) => {
  const { tab, errors, vault, close } = await HOMES[home]({ width, height: 800, isDark: false });
  const text = (): Promise<string> => readFile(path.join(vault.folder, BOOK), 'utf8');
  const before = await text();
  await openMenu(tab, width < 600);
  await tab.getByRole('menuitem', { name: 'Add to Themes…' }).click();
  const form = tab.getByRole('dialog', { name: 'Add to Themes of 3 rows' });
  await form.waitFor();
  await expect.poll(() => tab.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Themes');
  await tab.keyboard.type('snow');
  await tab.keyboard.press('Enter');
  await expect.poll(() => form.getByRole('status').textContent(), SLOW).toBe('Changes 3 rows.');
  expect(await axeFindings(tab, '.ndb-popover')).toEqual([]);
  expect(await sticksOut(tab)).toBe(0);
  await tab.keyboard.press('Enter');
  await expect.poll(text, SLOW).toMatch(/^ {2}- snow$/m);
  await form.waitFor({ state: 'detached' });
  await tab.keyboard.press('Control+z');
  await expect.poll(text, SLOW).toBe(before);
  expect(errors).toEqual([]);
  await close();
});
