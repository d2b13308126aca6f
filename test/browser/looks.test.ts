/** Places that once overlapped, came apart or stayed empty, measured in Chromium. docs/page.md#two-homes */

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { servedForAll } from './served-for-all';
import { TASKS, openPage, openTasks, unlock } from './served-page';

const all = servedForAll();

interface Box {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
}

const boxesOf = (tab: Page, selector: string): Promise<readonly Box[]> =>
  tab.locator(selector).evaluateAll((elements) =>
    elements
      .filter((element) => element.getClientRects().length > 0)
      .map((element) => {
        const { top, left, bottom, width } = element.getBoundingClientRect();
        return { top, left, bottom, width };
      }),
  );

describe('the list of tables', () => {
  const PLACES = '.ndb-sidebar-item > .ndb-table-choice:not(.ndb-is-below)';
  const areBelowEachOther = async (tab: Page): Promise<boolean> => {
    const boxes = await boxesOf(tab, PLACES);
    return boxes.length > 2 && new Set(boxes.map(({ left }) => Math.round(left))).size === 1;
  };

  it('is one column beside its table in a window of 760 pixels', async () => {
    const { tab } = await openTasks(all.browser, all.served);
    await tab.setViewportSize({ width: 760, height: 400 });
    await expect.poll(() => areBelowEachOther(tab)).toBe(true);
    expect(await tab.locator('.ndb-sidebar-open').isVisible()).toBe(false);
    await tab.context().close();
  });

  it.each([390, 580, 640, 699])('is the menu at the title in a window of %s pixels', async (width) => {
    const { tab, errors } = await openTasks(all.browser, all.served);
    await tab.setViewportSize({ width, height: 400 });
    const title = tab.locator('.ndb-sidebar-open');
    await expect.poll(() => title.textContent()).toBe('Tasks');
    expect(await boxesOf(tab, PLACES)).toEqual([]);
    await title.click();
    await expect.poll(() => areBelowEachOther(tab)).toBe(true);
    await tab.keyboard.press('Escape');
    await expect.poll(() => boxesOf(tab, PLACES)).toEqual([]);
    await title.click();
    await tab
      .getByRole('navigation', { name: 'Tables' })
      .getByRole('button', { name: /^People/ })
      .click();
    await expect.poll(() => title.textContent()).toBe('People');
    expect(await boxesOf(tab, PLACES)).toEqual([]);
    expect(errors).toEqual([]);
    await tab.context().close();
  });
});

describe('the line of summaries', () => {
  it('says what it is before anything is summed, and no notice covers it', async () => {
    const { tab } = await openTasks(all.browser, all.served);
    const first = tab.locator('.ndb-foot-cell .ndb-summary-none').first();
    await expect
      .poll(() => first.evaluate((element) => Number(getComputedStyle(element).opacity)))
      .toBeGreaterThan(0.4);
    const agent = await all.served.agent('Looker');
    await all.served.call(
      'update_rows',
      { table: 'tasks', where: { status: 'todo' }, set_values: { status: 'waiting' } },
      agent,
    );
    await tab.locator('.ndb-notice').waitFor();
    const [notice] = await boxesOf(tab, '.ndb-notice');
    const [foot] = await boxesOf(tab, '.ndb-grid-foot');
    expect(notice?.bottom).toBeLessThanOrEqual(foot?.top ?? 0);
    await tab.context().close();
  });
});

describe('the heading of a group', () => {
  it('keeps its name in sight beside the summaries of the last columns', async () => {
    const view = encodeURIComponent(JSON.stringify({ group: 'week(due)', summaries: { estimate: 'sum' } }));
    const { tab } = await openPage(all.browser, all.served.address, undefined, `${TASKS}&view=${view}`);
    await unlock(tab);
    const name = tab.locator('.ndb-group-value').first();
    await name.waitFor();
    const [before] = await boxesOf(tab, '.ndb-group-value');
    await tab.getByRole('grid').focus();
    await tab.keyboard.press('Control+Home');
    await tab.keyboard.press('ArrowDown');
    await tab.keyboard.press('End');
    await expect.poll(() => tab.locator('.ndb-scroll').evaluate((element) => element.scrollLeft)).toBeGreaterThan(200);
    const [after] = await boxesOf(tab, '.ndb-group-value');
    expect(after).toEqual(before);
    // Nothing that moved aside shows through it.
    const isOnTop = name.evaluate((element) => {
      const { left, top } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + 4, top + 8));
    });
    expect(await isOnTop).toBe(true);
    await tab.context().close();
  });
});

describe('the fields of a tool', () => {
  const heights = async (tab: Page): Promise<readonly number[]> => {
    const boxes = await boxesOf(tab, '[role=dialog] :is(select, input.ndb-input, .ndb-column-choice)');
    return [...new Set(boxes.map(({ top, bottom }) => Math.round(bottom - top)))];
  };

  it('are as high as each other, and a condition on a day has one line', async () => {
    const where = { status: { in: ['inbox', 'todo', 'doing', 'waiting'] }, due: { lt: '{today}' } };
    const view = encodeURIComponent(JSON.stringify({ where, group: 'week(due)' }));
    const { tab } = await openPage(all.browser, all.served.address, undefined, `${TASKS}&view=${view}`);
    await unlock(tab);
    const tool = (name: string | RegExp) => tab.getByRole('toolbar').getByRole('button', { name });
    await tool('Due').click();
    await tab.getByLabel('One group for each').waitFor();
    expect(await heights(tab)).toEqual([28]);
    await tab.keyboard.press('Escape');
    await tool(/^Filter/).click();
    await tab.getByLabel('Due: comparison').waitFor();
    expect(await heights(tab)).toEqual([28]);
    const [day] = await boxesOf(tab, '[aria-label="Due: comparison"]');
    const [compare] = await boxesOf(tab, '.ndb-filter-compare');
    expect(compare?.bottom).toBeLessThan((day?.bottom ?? 0) + 8);
    await tab.context().close();
  });
});

describe('the panel of a row', () => {
  it.each([900, 1280])('keeps each label out of its value in a window of %s pixels', async (width) => {
    const { tab } = await openPage(all.browser, all.served.address, undefined, TASKS.replace('tasks', 'people'));
    await unlock(tab);
    await tab.setViewportSize({ width, height: 800 });
    await tab.locator('.ndb-row .ndb-cell').first().click();
    await tab.keyboard.press('Space');
    const names = tab.locator('.ndb-panel .ndb-property-name');
    await expect.poll(() => names.count()).toBeGreaterThan(3);
    const tooLong = (): Promise<readonly (string | null)[]> =>
      names.evaluateAll((elements) =>
        elements.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
      );
    expect(await tooLong()).toEqual([]);
    // One column of labels, one of values; a label of two words has one line.
    const [labels, values] = await Promise.all([
      boxesOf(tab, '.ndb-panel .ndb-property-name'),
      boxesOf(tab, '.ndb-panel .ndb-property-value'),
    ]);
    expect(new Set(labels.map((box) => box.width))).toEqual(new Set([120]));
    expect(new Set(values.map(({ left }) => left)).size).toBe(1);
    expect(Math.max(...labels.map(({ top, bottom }) => bottom - top))).toBeLessThan(40);
    // The list of tables is beside the table, so that the toolbar keeps its title.
    const [title] = await boxesOf(tab, '.ndb-toolbar .ndb-tool-text');
    expect(title?.width).toBeGreaterThan(20);
    const [path] = await boxesOf(tab, '.ndb-panel-path');
    const [tabs] = await boxesOf(tab, '.ndb-panel .ndb-tabs');
    expect(path?.top).toBeGreaterThan(tabs?.bottom ?? Infinity);
    await tab.context().close();
  });
});
