/**
 * The calendar in Chromium, on the page and in the app, wide and on a phone: rows are made, dragged, stretched, refused, undone; the calendar is saved,
 * and shown in a note. docs/views.md#calendars
 */

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './axe';
import { launchBrowser } from './launch';
import {
  HOMES,
  type LayoutHome,
  SLOW,
  dragByFinger,
  dragByMouse,
  expectNoSidewaysScroll,
  notice,
  openHome,
  saveView,
  showLayout,
} from './layout-home';
import { picture } from './picture';

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

describe.each(HOMES)('on the %s', (home) => {
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

it('has the contrast of letters in the dark', async () => {
  const opened = await openHome(browser, 'page', { width: 1280, isDark: true });
  await showLayout(opened, 'Calendar', SETTINGS);
  await name(opened.tab, 'B').waitFor(SLOW);
  expect(await axeFindings(opened.tab, '.ndb-calendar')).toEqual([]);
  await opened.close();
});
