/** The layout `board` in a pane, over a real engine. docs/views.md#boards */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { size } from '../../deep';
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
const foot = (): string => page.container.querySelector('.ndb-board-said')?.textContent ?? '';

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
    await eventually(() =>
      expect(document.querySelector('.ndb-card-refusal')?.textContent).toContain(
        'hours is not empty where status is "done"',
      ),
    );
    expect(page.container.querySelector('.ndb-card-refusal')?.textContent).toContain('Change Hours first');
    // Below the cards: no part of it lies over one.
    expect(document.querySelector('.ndb-reason')).toBeNull();
    await shows({ todo: 'A B', doing: 'C', done: 'D' });
    expect(page.news).toContain('C was not moved to done.');
    page.button('Leave Status as it is').click();
    await eventually(() => expect(document.querySelector('.ndb-card-refusal')).toBeNull());
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

describe('own order', () => {
  const ordered = (): Promise<void> =>
    open([task('A', 'todo', { hours: 1 }), task('B', 'todo', { hours: 2 }), task('C', 'todo', { hours: 3 })], {
      order: 'hours',
    });

  it('is changed with Shift and an arrow, by a number between the neighbours', async () => {
    await ordered();
    await shows({ todo: 'A B C', doing: '', done: '' });
    name('C').focus();
    await page.press('ArrowUp', { shiftKey: true });
    await shows({ todo: 'A C B', doing: '', done: '' });
    await eventually(async () => expect((await page.row('C'))?.['hours']).toBe(1.5));
    expect(document.activeElement).toBe(name('C'));
  });

  it('is refused where its number is, and offers the way back', async () => {
    await ordered();
    await page.vault.run('update_rows', { table: 'tasks', where: { title: 'B' }, set_values: { hours: 8 } });
    await shows({ todo: 'A C B', doing: '', done: '' });
    name('A').focus();
    await page.press('End', { shiftKey: true });
    await eventually(() => expect(document.querySelector('.ndb-card-refusal')?.textContent).toContain('8'));
    await shows({ todo: 'A C B', doing: '', done: '' });
    await page.press('Escape');
    await eventually(() => expect(document.querySelector('.ndb-card-refusal')).toBeNull());
  });

  it('gives way to the order of the view, and says so', async () => {
    await open(
      [task('B', 'todo', { hours: 1 }), task('A', 'todo', { hours: 2 })],
      { order: 'hours' },
      {
        sort: [{ column: 'title', isDescending: false }],
      },
    );
    await shows({ todo: 'A B', doing: '', done: '' });
    name('A').focus();
    await page.press('ArrowDown', { shiftKey: true });
    await eventually(() => expect(foot()).toBe('The order of the view gives a card its place.'));
  });
});

describe('swimlanes', () => {
  const both = (): Promise<void> =>
    open(
      [
        task('A', 'todo', { owner: '[[Ann]]' }),
        task('B', 'doing', { owner: '[[Ben]]' }),
        task('C', 'todo', { owner: '[[Ben]]' }),
      ],
      { swimlanes: 'owner' },
    );
  const all = {
    'todo, Ann': 'A',
    'doing, Ann': '',
    'done, Ann': '',
    'todo, Ben': 'C',
    'doing, Ben': 'B',
    'done, Ben': '',
  };

  it('cross the lanes', async () => {
    await both();
    await shows(all);
    await page.vault.run('update_rows', { table: 'tasks', where: { title: 'A' }, set_values: { status: 'done' } });
    await shows({ ...all, 'todo, Ann': '', 'done, Ann': 'A' });
  });

  it('take a card with both of its values, by the menu', async () => {
    await both();
    await shows(all);
    page.button('What to do with A').click();
    await eventually(() => page.button('Move to Ben').click());
    await shows({ ...all, 'todo, Ann': '', 'todo, Ben': 'A C' });
    await eventually(async () => expect((await page.row('A'))?.['owner']).toBe('[[Ben]]'));
  });

  it('fold', async () => {
    await both();
    await shows(all);
    page.container.querySelector<HTMLElement>('.ndb-band-head')?.click();
    await eventually(() => expect(lanes()['todo, Ann']).toBeUndefined());
    expect(lanes()['todo, Ben']).toBe('C');
  });
});

describe('a folded lane', () => {
  it('keeps its head, its count and its place in the view', async () => {
    await open(THREE);
    await shows({ todo: 'A B', doing: 'C', done: '' });
    page.container.querySelector<HTMLElement>('[title="Fold todo"]')?.click();
    await shows({ doing: 'C', done: '' });
    page.container.querySelector<HTMLElement>('[title="Show todo"]')?.click();
    await shows({ todo: 'A B', doing: 'C', done: '' });
  });
});

describe('a new card', () => {
  const field = (): HTMLInputElement | null => page.container.querySelector('.ndb-new-card input');
  const type = async (text: string): Promise<void> => {
    const input = await eventually(() => {
      const found = field();
      if (found === null) throw new Error('no field yet');
      return found;
    });
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await page.press('Enter');
  };

  it('has the values of its lane and of the filter, and one undo', async () => {
    await open(THREE);
    await shows({ todo: 'A B', doing: 'C', done: '' });
    await page.vault.run('update_rows', { table: 'tasks', where: { title: 'A' }, set_values: { hours: 2 } });
    page.show('board', {}, { where: { hours: 2 } });
    await shows({ todo: 'A', doing: '', done: '' });
    page.button('New card in doing').click();
    await type('New');
    await shows({ todo: 'A', doing: 'New', done: '' });
    expect(await page.row('New')).toMatchObject({ status: 'doing', hours: 2 });
    await eventually(() => expect(page.news).toBe('New is new.'));
    page.button('Undo', page.container.querySelector('.ndb-pane-foot') as Element).click();
    await shows({ todo: 'A', doing: '', done: '' });
  });

  it('keeps what was typed where it is refused, and goes on as a row', async () => {
    await open(THREE);
    const check = { or: [{ status: { ne: 'done' } }, { hours: { exists: true } }] };
    await page.vault.run('add_constraint', { table: 'tasks', name: 'done_has_hours', check });
    await shows({ todo: 'A B', doing: 'C', done: '' });
    page.button('New card in done').click();
    await type('New');
    await eventually(() =>
      expect(page.container.querySelector('.ndb-new-card')?.textContent).toContain('done_has_hours'),
    );
    expect(field()?.value).toBe('New');
    page.button('Fill in the row').click();
    await eventually(() => expect(page.text('New', 1)).toBe('done'));
  });

  it('says that there are no rows, and makes the first one', async () => {
    await open([]);
    await shows({ todo: '', doing: '', done: '' });
    expect(foot()).toContain('No rows yet');
    page.button('New card in todo').click();
    await type('First');
    await shows({ todo: 'First', doing: '', done: '' });
  });
});

describe('New in the toolbar', () => {
  const place = (): string | null | undefined =>
    page.container
      .querySelector('.ndb-new-card')
      ?.closest('.ndb-lane')
      ?.querySelector('[role=list]')
      ?.getAttribute('aria-label');

  it('makes a card in the first lane that is open, and not a row of the table', async () => {
    await open(THREE);
    await shows({ todo: 'A B', doing: 'C', done: '' });
    page.container.querySelector<HTMLElement>('[title="Fold todo"]')?.click();
    await shows({ doing: 'C', done: '' });
    page.button('New').click();
    await eventually(() => expect(place()).toBe('doing'));
    expect(page.container.querySelector('.ndb-board')).not.toBeNull();
  });

  it('makes it in the lane of the filter, with the values of the filter', async () => {
    await open(THREE);
    await page.vault.run('update_rows', { table: 'tasks', set_values: { status: 'done', paid: true } });
    page.show('board', {}, { where: { and: [{ status: 'done' }, { paid: true }] } });
    await shows({ todo: '', doing: '', done: 'A B C' });
    page.button('New').click();
    await eventually(() => expect(place()).toBe('done'));
    const input = page.container.querySelector<HTMLInputElement>('.ndb-new-card input');
    if (input === null) throw new Error('no field');
    input.value = 'New one';
    await page.press('Enter');
    await eventually(async () => expect(await page.row('New one')).toMatchObject({ status: 'done', paid: true }));
  });

  it('types a row in the table again once the board is gone', async () => {
    await open(THREE);
    await shows({ todo: 'A B', doing: 'C', done: '' });
    page.show('table');
    await eventually(() => expect(page.container.querySelector('.ndb-board')).toBeNull());
    page.button('New').click();
    await eventually(() => expect(page.container.querySelectorAll('.ndb-new-card').length).toBe(0));
    await eventually(() => expect(page.text('', 0)).toBe(''));
  });
});

describe('the limit of a lane', () => {
  const counts = (): readonly (string | null)[] =>
    [...page.container.querySelectorAll('.ndb-lane-head .ndb-count')].map((each) => each.textContent);
  const set = async (most: string): Promise<void> => {
    page.button('Limit of doing').click();
    const input = await eventually(() => {
      const found = document.querySelector<HTMLInputElement>('.ndb-popover-main input');
      if (found === null) throw new Error('no field yet');
      return found;
    });
    input.value = most;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const save = (): Promise<void> =>
    eventually(() => {
      const button = page.button('Save');
      expect(button.disabled).toBe(false);
      button.click();
    });

  it('is set in its head with a dry run, counts there, and refuses a drop in words', async () => {
    await open([...THREE, task('D', 'doing')]);
    await shows({ todo: 'A B', doing: 'C D', done: '' });
    await set('1');
    await eventually(() =>
      expect(document.querySelector('.ndb-popover-main')?.textContent).toContain('with this one there are 2'),
    );
    expect(page.button('Save').disabled).toBe(true);
    page.button('Cancel').click();
    await set('2');
    await save();
    await eventually(() => expect(counts()).toEqual(['2', '2 / 2', '0']));
    expect(page.container.querySelectorAll('.ndb-count.ndb-is-full')).toHaveLength(1);
    name('A').focus();
    await page.press('ArrowRight', { shiftKey: true });
    await eventually(() =>
      expect(page.container.querySelector('.ndb-card-refusal')?.textContent).toContain(
        'Tasks has at most 2 rows where status is "doing"',
      ),
    );
    expect((await page.row('A'))?.['status']).toBe('todo');
    page.button('Leave Status as it is').click();
    await set('3');
    await save();
    await eventually(() => expect(counts()).toEqual(['2', '2 / 3', '0']));
    await set('');
    await save();
    await eventually(() => expect(counts()).toEqual(['2', '2', '0']));
  });
});

describe('limits for each value', () => {
  const counts = (query: string): readonly (string | null)[] =>
    [...page.container.querySelectorAll(`${query} .ndb-count`)].map((each) => each.textContent);
  const limit = (name: string, check: JsonObject, per: string): Promise<unknown> =>
    page.vault.run('add_constraint', { table: 'tasks', name, check, at_most: 3, per });

  it('of the lanes count in each head', async () => {
    await open(THREE);
    await limit('few', {}, 'status');
    await eventually(() => expect(counts('.ndb-lane-head')).toEqual(['2 / 3', '1 / 3', '0 / 3']));
  });

  it('of the swimlanes count where a lane and a swimlane cross', async () => {
    await open(
      [task('A', 'doing', { owner: '[[Ann]]' }), task('B', 'doing', { owner: '[[Ben]]' }), task('C', 'doing')],
      { swimlanes: 'owner' },
    );
    await limit('each', { status: 'doing' }, 'owner');
    await eventually(() => expect(counts('.ndb-band-new')).toEqual(['1 / 3', '1 / 3']));
    expect(counts('.ndb-lane-head')).toEqual(['0', '3', '0']);
    expect(page.container.querySelector('.ndb-band-new .ndb-count')?.getAttribute('title')).toContain('At most 3');
  });
});

describe('others', () => {
  it('move a card and drop the column of the lanes: the board follows', async () => {
    await open(THREE);
    await shows({ todo: 'A B', doing: 'C', done: '' });
    await page.vault.run('drop_column', { table: 'tasks', column: 'status' });
    await shows({ 'Not paid': '', Paid: '', Empty: 'A B C' });
  });

  it('change a card while it moves: the person chooses', async () => {
    await open(THREE);
    await shows({ todo: 'A B', doing: 'C', done: '' });
    name('A').focus();
    void page.vault.run('update_rows', { table: 'tasks', where: { title: 'A' }, set_values: { status: 'done' } });
    await page.press('ArrowRight', { shiftKey: true });
    await eventually(() => page.button('Use mine').click());
    await shows({ todo: 'B', doing: 'A C', done: '' });
  });
});

it('draws 2,000 lanes and 10,000 cards near its window alone, and says that lanes are left out', async () => {
  const nodes = (): number => page.container.querySelectorAll('.ndb-board *').length;
  const count = size(2000, 10_000);
  await open(Array.from({ length: count }, (_, at) => task(`T${at}`, 'todo')));
  await eventually(() => expect(page.container.querySelectorAll('.ndb-card').length).toBeGreaterThan(5));
  expect(page.container.querySelectorAll('.ndb-card').length).toBeLessThan(60);
  expect(nodes()).toBeLessThan(800);
  page.show('board', {}, { group: { column: 'title', isDescending: false } });
  await eventually(() =>
    expect(page.container.textContent).toContain(`There are ${count} groups; the first 1000 are shown.`),
  );
  await eventually(() => expect(page.container.querySelectorAll('.ndb-card').length).toBeGreaterThan(2));
  expect(page.container.querySelectorAll('.ndb-lane').length).toBeLessThan(12);
  expect(nodes()).toBeLessThan(800);
});

it('says that no column makes lanes', async () => {
  await open([]);
  for (const column of ['status', 'owner', 'paid']) await page.vault.run('drop_column', { table: 'tasks', column });
  await eventually(() => expect(page.container.textContent).toContain('No column makes lanes'));
});

it('keeps up with refused moves at the speed of a hand, and loses none of the cards', async () => {
  await open(THREE);
  const check = { status: { ne: 'done' } };
  await page.vault.run('add_constraint', { table: 'tasks', name: 'never_done', check });
  await shows({ todo: 'A B', doing: 'C', done: '' });
  for (let time = 0; time < 3; time += 1)
    for (const title of ['C', 'A', 'B']) {
      name(title).focus();
      await page.press('ArrowRight', { shiftKey: true });
    }
  await eventually(() => {
    const shown = Object.values(lanes()).flatMap((titles) => titles.split(' ').filter((each) => each !== ''));
    expect(shown.sort()).toEqual(['A', 'B', 'C']);
    expect(lanes()['done']).toBe('');
  });
  for (const title of ['A', 'B', 'C']) expect((await page.row(title))?.['status']).toBe('doing');
});

it('is in a view as it was saved', async () => {
  await open(THREE);
  await page.vault.run('create_view', {
    name: 'vw_by_owner',
    query: { table: 'tasks', columns: ['title', 'status'] },
    display: { layout: 'board', group: 'owner', collapsed: ['group:"[[Ben]]"'], board: { swimlanes: 'paid' } },
  });
  page.choose({ table: 'main.default.vw_by_owner' });
  await shows({
    'Ann, Empty': '',
    'Empty, Empty': 'A B C',
    'Ann, Not paid': '',
    'Ann, Paid': '',
    'Empty, Not paid': '',
    'Empty, Paid': '',
  });
});
