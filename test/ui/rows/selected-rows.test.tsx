/** Rows selected by their boxes and by keys, and what is done with them. docs/app/editing.md#select-rows */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../eventually';
import { EditingPage } from '../editing-page';

let page: EditingPage;
beforeEach(async () => {
  page = await EditingPage.open([
    { title: 'Ape', status: 'todo', hours: 1, tags: ['x'] },
    { title: 'Bee', status: 'doing', hours: 2, owner: '[[Ann]]' },
    { title: 'Cat', status: 'todo', hours: 3 },
    { title: 'Dog', status: 'done', hours: 4 },
  ]);
  await eventually(() => expect(page.text('Dog', 1)).toBe('done'));
});
afterEach(() => page.close());

const lines = (): string[] =>
  [...page.container.querySelectorAll('.ndb-row')].map(
    (row) => row.querySelector('.ndb-cell .ndb-value')?.textContent ?? '',
  );
const rowOf = (title: string): HTMLElement => page.cell(title, 0).closest('.ndb-row') as HTMLElement;
const check = async (title: string, more: MouseEventInit = {}): Promise<void> => {
  rowOf(title)
    .querySelector('.ndb-row-box')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, ...more }));
  await new Promise((resolve) => setTimeout(resolve, 10));
};
const headBox = (): HTMLElement => page.container.querySelector('.ndb-head-row .ndb-row-box') as HTMLElement;
const selected = (): string[] => lines().filter((title) => rowOf(title).getAttribute('aria-selected') === 'true');
const boxes = (): string[] =>
  lines().filter((title) => rowOf(title).querySelector<HTMLInputElement>('.ndb-row-box input')?.checked === true);
const bar = (): HTMLElement | null => page.container.querySelector('[role=toolbar][aria-label="Selected rows"]');
const count = (): string | null => bar()?.querySelector('[role=status]')?.textContent ?? null;
const act = (label: string): void => page.button(label, bar() ?? undefined).click();
const expectSelected = (...titles: string[]): Promise<void> =>
  eventually(() => expect([selected(), boxes()]).toEqual([titles, titles]));
const said = (text: string): Promise<void> => eventually(() => expect(page.news).toBe(text));

describe('a selection of rows', () => {
  it('is made of single rows by clicks, of neighbours with Shift, and stays while the cursor moves', async () => {
    await check('Ape');
    await check('Cat');
    await expectSelected('Ape', 'Cat');
    expect(count()).toBe('2 rows');
    await check('Ape');
    await expectSelected('Cat');
    await check('Ape', { shiftKey: false });
    await check('Dog', { shiftKey: true });
    await expectSelected('Ape', 'Bee', 'Cat', 'Dog');
    await page.press('ArrowDown');
    await page.press('ArrowRight');
    await expectSelected('Ape', 'Bee', 'Cat', 'Dog');
  });

  it('ends with Escape and with its button', async () => {
    await check('Ape');
    await page.press('Escape');
    await expectSelected();
    expect(bar()).toBeNull();
    await check('Bee');
    page.button('Clear the selection').click();
    await expectSelected();
    expect(page.hasKeyboard).toBe(true);
  });

  it('is all of them by the box of the heading, or none', async () => {
    headBox().click();
    await expectSelected('Ape', 'Bee', 'Cat', 'Dog');
    await check('Bee');
    await expectSelected('Ape', 'Cat', 'Dog');
    expect(headBox().querySelector('input')).toMatchObject({ checked: false, indeterminate: true });
    headBox().click();
    await expectSelected();
  });

  it('is made by keys: Shift and the space bar, Shift and arrows from there, Ctrl+A', async () => {
    await page.select('Ape', 0);
    await page.press(' ', { shiftKey: true });
    await expectSelected('Ape');
    await page.press('ArrowDown');
    await page.press('ArrowDown');
    await page.press(' ', { shiftKey: true });
    await expectSelected('Ape', 'Cat');
    await page.press('ArrowDown', { shiftKey: true });
    await expectSelected('Ape', 'Cat', 'Dog');
    await page.press('ArrowUp');
    await page.press(' ', { shiftKey: true });
    await expectSelected('Ape');
    await page.press('a', { ctrlKey: true });
    await expectSelected('Ape', 'Bee', 'Cat', 'Dog');
    expect(count()).toBe('4 rows');
  });

  it('goes with its rows, and ends when other rows are shown', async () => {
    await check('Cat');
    await page.vault.run('insert_row', { table: 'tasks', values: { title: 'Bat', status: 'todo' } });
    await eventually(() => expect(lines()).toContain('Bat'));
    await expectSelected('Cat');
    page.show('table', {}, { where: { status: 'todo' } });
    await eventually(() => expect(lines()).toEqual(['Ape', 'Bat', 'Cat']));
    await expectSelected();
  });

  it('is all that a menu of one of its rows is for; another row has a menu of its own', async () => {
    await check('Ape');
    await check('Cat');
    await page.select('Cat', 1);
    await page.press('F10', { shiftKey: true });
    await eventually(() => expect(document.querySelector('[role=menu]')?.getAttribute('aria-label')).toBe('2 rows'));
    await page.press('Escape');
    await page.select('Bee', 1);
    await page.press('F10', { shiftKey: true });
    await eventually(() => expect(document.querySelector('[role=menu]')?.getAttribute('aria-label')).toBe('Bee'));
  });
});

describe('selected rows', () => {
  const undo = async (): Promise<void> => {
    page.grid.focus();
    await page.press('z', { ctrlKey: true });
  };

  it.each([
    ['Archive 2 rows', '2 rows are in the archive.', 'Undone: archiving of 2 rows.'],
    ['Delete 2 rows', '2 rows are in the trash.', 'Undone: deletion of 2 rows.'],
  ])('%s: one write, one undo', async (label, done, undone) => {
    const before = await page.migrations();
    await check('Ape');
    await check('Cat');
    act(label);
    await said(done);
    await eventually(() => expect(lines()).toEqual(['Bee', 'Dog']));
    expect([bar(), await page.migrations()]).toEqual([null, before + 1]);
    await undo();
    await said(undone);
    await eventually(() => expect(lines()).toEqual(['Ape', 'Bee', 'Cat', 'Dog']));
  });

  it('are duplicated as they are now, not as they were when their boxes were checked', async () => {
    await check('Ape');
    await check('Cat');
    await page.vault.run('update_rows', { table: 'tasks', where: { title: 'Ape' }, set_values: { hours: 7 } });
    act('Duplicate 2 rows');
    await said('Copied 2 rows.');
    expect(await page.row('Ape copy')).toMatchObject({ hours: 7, status: 'todo' });
  });

  it('get one value: one write with one undo', async () => {
    const before = await page.migrations();
    await check('Ape');
    await check('Cat');
    act('Change a value…');
    const form = await eventually(() => {
      const found = document.querySelector<HTMLElement>('[role=dialog]');
      if (found === null) throw new Error('no form');
      return found;
    });
    const column = form.querySelector('select') as HTMLSelectElement;
    column.value = 'hours';
    column.dispatchEvent(new Event('change', { bubbles: true }));
    await eventually(() => expect(document.querySelector('.ndb-field')?.getAttribute('aria-label')).toBe('Hours'));
    await page.type('6');
    await said('Changed 2 cells in 2 notes.');
    expect(await page.row('Ape')).toMatchObject({ hours: 6 });
    expect(await page.row('Cat')).toMatchObject({ hours: 6 });
    expect(await page.migrations()).toBe(before + 1);
    await expectSelected('Ape', 'Cat');
    await undo();
    await said('Undone: change of 2 cells.');
    expect(await page.row('Cat')).toMatchObject({ hours: 3 });
  });

  it('keep their values where the new one is refused, which a preview says', async () => {
    await check('Ape');
    await check('Dog');
    act('Change a value…');
    await eventually(() => expect(document.querySelector('[role=dialog] select')).not.toBeNull());
    const column = document.querySelector('[role=dialog] select') as HTMLSelectElement;
    column.value = 'hours';
    column.dispatchEvent(new Event('change', { bubbles: true }));
    await eventually(() => expect(document.querySelector('.ndb-field')?.getAttribute('aria-label')).toBe('Hours'));
    await page.type('99');
    await eventually(() => expect(page.dialog?.textContent).toContain('above the maximum 8'));
    expect(await page.row('Ape')).toMatchObject({ hours: 1 });
  });
});
