/** The form of a column in the browser of tables: how it is left, and where a new column is seen. docs/app/columns.md */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import { readSpec } from '../../../../src/ui/rows/view-spec';
import { column } from '../../../engine/open-vault';
import { EditingPage } from '../../editing-page';

let page: EditingPage;
beforeEach(async () => {
  page = await EditingPage.open([{ title: 'Ape', status: 'todo' }]);
  await eventually(() => expect(page.text('Ape', 1)).toBe('todo'));
});
afterEach(() => page.close());

async function openForm(): Promise<HTMLInputElement> {
  // As a click of a mouse does.
  page.button('Add a column').focus();
  page.button('Add a column').click();
  return eventually(() => {
    const field = page.dialog?.querySelector<HTMLInputElement>('input');
    if (!field) throw new Error('no form');
    return field;
  });
}

function type(field: HTMLInputElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

it('is left by Cancel without a question', async () => {
  type(await openForm(), 'Mood');
  await eventually(() => page.button('Cancel').click());
  await eventually(() => expect(page.dialog).toBe(null));
});

it('asks when Escape would lose what was typed', async () => {
  type(await openForm(), 'Mood');
  await eventually(() => page.button('Cancel'));
  await page.press('Escape');
  await eventually(() => expect(page.dialog?.textContent).toContain('What you changed here is not written yet.'));
});

const addColumn = async (name: string): Promise<void> => {
  type(await openForm(), name);
  await eventually(() => expect(page.button('Add the column').disabled).toBe(false));
  page.button('Add the column').click();
};

/** The heading of the column in which the cursor is, and the text of its row. */
function cursor(): readonly (string | null | undefined)[] {
  const cell = page.container.querySelector('.ndb-cell.ndb-is-active');
  const head = page.container.querySelector(`.ndb-head[aria-colindex="${cell?.getAttribute('aria-colindex')}"]`);
  return [head?.textContent, cell?.closest('.ndb-row')?.textContent];
}

it('sends the cursor to a column that was added, in the first row', async () => {
  await addColumn('Mood');
  await eventually(() => expect(cursor()).toEqual(['Mood', expect.stringContaining('Ape')]));
});

it('opens the first cell of a column that was added', async () => {
  await addColumn('Mood');
  const field = await eventually(() => {
    const open = document.querySelector<HTMLTextAreaElement>('.ndb-editor .ndb-field');
    if (open === null) throw new Error('no open cell');
    return open;
  });
  expect(field.closest('.ndb-editor')?.textContent ?? '').not.toContain('Ape');
  await page.type('glad');
  await eventually(() => expect(page.note('Ape')).toContain('mood: glad'));
});

it('sends the cursor to a column that was added, in the row that was looked at', async () => {
  await page.vault.run('insert_row', { table: 'tasks', values: { title: 'Bee', status: 'doing' } });
  await eventually(() => expect(page.text('Bee', 1)).toBe('doing'));
  await page.select('Bee', 0);
  await addColumn('Mood');
  await eventually(() => expect(cursor()).toEqual(['Mood', expect.stringContaining('Bee')]));
});

it('leaves the cursor where the view does not show new columns', async () => {
  const spec = readSpec({ columns: [{ name: 'title' }, { name: '*', hidden: true }] });
  page.choose({ table: 'main.default.tasks', spec });
  await eventually(() => expect(page.container.querySelectorAll('.ndb-head')).toHaveLength(1));
  await addColumn('Mood');
  await eventually(() => expect(page.container.querySelector('.ndb-notice')?.textContent).toContain('column'));
  await eventually(() => expect(page.dialog).toBe(null));
  expect(cursor()[0]).toBe('Title');
});

it('renames a choice of a list in every row that has it', async () => {
  const moods = column('moods', 'list', { items: { type: 'enum', values: ['dark', 'slow'] } });
  await page.vault.run('add_column', { table: 'tasks', column: moods });
  await page.vault.run('update_rows', { table: 'tasks', set_values: { moods: ['slow', 'dark'] } });
  await eventually(() => expect(page.text('Ape', 8)).toBe('slowdark'));
  const heading = page.container.querySelector('.ndb-head[aria-colindex="9"]');
  heading?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2 }));
  await eventually(() => page.button('Edit column…').click());
  const name = await eventually(() => {
    const found = page.dialog?.querySelector<HTMLInputElement>('[aria-label="Name of dark"]');
    if (!found) throw new Error('no choices');
    return found;
  });
  type(name, 'gloomy');
  await eventually(() => expect(page.dialog?.textContent).toContain('dark becomes gloomy in 1 note.'));
  await eventually(() => expect(page.button('Change the column').disabled).toBe(false));
  page.button('Change the column').click();
  await eventually(async () => expect(await page.row('Ape')).toMatchObject({ moods: ['slow', 'gloomy'] }));
});
