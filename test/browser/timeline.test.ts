/**
 * The timeline in Chromium, on the page and in the app, wide and on a phone: rows are made, dragged, stretched, refused, undone; it is saved, and shown
 * in a note. docs/views.md#timelines
 */

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './axe';
import { launchBrowser } from './launch';
import {
  type LayoutHome,
  SLOW,
  dragByFinger,
  expectNoSidewaysScroll,
  middleOf,
  notice,
  openHome,
  saveView,
  showLayout,
} from './layout-home';
import { picture } from './picture';
import { usualHomes } from './screens';

const BLOCK = 'columns: [title]\nlayout: timeline\ntimeline: { date: due, end: until, after: after }';
const SETTINGS = { Date: 'Due', End: 'Until', Done: 'Status', After: 'After' };
/** A day in weeks. */
const DAY = 16;

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser.close());

const bar = (place: Page | Locator, title: string): Locator =>
  place.locator('.ndb-dated').filter({ hasText: new RegExp(`^${title}$`) });
const name = (place: Page | Locator, title: string): Locator => bar(place, title).getByRole('button');
const end = (place: Page | Locator, title: string): Locator => bar(place, title).locator('[data-grip=end]');
const isDragged = (tab: Page) => () => tab.locator('.ndb-is-dragged').first().waitFor(SLOW);

async function expectDays(home: LayoutHome, title: string, due: string, until = ''): Promise<void> {
  const days = async (): Promise<readonly string[]> => [
    await home.property(title, 'due'),
    await home.property(title, 'until'),
  ];
  await expect.poll(days, SLOW).toEqual([`2026-11-${due}`, until === '' ? '' : `2026-11-${until}`]);
}

/** By so many days, with the mouse. */
async function dragDays(tab: Page, from: Locator, days: number): Promise<void> {
  const { x, y } = await middleOf(from);
  await tab.mouse.move(x, y);
  await tab.mouse.down();
  await tab.mouse.move(x + 6, y, { steps: 2 });
  await tab.mouse.move(x + days * DAY, y, { steps: 4 });
  await isDragged(tab)();
  await tab.mouse.up();
}

describe.each(usualHomes('page'))('on the %s', (home) => {
  it('rows are dragged and stretched by the mouse, refused, undone, made and moved by keys; it is saved, and in a note', async () => {
    const opened = await openHome(browser, home, { width: 1280, block: BLOCK });
    const { tab } = opened;
    await showLayout(opened, 'Timeline', SETTINGS);
    await name(tab, 'A').waitFor(SLOW);
    expect(await name(tab, 'A').getAttribute('aria-label')).toContain('overdue');
    expect(await name(tab, 'B').getAttribute('aria-label')).toContain('after A');
    await expect.poll(() => tab.locator('.ndb-time-links path').count()).toBe(1);
    // C is of today: its bar lies on the line of today.
    const [today, mark] = [await middleOf(bar(tab, 'C')), await tab.locator('.ndb-time-today').boundingBox()];
    expect(Math.abs(today.x - (mark?.x ?? 0))).toBeLessThanOrEqual(2);
    await picture(tab, `timeline-${home}`);
    await dragDays(tab, bar(tab, 'C'), 2);
    await expectDays(opened, 'C', '20');
    await expect.poll(() => notice(opened).textContent()).toContain('20 Nov');
    await dragDays(tab, end(tab, 'A'), 6);
    await expectDays(opened, 'A', '10', '18');
    await expect.poll(() => name(tab, 'B').getAttribute('aria-label')).toContain('begins before A ends');

    await dragDays(tab, end(tab, 'B'), 5);
    await tab.getByRole('alert').filter({ hasText: 'ends_early' }).waitFor(SLOW);
    await picture(tab, `timeline-refused-${home}`);
    expect(await axeFindings(tab, '.ndb-timeline')).toEqual([]);
    await tab.getByRole('button', { name: 'Leave Until as it is' }).click();
    await expectDays(opened, 'B', '17', '24');
    await tab.keyboard.press('Control+z');
    await expectDays(opened, 'A', '10', '12');

    // From the side to the bar of the 20th, which has one day.
    const [shelf, target] = [await middleOf(bar(tab, 'D')), await middleOf(bar(tab, 'C'))];
    await tab.mouse.move(shelf.x, shelf.y);
    await tab.mouse.down();
    await tab.mouse.move(shelf.x - 8, shelf.y, { steps: 2 });
    await tab.mouse.move(target.x, target.y + 80, { steps: 4 });
    await tab.locator('.ndb-time-mark').waitFor(SLOW);
    await tab.mouse.up();
    await expectDays(opened, 'D', '20');

    await tab.getByRole('button', { name: 'New', exact: true }).click();
    await tab.getByLabel('Title of the new row on').fill('New');
    await tab.keyboard.press('Enter');
    await name(tab, 'New').waitFor(SLOW);
    await tab.keyboard.press('Escape');
    await expectDays(opened, 'New', '18');
    await tab.locator('.ndb-pane-undo').click(SLOW);
    await expect.poll(() => bar(tab, 'New').count()).toBe(0);

    await name(tab, 'D').focus();
    await tab.keyboard.press('Shift+ArrowLeft');
    await expectDays(opened, 'D', '13');
    await expect.poll(() => tab.evaluate(() => document.activeElement?.textContent)).toBe('D');
    await tab.keyboard.press('Alt+Shift+ArrowRight');
    await expectDays(opened, 'D', '13', '20');
    await tab.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => tab.locator('.ndb-time-scale').textContent()).toBe('Days');
    await saveView(opened, 'By time');
    await tab.getByRole('group', { name: 'By time' }).first().waitFor(SLOW);

    const block = await opened.openNote(name(tab, 'A'));
    await name(block, 'C').focus();
    await block.page().keyboard.press('Shift+ArrowLeft');
    await expectDays(opened, 'C', '13');
    await expect.poll(() => block.locator('.ndb-block-foot').textContent()).toContain('13 Nov');
    expect(await axeFindings(tab, '.ndb-block .ndb-timeline')).toEqual([]);
    expect(opened.errors).toEqual([]);
    await opened.close();
  });
});

describe.each(usualHomes('app'))('on the %s', (home) => {
  it('rows are dragged by a finger at 390 px, and moved by their menu', async () => {
    const opened = await openHome(browser, home, { width: 390 });
    const { tab } = opened;
    await showLayout(opened, 'Timeline', SETTINGS);
    await dragByFinger(tab, [bar(tab, 'A'), end(tab, 'A')], isDragged(tab));
    // At the edge of the days, from which it is dragged away.
    await expectDays(opened, 'A', '12', '14');
    await tab.getByRole('button', { name: 'Menu of C' }).tap();
    await tab.getByRole('menuitem', { name: 'Move a week later' }).tap();
    await expectDays(opened, 'C', '25');
    expect(await axeFindings(tab, '.ndb-browser')).toEqual([]);
    await expectNoSidewaysScroll(tab, 390);
    await tab.getByRole('button', { name: 'Today' }).tap();
    await picture(tab, `timeline-phone-${home}`);
    expect(opened.errors).toEqual([]);
    await opened.close();
  });
});

it('has the contrast of letters in the dark', async () => {
  const opened = await openHome(browser, 'page', { width: 1280, isDark: true });
  await showLayout(opened, 'Timeline', SETTINGS);
  await name(opened.tab, 'B').waitFor(SLOW);
  await picture(opened.tab, 'timeline-dark-page');
  expect(await axeFindings(opened.tab, '.ndb-timeline')).toEqual([]);
  await opened.close();
});

it('has groups by a column: a drop into another one writes its value', async () => {
  const opened = await openHome(browser, 'page', { width: 1280 });
  const { tab } = opened;
  const view = { group: 'status', layout: 'timeline', timeline: { date: 'due', end: 'until', after: 'after' } };
  await tab.evaluate(
    (hash) => void (location.hash = hash),
    `#table=main.default.tasks&view=${encodeURIComponent(JSON.stringify(view))}`,
  );
  await bar(tab, 'C').waitFor(SLOW);
  await picture(tab, 'timeline-groups-page');
  const [from, to] = [await middleOf(bar(tab, 'C')), await middleOf(bar(tab, 'A'))];
  await tab.mouse.move(from.x, from.y);
  await tab.mouse.down();
  await tab.mouse.move(from.x, from.y - 8, { steps: 2 });
  await tab.mouse.move(from.x, to.y, { steps: 6 });
  await isDragged(tab)();
  await tab.mouse.up();
  await expect.poll(() => opened.property('C', 'status'), SLOW).toBe('todo');
  await expectDays(opened, 'C', '18');
  expect(await axeFindings(tab, '.ndb-timeline')).toEqual([]);
  await tab.locator('.ndb-pane-undo').click(SLOW);
  await expect.poll(() => opened.property('C', 'status'), SLOW).toBe('done');
  expect(opened.errors).toEqual([]);
  await opened.close();
});
