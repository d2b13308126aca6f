/** Items added to, or removed from, the lists of several rows at once, over a real engine. docs/app/editing.md#lists-of-several-rows */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

async function typeItem(text: string): Promise<void> {
  const field = form().querySelector<HTMLInputElement>('.ndb-field');
  if (field === null) throw new Error('no field');
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await eventually(() => expect(form().textContent).not.toContain('No items.'));
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

  it('writes nothing where all rows have the items', async () => {
    await openForm('Add to Tags…', 'Ape', 'Ape');
    expect(menu()).toEqual([]);
  });
});
