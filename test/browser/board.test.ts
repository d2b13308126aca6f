/**
 * The board in Chromium, on the page and in the app, wide and on a phone: cards are made, dragged, refused, undone; the board is saved, and shown in a
 * note. docs/views.md#boards
 */

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, openVault } from '../engine/open-vault';
import { axeFindings } from './axe';
import { launchBrowser } from './launch';
import {
  type HomeName,
  type LayoutHome,
  SLOW,
  notice,
  openHome,
  saveView,
  showLayout,
  writtenVault,
} from './layout-home';
import { picture } from './picture';
import { usualHomes } from './screens';

const BLOCK = '```notedb\ntable: tasks\ncolumns: [title, hours]\nlayout: board\ngroup: status\n```\n';

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser.close());

/** Tasks of which a done one needs its hours; the note of A has a board of them. */
async function makeVault(): Promise<string> {
  const vault = await openVault();
  await vault.run('create_table', {
    name: 'tasks',
    description: 'What is to do',
    filename: '{title}',
    columns: [
      column('title', 'string', { required: true }),
      column('status', 'enum', { values: ['todo', 'doing', 'done'], required: true, default: 'todo' }),
      column('hours', 'number'),
    ],
  });
  const check = { or: [{ status: { ne: 'done' } }, { hours: { exists: true } }] };
  await vault.run('add_constraint', { table: 'tasks', name: 'done_has_hours', check });
  for (const [title, status, hours] of [
    ['A', 'todo', null],
    ['B', 'todo', 2],
    ['C', 'doing', 3],
  ] as const)
    await vault.run('insert_row', {
      table: 'tasks',
      values: { title, status, hours },
      body: title === 'A' ? BLOCK : '',
    });
  return writtenVault(vault);
}

const openBoard = (name: HomeName, width: number): Promise<LayoutHome> =>
  openHome(browser, name, { width, vault: makeVault });

const lane = (place: Page | Locator, name: string): Locator =>
  place.locator(`.ndb-lane:has([role=list][aria-label="${name}"])`);
const card = (place: Page | Locator, title: string): Locator =>
  place.locator('.ndb-card').filter({ hasText: new RegExp(`^${title}`) });
const inLane = (place: Page | Locator, name: string, title: string): Promise<void> =>
  card(lane(place, name), title).waitFor(SLOW);

/** Cards that an element covers. */
const cardsBelow = (element: Locator): Promise<number> =>
  element.evaluate((above) => {
    const { left, top, right, bottom } = above.getBoundingClientRect();
    const cards = [...document.querySelectorAll('.ndb-lane-scroll')].flatMap((lane) => {
      const shown = lane.getBoundingClientRect();
      return [...lane.querySelectorAll('.ndb-card')].filter((card) => {
        const box = card.getBoundingClientRect();
        const end = Math.min(box.bottom, shown.bottom);
        return box.left < right && box.right > left && Math.max(box.top, shown.top) < bottom && end > top;
      });
    });
    return cards.length;
  });

async function middleOf(target: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await target.boundingBox(SLOW);
  if (box === null) throw new Error(`${String(target)} is not in sight.`);
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 60) };
}

async function dragByMouse(tab: Page, title: string, to: string): Promise<void> {
  const [from, target] = [await middleOf(card(tab, title)), await middleOf(lane(tab, to))];
  await tab.mouse.move(from.x, from.y);
  await tab.mouse.down();
  await tab.mouse.move(from.x + 8, from.y, { steps: 2 });
  await tab.mouse.move(target.x, target.y, { steps: 4 });
  await lane(tab, to).locator('.ndb-card-slot').waitFor(SLOW);
  await expect
    .poll(() => tab.locator('.ndb-board-said').textContent())
    .toBe(`Drop to set Status of ${title} to ${to}.`);
  await tab.mouse.up();
}

async function dragByFinger(tab: Page, title: string, to: string): Promise<void> {
  const from = await middleOf(card(tab, title));
  const finger = await tab.context().newCDPSession(tab);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0): Promise<unknown> =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  await touch('touchStart', from.x, from.y);
  // The finger rests until the card is lifted.
  await tab.locator('.ndb-is-lifted').waitFor(SLOW);
  const slot = lane(tab, to).locator('.ndb-card-slot');
  await expect
    .poll(async () => {
      await touch('touchMove', await towards(lane(tab, to)), from.y + 4);
      return slot.count();
    })
    .toBe(1);
  // The board stays now, and so does the slot.
  await touch('touchEnd');
}

/** At an edge the board scrolls for as long as the finger is there, so that the lane may pass: in its middle nothing scrolls. */
async function towards(target: Locator): Promise<number> {
  const [first, last] = [60, 330];
  const box = await target.boundingBox(SLOW);
  if (box === null || box.x > last - 40) return 380;
  if (box.x + box.width < first + 40) return 10;
  return (Math.max(box.x, first) + Math.min(box.x + box.width, last)) / 2;
}

async function showBoard(home: LayoutHome): Promise<void> {
  await showLayout(home, 'Board');
  await inLane(home.tab, 'todo', 'A');
}

/** Null: it has none any more. */
async function limitLane({ tab }: LayoutHome, name: string, most: number | null): Promise<void> {
  await tab.getByRole('button', { name: `Limit of ${name}` }).click();
  const form = tab.getByRole('dialog', { name: `Limit of ${name}` });
  await form.getByRole('textbox').fill(most === null ? '' : `${most}`);
  await form.getByRole('button', { name: 'Save' }).click(SLOW);
  const count = tab.locator('.ndb-lane-head').filter({ hasText: name }).locator('.ndb-count');
  await expect.poll(() => count.textContent()).toBe(most === null ? '1' : `1 / ${most}`);
}

async function undo({ tab }: LayoutHome): Promise<void> {
  await tab.locator('.ndb-pane-undo').click(SLOW);
}

describe.each(usualHomes('page'))('on the %s', (name) => {
  it('cards are dragged by the mouse, refused, undone, made and moved by keys; the board is saved, and in a note', async () => {
    const home = await openBoard(name, 1280);
    const { tab } = home;
    await showBoard(home);
    await dragByMouse(tab, 'A', 'doing');
    await inLane(tab, 'doing', 'A');
    await expect.poll(() => notice(home).textContent()).toBe('A moved to doing.');
    await expect.poll(() => home.property('A', 'status')).toBe('doing');
    // It was dropped below C, and takes its place by the order of the notes.
    await expect.poll(() => lane(tab, 'doing').locator('.ndb-card').first().innerText()).toMatch(/^A/);
    await dragByMouse(tab, 'A', 'done');
    await tab.getByRole('alert').filter({ hasText: 'hours is not empty where status is "done"' }).waitFor(SLOW);
    await inLane(tab, 'doing', 'A');
    expect(await cardsBelow(tab.getByRole('alert'))).toBe(0);
    await picture(tab, `board-refused-${name}`);
    expect(await axeFindings(tab, '.ndb-board')).toEqual([]);
    await tab.getByRole('button', { name: 'Leave Status as it is' }).click();
    await tab.keyboard.press('Control+z');
    await inLane(tab, 'todo', 'A');
    await expect.poll(() => home.property('A', 'status')).toBe('todo');

    await tab.getByRole('button', { name: 'New card in doing' }).click();
    await tab.getByLabel('Title of the new card in doing').fill('New');
    await tab.keyboard.press('Enter');
    await inLane(tab, 'doing', 'New');
    await tab.keyboard.press('Escape');
    await expect.poll(() => home.property('New', 'status')).toBe('doing');
    await undo(home);
    await expect.poll(() => card(tab, 'New').count()).toBe(0);

    await card(tab, 'B').getByRole('button', { name: 'B', exact: true }).focus();
    await tab.keyboard.press('Shift+ArrowRight');
    // The next key is for the card in its new lane.
    await lane(tab, 'doing').locator('.ndb-card', { hasText: /^B/ }).locator('.ndb-row-name:focus').waitFor(SLOW);
    await tab.keyboard.press('Shift+ArrowRight');
    await inLane(tab, 'done', 'B');
    await expect.poll(() => home.property('B', 'status')).toBe('done');
    await limitLane(home, 'doing', 1);
    await dragByMouse(tab, 'A', 'doing');
    await tab.getByRole('alert').filter({ hasText: 'Tasks has at most 1 row where status is "doing"' }).waitFor(SLOW);
    await picture(tab, `board-full-${name}`);
    await tab.getByRole('button', { name: 'Leave Status as it is' }).click();
    await limitLane(home, 'doing', null);

    await tab.getByRole('button', { name: 'New', exact: true }).click();
    await tab.getByLabel('Title of the new card in todo').fill('Other');
    await tab.keyboard.press('Enter');
    await inLane(tab, 'todo', 'Other');
    await tab.keyboard.press('Escape');
    await saveView(home, 'By status');
    await tab.getByRole('group', { name: 'By status' }).waitFor(SLOW);
    await inLane(tab, 'todo', 'A');

    const block = await home.openNote(card(tab, 'A').getByRole('button', { name: 'A', exact: true }));
    await inLane(block, 'doing', 'C');
    await card(block, 'C').getByRole('button', { name: 'C', exact: true }).focus();
    await tab.keyboard.press('Shift+ArrowLeft');
    await inLane(block, 'todo', 'C');
    await expect.poll(() => home.property('C', 'status')).toBe('todo');
    await expect.poll(() => block.locator('.ndb-block-foot').textContent()).toBe('C moved to todo.');
    expect(home.errors).toEqual([]);
    await home.close();
  });
});

describe.each(usualHomes('app'))('on the %s', (name) => {
  it('cards are dragged by a finger, moved by the menu, and refused at 390 px', async () => {
    const home = await openBoard(name, 390);
    const { tab } = home;
    await showBoard(home);
    await dragByFinger(tab, 'A', 'doing');
    await inLane(tab, 'doing', 'A');
    await expect.poll(() => home.property('A', 'status')).toBe('doing');
    await tab.getByRole('button', { name: 'Limit of doing' }).tap();
    await tab.locator('.ndb-popover-main input').fill('9');
    await tab.getByRole('button', { name: 'Save', exact: true }).tap(SLOW);
    await tab.locator('.ndb-notice').waitFor(SLOW);
    await card(tab, 'A').getByRole('button', { name: 'What to do with A' }).tap();
    await tab.getByRole('menuitem', { name: 'Move to done' }).tap();
    await tab.getByRole('alert').filter({ hasText: 'hours is not empty where status is "done"' }).waitFor(SLOW);
    expect(await cardsBelow(tab.getByRole('alert'))).toBe(0);
    // The notice of the limit lies elsewhere than the reason.
    const [reason, said] = [tab.locator('.ndb-card-refusal'), tab.locator('.ndb-notice')];
    const [lower, upper] = [await reason.boundingBox(), await said.boundingBox()];
    expect((upper?.y ?? NaN) + (upper?.height ?? NaN)).toBeLessThanOrEqual(lower?.y ?? NaN);
    await tab.getByRole('button', { name: 'Leave Status as it is' }).tap();
    await card(tab, 'A').getByRole('button', { name: 'What to do with A' }).tap();
    await tab.getByRole('menuitem', { name: 'Move to todo' }).tap();
    await expect.poll(() => home.property('A', 'status')).toBe('todo');
    expect(await axeFindings(tab, '.ndb-browser')).toEqual([]);
    expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await picture(tab, `board-phone-${name}`);
    expect(home.errors).toEqual([]);
    await home.close();
  });
});
