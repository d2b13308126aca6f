/** Tables, columns and rows that go while somebody works with them: words at the place, nothing typed lost, the next thing works. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import { EMPTY_SPEC } from '../../../../src/ui/rows/view-spec';
import { EditingPage } from '../../editing-page';

let page: EditingPage;
beforeEach(async () => {
  page = await EditingPage.open([
    { title: 'Ape', status: 'todo', hours: 1 },
    { title: 'Bee', status: 'doing', hours: 2 },
  ]);
  await eventually(() => expect(page.text('Bee', 1)).toBe('doing'));
});
afterEach(() => page.close());

const text = (selector: string): string => page.container.querySelector(selector)?.textContent ?? '';
const shows = (part: string): Promise<void> => eventually(() => expect(page.container.textContent).toContain(part));
const popover = (): Element | null => document.querySelector('[role=dialog]');
const heads = (): string[] => [...page.container.querySelectorAll('.ndb-head')].map((head) => head.textContent ?? '');

/** Opens the field of a cell and leaves it open with a text. */
async function begin(title: string, at: number, typed: string): Promise<void> {
  await page.select(title, at);
  await page.press('Enter');
  const field = document.querySelector<HTMLInputElement>('.ndb-field');
  if (field === null) throw new Error('no field');
  field.value = typed;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

async function edits(title: string, at: number, typed: string): Promise<void> {
  await page.select(title, at);
  await page.press('Enter');
  await page.type(typed);
}

async function openPanel(): Promise<void> {
  page.choose({ table: 'main.default.tasks', note: 'notedb/main/default/tasks/Ape.md' });
  await eventually(() => expect(text('.ndb-panel .ndb-tabs')).toContain('Links'));
}

async function filter(where: object): Promise<void> {
  page.choose({ table: 'main.default.tasks', spec: { ...EMPTY_SPEC, where: where as never } });
  await eventually(() => expect(page.container.querySelectorAll('.ndb-row')).toHaveLength(1));
}

describe('a column that goes', () => {
  it('while a field of it is open: what was typed is told with the reason, and other cells are edited on', async () => {
    await begin('Ape', 2, '7');
    await page.vault.run('drop_column', { table: 'tasks', column: 'hours' });
    await eventually(() =>
      expect(page.news).toBe(
        'Hours of Ape was not changed to "7". Hours is not a column any more: it was dropped, or has another name now.',
      ),
    );
    expect(document.querySelector('.ndb-field')).toBe(null);
    expect(heads()).not.toContain('Hours');
    await edits('Ape', 0, 'Asp');
    await eventually(async () => expect(await page.row('Asp')).not.toBe(null));
  });

  it('while rows are filtered by it: the place says which one, and leads to all rows', async () => {
    await filter({ hours: 1 });
    await page.vault.run('drop_column', { table: 'tasks', column: 'hours' });
    await shows('The filter asks for Hours, which is not a column any more.');
    page.button('Show all rows').click();
    await eventually(() => expect(page.container.querySelectorAll('.ndb-row')).toHaveLength(2));
    expect(text('.ndb-warnings')).toBe('');
  });

  it('while its condition is built: the builder stays, says so, and another one can be put in its place', async () => {
    await filter({ hours: 1 });
    page.button('Filter 1').click();
    await eventually(() => expect(popover()?.textContent ?? '').toContain('Hours'));
    await page.vault.run('drop_column', { table: 'tasks', column: 'hours' });
    await shows('The filter asks for Hours, which is not a column any more.');
    expect(popover()?.textContent ?? '').toMatch(/hours/i);
    page.button('Show all rows', popover() ?? document).click();
    await eventually(() => expect(page.container.querySelectorAll('.ndb-row')).toHaveLength(2));
  });
});

describe('a saved view', () => {
  const VIEW = {
    name: 'vw_short_ones',
    description: 'Short',
    query: { table: 'tasks', where: { hours: 1 }, order_by: 'hours' },
  };

  it('whose column goes while it is looked at says so, and is changed or left from there', async () => {
    await page.vault.run('create_view', VIEW);
    page.choose({ table: 'main.default.vw_short_ones' });
    await eventually(() => expect(page.container.querySelectorAll('.ndb-row')).toHaveLength(1));
    await page.vault.run('drop_column', { table: 'tasks', column: 'hours' });
    await shows('The filter asks for Hours, which is not a column any more.');
    page.button('Show all rows').click();
    await eventually(() => expect(page.container.querySelectorAll('.ndb-row')).toHaveLength(2));
    await edits('Bee', 1, 'todo');
    await eventually(async () => expect(await page.row('Bee')).toMatchObject({ status: 'todo' }));
  });

  it('that is dropped while it is looked at says so, and leads elsewhere', async () => {
    await page.vault.run('create_view', VIEW);
    page.choose({ table: 'main.default.vw_short_ones' });
    await eventually(() => expect(page.container.querySelectorAll('.ndb-row')).toHaveLength(1));
    await page.vault.run('drop_view', { view: 'vw_short_ones' });
    await shows('The view Short ones is gone');
    page.button('Show People').click();
    await eventually(() => expect(text('.ndb-title')).toBe('People'));
  });
});

describe('a table that goes', () => {
  it('while its filter is built: the place says so, and leads elsewhere', async () => {
    await filter({ hours: 1 });
    page.button('Filter 1').click();
    await eventually(() => expect(popover()).not.toBe(null));
    await page.vault.run('drop_table', { table: 'tasks', mode: 'archive' });
    await shows('Tasks is gone');
    expect(popover()).toBe(null);
    page.button('Show People').click();
    await eventually(() => expect(text('.ndb-title')).toBe('People'));
  });

  it('while a row of it is open: its panel says what became of it, and closes', async () => {
    await openPanel();
    await page.vault.run('drop_table', { table: 'tasks', mode: 'archive' });
    await shows('Tasks is gone');
    await eventually(() => expect(text('.ndb-panel .ndb-state')).toContain('Ape is gone'));
    page.button('Close the note').click();
    await eventually(() => expect(page.container.querySelector('.ndb-panel')).toBe(null));
  });
});

describe('a table that is dropped while it is looked at', () => {
  const state = (): string => text('.ndb-state');

  it('says where its notes are now, and comes back by Undo on the spot', async () => {
    await page.vault.run('drop_table', { table: 'tasks', mode: 'archive' });
    await shows('Tasks is gone');
    await eventually(() => expect(state()).toContain('It was dropped by you, '));
    expect(state()).toContain('Its 2 notes were moved into its archive.');
    page.button('Undo').click();
    await eventually(() => expect(page.text('Bee', 1)).toBe('doing'));
    expect(text('.ndb-notice')).toContain('Tasks is back');
    expect(page.note('Ape')).toContain('status: todo');
  });

  it('leads to History, and says what stands against its undo', async () => {
    await page.vault.run('drop_table', { table: 'tasks', mode: 'archive' });
    const [{ files } = { files: [] }] = (await page.vault.run('list_migrations'))['migrations'] as {
      files: string[];
    }[];
    const archived = files.find((file) => file.endsWith('/Ape.md')) ?? '';
    page.vault.host.external.write(archived, `${page.vault.text(archived) ?? ''}More.\n`);
    await page.vault.engine.rescan();
    await eventually(() => expect(state()).toContain('2 notes'));
    page.button('Undo').click();
    await eventually(() => expect(text('.ndb-notice')).toContain('Ape was changed since.'));
    page.button('Show in History').click();
    await eventually(() => expect(text('.ndb-journal')).toContain('Dropped the table Tasks'));
  });

  it('that had no rows says nothing of notes; one that was renamed has no Undo here', async () => {
    await page.vault.run('create_table', { name: 'empty', description: 'None', columns: [] });
    page.choose({ table: 'main.default.empty' });
    await page.vault.run('drop_table', { table: 'empty' });
    await eventually(() => expect(state()).toMatch(/It was dropped by you, [^.]*\.Undo/));
    page.choose({ table: 'main.default.people' });
    await page.vault.run('alter_table', { table: 'people', name: 'persons' });
    await shows('People is gone');
    await eventually(() => expect(state()).toContain('it has another name now'));
    expect([...page.container.querySelectorAll('.ndb-state button')].map((each) => each.textContent)).not.toContain(
      'Undo',
    );
  });
});

describe('a row that goes', () => {
  it('while its panel is open with a text being edited: what was typed is kept, and the place says why', async () => {
    await openPanel();
    page.button('Edit the text').click();
    await eventually(() => expect(page.container.querySelector('.ndb-panel .ndb-note-field')).not.toBe(null));
    const area = page.container.querySelector<HTMLTextAreaElement>('.ndb-panel .ndb-note-field');
    if (area === null) throw new Error('no field');
    area.value = 'A long thought.';
    area.dispatchEvent(new Event('input', { bubbles: true }));
    await page.vault.run('delete_rows', { table: 'tasks', where: { title: 'Ape' } });
    await shows('Ape is gone');
    page.button('Done').click();
    await shows('The note is gone. Copy what you typed.');
    const field = page.container.querySelector<HTMLTextAreaElement>('.ndb-panel .ndb-note-field');
    expect([field?.value, field?.isConnected]).toEqual(['A long thought.', true]);
    page.button('Close the note').click();
    await edits('Bee', 2, '3');
    await eventually(async () => expect(await page.row('Bee')).toMatchObject({ hours: 3 }));
  });
});
