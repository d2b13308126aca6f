/** A rule on a phone in Chromium: made in the form, tried, switched on. docs/rules.md#the-form */

import { expect, it } from 'vitest';
import { axeFindings } from './axe';
import { servedForAll } from './served-for-all';
import { openPage, unlock } from './served-page';

const SLOW = { timeout: 20_000 };
const PHONE = { width: 390, height: 800, isDark: true };
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
  const beyond = await tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect([small, beyond, await axeFindings(tab, '.ndb-browser')]).toEqual([[], 0, []]);
  await tab.getByRole('button', { name: 'Save and switch on' }).click();
  await tab.getByRole('button', { name: 'Switch off' }).waitFor(SLOW);
  expect(errors).toEqual([]);
  await tab.context().close();
});
