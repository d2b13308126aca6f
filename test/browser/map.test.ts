/** The map of tables in Chromium, on the page and in the app: keys, hands, the panel of a link, a definition that changes meanwhile. docs/page.md#map */

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FolderServer } from '../host/folder-server';
import { NodeDisk } from '../host/node-disk';
import { openApp, openTables, servePlugin } from './app-page';
import { axeFindings } from './axe';
import { dragByFinger } from './layout-home';
import { servedForAll } from './served-for-all';
import { openPage, unlock } from './served-page';

const SLOW = { timeout: 60_000 };
const MAP = '#show=map';
const NOTHING_WRONG: readonly unknown[] = [];

const all = servedForAll();
let app: FolderServer;
beforeAll(async () => {
  app = await servePlugin(new NodeDisk(all.served.vault.folder, null));
});
afterAll(() => app.close());

const mapOf = (tab: Page): Locator => tab.getByRole('region', { name: 'Map of tables' });
const box = (tab: Page, label: string): Locator => mapOf(tab).locator('.ndb-map-head').filter({ hasText: label });
const focused = (tab: Page): Promise<string> => tab.evaluate(() => document.activeElement?.textContent ?? '');
/** Which tables are drawn over each other. */
const overlaps = (tab: Page): Promise<number> =>
  tab.evaluate(() => {
    const areas = [...document.querySelectorAll('.ndb-map-table')].map((each) => each.getBoundingClientRect());
    const isOver = (one: DOMRect, other: DOMRect): boolean =>
      one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    return areas.filter((one, at) => areas.slice(at + 1).some((other) => isOver(one, other))).length;
  });

it('leads by keys from table to table, changes a link, and opens a table', { timeout: 120_000 }, async () => {
  const { tab, errors } = await openPage(
    all.browser,
    all.served.address,
    { width: 1280, height: 800, isDark: false },
    MAP,
  );
  await unlock(tab);
  await box(tab, 'Tasks').waitFor(SLOW);
  expect(await overlaps(tab)).toBe(0);
  await box(tab, 'Tasks').focus();
  await tab.keyboard.press('ArrowRight');
  const second = await focused(tab);
  expect(second).not.toMatch(/^Tasks/);
  await tab.keyboard.press('ArrowLeft');
  await expect.poll(() => focused(tab)).not.toBe(second);

  const link = mapOf(tab).getByRole('button', { name: 'Project of Tasks, links to Projects' });
  await link.click();
  const panel = tab.getByRole('dialog', { name: 'Project' });
  await panel.getByRole('textbox').first().waitFor();
  await tab.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);

  await all.served.call('create_table', {
    name: 'errands',
    description: 'Errands',
    columns: [
      { name: 'name', type: 'string', description: 'Name', required: true },
      { name: 'person', type: 'link', ref: 'people', description: 'Who' },
    ],
  });
  await mapOf(tab).getByRole('button', { name: 'Person of Errands, links to People' }).waitFor(SLOW);
  expect(await overlaps(tab)).toBe(0);
  await box(tab, 'Errands').focus();
  await tab.keyboard.press('Enter');
  await tab.getByRole('region', { name: 'Errands' }).waitFor(SLOW);
  await tab.goBack();
  await mapOf(tab).waitFor(SLOW);
  expect([errors, await axeFindings(tab)]).toEqual([[], NOTHING_WRONG]);
  await tab.context().close();
});

describe.each([
  [1280, false],
  [390, true],
])('at %i px, dark %s', (width, isDark) => {
  it('is moved by hand, made smaller, and has nothing beyond the page', { timeout: 120_000 }, async () => {
    const screen = { width, height: 800, isDark };
    const { tab, errors } = await openPage(all.browser, all.served.address, screen, MAP);
    await unlock(tab);
    await box(tab, 'Tasks').waitFor(SLOW);
    const scale = mapOf(tab).locator('.ndb-map-scale');
    for (let smaller = true; smaller; smaller = await mapOf(tab).getByRole('button', { name: 'Larger' }).isEnabled())
      await mapOf(tab).getByRole('button', { name: 'Larger' }).click();
    expect(await scale.textContent()).toBe('200 %');
    const place = mapOf(tab).locator('.ndb-map-place');
    const left = (): Promise<number> => place.evaluate(({ scrollLeft }) => scrollLeft);
    const before = await left();
    const area = await place.boundingBox();
    // Between the boxes, at the upper edge of what is drawn.
    const spot = await place.evaluate((element) => {
      const { left: x, top: y, width: w, height: h } = element.getBoundingClientRect();
      for (let across = w - 10; across > 0; across -= 7)
        for (let down = 5; down < h - 80; down += 7)
          if (document.elementFromPoint(x + across, y + down)?.closest('button, li, .ndb-map-tools') === null)
            return { x: x + across, y: y + down };
      return null;
    });
    expect([area === null, spot === null]).toEqual([false, false]);
    await tab.mouse.move(spot?.x ?? 0, spot?.y ?? 0);
    await tab.mouse.down();
    await tab.mouse.move((spot?.x ?? 0) - 60, spot?.y ?? 0, { steps: 4 });
    await tab.mouse.up();
    expect(await left()).toBeCloseTo(before + 60, 0);
    await scale.click();
    await expect.poll(() => place.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
    const beyond = await tab.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([beyond, await axeFindings(tab), errors]).toEqual([0, [], []]);
    await tab.context().close();
  });
});

/** Two fingers that move apart around the middle of the map. */
async function pinch(tab: Page): Promise<void> {
  const area = await mapOf(tab).locator('.ndb-map-place').boundingBox();
  const [x, y] = [(area?.x ?? 0) + (area?.width ?? 0) / 2, (area?.y ?? 0) + (area?.height ?? 0) / 2];
  const hand = await tab.context().newCDPSession(tab);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...apart: readonly number[]): Promise<unknown> =>
    hand.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: apart.flatMap((by) => [
        { x: x - by, y, id: 0 },
        { x: x + by, y, id: 1 },
      ]),
    });
  await touch('touchStart', 40);
  for (const apart of [50, 60, 70, 80]) await touch('touchMove', apart);
  await touch('touchEnd');
}

describe.each([
  ['on the page, by mouse', 1280, false],
  ['in the app, by finger', 390, true],
] as const)('%s', (_, width, isApp) => {
  it('draws a relation from one table to another, and grows under two fingers', { timeout: 120_000 }, async () => {
    const screen = { width, height: 800, isDark: isApp };
    const { tab, errors } = isApp
      ? await openApp(all.browser, app.url, screen)
      : await openPage(all.browser, all.served.address, screen, MAP);
    if (isApp) {
      await openTables(tab, 'Tasks');
      // On a phone the list is the menu at the title.
      await tab.getByRole('navigation', { name: 'Tables' }).locator('.ndb-sidebar-open').click();
      await tab.getByRole('button', { name: 'Map of tables' }).click();
    } else await unlock(tab);
    await box(tab, 'Tasks').waitFor(SLOW);
    const scale = mapOf(tab).locator('.ndb-map-scale');
    const percent = async (): Promise<number> => Number.parseInt((await scale.textContent()) ?? '', 10);
    const place = mapOf(tab).locator('.ndb-map-place');
    const isFitted = (): Promise<boolean> =>
      place.evaluate((each) => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight);
    await scale.click();
    // A box is where it is drawn only once the scale is.
    await expect.poll(isFitted).toBe(true);
    const before = await percent();
    await pinch(tab);
    await expect.poll(percent).toBe(before * 2);
    await scale.click();
    await expect.poll(async () => [await percent(), await isFitted()]).toEqual([before, true]);

    const handle = mapOf(tab).getByRole('button', { name: 'New relation from Tasks' });
    const target = box(tab, 'Projects');
    if (isApp) {
      await dragByFinger(tab, [handle, target], () => mapOf(tab).locator('.ndb-map-drawn').waitFor(SLOW));
    } else await handle.dragTo(target);
    const form = tab.getByRole('dialog', { name: 'New relation' });
    await form.waitFor(SLOW);
    const chosen = (at: number): Promise<string> => form.locator('select').nth(at).inputValue();
    expect([await chosen(0), await chosen(1)]).toEqual(['main.default.tasks', 'main.default.projects']);
    const name = isApp ? 'Part of' : 'Belongs to';
    await form.getByLabel('Name', { exact: true }).fill(name);
    await form.getByText('No note changes.').waitFor(SLOW);
    // The head of the view and the colors of main buttons are the app's.
    const found = isApp ? axeFindings(tab, '.ndb-map', '.mod-cta') : axeFindings(tab);
    expect(await found).toEqual(NOTHING_WRONG);
    const beyond = await tab.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond).toBe(0);
    await form.getByRole('button', { name: 'Make the relation' }).click();
    await mapOf(tab)
      .getByRole('button', { name: `${name} of Tasks, links to Projects` })
      .waitFor(SLOW);
    expect(errors).toEqual([]);
    await tab.context().close();
  });
});

it('opens in the app from the list of tables', { timeout: 120_000 }, async () => {
  const { tab, errors } = await openApp(all.browser, app.url, { width: 1280, height: 800, isDark: false });
  await openTables(tab, 'Tasks');
  await tab.getByRole('button', { name: 'Map of tables' }).click();
  await box(tab, 'Projects').waitFor(SLOW);
  expect(await overlaps(tab)).toBe(0);
  await box(tab, 'Projects').press('Enter');
  await tab.getByRole('grid', { name: 'Projects' }).waitFor(SLOW);
  expect(errors).toEqual([]);
  await tab.context().close();
});

it('draws 200 tables that an edit of the definitions brings', { timeout: 120_000 }, async () => {
  const { tab, errors } = await openPage(all.browser, all.served.address, undefined, MAP);
  await unlock(tab);
  await box(tab, 'Tasks').waitFor(SLOW);
  const table = (at: number): string => `main.many.t${at}`;
  const definitions = Array.from({ length: 200 }, (_, at) => [
    `  ${table(at)}:`,
    ...['    description: One of many', '    columns:', '      - {name: name, type: string, description: Name}'],
    ...[at >> 1, at >> 2]
      .filter((to) => to !== at)
      .map((to, link) => `      - {name: link_${link}, type: link, ref: ${table(to)}, description: A link}`),
  ]);
  const file = path.join(all.served.vault.folder, 'notedb/metastore.yaml');
  const before = await readFile(file, 'utf8');
  await writeFile(file, before.replace('\ntables:\n', `\ntables:\n${definitions.flat().join('\n')}\n`));
  await expect.poll(() => tab.locator('.ndb-map-head').count(), SLOW).toBeGreaterThan(200);
  expect([await overlaps(tab), errors]).toEqual([0, []]);
  await tab.context().close();
});
