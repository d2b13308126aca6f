/** How a gallery of many rows is drawn and scrolled. docs/performance.md#layouts-on-the-screen */

import type { Browser, Page } from 'playwright-core';
import type { Walked } from './hand-in-page';
import { blocksFigure, chooseLayout, elementsFigure, inPane, rateFigure, reopen, reopened } from './layout-figures';
import type { Figure } from './report';

const CARDS = { name: 'cards', label: 'Gallery', drawn: '.ndb-row-tiles .ndb-row-line:not(.ndb-is-unread)' } as const;

export async function measureCards(browser: Browser, tab: Page): Promise<readonly Figure[]> {
  const cold = await chooseLayout(tab, CARDS);
  const warm = await reopened(tab, 'cards: the same, seen before', CARDS.drawn);
  const { empty, unread, nodes, ...moved } = await tab.evaluate(scrollCards);
  const blocks = await blocksFigure(browser, tab, CARDS.name, async () => {
    await tab.evaluate(reopen, inPane(CARDS.drawn));
    await tab.evaluate(scrollCards);
  });
  const note = `, ${unread} frames with unread rows`;
  return [
    ...[cold, warm, rateFigure('cards: scrolling 10,000 pixels a second', moved, empty, note)],
    ...[elementsFigure(CARDS.name, nodes), blocks],
  ];
}

interface ScrolledCards extends Walked {
  readonly empty: number;
  /** Frames that showed a card without its values. */
  readonly unread: number;
  readonly nodes: number;
}

const scrollCards = async (): Promise<ScrolledCards> => {
  const { bench, hand } = window;
  const { rate: empty } = await hand.walk(() => undefined);
  const scroller = document.querySelector<HTMLElement>('.ndb-row-scroll');
  if (scroller === null) throw new Error('there is no gallery');
  scroller.scrollTop = 0;
  await bench.quiet();
  let [top, unread, nodes] = [0, 0, 0];
  const moved = await hand.walk(() => {
    // Reading where it is would lay the page out once more.
    scroller.scrollTop = top += 160;
    nodes = Math.max(nodes, scroller.getElementsByTagName('*').length);
    if (scroller.querySelector('.ndb-is-unread') !== null) unread += 1;
  });
  await bench.quiet();
  return { ...moved, empty, unread, nodes };
};
