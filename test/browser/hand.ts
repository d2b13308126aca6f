/** The hand of a person at a page: with the mouse, or with the keyboard alone. */

import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export interface Hand {
  /** A button, a link, a tab, a box. */
  press(target: Locator): Promise<void>;
  /** Puts a text in place of what a field holds. */
  write(field: Locator, text: string): Promise<void>;
  /** An option of a list of choices, by what it says. */
  choose(field: Locator, option: string): Promise<void>;
  /** Selects a cell: a line below the heading, beginning with 0, and a column. */
  select(grid: Locator, row: number, column: number): Promise<void>;
}

/** A browser that starts on a busy machine. */
const PATIENT = { timeout: 60_000 };
/** More than any screen has places to stop at. */
const MOST_STEPS = 150;

export const mouse = (): Hand => ({
  press: (target) => target.click(PATIENT),
  write: (field, text) => field.fill(text, PATIENT),
  choose: async (field, option) => {
    if (await isSelect(field)) await field.selectOption({ label: option }, PATIENT);
    else await chooseColumn(field, option);
  },
  select: async (grid, row, column) => {
    const cell = cellAt(grid, row, column);
    for (let step = 0; step < MOST_STEPS && (await cell.count()) === 0; step += 1) await grid.evaluate(scrollOn, row);
    await cell.click({ position: { x: 4, y: 4 }, ...PATIENT });
  },
});

const cellAt = (grid: Locator, row: number, column: number): Locator =>
  grid.locator(`[aria-rowindex="${row + 2}"] [role=gridcell][aria-colindex="${column + 1}"]`);

const isSelect = (field: Locator): Promise<boolean> => field.evaluate((element) => element.tagName === 'SELECT');

/** In the page. */
const chosenText = (field: Element): string | null =>
  field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.label ?? null) : field.textContent;

/** Another column, by what it is called. */
export async function chooseColumn(choice: Locator, column: string): Promise<void> {
  await choice.click(PATIENT);
  await choice.page().getByRole('option', { name: column, exact: true }).click(PATIENT);
}

export function keyboard(tab: Page): Hand {
  const { keyboard: keys } = tab;
  /** Gives the keyboard to a button, a field, or a grid. */
  const reach = async (target: Locator): Promise<void> => {
    await target.waitFor(PATIENT);
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const next = await target.evaluate(nextStep);
      if (next === null) return;
      for (const key of next) await keys.press(key);
    }
    throw new Error(`The keyboard does not reach ${String(target)}.`);
  };
  return {
    press: async (target) => {
      await expect.poll(() => target.isEnabled(), PATIENT).toBe(true);
      await reach(target);
      await keys.press((await target.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter');
    },
    write: async (field, text) => {
      await reach(field);
      await keys.press('Control+a');
      await keys.insertText(text);
    },
    choose: async (field, option) => {
      await reach(field);
      await keys.type(option);
      if (!(await isSelect(field))) await keys.press('Enter');
      expect(await field.evaluate(chosenText)).toBe(option);
    },
    select: async (grid, row, column) => {
      await reach(grid);
      await keys.press('Control+Home');
      for (let at = 0; at < row; at += 1) await keys.press('ArrowDown');
      for (let at = 0; at < column; at += 1) await keys.press('ArrowRight');
    },
  };
}

/** In the page: to a row, and a part of the window to the side, from the end to the beginning again. */
async function scrollOn(grid: Element, row: number): Promise<void> {
  const scroll = grid.closest('.ndb-scroll');
  if (scroll === null) return;
  const { scrollLeft, scrollWidth, clientWidth } = scroll;
  const isAtEnd = scrollLeft + clientWidth >= scrollWidth - 1;
  const height = grid.querySelector('.ndb-row')?.clientHeight ?? 0;
  scroll.scrollTo(isAtEnd ? 0 : scrollLeft + clientWidth / 3, Math.max(0, (row - 3) * height));
  await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** In the page: the keys that lead a step nearer to an element; null when it has the focus. */
function nextStep(target: Element): readonly string[] | null {
  const { activeElement: active } = target.ownerDocument;
  const isGrid = target.getAttribute('role') === 'grid';
  const isTyping = active?.matches('textarea[aria-controls]') === true;
  // Where cells can be edited a text area beside the grid has the keyboard.
  const isInGrid = isTyping ? active.getAttribute('aria-controls') === target.id : target.contains(active);
  if (active === target || (isGrid && isInGrid)) return null;
  if (active === null || active === target.ownerDocument.body) return ['Tab'];
  const isBefore = (active.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  const step = isBefore ? 'Shift+Tab' : 'Tab';
  // In a table Tab goes to the next cell, but after Escape.
  return isTyping || active.closest('.ndb-grid') !== null ? ['Escape', step] : [step];
}
