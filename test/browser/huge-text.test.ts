/** Ten megabytes in a note, and in a cell: the row is read all the same, and a refusal says why. docs/page.md#a-row */

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { NodeDisk } from '../host/node-disk';
import { copyDemoVault } from '../plugin/built-plugin';
import { openApp, openTables, servePlugin } from './app-page';
import { launchBrowser } from './launch';
import { openTasks, servePage, TASK, TASK_PATH } from './served-page';

const TEN_MB = 10 * 1024 * 1024;

it('a text of ten megabytes is shown cut in the panel of its row, beside its properties', async () => {
  const [browser, served] = await Promise.all([launchBrowser(), servePage()]);
  const text = await served.note();
  await writeFile(path.join(served.vault.folder, TASK_PATH), `${text}\n${'A line of text.\n\n'.repeat(TEN_MB / 17)}`);
  const { tab, errors } = await openTasks(browser, served);
  tab.setDefaultTimeout(60_000);
  await tab.getByRole('button', { name: `Open ${TASK_PATH}` }).click({ force: true });
  const panel = tab.getByRole('complementary', { name: TASK });
  await panel.getByText('A line of text.').first().waitFor();
  await panel.getByText(/^This is the beginning. The text has 10,\d+,\d+ letters/).waitFor();
  await panel.locator('.ndb-property').filter({ hasText: 'Status' }).waitFor();
  expect(await panel.locator('*').count()).toBeLessThan(20_000);
  await panel.getByRole('button', { name: 'Close the note' }).click();
  await expect.poll(() => panel.count()).toBe(0);
  expect(errors).toEqual([]);
  await browser.close();
  await served.remove();
});

it('a cell of ten megabytes is shown cut in the app, and a write beside it is refused at its place', async () => {
  const [browser, vault] = await Promise.all([launchBrowser(), copyDemoVault()]);
  const file = path.join(vault.folder, TASK_PATH);
  const title = 'word '.repeat(TEN_MB / 5).trimEnd();
  const text = (await readFile(file, 'utf8')).replace(/^title: .*$/m, `title: ${title}`);
  await writeFile(file, text);
  const server = await servePlugin(new NodeDisk(vault.folder, null));
  const { tab, errors } = await openApp(browser, server.url, { width: 1280, height: 800, isDark: false });
  await openTables(tab, 'Tasks');
  const row = tab.getByRole('row').filter({ has: tab.getByRole('button', { name: `Open ${TASK_PATH}` }) });
  expect((await row.getByRole('gridcell').first().textContent())?.length).toBeLessThan(1_000);
  await row
    .getByRole('gridcell')
    .nth(1)
    .click({ position: { x: 3, y: 17 } });
  await tab.keyboard.type('done');
  await tab.keyboard.press('Enter');
  await row.locator('.ndb-refused-text', { hasText: 'done' }).waitFor();
  await row
    .getByRole('gridcell')
    .nth(1)
    .click({ position: { x: 3, y: 17 } });
  await tab.locator('.ndb-floating').getByText('the front matter is longer than 256 KiB').first().waitFor();
  expect(await readFile(file, 'utf8')).toBe(text);
  expect(errors).toEqual([]);
  await browser.close();
  await server.close();
  await vault.remove();
});
