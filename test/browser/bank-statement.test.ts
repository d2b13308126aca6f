/** A bank's CSV becomes a table on the page; exported and imported again it changes nothing. docs/page.md#import */

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeTable } from './make-table-flow';
import { servedForAll } from './served-for-all';
import { openTasks } from './served-page';

const SLOW = { timeout: 60_000 };
const STATEMENT = [
  'Date,Description,Amount,Balance,Reference',
  '11/19/2026,"Harbour, rent","-1,234.50","$10,765.50",00099887766554433221',
  '11/02/2026,Salary,"12,000.00","$12,000.00",00099887766554433220',
  '11/24/2026,Bakery,-4.75,"$10,760.75",00099887766554433222',
  '',
].join('\r\n');

const all = servedForAll();

const choose = (tab: Page, name: string, text: string): Promise<void> =>
  tab.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const rows = async (): Promise<unknown> =>
  (
    await all.served.call('select_rows', {
      table: 'statement',
      order_by: 'date',
      columns: ['description', 'date', 'amount', 'balance', 'reference'],
    })
  ).json;

it('reads amounts and days by the evidence of their columns, and its own export without a change', async () => {
  const { tab, errors } = await openTasks(all.browser, all.served);
  await makeTable(tab);
  await tab.getByRole('button', { name: 'CSV file' }).click();
  await choose(tab, 'statement.csv', STATEMENT);
  await tab.getByRole('heading', { name: 'Make a table from a file' }).waitFor();
  for (const [column, type] of [
    ['date', 'date'],
    ['amount', 'number'],
    ['balance', 'number'],
    ['reference', 'string'],
  ] as const)
    expect(await tab.getByLabel(`Type of ${column}`).inputValue()).toBe(type);
  const create = tab.getByRole('button', { name: 'Create table with 3 rows' });
  await expect.poll(() => create.isEnabled(), SLOW).toBe(true);
  await create.click();
  await tab.getByRole('grid', { name: 'Statement' }).waitFor(SLOW);
  const written = await rows();
  expect(written).toMatchObject({
    total: 3,
    rows: [
      { date: '2026-11-02', description: 'Salary', amount: 12000, balance: 12000, reference: '00099887766554433220' },
      { date: '2026-11-19', description: 'Harbour, rent', amount: -1234.5, balance: 10765.5 },
      { date: '2026-11-24', description: 'Bakery', amount: -4.75, balance: 10760.75 },
    ],
  });

  await tab.getByRole('button', { name: 'More', exact: true }).click();
  const [download] = await Promise.all([
    tab.waitForEvent('download'),
    tab.getByRole('menuitem', { name: 'Save as CSV', exact: true }).click(),
  ]);
  const exported = await readFile(await download.path(), 'utf8');
  await tab.getByRole('button', { name: 'More', exact: true }).click();
  await tab.getByRole('menuitem', { name: 'Import a CSV file…' }).click();
  await choose(tab, 'statement.csv', exported);
  const screen = tab.getByRole('region', { name: 'Import into Statement' });
  await screen.waitFor();
  await screen.getByText('3 unchanged').waitFor(SLOW);
  expect(await rows()).toEqual(written);
  expect(errors).toEqual([]);
  await tab.context().close();
});
