/** Rows as bars over time: shown, moved, stretched, refused, linked and made. docs/views.md#timelines */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../eventually';
import { addDays, addMonths } from '../../../src/kernel/day-text';
import { localToday } from '../../../src/ui/components/text/date-text';
import { dayWidth } from '../../../src/ui/layouts/timeline/time-scale';
import type { JsonObject } from '../../../src/engine/index';
import { column } from '../../engine/open-vault';
import { EditingPage } from '../editing-page';
import { sizeDocument } from '../sized-document';

let page: EditingPage;
beforeEach(() => void sizeDocument({ width: 1000, height: 800 }));

const TODAY = localToday();

const task = (title: string, due: string | null, more: JsonObject = {}): JsonObject => ({
  title,
  status: 'todo',
  ...(due === null ? {} : { due }),
  ...more,
});

const all = (query: string): readonly HTMLElement[] => [...page.container.querySelectorAll<HTMLElement>(query)];
const bar = (title: string): HTMLElement | undefined =>
  all('.ndb-dated').find((each) => each.querySelector('button')?.textContent === title);
const label = (title: string): string => bar(title)?.querySelector('button')?.getAttribute('aria-label') ?? '';
const place = (title: string, name = '--ndb-x'): number =>
  Number.parseFloat(bar(title)?.closest<HTMLElement>('.ndb-time-bar')?.style.getPropertyValue(name) ?? '');
/** How many days lie between the starts of two bars, by where they are drawn. */
const daysBetween = (one: string, other: string): number => (place(other) - place(one)) / dayWidth('weeks');
const stored = async (title: string): Promise<JsonObject> => {
  const { rows } = await page.vault.run('select_rows', { table: 'tasks', where: { title } });
  return (rows as readonly JsonObject[])[0] ?? {};
};
const said = (): string => page.container.querySelector('.ndb-timeline-head [role=status]')?.textContent ?? '';
const foot = (): string => page.container.querySelector('.ndb-pane-foot')?.textContent ?? '';
const refusal = (): string => document.querySelector('.ndb-card-refusal')?.textContent ?? '';

async function open(rows: readonly JsonObject[], settings: JsonObject = {}, more: object = {}): Promise<void> {
  page = await EditingPage.open([]);
  await page.vault.run('add_column', { table: 'tasks', column: column('until', 'date') });
  await page.vault.run('add_column', { table: 'tasks', column: column('after', 'link', { ref: 'tasks' }) });
  for (const values of rows) await page.vault.run('insert_row', { table: 'tasks', values });
  page.show('timeline', { date: 'due', end: 'until', ...settings }, more);
}

const press = async (title: string, key: string, more: KeyboardEventInit = {}): Promise<void> => {
  bar(title)?.querySelector('button')?.focus();
  await page.press(key, more);
};

/** Shift moves. */
const move = (title: string, key: string): Promise<void> => press(title, key, { shiftKey: true });
const stretch = (title: string, key: string): Promise<void> => press(title, key, { shiftKey: true, altKey: true });

interface Point {
  readonly x: number;
  readonly y?: number;
}

function point(target: Element | Document | undefined, type: string, { x, y = 300 }: Point): void {
  const init = { bubbles: true, cancelable: true, button: 0, clientX: x, clientY: y };
  target?.dispatchEvent(new PointerEvent(type, { ...init, pointerId: 1, pointerType: 'mouse' }));
}

/** The mouse takes a bar, or one of its ends, and holds it so many days later. */
async function lift(title: string, days: number, grip?: 'start' | 'end'): Promise<void> {
  const target = grip === undefined ? bar(title) : bar(title)?.querySelector(`[data-grip=${grip}]`);
  point(target ?? undefined, 'pointerdown', { x: 500 });
  point(document, 'pointermove', { x: 500 + days * dayWidth('weeks') });
  await eventually(() => expect(page.container.querySelector('.ndb-is-dragged')).not.toBeNull());
}

const drop = (days: number): void => point(document, 'pointerup', { x: 500 + days * dayWidth('weeks') });

/** One row a week, the last ones after today. */
const weekly = (count: number): readonly JsonObject[] =>
  Array.from({ length: count }, (_, at) => task(`T${at}`, addDays(TODAY, (at - count + 5) * 7)));

describe('a timeline', () => {
  afterEach(() => page.close());

  it('opens on the rows of today, and finds them again', async () => {
    await open(weekly(80));
    const top = (): number | undefined => all('.ndb-time-scroll')[0]?.scrollTop;
    // A line has 34 pixels; the week of today begins with the last but five.
    await eventually(() => expect(top()).toBeGreaterThan(70 * 34));
    const opened = top();
    all('.ndb-time-scroll')[0]?.scrollTo({ top: 0 });
    page.button('Today').click();
    await eventually(() => expect(top()).toBe(opened));
  });

  it('keeps its own order, and begins with its first row', async () => {
    await open(weekly(20), {}, { sort: [{ column: 'title', isDescending: false }] });
    await eventually(() => expect(all('.ndb-time-line').length).toBeGreaterThan(10));
    expect(all('.ndb-time-scroll')[0]?.scrollTop).toBe(0);
  });

  it('has a bar over the days of each row, and rows without a date at the side', async () => {
    await open([task('Bake', TODAY, { until: addDays(TODAY, 4) }), task('Eat', addDays(TODAY, 3)), task('Rest', null)]);
    await eventually(() => expect(daysBetween('Bake', 'Eat')).toBe(3));
    expect(place('Bake', '--ndb-w')).toBe(5 * dayWidth('weeks'));
    // A row without an end has one day.
    expect(place('Eat', '--ndb-w')).toBe(dayWidth('weeks'));
    await eventually(() => expect(bar('Rest')?.closest('[aria-label="Without a date"]')).not.toBeNull());
    expect(all('.ndb-time-today')).toHaveLength(1);
  });

  it('says which rows are overdue until they are done', async () => {
    const rows = [
      task('Late', addDays(TODAY, -1)),
      task('Done', addDays(TODAY, -1), { status: 'done' }),
      task('Now', TODAY),
    ];
    await open(rows, { done: 'status' });
    await eventually(() => expect(label('Late')).toContain('overdue'));
    expect([label('Done'), label('Now')].join()).not.toContain('overdue');
  });

  it('reads 9,999 years, and leads to a row of any of them', async () => {
    await open([task('First', '0001-01-01'), task('Bake', TODAY), task('Last', '9999-12-31')]);
    await eventually(() => expect(bar('Bake')).toBeDefined());
    expect([bar('First'), bar('Last')]).toEqual([undefined, undefined]);
    for (const title of ['Last', 'First']) {
      all(`[aria-label="Show the days of ${title}"]`)[0]?.click();
      await eventually(() => expect(bar(title)).toBeDefined());
      await eventually(() => expect(document.activeElement?.textContent).toBe(title));
    }
    await move('First', 'ArrowLeft');
    await move('First', 'ArrowRight');
    await eventually(async () => expect((await stored('First'))['due']).toBe('0001-01-08'));
  });

  it('zooms by buttons and keys, and the view keeps the scale', async () => {
    await open([task('Bake', TODAY, { until: addDays(TODAY, 9) })]);
    const scale = (): string => page.container.querySelector('.ndb-time-scale')?.textContent ?? '';
    await eventually(() => expect(place('Bake', '--ndb-w')).toBe(160));
    await press('Bake', '-');
    await eventually(() => expect([scale(), place('Bake', '--ndb-w')]).toEqual(['Months', 50]));
    all('[aria-label="Zoom out"]')[0]?.click();
    await eventually(() => expect([scale(), place('Bake', '--ndb-w')]).toEqual(['Quarters', 20]));
    await eventually(() => expect(all('[aria-label="Zoom out"]')[0]).toHaveProperty('disabled', true));
    await move('Bake', 'ArrowRight');
    await eventually(async () => expect((await stored('Bake'))['due']).toBe(addMonths(TODAY, 3)));
  });

  it('says that a table has no dates, and which column is gone', async () => {
    await open([task('Bake', TODAY)], { date: 'gone' });
    await eventually(() => expect(page.container.textContent).toContain('There is no column of dates named gone.'));
    page.show('timeline', {});
    await eventually(() => expect(bar('Bake')).toBeDefined());
    for (const name of ['due', 'until']) await page.vault.run('drop_column', { table: 'tasks', column: name });
    await eventually(() => expect(page.container.textContent).toContain('No column of dates'));
  });
});

describe('a row moved by keys', () => {
  afterEach(() => page.close());

  it('is written once by a unit of the scale, keeps the focus, and is undone by the notice', async () => {
    await open([task('Bake', TODAY, { until: addDays(TODAY, 2) })]);
    await eventually(() => expect(bar('Bake')).toBeDefined());
    await move('Bake', 'ArrowRight');
    await eventually(async () => {
      const { due, until } = await stored('Bake');
      expect([due, until]).toEqual([addDays(TODAY, 7), addDays(TODAY, 9)]);
    });
    expect(document.activeElement?.textContent).toBe('Bake');
    await eventually(() => expect(foot()).toMatch(/Bake: .*Undo/));
    all('.ndb-pane-undo')[0]?.click();
    await eventually(async () => expect((await stored('Bake'))['until']).toBe(addDays(TODAY, 2)));
  });

  it('is stretched at its end by Alt and Shift, and at its start by the menu', async () => {
    await open([task('Bake', TODAY, { until: TODAY })], { scale: 'days' });
    await eventually(() => expect(bar('Bake')).toBeDefined());
    await stretch('Bake', 'ArrowRight');
    await eventually(async () => expect((await stored('Bake'))['until']).toBe(addDays(TODAY, 1)));
    page.button('Menu of Bake').click();
    await eventually(() => page.button('Begin a day earlier').click());
    await eventually(async () => expect((await stored('Bake'))['due']).toBe(addDays(TODAY, -1)));
  });

  it('stays where it is by arrows alone, which walk', async () => {
    await open([task('A', TODAY), task('B', TODAY), task('Rest', null), task('Sleep', null)]);
    await eventually(() => expect(bar('Sleep')).toBeDefined());
    const before = await page.migrations();
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowDown']) await press('A', key);
    expect(document.activeElement?.textContent).toBe('B');
    await press('Rest', 'ArrowDown');
    expect(document.activeElement?.textContent).toBe('Sleep');
    expect(await page.migrations()).toBe(before);
  });

  it('keeps its line while it gets other days; the order comes back when the person leaves', async () => {
    await open([task('A', TODAY), task('B', addDays(TODAY, 3))]);
    const order = (): string =>
      all('.ndb-time-name')
        .map(({ textContent }) => textContent)
        .join(' ');
    await eventually(() => expect(order()).toBe('A B'));
    await move('A', 'ArrowRight');
    await eventually(async () => expect((await stored('A'))['due']).toBe(addDays(TODAY, 7)));
    await eventually(() => expect(daysBetween('B', 'A')).toBe(4));
    expect(order()).toBe('A B');
    await press('A', 'ArrowDown');
    expect(document.activeElement?.textContent).toBe('B');
    (document.activeElement as HTMLElement).blur();
    await eventually(() => expect(order()).toBe('B A'));
  });

  it('keeps its hour and its zone', async () => {
    await open([task('Call', null)]);
    await page.vault.run('add_column', { table: 'tasks', column: column('meets', 'datetime') });
    const set_values = { meets: `${TODAY}T23:30:00-09:00` };
    await page.vault.run('update_rows', { table: 'tasks', where: { title: 'Call' }, set_values });
    page.show('timeline', { date: 'meets', scale: 'days' });
    await eventually(() => expect(bar('23:30 Call')).toBeDefined());
    await move('23:30 Call', 'ArrowRight');
    await eventually(async () => expect((await stored('Call'))['meets']).toBe(`${addDays(TODAY, 1)}T23:30:00-09:00`));
  });

  it('gets a day in sight where it has none', async () => {
    await open([task('Rest', null), task('Bake', TODAY)]);
    await eventually(() => expect(bar('Rest')).toBeDefined());
    await move('Rest', 'ArrowRight');
    await eventually(async () => expect((await stored('Rest'))['due']).toBe(TODAY));
    await eventually(() => expect(bar('Rest')?.closest('.ndb-time-line')).not.toBeNull());
  });

  it('says why it can not be stretched without a column of ends', async () => {
    await open([task('Bake', TODAY)]);
    page.show('timeline', { date: 'due' });
    await eventually(() => expect(bar('Bake')).toBeDefined());
    await stretch('Bake', 'ArrowRight');
    expect(said()).toContain('no column of ends');
    expect((await stored('Bake'))['due']).toBe(TODAY);
  });
});

describe('a row dragged by the mouse', () => {
  afterEach(() => page.close());

  it('moves by days with both of its dates, and each end is stretched alone', async () => {
    await open([task('Bake', TODAY, { until: addDays(TODAY, 2) })]);
    await eventually(() => expect(bar('Bake')).toBeDefined());
    await lift('Bake', 3);
    drop(3);
    await eventually(async () => expect((await stored('Bake'))['until']).toBe(addDays(TODAY, 5)));
    await lift('Bake', -2, 'start');
    drop(-2);
    await eventually(async () => expect((await stored('Bake'))['due']).toBe(addDays(TODAY, 1)));
    await lift('Bake', 4, 'end');
    drop(4);
    await eventually(async () => expect((await stored('Bake'))['until']).toBe(addDays(TODAY, 9)));
  });

  it('goes back when it is refused, each time anew, and says why with ways out', async () => {
    await open([]);
    await page.vault.run('add_constraint', { table: 'tasks', name: 'early', check: { due: { lte: TODAY } } });
    await page.vault.run('insert_row', { table: 'tasks', values: task('Bake', TODAY) });
    await eventually(() => expect(bar('Bake')).toBeDefined());
    const before = place('Bake');
    for (const days of [2, 5]) {
      await lift('Bake', days);
      drop(days);
      await eventually(() => expect(refusal()).toMatch(/early/));
      await eventually(() => expect(place('Bake')).toBe(before));
      expect(bar('Bake')?.classList.contains('ndb-is-refused')).toBe(true);
    }
    expect((await stored('Bake'))['due']).toBe(TODAY);
    await press('Bake', 'Escape');
    await eventually(() => expect(refusal()).toBe(''));
  });

  it('is dropped nowhere when its column is gone meanwhile', async () => {
    await open([task('Bake', TODAY)]);
    await eventually(() => expect(bar('Bake')).toBeDefined());
    await lift('Bake', 3);
    await page.vault.run('drop_column', { table: 'tasks', column: 'due' });
    await eventually(() => expect(page.container.textContent).toContain('There is no column of dates named due.'));
    drop(3);
    expect((await stored('Bake'))['title']).toBe('Bake');
    expect(page.container.querySelector('.ndb-card-refusal')).toBeNull();
  });

  it('asks who is right when another program moved it meanwhile', async () => {
    await open([task('Bake', TODAY)]);
    await eventually(() => expect(bar('Bake')).toBeDefined());
    await lift('Bake', 3);
    const set_values = { due: addDays(TODAY, 10) };
    await page.vault.run('update_rows', { table: 'tasks', where: { title: 'Bake' }, set_values });
    drop(3);
    await eventually(() => expect(refusal()).toContain('Use mine'));
    expect((await stored('Bake'))['due']).toBe(addDays(TODAY, 10));
    const mine = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Use mine');
    mine?.click();
    await eventually(async () => expect((await stored('Bake'))['due']).toBe(addDays(TODAY, 3)));
  });

  it('draws the days of a new row where there is none', async () => {
    await open([task('Bake', TODAY)], {}, { where: { status: 'todo' } });
    await eventually(() => expect(bar('Bake')).toBeDefined());
    const body = page.container.querySelector('.ndb-time-body') ?? undefined;
    point(body, 'pointerdown', { x: 500 });
    point(document, 'pointermove', { x: 500 + 3 * dayWidth('weeks') });
    await eventually(() => expect(all('.ndb-time-mark')).toHaveLength(1));
    point(document, 'pointerup', { x: 500 + 3 * dayWidth('weeks') });
    const field = await eventually(() => {
      const found = page.container.querySelector<HTMLInputElement>('.ndb-new-on-days input');
      if (found === null) throw new Error('no field yet');
      return found;
    });
    field.value = 'Shop';
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    await eventually(async () => {
      const { due, until } = await stored('Shop');
      expect([typeof due, until]).toEqual(['string', addDays(due as string, 3)]);
    });
  });
});

describe('a new row', () => {
  afterEach(() => page.close());

  it('has today where that is in sight, and the values of the filter', async () => {
    await open([task('Bake', TODAY, { status: 'doing' })], {}, { where: { status: 'doing' } });
    await eventually(() => expect(bar('Bake')).toBeDefined());
    await press('Bake', 'n');
    const field = page.container.querySelector<HTMLInputElement>('.ndb-new-on-days input');
    expect(field?.getAttribute('aria-label')).toContain('Title of the new row on');
    if (field !== null) field.value = 'Shop';
    field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    await eventually(() => expect(bar('Shop')).toBeDefined());
    const { due, status } = await stored('Shop');
    expect([due, status]).toEqual([TODAY, 'doing']);
  });
});

describe('rows that come after others', () => {
  afterEach(() => page.close());

  const paths = (): readonly (string | null)[] => all('.ndb-time-links path').map((each) => each.getAttribute('class'));

  it('have a line to them, which says when they begin too early', async () => {
    const rows = [
      task('A', TODAY, { until: addDays(TODAY, 3) }),
      task('B', addDays(TODAY, 5), { after: '[[A]]' }),
      task('C', addDays(TODAY, 1), { after: '[[A]]' }),
    ];
    await open(rows, { after: 'after' });
    await eventually(() => expect(paths()).toHaveLength(2));
    expect(paths().filter((each) => each === 'ndb-is-broken')).toHaveLength(1);
    expect(label('B')).toContain('after A');
    expect(label('C')).toContain('begins before A ends');
    expect(label('A')).not.toMatch(/after|before/);
    await move('C', 'ArrowRight');
    await eventually(() => expect(label('C')).toContain('after A'));
    expect(paths()).not.toContain('ndb-is-broken');
  });

  it('are read from lists too, also where a row links itself or nothing', async () => {
    await open([task('A', TODAY), task('B', addDays(TODAY, 5))]);
    const steps = column('steps', 'list', { items: { type: 'link' } });
    await page.vault.run('add_column', { table: 'tasks', column: steps });
    const set_values = { steps: ['[[A]]', '[[B]]', '[[Nobody]]'] };
    await page.vault.run('update_rows', { table: 'tasks', where: { title: 'B' }, set_values });
    page.show('timeline', { date: 'due', after: 'steps' });
    await eventually(() => expect(paths()).toHaveLength(1));
  });
});

describe('groups', () => {
  afterEach(() => page.close());

  const BY_STATUS = { group: { column: 'status', isDescending: false } };
  /** Headings and rows as they lie below each other. */
  const lines = (): readonly string[] =>
    [...all('[data-line]')]
      .sort((one, other) => Number(one.dataset['line']) - Number(other.dataset['line']))
      .map((line) => line.querySelector('.ndb-time-fold, .ndb-time-name')?.textContent?.trim() ?? '');
  /** The height of a line, in the window of a test. */
  const heightOf = (text: string): number => {
    const line = all('[data-line]').find((each) => each.textContent?.includes(text));
    return Number.parseFloat(line?.style.getPropertyValue('--ndb-top') ?? '') + 10;
  };

  it('have the order of the choices, fold, and are there without rows', async () => {
    await open([task('A', TODAY, { status: 'done' }), task('B', TODAY), task('C', addDays(TODAY, 1))], {}, BY_STATUS);
    await eventually(() => expect(lines()).toEqual(['todo2', 'B', 'C', 'doing0', 'done1', 'A']));
    all('.ndb-time-fold')[0]?.click();
    await eventually(() => expect(lines()).toEqual(['todo2', 'doing0', 'done1', 'A']));
  });

  it('have a last one for rows without a value, and those of links for each row of their table', async () => {
    await open([task('A', TODAY)]);
    page.show('timeline', { date: 'due' }, { group: { column: 'owner', isDescending: false } });
    await eventually(() => expect(lines()).toEqual(['Ann0', 'Ben0', 'Empty1', 'A']));
    await move('A', 'ArrowUp');
    await eventually(async () => expect((await stored('A'))['owner']).toBe('[[Ben]]'));
    await eventually(() => expect(lines()).toEqual(['Ann0', 'Ben1', 'A']));
  });

  it('take a row that is dropped there, with its days, in one write with one undo', async () => {
    await open([task('A', TODAY, { until: TODAY }), task('B', TODAY, { status: 'done' })], {}, BY_STATUS);
    await eventually(() => expect(lines()).toEqual(['todo1', 'A', 'doing0', 'done1', 'B']));
    const before = await page.migrations();
    point(bar('A'), 'pointerdown', { x: 500, y: heightOf('A') });
    const to = { x: 500 + 2 * dayWidth('weeks'), y: heightOf('doing') };
    point(document, 'pointermove', to);
    await eventually(() => expect(page.container.querySelector('.ndb-is-target')?.textContent).toContain('doing'));
    expect(page.container.querySelector('.ndb-time-drop')?.textContent).toContain('doing');
    point(document, 'pointerup', to);
    await eventually(async () => {
      const { due, until, status } = await stored('A');
      expect([due, until, status]).toEqual([addDays(TODAY, 2), addDays(TODAY, 2), 'doing']);
    });
    expect(await page.migrations()).toBe(before + 1);
    await eventually(() => expect(lines()).toEqual(['todo0', 'doing1', 'A', 'done1', 'B']));
    await eventually(() => expect(foot()).toContain('doing'));
    all('.ndb-pane-undo')[0]?.click();
    await eventually(() => expect(lines()).toEqual(['todo1', 'A', 'doing0', 'done1', 'B']));
    expect((await stored('A'))['due']).toBe(TODAY);
  });

  it('give a row without a date their value and a day', async () => {
    await open([task('A', TODAY), task('Rest', null)], {}, BY_STATUS);
    await eventually(() => expect(bar('Rest')).toBeDefined());
    point(bar('Rest'), 'pointerdown', { x: 500, y: 5 });
    const to = { x: 500, y: heightOf('done') };
    point(document, 'pointermove', to);
    point(document, 'pointerup', to);
    await eventually(async () => {
      const { due, status } = await stored('Rest');
      expect([typeof due, status]).toEqual(['string', 'done']);
    });
  });

  it('are left by keys and by the menu, and the row keeps the focus', async () => {
    await open([task('A', TODAY), task('B', TODAY)], {}, BY_STATUS);
    await eventually(() => expect(lines()).toHaveLength(5));
    await move('A', 'ArrowDown');
    await eventually(async () => expect((await stored('A'))['status']).toBe('doing'));
    await eventually(() => expect(lines()).toEqual(['todo1', 'B', 'doing1', 'A', 'done0']));
    await eventually(() => expect(document.activeElement?.textContent).toBe('A'));
    page.button('Menu of A').click();
    await eventually(() => page.button('Move to done').click());
    await eventually(() => expect(lines()).toEqual(['todo1', 'B', 'doing0', 'done1', 'A']));
  });

  it('refuse a row with the reason, and it stays where it was', async () => {
    await open([task('A', TODAY)], {}, BY_STATUS);
    await page.vault.run('add_constraint', { table: 'tasks', name: 'open', check: { status: { ne: 'doing' } } });
    await eventually(() => expect(lines()).toHaveLength(4));
    await move('A', 'ArrowDown');
    await eventually(() => expect(refusal()).toContain('open'));
    expect(lines()).toEqual(['todo1', 'A', 'doing0', 'done0']);
    await press('A', 'Escape');
    await eventually(() => expect(refusal()).toBe(''));
  });

  it('say why a row can not go to another one where each has several values', async () => {
    await open([task('A', TODAY)], {}, { group: { column: 'due', unit: 'month', isDescending: false } });
    await eventually(() => expect(lines()).toHaveLength(2));
    await move('A', 'ArrowDown');
    expect(said()).toContain('can not be moved between these groups');
  });

  it('give a new row their value', async () => {
    await open([task('A', TODAY)], {}, BY_STATUS);
    await eventually(() => page.button('New row in done').click());
    const field = page.container.querySelector<HTMLInputElement>('.ndb-new-on-days input');
    if (field !== null) field.value = 'Shop';
    field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    await eventually(async () => expect((await stored('Shop'))['status']).toBe('done'));
  });
});
