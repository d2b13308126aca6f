/** The problems of the vault in Chromium, on the page and in the app: by keys and by hand, a fix for a note and for all, one undo. docs/problems.md#causes */

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FolderServer } from '../host/folder-server';
import { NodeDisk } from '../host/node-disk';
import { type DemoVault, copyDemoVault } from '../plugin/built-plugin';
import { type Screen, openApp, servePlugin } from './app-page';
import { axeFindings } from './axe';
import { picture } from './picture';
import { usualScreens } from './screens';
import { servedForAll } from './served-for-all';
import { TASK, TASKS, openPage, unlock } from './served-page';

const SLOW = { timeout: 15_000 };
const OTHER = 'Choose the tiles';

const all = servedForAll();
let ofApp: DemoVault;
let app: FolderServer;
beforeAll(async () => {
  ofApp = await copyDemoVault();
  await Promise.all([breakRules(ofApp.folder), breakRules(all.served.vault.folder)]);
  app = await servePlugin(new NodeDisk(ofApp.folder, null));
});
afterAll(async () => {
  await app.close();
  await ofApp.remove();
});

const taskPath = (folder: string, title: string): string =>
  path.join(folder, 'notedb/main/default/tasks', `${title}.md`);

async function statusOf(folder: string, title: string): Promise<string> {
  return /^status: (.*)$/m.exec(await readFile(taskPath(folder, title), 'utf8'))?.[1] ?? '';
}

/** Two words that are no status, and a book that is not a row. */
async function breakRules(folder: string): Promise<void> {
  for (const [title, status] of [
    [TASK, 'inbx'],
    [OTHER, 'dnoe'],
  ] as const) {
    const text = await readFile(taskPath(folder, title), 'utf8');
    await writeFile(taskPath(folder, title), text.replace(/^status: .*$/m, `status: ${status}`));
  }
  await writeFile(path.join(folder, 'notedb/main/default/books/Stoner.md'), '---\nshelf: 3\n---\n');
}

const railItem = (tab: Page): Locator =>
  tab.getByRole('navigation', { name: 'Tables' }).getByRole('button', { name: /^Problems/ });
const railCount = (tab: Page): Promise<string> =>
  tab.evaluate(() => document.querySelector('.ndb-problem-count')?.textContent ?? '');
const focused = (tab: Page): Promise<string> =>
  tab.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');

async function openProblems(tab: Page): Promise<void> {
  const title = tab.locator('.ndb-sidebar-open');
  await title.or(railItem(tab)).filter({ visible: true }).first().waitFor(SLOW);
  if (await title.isVisible()) await title.click();
  await railItem(tab).focus();
  await tab.keyboard.press('Enter');
  await tab.getByRole('heading', { name: '3 problems' }).waitFor(SLOW);
}

async function undo(tab: Page): Promise<void> {
  await tab.locator('.ndb-notice').getByRole('button', { name: 'Undo' }).click();
}

const HOMES = ['page', 'app'] as const;
const SCREENS: readonly Screen[] = [
  { width: 1280, height: 800, isDark: false },
  { width: 390, height: 800, isDark: true },
];
/** The usual run takes the wide page and the narrow app. */
const PLACES = usualScreens(HOMES.flatMap((home) => SCREENS.map((screen) => ({ home, ...screen }))));

async function openVault(
  home: (typeof HOMES)[number],
  screen: Screen,
): Promise<{ tab: Page; errors: readonly string[] }> {
  if (home === 'app') {
    const opened = await openApp(all.browser, app.url, screen);
    await opened.tab.evaluate(() => void window.testApp.core.commands.executeCommandById('notedb:open-tables'));
    await opened.tab.getByRole('navigation', { name: 'Tables' }).waitFor();
    return opened;
  }
  const opened = await openPage(all.browser, all.served.address, screen, TASKS);
  await unlock(opened.tab);
  return opened;
}

it.each(PLACES)(
  'fixes one and all, and has them back, on the $home at $width px',
  { timeout: 60_000 },
  async (place) => {
    const { home, ...screen } = place;
    const folder = home === 'app' ? ofApp.folder : all.served.vault.folder;
    const { tab, errors } = await openVault(home, screen);
    // Counting reads every note, so that nothing is counted before somebody looks.
    expect(await railCount(tab)).toBe('');
    await openProblems(tab);
    await expect.poll(() => railCount(tab), SLOW).toBe('3');
    const cause = tab.getByRole('region', { name: 'Status is not one of its choices' });
    await cause.getByRole('button', { name: 'Fix all' }).waitFor(SLOW);
    expect(await axeFindings(tab, '.ndb-browser')).toEqual([]);
    if (home === 'page') await picture(tab, `page-problems-${screen.width}-${screen.isDark ? 'dark' : 'light'}`);

    // The next fix has the focus when the fixed note leaves the list.
    await cause.getByRole('button', { name: `Set inbox: ${TASK}` }).focus();
    await tab.keyboard.press('Enter');
    await expect.poll(() => railCount(tab), SLOW).toBe('2');
    expect(await statusOf(folder, TASK)).toBe('inbox');
    await expect.poll(() => focused(tab), SLOW).toBe(`Set done: ${OTHER}`);
    await undo(tab);
    await expect.poll(() => railCount(tab), SLOW).toBe('3');
    expect(await statusOf(folder, TASK)).toBe('inbx');

    await cause.getByRole('button', { name: 'Fix all' }).click();
    await expect.poll(() => railCount(tab), SLOW).toBe('1');
    expect([await statusOf(folder, TASK), await statusOf(folder, OTHER)]).toEqual(['inbox', 'done']);
    await undo(tab);
    await expect.poll(() => railCount(tab), SLOW).toBe('3');
    expect([await statusOf(folder, TASK), await statusOf(folder, OTHER)]).toEqual(['inbx', 'dnoe']);

    await tab.getByRole('button', { name: 'Make it a row: Stoner' }).click();
    await tab.getByRole('alert').waitFor(SLOW);
    const beyond = await tab.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    // In the app the colour of refusals is that of its theme.
    const ofTheme = home === 'app' ? '.ndb-form-refused' : null;
    expect([beyond, await axeFindings(tab, '.ndb-browser', ofTheme), errors]).toEqual([0, [], []]);
    await tab.context().close();
  },
);
