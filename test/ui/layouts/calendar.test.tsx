/** Rows on the days of a calendar: shown, moved, stretched, refused and made. docs/views.md#calendars */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../eventually';
import { localToday, monthName } from '../../../src/ui/components/text/date-text';
import { barsOfWeek, rangeOf, stepPeriod, weeksOf } from '../../../src/ui/layouts/calendar/calendar-days';
import { dateOfDay, leadingDay } from '../../../src/kernel/calendar';
import { addDays, addMonths } from '../../../src/kernel/day-text';
import { EditingPage } from '../editing-page';
import { sizeDocument } from '../sized-document';
import type { JsonObject } from '../../../src/engine/index';
import { column } from '../../engine/open-vault';

let page: EditingPage;
beforeEach(() => void sizeDocument({ width: 1000, height: 800 }));
afterEach(() => page.close());

const TODAY = localToday();
/** In the middle of the month: its neighbours are in sight. */
const DAY = `${TODAY.slice(0, 8)}15`;

const task = (title: string, due: string | null, more: JsonObject = {}): JsonObject => ({
  title,
  status: 'todo',
  ...(due === null ? {} : { due }),
  ...more,
});

const all = (query: string): readonly HTMLElement[] => [...page.container.querySelectorAll<HTMLElement>(query)];
const bar = (title: string): HTMLElement | undefined =>
  all('.ndb-dated').find((each) => each.querySelector('button')?.textContent === title);
/** Days from its first one on, as they are drawn. */
function placeOf(title: string): string {
  const found = bar(title);
  const week = found?.closest('.ndb-week');
  if (found === undefined || week == null) return 'nowhere';
  const days = [...week.querySelectorAll<HTMLElement>('[data-day]')].map(({ dataset }) => dataset['day'] ?? '');
  const from = Number(found.style.getPropertyValue('--ndb-from'));
  return `${days[from - 1]} ${found.style.getPropertyValue('--ndb-days')}`;
}
const stored = async (title: string): Promise<JsonObject> => {
  const { rows } = await page.vault.run('select_rows', { table: 'tasks', where: { title } });
  return (rows as readonly JsonObject[])[0] ?? {};
};
const status = (): string => page.container.querySelector('.ndb-pane-foot')?.textContent ?? '';

async function open(rows: readonly JsonObject[], settings: JsonObject = {}, more: object = {}): Promise<void> {
  page = await EditingPage.open(rows);
  page.show('calendar', { date: 'due', ...settings }, more);
}

describe('the days of rows', () => {
  it('are those of the column of dates; rows without a date lie beside them', async () => {
    await open([task('Bake', DAY), task('Rest', null)]);
    await eventually(() => expect(placeOf('Bake')).toBe(`${DAY} 1`));
    await eventually(() => expect(bar('Rest')?.closest('[aria-label="Without a date"]')).not.toBeNull());
    const day = all('[data-day]').find(({ dataset }) => dataset['day'] === DAY);
    expect(day?.getAttribute('aria-label')).toContain(', 1 row');
  });

  it('reach to the second column', async () => {
    await open([]);
    await page.vault.run('add_column', { table: 'tasks', column: column('until', 'date') });
    await page.vault.run('insert_row', { table: 'tasks', values: task('Trip', DAY, { until: addDays(DAY, 40) }) });
    page.show('calendar', { date: 'due', end: 'until' });
    const days = (): number =>
      all('.ndb-dated').reduce((sum, each) => sum + Number(each.style.getPropertyValue('--ndb-days')), 0);
    const shown = (): number => all('[data-day]').filter(({ dataset }) => (dataset['day'] ?? '') >= DAY).length;
    await eventually(() => expect(days()).toBeGreaterThan(15));
    expect(days()).toBe(shown());
  });

  it('follow what another program writes', async () => {
    await open([task('Bake', DAY)]);
    await eventually(() => expect(placeOf('Bake')).toBe(`${DAY} 1`));
    const set_values = { due: addDays(DAY, 2) };
    await page.vault.run('update_rows', { table: 'tasks', where: { title: 'Bake' }, set_values });
    await eventually(() => expect(placeOf('Bake')).toBe(`${addDays(DAY, 2)} 1`));
  });

  it('that are over are overdue until the row is done', async () => {
    const rows = [task('Late', addDays(TODAY, -1)), task('Done', addDays(TODAY, -1), { status: 'done' })];
    await open([...rows, task('Now', TODAY)], { done: 'status', period: 'agenda' });
    const late = (title: string): boolean | undefined => bar(title)?.classList.contains('ndb-is-overdue');
    const isHere = TODAY.endsWith('-01') ? undefined : true;
    await eventually(() => expect(late('Now')).toBe(false));
    expect([late('Late'), late('Done')]).toEqual([isHere, isHere === undefined ? undefined : false]);
  });

  it('show the year 9999, and nothing after it', async () => {
    await open([task('Bake', DAY)]);
    expect(weeksOf('month', '9999-12-31').flat().map(dateOfDay).at(-1)).toBe('9999-12-31');
    expect(stepPeriod('month', '9999-12-31', 1)).toBe('9999-12-31');
    expect(rangeOf('agenda', '9999-12-05').last).toBe(leadingDay('9999-12-31'));
    await page.vault.run('update_rows', {
      table: 'tasks',
      where: { title: 'Bake' },
      set_values: { due: '9999-12-31' },
    });
    await eventually(() => expect(bar('Bake')).toBeUndefined());
    for (const day of ['9999-12-01', '9999-12-31'])
      expect(barsOfWeek([], weeksOf('week', day)[0] ?? [], 4).hidden.length).toBeGreaterThan(0);
  });
});

describe('a row moved by keys', () => {
  const press = async (title: string, key: string, more: KeyboardEventInit = {}): Promise<void> => {
    bar(title)?.querySelector('button')?.focus();
    await page.press(key, { shiftKey: true, ...more });
  };

  it('is written once, keeps the focus, and is undone by the notice', async () => {
    await open([task('Bake', DAY)]);
    await eventually(() => expect(placeOf('Bake')).toBe(`${DAY} 1`));
    await press('Bake', 'ArrowDown');
    await eventually(() => expect(placeOf('Bake')).toBe(`${addDays(DAY, 7)} 1`));
    expect(document.activeElement?.textContent).toBe('Bake');
    await eventually(async () => expect((await stored('Bake'))['due']).toBe(addDays(DAY, 7)));
    await eventually(() => expect(status()).toMatch(/Bake: .*Undo/));
    all('.ndb-pane-undo')[0]?.click();
    await eventually(async () => expect((await stored('Bake'))['due']).toBe(DAY));
    await eventually(() => expect(placeOf('Bake')).toBe(`${DAY} 1`));
  });

  it('is stretched by Alt, and both days move together', async () => {
    await open([]);
    await page.vault.run('add_column', { table: 'tasks', column: column('until', 'date') });
    await page.vault.run('insert_row', { table: 'tasks', values: task('Trip', DAY, { until: DAY }) });
    page.show('calendar', { date: 'due', end: 'until' });
    await eventually(() => expect(placeOf('Trip')).toBe(`${DAY} 1`));
    await press('Trip', 'ArrowRight', { altKey: true });
    await eventually(async () => expect((await stored('Trip'))['until']).toBe(addDays(DAY, 1)));
    await press('Trip', 'ArrowDown');
    await eventually(async () => {
      const { due, until } = await stored('Trip');
      expect([due, until]).toEqual([addDays(DAY, 7), addDays(DAY, 8)]);
    });
  });

  it('without a last day gets none by a move, and one by a stretch', async () => {
    await open([]);
    await page.vault.run('add_column', { table: 'tasks', column: column('until', 'date') });
    await page.vault.run('insert_row', { table: 'tasks', values: task('Trip', DAY) });
    page.show('calendar', { date: 'due', end: 'until' });
    await eventually(() => expect(placeOf('Trip')).toBe(`${DAY} 1`));
    await press('Trip', 'ArrowRight');
    await eventually(async () => expect((await stored('Trip'))['due']).toBe(addDays(DAY, 1)));
    expect((await stored('Trip'))['until'] ?? null).toBeNull();
    await eventually(() => expect(placeOf('Trip')).toBe(`${addDays(DAY, 1)} 1`));
    await press('Trip', 'ArrowRight', { altKey: true });
    await eventually(async () => expect((await stored('Trip'))['until']).toBe(addDays(DAY, 2)));
  });

  it('keeps its hour and its zone', async () => {
    await open([]);
    await page.vault.run('add_column', { table: 'tasks', column: column('meets', 'datetime') });
    const meets = `${DAY}T10:30:00+09:00`;
    await page.vault.run('insert_row', { table: 'tasks', values: task('Call', null, { meets }) });
    page.show('calendar', { date: 'meets' });
    const title = '10:30 Call';
    await eventually(() => expect(placeOf(title)).toBe(`${DAY} 1`));
    await press(title, 'ArrowRight');
    await eventually(async () => expect((await stored('Call'))['meets']).toBe(`${addDays(DAY, 1)}T10:30:00+09:00`));
  });

  it('stays where it was when it is refused, which it says with ways out', async () => {
    await open([]);
    const early = { name: 'early', check: { due: { lte: DAY } } };
    await page.vault.run('add_constraint', { table: 'tasks', ...early });
    await page.vault.run('insert_row', { table: 'tasks', values: task('Bake', DAY) });
    await eventually(() => expect(placeOf('Bake')).toBe(`${DAY} 1`));
    await press('Bake', 'ArrowRight');
    await eventually(() => expect(document.querySelector('.ndb-card-refusal')?.textContent).toMatch(/Due|due/));
    expect(placeOf('Bake')).toBe(`${DAY} 1`);
    expect((await stored('Bake'))['due']).toBe(DAY);
    bar('Bake')?.querySelector('button')?.focus();
    await page.press('Escape');
    await eventually(() => expect(document.querySelector('.ndb-card-refusal')).toBeNull());
  });

  it('gets the day at hand where it has none', async () => {
    await open([task('Rest', null)]);
    await eventually(() => expect(bar('Rest')).toBeDefined());
    await press('Rest', 'ArrowRight');
    await eventually(async () => expect((await stored('Rest'))['due']).toBe(TODAY));
  });
});

describe('a row that comes again', () => {
  const NEXT = `${addMonths(`${TODAY.slice(0, 8)}01`, 1).slice(0, 8)}15`;
  /** It is due in the middle of this month, which the days around the next month never show. */
  const series = (title: string, repeats: string, more: JsonObject = {}): JsonObject =>
    task(title, DAY, { repeats, ...more });
  const openSeries = async (
    rows: readonly JsonObject[],
    settings: JsonObject = {},
    recurs: JsonObject = {},
  ): Promise<void> => {
    await open([]);
    const { vault } = page;
    await vault.run('add_column', { table: 'tasks', column: column('repeats', 'string') });
    await vault.run('add_column', { table: 'tasks', column: column('until', 'date') });
    await vault.run('alter_column', { table: 'tasks', column: 'status', changes: { default: 'todo' } });
    const due = { recurs: { rule: 'repeats', done: 'status', values: ['done'], ...recurs } };
    await vault.run('alter_column', { table: 'tasks', column: 'due', changes: due });
    for (const values of rows) await vault.run('insert_row', { table: 'tasks', values });
    page.show('calendar', { date: 'due', ...settings });
  };
  const later = async (): Promise<void> => {
    const button = await eventually(() => all('[aria-label^="Later than"]')[0] ?? expect.fail('no calendar yet'));
    button.click();
  };
  const coming = (): readonly string[] =>
    all('.ndb-is-coming button').map((each) => each.getAttribute('aria-label') ?? '');

  it('is shown on its coming days as not yet there: it opens the row that makes it, and does not move', async () => {
    await openSeries([
      series('Rent', 'FREQ=MONTHLY;BYMONTHDAY=15'),
      series('Paid', 'FREQ=MONTHLY;BYMONTHDAY=15', { status: 'done' }),
    ]);
    await eventually(() => expect(bar('Rent')?.dataset['row']).toBeDefined());
    await later();
    await eventually(() => expect(placeOf('Rent')).toBe(`${NEXT} 1`));
    expect(coming()).toEqual([expect.stringMatching(/^Rent, .*, coming, not yet written$/) as string]);
    const day = all('[data-day]').find(({ dataset }) => dataset['day'] === NEXT);
    expect(day?.getAttribute('aria-label')).toContain(', 0 rows, 1 coming');
    bar('Rent')?.querySelector('button')?.focus();
    await page.press('ArrowRight', { shiftKey: true });
    expect((await stored('Rent'))['due']).toBe(DAY);
    expect(all('.ndb-is-coming [data-grip], .ndb-is-coming[data-row]')).toEqual([]);
    bar('Rent')?.querySelector('button')?.click();
    await eventually(() => expect(page.container.querySelector('aside')?.getAttribute('aria-label')).toBe('Rent'));
  });

  it('is on paper below the rows, with its day and no other value', async () => {
    await openSeries([series('Rent', 'FREQ=MONTHLY;BYMONTHDAY=15')]);
    await later();
    await eventually(() => expect(coming()).toHaveLength(1));
    page.button('More').click();
    await eventually(() => page.button('Print…').click());
    await eventually(() => expect(document.querySelector('.ndb-print')).not.toBeNull());
    const texts = (selector: string): readonly string[] =>
      [...document.querySelectorAll(`.ndb-print ${selector}`)].map((each) => each.textContent ?? '');
    expect(texts('tbody:not(.ndb-static-coming) tr')).toEqual([expect.stringContaining('Rent') as string]);
    expect(texts('.ndb-static-coming th')).toEqual([
      expect.stringMatching(/^Coming .* – .*, not yet written$/) as string,
    ]);
    const columns = texts('thead th');
    const cells = texts('.ndb-static-coming td');
    expect(cells[columns.indexOf('Title')]).toBe('Rent');
    expect(cells[columns.indexOf('Due')]).toContain('15');
    expect(cells.filter((text) => text !== '')).toHaveLength(2);
    window.dispatchEvent(new Event('afterprint'));
    page.show('table');
    await eventually(() => expect(page.grid).not.toBeNull());
    page.button('More').click();
    await eventually(() => page.button('Print…').click());
    await eventually(() => expect(texts('tbody tr')).toHaveLength(1));
    window.dispatchEvent(new Event('afterprint'));
  });

  it('stays away when it is done, and the next one takes its place', async () => {
    await openSeries([series('Rent', 'FREQ=MONTHLY;BYMONTHDAY=15;COUNT=2', { due: addMonths(NEXT, -2) })]);
    await later();
    await page.vault.run('update_row', {
      table: 'tasks',
      path: 'notedb/main/default/tasks/Rent.md',
      set_values: { due: addMonths(NEXT, -1) },
    });
    await eventually(() => expect(coming()).toHaveLength(1));
    await page.vault.run('update_row', {
      table: 'tasks',
      path: 'notedb/main/default/tasks/Rent.md',
      set_values: { status: 'done' },
    });
    await eventually(() => expect(coming()).toEqual([]));
    await eventually(() => expect(placeOf('Rent')).toBe(`${NEXT} 1`));
  });

  it('has the length of the row where its end moves with it', async () => {
    await openSeries(
      [series('Trip', 'FREQ=MONTHLY;BYMONTHDAY=15', { until: addDays(DAY, 1) })],
      { end: 'until' },
      { shift: ['until'] },
    );
    await later();
    const days = (): number =>
      all('.ndb-is-coming').reduce((sum, each) => sum + Number(each.style.getPropertyValue('--ndb-days')), 0);
    await eventually(() => expect(days()).toBe(2));
  });

  it('lies in the agenda too, and does not count as a row', async () => {
    await openSeries([series('Rent', 'FREQ=MONTHLY;BYMONTHDAY=15')], { period: 'agenda' });
    await later();
    await eventually(() => expect(coming()).toHaveLength(1));
    expect(all('.ndb-row-heading .ndb-count').map(({ textContent }) => textContent)).toEqual(['0']);
    expect(all('.ndb-agenda-line')[0]?.textContent).toContain('not yet written');
  });

  it('counts from today where it counts from the day on which it is done', async () => {
    const late = series('Water', 'FREQ=DAILY;INTERVAL=40', { due: addDays(TODAY, -400) });
    await openSeries([late], { period: 'agenda' }, { from: 'done' });
    const day = addDays(TODAY, 40);
    while (!all('.ndb-calendar-title')[0]?.textContent?.includes(monthName(day))) {
      await later();
      await page.press('Shift');
    }
    await eventually(() => expect(coming()).toHaveLength(1));
  });

  it('with a rule that can’t be followed has no coming days', async () => {
    await openSeries([series('Rent', 'FREQ=MONTHLY;BYMONTHDAY=15'), task('Odd', DAY)]);
    const path = 'notedb/main/default/tasks/Odd.md';
    const text = page.vault.text(path) ?? '';
    page.vault.host.external.write(path, text.replace('title: Odd', 'title: Odd\nrepeats: every month'));
    await later();
    await eventually(() => expect(coming()).toHaveLength(1));
    expect(coming()[0]).toContain('Rent');
  });
});

describe('a new row', () => {
  it('has its day and the values of the filter', async () => {
    await open([task('Bake', DAY, { status: 'doing' })], {}, { where: { status: 'doing' } });
    await eventually(() => expect(placeOf('Bake')).toBe(`${DAY} 1`));
    const number = page.container.querySelector<HTMLElement>(`[data-day="${DAY}"] .ndb-day-number`);
    number?.focus();
    await page.press('n');
    const field = page.container.querySelector<HTMLInputElement>('.ndb-new-on-day input');
    expect(field?.getAttribute('aria-label')).toContain('Title of the new row on');
    if (field !== null) field.value = 'Shop';
    field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    await eventually(() => expect(placeOf('Shop')).toBe(`${DAY} 1`));
    const { due, status: of } = await stored('Shop');
    expect([due, of]).toEqual([DAY, 'doing']);
  });
});

describe('the keys of days', () => {
  it('walk, turn the page, and return to today', async () => {
    await open([task('Bake', TODAY)]);
    const at = (): string | undefined => document.activeElement?.closest<HTMLElement>('[data-day]')?.dataset['day'];
    await eventually(() => expect(placeOf('Bake')).toBe(`${TODAY} 1`));
    page.container.querySelector<HTMLElement>(`[data-day="${TODAY}"] .ndb-day-number`)?.focus();
    await page.press('ArrowDown');
    await eventually(() => expect(at()).toBe(addDays(TODAY, 7)));
    await page.press('ArrowLeft');
    await eventually(() => expect(at()).toBe(addDays(TODAY, 6)));
    await page.press('PageDown');
    await eventually(() => expect(at()).toBe(addMonths(addDays(TODAY, 6), 1)));
    await page.press('Home');
    await eventually(() => expect(at()).toBe(TODAY));
  });
});

describe('the arrows at a row', () => {
  const walk = async (keys: readonly string[]): Promise<string> => {
    for (const key of keys) await page.press(key);
    return document.activeElement?.textContent ?? '';
  };

  it('walk to the rows beside, above and below, and write nothing', async () => {
    await open([
      task('A', DAY),
      task('B', DAY),
      task('C', addDays(DAY, 1)),
      task('D', addDays(DAY, 7)),
      task('E', null),
    ]);
    await eventually(() => expect(placeOf('D')).toBe(`${addDays(DAY, 7)} 1`));
    await eventually(() => expect(bar('E')).toBeDefined());
    const before = await page.migrations();
    bar('A')?.querySelector('button')?.focus();
    expect(await walk(['ArrowDown'])).toBe('B');
    expect(await walk(['ArrowRight'])).toBe('C');
    expect(await walk(['ArrowLeft', 'ArrowDown'])).toBe('D');
    expect(await walk(['ArrowUp', 'ArrowUp', 'ArrowUp'])).toBe('A');
    page.show('calendar', { date: 'due', period: 'agenda' });
    await eventually(() => expect(page.container.querySelectorAll('.ndb-agenda-line')).toHaveLength(4));
    bar('A')?.querySelector('button')?.focus();
    expect(await walk(['ArrowDown', 'ArrowDown', 'ArrowDown'])).toBe('D');
    expect(await page.migrations()).toBe(before);
  });
});

it('leads from a full day to its week, and says how many more there are', async () => {
  await open(Array.from({ length: 9 }, (_, at) => task(`Task ${at}`, DAY)));
  await eventually(() => expect(all('.ndb-day-more').map(({ textContent }) => textContent)).toEqual(['+5']));
  all('.ndb-day-more')[0]?.click();
  await eventually(() => expect(all('.ndb-week')).toHaveLength(1));
  await eventually(() => expect(all('.ndb-week .ndb-dated')).toHaveLength(9));
});

it('says that a table has no dates, and which column is gone', async () => {
  await open([task('Bake', DAY)], { date: 'gone' });
  await eventually(() => expect(page.container.textContent).toContain('There is no column of dates named gone.'));
});
