/** The built plugin in Chromium over a real folder: how it looks, and that what is edited is in the files. */

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FolderServer } from '../host/folder-server';
import type { DemoVault } from '../plugin/built-plugin';
import { copyDemoVault } from '../plugin/built-plugin';
import { openApp, openTables, servePlugin } from './app-page';
import { axeFindings } from './axe';
import { launchBrowser } from './launch';
import { picture } from './picture';
import { usualScreens } from './screens';
import { SlowDisk } from './slow-disk';

let browser: Browser;
let vault: DemoVault;
let server: FolderServer;
let disk: SlowDisk;

beforeAll(async () => {
  browser = await launchBrowser();
  vault = await copyDemoVault();
  disk = new SlowDisk(vault.folder, null);
  server = await servePlugin(disk);
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await vault.remove();
});

/** How far the page, and what is in no scrolling part of it, sticks out at the right. */
const overflow = (tab: Page): Promise<number> =>
  tab.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const blocks = [...document.querySelectorAll('.ndb-browser, .ndb-pane, .ndb-block, .view-content')];
    return Math.max(scrollWidth - clientWidth, ...blocks.map((el) => el.scrollWidth - el.clientWidth));
  });

/** Rows that are seen without scrolling. */
const rowsInSight = (grid: Locator): Promise<number> =>
  grid.evaluate((el) => {
    const scroll = el.closest('.ndb-scroll')?.getBoundingClientRect();
    if (scroll === undefined) return 0;
    const bottom = Math.min(scroll.bottom, window.innerHeight);
    return [...el.querySelectorAll('.ndb-row')].filter((row) => row.getBoundingClientRect().bottom <= bottom).length;
  });

/** Scrolls a third of a window to the side and counts: columns are there only where they are in sight. */
const countAcross = (grid: Locator, kind: string): Promise<number> =>
  grid.evaluate(async (el, selector) => {
    const scroll = el.closest('.ndb-scroll');
    if (scroll === null) return 0;
    const isAtEnd = scroll.scrollLeft + scroll.clientWidth >= scroll.scrollWidth - 1;
    const count = el.querySelectorAll(selector).length;
    if (count <= 3) scroll.scrollLeft = isAtEnd ? 0 : scroll.scrollLeft + scroll.clientWidth / 3;
    return count;
  }, kind);

const SCREENS = [
  { width: 1280, height: 800, isDark: false, table: 'Books' },
  { width: 1280, height: 800, isDark: true, table: 'Books' },
  { width: 390, height: 844, isDark: false, table: 'Tasks' },
  { width: 390, height: 844, isDark: true, table: 'Tasks' },
];

describe.each(usualScreens(SCREENS))('at $width px, dark $isDark', (screen) => {
  const suffix = `${screen.width}-${screen.isDark ? 'dark' : 'light'}`;

  let tab: Page;
  let errors: readonly string[];
  let read: () => void;
  beforeAll(async () => {
    read = disk.holdRead('notedb/metastore.yaml');
    ({ tab, errors } = await openApp(browser, server.url, screen));
  });
  afterAll(() => tab.context().close());

  it('says that the vault is being read, and then shows the tables by itself', async () => {
    await tab.evaluate(() => void window.testApp.core.commands.executeCommandById('notedb:open-tables'));
    await tab.getByText('The vault is being read.').waitFor();
    expect(await tab.getByRole('navigation', { name: 'Tables' }).count()).toBe(0);
    read();
    await tab.getByRole('navigation', { name: 'Tables' }).waitFor();
  });

  it('shows a table: header, typed cells, at least ten rows, nothing beyond the page', async () => {
    await openTables(tab, screen.table);
    if (screen.width < 600) {
      const list = tab.getByRole('list', { name: screen.table });
      await expect.poll(() => list.getByRole('listitem').count()).toBeGreaterThan(10);
      expect(await list.getByRole('listitem').count()).toBeLessThanOrEqual(60);
      expect(await overflow(tab)).toBe(0);
      await picture(tab, `list-${suffix}`);
      await tab.getByRole('button', { name: 'Show as a table' }).click();
    }
    const grid = tab.getByRole('grid', { name: screen.table });
    await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(37);
    await expect.poll(() => grid.getByRole('row').count()).toBeGreaterThan(20);
    expect(await grid.getByRole('row').count()).toBeLessThanOrEqual(60);
    expect(await grid.getByRole('columnheader').first().isVisible()).toBe(true);
    expect(await grid.getByRole('columnheader').allTextContents()).toEqual(expect.arrayContaining(['Title', 'Status']));
    expect(await rowsInSight(grid)).toBeGreaterThanOrEqual(10);
    expect(await overflow(tab)).toBe(0);
    expect(await grid.locator('.ndb-chip').count()).toBeGreaterThan(15);
    // The colours of the main button are the app's.
    expect(await axeFindings(tab, '.ndb-view', '.mod-cta')).toEqual([]);
    await picture(tab, `table-${suffix}`);
    await expect.poll(() => countAcross(grid, '.ndb-type-number'), { timeout: 60_000 }).toBeGreaterThan(3);
    const number = grid.locator('.ndb-type-number .ndb-value').first();
    expect(await number.evaluate((el) => getComputedStyle(el).textAlign)).toBe('end');
    for (const kind of ['time', '[role=gridcell] input[type=checkbox]', '.ndb-link', '.ndb-pill']) {
      await expect.poll(() => countAcross(grid, kind), { timeout: 60_000 }).toBeGreaterThan(3);
    }
    expect(errors).toEqual([]);
  });

  it('shows a table inside a note', async () => {
    const note =
      '# This week\n\nWhat is left before the concert.\n\n```notedb\ntable: tasks\ncolumns: [title, status, due, assignee, estimate]\nwhere:\n  status: {in: [todo, doing, waiting]}\norder_by: due\nlimit: 12\n```\n';
    await tab.evaluate(async (text) => {
      const { vault } = window.testApp.core;
      if (vault.getFileByPath('This week.md') === null) await vault.create('This week.md', text);
      await window.testApp.core.workspace.openLinkText('This week', '', true);
    }, note);
    const grid = tab.getByRole('grid', { name: 'Tasks' });
    await expect.poll(() => grid.getByRole('row').count()).toBe(13);
    // A phone's window holds the first ones.
    const heads = await grid.getByRole('columnheader').allTextContents();
    expect(heads).toEqual(['Title', 'Status', 'Due', 'Assignee', 'Hours'].slice(0, heads.length));
    expect([await grid.getAttribute('aria-colcount'), heads.length >= 3]).toEqual(['5', true]);
    expect(await overflow(tab)).toBe(0);
    expect(await axeFindings(tab, '.block-language-notedb')).toEqual([]);
    await picture(tab, `block-${suffix}`);
    expect(errors).toEqual([]);
  });
});

it.each([1280, 390])('breaks what is longer than a line in messages, at %i px', async (width) => {
  const { tab, errors } = await openApp(browser, server.url, { width, height: 844, isDark: false });
  const long = 'a'.repeat(150);
  const block = (yaml: string): string => `\`\`\`notedb\n${yaml}\n\`\`\`\n`;
  const note = [`table: ${long}`, `table: tasks\nwhere: {status: "{this.${long}}"}`].map(block).join('\n');
  await tab.evaluate(async (text) => {
    const { vault, workspace } = window.testApp.core;
    if (vault.getFileByPath('Long.md') === null) await vault.create('Long.md', text);
    await workspace.openLinkText('Long', '', true);
  }, note);
  await tab.locator('.ndb-state-error').waitFor();
  await tab.locator('.ndb-warnings').waitFor();
  const wide = await tab.evaluate(() =>
    [...document.querySelectorAll('.block-language-notedb, .ndb-state, .ndb-state-title, .ndb-warnings li')]
      .filter((el) => el.scrollWidth > el.clientWidth)
      .map(({ className }) => className),
  );
  expect(wide).toEqual([]);
  expect(errors).toEqual([]);
  await tab.context().close();
});

describe.each(
  usualScreens([
    { width: 1280, height: 800, isDark: false },
    { width: 1280, height: 800, isDark: true },
    { width: 390, height: 844, isDark: false },
    { width: 390, height: 844, isDark: true },
  ]),
)('a view in a note at $width px, dark $isDark', (screen) => {
  it('shows a person’s open tasks in that person’s note, nothing beyond the page', async () => {
    const { tab, errors } = await openApp(browser, server.url, screen);
    const open = (name: string): Promise<void> =>
      tab.evaluate(async (note) => {
        await window.testApp.core.workspace.openLinkText(note, '', false);
      }, name);
    await open('Reto Wyss');
    const grid = tab.getByRole('grid', { name: 'Tasks of' });
    await expect.poll(() => grid.getByRole('row').count()).toBe(2);
    await open('Matteo Bianchi');
    await expect.poll(() => grid.getByRole('row').count()).toBe(8);
    expect(await grid.getByRole('columnheader').allTextContents()).toEqual(['To do', 'Status', 'Due', 'Project']);
    expect(await overflow(tab)).toBe(0);
    expect(await axeFindings(tab, '.block-language-notedb', '.mod-cta')).toEqual([]);
    await picture(tab, `view-${screen.width}-${screen.isDark ? 'dark' : 'light'}`);
    expect(errors).toEqual([]);
    await tab.context().close();
  });
});

describe('editing', () => {
  const screen = { width: 1280, height: 800, isDark: false };
  const file = (name: string): string => path.join(vault.folder, 'notedb/main/default/tasks', `${name}.md`);
  const NOTE = 'Bake a trial panettone';

  let tab: Page;
  let before: string;
  const cell = (column: number): Locator =>
    tab.getByRole('row').filter({ hasText: NOTE }).getByRole('gridcell').nth(column);

  beforeAll(async () => {
    ({ tab } = await openApp(browser, server.url, screen));
    await openTables(tab, 'Tasks');
    before = await readFile(file(NOTE), 'utf8');
  });
  afterAll(() => tab.context().close());

  it('writes one line of the note, shows it at once and takes it back', async () => {
    await cell(1).click({ position: { x: 3, y: 17 } });
    await tab.keyboard.press('Enter');
    await picture(tab, 'choices-1280-light');
    await tab.getByRole('option', { name: 'doing' }).click();
    expect(await cell(1).locator('.ndb-chip').textContent()).toBe('doing');
    await expect.poll(() => tab.locator('.ndb-pane-notice').textContent()).toBe(`Status of ${NOTE} changed.`);
    const after = await readFile(file(NOTE), 'utf8');
    expect(after).toBe(before.replace(/^status: .*$/m, 'status: doing'));
    await picture(tab, 'edited-1280-light');
    await tab.getByRole('toolbar').getByRole('button', { name: 'Undo Status' }).click();
    await expect.poll(() => readFile(file(NOTE), 'utf8')).toBe(before);
    await expect.poll(() => cell(1).locator('.ndb-chip').textContent()).toBe('inbox');
    await expect.poll(() => tab.getByRole('button', { name: 'Nothing to undo' }).isDisabled()).toBe(true);
  });

  it('keeps a refused value, says why under the cell, and stays inside the page', async () => {
    await cell(3).click({ position: { x: 3, y: 17 } });
    await tab.keyboard.press('Enter');
    const field = tab.getByLabel('Project', { exact: true });
    await field.fill('Nobody knows');
    await tab.keyboard.press('Control+Enter');
    const reason = tab.locator('.ndb-floating .ndb-problem');
    await reason.waitFor();
    expect(await reason.textContent()).toContain('Nothing in Projects is called "Nobody knows".');
    expect(await cell(3).locator('.ndb-value').textContent()).toBe('Nobody knows');
    expect(await readFile(file(NOTE), 'utf8')).toBe(before);
    expect(await overflow(tab)).toBe(0);
    await picture(tab, 'refused-1280-light');
    await tab.keyboard.press('Escape');
    expect(await cell(3).textContent()).toBe('Christmas in Bellinzona');
  });

  it('follows an edit of the note by another program', async () => {
    await writeFile(file(NOTE), before.replace(/^status: .*$/m, 'status: waiting'));
    await tab.evaluate(() => window.testApp.noticeOutsideChanges());
    await expect.poll(() => cell(1).locator('.ndb-chip').textContent()).toBe('waiting');
  });
});
