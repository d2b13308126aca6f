/** What is typed on the page and not written: a reload and Lock ask, and everything is there again. docs/app/editing.md#input-that-is-not-written */

import type { Dialog, Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { axeFindings } from './axe';
import { servedForAll } from './served-for-all';
import { type OpenPage, openPage, unlock } from './served-page';

const SLOW = { timeout: 60_000 };
const THINGS = '#table=main.default.things';
const FOLDER = 'notedb/main/default/things';

const all = servedForAll();

beforeAll(async () => {
  const columns = [
    { name: 'name', type: 'string', required: true, description: 'Its name' },
    { name: 'state', type: 'enum', values: ['new', 'used'], required: true, description: 'How it is' },
    { name: 'hours', type: 'number', max: 8, description: 'Hours' },
  ];
  await all.served.call('create_table', { name: 'things', description: 'Things', filename: '{name}', columns });
  const rows = ['Ape', 'Bee'].map((name) => ({ name, state: 'new', hours: 1 }));
  await all.served.call('merge_rows', { table: 'things', on: ['name'], rows });
});

async function open(): Promise<OpenPage> {
  const opened = await openPage(all.browser, all.served.address, undefined, THINGS);
  await unlock(opened.tab);
  await isShown(opened.tab);
  return opened;
}

const isShown = (tab: Page): Promise<void> => rowOf(tab, 'Bee').waitFor(SLOW);
const rowOf = (tab: Page, name: string): Locator => tab.getByRole('row').filter({ hasText: name });
const cellOf = (tab: Page, name: string, at: number): Locator => rowOf(tab, name).getByRole('gridcell').nth(at);
const field = (tab: Page): Locator => tab.locator('.ndb-field');
const isRefused = (cell: Locator): Promise<void> =>
  expect.poll(() => cell.getAttribute('aria-invalid'), SLOW).toBe('true');
const set = (name: string, set_values: object): Promise<unknown> =>
  all.served.call('update_row', { table: 'things', path: `${FOLDER}/${name}.md`, set_values });
const note = (name: string): Promise<string> => all.served.note(`${FOLDER}/${name}.md`);

/** Reloads; the kind of dialog that came, null for none. */
async function reload(tab: Page, isMeant = true): Promise<string | null> {
  let asked: string | null = null;
  const listen = (dialog: Dialog): void => {
    asked = dialog.type();
    void (isMeant ? dialog.accept() : dialog.dismiss());
  };
  tab.once('dialog', listen);
  // One that is called off never begins.
  if (isMeant) await tab.reload();
  else await tab.reload({ timeout: 2000 }).catch(() => null);
  tab.off('dialog', listen);
  if (isMeant) await isShown(tab);
  return asked;
}

async function type(tab: Page, cell: Locator, text: string): Promise<void> {
  await cell.click({ position: { x: 3, y: 17 } });
  await tab.keyboard.press('Enter');
  await field(tab).fill(text);
}

/** At the cell, with its reason. */
async function refuse(tab: Page, name: string, text: string): Promise<Locator> {
  const cell = cellOf(tab, name, 2);
  await type(tab, cell, text);
  await tab.keyboard.press('Enter');
  await isRefused(cell);
  return cell;
}

async function giveUp(tab: Page, cell: Locator): Promise<void> {
  await cell.click({ position: { x: 3, y: 17 } });
  await tab.keyboard.press('Escape');
  await expect.poll(() => cell.getAttribute('aria-invalid'), SLOW).toBe(null);
}

it('asks before a reload, and not when everything is written', async () => {
  const { tab, errors } = await open();
  expect(await reload(tab)).toBe(null);
  const cell = await refuse(tab, 'Ape', '99');
  expect(await reload(tab, false)).toBe('beforeunload');
  expect(await cell.textContent()).toContain('99');
  await giveUp(tab, cell);
  expect(await reload(tab)).toBe(null);
  expect(errors).toEqual([]);
  await tab.context().close();
});

it('has a new row, a refused value and an open field again after a reload, and goes on with them', async () => {
  const { tab, errors } = await open();
  const refused = await refuse(tab, 'Ape', '99');
  await tab.getByRole('button', { name: 'New', exact: true }).click();
  await field(tab).fill('Cat');
  await tab.keyboard.press('Tab');
  await isRefused(cellOf(tab, 'Cat', 1));
  await type(tab, cellOf(tab, 'Bee', 2), '7');
  expect(await reload(tab)).toBe('beforeunload');
  await expect.poll(() => field(tab).inputValue(), SLOW).toBe('7');
  expect(await field(tab).evaluate((element) => element === document.activeElement)).toBe(true);
  await isRefused(refused);
  await isRefused(cellOf(tab, 'Cat', 1));
  expect(await refused.textContent()).toContain('99');
  await tab.keyboard.press('Enter');
  await expect.poll(() => note('Bee'), SLOW).toMatch(/^hours: 7$/m);
  await giveUp(tab, refused);
  await type(tab, cellOf(tab, 'Cat', 1), 'used');
  await tab.keyboard.press('Enter');
  await expect.poll(() => note('Cat').catch(() => ''), SLOW).toMatch(/^state: used$/m);
  // The answer is there too.
  await tab.locator('.ndb-pane-notice').getByText('Cat is new.').waitFor(SLOW);
  expect(await reload(tab)).toBe(null);
  expect(errors).toEqual([]);
  await tab.context().close();
});

it('has the text of a note again that was being edited', async () => {
  const { tab, errors } = await open();
  await tab.getByRole('button', { name: `Open ${FOLDER}/Ape.md` }).click({ force: true });
  const panel = tab.getByRole('complementary', { name: 'Ape' });
  await panel.getByRole('button', { name: 'Edit the text' }).click();
  const text = panel.getByLabel('Text of Ape');
  await text.fill('Two lines\nof mine');
  expect(await reload(tab)).toBe('beforeunload');
  await text.waitFor(SLOW);
  expect(await text.inputValue()).toBe('Two lines\nof mine');
  await panel.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => note('Ape'), SLOW).toContain('Two lines\nof mine');
  await panel.getByRole('button', { name: 'Edit the text' }).waitFor(SLOW);
  expect(await reload(tab)).toBe(null);
  expect(errors).toEqual([]);
  await tab.context().close();
});

it('asks before it locks, and has everything again after the token is given; or nothing when that is chosen', async () => {
  const { tab, errors } = await open();
  const pressLock = async (): Promise<void> => {
    await tab.locator('.ndb-vault').click();
    await tab.getByRole('button', { name: 'Lock', exact: true }).click();
  };
  const dialog = tab.getByRole('dialog', { name: 'Lock before everything is written?' });
  const cell = await refuse(tab, 'Ape', '99');
  await pressLock();
  await dialog.getByText('1 value in Things').waitFor(SLOW);
  expect(await axeFindings(tab)).toEqual([]);
  await tab.keyboard.press('Escape');
  await expect.poll(() => dialog.count()).toBe(0);
  await pressLock();
  await dialog.getByRole('button', { name: 'Lock and keep it' }).click();
  await unlock(tab);
  await isRefused(cell);
  expect(await cell.textContent()).toContain('99');
  await pressLock();
  await dialog.getByRole('button', { name: 'Lock and throw it away' }).click();
  await unlock(tab);
  await isShown(tab);
  expect(await reload(tab)).toBe(null);
  expect(await cell.getAttribute('aria-invalid')).toBe(null);
  await pressLock();
  await tab.getByLabel('Token').waitFor(SLOW);
  expect(errors).toEqual([]);
  await tab.context().close();
});

it('offers both values of a cell that was changed meanwhile, and does what is chosen', async () => {
  const { tab, errors } = await open();
  const cell = cellOf(tab, 'Ape', 2);
  await type(tab, cell, '5');
  await set('Ape', { hours: 6 });
  await tab.keyboard.press('Enter');
  await isRefused(cell);
  await cell.click({ position: { x: 3, y: 17 } });
  await tab.locator('.ndb-reason').getByText('Now: 6 · yours: 5').waitFor(SLOW);
  await tab.getByRole('button', { name: 'Use mine' }).click();
  await expect.poll(() => note('Ape'), SLOW).toMatch(/^hours: 5$/m);
  const other = cellOf(tab, 'Bee', 2);
  await type(tab, other, '3');
  await set('Bee', { hours: 4 });
  await tab.keyboard.press('Enter');
  await isRefused(other);
  await other.click({ position: { x: 3, y: 17 } });
  await tab.getByRole('button', { name: 'Keep theirs' }).click();
  await expect.poll(() => other.textContent(), SLOW).toBe('4');
  expect([await other.getAttribute('aria-invalid'), /^hours: 4$/m.test(await note('Bee'))]).toEqual([null, true]);
  expect(errors).toEqual([]);
  await tab.context().close();
});

it('is nothing to another tab that is opened from this one', async () => {
  const { tab } = await open();
  await refuse(tab, 'Ape', '99');
  const [other] = await Promise.all([
    tab.context().waitForEvent('page'),
    tab.evaluate((hash) => void window.open(`${location.pathname}${hash}`), THINGS),
  ]);
  await isShown(other);
  expect(await cellOf(other, 'Ape', 2).getAttribute('aria-invalid')).toBe(null);
  await tab.context().close();
});
