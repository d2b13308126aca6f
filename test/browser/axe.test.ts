/** Whether everybody can use the screens: axe-core looks at each of them, wide and narrow, light and dark. docs/page.md#for-everybody */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './launch';
import { type ServedPage, TASK_PATH, openPage, servePage, unlock } from './served-page';

let browser: Browser;
let served: ServedPage;
let axe: string;

beforeAll(async () => {
  [browser, served, axe] = await Promise.all([
    launchBrowser(),
    servePage(),
    readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
  ]);
});
afterAll(async () => {
  await browser.close();
  await served.remove();
});

interface Found {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/** What is wrong, as `rule: element`. */
async function findings(tab: Page): Promise<readonly string[]> {
  await tab.evaluate(axe);
  const violations = await tab.evaluate(async () => {
    const { axe: tester } = window as unknown as { axe: { run(): Promise<{ violations: Found[] }> } };
    return (await tester.run()).violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target }) => ({ target })),
    }));
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

const VIEW = encodeURIComponent(JSON.stringify({ group: 'status', summaries: { title: 'filled', due: 'earliest' } }));
const GROUPED = `#table=main.default.tasks&sort=due&view=${VIEW}`;
/** Screens behind the address, and what is there once they are drawn. */
const SCREENS = [
  [`#table=main.default.tasks&note=${encodeURIComponent(TASK_PATH)}`, '.ndb-panel-head'],
  ['#show=start', '.ndb-start'],
  ['#show=empty', '.ndb-design'],
  ['#show=csv', '.ndb-start'],
  ['#show=journal', '.ndb-journal'],
  ['#show=folder:Reading', '.ndb-design'],
  ['#show=history:main.default.tasks', '.ndb-history'],
] as const;
const TOOLS = ['Sort 1', 'Filter', 'Properties'];

describe.each([
  { width: 1280, height: 800, isDark: false },
  { width: 1280, height: 800, isDark: true },
  { width: 390, height: 844, isDark: false },
  { width: 390, height: 844, isDark: true },
])('at $width px, dark $isDark', (screen) => {
  it('finds nothing on any screen', async () => {
    const { tab } = await openPage(browser, served.address, screen, GROUPED);
    await tab.getByLabel('Token').waitFor();
    const found: Record<string, readonly string[]> = { token: await findings(tab) };
    await unlock(tab);
    await tab.getByRole(screen.width < 600 ? 'list' : 'grid', { name: 'Tasks' }).waitFor();
    found['table'] = await findings(tab);
    for (const name of TOOLS) {
      await tab.getByRole('button', { name, exact: true }).click();
      await tab.getByRole('dialog').waitFor();
      found[name] = await findings(tab);
      await tab.keyboard.press('Escape');
    }
    for (const [hash, there] of SCREENS) {
      await tab.evaluate((to) => void (location.hash = to), hash);
      await tab.locator(there).first().waitFor();
      found[hash] = await findings(tab);
    }
    for (const name of ['Links', 'History']) {
      await tab.evaluate((to) => void (location.hash = to), SCREENS[0][0]);
      await tab.getByRole('tab', { name }).click();
      found[name] = await findings(tab);
    }
    expect(Object.entries(found).filter(([, wrong]) => wrong.length > 0)).toEqual([]);
    await tab.context().close();
  });
});
