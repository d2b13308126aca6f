/** Computed columns made, used, saved, changed and removed by hand, in both homes of the interface. docs/app/computed-columns.md */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type DemoVault, copyDemoVault } from '../plugin/built-plugin';
import { type Screen, openApp, openTables, servePlugin } from './app-page';
import { axeFindings } from './axe';
import { type Hand, keyboard, mouse } from './hand';
import { servedForAll } from './served-for-all';
import { openPage, unlock } from './served-page';
import { SlowDisk } from './slow-disk';

const SLOW = { timeout: 60_000 };

const all = servedForAll();

interface Home {
  readonly tab: Page;
  readonly errors: readonly string[];
  readonly vault: DemoVault;
  readonly close: () => Promise<void>;
}

async function openInPage(screen: Screen): Promise<Home> {
  const { tab, errors } = await openPage(all.browser, all.served.address, screen, '#table=main.default.projects');
  await unlock(tab);
  return { tab, errors, vault: all.served.vault, close: () => tab.context().close() };
}

async function openInPlugin(screen: Screen): Promise<Home> {
  const vault = await copyDemoVault();
  const server = await servePlugin(new SlowDisk(vault.folder, null));
  const { tab, errors } = await openApp(all.browser, server.url, screen);
  await openTables(tab, 'Projects');
  const close = async (): Promise<void> => {
    await tab.context().close();
    await server.close();
    await vault.remove();
  };
  return { tab, errors, vault, close };
}

/** A person before the table of projects. */
class Projects {
  constructor(
    private readonly tab: Page,
    private readonly hand: Hand,
    private readonly isNarrow: boolean,
  ) {}

  get panel(): Locator {
    return this.tab.getByRole('dialog', { name: /column|Over|Open/ });
  }

  heading(name: string): Locator {
    return this.tab.getByRole('columnheader', { name });
  }

  tool(name: string | RegExp): Locator {
    return this.tab.getByRole('toolbar').getByRole('button', { name, exact: true });
  }

  async asTable(): Promise<void> {
    const button = this.tab.getByRole('button', { name: 'Show as a table' });
    if (this.isNarrow) await button.click(SLOW);
    await this.tab.getByRole('grid').waitFor(SLOW);
  }

  async begin(kind: string, name: string): Promise<void> {
    const { tab, hand, panel } = this;
    await hand.press(this.tool('More'));
    await hand.press(tab.getByRole('menuitem', { name: 'New column…' }));
    await hand.press(panel.getByRole('button', { name: kind }));
    await hand.write(panel.getByLabel('Name', { exact: true }), name);
  }

  /** The values of the first rows. */
  tried(): Promise<readonly string[]> {
    return this.panel.getByRole('table', { name: 'First rows' }).locator('tbody tr').allInnerTexts();
  }

  async finish(button: string): Promise<void> {
    await this.hand.press(this.panel.getByRole('button', { name: button }));
    await expect.poll(() => this.panel.count()).toBe(0);
  }

  async menu(column: string, item: string | RegExp): Promise<void> {
    const heading = this.heading(column);
    await heading.scrollIntoViewIfNeeded();
    await heading.click({ button: 'right' });
    await this.tab.getByRole('menuitem', { name: item }).click();
  }

  /** Of a column, in the rows that are seen. */
  async values(column: string): Promise<readonly string[]> {
    const at = await this.heading(column).getAttribute('aria-colindex');
    return this.tab
      .getByRole('grid')
      .locator(`[role=gridcell][aria-colindex="${at ?? ''}"]`)
      .allInnerTexts();
  }

  /** The first Escape closes the list of choices. */
  async closeFilter(): Promise<void> {
    const filter = this.tab.getByRole('dialog', { name: 'Filter' });
    for (let step = 0; step < 3 && (await filter.count()) > 0; step += 1) {
      await filter.press('Escape');
      await this.tab.waitForFunction(() => new Promise((resolve) => requestAnimationFrame(() => resolve(true))));
    }
    await expect.poll(() => filter.count()).toBe(0);
  }

  /** The app in both themes; the colours of its main buttons are its own. */
  async findings(home: 'page' | 'plugin'): Promise<readonly string[]> {
    const found = await axeFindings(this.tab, '[role=dialog]', '.mod-cta');
    if (home === 'page') return found;
    const turn = (): Promise<void> =>
      this.tab.evaluate(() => ['theme-light', 'theme-dark'].forEach((each) => document.body.classList.toggle(each)));
    await turn();
    const dark = await axeFindings(this.tab, '[role=dialog]', '.mod-cta');
    await turn();
    return [...found, ...dark];
  }

  /** Columns beyond the edge have no elements. */
  async showLastColumn(): Promise<void> {
    await this.tab.getByRole('grid').focus();
    await this.tab.keyboard.press('Control+Home');
    await this.tab.keyboard.press('End');
  }

  async open(table: string): Promise<void> {
    const list = this.tab.getByRole('navigation', { name: 'Tables' });
    const title = list.locator('.ndb-sidebar-open');
    if (await title.isVisible()) await title.click();
    await list.locator('.ndb-sidebar-list').getByRole('button', { name: table }).click();
  }
}

/** What select_rows adds up. */
async function ask(args: object): Promise<readonly Record<string, unknown>[]> {
  const { json } = await all.served.call('select_rows', { table: 'projects', ...args });
  return (json as { rows: Record<string, unknown>[] }).rows;
}

/** As the interface writes them, without the marks of thousands. */
const numbers = (texts: readonly string[]): readonly number[] =>
  texts.map((text) => Number(text.replaceAll('−', '-').replace(/[^\d.-]/g, '')));

const sticksOut = (tab: Page): Promise<number> =>
  tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const HOMES = { page: openInPage, plugin: openInPlugin };

it.each([
  { home: 'page', width: 1280, by: 'keyboard' },
  { home: 'page', width: 390, by: 'mouse' },
  { home: 'plugin', width: 1280, by: 'mouse' },
] as const)('in the $home at $width px, by $by', async ({ home, width, by }) => {
  const { tab, errors, vault, close } = await HOMES[home]({ width, height: 844, isDark: false });
  const hand = by === 'keyboard' ? keyboard(tab) : mouse();
  const projects = new Projects(tab, hand, width < 600);
  const fromPointer = new Projects(tab, mouse(), width < 600);
  const view = `Over ${home} ${width}`;
  await projects.asTable();

  await projects.begin('Formula', 'Over');
  const formula = projects.panel.getByLabel('Formula', { exact: true });
  await hand.write(formula, '');
  if (by === 'mouse') await formula.click();
  await tab.keyboard.type('spen');
  await projects.panel.getByRole('option', { name: 'Spent' }).waitFor();
  await tab.keyboard.press('Enter');
  expect(await formula.inputValue()).toBe('spent');
  await tab.keyboard.type(' - bugdet');
  await expect.poll(() => projects.panel.locator('mark').allTextContents(), SLOW).toEqual(['bugdet']);
  expect(await projects.panel.getByRole('button', { name: 'Add the column' }).isEnabled()).toBe(false);
  expect(await projects.findings(home)).toEqual([]);
  await hand.press(projects.panel.getByRole('button', { name: 'budget', exact: true }));
  await expect.poll(() => formula.inputValue()).toBe('spent - budget');
  await expect.poll(async () => (await projects.tried()).length, SLOW).toBe(4);
  await projects.finish('Add the column');
  await projects.heading('Over').waitFor();

  await fromPointer.begin('From linked notes', 'Open tasks');
  await projects.panel.getByLabel('Linked notes').selectOption('Tasks, by Project');
  await projects.panel.getByRole('button', { name: 'Filter', exact: true }).click();
  const filter = tab.getByRole('dialog', { name: 'Filter' });
  await filter.getByRole('button', { name: 'Condition', exact: true }).click();
  for (const [word, key] of [
    ['Stat', 'Enter'],
    ['', 'Tab'],
    ['todo', 'Enter'],
  ] as const) {
    await tab.keyboard.type(word);
    await tab.keyboard.press(key);
  }
  await projects.closeFilter();
  await expect.poll(async () => (await projects.tried()).length, SLOW).toBe(4);
  expect(await projects.findings(home)).toEqual([]);
  expect(await sticksOut(tab)).toBe(0);
  await fromPointer.finish('Add the column');
  await projects.heading('Open tasks').waitFor();

  await projects.menu('Over', /^Sort 1/);
  const compute = { over: 'spent - budget' };
  const sorted = (await ask({ compute, order_by: 'over' })).map(({ over }) => over).filter((over) => over !== null);
  await expect.poll(async () => numbers((await projects.values('Over')).slice(0, 3)), SLOW).toEqual(sorted.slice(0, 3));
  await projects.menu('Over', 'Filter by this…');
  await filter.getByLabel('Over: comparison').selectOption({ label: 'is more than' });
  await filter.getByLabel('Over', { exact: true }).fill('0');
  await projects.closeFilter();
  const over = sorted.filter((each) => Number(each) > 0);
  await expect.poll(async () => numbers(await projects.values('Over')), SLOW).toEqual(over);
  const sum = over.reduce<number>((total, each) => total + Number(each), 0);
  if (width > 600) {
    await tab.getByRole('button', { name: 'Summary of Over' }).click();
    await tab.getByRole('menuitemradio', { name: 'Sum', exact: true }).click();
    await expect
      .poll(async () => numbers([(await tab.getByLabel(/^Summary of Over/).textContent()) ?? '']), SLOW)
      .toEqual([sum]);
  }
  await projects.tool('Save as view').click();
  await tab.getByRole('dialog').getByLabel('Save as a new view').fill(view);
  await tab.keyboard.press('Enter');
  await tab
    .getByRole('grid', { name: view })
    .or(tab.getByRole('list', { name: view }))
    .waitFor(SLOW);
  const metastore = path.join(vault.folder, 'notedb', 'metastore.yaml');
  await expect.poll(() => readFile(metastore, 'utf8'), SLOW).toContain('over: spent - budget');

  await projects.open('Books');
  await expect.poll(() => tab.getByRole('grid', { name: view }).count()).toBe(0);
  await projects.open('Projects');
  await projects.open(view);
  await projects.asTable();
  // The table before stays until the view has its rows.
  await tab.getByRole('grid', { name: view }).waitFor(SLOW);
  await projects.showLastColumn();
  await expect.poll(async () => numbers(await projects.values('Over')), SLOW).toEqual(over);
  await projects.menu('Over', 'Edit column…');
  await formula.fill('spent - budget + 1000000');
  await fromPointer.finish('Change the column');
  await expect
    .poll(async () => numbers((await projects.values('Over')).slice(0, 1)), SLOW)
    .toEqual([1_000_000 + Number(sorted[0])]);
  await projects.menu('Open tasks', 'Edit column…');
  await projects.panel.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => projects.heading('Open tasks').count()).toBe(0);
  expect(errors).toEqual([]);
  await close();
});
