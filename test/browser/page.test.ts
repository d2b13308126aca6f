/** The page at `/app/` in Chromium, served by the built program: one paste, live tables, notes, how it looks. docs/page.md */

import { describe, expect, it } from 'vitest';
import { servedForAll } from './served-for-all';
import { TASK, TASK_PATH, TOKEN, chooseStatus, openPage, openTasks, taskCell, unlock } from './served-page';

const all = servedForAll();

describe('the token', () => {
  it('is asked for once, kept in this tab alone, and gone when its reader says so', async () => {
    const { tab, errors, foreign } = await openPage(all.browser, all.served.address);
    await unlock(tab);
    await tab.getByRole('grid', { name: 'Books' }).waitFor();
    const kept = await tab.evaluate(() => [JSON.stringify({ ...localStorage }), document.cookie, location.href]);
    expect(kept.join(' ')).not.toContain(TOKEN);
    expect(await tab.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain(TOKEN);
    await tab.reload();
    await tab.getByRole('grid', { name: 'Books' }).waitFor();
    await tab.getByRole('button', { name: 'Demo', exact: true }).click();
    await tab.getByRole('button', { name: 'Lock' }).click();
    await tab.getByLabel('Token').waitFor();
    expect(await tab.evaluate(() => sessionStorage.length)).toBe(0);
    expect([errors, foreign]).toEqual([[], []]);
    await tab.context().close();
  });

  it('is refused in words beside the field, which keeps what was typed', async () => {
    const { tab } = await openPage(all.browser, all.served.address);
    await tab.getByLabel('Token').fill('not-the-one');
    await tab.keyboard.press('Enter');
    await expect.poll(() => tab.getByRole('alert').textContent()).toBe('The server does not accept this token.');
    expect(await tab.getByLabel('Token').inputValue()).toBe('not-the-one');
    expect(await tab.getByLabel('Token').getAttribute('aria-invalid')).toBe('true');
    await tab.context().close();
  });
});

describe('the tables', () => {
  it('write into the notes, and follow what others write', async () => {
    const { tab, errors, foreign } = await openTasks(all.browser, all.served);
    const before = await all.served.note();
    await chooseStatus(tab, 'doing');
    await expect.poll(() => tab.locator('.ndb-pane-notice').textContent()).toBe(`Status of ${TASK} changed.`);
    expect(await all.served.note()).toBe(before.replace(/^status: .*$/m, 'status: doing'));
    const { json } = await all.served.call('list_migrations', { limit: 1 });
    expect(json).toMatchObject({ migrations: [{ op: 'update_row', actor: { app: null, harness: 'NoteDB page' } }] });
    await all.served.call('update_row', {
      table: 'tasks',
      path: TASK_PATH,
      set_values: { status: 'waiting' },
    });
    await expect.poll(() => taskCell(tab, 1).textContent()).toBe('waiting');
    expect([errors, foreign]).toEqual([[], []]);
    await tab.context().close();
  });

  it('keep the table, its order and the open note in the address', async () => {
    const { tab } = await openTasks(all.browser, all.served);
    await tab.getByRole('button', { name: 'Priority', exact: true }).click();
    await tab.getByRole('button', { name: 'People' }).click();
    await tab.getByRole('grid', { name: 'People' }).waitFor();
    await tab.goBack();
    await tab.getByRole('grid', { name: 'Tasks' }).waitFor();
    await expect
      .poll(() => tab.getByRole('columnheader', { name: 'Priority' }).getAttribute('aria-sort'))
      .toBe('ascending');
    await tab.reload();
    await expect
      .poll(() => tab.getByRole('columnheader', { name: 'Priority' }).getAttribute('aria-sort'))
      .toBe('ascending');
    const vault = await tab.getByRole('heading', { level: 1 }).textContent();
    await expect.poll(() => tab.title()).toBe(`Tasks · ${vault ?? ''}`);
    await tab.evaluate(() => (location.hash = '#table=main.default.tasks&show=import:main.default.tasks'));
    await expect.poll(() => tab.title()).toBe(`From a CSV file · ${vault ?? ''}`);
    await tab.getByRole('navigation', { name: 'Where you are' }).getByRole('button', { name: 'Tasks' }).click();
    await tab.getByRole('grid', { name: 'Tasks' }).waitFor();
    await tab.context().close();
  });

  it('are searched by the beginnings of names, as in the app', async () => {
    const { tab } = await openTasks(all.browser, all.served);
    await tab.getByRole('searchbox').fill('panetone');
    await expect.poll(() => tab.getByRole('row').count()).toBe(2);
    expect(await taskCell(tab, 0).textContent()).toContain(TASK);
    await tab.context().close();
  });
});

describe('a note', () => {
  it('opens beside its table, its links lead on, and Escape closes it', async () => {
    const { tab, errors } = await openTasks(all.browser, all.served);
    await tab.getByRole('button', { name: `Open ${TASK_PATH}` }).click({ force: true });
    const panel = tab.getByRole('complementary');
    await panel.getByRole('heading', { name: TASK }).waitFor();
    await taskCell(tab, 3).getByRole('link').click();
    await panel.getByRole('heading', { name: 'Christmas in Bellinzona' }).waitFor();
    await panel.locator('.ndb-markdown a').first().click();
    await expect.poll(() => panel.getByRole('heading').first().textContent()).not.toBe('Christmas in Bellinzona');
    await panel.getByRole('button', { name: 'Close the note' }).focus();
    await tab.keyboard.press('Escape');
    await expect.poll(() => panel.count()).toBe(0);
    expect(errors).toEqual([]);
    await tab.context().close();
  });
});
