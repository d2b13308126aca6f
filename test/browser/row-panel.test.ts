/** A row beside its table: properties, text, links, and its history with the way back. docs/page.md#a-row */

import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeFindings } from './axe';
import { servedForAll } from './served-for-all';
import { TASK, TASK_PATH, openTasks, taskCell } from './served-page';

const SLOW = { timeout: 60_000 };

const all = servedForAll();

async function openRow(tab: Page): Promise<Locator> {
  const inList = tab.getByRole('listitem').getByRole('button', { name: TASK, exact: true });
  await tab
    .getByRole('button', { name: `Open ${TASK_PATH}` })
    .or(inList)
    .click({ force: true });
  const panel = tab.getByRole('complementary', { name: TASK });
  await panel.getByRole('tab', { name: 'Note' }).waitFor();
  return panel;
}

const update = (set_values: object): Promise<unknown> =>
  all.served.call('update_row', { table: 'tasks', path: TASK_PATH, set_values });

it('shows properties as their types are read, and links by column that lead on', async () => {
  const { tab, errors } = await openTasks(all.browser, all.served);
  const panel = await openRow(tab);
  expect(await panel.locator('.ndb-property').filter({ hasText: 'Status' }).locator('.ndb-chip').textContent()).toBe(
    'inbox',
  );
  await panel.getByRole('tab', { name: 'Links' }).click();
  await panel.getByRole('heading', { name: 'Links to, Project' }).waitFor();
  await panel.getByRole('tabpanel').getByRole('link', { name: 'Christmas in Bellinzona' }).first().click();
  const project = tab.getByRole('complementary', { name: 'Christmas in Bellinzona' });
  await project.getByRole('tab', { name: 'Links' }).click();
  await project.getByRole('heading', { name: 'Linked from, Project' }).waitFor();
  expect(errors).toEqual([]);
  await tab.context().close();
});

it('edits its properties by the keyboard as the cells of its table, is refused in place, and undoes', async () => {
  const { tab, errors } = await openTasks(all.browser, all.served);
  const before = await all.served.note();
  const panel = await openRow(tab);
  const property = (name: string): Locator => panel.getByRole('row').filter({ hasText: name }).getByRole('gridcell');
  await property('Status').focus();
  await tab.keyboard.press('Enter');
  await tab.keyboard.type('doi');
  await tab.keyboard.press('Enter');
  await expect.poll(() => property('Status').textContent()).toBe('doing');
  await expect.poll(() => all.served.note(), SLOW).toMatch(/^status: doing$/m);
  await expect.poll(() => taskCell(tab, 1).textContent(), SLOW).toBe('doing');
  expect(await property('Priority').evaluate((cell) => cell.contains(document.activeElement))).toBe(true);
  await property('Hours').click();
  await tab.getByLabel('Hours', { exact: true }).fill('soon');
  await tab.keyboard.press('Enter');
  await property('Hours').getByText('"soon" is not a number.').waitFor(SLOW);
  await property('Hours').focus();
  await tab.keyboard.press('Escape');
  await expect.poll(() => property('Hours').textContent()).toBe('4');
  await tab.keyboard.press('Control+z');
  await expect.poll(() => all.served.note(), SLOW).toBe(before);
  await expect.poll(() => property('Status').textContent()).toBe('inbox');
  expect(await panel.count()).toBe(1);
  expect(errors).toEqual([]);
  await tab.context().close();
});

it('takes what an input method composes on a selected property, and leaves Escape to it', async () => {
  const { tab, errors } = await openTasks(all.browser, all.served);
  const before = await all.served.note();
  const panel = await openRow(tab);
  const property = (name: string): Locator => panel.getByRole('row').filter({ hasText: name }).getByRole('gridcell');
  const devtools = await tab.context().newCDPSession(tab);
  const compose = (text: string): Promise<unknown> =>
    devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await property('Status').focus();
  await tab.keyboard.press('ArrowDown');
  await tab.keyboard.press('ArrowUp');
  await compose('ど');
  const composed = property('Status').locator('textarea');
  expect(await composed.inputValue()).toBe('ど');
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Escape', windowsVirtualKeyCode: 229 });
  await compose('');
  expect(await panel.count()).toBe(1);
  expect(await tab.locator('.ndb-floating .ndb-field').count()).toBe(0);
  await compose('ど');
  await tab.keyboard.insertText('doi');
  await tab.keyboard.type('ng');
  await tab.keyboard.press('Enter');
  await expect.poll(() => all.served.note(), SLOW).toMatch(/^status: doing$/m);
  await property('Hours').focus();
  await compose('7');
  await property('Status').focus();
  await expect.poll(() => all.served.note(), SLOW).toMatch(/^estimate: 7$/m);
  expect(await axeFindings(tab, '.ndb-panel')).toEqual([]);
  await tab.keyboard.press('Control+z');
  await tab.keyboard.press('Control+z');
  await expect.poll(() => all.served.note(), SLOW).toBe(before);
  // One stop for Tab, as before.
  const stops = await panel
    .locator('.ndb-properties')
    .evaluate(
      (grid) =>
        [...grid.querySelectorAll<HTMLElement>('[role=gridcell], textarea')].filter(({ tabIndex }) => tabIndex === 0)
          .length,
    );
  expect([stops, errors]).toEqual([1, []]);
  await tab.context().close();
});

it('edits the text of the note, and loses nothing that was typed when the panel goes', async () => {
  const { tab, errors } = await openTasks(all.browser, all.served);
  const before = await all.served.note();
  const panel = await openRow(tab);
  await panel.getByRole('button', { name: 'Edit the text' }).click();
  const field = panel.getByLabel(`Text of ${TASK}`);
  await field.press('Control+End');
  await field.pressSequentially('Buy candied citron.');
  await tab.getByRole('navigation').getByRole('button', { name: 'People' }).click();
  await expect.poll(() => all.served.note(), SLOW).toContain('Buy candied citron.');
  expect((await all.served.note()).startsWith(before.slice(0, before.indexOf('\n---\n', 4)))).toBe(true);
  await tab.goBack();
  await panel.getByText('Buy candied citron.').waitFor();
  expect(errors).toEqual([]);
  await tab.context().close();
});

it('does not write over a text that somebody else changed meanwhile', async () => {
  const { tab } = await openTasks(all.browser, all.served);
  const panel = await openRow(tab);
  await panel.getByRole('button', { name: 'Edit the text' }).click();
  const field = panel.getByLabel(`Text of ${TASK}`);
  await field.fill('Mine');
  await all.served.call('update_row', { table: 'tasks', path: TASK_PATH, body: 'Theirs\n' });
  await field.press('Control+Enter');
  const choice = panel.getByRole('alert');
  await expect.poll(() => choice.textContent(), SLOW).toContain('The same lines were changed elsewhere meanwhile.');
  expect(await field.inputValue()).toBe('Mine');
  expect(await all.served.note()).toContain('Theirs');
  await choice.getByRole('button', { name: 'Keep both' }).click();
  await expect.poll(() => all.served.note(), SLOW).toMatch(/Theirs\n+Mine/);
  await tab.context().close();
});

it('shows its history by property and by word, and puts a value back with one undo', async () => {
  await update({ status: 'doing' });
  await update({ status: 'waiting', priority: 'high' });
  await all.served.call('update_row', { table: 'tasks', path: TASK_PATH, body: 'Buy flour and candied citron.\n' });
  const { tab, errors } = await openTasks(all.browser, all.served);
  const panel = await openRow(tab);
  await panel.getByRole('tab', { name: 'History' }).click();
  const values = panel.locator('.ndb-entry').nth(1);
  await expect.poll(() => values.locator('.ndb-changes').textContent()).toBe('Statusdoing→waitingPrioritylow→high');
  await panel.getByRole('button', { name: 'Show the changes of the text' }).first().click();
  await expect
    .poll(() => panel.locator('.ndb-words, .ndb-diff').first().textContent(), SLOW)
    .toContain('candied citron');
  await values.getByRole('button', { name: 'Put these back' }).click();
  await expect.poll(() => all.served.note(), SLOW).toMatch(/^status: doing$/m);
  expect(await all.served.note()).toMatch(/^priority: low$/m);
  await expect.poll(() => tab.locator('.ndb-notice-text').textContent()).toBe(`Status, Priority of ${TASK} put back`);
  await tab.locator('.ndb-notice').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => all.served.note(), SLOW).toMatch(/^status: waiting$/m);
  expect(errors).toEqual([]);
  await tab.context().close();
});
