/** Items added to, or removed from, the lists of several rows at once, over a real engine. docs/app/editing.md#lists-of-several-rows */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../eventually';
import { column } from '../../../engine/open-vault';
import { EditingPage } from '../../editing-page';

const TAGS = 5;

let page: EditingPage;
beforeEach(async () => {
  page = await EditingPage.open([
    { title: 'Ape', status: 'todo', tags: ['x', 'y'] },
    { title: 'Bee', status: 'todo' },
    { title: 'Cat', status: 'todo', tags: ['x'] },
    { title: 'Dog', status: 'todo', tags: ['z'] },
  ]);
  await eventually(() => expect(page.text('Dog', 1)).toBe('todo'));
});
afterEach(() => page.close());

const said = (text: string): Promise<void> => eventually(() => expect(page.news).toBe(text));
const tagsOf = async (...titles: string[]): Promise<unknown[]> =>
  Promise.all(titles.map(async (title) => (await page.row(title))?.['tags'] ?? []));
const menu = (): string[] => [...document.querySelectorAll('[role=menu] button')].map((each) => each.textContent ?? '');
const form = (): Element => {
  const found = document.querySelector('.ndb-popover [role=dialog]');
  if (found === null) throw new Error('no form');
  return found;
};
const effect = (text: string): Promise<void> => eventually(() => expect(form().textContent).toContain(text));
const options = (): string[] =>
  [...form().querySelectorAll('[role=option]')].map((each) => each.textContent?.trim() ?? '');

async function openMenu(): Promise<void> {
  await page.press('F10', { shiftKey: true });
  await eventually(() => expect(menu()).not.toEqual([]));
}

/** The form for the tags of the rows from one title to another. */
async function openForm(item: string, from: string, to: string): Promise<void> {
  await page.select(from, TAGS, { title: to, at: TAGS });
  await openMenu();
  page.button(item, document.querySelector('[role=menu]') ?? document.body).click();
  await eventually(form);
}

function typeItem(text: string): void {
  const field = form().querySelector<HTMLInputElement>('.ndb-field');
  if (field === null) throw new Error('no field');
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

const submit = (label: string): void => page.button(label, form()).click();

describe('an addition', () => {
  it('says how many rows change, is one write that keeps the other items, and is taken back by one undo', async () => {
    const before = await page.migrations();
    await openForm('Add to Tags…', 'Ape', 'Cat');
    expect(form().getAttribute('aria-label')).toBe('Add to Tags of 3 rows');
    expect(page.button('Add to Tags', form()).disabled).toBe(true);
    await page.type('x');
    await effect('Changes 1 row. 2 rows have them already.');
    await page.type('new');
    await effect('Changes 3 rows.');
    expect(await page.migrations()).toBe(before);
    submit('Add to Tags');
    await said('Added x, new to Tags of 3 rows.');
    expect(await tagsOf('Ape', 'Bee', 'Cat', 'Dog')).toEqual([['x', 'y', 'new'], ['x', 'new'], ['x', 'new'], ['z']]);
    expect(await page.migrations()).toBe(before + 1);
    expect(document.querySelector('.ndb-popover')).toBe(null);
    expect(page.hasKeyboard).toBe(true);
    page.button('Undo', page.container.querySelector('.ndb-pane-foot') ?? document.body).click();
    await said('Undone: addition to Tags of 3 rows.');
    expect(await tagsOf('Ape', 'Bee', 'Cat')).toEqual([['x', 'y'], [], ['x']]);
    await page.press('y', { ctrlKey: true });
    await said('Done again: addition to Tags of 3 rows.');
    expect(await tagsOf('Bee')).toEqual([['x', 'new']]);
  });

  it('is done by keys alone: Enter adds the item, the next Enter writes it', async () => {
    await openForm('Add to Tags…', 'Ape', 'Bee');
    await eventually(() => expect(document.activeElement?.classList.contains('ndb-field')).toBe(true));
    await page.type('sea');
    await effect('Changes 2 rows.');
    await page.press('Enter');
    await said('Added sea to Tags of 2 rows.');
  });

  it('counts text that is not an item yet, and Tab leads to the buttons', async () => {
    await openForm('Add to Tags…', 'Ape', 'Bee');
    await page.type('sea', 'Tab');
    expect(document.activeElement?.textContent).toBe('Cancel');
    await effect('Changes 2 rows.');
  });

  it('offers the items that the column has elsewhere', async () => {
    await openForm('Add to Tags…', 'Ape', 'Bee');
    await eventually(() => expect(options()).toEqual(['x', 'y', 'z']));
  });
});

describe('a removal', () => {
  it('offers the items of the selected rows with their number, and takes them from each list', async () => {
    await openForm('Remove from Tags…', 'Ape', 'Cat');
    await eventually(() => expect(options()).toEqual(['xin 2 rows', 'yin 1 row']));
    form().querySelector<HTMLElement>('[role=option]')?.click();
    await effect('Changes 2 rows. 1 row does not have them.');
    submit('Remove from Tags');
    await said('Removed x from Tags of 2 rows.');
    expect(await tagsOf('Ape', 'Bee', 'Cat')).toEqual([['y'], [], []]);
    await page.press('z', { ctrlKey: true });
    await said('Undone: removal from Tags of 3 rows.');
    expect(await tagsOf('Ape', 'Cat')).toEqual([['x', 'y'], ['x']]);
  });

  it('writes nothing where no row has the item', async () => {
    await openForm('Remove from Tags…', 'Ape', 'Cat');
    typeItem('z');
    await effect('No row changes: 3 rows do not have them.');
    expect(page.button('Remove from Tags', form()).disabled).toBe(true);
    await page.press('Escape');
    await eventually(() => expect(document.querySelector('.ndb-popover')).toBe(null));
    expect(page.hasKeyboard).toBe(true);
  });

  it('counts the rows again when another program changes them', async () => {
    await openForm('Remove from Tags…', 'Ape', 'Cat');
    typeItem('x');
    await effect('Changes 2 rows.');
    await page.vault.run('update_rows', { table: 'tasks', where: { title: 'Cat' }, set_values: { tags: null } });
    await effect('Changes 1 row.');
  });
});

describe('a list of choices', () => {
  const MOODS = 8;
  beforeEach(async () => {
    await page.vault.run('add_column', {
      table: 'tasks',
      column: column('moods', 'list', { items: { type: 'enum', values: ['dark', 'funny', 'slow'] } }),
    });
    await page.vault.run('update_rows', { table: 'tasks', where: { title: 'Ape' }, set_values: { moods: ['slow'] } });
    await eventually(() => expect(page.text('Ape', MOODS)).toBe('slow'));
  });

  async function openMoods(item: string): Promise<void> {
    await page.select('Ape', MOODS, { title: 'Bee', at: MOODS });
    await openMenu();
    page.button(item).click();
    await eventually(form);
  }

  it('offers its choices, and for a removal those that the rows have', async () => {
    await openMoods('Add to Moods…');
    expect(options()).toEqual(['dark', 'funny', 'slow']);
    await page.press('Escape');
    await openMoods('Remove from Moods…');
    expect(options()).toEqual(['slow']);
  });

  it('shows in the form why an item is refused, and corrects it by a click', async () => {
    await openMoods('Add to Moods…');
    typeItem('drak');
    await eventually(() => expect(form().querySelector('[role=alert]')?.textContent).toContain('"drak"'));
    expect(form().querySelectorAll('[role=alert] p')[0]?.textContent?.split('\n')).toHaveLength(1);
    expect(page.button('Add to Moods', form()).disabled).toBe(true);
    page.button('Use dark', form()).click();
    await effect('Changes 2 rows.');
    submit('Add to Moods');
    await said('Added dark to Moods of 2 rows.');
  });

  it('leaves out rows that can’t take the item', async () => {
    const both = { and: [{ moods: { contains: 'slow' } }, { moods: { contains: 'dark' } }] };
    await page.vault.run('add_constraint', {
      table: 'tasks',
      name: 'slow_alone',
      check: { not: both },
    });
    await openMoods('Add to Moods…');
    typeItem('dark');
    await eventually(() => page.button('Leave out 1 row', form()));
    page.button('Leave out 1 row', form()).click();
    await effect('Changes 1 row.');
    submit('Add to Moods');
    await said('Added dark to Moods of 1 row.');
    expect((await page.row('Bee'))?.['moods']).toEqual(['dark']);
    expect((await page.row('Ape'))?.['moods']).toEqual(['slow']);
  });

  it('keeps the form open with the reason when the write is refused after all', async () => {
    await openMoods('Add to Moods…');
    typeItem('funny');
    await effect('Changes 2 rows.');
    const refused = page.vault.run('drop_column', { table: 'tasks', column: 'moods' });
    submit('Add to Moods');
    await refused;
    await eventually(() => expect(page.news).toContain('Moods of 2 rows was not changed.'));
    expect(form().querySelector('[role=alert]')?.textContent).toContain('moods');
  });
});

describe('a list of links', () => {
  it('offers rows of the table that the links lead to, and writes them as links', async () => {
    await page.vault.run('add_column', {
      table: 'tasks',
      column: column('friends', 'list', { items: { type: 'link', ref: 'people' } }),
    });
    await eventually(() => expect(page.container.textContent).toContain('Friends'));
    await page.select('Ape', 8, { title: 'Bee', at: 8 });
    await openMenu();
    page.button('Add to Friends…').click();
    await eventually(() => expect(options()).toEqual(['Ann', 'Ben']));
    typeItem('Zoe');
    // A new target would be a write of its own.
    await eventually(() => expect(options()).toEqual([]));
    typeItem('An');
    await eventually(() => expect(options()).toEqual(['Ann']));
    form().querySelector<HTMLElement>('[role=option]')?.click();
    await effect('Changes 2 rows.');
    submit('Add to Friends');
    await said('Added Ann to Friends of 2 rows.');
    expect(page.note('Ape')).toContain('"[[Ann]]"');
  });
});

describe('a touch screen', () => {
  beforeEach(() => vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' })));
  afterEach(() => vi.unstubAllGlobals());

  const touch = (title: string, type: 'pointerdown' | 'click' | 'contextmenu'): void => {
    const init = { bubbles: true, cancelable: true, pointerType: 'touch' };
    page.cell(title, TAGS).dispatchEvent(new PointerEvent(type, init));
  };
  const tap = (title: string): void => (['pointerdown', 'click'] as const).forEach((type) => touch(title, type));
  const hold = (title: string): void => (['pointerdown', 'contextmenu'] as const).forEach((type) => touch(title, type));

  it('selects from a cell to another one by the menu, and changes the lists of the selection', async () => {
    hold('Ape');
    await eventually(() => expect(menu()).toContain('Select to another cell'));
    page.button('Select to another cell').click();
    expect(page.told).toEqual(['Tap the last cell of the selection.']);
    tap('Cat');
    hold('Bee');
    await eventually(() => page.button('Add to Tags…'));
    page.button('Add to Tags…').click();
    await eventually(() => expect(form().getAttribute('aria-label')).toBe('Add to Tags of 3 rows'));
    page.button('Cancel', form()).click();
    await eventually(() => expect(document.querySelector('.ndb-popover')).toBe(null));
    // A tap within the selection ends it.
    tap('Bee');
    hold('Bee');
    await eventually(() => expect(menu()).toContain('Archive'));
  });
});

describe('the menu', () => {
  const listItems = (): string[] => menu().filter((item) => /^(Add to|Remove from) /.test(item));

  it('has the items for several rows with a list among the selected cells, and for one row none', async () => {
    await page.select('Ape', TAGS);
    await openMenu();
    expect(listItems()).toEqual([]);
    await page.press('Escape');
    await page.select('Ape', 1, { title: 'Bee', at: 2 });
    await openMenu();
    expect(listItems()).toEqual([]);
    await page.press('Escape');
    await page.select('Ape', 0, { title: 'Bee', at: 6 });
    await openMenu();
    expect(listItems()).toEqual(['Add to Tags…', 'Remove from Tags…']);
  });

  it('opens by the other button on a selected row with the selection', async () => {
    await page.select('Ape', TAGS, { title: 'Cat', at: TAGS });
    page.cell('Bee', TAGS).dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2 }));
    await eventually(() => expect(listItems()).toEqual(['Add to Tags…', 'Remove from Tags…']));
  });

  it('leaves out new rows, which are not notes yet', async () => {
    page.button('New').click();
    await page.type('Emu', 'Tab');
    await eventually(() => expect(page.text('Emu', 1)).toBe('(empty)'));
    await openForm('Add to Tags…', 'Dog', 'Emu');
    expect(form().getAttribute('aria-label')).toBe('Add to Tags of 1 row');
  });
});
