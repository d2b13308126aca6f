/** A table as it was: its versions on a line, the cells that differ, and the way back for a row and for all. docs/page.md#versions-of-a-table */

import { expect, it } from 'vitest';
import { servedForAll } from './served-for-all';
import { TASK, TASK_PATH, openTasks } from './served-page';

const SLOW = { timeout: 60_000 };

const all = servedForAll();

it('begins to keep versions, shows what differs, puts a row and the table back', async () => {
  const { tab, errors } = await openTasks(all.browser, all.served);
  await tab.getByRole('button', { name: 'More' }).click();
  await tab.getByRole('menuitem', { name: 'The table as it was' }).click();
  const history = tab.getByRole('region', { name: 'Tasks as it was' });
  await history.getByText('Tasks keeps no versions').waitFor();
  await history.getByRole('button', { name: 'Keep versions from now on' }).click();
  await history.getByText('Nothing differs from now').first().waitFor(SLOW);

  const token = await all.served.agent('Planner');
  const statuses = { table: 'tasks', where: { status: 'inbox' }, set_values: { status: 'waiting' } };
  await all.served.call('update_rows', statuses, token);
  await all.served.call('insert_row', { table: 'tasks', values: { title: 'Came since' } });
  await all.served.call('delete_rows', {
    table: 'tasks',
    where: { title: 'Choose the tiles' },
    on_referenced: 'ignore',
  });
  await history.getByText('1 row went').waitFor(SLOW);
  const slider = history.getByLabel('Version', { exact: true });
  await slider.focus();
  await tab.keyboard.press('Home');
  await history.getByText('7 cells differ, 1 row came since, 1 row went').waitFor(SLOW);
  expect(await slider.getAttribute('aria-valuetext')).toContain('began to keep versions');
  expect(await history.locator('.ndb-version-mark.ndb-is-program').count()).toBe(1);
  await history.getByRole('row').filter({ hasText: TASK }).getByText('now waiting').waitFor();

  await history.getByRole('button', { name: `Put back ${TASK}` }).click();
  await expect.poll(() => all.served.note(), SLOW).toMatch(/^status: inbox$/m);
  await history.getByRole('button', { name: 'Bring back Choose the tiles' }).click();
  await history.getByText('6 cells differ, 1 row came since', { exact: true }).waitFor(SLOW);
  await history.getByRole('button', { name: 'Restore the table…' }).click();
  await history.getByText('6 notes change, 1 goes to the trash.').waitFor(SLOW);
  await history.getByRole('button', { name: 'Restore', exact: true }).press('Enter');
  await history.getByText('Nothing differs from now').first().waitFor(SLOW);
  await expect.poll(() => tab.locator('.ndb-notice-text').textContent()).toBe('Tasks restored, in 7 notes');
  await tab.locator('.ndb-notice').getByRole('button', { name: 'Undo' }).click();
  await tab.getByText('6 cells differ, 1 row came since', { exact: true }).waitFor(SLOW);
  await history.getByRole('button', { name: 'All rows' }).click();
  await history.getByRole('row').filter({ hasText: 'Answer the letter from Ingrid' }).waitFor(SLOW);
  await history.getByRole('button', { name: 'Back to now' }).click();
  await tab.getByRole('grid', { name: 'Tasks' }).waitFor();
  expect(await all.served.note(TASK_PATH)).toMatch(/^status: inbox$/m);
  expect(errors).toEqual([]);
  await tab.context().close();
});
