/** What a hand does on a month of many rows, and how long it waits. docs/performance.md#layouts-on-the-screen */

import type { Browser, Page } from 'playwright-core';
import type { Samples } from './figures';
import type { Dragged } from './hand-in-page';
import { blocksFigure, chooseLayout, dragFigures, inPane, reopen, reopened } from './layout-figures';
import type { Figure } from './report';

const CALENDAR = { name: 'calendar', label: 'Calendar', drawn: '.ndb-week > .ndb-dated' } as const;
const DROPS = 12;

export async function measureCalendar(browser: Browser, tab: Page): Promise<readonly Figure[]> {
  const cold = await chooseLayout(tab, CALENDAR);
  const warm = await reopened(tab, 'calendar: the same, seen before', CALENDAR.drawn);
  const dragged = await tab.evaluate(dragBar);
  const drops = await tab.evaluate(dropBars, DROPS);
  const blocks = await blocksFigure(browser, tab, CALENDAR.name, async () => {
    await tab.evaluate(reopen, inPane(CALENDAR.drawn));
    await tab.evaluate(dragBar);
    await tab.evaluate(dropBars, DROPS);
  });
  return [cold, warm, ...dragFigures(CALENDAR.name, 'dragging a bar across days', dragged, drops), blocks];
}

const dragBar = (): Promise<Dragged> => window.hand.dragAbout({ root: '.ndb-weeks', lifted: '.ndb-dated-name' });

/** To the next day of its week: there it comes first, and has a line of the few. */
const dropBars = async (drops: number): Promise<Samples> => {
  const { bench, hand } = window;
  const times: number[] = [];
  for (let count = 0; count < drops; count++) {
    await bench.quiet();
    const weeks = document.querySelector<HTMLElement>('.ndb-weeks');
    const bars = weeks === null ? [] : hand.inSight(weeks, '.ndb-dated-name');
    const column = (bar: HTMLElement | null): number =>
      Number(bar?.closest<HTMLElement>('.ndb-dated')?.style.getPropertyValue('--ndb-from') ?? 0);
    const ofDay = bars.filter((bar) => column(bar) === (count % 6) + 1);
    const lifted = ofDay[count % ofDay.length];
    const to = lifted?.closest('.ndb-week')?.querySelectorAll<HTMLElement>('.ndb-date-cell')[column(lifted)];
    if (lifted === undefined || to === undefined) throw new Error('there are not enough bars');
    const key = CSS.escape(lifted.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? '');
    const bar = (): HTMLElement | null => document.querySelector(`.ndb-week > [data-row="${key}"]`);
    const rows = (): string | null => to.getAttribute('aria-label');
    const target = column(lifted) + 1;
    const { left, width, top } = to.getBoundingClientRect();
    const before = rows();
    let over = before;
    times.push(
      await hand.drop({
        lifted,
        to: { x: left + width / 2, y: top + 40 },
        isOver: () => (over = rows()) !== before && column(bar()) === target,
        // Once it is read again, other rows of the day may have the lines.
        isThere: () =>
          document.querySelector('.ndb-calendar.ndb-is-dragging') === null &&
          rows() === over &&
          (bar() === null || column(bar()) === target),
      }),
    );
  }
  return times;
};
