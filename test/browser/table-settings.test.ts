/** The settings of a table, through both homes of the interface, wide and narrow, light and dark. docs/tables.md#settings-of-a-table */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type DemoVault, copyDemoVault } from '../plugin/built-plugin';
import { type Screen, openApp, openTables, servePlugin } from './app-page';
import { axeFindings } from './axe';
import { picture } from './picture';
import { servedForAll } from './served-for-all';
import { openPage, unlock } from './served-page';
import { SlowDisk } from './slow-disk';

const SLOW = { timeout: 60_000 };
const TEMPLATE = 'Templates/Novel.md';

const all = servedForAll();

interface Home {
  readonly tab: Page;
  readonly errors: readonly string[];
  readonly vault: DemoVault;
  readonly close: () => Promise<void>;
}

async function addTemplate({ folder }: DemoVault): Promise<void> {
  await mkdir(path.join(folder, 'Templates'), { recursive: true });
  await writeFile(path.join(folder, TEMPLATE), '# {title}\n\nWhy this one?\n');
}

async function openInPage(screen: Screen): Promise<Home> {
  await addTemplate(all.served.vault);
  const address = '#table=main.default.books&show=settings:main.default.books';
  const { tab, errors } = await openPage(all.browser, all.served.address, screen, address);
  await unlock(tab);
  return { tab, errors, vault: all.served.vault, close: () => tab.context().close() };
}

async function openInPlugin(screen: Screen): Promise<Home> {
  const vault = await copyDemoVault();
  await addTemplate(vault);
  const server = await servePlugin(new SlowDisk(vault.folder, null));
  const { tab, errors } = await openApp(all.browser, server.url, screen);
  await openTables(tab, 'Books');
  await tab.getByRole('button', { name: 'More', exact: true }).click();
  await tab.getByRole('menuitem', { name: 'Settings of the table' }).click();
  const close = async (): Promise<void> => {
    await tab.context().close();
    await server.close();
    await vault.remove();
  };
  return { tab, errors, vault, close };
}

const sticksOut = (tab: Page): Promise<number> =>
  tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const HOMES = { page: openInPage, plugin: openInPlugin };
const CASES = [
  { home: 'page', width: 1280, isDark: false },
  { home: 'page', width: 390, isDark: true },
  { home: 'plugin', width: 390, isDark: false },
] as const;

it.each(CASES)('in the $home at $width px, dark: $isDark', async ({ home, width, isDark }) => {
  const { tab, errors, vault, close } = await HOMES[home]({ width, height: 800, isDark });
  const settings = tab.getByRole('region', { name: 'Settings of Books' });
  await settings.waitFor(SLOW);
  const look = async (name: string): Promise<void> => {
    expect(await axeFindings(tab, '.ndb-browser')).toEqual([]);
    expect(await sticksOut(tab)).toBe(0);
    if (home === 'page') await picture(tab, `page-settings-${name}-${width}-${isDark ? 'dark' : 'light'}`);
  };
  await settings.getByLabel('Pattern', { exact: true }).fill('{title} {status}');
  await settings.getByText(/notes get another name/).waitFor(SLOW);
  await look('name');
  await settings.getByRole('button', { name: 'Reset' }).click();
  // The keyboard goes from section to section.
  await settings.getByRole('button', { name: 'New rows' }).press('Enter');
  await settings.getByRole('button', { name: 'Add a template' }).click();
  await settings.getByRole('combobox', { name: 'Template 1' }).fill('Templates/Gone.md');
  await settings.getByRole('alert').waitFor(SLOW);
  await settings.getByRole('combobox', { name: 'Template 1' }).fill(TEMPLATE);
  await settings.getByRole('button', { name: 'Condition' }).click();
  const save = settings.getByRole('button', { name: 'Save the templates' });
  await expect.poll(() => save.isEnabled(), SLOW).toBe(true);
  await look('new-rows');
  await save.click();
  await tab.getByText('Templates of Books changed').waitFor(SLOW);
  const definitions = (): Promise<string> => readFile(path.join(vault.folder, 'notedb/metastore.yaml'), 'utf8');
  expect(await definitions()).toContain(TEMPLATE);
  await tab.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect.poll(definitions, SLOW).not.toContain(TEMPLATE);
  await settings.getByRole('button', { name: 'Bases' }).click();
  await settings.getByRole('button', { name: 'New base' }).click();
  await settings.getByRole('textbox', { name: 'Name', exact: true }).fill('Read');
  await settings.getByRole('group', { name: 'Columns of this table' }).getByRole('button').nth(1).click();
  await settings.getByRole('textbox', { name: 'Meaning' }).fill('Something to read');
  await settings.getByText('Changes Books.').waitFor(SLOW);
  await look('bases');
  expect(errors).toEqual([]);
  await close();
});
