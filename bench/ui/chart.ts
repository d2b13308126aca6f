/** How the groups of many rows are drawn. docs/performance.md#layouts-on-the-screen */

import type { Browser, Page } from 'playwright-core';
import {
  blocksFigure,
  chooseLayout,
  countElements,
  elementsFigure,
  inPane,
  reopen,
  reopened,
  setInView,
} from './layout-figures';
import type { Figure } from './report';

const CHART = { name: 'chart', label: 'Chart', drawn: '.ndb-chart-bar' } as const;
const LINE = '.ndb-line-stroke';

/** Four statuses, then the months of ten years. */
export async function measureChart(browser: Browser, tab: Page): Promise<readonly Figure[]> {
  const cold = await chooseLayout(tab, CHART);
  const warm = await reopened(tab, 'chart: the same, seen before', CHART.drawn);
  await groupBy(tab, 'Due 1');
  const months = await reopened(tab, 'chart: bars of 120 months', CHART.drawn);
  const nodes = await tab.evaluate(countElements, '.ndb-chart');
  await setInView(tab, 'Draws', 'Line');
  const line = await reopened(tab, 'chart: a line of 120 months', LINE);
  const blocks = await blocksFigure(browser, tab, CHART.name, async () => {
    await tab.evaluate(reopen, inPane(LINE));
    await setInView(tab, 'Draws', 'Bars');
    await tab.evaluate(reopen, inPane(CHART.drawn));
  });
  // Other layouts have these groups too.
  await groupBy(tab, 'No groups');
  return [cold, warm, months, line, elementsFigure(CHART.name, nodes), blocks];
}

/** By the month of a column of dates. */
async function groupBy(tab: Page, column: string): Promise<void> {
  await tab.locator('button[title=Group]').click();
  const tool = tab.getByRole('dialog');
  await tool.getByLabel('Group by').click();
  await tab.getByRole('option', { name: column, exact: true }).click();
  const period = tool.getByLabel('One group for each');
  if ((await period.count()) > 0) await period.selectOption({ label: 'Month' });
  await tab.keyboard.press('Escape');
}
