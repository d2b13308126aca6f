/** What a hand does on a board of many rows, and how long it waits. docs/performance.md#boards */

import type { Browser, Page } from 'playwright-core';
import type { Samples } from './figures';
import type { Dragged } from './hand-in-page';
import { blocksFigure, chooseLayout, dragFigures, inPane, reopen, reopened } from './layout-figures';
import type { Figure } from './report';

const BOARD = { name: 'board', label: 'Board', drawn: '.ndb-card' } as const;
const DROPS = 12;

export async function measureBoard(browser: Browser, tab: Page): Promise<readonly Figure[]> {
  const cold = await chooseLayout(tab, BOARD);
  const warm = await reopened(tab, 'board: the same, seen before', BOARD.drawn);
  const dragged = await tab.evaluate(dragCard);
  const drops = await tab.evaluate(dropCards, DROPS);
  const blocks = await blocksFigure(browser, tab, BOARD.name, async () => {
    await tab.evaluate(reopen, inPane(BOARD.drawn));
    await tab.evaluate(dragCard);
    await tab.evaluate(dropCards, DROPS);
  });
  return [cold, warm, ...dragFigures(BOARD.name, 'dragging a card across lanes', dragged, drops), blocks];
}

const dragCard = (): Promise<Dragged> => window.hand.dragAbout({ root: '.ndb-board-scroll', lifted: '.ndb-card' });

/** To the lane beside it. */
const dropCards = async (drops: number): Promise<Samples> => {
  const { bench, hand } = window;
  const times: number[] = [];
  for (let count = 0; count < drops; count++) {
    await bench.quiet();
    const lanes = [...document.querySelectorAll<HTMLElement>('.ndb-lane')];
    const [from, to] = [lanes[count % 3], lanes[(count % 3) + 1]];
    const [lifted] = from === undefined ? [] : hand.inSight(from, '.ndb-card');
    if (lifted === undefined || to === undefined) throw new Error('there are not enough lanes');
    const key = CSS.escape(lifted.dataset['row'] ?? '');
    const { left, width, top } = to.getBoundingClientRect();
    times.push(
      await hand.drop({
        lifted,
        to: { x: left + width / 2, y: top + 120 },
        isOver: () => to.querySelector('.ndb-card-slot') !== null,
        isThere: () => to.querySelector(`[data-row="${key}"]`) !== null,
      }),
    );
  }
  return times;
};
