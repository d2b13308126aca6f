/** A rule on a phone in Chromium: made in the form, tried, switched on. docs/rules.md#the-form */

import { expect, it } from 'vitest';
import { axeFindings } from './axe';
import { servedForAll } from './served-for-all';
import { picture } from './picture';
import { TASK, TASK_PATH, openPage, unlock } from './served-page';

const SLOW = { timeout: 20_000 };
const PHONE = { width: 390, height: 800, isDark: true };
const WIDE = { width: 1280, height: 800, isDark: false };
const all = servedForAll();

it('is made, tried and switched on on a phone', { timeout: 60_000 }, async () => {
  const { tab, errors } = await openPage(
    all.browser,
    all.served.address,
    PHONE,
    '#table=main.default.tasks&show=rules',
  );
  await unlock(tab);
  await tab.getByRole('button', { name: 'New rule' }).click();
  await tab.getByRole('textbox', { name: 'Name' }).fill('Free when done');
  await tab.getByRole('group', { name: 'Only if one of these changes' }).getByLabel('Status').check();
  await tab.getByLabel('Column', { exact: true }).selectOption('title');
  await tab.getByLabel('Where the value comes from').selectOption('$row');
  await tab.getByLabel('Column of the row').selectOption('status');
  await tab.getByRole('button', { name: 'Try it' }).click();
  await tab.getByText(/^It would have run/).waitFor(SLOW);
  const small = await tab.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.ndb-create button, .ndb-create select')]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 43.5)
      .map((each) => `${each.className}: ${each.textContent ?? ''}`),
  );
  await picture(tab, 'rule-form-390-dark');
  const beyond = await tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect([small, beyond, await axeFindings(tab, '.ndb-browser')]).toEqual([[], 0, []]);
  await tab.getByRole('button', { name: 'Save and switch on' }).click();
  await tab.getByRole('button', { name: 'Switch off' }).waitFor(SLOW);
  // It would write the titles of the next test.
  expect((await all.served.call('drop_rule', { rule: 'free_when_done' })).status).toBe(200);
  expect(errors).toEqual([]);
  await tab.context().close();
});

it('runs by a button in the panel of a row, and is listed with its run', { timeout: 60_000 }, async () => {
  const steps = [
    { op: 'update_row', table: 'tasks', path: { $row: 'path' }, set_values: { status: 'done' } },
    { op: 'update_row', table: 'tasks', path: { $row: 'path' }, set_values: { due: { $time: 'date' } } },
  ];
  const rule = { name: 'done_today', table: 'tasks', columns: ['status'], where: { status: 'waiting' }, steps };
  const made = await all.served.call('create_rule', { ...rule, button: 'Done today' });
  expect(made.status).toBe(200);
  await all.served.call('switch_rule', { rule: 'done_today', on: true });
  const hash = `#table=main.default.tasks&note=${encodeURIComponent(TASK_PATH)}`;
  const { tab, errors } = await openPage(all.browser, all.served.address, WIDE, hash);
  await unlock(tab);
  const button = tab.getByRole('group', { name: 'Rules' }).getByRole('button', { name: 'Done today' });
  await button.waitFor(SLOW);
  await picture(tab, 'rule-button-1280-light');
  await button.click();
  await expect.poll(() => statusOf(TASK), SLOW).toBe('done');
  await all.served.call('update_rows', { table: 'tasks', where: { title: TASK }, set_values: { status: 'waiting' } });
  await expect.poll(() => statusOf(TASK), SLOW).toBe('done');
  await tab.evaluate(() => void (location.hash = '#table=main.default.tasks&show=rules'));
  await tab
    .getByText(/^Ran for /)
    .first()
    .waitFor(SLOW);
  await picture(tab, 'rules-1280-light');
  expect([await axeFindings(tab, '.ndb-browser'), errors]).toEqual([[], []]);
  await tab.context().close();
});

/** Notes lie in folders by their status. */
async function statusOf(title: string): Promise<unknown> {
  const { json } = await all.served.call('select_rows', { table: 'tasks', where: { title } });
  return (json as { readonly rows: readonly { readonly status: string }[] }).rows[0]?.status;
}
