/** The board of the README: a lane with a limit refuses one card more, and says what to do. docs/views.md#limits-of-lanes */

import { expect, it } from 'vitest';
import { axeFindings } from './axe';
import { picture } from './picture';
import { servedForAll } from './served-for-all';
import { TASKS, openPage, unlock } from './served-page';

const SLOW = { timeout: 60_000 };

const all = servedForAll();

it('refuses the drop of a card into a full lane, and counts the cards it has', async () => {
  const { tab, errors } = await openPage(
    all.browser,
    all.served.address,
    { width: 1280, height: 800, isDark: false },
    TASKS,
  );
  await unlock(tab);
  await tab.getByRole('grid').waitFor(SLOW);
  const limit = { table: 'tasks', name: 'few_at_once', check: { status: 'doing' }, at_most: 12 };
  expect((await all.served.call('add_constraint', limit)).status).toBe(200);
  // The notice of the new rule would cover the reason.
  await tab.locator('.ndb-notice').getByRole('button', { name: 'Dismiss' }).click(SLOW);
  await tab.locator('button[title=View]').click();
  await tab.getByRole('dialog').getByRole('button', { name: 'Board', exact: true }).click();
  await tab.keyboard.press('Escape');
  const count = tab.locator('.ndb-lane-head').filter({ hasText: 'doing' }).locator('.ndb-count');
  await expect.poll(() => count.textContent(), SLOW).toBe('12 / 12');
  const name = tab.getByRole('button', { name: 'Calculate the price for nine springs', exact: true });
  await name.focus();
  await tab.keyboard.press('Shift+ArrowRight');
  const reason = tab.getByRole('alert').filter({ hasText: 'Tasks has at most 12 rows where status is "doing"' });
  await reason.waitFor(SLOW);
  expect(await count.textContent()).toBe('12 / 12');
  expect(await axeFindings(tab, '.ndb-board')).toEqual([]);
  await picture(tab, 'page-promise-board-1280-light');
  expect(errors).toEqual([]);
  await tab.context().close();
});
