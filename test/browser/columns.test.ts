/** Columns after the table is made: what a change would do stands there first, one undo takes it back. docs/app/columns.md */

import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chooseColumn } from './hand';
import { servedForAll } from './served-for-all';
import { TASK, openTasks } from './served-page';

const SLOW = { timeout: 60_000 };

const all = servedForAll();

async function openColumn(tab: Page, column: string | null): Promise<Locator> {
  await tab.getByRole('button', { name: 'Add a column' }).press('Enter');
  const panel = tab.getByRole('dialog');
  await panel.getByLabel('Column', { exact: true }).waitFor();
  if (column !== null) {
    await chooseColumn(panel.getByLabel('Column', { exact: true }), column);
    await expect.poll(() => tab.getByRole('dialog', { name: column }).count()).toBe(1);
  }
  return panel;
}

const columnOf = async (name: string): Promise<unknown> => {
  const { json } = await all.served.call('describe_table', { table: 'tasks' });
  return (json as { columns: { name: string }[] }).columns.find((each) => each.name === name);
};

it('adds a column by the keyboard, and opens its first cell', async () => {
  const { tab, errors } = await openTasks(all.browser, all.served);
  const panel = await openColumn(tab, null);
  await panel.getByLabel('Name', { exact: true }).fill('Level of noise');
  expect(await panel.getByLabel('Property').inputValue()).toBe('level_of_noise');
  await panel.getByLabel('Type', { exact: true }).selectOption('enum');
  await panel.getByLabel('New choice').pressSequentially('quiet');
  // The key with which an input method takes what it composed.
  const devtools = await tab.context().newCDPSession(tab);
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', windowsVirtualKeyCode: 229 });
  expect(await panel.getByLabel('New choice').inputValue()).toBe('quiet');
  await panel.getByLabel('New choice').press('Enter');
  await panel.getByLabel('Meaning of quiet').fill('Nobody hears it');
  await panel.getByLabel('New choice').fill('loud');
  await panel.getByLabel('New choice').press('Enter');
  await panel.getByText('No note changes.').waitFor();
  await panel.getByLabel('Meaning of loud').press('Enter');
  await expect
    .poll(() => tab.locator('.ndb-notice-text').textContent(), SLOW)
    .toBe('Column Level of noise added to Tasks');
  expect(await columnOf('level_of_noise')).toMatchObject({
    type: 'enum',
    values: ['quiet', 'loud'],
    value_descriptions: { quiet: 'Nobody hears it' },
  });
  const focused = (): Promise<string | null | undefined> =>
    tab.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  const heading = tab.getByRole('columnheader', { name: 'Level of noise' });
  const column = (await heading.getAttribute('aria-colindex')) ?? '';
  await tab.locator(`.ndb-cell.ndb-is-active[aria-colindex="${column}"]`).waitFor();
  await expect.poll(focused).toBe('Level of noise');
  await tab.keyboard.press('Escape');
  await tab.locator('.ndb-notice').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => columnOf('level_of_noise')).toBe(undefined);
  expect(errors).toEqual([]);
  await tab.context().close();
});

it('renames a choice and the property, and takes a choice away once its rows have another one', async () => {
  const { tab, errors } = await openTasks(all.browser, all.served);
  const before = await all.served.note();
  const panel = await openColumn(tab, 'Status');
  await panel.getByLabel('Name of todo').fill('open');
  await panel.getByText(/^open becomes|^todo becomes open in 32 notes\.$/).waitFor(SLOW);
  await panel.getByRole('button', { name: 'Remove inbox' }).click();
  const invalid = panel.getByRole('region', { name: 'Rows that would not fit' });
  await invalid.getByText(/^\d+ rows would not fit$/).waitFor(SLOW);
  const write = panel.getByRole('button', { name: /^Change the column/ });
  expect(await write.isEnabled()).toBe(false);
  await invalid.getByLabel('Instead of inbox').selectOption('open');
  await panel.getByLabel('Property').fill('state');
  await expect.poll(() => write.isEnabled(), SLOW).toBe(true);
  expect(await all.served.note()).toBe(before);
  await write.click();
  await expect.poll(() => all.served.note(), SLOW).toMatch(/^state: open$/m);
  await expect
    .poll(() => tab.locator('.ndb-notice-text').textContent())
    .toContain('Column State changed in Tasks, in 86 notes');
  await tab.locator('.ndb-notice').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => all.served.note(), SLOW).toBe(before);
  expect(errors).toEqual([]);
  await tab.context().close();
});

it('asks before what was typed is lost, and says what dropping a column takes along', async () => {
  const { tab, errors } = await openTasks(all.browser, all.served);
  const before = await all.served.note();
  const panel = await openColumn(tab, 'Hours');
  await panel.getByLabel('Largest').fill('1');
  const invalid = panel.getByRole('region', { name: 'Rows that would not fit' });
  await invalid.getByRole('button', { name: /near values$/ }).click(SLOW);
  await expect
    .poll(() => panel.getByRole('button', { name: /^Change the column and \d+ rows$/ }).isEnabled())
    .toBe(true);
  await panel.getByLabel('Largest').press('Escape');
  await panel.getByText('What you changed here is not written yet.').waitFor();
  await panel.getByRole('button', { name: 'Throw it away' }).click();
  await expect.poll(() => panel.count()).toBe(0);
  const again = await openColumn(tab, 'Priority');
  await again.getByRole('button', { name: 'Drop…' }).click();
  await again.getByText('The property priority leaves 86 notes, with its values.').waitFor(SLOW);
  await again.getByRole('button', { name: 'Drop the column' }).click();
  await expect.poll(() => all.served.note(), SLOW).not.toContain('priority:');
  await tab.locator('.ndb-notice').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => all.served.note(), SLOW).toBe(before);
  await tab.getByRole('grid').getByText(TASK).waitFor();
  expect(errors).toEqual([]);
  await tab.context().close();
});
