/** New, copied and archived rows over a real engine; the keys and the menu that lead to them. docs/app/editing.md#rows */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_SPEC } from '../../../src/ui/rows/view-spec';
import { eventually } from '../../eventually';
import { EditingPage } from '../editing-page';

let page: EditingPage;
const open = async (): Promise<void> => {
  page = await EditingPage.open([
    { title: 'Ape', status: 'todo', hours: 1, tags: ['x'] },
    { title: 'Bee', status: 'doing', hours: 2, owner: '[[Ann]]' },
  ]);
  await eventually(() => expect(page.text('Bee', 1)).toBe('doing'));
};
beforeEach(open);
afterEach(() => page.close());

const said = (text: string): Promise<void> => eventually(() => expect(page.news).toBe(text));
const lines = (): string[] =>
  [...page.container.querySelectorAll('.ndb-row')].map(
    (row) => row.querySelector('.ndb-cell .ndb-value')?.textContent ?? '',
  );

async function choose(item: string): Promise<void> {
  await page.press('F10', { shiftKey: true });
  await eventually(() => page.button(item, document.querySelector('[role=menu]') ?? document.body));
  page.button(item, document.querySelector('[role=menu]') ?? document.body).click();
}

describe('a new row', () => {
  it('is a line at the end, marked where it lacks something, and a note once that is there', async () => {
    page.button('New').click();
    await page.type('Cat', 'Tab');
    await eventually(() => expect(page.text('Cat', 1)).toBe('(empty)'));
    expect(page.cell('Cat', 1).textContent).toContain('Status is needed.');
    expect([await page.row('Cat'), page.note('Cat')]).toEqual([null, null]);
    await page.press('Enter');
    await page.type('doing');
    await said('Cat is new.');
    expect(await page.row('Cat')).toMatchObject({ status: 'doing' });
    await eventually(() => expect(lines()).toEqual(['Ape', 'Bee', 'Cat']));
    await page.select('Cat', 2);
    await page.press('5');
    await page.type('5');
    await eventually(async () => expect(await page.row('Cat')).toMatchObject({ hours: 5 }));
  });

  it('keeps what was typed before, what is refused too, until all of it fits', async () => {
    page.button('New').click();
    await page.type('Cat');
    await page.select('Cat', 2);
    await page.press('9');
    await page.type('99');
    await eventually(() => expect(page.cell('Cat', 2).textContent).toContain('above the maximum 8'));
    expect(page.text('Cat', 2)).toBe('99');
    await page.select('Cat', 1);
    await page.press('Enter');
    await page.type('todo');
    expect(await page.row('Cat')).toBe(null);
    await page.select('Cat', 2);
    await page.press('Enter');
    await page.type('4');
    await eventually(async () => expect(await page.row('Cat')).toMatchObject({ status: 'todo', hours: 4 }));
  });

  it('is taken back and made again by undo and redo', async () => {
    page.button('New').click();
    await page.type('Cat');
    await page.select('Cat', 1);
    await page.press('Enter');
    await page.type('todo');
    await said('Cat is new.');
    await page.press('z', { ctrlKey: true });
    await said('Undone: new row.');
    await eventually(() => expect(lines()).toEqual(['Ape', 'Bee']));
    await page.press('y', { ctrlKey: true });
    await eventually(() => expect(lines()).toEqual(['Ape', 'Bee', 'Cat']));
  });

  it('is typed in a grid where the rows are a list, which comes back when it is written or given up', async () => {
    const { display } = EMPTY_SPEC;
    page.choose({
      table: 'main.default.tasks',
      spec: { ...EMPTY_SPEC, display: { ...display, layout: 'list' } },
    });
    const list = (): Element | null => page.container.querySelector('[role=list]');
    await eventually(() => expect(list()).not.toBeNull());
    page.button('New').click();
    await eventually(() => expect(document.activeElement?.matches('.ndb-field')).toBe(true));
    expect(list()).toBeNull();
    await page.press('Escape');
    await page.press('ArrowUp');
    await eventually(() => expect(list()).not.toBeNull());
  });

  it('is begun by Alt+N, or N where nothing is typed, and goes when nothing was typed into it', async () => {
    await page.select('Ape', 6);
    await page.press('n');
    await eventually(() => expect(lines()).toHaveLength(3));
    await page.press('Escape');
    await page.press('ArrowUp');
    await eventually(() => expect(lines()).toHaveLength(2));
    await page.press('n', { altKey: true, code: 'KeyN' });
    await eventually(() => expect(lines()).toHaveLength(3));
  });

  it('goes to its place when another row is clicked, and the cursor is where the click was', async () => {
    page.choose({
      table: 'main.default.tasks',
      spec: { ...EMPTY_SPEC, sort: [{ column: 'title', isDescending: true }] },
    });
    await eventually(() => expect(lines()).toEqual(['Bee', 'Ape']));
    page.button('New').click();
    await page.type('Cat', 'Tab');
    await page.press('Enter');
    await page.type('doing');
    await said('Cat is new.');
    expect(lines()).toEqual(['Bee', 'Ape', 'Cat']);
    await page.select('Ape', 2);
    await eventually(() => expect(lines()).toEqual(['Cat', 'Bee', 'Ape']));
    await page.press('7');
    await page.type('7');
    await eventually(async () => expect(await page.row('Ape')).toMatchObject({ hours: 7 }));
  });

  it('begun at a heading of rows has the value of those below it: by N, and by the button there', async () => {
    page.choose({
      table: 'main.default.tasks',
      spec: { ...EMPTY_SPEC, group: { column: 'status', isDescending: false } },
    });
    const heading = (value: string): Element | undefined =>
      [...page.container.querySelectorAll('.ndb-group')].find((each) => each.textContent?.includes(value) === true);
    await eventually(() => expect(heading('doing')).toBeDefined());
    page.button('New row in doing').click();
    await page.type('Cat');
    await said('Cat is new.');
    expect(await page.row('Cat')).toMatchObject({ status: 'doing' });
    await page.select('Ape', 0);
    // Cat goes to its place, and the cursor stays with Ape.
    await eventually(() => expect(heading('doing')?.textContent).toContain('2'));
    await page.press('ArrowUp');
    await page.press('n');
    await page.type('Dog');
    await said('Dog is new.');
    expect(await page.row('Dog')).toMatchObject({ status: 'todo' });
  });

  it('that was not completed is told of when its view is closed', async () => {
    page.button('New').click();
    await page.type('Cat');
    await eventually(() => expect(page.text('Cat', 1)).toBe('(empty)'));
    const { told } = page;
    await page.close();
    expect(told).toEqual([
      'A new row of Tasks is not written: Cat. It is kept, and is there again when the table is shown.',
    ]);
    await open();
  });
});

describe('the menu of a row', () => {
  it('copies it with its values and its text, under another name', async () => {
    await page.vault.run('update_row', { table: 'tasks', path: 'notedb/main/default/tasks/Bee.md', body: 'A text.\n' });
    await page.select('Bee', 0);
    await choose('Duplicate');
    await said('Copied 1 row.');
    expect(await page.row('Bee copy')).toMatchObject({ status: 'doing', hours: 2, owner: '[[Ann]]' });
    expect(page.note('Bee copy')).toContain('A text.');
    await page.press('z', { ctrlKey: true });
    await eventually(async () => expect(await page.row('Bee copy')).toBe(null));
  });

  it('makes a new row of a copy that can’t be made, to be completed', async () => {
    await page.vault.run('insert_row', { table: 'tasks', values: { title: 'Bee copy', status: 'todo' } });
    await page.vault.run('alter_column', { table: 'tasks', column: 'title', changes: { unique: true } });
    await eventually(() => expect(lines()).toHaveLength(3));
    await page.select('Bee', 0);
    await choose('Duplicate');
    await eventually(() => expect(page.news).toContain('Nothing was copied yet'));
    await eventually(() => expect(lines()).toEqual(['Ape', 'Bee copy', 'Bee', 'Bee copy']));
  });

  it('archives all rows of a selection as one write with one undo', async () => {
    await page.select('Ape', 0, { title: 'Bee', at: 1 });
    await choose('Archive 2 rows');
    await said('2 rows are in the archive.');
    await eventually(() => expect(page.container.querySelector('.ndb-state-empty')).not.toBe(null));
    page.button('Undo', page.container.querySelector('.ndb-pane-foot') ?? document.body).click();
    await eventually(() => expect(lines()).toEqual(['Ape', 'Bee']));
  });

  it('opens by the other button at the row under it, is walked through by arrows, and closed by Escape', async () => {
    await page.select('Ape', 0);
    page.cell('Bee', 1).dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2 }));
    await eventually(() => expect(document.querySelector('[role=menu]')?.getAttribute('aria-label')).toBe('Bee'));
    await eventually(() => expect(document.activeElement?.textContent).toBe('Open'));
    await page.press('ArrowDown');
    expect(document.activeElement?.textContent).toBe('Copy link');
    await page.press('Escape');
    await eventually(() => expect(document.querySelector('[role=menu]')).toBe(null));
    expect(page.hasKeyboard).toBe(true);
  });
});

describe('keys', () => {
  it('of a cell: the space bar opens the row, a slash the search, Ctrl+; today', async () => {
    await page.select('Bee', 1);
    await page.press(' ');
    await eventually(() => expect(page.container.querySelector('aside')?.getAttribute('aria-label')).toBe('Bee'));
    // The program shows the note itself only where it is asked to.
    expect(page.opened).toEqual([]);
    await page.press('Enter', { ctrlKey: true });
    expect(page.opened).toEqual(['notedb/main/default/tasks/Bee.md']);
    await page.press('/');
    expect(document.activeElement).toBe(page.container.querySelector('input[type=search]'));
    await page.select('Bee', 3);
    await page.press(';', { ctrlKey: true });
    const today = new Date();
    const day = `${today.getFullYear()}-${String(today.getMonth() + 1).padStart(2, '0')}-${String(today.getDate()).padStart(2, '0')}`;
    await eventually(async () => expect(await page.row('Bee')).toMatchObject({ due: day }));
  });
});

describe('what can go wrong', () => {
  it('a row that is archived while its field is open: what was typed is told, and nothing is stuck', async () => {
    await page.select('Ape', 2);
    await page.press('Enter');
    const field = document.querySelector<HTMLInputElement>('.ndb-field');
    if (field === null) throw new Error('no field');
    field.value = '7';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await page.vault.run('delete_rows', { table: 'tasks', where: { title: 'Ape' } });
    await eventually(() => expect(page.news).toContain('Hours of Ape was not changed to "7".'));
    await eventually(() => expect(lines()).toEqual(['Bee']));
    await page.select('Bee', 2);
    await page.press('Enter');
    await page.type('3');
    await eventually(async () => expect(await page.row('Bee')).toMatchObject({ hours: 3 }));
  });

  it('a table that is dropped while a field is open: what was typed is told', async () => {
    await page.select('Ape', 2);
    await page.press('Enter');
    const field = document.querySelector<HTMLInputElement>('.ndb-field');
    if (field === null) throw new Error('no field');
    field.value = '7';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await page.vault.run('drop_table', { table: 'tasks', mode: 'archive' });
    await eventually(() => expect(document.querySelector('.ndb-field')).toBe(null));
    await eventually(() => expect(page.told.join('')).toContain('Hours of Ape was not changed to "7"'));
  });
});
