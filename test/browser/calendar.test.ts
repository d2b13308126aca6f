/**
 * The calendar in Chromium, on the page and in the app, wide and on a phone: rows are made, dragged, stretched, refused, undone; the calendar is saved,
 * and shown in a note. docs/views.md#calendars
 */

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, openVault } from '../engine/open-vault';
import { axeFindings } from './axe';
import { launchBrowser } from './launch';
import {
  type LayoutHome,
  SLOW,
  dragByFinger,
  dragByMouse,
  expectNoSidewaysScroll,
  notice,
  openHome,
  saveView,
  showLayout,
  writtenVault,
} from './layout-home';
import { picture } from './picture';
import { usualHomes } from './screens';

const BLOCK = 'columns: [title]\nlayout: calendar\ncalendar: { date: due, end: until }';
const SETTINGS = { Date: 'Due', End: 'Until', Done: 'Status' };

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser.close());

const bar = (place: Page | Locator, title: string): Locator =>
  place.locator('.ndb-dated').filter({ hasText: new RegExp(`^${title}$`) });
const name = (place: Page | Locator, title: string): Locator => bar(place, title).first().getByRole('button');
const day = (place: Page | Locator, date: string): Locator => place.locator(`[data-day="2026-11-${date}"]`);
const grip = (place: Page | Locator, title: string): Locator => bar(place, title).last().locator('[data-grip=end]');
const isDragged = (tab: Page) => () => tab.locator('.ndb-is-dragged').first().waitFor(SLOW);

async function expectDays(home: LayoutHome, title: string, due: string, until = ''): Promise<void> {
  const days = async (): Promise<readonly string[]> => [
    await home.property(title, 'due'),
    await home.property(title, 'until'),
  ];
  await expect.poll(days, SLOW).toEqual([`2026-11-${due}`, until === '' ? '' : `2026-11-${until}`]);
}

describe.each(usualHomes('page'))('on the %s', (home) => {
  it('rows are dragged and stretched by the mouse, refused, undone, made and moved by keys; it is saved, and in a note', async () => {
    const opened = await openHome(browser, home, { width: 1280, block: BLOCK });
    const { tab } = opened;
    await showLayout(opened, 'Calendar', SETTINGS);
    await name(tab, 'A').waitFor(SLOW);
    expect(await name(tab, 'A').getAttribute('aria-label')).toContain('overdue');
    expect(await name(tab, 'C').getAttribute('aria-label')).not.toContain('overdue');
    await dragByMouse(tab, [bar(tab, 'C'), day(tab, '20')], isDragged(tab));
    await expectDays(opened, 'C', '20');
    await expect.poll(() => notice(opened).textContent()).toContain('20 Nov');
    await dragByMouse(tab, [grip(tab, 'A'), day(tab, '13')], isDragged(tab));
    await expectDays(opened, 'A', '10', '13');

    await dragByMouse(tab, [grip(tab, 'B'), day(tab, '29')], isDragged(tab));
    await tab.getByRole('alert').filter({ hasText: 'ends_early' }).waitFor(SLOW);
    await picture(tab, `calendar-refused-${home}`);
    expect(await axeFindings(tab, '.ndb-calendar')).toEqual([]);
    await tab.getByRole('button', { name: 'Leave Until as it is' }).click();
    await expectDays(opened, 'B', '17', '24');
    await tab.keyboard.press('Control+z');
    await expectDays(opened, 'A', '10', '12');

    await dragByMouse(tab, [bar(tab, 'D'), day(tab, '19')], () =>
      day(tab, '19').and(tab.locator('.ndb-is-target')).waitFor(SLOW),
    );
    await expectDays(opened, 'D', '19');
    await tab.getByRole('button', { name: /^New row on .*18 November/ }).click();
    await tab.getByLabel('Title of the new row on').fill('New');
    await tab.keyboard.press('Enter');
    await name(tab, 'New').waitFor(SLOW);
    await tab.keyboard.press('Escape');
    await expectDays(opened, 'New', '18');
    await tab.locator('.ndb-pane-undo').click(SLOW);
    await expect.poll(() => bar(tab, 'New').count()).toBe(0);

    await name(tab, 'D').focus();
    await tab.keyboard.press('Shift+ArrowDown');
    await expectDays(opened, 'D', '26');
    await expect.poll(() => tab.evaluate(() => document.activeElement?.textContent)).toBe('D');
    await tab.keyboard.press('Alt+Shift+ArrowRight');
    await expectDays(opened, 'D', '26', '27');
    await saveView(opened, 'By day');
    await tab.getByRole('group', { name: 'By day' }).waitFor(SLOW);

    const block = await opened.openNote(name(tab, 'A'));
    await name(block, 'C').focus();
    await tab.keyboard.press('Shift+ArrowLeft');
    await expectDays(opened, 'C', '19');
    await expect.poll(() => block.locator('.ndb-block-foot').textContent()).toContain('19 Nov');
    expect(opened.errors).toEqual([]);
    await opened.close();
  });
});

describe.each(usualHomes('app'))('on the %s', (home) => {
  it('rows are dragged by a finger at 390 px; its weeks are lists', async () => {
    const opened = await openHome(browser, home, { width: 390 });
    const { tab } = opened;
    await showLayout(opened, 'Calendar', SETTINGS);
    // The finger lies on the second of its three days.
    await dragByFinger(tab, [bar(tab, 'A'), day(tab, '04')], isDragged(tab));
    await expectDays(opened, 'A', '03', '05');
    expect(await axeFindings(tab, '.ndb-browser')).toEqual([]);
    await expectNoSidewaysScroll(tab, 390);
    await picture(tab, `calendar-phone-${home}`);
    await tab.getByRole('button', { name: 'Week', exact: true }).tap();
    await expect.poll(() => tab.locator('.ndb-row-heading').first().textContent()).toContain('17 Nov');
    await expectNoSidewaysScroll(tab, 390);
    await tab.getByRole('button', { name: 'Agenda', exact: true }).tap();
    await expect.poll(() => tab.locator('.ndb-row-heading').first().textContent()).toContain('3 Nov');
    expect(await axeFindings(tab, '.ndb-browser')).toEqual([]);
    expect(opened.errors).toEqual([]);
    await opened.close();
  });
});

/** A task of each Wednesday; today is one. */
async function seriesVault(): Promise<string> {
  const vault = await openVault();
  const done = { values: ['todo', 'done'], required: true, default: 'todo' };
  await vault.run('create_table', {
    name: 'tasks',
    description: 'Work that comes again',
    filename: '{title}',
    columns: [
      column('title', 'string', { required: true }),
      column('status', 'enum', done),
      column('repeats', 'string'),
      column('due', 'date', { recurs: { rule: 'repeats', done: 'status', values: ['done'] } }),
    ],
  });
  const values = { title: 'Bins', due: '2026-11-18', repeats: 'FREQ=WEEKLY' };
  await vault.run('insert_row', { table: 'tasks', values, body: '```notedb\ntable: tasks\nlayout: calendar\n```\n' });
  return writtenVault(vault);
}

it('shows a row that comes again on its coming days, as not yet there', async () => {
  const opened = await openHome(browser, 'page', { width: 1280, vault: seriesVault });
  const { tab } = opened;
  await showLayout(opened, 'Calendar');
  await expect.poll(() => bar(tab, 'Bins').count(), SLOW).toBe(3);
  const next = tab.getByRole('button', { name: 'coming, not yet written' });
  expect(await next.first().getAttribute('aria-label')).toContain('25 Nov');
  await picture(tab, 'calendar-coming');
  expect(await axeFindings(tab, '.ndb-calendar')).toEqual([]);
  const [from, to] = [await next.first().boundingBox(), await day(tab, '27').boundingBox()];
  await tab.mouse.move((from?.x ?? 0) + 9, (from?.y ?? 0) + 9);
  await tab.mouse.down();
  await tab.mouse.move((to?.x ?? 0) + 9, (to?.y ?? 0) + 40, { steps: 4 });
  expect(await tab.locator('.ndb-is-dragging').count()).toBe(0);
  await tab.mouse.up();
  await next.first().click();
  const row = tab.getByRole('complementary', { name: 'Bins' });
  await expect.poll(() => row.locator('.ndb-block .ndb-is-coming').count(), SLOW).toBe(2);
  expect(await opened.property('Bins', 'due')).toBe('2026-11-18');
  await opened.close();
});

it('has the contrast of letters in the dark', async () => {
  const opened = await openHome(browser, 'page', { width: 1280, isDark: true });
  await showLayout(opened, 'Calendar', SETTINGS);
  await name(opened.tab, 'B').waitFor(SLOW);
  expect(await axeFindings(opened.tab, '.ndb-calendar')).toEqual([]);
  await opened.close();
});
