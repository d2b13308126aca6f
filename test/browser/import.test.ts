/** A CSV file into a table that is there: matched, refused and put right, written with one undo. docs/page.md#import */

import { expect, it } from 'vitest';
import { makeTable } from './make-table-flow';
import { servedForAll } from './served-for-all';
import { TASK, openTasks } from './served-page';

const SLOW = { timeout: 60_000 };
const CSV = [
  'Title,Status,deadline,Effort',
  `${TASK},doing,2026-12-01,x`,
  'Call the plumber,tdoo,2026-12-02,y',
  'Paint the fence,todo,some day,z',
].join('\n');

const all = servedForAll();

const csvFile = (text: string): { name: string; mimeType: string; buffer: Buffer } => ({
  name: 'more.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

it('changes rows and adds rows, once what does not fit is put right, and takes all of it back', async () => {
  const { tab, errors } = await openTasks(all.browser, all.served);
  const before = await all.served.note();
  await tab.getByRole('button', { name: 'More' }).click();
  await tab.getByRole('menuitem', { name: 'Import a CSV file…' }).click();
  await tab.getByLabel('CSV file').setInputFiles(csvFile(CSV));
  const screen = tab.getByRole('region', { name: 'Import into Tasks' });
  await screen.waitFor();
  expect(await screen.getByLabel('Column for deadline').textContent()).toBe('Due');
  expect(await screen.getByLabel('Column for Effort').textContent()).toBe('Don’t read it');
  expect(await screen.getByLabel('Rows are recognized by').textContent()).toBe('Title');
  await screen.getByText('2 lines do not fit').waitFor(SLOW);
  const write = screen.getByRole('button', { name: /^Import \d lines$/ });
  expect(await write.isEnabled()).toBe(false);
  await screen.getByRole('button', { name: 'Use todo' }).click();
  await screen.getByText('1 line does not fit').waitFor(SLOW);
  await screen.getByLabel('Due instead of some day').fill('2026-12-24');
  await screen.getByText('2 rows added, 1 changed. Nothing is written yet.').waitFor(SLOW);
  expect(await all.served.note()).toBe(before);
  await write.click();
  await tab.getByRole('grid', { name: 'Tasks' }).waitFor();
  await expect.poll(() => all.served.note(), SLOW).toMatch(/^due: 2026-12-01$/m);
  const notice = tab.locator('.ndb-notice');
  await expect
    .poll(() => notice.locator('.ndb-notice-text').textContent())
    .toBe('2 rows added, 1 changed in Tasks from more.csv');
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => all.served.note(), SLOW).toBe(before);
  const { json } = await all.served.call('select_rows', { table: 'tasks', limit: 0 });
  expect(json).toMatchObject({ total: 86 });
  expect(errors).toEqual([]);
  await tab.context().close();
});

it('leads from a file that looks like a table to that table, on a phone too', async () => {
  const { tab, errors } = await openTasks(all.browser, all.served, { width: 390, height: 844, isDark: false });
  await makeTable(tab);
  await tab.getByRole('button', { name: 'CSV file' }).click();
  await tab.getByLabel('CSV file').setInputFiles(csvFile(CSV));
  await tab.getByRole('button', { name: 'Put its lines into Tasks' }).click(SLOW);
  await tab.getByRole('region', { name: 'Import into Tasks' }).getByText('2 lines do not fit').waitFor(SLOW);
  const { scrollWidth, clientWidth } = await tab.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
  expect(errors).toEqual([]);
  await tab.context().close();
});
