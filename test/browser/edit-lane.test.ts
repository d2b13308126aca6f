/** Typing into the grid at the speed of people, on disks of any speed: each value lands in its cell, whatever is still being written. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTables } from './app-page';
import { launchBrowser } from './launch';
import { picture } from './picture';
import type { TypingPage } from './typing-page';
import { openTypingPage, rowName, type, typeInOneTask } from './typing-page';
import { isDeep } from '../deep';

const PAUSES = isDeep ? [0, 30, 60, 100, 150] : [0, 60, 150];
const DISKS = isDeep ? [0, 20, 150] : [0, 150];
const MARK = 1;
const patient = { timeout: 60_000 };

let browser: Browser;
let page: TypingPage;
/** Each case has rows that no other one touches. */
let nextRow = 1;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await openTypingPage(browser, { width: 1280, height: 800, isDark: false });
});
afterAll(async () => {
  expect(page.errors).toEqual([]);
  await page.close();
  await browser.close();
});

/** Names of rows that follow each other. */
function takeRows(count: number): readonly [string, ...string[]] {
  const names = Array.from({ length: count }, (_, index) => rowName(nextRow + index));
  nextRow += count;
  return names as [string, ...string[]];
}

const storedIn = (rows: readonly string[], column = 'mark'): Promise<(string | null)[]> =>
  Promise.all(rows.map((row) => page.stored(row, column)));

/** Selects a cell as a person does, without editing it. */
async function select(row: string, column: number): Promise<void> {
  await page.reveal(row);
  await page.cell(row, column).click();
}

const onDisk = (delay: number): void => void (page.disk.delay = delay);

describe.each(DISKS)('on a disk that takes %i ms', (delay) => {
  beforeAll(() => onDisk(delay));

  it.each(PAUSES)('11⏎22⏎33⏎ with %i ms between the keys fills three rows', async (pause) => {
    const rows = takeRows(3);
    await select(rows[0], MARK);
    await type(page.tab, '11⏎22⏎33⏎', pause);
    await expect.poll(() => storedIn([...rows, rowName(nextRow)]), patient).toEqual(['11', '22', '33', null]);
  });

  it('5⏎6⏎7⏎8⏎ in one task fills four rows', async () => {
    const rows = takeRows(4);
    await select(rows[0], MARK);
    await typeInOneTask(page.tab, '5⏎6⏎7⏎8⏎');
    await expect.poll(() => storedIn(rows), patient).toEqual(['5', '6', '7', '8']);
  });

  it('writes into the row that was clicked, while the row edited before is written', async () => {
    const rows = takeRows(3);
    await select(rows[0], MARK);
    await type(page.tab, '4', 0);
    await select(rows[2] ?? '', MARK);
    await page.tab.waitForTimeout(300);
    await type(page.tab, '9⏎', 0);
    await expect.poll(() => storedIn(rows), patient).toEqual(['4', null, '9']);
  });
});

describe('the writes of a row', () => {
  beforeAll(() => onDisk(150));

  it('follow each other', async () => {
    const rows = takeRows(2);
    await select(rows[0], MARK);
    await type(page.tab, '1⇥far⏎', 0);
    await expect.poll(() => storedIn(rows), patient).toEqual(['1', null]);
    await expect.poll(() => storedIn(rows, 'remark'), patient).toEqual(['far', null]);
  });

  it('end with the last value of a cell, and each can be taken back', async () => {
    const rows = takeRows(2);
    await select(rows[0], MARK);
    await type(page.tab, '2⏎↑3⏎', 30);
    await expect.poll(() => storedIn(rows), patient).toEqual(['3', null]);
    await type(page.tab, '⤺', 0);
    await expect.poll(() => storedIn(rows), patient).toEqual(['2', null]);
    await type(page.tab, '⤺', 0);
    await expect.poll(() => storedIn(rows), patient).toEqual([null, null]);
  });
});

describe('a refused value', () => {
  beforeAll(() => onDisk(20));

  it('stays at its cell with its reason and stops no other row, until it is corrected', async () => {
    const rows = takeRows(2);
    await select(rows[0], MARK);
    await type(page.tab, '500⏎7⏎', 30);
    await expect.poll(() => storedIn(rows), patient).toEqual([null, '7']);
    const refused = page.cell(rows[0], MARK);
    expect(await refused.locator('.ndb-value').textContent()).toBe('500');
    expect(await refused.getAttribute('aria-invalid')).toBe('true');
    await select(rows[0], MARK);
    const reason = page.tab.locator('.ndb-floating .ndb-problem');
    expect(await reason.isVisible()).toBe(true);
    expect(await reason.textContent()).toContain('above the maximum 100');
    await type(page.tab, '⏎', 0);
    expect(await page.tab.getByLabel('Mark', { exact: true }).inputValue()).toBe('500');
    await type(page.tab, '50⏎', 0);
    await expect.poll(() => storedIn(rows), patient).toEqual(['50', '7']);
    await expect.poll(() => refused.getAttribute('aria-invalid'), patient).toBe(null);
  });

  it('is given up with Escape', async () => {
    const rows = takeRows(1);
    await select(rows[0], MARK);
    await type(page.tab, '600⏎', 0);
    const refused = page.cell(rows[0], MARK);
    await expect.poll(() => refused.getAttribute('aria-invalid'), patient).toBe('true');
    await select(rows[0], MARK);
    await type(page.tab, '⎋', 0);
    expect(await refused.textContent()).toBe('');
    expect(await page.tab.locator('.ndb-floating').count()).toBe(0);
    expect(await storedIn(rows)).toEqual([null]);
  });
});

it('keeps an undo that is refused, says why, and takes no older edit back for it', async () => {
  onDisk(20);
  const rows = takeRows(2);
  await select(rows[0], MARK);
  await type(page.tab, '1⏎2⏎', 0);
  await expect.poll(() => storedIn(rows), patient).toEqual(['1', '2']);
  await page.editOutside(rows[1] ?? '', 'remark', 'theirs');
  const news = page.tab.locator('.ndb-pane-notice.ndb-is-refused');
  for (const undo of ['⤺', '⤺']) {
    await type(page.tab, undo, 0);
    await expect.poll(() => news.textContent(), patient).toContain('changed since');
    await page.tab.waitForTimeout(200);
    expect(await storedIn(rows)).toEqual(['1', '2']);
  }
  await page.tab.getByRole('button', { name: 'Keep this change' }).click();
  await page.tab.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => storedIn(rows), patient).toEqual([null, '2']);
});

it('goes to the next row as shown while rows are sorted by the edited column', async () => {
  onDisk(20);
  const shown = (): Promise<string[]> =>
    page.tab.locator('.ndb-row .ndb-cell.ndb-is-pinned .ndb-value').allTextContents();
  await openTables(page.tab, 'Ranks');
  await page.tab.getByRole('button', { name: 'Rank', exact: true }).click();
  await page.tab.locator('[aria-sort=ascending]').waitFor();
  await select('Ant', 1);
  await type(page.tab, '35⏎', 60);
  await expect.poll(() => page.stored('Ant', 'rank'), patient).toBe('35');
  await page.tab.waitForTimeout(200);
  await type(page.tab, '25⏎', 60);
  await expect.poll(() => storedIn(['Ant', 'Bee', 'Cat', 'Dog'], 'rank'), patient).toEqual(['35', '25', '30', '40']);
  expect((await shown()).slice(0, 4)).toEqual(['Ant', 'Bee', 'Cat', 'Dog']);
  await page.tab.getByRole('button', { name: '1 row would move' }).click();
  await expect.poll(shown, patient).toEqual(['Bee', 'Cat', 'Ant', 'Dog', 'Eel', 'Fox']);
});

it.each(['light', 'dark'])('shows in the %s theme what is on its way and what is refused', async (theme) => {
  onDisk(0);
  await openTables(page.tab, 'Marks');
  await page.tab.evaluate((name) => {
    document.body.classList.remove('theme-light', 'theme-dark');
    document.body.classList.add(`theme-${name}`);
  }, theme);
  const [near, wrong] = takeRows(2);
  const refused = page.cell(wrong ?? '', MARK);
  await select(wrong ?? '', MARK);
  await type(page.tab, '500⏎', 0);
  await expect.poll(() => refused.getAttribute('aria-invalid'), patient).toBe('true');
  const release = page.disk.hold();
  await select(near, MARK);
  await type(page.tab, '41⇥slow disk⏎', 0);
  await select(wrong ?? '', MARK);
  const pending = page.cell(near, MARK);
  const opacity = (): Promise<string> => pending.locator('.ndb-value').evaluate((el) => getComputedStyle(el).opacity);
  await expect.poll(opacity, patient).toBe('0.6');
  await picture(page.tab, `typing-1280-${theme}`);
  release();
  await expect.poll(() => storedIn([near], 'remark'), patient).toEqual(['slow disk']);
  await expect.poll(opacity, patient).toBe('1');
});

describe('what is under way', () => {
  beforeAll(() => onDisk(150));

  it('is written when another table is shown, also what stands in an open field', async () => {
    await openTables(page.tab, 'Marks');
    const rows = takeRows(3);
    await select(rows[0], MARK);
    await type(page.tab, '8⏎900⏎9', 0);
    await openTables(page.tab, 'Ranks');
    await expect.poll(() => storedIn(rows), patient).toEqual(['8', null, '9']);
    await expect
      .poll(() => page.tab.locator('.ndb-pane-notice').textContent(), patient)
      .toContain('was not changed to "900"');
    await openTables(page.tab, 'Marks');
    expect(await page.cell(rows[1] ?? '', MARK).getAttribute('aria-invalid')).toBe('true');
  });

  it('is written when the view is closed, and what is refused is told', async () => {
    const rows = takeRows(3);
    await select(rows[0], MARK);
    await type(page.tab, '3⏎800⏎4', 0);
    await page.tab.evaluate(() => window.testApp.core.workspace.getLeavesOfType('notedb-tables')[0]?.detach());
    await expect.poll(() => storedIn(rows), patient).toEqual(['3', null, '4']);
    const notices = page.tab.locator('.notice-message');
    await expect.poll(() => notices.allTextContents(), patient).toContainEqual(expect.stringContaining('"800"'));
  });
});
