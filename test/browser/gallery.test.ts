/** The gallery in Chromium, on the page and in the app, wide and on a phone: pictures, a new row, a saved view, a note with it. docs/views.md#cards */

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './axe';
import { keyboard } from './hand';
import { launchBrowser } from './launch';
import { SLOW, expectFactsCounted, expectNoSidewaysScroll, openHome, saveView, showLayout } from './layout-home';
import { picture } from './picture';
import { usualHomes } from './screens';

const BLOCK = 'columns: [title, status]\nlayout: cards\ncards: { picture: cover, size: small }';

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser.close());

function card(place: Page | Locator, title: string): Locator {
  const tab = 'goto' in place ? place : place.page();
  return place.locator('.ndb-row-line').filter({
    has: tab.locator('.ndb-row-name', { hasText: new RegExp(`^${title}$`) }),
  });
}
const opener = (place: Page | Locator, title: string): Locator => card(place, title).locator('.ndb-row-name');
/** Pixels of the picture itself; 0 until it is there. */
const widthOf = (image: Locator) => (): Promise<number> =>
  image.evaluate((element) => (element as HTMLImageElement).naturalWidth);

describe.each(usualHomes('page'))('on the %s', (home) => {
  it('rows have pictures of a column or of their note; it is saved, and in a note', async () => {
    const opened = await openHome(browser, home, { width: 1280, block: BLOCK });
    const { tab } = opened;
    await showLayout(opened, 'Gallery', { Picture: 'Cover' });
    await expect.poll(widthOf(card(tab, 'A').locator('img')), SLOW).toBe(64);
    await card(tab, 'C').getByText('gone.png is not shown.').waitFor(SLOW);
    expect(await card(tab, 'D').locator('img, p').count()).toBe(0);
    expect(await axeFindings(tab, '.ndb-pane-rows')).toEqual([]);
    await picture(tab, `gallery-${home}`);

    await showLayout(opened, 'Gallery', {
      Picture: 'The first picture of the note',
      Size: 'Large',
      Fit: 'Show all of it',
    });
    await expect.poll(widthOf(card(tab, 'B').locator('img')), SLOW).toBe(64);
    expect(
      await card(tab, 'B')
        .locator('img')
        .evaluate((image) => getComputedStyle(image).objectFit),
    ).toBe('contain');
    await saveView(opened, 'With pictures');
    await tab.getByRole('list', { name: 'With pictures' }).waitFor(SLOW);

    await tab.getByRole('button', { name: 'New', exact: true }).click();
    await tab.keyboard.type('Fresh');
    await tab.keyboard.press('Enter');
    await expect.poll(() => opened.property('Fresh', 'status'), SLOW).toBe('todo');
    // The grid in which it was typed gives way to the gallery once the cursor leaves the row.
    await tab.keyboard.press('ArrowUp');
    await card(tab, 'Fresh').waitFor(SLOW);
    await tab.locator('.ndb-pane-undo').click(SLOW);
    await expect.poll(() => card(tab, 'Fresh').count()).toBe(0);

    const block = await opened.openNote(opener(tab, 'A'));
    await expect.poll(widthOf(card(block, 'A').locator('img')), SLOW).toBe(64);
    expect(opened.errors).toEqual([]);
    await opened.close();
  });
});

describe.each(usualHomes('app'))('on the %s', (home) => {
  it('a row is opened by the keyboard alone, at 390 px', async () => {
    const opened = await openHome(browser, home, { width: 390 });
    const { tab } = opened;
    // The list that a phone shows first has one line of facts.
    await opened.edit('A', (text) => text.replace('status: todo', `status: todo\nrepeats: ${'long '.repeat(9)}`));
    await expectFactsCounted(tab);
    await showLayout(opened, 'Gallery', { Picture: 'Cover' });
    await expect.poll(widthOf(card(tab, 'A').locator('img')), SLOW).toBe(64);
    expect(await axeFindings(tab, '.ndb-browser')).toEqual([]);
    await expectNoSidewaysScroll(tab, 390);
    await picture(tab, `gallery-phone-${home}`);
    await keyboard(tab).press(opener(tab, 'B'));
    await tab.getByRole('complementary', { name: 'B' }).waitFor(SLOW);
    expect(opened.errors).toEqual([]);
    await opened.close();
  });
});

it('has the contrast of letters in the dark', async () => {
  const opened = await openHome(browser, 'page', { width: 1280, isDark: true });
  await showLayout(opened, 'Gallery', { Picture: 'Cover' });
  await card(opened.tab, 'C').getByText('gone.png is not shown.').waitFor(SLOW);
  expect(await axeFindings(opened.tab, '.ndb-pane-rows')).toEqual([]);
  await opened.close();
});
