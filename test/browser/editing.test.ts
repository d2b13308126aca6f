/** Cells of a spreadsheet pasted, copied, cut and filled in Chromium with its own clipboard; rows made and archived. docs/app/editing.md */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './launch';
import { picture } from './picture';
import { type TypingPage, openTypingPage, rowName, type } from './typing-page';

const [MARK, REMARK] = [1, 2];
const patient = { timeout: 60_000 };

let browser: Browser;
let page: TypingPage;
beforeAll(async () => {
  browser = await launchBrowser();
  page = await openTypingPage(browser, { width: 1280, height: 800, isDark: false });
});
afterAll(async () => {
  expect(page.errors).toEqual([]);
  await page.close();
  await browser.close();
});

const news = (): Promise<string | null> => page.tab.locator('.ndb-pane-notice').textContent();
const said = (text: string): Promise<void> => expect.poll(news, patient).toBe(text);
const storedIn = (rows: readonly number[], column = 'mark'): Promise<(string | null)[]> =>
  Promise.all(rows.map((row) => page.stored(rowName(row), column)));

async function select(row: number, column: number): Promise<void> {
  await page.reveal(rowName(row));
  await page.cell(rowName(row), column).click();
}

/** Copies a text as another program does. */
async function copyElsewhere(text: string): Promise<void> {
  await page.tab.evaluate((value) => {
    const field = document.body.appendChild(document.createElement('textarea'));
    field.value = value;
    field.className = 'elsewhere';
    field.select();
  }, text);
  await page.tab.keyboard.press('Control+c');
  await page.tab.evaluate(() => document.querySelector('.elsewhere')?.remove());
}

it('pastes 50 rows of a spreadsheet as one write, keeps the cell that does not fit, and takes all of it back by one key', async () => {
  const rows = Array.from({ length: 50 }, (_, row) => row + 1);
  await copyElsewhere(rows.map((row) => `${row === 7 ? 500 : row}\t"line ""${row}""\nand more"`).join('\r\n'));
  await select(1, MARK);
  await page.tab.keyboard.press('Control+v');
  const dialog = page.tab.getByRole('dialog', { name: 'Paste 100 cells in 50 notes' });
  await dialog.waitFor();
  const fit = (): Promise<string | null> => dialog.getByRole('status').textContent();
  await expect.poll(fit, patient).toBe('99 of 100 cells fit, 1 does not.');
  expect(await dialog.getByRole('listitem').textContent()).toContain('Row 07: Mark: 500 is above the maximum 100.');
  expect(await page.stored(rowName(1), 'mark')).toBe(null);
  await picture(page.tab, 'paste-1280-light');
  await page.tab.keyboard.press('Enter');
  await said('Pasted 99 cells in 50 notes. 1 cell keeps what does not fit.');
  expect(await storedIn([1, 7, 50])).toEqual(['1', null, '50']);
  await select(7, MARK);
  expect(await page.cell(rowName(7), MARK).locator('.ndb-value').textContent()).toBe('500');
  await type(page.tab, '⎋⤺', 50);
  await said('Undone: paste of 99 cells.');
  expect(await storedIn([1, 50])).toEqual([null, null]);
  expect(await storedIn([1, 50], 'remark')).toEqual([null, null]);
});

it('copies and cuts a block within the table by the keys of the browser', async () => {
  await select(60, MARK);
  await type(page.tab, '6⏎7⏎', 0);
  await expect.poll(() => storedIn([60, 61]), patient).toEqual(['6', '7']);
  await select(60, MARK);
  await page.cell(rowName(61), REMARK).click({ modifiers: ['Shift'] });
  await page.tab.keyboard.press('Control+c');
  await select(63, MARK);
  await page.tab.keyboard.press('Control+v');
  await said('Pasted 2 cells in 2 notes.');
  expect(await storedIn([63, 64])).toEqual(['6', '7']);
  await page.tab.keyboard.press('Control+x');
  await said('Cut 2 cells in 2 notes.');
  expect(await storedIn([63, 64])).toEqual([null, null]);
});

it('fills the cells over which the handle is drawn', async () => {
  await select(70, MARK);
  await type(page.tab, '9⏎↑', 0);
  await expect.poll(() => storedIn([70]), patient).toEqual(['9']);
  const handle = await page.tab.locator('.ndb-fill-handle').boundingBox();
  const target = await page.cell(rowName(73), MARK).boundingBox();
  if (handle === null || target === null) throw new Error('nothing to draw');
  await page.tab.mouse.move(handle.x + 3, handle.y + 3);
  await page.tab.mouse.down();
  await page.tab.mouse.move(target.x + 20, target.y + 16, { steps: 5 });
  await page.tab.mouse.up();
  await said('Filled 3 cells in 3 notes.');
  expect(await storedIn([71, 72, 73])).toEqual(['9', '9', '9']);
});

it('makes a row where it stands, and archives it from its menu', async () => {
  await select(70, MARK);
  await page.tab.keyboard.press('Alt+n');
  await page.tab.getByLabel('Name', { exact: true }).waitFor();
  await type(page.tab, 'Zebra', 0);
  await page.tab.keyboard.press('Tab');
  await said('Zebra is new.');
  await type(page.tab, '42⏎', 0);
  await expect.poll(() => page.stored('Zebra', 'mark'), patient).toBe('42');
  await page.cell('Zebra', MARK).click({ button: 'right' });
  await page.tab.getByRole('menuitem', { name: 'Archive' }).click();
  await said('Zebra is in the archive.');
  await page.tab.locator('.ndb-pane-undo').click();
  await said('Undone: archiving of Zebra.');
  expect(await page.stored('Zebra', 'mark')).toBe('42');
});
