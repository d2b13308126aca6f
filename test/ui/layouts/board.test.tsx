/** The layout `board` in a pane, over a real engine. docs/views.md#boards */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { eventually } from '../../eventually';
import { EditingPage } from '../editing-page';
import { sizeDocument } from '../sized-document';

let page: EditingPage;

beforeEach(() => void sizeDocument({ width: 1280, height: 800 }));
afterEach(() => page.close());

const task = (title: string, status: string, more: JsonObject = {}): JsonObject => ({ title, status, ...more });

/** The titles in each lane, by the name of the lane, as they are drawn. */
function lanes(): Record<string, string> {
  const found = [...page.container.querySelectorAll('.ndb-lane [role=list]')];
  return Object.fromEntries(
    found.map((lane) => {
      const cards = [...lane.querySelectorAll<HTMLElement>('.ndb-lane-card')].sort(
        (one, other) => top(one) - top(other),
      );
      const names = cards.map((card) => card.querySelector('.ndb-row-name')?.textContent ?? '?');
      return [lane.getAttribute('aria-label') ?? '', names.join(' ')];
    }),
  );
}
const top = (card: HTMLElement): number => Number.parseInt(card.style.getPropertyValue('--ndb-top'), 10);

async function open(rows: readonly JsonObject[], settings: JsonObject = {}, more = {}): Promise<void> {
  page = await EditingPage.open(rows);
  page.show('board', settings, more);
  await eventually(() => expect(page.container.querySelector('.ndb-board')).not.toBeNull());
}

const shows = (expected: Record<string, string>): Promise<void> => eventually(() => expect(lanes()).toEqual(expected));

const name = (title: string): HTMLElement => {
  const found = [...page.container.querySelectorAll<HTMLElement>('.ndb-card .ndb-row-name')].find(
    (each) => each.textContent === title,
  );
  if (found === undefined) throw new Error(`no card ${title}`);
  return found;
};
const foot = (): string => page.container.querySelector('.ndb-board-foot')?.textContent ?? '';

const THREE = [task('A', 'todo'), task('B', 'todo'), task('C', 'doing')];

describe('lanes', () => {
  it('are the choices in their order, with and without cards', async () => {
    await open(THREE);
    await shows({ todo: 'A B', doing: 'C', done: '' });
    const heads = [...page.container.querySelectorAll('.ndb-lane-head')].map((head) => head.textContent);
    expect(heads).toEqual(['todo2', 'doing1', 'done0']);
  });

  it('are the rows of a linked table, and the cards without a link', async () => {
    await open(
      [task('A', 'todo', { owner: '[[Ann]]' }), task('B', 'todo')],
      {},
      {
        group: { column: 'owner', isDescending: false },
      },
    );
    await shows({ Ann: 'A', Ben: '', Empty: 'B' });
  });

  it('are no and yes', async () => {
    await open([task('A', 'todo', { paid: true })], {}, { group: { column: 'paid', isDescending: false } });
    await shows({ 'Not paid': '', Paid: 'A' });
  });
});

describe('a card', () => {
  it('moves to the next lane with Shift and an arrow, keeps the focus, and goes back with an undo', async () => {
    await open(THREE);
    await shows({ todo: 'A B', doing: 'C', done: '' });
    const before = await page.migrations();
    name('A').focus();
    await page.press('ArrowRight', { shiftKey: true });
    await shows({ todo: 'B', doing: 'A C', done: '' });
    await eventually(() => expect(page.news).toBe('A moved to doing.'));
    expect((await page.row('A'))?.['status']).toBe('doing');
    expect(await page.migrations()).toBe(before + 1);
    expect(document.activeElement).toBe(name('A'));
    page.button('Undo', page.container.querySelector('.ndb-pane-foot') as Element).click();
    await shows({ todo: 'A B', doing: 'C', done: '' });
    expect((await page.row('A'))?.['status']).toBe('todo');
  });

  it('stays where it was when its move is refused, says why, and can be given up', async () => {
    await open([...THREE, task('D', 'done', { hours: 1 })]);
    const check = { or: [{ status: { ne: 'done' } }, { hours: { exists: true } }] };
    await page.vault.run('add_constraint', { table: 'tasks', name: 'done_has_hours', check });
    await shows({ todo: 'A B', doing: 'C', done: 'D' });
    name('C').focus();
    await page.press('ArrowRight', { shiftKey: true });
    await eventually(() => expect(document.querySelector('.ndb-reason')?.textContent).toContain('done_has_hours'));
    await shows({ todo: 'A B', doing: 'C', done: 'D' });
    expect(page.news).toContain('C was not moved to done.');
    page.button('Leave Status as it is').click();
    await eventually(() => expect(document.querySelector('.ndb-reason')).toBeNull());
    expect((await page.row('C'))?.['status']).toBe('doing');
  });

  it('lands where the quickest of hands puts it', async () => {
    await open(THREE);
    await shows({ todo: 'A B', doing: 'C', done: '' });
    name('A').focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowRight']) {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, shiftKey: true, bubbles: true, cancelable: true }),
      );
      await Promise.resolve();
    }
    await shows({ todo: 'B', doing: 'C', done: 'A' });
    await eventually(async () => expect((await page.row('A'))?.['status']).toBe('done'));
  });
});
