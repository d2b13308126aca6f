/** The chart in Chromium, on the page and in the app, wide and on a phone: its kinds, a write from elsewhere, a saved view, a note with it. docs/views.md#charts */

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './axe';
import { keyboard } from './hand';
import { launchBrowser } from './launch';
import { SLOW, expectNoSidewaysScroll, openHome, saveView, showLayout } from './layout-home';
import { picture } from './picture';
import { usualHomes } from './screens';

const BLOCK = 'layout: chart\nchart: { kind: pie, value: hours }\ngroup: status';

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser.close());

/** As readers of the screen have them. */
const values = (place: Page | Locator) => (): Promise<readonly string[]> =>
  place
    .locator('.ndb-chart tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent).join(' ')));

const DRAWINGS = { Bars: '.ndb-chart-bar', Line: '.ndb-line-stroke', Area: '.ndb-line-area', Pie: 'circle' };

describe.each(usualHomes('page'))('on the %s', (home) => {
  it('numbers of groups are drawn in each way, follow a write, are saved, and in a note', async () => {
    const opened = await openHome(browser, home, { width: 1280, block: BLOCK });
    const { tab } = opened;
    for (const [kind, drawn] of Object.entries(DRAWINGS)) {
      await showLayout(opened, 'Chart', { Draws: kind, Of: 'Hours' });
      await tab.locator(`.ndb-chart-plot ${drawn}`).first().waitFor(SLOW);
      await expect.poll(values(tab), SLOW).toEqual(['todo 3', 'doing 3', 'done 5']);
      expect(await axeFindings(tab, '.ndb-chart')).toEqual([]);
      await picture(tab, `chart-${kind.toLowerCase()}-${home}`);
    }
    await opened.edit('D', (text) => text.replace('hours: 1', 'hours: 7'));
    await expect.poll(values(tab), SLOW).toEqual(['todo 9', 'doing 3', 'done 5']);
    await saveView(opened, 'Hours by status');
    await tab.getByRole('table', { name: 'Hours by status' }).waitFor({ ...SLOW, state: 'attached' });

    await showLayout(opened, 'List');
    const block = await opened.openNote(tab.locator('.ndb-row-name', { hasText: /^A$/ }));
    await expect.poll(values(block), SLOW).toEqual(['todo 9', 'doing 3', 'done 5']);
    await block.locator('circle').first().waitFor(SLOW);
    expect(opened.errors).toEqual([]);
    await opened.close();
  });
});

describe.each(usualHomes('app'))('on the %s', (home) => {
  it('is chosen by the keyboard alone, at 390 px', async () => {
    const opened = await openHome(browser, home, { width: 390 });
    const { tab } = opened;
    const keys = keyboard(tab);
    await keys.press(tab.locator('button[title=View]'));
    const tool = tab.getByRole('dialog');
    await keys.press(tool.getByRole('button', { name: 'Chart', exact: true }));
    await keys.press(tool.getByRole('button', { name: 'Number', exact: true }));
    await tab.keyboard.press('Escape');
    await expect.poll(() => tab.locator('.ndb-chart-number').textContent(), SLOW).toBe('4');
    expect(await axeFindings(tab, '.ndb-browser')).toEqual([]);
    await expectNoSidewaysScroll(tab, 390);
    await showLayout(opened, 'Chart', { Draws: 'Bars' });
    await tab.locator('.ndb-chart-bar').first().waitFor(SLOW);
    await expectNoSidewaysScroll(tab, 390);
    await picture(tab, `chart-phone-${home}`);
    expect(opened.errors).toEqual([]);
    await opened.close();
  });
});

it('has the contrast of letters in the dark', async () => {
  const opened = await openHome(browser, 'page', { width: 1280, isDark: true });
  await showLayout(opened, 'Chart', { Draws: 'Pie' });
  await opened.tab.locator('circle').first().waitFor(SLOW);
  expect(await axeFindings(opened.tab, '.ndb-chart')).toEqual([]);
  await opened.close();
});
