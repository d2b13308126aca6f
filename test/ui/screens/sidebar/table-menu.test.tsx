/** The menu of a table and of a view: each change tells its impact first, is written once, and has one undo. docs/tables.md#the-menu-of-a-table */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../../src/engine/index';
import { eventually } from '../../../eventually';
import { readBlock } from '../../../../src/ui/screens/block/block-query';
import { blockText } from '../../../../src/ui/screens/sidebar/table-change';
import { EditingPage } from '../../editing-page';
import { parse } from 'yaml';

let page: EditingPage;
beforeEach(async () => {
  page = await EditingPage.open([
    { title: 'Ape', status: 'todo' },
    { title: 'Bee', status: 'doing' },
  ]);
  await eventually(() => expect(page.text('Bee', 1)).toBe('doing'));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await page.close();
});

const form = (): HTMLElement => document.querySelector<HTMLElement>('.ndb-popover form') ?? document.body;
const notice = (): string => page.container.querySelector('.ndb-notice-text')?.textContent ?? '';
const rail = (): readonly (string | null)[] =>
  [...page.container.querySelectorAll('.ndb-table-name')].map((each) => each.textContent);
const items = (): readonly (string | null)[] =>
  [...document.querySelectorAll('[role=menuitem]')].map((each) => each.textContent);

/** Of a table or a view in the list at the side. */
function itemOf(label: string): Element {
  const found = [...page.container.querySelectorAll('.ndb-sidebar-item')].find(
    (each) => each.querySelector('.ndb-table-name')?.textContent === label,
  );
  if (found === undefined) throw new Error(`no ${label} in the list`);
  return found;
}

async function choose(of: string, item: string): Promise<void> {
  page.button('Menu', itemOf(of)).click();
  await eventually(() => expect(items()).toContain(item));
  page.button(item, document.querySelector('[role=menu]') ?? document).click();
}

async function type(text: string): Promise<void> {
  const field = await eventually(() => {
    const found = form().querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
    if (found === null) throw new Error('no field');
    return found;
  });
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Once the dry run says what it does. */
async function submit(label: string, impact: string): Promise<void> {
  await eventually(() => expect(form().textContent).toContain(impact));
  await eventually(() => expect(page.button(label, form()).disabled).toBe(false));
  page.button(label, form()).click();
}

/** The form opens once the rules are read. */
async function openRules(): Promise<void> {
  await choose('Tasks', 'Rules…');
  await eventually(() => expect(document.querySelector('.ndb-popover form')).not.toBe(null));
}

const undo = (): void => page.button('Undo', page.container.querySelector('.ndb-notice') ?? document).click();
const described = (table: string): Promise<JsonObject> => page.vault.run('describe_table', { table });

describe('a table', () => {
  it('is renamed where it is looked at, and has its name again by one undo', async () => {
    await choose('Tasks', 'Rename…');
    await type('To do');
    await submit('Rename', '2 notes change.');
    await eventually(() => expect(notice()).toBe('Tasks is called To do now'));
    await eventually(() => expect(page.container.querySelector('.ndb-title')?.textContent).toBe('To do'));
    expect(rail()).toContain('To do');
    undo();
    await eventually(() => expect(rail()).toContain('Tasks'));
  });

  it('keeps its form with the reason while the name is taken', async () => {
    await choose('Tasks', 'Rename…');
    await type('People');
    await eventually(() => expect(form().querySelector('[role=alert]')?.textContent).toMatch(/people/i));
    expect(page.button('Rename', form()).disabled).toBe(true);
    page.button('Cancel', form()).click();
    await eventually(() => expect(document.querySelector('.ndb-popover')).toBe(null));
  });

  it('has rules that are added, changed and removed as one text, each with one undo', async () => {
    const constraints = async (): Promise<unknown> => (await described('tasks'))['constraints'];
    const setRules = async (rules: string): Promise<void> => {
      await openRules();
      await type(rules);
      await submit('Save the rules', 'Every row keeps them.');
      await eventually(() => expect(notice()).toBe('Rules of Tasks changed'));
    };
    await setRules('short: {title: {length: {lt: 9}}}\nopen: {status: {ne: done}}');
    const open = { name: 'open', check: { status: { ne: 'done' } } };
    expect(await constraints()).toEqual([{ name: 'short', check: { title: { length: { lt: 9 } } } }, open]);
    await setRules('short: {title: {length: {lt: 5}}}\nopen: {status: {ne: done}}');
    // The notice of the rules before says the same.
    const shorter = { name: 'short', check: { title: { length: { lt: 5 } } } };
    await eventually(async () => expect(await constraints()).toEqual([open, shorter]));
    await setRules('');
    await eventually(async () => expect(await constraints()).toEqual([]));
    undo();
    await eventually(async () => expect(await constraints()).toHaveLength(2));
  });

  it.each<[string, string, RegExp]>([
    ['rows break a rule', 'none: {status: done}', /none/],
    ['a rule is no filter', 'none: 3', /filter|object/],
    ['the text is no YAML', '{', /name/],
  ])('keeps the form of its rules with the reason while %s', async (_, rules, reason) => {
    await openRules();
    await type(rules);
    await eventually(() => expect(form().querySelector('[role=alert]')?.textContent).toMatch(reason));
    expect(page.button('Save the rules', form()).disabled).toBe(true);
  });

  it('is described', async () => {
    await choose('Tasks', 'Describe…');
    await type('What has to be done');
    await submit('Save', 'No note changes.');
    await eventually(async () =>
      expect(await described('tasks')).toMatchObject({ description: 'What has to be done' }),
    );
  });

  it('is duplicated with its rows, and the copy is shown', async () => {
    await choose('Tasks', 'Duplicate…');
    await submit('Duplicate', '2 notes of its own.');
    await eventually(() => expect(page.container.querySelector('.ndb-title')?.textContent).toBe('Tasks copy'));
    await eventually(() => expect(page.text('Bee', 1)).toBe('doing'));
    expect(rail()).toEqual(expect.arrayContaining(['Tasks', 'Tasks copy']));
  });

  it('is dropped when its impact is seen, and comes back by one undo', async () => {
    await choose('Tasks', 'Drop…');
    await submit('Drop the table', 'Its 2 notes move into its archive. One undo brings all of it back.');
    await eventually(() => expect(rail()).not.toContain('Tasks'));
    expect(notice()).toBe('Tasks dropped');
    undo();
    await eventually(() => expect(page.text('Bee', 1)).toBe('doing'));
  });

  it('says what a drop breaks before anything is dropped', async () => {
    await page.vault.run('update_row', {
      table: 'tasks',
      path: 'notedb/main/default/tasks/Ape.md',
      set_values: { owner: '[[Ann]]' },
    });
    await choose('People', 'Drop…');
    await eventually(() => expect(form().textContent).toMatch(/tasks/));
    expect(await described('people')).toMatchObject({ name: 'people' });
  });

  it('opens its menu by the other button of the mouse', async () => {
    itemOf('People').dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
    await eventually(() =>
      expect(items()).toEqual(['Rename…', 'Describe…', 'Rules…', 'Duplicate…', 'Settings', 'Copy as a block', 'Drop…']),
    );
  });
});

describe('a view', () => {
  const VIEW = 'main.default.vw_short_ones';
  beforeEach(async () => {
    await page.vault.run('create_view', {
      name: 'vw_short_ones',
      description: 'Short',
      query: { table: 'tasks', where: { status: 'todo' } },
      display: { layout: 'list' },
      labels: { title: 'What' },
    });
    await eventually(() => expect(rail()).toContain('Short ones'));
  });

  it('is renamed by its title alone, with its query, look and headings', async () => {
    const before = await described(VIEW);
    await choose('Short ones', 'Rename…');
    await type('Kurze');
    await submit('Rename', 'Blocks and programs find it as vw_short_ones, as before.');
    await eventually(() => expect(rail()).toContain('Kurze'));
    const after = await described(VIEW);
    expect({ ...after, display: null }).toEqual({ ...before, display: null });
    expect(after['display']).toMatchObject({ layout: 'list', title: 'Kurze' });
  });

  it('is duplicated, described and deleted', async () => {
    await choose('Short ones', 'Duplicate…');
    await submit('Duplicate', 'No note changes.');
    await eventually(() => expect(rail()).toContain('Short ones copy'));
    expect(await described('vw_short_ones_copy')).toMatchObject({ labels: { title: 'What' }, description: 'Short' });
    await choose('Short ones', 'Describe…');
    await type('What takes no time');
    await submit('Save', 'No note changes.');
    await eventually(async () => expect(await described(VIEW)).toMatchObject({ description: 'What takes no time' }));
    await choose('Short ones', 'Delete…');
    await submit('Delete the view', 'Its rows stay.');
    await eventually(() => expect(rail()).not.toContain('Short ones'));
  });

  it('is copied as a block that a note can show', async () => {
    let copied = '';
    vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void (copied = text) } });
    await choose('Short ones', 'Copy as a block');
    await eventually(() => expect(notice()).toBe('The block is copied: paste it into a note.'));
    expect(copied).toBe(blockText('view', VIEW));
    const [, yaml = ''] = /^```notedb\n([^]*)```\n$/.exec(copied) ?? [];
    expect(readBlock(parse(yaml))).toMatchObject({ table: VIEW });
  });
});
