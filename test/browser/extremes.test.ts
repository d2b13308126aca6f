/** What is far beyond the usual, in the app: a table of 200 columns, cells as large as can be and larger. */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { column, openVault } from '../engine/open-vault';
import type { FolderServer } from '../host/folder-server';
import { NodeDisk } from '../host/node-disk';
import { type AppPage, openApp, openTables, servePlugin } from './app-page';
import { launchBrowser } from './launch';

const WIDE_SCREEN = { width: 1280, height: 800, isDark: false };
const PHONE = { width: 390, height: 844, isDark: true };
const LAST = 'Property 199';
const TEN_MB = 10 * 1024 * 1024;
/** Just below what the properties of a note may have. */
const LARGEST = 250_000;

let browser: Browser;
let folder: string;
let server: FolderServer;
/** One window each for all that is looked at: the app reads its vault once. */
let wide: AppPage;
let phone: AppPage;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'notedb-extremes-'));
  [browser, server] = await Promise.all([launchBrowser(), servePlugin(new NodeDisk(folder, null)), fill()]);
  [wide, phone] = await Promise.all([openApp(browser, server.url, WIDE_SCREEN), openApp(browser, server.url, PHONE)]);
  for (const { tab } of [wide, phone]) tab.setDefaultTimeout(60_000);
}, 60_000);
afterAll(async () => {
  expect([...wide.errors, ...phone.errors]).toEqual([]);
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function fill(): Promise<void> {
  const vault = await openVault();
  const properties = Array.from({ length: 199 }, (_, at) =>
    column(`property_${at + 1}`, at % 2 === 0 ? 'string' : 'number'),
  );
  const name = column('name', 'string', { required: true });
  await vault.run('create_table', {
    name: 'wide',
    description: 'W',
    filename: '{name}',
    columns: [name, ...properties],
  });
  const rows = Array.from({ length: 40 }, (_, row) => ({
    name: `Row ${row}`,
    property_1: `first ${row}`,
    property_199: `last ${row}`,
  }));
  await vault.run('merge_rows', { table: 'wide', on: ['name'], rows });
  const columns = [name, column('words', 'string'), column('data', 'json'), column('after', 'string')];
  await vault.run('create_table', { name: 'huge', description: 'H', filename: '{name}', columns });
  const words = 'word '.repeat(LARGEST / 5).trim();
  await vault.run('insert_row', { table: 'huge', values: { name: 'Words', words, after: 'still here' } });
  const data = { part: 'word '.repeat(LARGEST / 5).trim() };
  await vault.run('insert_row', { table: 'huge', values: { name: 'Data', data, after: 'here too' } });
  await vault.run('insert_row', { table: 'huge', values: { name: 'Text', after: 'and here' } });
  await vault.engine.close();
  for (const [file, { text }] of vault.host.image().files) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
}

const note = (name: string): Promise<string> => readFile(path.join(folder, `notedb/main/default/${name}.md`), 'utf8');
const dialog = (tab: Page): Locator => tab.getByRole('dialog');
const press = async (tab: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await tab.keyboard.press(key);
};

it('of 200 columns only those in sight are in the document, and each is reached: in the grid, its menu, its filter, its properties, a view, a file', async () => {
  const { tab } = wide;
  await openTables(tab, 'Wide');
  const grid = tab.getByRole('grid');
  expect(await grid.getAttribute('aria-colcount')).toBe('200');
  expect(await grid.locator('.ndb-cell').count()).toBeLessThan(60 * 14);
  await grid.focus();
  await press(tab, 'End');
  const heading = grid.getByRole('columnheader', { name: LAST });
  await heading.waitFor();
  expect(await grid.locator('.ndb-cell').count()).toBeLessThan(60 * 14);
  await press(tab, 'Enter');
  await tab.keyboard.type('more');
  await press(tab, 'Enter');
  await expect.poll(() => note('wide/Row 0')).toContain('property_199: more');
  await heading.click({ button: 'right' });
  await tab.getByRole('menuitem', { name: 'Filter by this…' }).click();
  await dialog(tab).getByLabel(LAST, { exact: true }).fill('last 7');
  await expect.poll(() => tab.locator('.ndb-total').textContent()).toBe('1 row');
  await press(tab, 'Escape');
  await tab.getByRole('toolbar').getByRole('button', { name: 'Properties' }).click();
  await dialog(tab).getByRole('button', { name: 'Hide all but the first' }).click();
  await dialog(tab).getByLabel('Find a property').fill('property 199');
  await dialog(tab).getByLabel(LAST, { exact: true }).check();
  await press(tab, 'Escape');
  await expect.poll(() => grid.getByRole('columnheader').allTextContents()).toEqual(['Name', LAST]);
  await tab.getByRole('toolbar').getByRole('button', { name: 'Save as view' }).click();
  await dialog(tab).getByLabel('Save as a new view').fill('Last alone');
  await press(tab, 'Enter');
  await tab.getByRole('grid', { name: 'Last alone' }).waitFor();
  await tab.getByRole('navigation').getByRole('button', { name: /^Wide/ }).click();
  await tab.getByRole('grid', { name: 'Wide' }).waitFor();
  await tab.getByRole('button', { name: 'More' }).press('Enter');
  const saved = tab.waitForEvent('download');
  await tab.getByRole('menuitem', { name: 'Save as CSV', exact: true }).click();
  const [head = ''] = (await readFile(await (await saved).path(), 'utf8')).split('\r\n');
  expect([head.split(',').length, head.endsWith('property_199')]).toEqual([200, true]);
  await tab.getByRole('button', { name: 'Open notedb/main/default/wide/Row 0.md' }).click({ force: true });
  const panel = tab.getByRole('complementary', { name: 'Row 0' });
  await panel.locator('.ndb-property').filter({ hasText: LAST }).waitFor();
  await panel.getByRole('button', { name: 'Close the note' }).click();
});

it('200 columns on a phone are a list of rows, and all of them in the panel of one', async () => {
  const { tab } = phone;
  await openTables(tab, 'Wide');
  const list = tab.getByRole('list', { name: 'Wide' });
  expect(await list.locator('*').count()).toBeLessThan(2000);
  await list.getByRole('listitem').getByRole('button', { name: 'Row 1', exact: true }).click();
  await tab.getByRole('complementary', { name: 'Row 1' }).locator('.ndb-property').filter({ hasText: LAST }).waitFor();
  expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

it('a cell as large as a note can have is drawn cut, says why it has no field, is copied whole, and holds up nothing beside it', async () => {
  const { tab } = wide;
  await openTables(tab, 'Huge');
  const row = tab.getByRole('row').filter({ hasText: 'still here' });
  expect((await tab.getByRole('grid').textContent())?.length).toBeLessThan(20_000);
  for (const [at, label] of [
    [1, 'Words'],
    [2, 'Data'],
  ] as const) {
    const cell =
      at === 1
        ? row.getByRole('gridcell').nth(1)
        : tab.getByRole('row').filter({ hasText: 'here too' }).getByRole('gridcell').nth(2);
    await cell.click({ position: { x: 3, y: 17 } });
    await press(tab, 'Enter');
    await tab
      .getByText(new RegExp(`${label} has .* letters, too many for a field`))
      .first()
      .waitFor();
    const copied = await tab.evaluate(() => {
      const clipboardData = new DataTransfer();
      document.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
      return clipboardData.getData('text/plain').length;
    });
    expect(copied).toBeGreaterThan(150_000);
  }
  await row
    .getByRole('gridcell')
    .nth(3)
    .click({ position: { x: 3, y: 17 } });
  await press(tab, 'Enter');
  await tab.keyboard.type('changed');
  await press(tab, 'Enter');
  await expect
    .poll(async () => (await note('huge/Words')).slice(-200), { timeout: 60_000 })
    .toContain('after: changed');
  for (const name of ['Words', 'Data', 'Text']) {
    await tab.getByRole('button', { name: `Open notedb/main/default/huge/${name}.md` }).click({ force: true });
    const panel = tab.getByRole('complementary', { name });
    await panel.getByRole('tab', { name: 'Note' }).waitFor({ timeout: 60_000 });
    await panel.locator('.ndb-property').filter({ hasText: 'After' }).waitFor();
  }
});

it('ten megabytes pasted into a cell are refused in words, and stay there until they are given up', async () => {
  const { tab } = wide;
  await openTables(tab, 'Huge');
  const cell = tab.getByRole('row').filter({ hasText: 'and here' }).getByRole('gridcell').nth(1);
  await cell.click({ position: { x: 3, y: 17 } });
  await tab.evaluate((length) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'word '.repeat(length / 5));
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, TEN_MB);
  await expect.poll(() => cell.getAttribute('aria-invalid'), { timeout: 60_000 }).toBe('true');
  expect(await cell.textContent()).toContain('256 KiB');
  expect((await tab.getByRole('grid').textContent())?.length).toBeLessThan(20_000);
  expect(await tab.locator('.ndb-pane-notice').textContent()).toContain('Words of Text was not changed');
  await press(tab, 'Escape');
  await expect.poll(() => cell.getAttribute('aria-invalid')).toBe(null);
  expect(await note('huge/Text')).not.toContain('words:');
});
