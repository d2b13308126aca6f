/**
 * Every screen of the page, wide and narrow, light and dark: nothing is beyond the page, axe-core finds nothing, fingers find what they press, and a
 * picture of it is taken for docs/screens.md. docs/page.md#for-everybody
 */

import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Screen } from './app-page';
import { axeFindings } from './axe';
import { chooseColumn } from './hand';
import { picture } from './picture';
import { usualScreens } from './screens';
import { servedForAll } from './served-for-all';
import { TASK, TASK_PATH, openPage, taskCell, unlock } from './served-page';

const SLOW = { timeout: 60_000 };

const all = servedForAll();
beforeAll(makeHistory);

/** Priorities with a rank, versions of the tasks, and a write of a program of which one note changed since. */
async function makeHistory(): Promise<void> {
  await all.served.call('alter_table', { table: 'tasks', history: true });
  const changes = { values: ['low', 'medium', 'high'], ordered: true };
  await all.served.call('alter_column', { table: 'tasks', column: 'priority', changes });
  const token = await all.served.agent('Planner');
  const { json } = await all.served.call('select_rows', { table: 'tasks', where: { status: 'todo' }, limit: 3 });
  const paths = (json as { rows: { path: string }[] }).rows.map(({ path }) => path);
  const where = { path: { in: paths } };
  await all.served.call('update_rows', { table: 'tasks', where, set_values: { status: 'waiting' } }, token);
  await all.served.call('update_row', { table: 'tasks', path: paths[0] ?? '', set_values: { status: 'done' } });
  const text = 'Flour, eggs, and the candied citron from the shop at the station.\n';
  await all.served.call('update_row', { table: 'tasks', path: TASK_PATH, set_values: { status: 'doing' }, body: text });
}

/** A tour of the page; `see` looks at what is there. */
class Tour {
  constructor(
    private readonly tab: Page,
    private readonly isNarrow: boolean,
    private readonly theme: string,
    /** Screens that the documentation does not show are only looked at. */
    private readonly see: (name: string, isPictured?: boolean) => Promise<void>,
  ) {}

  async ofAll(): Promise<void> {
    await this.tab.getByLabel('Token').waitFor();
    await this.see('token');
    await unlock(this.tab);
    await this.ofTable();
    if (!this.isNarrow) await this.ofCells();
    await this.ofRow();
    await this.ofMaking();
    await this.ofHistory();
    await this.ofColumns();
    await this.ofForms();
  }

  /** At the name of the vault, and on a phone at the title: tables and views. */
  private async ofMenus(): Promise<void> {
    const { tab } = this;
    await tab.locator('.ndb-vault').click();
    await tab.getByRole('dialog').waitFor();
    await this.see('vault', false);
    await tab.keyboard.press('Escape');
    if (!this.isNarrow) return;
    await tab.locator('.ndb-sidebar-open').click();
    await tab
      .getByRole('navigation', { name: 'Tables' })
      .getByRole('button', { name: /^Books/ })
      .waitFor();
    await this.see('tables');
    await tab.locator('.ndb-sidebar-open').click();
  }

  /** Forms of a table, of a column, and of a row, each with the impact that its dry run tells. */
  private async ofForms(): Promise<void> {
    const { tab } = this;
    await this.go('#table=main.default.people');
    await tab.locator('.ndb-total').filter({ hasText: '38' }).waitFor();
    await this.go('#table=main.default.tasks');
    for (const [item, submit] of [
      ['Rename…', null],
      ['Describe…', null],
      ['Duplicate…', 'Duplicate'],
      ['Drop…', 'Drop the table'],
    ] as const) {
      if (this.isNarrow) await tab.locator('.ndb-sidebar-open').click();
      await tab.locator('.ndb-sidebar-item:has([aria-current]) > .ndb-sidebar-dots').click();
      await tab.getByRole('menuitem', { name: item }).click();
      const form = tab.getByRole('dialog');
      await form.waitFor();
      if (submit === null) await form.locator('input, textarea').fill('People');
      else
        await expect.poll(() => form.getByRole('button', { name: submit, exact: true }).isEnabled(), SLOW).toBe(true);
      await expect.poll(() => form.locator('[role=status], [role=alert]').count(), SLOW).toBeGreaterThan(0);
      await this.see(`form-${item}`, false);
      await tab.keyboard.press('Escape');
      if (this.isNarrow) await tab.keyboard.press('Escape');
    }
    if (this.isNarrow) {
      // A list has no headings.
      await tab.getByRole('button', { name: 'More', exact: true }).click();
      await tab.getByRole('menuitem', { name: 'New column…' }).click();
    } else await tab.getByRole('button', { name: 'Add a column' }).press('Enter');
    const panel = tab.getByRole('dialog', { name: /column/i });
    await panel.getByRole('textbox').first().fill('Mood');
    await expect.poll(() => panel.getByRole('button', { name: 'Add the column' }).isEnabled(), SLOW).toBe(true);
    await this.see('new-column', false);
    await chooseColumn(panel.getByLabel('Column', { exact: true }), 'Status');
    // What was typed is given up.
    await tab.getByRole('button', { name: 'Throw it away' }).click();
    await tab.getByRole('button', { name: 'Drop…' }).click();
    await tab.getByText('One undo brings the column and its values back.').waitFor(SLOW);
    await this.see('drop-column', false);
  }

  private async ofTable(): Promise<void> {
    const { tab } = this;
    await this.go('#table=main.default.tasks');
    await tab.getByRole(this.isNarrow ? 'list' : 'grid', { name: 'Tasks' }).waitFor();
    await expect.poll(() => tab.evaluate(() => document.body.className)).toBe(this.theme);
    await this.see('table');
    await this.ofMenus();
    if (this.isNarrow) {
      await tab.getByRole('button', { name: 'Show as a table' }).click();
      await tab.getByRole('grid', { name: 'Tasks' }).waitFor();
      await this.see('narrow-grid');
      await this.ofPaste();
      await tab.getByRole('button', { name: 'Show as a list' }).click();
    }
    const view = JSON.stringify({ group: 'status', summaries: { title: 'filled', due: 'earliest' } });
    await this.go(`#table=main.default.tasks&sort=due&view=${encodeURIComponent(view)}`);
    await tab.locator('.ndb-group-value').first().waitFor();
    await this.see('grouped');
    for (const [tool, name] of [
      ['Sort 1', 'sort'],
      ['Status', 'group'],
      ['Properties', 'properties'],
      ['Tasks', 'views'],
    ] as const) {
      await tab.getByRole('toolbar').getByRole('button', { name: tool, exact: true }).click();
      await tab.getByRole('dialog').waitFor();
      await this.see(name);
      await tab.keyboard.press('Escape');
    }
    await tab.getByRole('toolbar').getByRole('button', { name: 'Filter', exact: true }).click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Condition', exact: true }).click();
    await tab.getByRole('dialog').getByLabel('Title', { exact: true }).fill('the');
    await expect.poll(() => tab.getByText('70 of 86 rows').count()).toBe(1);
    await expect.poll(() => tab.locator('.ndb-is-unread').count()).toBe(0);
    await this.see('filter');
    await tab.getByRole('dialog').getByLabel('Column', { exact: true }).click();
    await tab.getByRole('option', { name: 'Priority', exact: true }).waitFor();
    await this.see('filter-column', false);
    await tab.keyboard.press('Escape');
    await tab.keyboard.press('Escape');
    await this.ofLayouts();
  }

  /** Each layout that the tool *View* offers, over groups. */
  private async ofLayouts(): Promise<void> {
    const { tab } = this;
    const view = encodeURIComponent(JSON.stringify({ group: 'status' }));
    await this.go(`#table=main.default.tasks&view=${view}`);
    await tab.getByRole('toolbar').getByRole('button', { name: 'Tasks', exact: true }).click();
    const layouts = tab.getByRole('group', { name: 'Layout' }).getByRole('button');
    const count = await layouts.count();
    expect(count).toBeGreaterThan(1);
    for (let at = 0; at < count; at += 1) {
      await layouts.nth(at).click();
      await this.see(`layout-${at}-tool`, false);
      await tab.keyboard.press('Escape');
      await expect.poll(() => tab.locator('.ndb-is-unread').count()).toBe(0);
      await this.see(`layout-${at}`, false);
      await tab.getByRole('toolbar').getByRole('button', { name: 'Tasks', exact: true }).click();
    }
    await tab.keyboard.press('Escape');
  }

  /** Asked before it is written: two of its cells do not fit. */
  private async ofPaste(): Promise<void> {
    const { tab } = this;
    await taskCell(tab, 1).click({ position: { x: 3, y: 17 } });
    const cells = Array.from({ length: 22 }, (_, at) => (at < 2 ? 'dooing' : 'todo'));
    await tab.evaluate((text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(paste);
    }, cells.join('\n'));
    const preview = tab.getByRole('dialog', { name: /^Paste 22 cells/ });
    await preview.getByText('20 of 22 cells fit, 2 do not.').waitFor(SLOW);
    await this.see('paste', false);
    await tab.keyboard.press('Escape');
    await preview.waitFor({ state: 'detached' });
  }

  private async ofCells(): Promise<void> {
    const { tab } = this;
    await this.go('#table=main.default.tasks');
    await tab.getByRole('grid', { name: 'Tasks' }).waitFor();
    await this.ofPaste();
    await taskCell(tab, 1).click({ position: { x: 3, y: 17 } });
    await tab.keyboard.press('Enter');
    await tab.locator('.ndb-floating [role=option]').first().waitFor();
    await this.see('choices');
    await tab.getByLabel('Status', { exact: true }).fill('dooing');
    await tab.keyboard.press('Control+Enter');
    await tab.locator('.ndb-floating .ndb-problem').waitFor();
    await this.see('refused');
    await tab.keyboard.press('Escape');
    await taskCell(tab, 1).click({ button: 'right' });
    await tab.getByRole('menu').waitFor();
    await this.see('row-menu');
    await tab.keyboard.press('Escape');
  }

  private async ofRow(): Promise<void> {
    const { tab } = this;
    const row = `#table=main.default.tasks&note=${encodeURIComponent(TASK_PATH)}`;
    await this.go(row);
    await tab.locator('.ndb-markdown').waitFor();
    await this.see('note');
    await tab.getByRole('tab', { name: 'Links' }).click();
    await tab.getByRole('heading', { name: 'Links to, Project' }).waitFor();
    await this.see('links');
    await tab.getByRole('tab', { name: 'History' }).click();
    await tab.getByRole('tabpanel').locator('.ndb-entry').first().waitFor();
    await this.see('row');
  }

  private async ofMaking(): Promise<void> {
    const { tab } = this;
    await this.go('#show=start');
    await expect.poll(() => tab.locator('.ndb-start-found').getAttribute('aria-busy'), SLOW).toBe('false');
    await this.see('start');
    await this.go('#show=folder:Reading');
    await expect.poll(() => tab.getByRole('button', { name: /^Create table/ }).isEnabled(), SLOW).toBe(true);
    await this.see('design');
    await this.go('#show=empty');
    await tab.locator('.ndb-create').waitFor();
    await this.see('empty');
    await tab.getByRole('button', { name: 'Column', exact: true }).press('Enter');
    await tab.keyboard.type('State');
    await tab.getByLabel('Type of State').selectOption('enum');
    await tab.getByText('State has no choices yet.').waitFor();
    await this.see('rules', false);
    await this.go('#show=csv');
    await tab.getByLabel('CSV file').waitFor();
    await this.see('csv');
    await this.go('#show=base');
    await tab.getByLabel('Base file').waitFor();
    await tab.getByLabel('Or paste its text').fill('views:\n  - {type: map, name: Low, filters: \'status == "done"\'}');
    await tab.getByRole('button', { name: 'Look at it' }).click();
    await tab.getByRole('list', { name: 'Left out' }).waitFor(SLOW);
    await this.see('base', false);
    await this.go('#table=main.default.tasks&show=import:main.default.tasks');
    const csv = `Title,Status,deadline\n${TASK},doing,2026-12-01\nCall the plumber,tdoo,2026-12-02\n`;
    await tab
      .getByLabel('CSV file')
      .setInputFiles({ name: 'more.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await tab.getByText('1 line does not fit').waitFor(SLOW);
    await this.see('import');
  }

  private async ofHistory(): Promise<void> {
    const { tab } = this;
    await this.go('#show=journal');
    await tab.getByRole('button', { name: 'Undo: Planner set Status of 3 rows in Tasks to waiting' }).first().click();
    await tab.getByRole('button', { name: 'Show both changes' }).click();
    await tab.getByRole('list', { name: /^Since: / }).waitFor();
    await this.see('history');
    await this.go('#show=map');
    await tab.locator('.ndb-map-head').first().waitFor();
    await this.see('map');
    await this.go('#table=main.default.tasks&show=history:main.default.tasks');
    await tab.getByLabel('Version', { exact: true }).focus();
    await tab.keyboard.press('Home');
    await tab.getByText(/\d cells differ/).waitFor(SLOW);
    await this.see('versions');
    await tab.getByRole('button', { name: 'Restore the table…' }).click();
    await tab.getByRole('button', { name: 'Restore', exact: true }).waitFor(SLOW);
    await this.see('restore', false);
    await tab.getByRole('button', { name: 'Don’t' }).click();
  }

  private async ofColumns(): Promise<void> {
    const { tab } = this;
    await this.go('#table=main.default.tasks');
    await tab.getByRole('button', { name: 'More' }).press('Enter');
    await tab.getByRole('menuitem', { name: 'New column…' }).press('Enter');
    const panel = tab.getByRole('dialog');
    await chooseColumn(panel.getByLabel('Column', { exact: true }), 'Status');
    await panel.getByRole('button', { name: 'Remove inbox' }).click();
    await panel.getByText(/rows? would not fit/).waitFor(SLOW);
    await this.see('column');
  }

  private async go(hash: string): Promise<void> {
    await this.tab.evaluate((to) => void (location.hash = to), hash);
  }
}

/** In the page: what a finger can not hit; links in a text, and what lies behind a sheet, are none of it. */
function tooSmall(): readonly string[] {
  const all = document.querySelectorAll<HTMLElement>('button, select, input, textarea, [role=tab], [role=option]');
  const sheet = document.querySelector('.ndb-sheet');
  return [...all]
    .filter((each) => each.checkVisibility() && (sheet === null || sheet.contains(each)) && each.tabIndex >= 0)
    .map((each) => each.closest('label, .ndb-row-line, .ndb-card, [role=gridcell]') ?? each)
    .filter((target) => target.clientHeight > 0 && target.getBoundingClientRect().height < 43.5)
    .map((target) => `${target.className}: ${(target.textContent ?? '').slice(0, 30)}`);
}

/** In the page: ids of more than one element. Names and descriptions of others would be those of the first. */
function doubledIds(): readonly string[] {
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  return ids.filter((id, at) => ids.indexOf(id) < at);
}

const SIZES: readonly Screen[] = [
  { width: 1280, height: 800, isDark: false },
  { width: 1280, height: 800, isDark: true },
  { width: 390, height: 844, isDark: false },
  { width: 390, height: 844, isDark: true },
];

describe.each(usualScreens(SIZES))('at $width px, dark $isDark', (screen) => {
  it('fits on every screen, and axe finds nothing', { timeout: 180_000 }, async () => {
    const { tab, errors, foreign } = await openPage(all.browser, all.served.address, screen);
    const theme = screen.isDark ? 'theme-dark' : 'theme-light';
    const wrong: Record<string, unknown> = {};
    const see = async (name: string, isPictured = true): Promise<void> => {
      const beyond = await tab.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      const found = await axeFindings(tab);
      const small = screen.width < 600 ? await tab.evaluate(tooSmall) : [];
      const doubled = await tab.evaluate(doubledIds);
      if (beyond > 0 || [...found, ...small, ...doubled].length > 0) wrong[name] = { beyond, found, small, doubled };
      if (isPictured) await picture(tab, `page-${name}-${screen.width}-${screen.isDark ? 'dark' : 'light'}`);
    };
    await new Tour(tab, screen.width < 600, theme, see).ofAll();
    expect([wrong, errors, foreign]).toEqual([{}, [], []]);
    await tab.context().close();
  });
});

it('shows in one picture a refused value, the write of an agent with its undo, and a grouped table', async () => {
  const view = {
    group: 'project',
    where: { status: { in: ['todo', 'doing', 'waiting'] } },
    columns: [
      { name: 'title', width: 300 },
      ...['status', 'priority', 'due', 'assignee', 'hours'].map((name) => ({ name })),
      ...['project', '*'].map((name) => ({ name, hidden: true })),
    ],
  };
  const hash = `#table=main.default.tasks&sort=due&view=${encodeURIComponent(JSON.stringify(view))}`;
  const { tab, errors } = await openPage(all.browser, all.served.address, SIZES[0], hash);
  await unlock(tab);
  await tab.locator('.ndb-group-value').first().waitFor();
  const agent = await all.served.agent('Claude Code');
  await tab.getByRole('row').filter({ hasText: 'doing' }).first().getByRole('gridcell').nth(1).click();
  await tab.keyboard.press('Enter');
  await tab.getByLabel('Status', { exact: true }).fill('wating');
  await tab.keyboard.press('Control+Enter');
  const refused = tab.locator('.ndb-floating .ndb-problem');
  await refused.waitFor();
  expect(await refused.textContent()).toMatch(/waiting/);
  const { json } = await all.served.call('select_rows', { table: 'tasks', where: { status: 'inbox' }, limit: 3 });
  const paths = (json as { rows: { path: string }[] }).rows.map(({ path }) => path);
  expect(paths).toHaveLength(3);
  const where = { path: { in: paths } };
  const written = await all.served.call(
    'update_rows',
    { table: 'tasks', where, set_values: { status: 'waiting' } },
    agent,
  );
  expect(written.status).toBe(200);
  await expect.poll(() => tab.locator('.ndb-notice-text').textContent()).toBe('Claude Code changed 3 rows in Tasks');
  expect(await tab.locator('.ndb-notice').getByRole('button', { name: 'Undo' }).isVisible()).toBe(true);
  expect(await refused.isVisible()).toBe(true);
  await expect.poll(() => tab.locator('.ndb-is-unread').count()).toBe(0);
  await picture(tab, 'page-promise-1280-light');
  expect(errors).toEqual([]);
  await tab.context().close();
});
