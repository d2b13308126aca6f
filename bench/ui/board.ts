/** What a hand does on a board of many rows, and how long it waits. docs/performance.md#boards */

import type { Browser, Page } from 'playwright-core';
import { median } from './figures';
import type { Figure } from './report';
import { tasksDuring } from './tasks';

const DROPS = 12;

export async function measureBoard(browser: Browser, tab: Page): Promise<readonly Figure[]> {
  await tab.getByRole('navigation', { name: 'Tables' }).getByRole('button', { name: 'Wide' }).click();
  await tab.locator('button[title=View]').click();
  await tab.getByRole('dialog').getByRole('button', { name: 'Board', exact: true }).click();
  await tab.keyboard.press('Escape');
  await tab.locator('.ndb-card').first().waitFor();
  const paints: number[] = [];
  for (let time = 0; time < 6; time += 1) paints.push(await tab.evaluate(openBoard));
  const dragged = await tab.evaluate(dragAbout);
  const dropped = await tab.evaluate(dropCards, DROPS);
  const tasks = await tasksDuring(browser, tab, async () => {
    await tab.evaluate(openBoard);
    await tab.evaluate(dragAbout);
    await tab.evaluate(dropCards, DROPS);
  });
  const [cold = 0, ...warm] = paints;
  return [
    { name: 'board: first paint after the answer, cold', goal: 150, unit: 'ms', measured: cold },
    { name: 'board: the same, seen before', goal: 150, unit: 'ms', measured: median(warm) },
    {
      ...{ name: 'board: dragging a card across lanes', unit: 'frames/s', atLeast: true },
      goal: Math.floor(Math.min(60, dragged.empty) * 0.97),
      measured: dragged.rate,
      note: `empty loop ${dragged.empty.toFixed(1)}, p99 of a frame ${dragged.late.toFixed(0)} ms`,
    },
    {
      ...{ name: 'board: echo of a drop', goal: 50, unit: 'ms', measured: median(dropped) },
      note: `worst ${Math.max(...dropped).toFixed(0)}`,
    },
    { name: 'board: elements', goal: 1500, unit: '', measured: dragged.nodes, note: `${dragged.cards} cards` },
    {
      ...{ name: 'board: blocks of the main thread over 50 ms', goal: 0, unit: '', measured: tasks.over50 },
      note: `longest ${tasks.longest.toFixed(0)} ms, p99 ${tasks.p99.toFixed(1)}`,
    },
  ];
}

/** Milliseconds from the last answer that the first cards needed to their frame, after another table was looked at. */
const openBoard = async (): Promise<number> => {
  const { bench } = window;
  const choose = (label: string): void =>
    [...document.querySelectorAll<HTMLElement>('.ndb-table-choice')]
      .find((el) => el.textContent?.includes(label))
      ?.click();
  const cards = '.ndb-pane-place:not([inert]):not([hidden]) .ndb-card';
  choose('People');
  await bench.shown(performance.now(), () => document.querySelector(cards) === null);
  await bench.quiet();
  performance.clearResourceTimings();
  bench.answers.length = 0;
  const since = performance.now();
  choose('Wide');
  const end = since + (await bench.shown(since, () => document.querySelector(cards) !== null));
  const ofNet = performance
    .getEntriesByType('resource')
    .flatMap((entry) =>
      entry.name.includes('/select_rows/') ? [(entry as PerformanceResourceTiming).responseEnd] : [],
    );
  const answered = [...ofNet, ...bench.answers].filter((time) => time > since && time <= end);
  await bench.quiet();
  return end - Math.max(...answered);
};

interface Dragged {
  /** Frames a second, of a loop that does nothing, and of the drag. */
  readonly empty: number;
  readonly rate: number;
  readonly late: number;
  readonly nodes: number;
  readonly cards: number;
}

/** A card goes to and fro across all lanes for five seconds, and back where it was. */
const dragAbout = async (): Promise<Dragged> => {
  const FRAMES = 300;
  const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  const walk = async (step: (at: number) => void): Promise<{ readonly rate: number; readonly late: number }> => {
    const gaps: number[] = [];
    let before = await frame();
    for (let count = 0; count < FRAMES; count++) {
      step(count / FRAMES);
      const now = await frame();
      gaps.push(now - before);
      before = now;
    }
    const sum = gaps.reduce((total, gap) => total + gap, 0);
    return { rate: (FRAMES * 1000) / sum, late: gaps.sort((a, b) => a - b)[Math.floor(FRAMES * 0.99)] ?? 0 };
  };
  const { rate: empty } = await walk(() => undefined);
  const board = document.querySelector<HTMLElement>('.ndb-board-scroll') as HTMLElement;
  const card = document.querySelector<HTMLElement>('.ndb-card') as HTMLElement;
  const { left, width, top, height } = board.getBoundingClientRect();
  const fire = (type: string, x: number, y: number, on: EventTarget = document): void =>
    void on.dispatchEvent(
      new PointerEvent(type, {
        ...{ clientX: x, clientY: y, pointerId: 1, pointerType: 'mouse', button: 0, bubbles: true, cancelable: true },
      }),
    );
  const start = card.getBoundingClientRect();
  fire('pointerdown', start.left + 20, start.top + 20, card);
  const { rate, late } = await walk((at) =>
    fire('pointermove', left + 60 + (width - 120) * Math.abs(Math.sin(at * 12)), top + 80 + (height - 160) * at),
  );
  const [nodes, cards] = [board.querySelectorAll('*').length, board.querySelectorAll('.ndb-card').length];
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  await window.bench.quiet();
  return { empty, rate, late, nodes, cards };
};

/** Milliseconds from the release of a card over another lane to the frame that shows it there. */
const dropCards = async (drops: number): Promise<readonly number[]> => {
  const { bench } = window;
  const fire = (type: string, x: number, y: number, on: EventTarget = document): void =>
    void on.dispatchEvent(
      new PointerEvent(type, {
        ...{ clientX: x, clientY: y, pointerId: 1, pointerType: 'mouse', button: 0, bubbles: true, cancelable: true },
      }),
    );
  const times: number[] = [];
  for (let count = 0; count < drops; count++) {
    await bench.quiet();
    const lanes = [...document.querySelectorAll<HTMLElement>('.ndb-lane')];
    const [from, to] = [lanes[count % 3], lanes[(count % 3) + 1]];
    const card = [...(from?.querySelectorAll<HTMLElement>('.ndb-card') ?? [])].sort(
      (one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top,
    )[0];
    if (card === undefined || to === undefined) throw new Error('there are not enough lanes');
    const key = card.dataset['row'] ?? '';
    const [start, end] = [card.getBoundingClientRect(), to.getBoundingClientRect()];
    fire('pointerdown', start.left + 20, start.top + 20, card);
    fire('pointermove', start.left + 40, start.top + 20);
    fire('pointermove', end.left + end.width / 2, end.top + 120);
    await bench.shown(performance.now(), () => to.querySelector('.ndb-card-slot') !== null);
    await bench.anyMoment();
    const since = performance.now();
    fire('pointerup', end.left + end.width / 2, end.top + 120);
    times.push(await bench.shown(since, () => to.querySelector(`[data-row="${CSS.escape(key)}"]`) !== null));
  }
  return times;
};
