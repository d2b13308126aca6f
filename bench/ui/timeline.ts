/** What a hand does on a timeline of many rows, and how long it waits. docs/performance.md#layouts-on-the-screen */

import type { Browser, Page } from 'playwright-core';
import type { Samples } from './figures';
import type { Dragged } from './hand-in-page';
import { blocksFigure, chooseLayout, dragFigures, inPane, reopen, reopened, setInView } from './layout-figures';
import type { Figure } from './report';
import { FIRST_DAY, DAYS } from './wide-vault';

const TIMELINE = { name: 'timeline', label: 'Timeline', drawn: '.ndb-time-name' } as const;
const BAR = '.ndb-time-bar .ndb-dated-name';
const DROPS = 12;

/** It opens with the first rows of all, whose days are years ago; all other figures are of the rows around today. */
export async function measureTimeline(browser: Browser, tab: Page): Promise<readonly Figure[]> {
  const cold = await chooseLayout(tab, TIMELINE);
  await setInView(tab, 'End', 'Due 3');
  await tab.evaluate(scrollTo, (Date.now() - FIRST_DAY) / 86_400_000 / DAYS);
  const warm = await reopened(tab, 'timeline: the same, seen before', BAR);
  const dragged = await tab.evaluate(dragBar, BAR);
  const drops = await tab.evaluate(dropBars, { drops: DROPS, bar: BAR });
  const blocks = await blocksFigure(browser, tab, TIMELINE.name, async () => {
    await tab.evaluate(reopen, inPane(BAR));
    await tab.evaluate(dragBar, BAR);
    await tab.evaluate(dropBars, { drops: DROPS, bar: BAR });
  });
  return [cold, warm, ...dragFigures(TIMELINE.name, 'dragging a bar along its line', dragged, drops), blocks];
}

/** To a part of its height. */
const scrollTo = async (part: number): Promise<void> => {
  await window.bench.quiet();
  const scroller = document.querySelector<HTMLElement>('.ndb-time-scroll');
  if (scroller === null) throw new Error('there is no timeline');
  scroller.scrollTop = scroller.scrollHeight * part;
  await window.bench.quiet();
};

const dragBar = (lifted: string): Promise<Dragged> =>
  window.hand.dragAbout({ root: '.ndb-time-scroll', lifted, side: 200 });

/** Three days later. */
const dropBars = async ({ drops, bar }: { drops: number; bar: string }): Promise<Samples> => {
  const THREE_DAYS = 48;
  const { bench, hand } = window;
  const times: number[] = [];
  for (let count = 0; count < drops; count++) {
    await bench.quiet();
    const scroller = document.querySelector<HTMLElement>('.ndb-time-scroll');
    const bars = scroller === null ? [] : hand.inSight(scroller, bar);
    const lifted = bars[count % bars.length];
    if (lifted === undefined) throw new Error('there are no bars in sight');
    const key = CSS.escape(lifted.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? '');
    const place = (): string | undefined =>
      document
        .querySelector(`.ndb-time-bar > [data-row="${key}"]`)
        ?.closest<HTMLElement>('.ndb-time-bar')
        ?.style.getPropertyValue('--ndb-x');
    const { left, width, top, height } = lifted.getBoundingClientRect();
    const before = place();
    let over = before;
    times.push(
      await hand.drop({
        lifted,
        to: { x: left + width / 2 + THREE_DAYS, y: top + height / 2 },
        isOver: () => (over = place()) !== before,
        isThere: () => document.querySelector('.ndb-timeline.ndb-is-dragging') === null && place() === over,
      }),
    );
  }
  return times;
};
