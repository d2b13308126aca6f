/** The grid of a large table in Chromium: its window, its cursor, what floats at its edges, and how its values are typed. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTables } from './app-page';
import { launchBrowser } from './launch';
import { type WidePage, openWidePage, wideName } from './wide-page';

const patient = { timeout: 60_000 };
const SCREEN = { width: 1280, height: 800, isDark: false };
let browser: Browser;
let page: WidePage;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await openWidePage(browser, SCREEN, { rows: 300 });
  page.tab.setDefaultTimeout(8000);
});
afterAll(async () => {
  expect(page.errors).toEqual([]);
  await page.close();
  await browser.close();
});

/** Back to the first cell, with the keyboard in the grid. */
async function start(): Promise<void> {
  await page.grid.focus();
  await page.tab.keyboard.press('Escape');
  await page.tab.keyboard.press('Control+Home');
  expect(await page.place()).toBe('0:0');
}

const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.tab.keyboard.press(key);
};

/** Whether the cell of the cursor is seen whole: inside the window, beside what is pinned, below the header. */
const isCursorSeen = (): Promise<boolean> =>
  page.tab.evaluate(() => {
    const cell = document.querySelector('.ndb-is-active');
    const scroll = document.querySelector('.ndb-scroll');
    if (cell === null || scroll === null) return false;
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const corners = [
      [left + 2, y],
      [right - 2, y],
      [x, top + 2],
      [x, bottom - 2],
    ];
    return corners.every(([atX, atY]) => cell.contains(document.elementFromPoint(atX ?? 0, atY ?? 0)));
  });

describe('the window', () => {
  it('draws each cell once when its table is shown', async () => {
    await page.tab.getByRole('navigation', { name: 'Tables' }).getByRole('button', { name: 'Empty' }).click();
    await page.tab.getByText('No rows yet').waitFor();
    await page.tab.evaluate(() => {
      const cells = new Set<Element>();
      new MutationObserver((records) => {
        for (const { addedNodes } of records) {
          for (const node of addedNodes) {
            if (!(node instanceof Element)) continue;
            for (const cell of [node, ...node.querySelectorAll('.ndb-cell')])
              if (cell.matches('.ndb-cell')) cells.add(cell);
          }
        }
      }).observe(document.body, { childList: true, subtree: true });
      Object.assign(window, { drawnCells: cells });
    });
    await openTables(page.tab, 'Wide');
    await expect.poll(() => page.tab.locator('.ndb-cell').count(), patient).toBeGreaterThan(100);
    const gone = await page.tab.evaluate(() => {
      const { drawnCells } = window as unknown as { readonly drawnCells: ReadonlySet<Element> };
      return [...drawnCells].filter((cell) => !cell.isConnected).length;
    });
    expect(gone).toBe(0);
  });

  it('holds at most sixty rows and the columns in sight, wherever it is', async () => {
    await start();
    for (const keys of [['Control+Home'], ['Control+End'], ['PageUp', 'PageUp'], ['Control+Home']]) {
      await press(...keys);
      await expect.poll(() => page.tab.locator('.ndb-row:not(.ndb-is-unread)').count(), patient).toBeGreaterThan(15);
      expect(await page.tab.locator('.ndb-row').count()).toBeLessThanOrEqual(60);
      expect(await page.tab.locator('.ndb-head').count()).toBeLessThanOrEqual(14);
    }
    expect(await page.grid.getAttribute('aria-rowcount')).toBe('301');
    expect(await page.grid.getAttribute('aria-colcount')).toBe('30');
  });

  it('shows the last row without asking for more', async () => {
    await start();
    await press('Control+ArrowDown');
    await expect.poll(() => page.current().textContent(), patient).toContain(wideName(299));
  });
});

describe('the cursor', () => {
  it('is seen after a click, also while the keyboard is elsewhere', async () => {
    await start();
    await page.tab.getByRole('gridcell', { name: wideName(3) }).click();
    const outline = (): Promise<string> =>
      page.current().evaluate((el) => getComputedStyle(el, '::after').borderTopWidth);
    expect(await outline()).toBe('2px');
    await page.tab.getByRole('searchbox').focus();
    expect(await outline()).toBe('2px');
  });

  it('comes to no place under the pinned column or outside the window', async () => {
    await start();
    await press('End');
    for (let step = 0; step < 29; step += 1) {
      expect(await isCursorSeen(), await page.place()).toBe(true);
      await press('ArrowLeft');
    }
    expect(await page.place()).toBe('0:0');
    for (const key of ['PageDown', 'PageDown', 'ArrowUp', 'PageUp', 'Control+End', 'Control+Home']) {
      await press(key);
      await expect.poll(isCursorSeen, { ...patient, message: key }).toBe(true);
    }
  });

  it('loses no quick arrow', async () => {
    await start();
    await page.tab.evaluate(() => {
      const keys = ['End', 'ArrowDown', ...Array.from({ length: 8 }, () => 'ArrowLeft')];
      for (const key of keys) {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      }
    });
    expect(await page.place()).toBe('1:21');
  });

  it('goes with Tab from row to row, and out of the grid after Escape', async () => {
    await start();
    await press('End', 'Tab');
    expect(await page.place()).toBe('1:0');
    await press('Shift+Tab');
    expect(await page.place()).toBe('0:29');
    await press('Escape', 'Tab');
    expect(await page.grid.evaluate((el) => el === document.activeElement)).toBe(false);
  });

  it('draws only its rows when an arrow is pressed', async () => {
    await start();
    const changed = await page.tab.evaluate(async () => {
      const grid = document.querySelector('[role=grid]') as HTMLElement;
      const rows = new Set<Element>();
      const observer = new MutationObserver((records) => {
        for (const { target } of records) {
          const row = (target instanceof Element ? target : target.parentElement)?.closest('.ndb-row');
          if (row) rows.add(row);
        }
      });
      observer.observe(grid, { subtree: true, childList: true, attributes: true, characterData: true });
      for (let step = 0; step < 10; step += 1) {
        grid.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }));
        await Promise.resolve();
      }
      await new Promise((resolve) => requestAnimationFrame(resolve));
      observer.disconnect();
      return rows.size;
    });
    expect(changed).toBeLessThanOrEqual(11);
  });
});

describe('what floats', () => {
  const isInside = async (): Promise<boolean> => {
    const box = await page.tab.locator('.ndb-floating').boundingBox();
    if (box === null) return false;
    return box.x >= 0 && box.y >= 0 && box.x + box.width <= SCREEN.width && box.y + box.height <= SCREEN.height;
  };

  it('is seen whole at the right edge and at the bottom', async () => {
    await start();
    await press('End', 'Enter');
    await expect.poll(isInside, patient).toBe(true);
    await press('Escape', 'Control+End', 'Enter');
    await expect.poll(isInside, patient).toBe(true);
    await press('Escape');
    // The month of a day is the highest of all.
    await press('Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter');
    await expect.poll(isInside, patient).toBe(true);
    await press('Escape');
    expect(await page.tab.locator('.ndb-floating').count()).toBe(0);
  });

  it('shows the reason of a refusal in the last row', async () => {
    await start();
    await press('Control+ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await press('5', '0', '0', 'Control+Enter');
    await expect.poll(() => page.tab.locator('.ndb-floating').textContent(), patient).toContain('above the maximum');
    await expect.poll(isInside, patient).toBe(true);
    await press('Escape');
    expect(await page.tab.locator('.ndb-floating').count()).toBe(0);
  });
});

describe('typing', () => {
  /** To a column of the row that is given. */
  async function goTo(row: number, column: number): Promise<void> {
    await start();
    for (let at = 0; at < row; at += 1) await press('ArrowDown');
    for (let at = 0; at < column; at += 1) await press('ArrowRight');
  }

  it('a letter on a choice finds it', async () => {
    await goTo(10, 1);
    await press('d', 'o', 'n', 'Enter');
    await expect.poll(() => page.stored(10, 'status'), patient).toBe('done');
    expect(await page.place()).toBe('11:1');
  });

  it('words on a day are a day', async () => {
    await goTo(11, 3);
    await page.tab.keyboard.type('24 dec 2026');
    await press('Enter');
    await expect.poll(() => page.stored(11, 'due'), patient).toBe('2026-12-24');
  });

  it('a day is picked from the month', async () => {
    await goTo(12, 3);
    await page.tab.keyboard.type('2026-12-01');
    await page.tab.getByRole('button', { name: /24 December 2026/ }).click();
    await expect.poll(() => page.stored(12, 'due'), patient).toBe('2026-12-24');
  });

  it('Shift and Enter make a line in a text', async () => {
    await goTo(13, 4);
    await page.tab.keyboard.type('one');
    await press('Shift+Enter');
    await page.tab.keyboard.type('two');
    await press('Enter');
    await expect.poll(() => page.stored(13, 'text'), patient).toBe('"one\\ntwo"');
  });

  it('no form of programs is a number', async () => {
    await goTo(14, 5);
    await page.tab.keyboard.type('0x7d1');
    await press('Control+Enter');
    await expect
      .poll(() => page.tab.locator('.ndb-floating').textContent(), patient)
      .toContain('"0x7d1" is not a number.');
    expect(await page.stored(14, 'n0')).toBe('14');
    await press('Escape');
  });

  it('says on its button what Undo takes back, and does it again', async () => {
    await goTo(15, 5);
    await press('7', 'Enter');
    await expect.poll(() => page.stored(15, 'n0'), patient).toBe('7');
    await page.tab.getByRole('button', { name: `Undo N0 of ${wideName(15)}` }).click();
    await expect.poll(() => page.stored(15, 'n0'), patient).toBe('15');
    await page.tab.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(() => page.stored(15, 'n0'), patient).toBe('7');
  });
});

it('tells how many items of a list it has no room for', async () => {
  await start();
  const pills = page.tab.locator('.ndb-row').first().locator('.ndb-pills');
  expect(await pills.locator('.ndb-rest').textContent()).toMatch(/^\+[12]$/);
  const isWhole = await pills.evaluate((el) => {
    const { right } = (el.closest('.ndb-value') as HTMLElement).getBoundingClientRect();
    return [...el.children].every((each) => each.getBoundingClientRect().right <= right);
  });
  expect(isWhole).toBe(true);
});

it('changes the width of a column with the pointer, and remembers it', async () => {
  await start();
  const head = page.tab.getByRole('columnheader', { name: 'Status' });
  const width = async (): Promise<number> => Math.round((await head.boundingBox())?.width ?? 0);
  const before = await width();
  const box = await head.locator('.ndb-width').boundingBox();
  if (box === null) throw new Error('no edge');
  await page.tab.mouse.move(box.x + 4, box.y + 10);
  await page.tab.mouse.down();
  await page.tab.mouse.move(box.x + 54, box.y + 10, { steps: 4 });
  await page.tab.mouse.up();
  expect(await width()).toBe(before + 50);
  await page.tab.evaluate(() => window.testApp.core.workspace.getLeavesOfType('notedb-tables')[0]?.detach());
  await openTables(page.tab, 'Wide');
  await expect.poll(width, patient).toBe(before + 50);
});

it('switches tables without a flash, and comes back to where it was', async () => {
  await start();
  await press('PageDown', 'PageDown', 'PageDown');
  const top = await page.tab.locator('.ndb-scroll').evaluate((el) => el.scrollTop);
  expect(top).toBeGreaterThan(500);
  const texts = await page.tab.evaluate(async () => {
    const seen = new Set<string>();
    let isDone = false;
    const look = (): void => {
      const places = [
        ...document.querySelectorAll<HTMLElement>('.ndb-browser .ndb-pane, .ndb-browser .ndb-state-loading'),
      ];
      const shown = places.filter((el) => el.offsetParent !== null);
      seen.add(shown.map((el) => el.querySelector('h2')?.textContent ?? el.textContent).join('|'));
      if (!isDone) requestAnimationFrame(look);
    };
    look();
    const choices = [...document.querySelectorAll<HTMLElement>('.ndb-table-choice')];
    choices.find((el) => el.textContent?.startsWith('Empty'))?.click();
    await new Promise((resolve) => setTimeout(resolve, 300));
    choices.find((el) => el.textContent?.startsWith('Wide'))?.click();
    await new Promise((resolve) => setTimeout(resolve, 300));
    isDone = true;
    return [...seen];
  });
  expect(texts.sort()).toEqual(['Empty', 'Wide']);
  await expect.poll(() => page.tab.locator('.ndb-scroll').evaluate((el) => el.scrollTop), patient).toBe(top);
});

it('takes a choice on a phone with one tap', async () => {
  const phone = await openWidePage(browser, { width: 390, height: 844, isDark: false }, { rows: 5 });
  await phone.tab.getByRole('button', { name: 'Show as a table' }).tap();
  const cell = phone.tab
    .getByRole('row')
    .filter({ hasText: wideName(2) })
    .getByRole('gridcell')
    .nth(1);
  await cell.tap();
  await cell.tap();
  await phone.tab.getByRole('option', { name: 'done' }).tap();
  await expect.poll(() => phone.stored(2, 'status'), patient).toBe('done');
  await phone.close();
});

it('takes 4,5 where the locale writes it so', async () => {
  const german = await openWidePage(browser, SCREEN, { rows: 5, locale: 'de-DE' });
  await german.tab.getByRole('gridcell', { name: wideName(1) }).click();
  for (let at = 0; at < 5; at += 1) await german.tab.keyboard.press('ArrowRight');
  await german.tab.keyboard.type('4,5');
  await german.tab.keyboard.press('Enter');
  await expect.poll(() => german.stored(1, 'n0'), patient).toBe('4.5');
  await german.close();
});
