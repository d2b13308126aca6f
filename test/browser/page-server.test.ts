/** The page in Chromium while its server goes, comes back, wants another token, or may only read. docs/page.md#when-the-server-is-gone */

import { expect, it } from 'vitest';
import { axeFindings } from './axe';
import { picture } from './picture';
import { servedForAll } from './served-for-all';
import { TASK, TASKS, TASK_PATH, TOKEN, chooseStatus, openPage, openTasks, taskCell, unlock } from './served-page';

/** The page asks a server that is gone every two seconds. */
const SLOW = { timeout: 60_000 };

const answers = (address: string): Promise<boolean> =>
  fetch(`${address}/`).then(
    () => true,
    () => false,
  );

const all = servedForAll();

it('says that the server is gone, keeps what is typed, and has it when it is back; another token is asked for at the place', async () => {
  const { tab, errors } = await openTasks(all.browser, all.served);
  const bar = tab.locator('.ndb-connection');
  await all.served.stop();
  await expect.poll(() => bar.textContent(), SLOW).toContain('The server does not answer.');
  await chooseStatus(tab, 'done');
  await expect.poll(() => bar.textContent(), SLOW).toContain('1 change waits');
  expect(await taskCell(tab, 1).textContent()).toBe('done');
  await picture(tab, 'page-gone-1280-light');
  const asked = new Promise<string>((resolve) => {
    tab.once('dialog', (dialog) => void dialog.dismiss().then(() => resolve(dialog.type())));
  });
  await tab.close({ runBeforeUnload: true });
  expect(await asked).toBe('beforeunload');

  await all.served.start('another-token');
  await tab.keyboard.press('Enter');
  await expect.poll(() => bar.textContent(), SLOW).toContain('wants a token again');
  // Whoever types in a cell goes on typing there.
  expect(await tab.evaluate(() => document.activeElement?.matches('.ndb-floating .ndb-field'))).toBe(true);
  await tab.keyboard.press('Escape');
  expect(await all.served.note()).not.toMatch(/^status: done$/m);
  await unlock(tab, 'another-token');
  await expect.poll(() => bar.count()).toBe(0);
  await expect.poll(() => all.served.note(), SLOW).toMatch(/^status: done$/m);
  await expect.poll(() => tab.locator('.ndb-pane-notice').textContent()).toBe(`Status of ${TASK} changed.`);

  await all.served.call(
    'update_row',
    { table: 'tasks', path: TASK_PATH, set_values: { status: 'inbox' } },
    'another-token',
  );
  await expect.poll(() => taskCell(tab, 1).textContent()).toBe('inbox');
  expect(errors).toEqual([]);
  await tab.context().close();
});

it('says that the vault is still being read, keeps the token that was typed, and shows the tables by itself; then that they are for reading only', async () => {
  await all.served.stop();
  const read = await all.served.holdReading();
  const started = all.served.start(TOKEN, ['--read-only']);
  await expect.poll(() => answers(all.served.address), SLOW).toBe(true);
  const { tab, errors } = await openPage(all.browser, all.served.address, undefined, TASKS);
  await unlock(tab);
  await tab.getByText('The vault is still being read.').waitFor();
  expect(await tab.getByLabel('Token').inputValue()).toBe(TOKEN);
  expect(await axeFindings(tab)).toEqual([]);
  await read();
  await tab.getByRole('grid', { name: 'Tasks' }).waitFor(SLOW);
  expect(await tab.getByRole('note').textContent()).toContain('The server has this vault open for reading only.');
  expect(await taskCell(tab, 1).getAttribute('aria-readonly')).toBe('true');
  expect(errors).toEqual([]);
  await tab.context().close();
  await started;
});
