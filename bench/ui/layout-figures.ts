/** What figures of all layouts have in common. docs/performance.md#layouts-on-the-screen */

import type { Browser, Page } from 'playwright-core';
import { type Samples, median } from './figures';
import type { Dragged, Walked } from './hand-in-page';
import type { Figure } from './report';
import { tasksDuring } from './tasks';

/** Milliseconds, beside those of docs/performance.md. */
const GOALS = { paint: 150, drop: 50, elements: 1500 } as const;
const OPENINGS = 5;

export interface ShownLayout {
  /** As figures call it. */
  readonly name: string;
  /** As the tool *View* calls it. */
  readonly label: string;
  /** What is in the document once its rows are drawn. */
  readonly drawn: string;
}

/** Of the pane in sight. */
export const inPane = (selector: string): string => `.ndb-pane-place:not([inert]):not([hidden]) ${selector}`;

/** Chooses the layout for the table, which opens as a plain one. */
export async function chooseLayout(tab: Page, { name, label, drawn }: ShownLayout): Promise<Figure> {
  await tab.getByRole('navigation', { name: 'Tables' }).getByRole('button', { name: 'Wide' }).click();
  await tab.locator('button[title=View]').click();
  await tab.getByRole('dialog').getByRole('button', { name: label, exact: true }).waitFor();
  const painted = await tab.evaluate(chooseInView, { label, drawn: inPane(drawn) });
  await tab.keyboard.press('Escape');
  return {
    ...{ name: `${name}: first paint after the answer, cold`, goal: GOALS.paint, unit: 'ms', measured: painted.answer },
    note: `from the press ${painted.press.toFixed(0)}`,
  };
}

const chooseInView = ({ label, drawn }: { label: string; drawn: string }): ReturnType<Window['hand']['paint']> => {
  const choices = [...document.querySelectorAll<HTMLElement>('[role=dialog] button')];
  return window.hand.paint(() => choices.find((each) => each.textContent === label)?.click(), drawn);
};

/** Opens the table again, after another one. */
export async function reopened(tab: Page, what: string, drawn: string): Promise<Figure> {
  const answer: number[] = [];
  const press: number[] = [];
  for (let time = 0; time < OPENINGS; time += 1) {
    const painted = await tab.evaluate(reopen, inPane(drawn));
    answer.push(painted.answer);
    press.push(painted.press);
  }
  return {
    ...{ name: what, goal: GOALS.paint, unit: 'ms', measured: median(answer) },
    note: `from the press ${median(press).toFixed(0)}`,
  };
}

export const reopen = async (drawn: string): ReturnType<Window['hand']['paint']> => {
  const choose = (label: string): void =>
    [...document.querySelectorAll<HTMLElement>('.ndb-table-choice')]
      .find((each) => each.textContent?.includes(label))
      ?.click();
  choose('People');
  await window.bench.shown(performance.now(), () => document.querySelector(drawn) === null);
  return window.hand.paint(() => choose('Wide'), drawn);
};

/** A field of the layout in the tool *View*. */
export async function setInView(tab: Page, field: string, option: string): Promise<void> {
  await tab.locator('button[title=View]').click();
  const tool = tab.getByRole('dialog');
  const select = tool.locator('label', { hasText: new RegExp(`^${field}`) }).locator('select');
  const choice = tool.getByRole('group', { name: field }).getByRole('button', { name: option, exact: true });
  await select.or(choice).waitFor();
  await ((await select.count()) > 0 ? select.selectOption({ label: option }) : choice.click());
  await tab.keyboard.press('Escape');
}

/** Beside a loop that does nothing. */
export const rateFigure = (name: string, { rate, late }: Walked, empty: number, note = ''): Figure => ({
  ...{ name, unit: 'frames/s', atLeast: true, measured: rate, goal: Math.floor(Math.min(60, empty) * 0.97) },
  note: `empty loop ${empty.toFixed(1)}, p99 of a frame ${late.toFixed(0)} ms${note}`,
});

export function dragFigures(layout: string, what: string, dragged: Dragged, drops: Samples): readonly Figure[] {
  return [
    rateFigure(`${layout}: ${what}`, dragged, dragged.empty),
    {
      ...{ name: `${layout}: echo of a drop`, goal: GOALS.drop, unit: 'ms', measured: median(drops) },
      note: `worst ${Math.max(...drops).toFixed(0)}`,
    },
    elementsFigure(layout, dragged.nodes),
  ];
}

export const elementsFigure = (layout: string, measured: number): Figure => ({
  ...{ name: `${layout}: elements`, goal: GOALS.elements, unit: '', measured },
});

/** Elements below a place. In the page. */
export const countElements = (selector: string): number => document.querySelectorAll(`${selector} *`).length;

/** While all of it is done once more. */
export async function blocksFigure(
  browser: Browser,
  tab: Page,
  layout: string,
  work: () => Promise<unknown>,
): Promise<Figure> {
  const { over50, longest, p99 } = await tasksDuring(browser, tab, work);
  return {
    ...{ name: `${layout}: blocks of the main thread over 50 ms`, goal: 0, unit: '', measured: over50 },
    note: `longest ${longest.toFixed(0)} ms, p99 ${p99.toFixed(1)}`,
  };
}
