/** Selected rows, colors by rule, the font of the page and the printed table in Chromium, on the page and in the app. docs/app/editing.md#select-rows */

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FolderServer } from '../host/folder-server';
import { NodeDisk } from '../host/node-disk';
import { openApp, openTables, servePlugin } from './app-page';
import { axeFindings } from './axe';
import { servedForAll } from './served-for-all';
import { TASKS, openPage, unlock } from './served-page';

const SLOW = { timeout: 30_000 };
const NOTHING_WRONG: readonly unknown[] = [];
const COLORS = [
  { where: { status: 'doing' }, color: 'red' },
  { where: { status: { in: ['todo', 'done'] } }, color: 'yellow' },
  { where: {}, color: 'blue', column: 'due' },
];
const COLORED = `${TASKS}&view=${encodeURIComponent(JSON.stringify({ colors: COLORS }))}`;

const all = servedForAll();
let app: FolderServer;
beforeAll(async () => {
  app = await servePlugin(new NodeDisk(all.served.vault.folder, null));
});
afterAll(() => app.close());

const bar = (tab: Page): Locator => tab.getByRole('toolbar', { name: 'Selected rows' });
const selected = (tab: Page): Promise<number> => tab.locator('.ndb-row[aria-selected=true]').count();
/** The box is at the side of its place; the button that opens the row is at the other one. */
const AT_BOX = { x: 14, y: 16 };
const box = (tab: Page, at: number): Locator => tab.locator('.ndb-rows .ndb-row-box').nth(at);

/** A few rows by the mouse and by keys, one change of them, and its undo. */
async function selectAndChange(tab: Page): Promise<void> {
  await box(tab, 1).click({ position: AT_BOX });
  await box(tab, 3).click({ modifiers: ['Shift'], position: AT_BOX });
  await expect.poll(() => selected(tab), SLOW).toBe(3);
  await box(tab, 2).click({ position: AT_BOX });
  await expect.poll(() => bar(tab).getByRole('status').textContent()).toBe('2 rows');
  // The boxes left the cursor in the first row.
  for (const key of ['ArrowDown', 'ArrowDown', 'Shift+Space']) await tab.keyboard.press(key);
  await expect.poll(() => bar(tab).getByRole('status').textContent()).toBe('3 rows');
  expect(await axeFindings(tab, '.ndb-pane')).toEqual(NOTHING_WRONG);
  await bar(tab).getByRole('button', { name: 'Change a value…' }).click();
  const form = tab.getByRole('dialog', { name: 'Change 3 rows' });
  await form.getByLabel('Property').selectOption({ label: 'Status' });
  await form.getByRole('combobox', { name: 'Status' }).fill('done');
  await tab.keyboard.press('Enter');
  await form.waitFor({ state: 'detached' });
  await expect.poll(() => tab.locator('.ndb-pane-notice').textContent(), SLOW).toMatch(/^Changed \d cells? in/);
  await tab.locator('.ndb-pane-undo').click();
  await expect.poll(() => tab.locator('.ndb-pane-notice').textContent(), SLOW).toMatch(/^Undone: change of/);
  await bar(tab).getByRole('button', { name: 'Clear the selection' }).click();
  await expect.poll(() => selected(tab)).toBe(0);
  expect(await bar(tab).count()).toBe(0);
}

describe.each([false, true])('rows on the page, dark %s', (isDark) => {
  it('are selected, changed together, and put back', { timeout: 60_000 }, async () => {
    const screen = { width: 1280, height: 800, isDark };
    const { tab, errors } = await openPage(all.browser, all.served.address, screen, TASKS);
    await unlock(tab);
    await box(tab, 3).waitFor(SLOW);
    await selectAndChange(tab);
    expect(errors).toEqual([]);
    await tab.context().close();
  });

  it.each([1280, 390])('have legible colors at %i px', { timeout: 60_000 }, async (width) => {
    const screen = { width, height: 800, isDark };
    const { tab, errors } = await openPage(all.browser, all.served.address, screen, COLORED);
    await unlock(tab);
    await tab.locator('.ndb-is-colored').first().waitFor(SLOW);
    expect(await axeFindings(tab, '.ndb-pane')).toEqual(NOTHING_WRONG);
    const beyond = await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([errors, Math.max(beyond, 0)]).toEqual([[], 0]);
    await tab.context().close();
  });
});

it('are selected and changed in the app', { timeout: 60_000 }, async () => {
  const { tab, errors } = await openApp(all.browser, app.url, { width: 1280, height: 800, isDark: false });
  await openTables(tab, 'Tasks');
  await box(tab, 3).waitFor(SLOW);
  await selectAndChange(tab);
  expect(errors).toEqual([]);
  await tab.context().close();
});

it('the page has its font, and prints all rows with headings that repeat', { timeout: 60_000 }, async () => {
  const screen = { width: 1280, height: 800, isDark: false };
  const { tab, errors } = await openPage(all.browser, all.served.address, screen, TASKS);
  await unlock(tab);
  await box(tab, 3).waitFor(SLOW);
  const faces = (): Promise<readonly string[]> =>
    tab.evaluate(() => [...document.fonts].flatMap(({ family, status }) => (status === 'loaded' ? [family] : [])));
  await expect.poll(faces).toContain('Inter');
  const rows = Number(await tab.getByRole('grid').getAttribute('aria-rowcount')) - 1;
  await tab.evaluate(() => (window.print = () => undefined));
  await tab.keyboard.press('Control+p');
  await expect.poll(() => tab.locator('.ndb-print tbody tr').count(), SLOW).toBe(rows);
  await tab.emulateMedia({ media: 'print' });
  const head = tab.locator('.ndb-print thead');
  expect(await head.evaluate((element) => getComputedStyle(element).display)).toBe('table-header-group');
  expect(await tab.locator('.ndb-pane-head').isVisible()).toBe(false);
  expect(errors).toEqual([]);
  await tab.context().close();
});
