/** The history of writes: undo, redo, conflicts in words, a part where the whole can't be, and the notice that leads there. */

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { servedForAll } from './served-for-all';
import { TASK, TASK_PATH, openTasks } from './served-page';

const all = servedForAll();

const openHistory = async (tab: Page): Promise<Locator> => {
  await tab.getByRole('navigation').getByRole('button', { name: 'History' }).click();
  return tab.getByRole('region', { name: 'History' });
};

/** Three tasks in one write, as an agent makes it. */
async function threeTasks(status: string): Promise<readonly string[]> {
  const { json } = await all.served.call('select_rows', { table: 'tasks', where: { status: 'todo' }, limit: 3 });
  const paths = (json as { rows: { path: string }[] }).rows.map(({ path }) => path);
  await all.served.call('update_rows', {
    table: 'tasks',
    where: { path: { in: paths } },
    set_values: { status },
  });
  return paths;
}

const statusOf = async (path: string): Promise<string | undefined> =>
  /^status: (.*)$/m.exec(await all.served.note(path))?.[1];

describe('a write', () => {
  it('is listed in words, taken back and made again', async () => {
    const { tab, errors } = await openTasks(all.browser, all.served);
    const before = await all.served.note();
    await all.served.call('update_row', { table: 'tasks', path: TASK_PATH, set_values: { status: 'doing' } });
    const journal = await openHistory(tab);
    const sentence = `Status of ${TASK} is doing`;
    await expect.poll(() => journal.locator('.ndb-entry-sentence').first().textContent()).toBe(sentence);
    expect(await journal.locator('strong').first().textContent()).toBe(TASK);
    await journal.getByRole('button', { name: `Undo: ${sentence}` }).click();
    await expect.poll(() => all.served.note()).toBe(before);
    await expect.poll(() => tab.locator('.ndb-notice-text').textContent()).toBe(`Taken back: ${sentence}`);
    await journal.getByRole('button', { name: 'Redo: Took back' }).first().click();
    await expect.poll(() => statusOf(TASK_PATH)).toBe('doing');
    await tab.locator('.ndb-notice').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => all.served.note()).toBe(before);
    expect(errors).toEqual([]);
    await tab.context().close();
  });

  it('of which one note changed since is refused in words, and the others are taken back', async () => {
    const { tab, errors } = await openTasks(all.browser, all.served);
    const paths = await threeTasks('waiting');
    const [first = '', second = '', third = ''] = paths;
    await all.served.call('update_row', { table: 'tasks', path: first, set_values: { status: 'done' } });
    const journal = await openHistory(tab);
    await journal.getByRole('button', { name: 'Undo: Changed 3 rows in Tasks' }).first().click();
    const refused = journal.locator('.ndb-refused-undo');
    const told = refused.getByRole('alert');
    await told.waitFor();
    expect(await told.textContent()).toMatch(/^Not undone: 1 of 3 notes changed since\..*you, \d\d:\d\d$/);
    await refused.getByRole('button', { name: 'Show both changes' }).press('Enter');
    const name = path.basename(first, '.md');
    const both = refused.getByRole('region', { name: `Both changes of ${name}` });
    const valuesOf = (which: string): Promise<string | null> =>
      both
        .getByRole('list', { name: `${which}: ${name}` })
        .locator('.ndb-change')
        .textContent();
    expect([await valuesOf('This change'), await valuesOf('Since')]).toEqual([
      'Statustodo→waiting',
      'Statuswaiting→done',
    ]);
    await refused.getByRole('button', { name: 'Undo the other 2' }).click();
    await expect.poll(() => Promise.all([second, third].map(statusOf))).toEqual(['todo', 'todo']);
    expect(await statusOf(first)).toBe('done');
    await journal.getByText('2 of 3 taken back').waitFor();
    expect(errors).toEqual([]);
    await tab.context().close();
  });

  it('in the notes themselves is listed among the others, and leads to its note', async () => {
    const { tab, errors } = await openTasks(all.browser, all.served);
    const file = path.join(all.served.vault.folder, TASK_PATH);
    await writeFile(file, (await readFile(file, 'utf8')).replace('context: home', 'context: town'));
    const journal = await openHistory(tab);
    const entry = journal.getByRole('listitem').filter({ hasText: `${TASK} of Tasks edited outside the tables` });
    await entry.getByText('taken in, nothing to undo').waitFor();
    await entry.getByRole('button', { name: 'Its note' }).click();
    await entry.getByRole('link', { name: TASK }).click();
    await tab.getByRole('complementary', { name: TASK }).getByRole('tab', { name: 'History' }).click();
    await tab.getByRole('complementary', { name: TASK }).getByText('Edited in the note').waitFor();
    expect(errors).toEqual([]);
    await tab.context().close();
  });

  it('of a program is told where somebody looks, with the way to it and back', async () => {
    const { tab, errors } = await openTasks(all.browser, all.served);
    await tab.waitForTimeout(300);
    const token = await all.served.agent('Planner');
    await all.served.call('update_row', { table: 'tasks', path: TASK_PATH, set_values: { priority: 'high' } }, token);
    const notice = tab.locator('.ndb-notice');
    const told = (): Promise<string | null> => notice.locator('.ndb-notice-text').textContent();
    await expect.poll(told).toBe(`Planner changed ${TASK} in Tasks`);
    const before = await all.served.note();
    const write = (set_values: object): Promise<unknown> =>
      all.served.call('update_row', { table: 'tasks', path: TASK_PATH, set_values }, token);
    await Promise.all([write({ priority: 'medium' }), write({ estimate: 7 })]);
    await expect.poll(told).toBe(`Planner changed ${TASK} in Tasks (2 writes)`);
    await notice.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(told).toBe('2 writes were taken back.');
    expect(await all.served.note()).toBe(before);
    await notice.getByRole('button', { name: 'History' }).click();
    await tab.getByRole('region', { name: 'History' }).getByLabel('Writers').selectOption('Programs');
    await expect.poll(() => tab.locator('.ndb-entry').count()).toBe(3);
    expect(errors).toEqual([]);
    await tab.context().close();
  });
});
