/** Rows that are seen, saved as files: all of them, those of a search, those of a view; by the keyboard, on the page and in the app. */

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { NodeDisk } from '../host/node-disk';
import { openApp, openTables, servePlugin } from './app-page';
import { servedForAll } from './served-for-all';
import { TASK, openTasks } from './served-page';

const all = servedForAll();

/** By the keyboard. */
async function exportAs(tab: Page, format: string): Promise<{ readonly name: string; readonly text: string }> {
  await tab.getByRole('button', { name: /^(Export|More)$/ }).press('Enter');
  // The menu takes the focus when it opens: whoever is quicker loses it.
  await expect.poll(() => tab.getByRole('menu').locator(':focus').count()).toBe(1);
  await tab.getByRole('menuitem', { name: `Save as ${format}`, exact: true }).focus();
  const [download] = await Promise.all([tab.waitForEvent('download'), tab.keyboard.press('Enter')]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

it('saves every row in its order, those of a search alone, and those of a view', async () => {
  const { tab, errors } = await openTasks(all.browser, all.served);
  await tab.getByRole('button', { name: 'Title', exact: true }).click();
  const csv = await exportAs(tab, 'CSV');
  expect(csv.name).toBe('tasks.csv');
  const { json } = await all.served.call('select_rows', { table: 'tasks', order_by: 'title', limit: 1 });
  const [first] = (json as { rows: { title: string }[] }).rows;
  expect(csv.text.split('\r\n')).toHaveLength(86 + 2);
  expect(csv.text).toMatch(/^title,status,/);
  expect(csv.text.split('\r\n')[1]).toContain(first?.title);
  await tab.getByRole('searchbox').fill('panetone');
  await expect.poll(() => tab.getByRole('row').count()).toBe(2);
  const found = JSON.parse((await exportAs(tab, 'JSON')).text) as { title: string }[];
  expect(found.map(({ title }) => title)).toEqual([TASK]);
  await tab.getByRole('navigation').getByRole('button', { name: 'Tasks of' }).click();
  await tab.getByRole('heading', { name: 'Tasks of' }).waitFor();
  const view = await exportAs(tab, 'Markdown');
  expect(view).toMatchObject({ name: 'vw_tasks_of.md' });
  expect(view.text).toMatch(/^\| .*Due.*\|\n\| --- /);
  expect(errors).toEqual([]);
  await tab.context().close();
});

it('saves a file from the app', async () => {
  const server = await servePlugin(new NodeDisk(all.served.vault.folder, null));
  const { tab, errors } = await openApp(all.browser, server.url, { width: 1280, height: 800, isDark: false });
  await openTables(tab, 'People');
  const { name, text } = await exportAs(tab, 'CSV');
  expect(name).toBe('people.csv');
  expect(text.split('\r\n')).toHaveLength(38 + 2);
  expect(errors).toEqual([]);
  await tab.context().close();
  await server.close();
});

it('prints every row as a plain table, and nothing around it', async () => {
  const { tab, errors } = await openTasks(all.browser, all.served);
  await tab.evaluate(() => void (window.print = () => undefined));
  await tab.keyboard.press('Control+p');
  const sheet = tab.locator('.ndb-print');
  await expect.poll(() => sheet.locator('tbody tr').count()).toBe(86);
  expect(await sheet.isVisible()).toBe(false);
  await tab.emulateMedia({ media: 'print' });
  expect([await sheet.isVisible(), await tab.getByRole('toolbar').count()]).toEqual([true, 0]);
  const bottom = (await sheet.locator('tbody tr').last().boundingBox())?.y ?? 0;
  expect(await tab.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(bottom);
  await tab.emulateMedia({ media: 'screen' });
  await tab.evaluate(() => void window.dispatchEvent(new Event('afterprint')));
  await expect.poll(() => sheet.count()).toBe(0);
  expect(errors).toEqual([]);
  await tab.context().close();
});
