/** The form of a computed column: a figure of linked notes and a formula, added, changed, refused with a place, and removed. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import type { JsonObject } from '../../../../src/engine/index';
import { readSpec } from '../../../../src/ui/rows/view-spec';
import { EditingPage } from '../../editing-page';

const HOURS = { table: 'main.default.tasks', by: 'owner', value: 'sum:hours' };

let page: EditingPage;
beforeEach(async () => {
  page = await EditingPage.open([
    { title: 'Ape', status: 'todo', hours: 2, owner: '[[Ann]]' },
    { title: 'Bee', status: 'done', hours: 3, owner: '[[Ann]]' },
    { title: 'Cat', status: 'todo', hours: 1, owner: '[[Ben]]' },
  ]);
});
afterEach(() => page.close());

async function look(table: string, spec: JsonObject = {}): Promise<void> {
  page.choose({ table: `main.default.${table}`, spec: readSpec(spec) });
  await eventually(() => expect(heads().length).toBeGreaterThan(0));
}

/** Of the pane in sight. */
const texts = (selector: string): readonly string[] =>
  [...page.container.querySelectorAll(`.ndb-pane-place:not([hidden]):not([inert]) ${selector}`)].map(
    (found) => found.textContent ?? '',
  );
const rows = (): readonly string[] => texts('.ndb-row');
const heads = (): readonly string[] => texts('.ndb-head');
const preview = (): readonly string[] => texts('.ndb-column-impact tbody tr');

function within(): Element {
  const { dialog } = page;
  if (dialog === null) throw new Error('no form');
  return dialog;
}

function field<Kind extends HTMLElement = HTMLInputElement>(label: string): Kind {
  const found = [...within().querySelectorAll<Kind>('input, select, textarea')].find((each) => {
    const named = each.getAttribute('aria-labelledby');
    const text = named === null ? each.closest('label')?.firstElementChild : document.getElementById(named);
    return text?.textContent === label;
  });
  if (found === undefined) throw new Error(`no field ${label}`);
  return found;
}

function type(element: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  element.value = text;
  element.dispatchEvent(new Event('input', { bubbles: true }));
}

function choose(label: string, words: string): void {
  const select = field<HTMLSelectElement>(label);
  const option = [...select.options].find(({ text }) => text === words);
  if (option === undefined) throw new Error(`no ${words} among ${[...select.options].map(({ text }) => text).join()}`);
  select.value = option.value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

async function chooseColumn(label: string, words: string): Promise<void> {
  await eventually(() => {
    const choice = within().querySelector<HTMLElement>(`[role=combobox][aria-label="${label}"]`);
    if (choice === null) throw new Error(`no ${label}`);
    choice.click();
  });
  const option = await eventually(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[role=option]')].find((each) =>
      each.textContent?.startsWith(words),
    );
    if (found === undefined) throw new Error(`no ${words}`);
    return found;
  });
  option.click();
}

async function openNew(kind: string): Promise<void> {
  page.button('Add a column').click();
  await eventually(() => page.button(kind).click());
  await eventually(() => expect(page.button(kind).getAttribute('aria-pressed')).toBe('true'));
}

async function openColumn(label: string): Promise<void> {
  page.button(`What to do with ${label}`).click();
  await eventually(() => page.button('Edit column…').click());
  await eventually(() => expect(within().querySelector('h2')?.textContent).toBe(label));
}

const addIt = (): Promise<void> =>
  eventually(() => {
    const button = page.button('Add the column');
    expect(button.disabled).toBe(false);
    button.click();
  });

it('adds a figure of the notes that link here', async () => {
  await look('people');
  await openNew('From linked notes');
  expect(within().textContent).toContain('belongs to this view, not to the notes');
  type(field('Name'), 'Stunden ges.');
  await eventually(() => choose('Linked notes', 'Tasks, by Owner'));
  await eventually(() => expect(preview()).toEqual(['Ann2', 'Ben1']));
  choose('Show', 'Sum');
  await eventually(() => expect(preview()).toEqual(['Ann5', 'Ben1']));
  await addIt();
  await eventually(() => expect(rows()).toEqual(['Ann5', 'Ben1']));
  expect(heads()).toEqual(['Name', 'Stunden ges.']);
  expect(page.dialog).toBe(null);
});

it('refuses the heading of another column', async () => {
  await look('tasks');
  await openNew('Formula');
  type(field('Name'), ' hours ');
  type(field<HTMLTextAreaElement>('Formula'), 'hours + 1');
  await eventually(() => expect(preview().length).toBeGreaterThan(0));
  expect(within().textContent).toContain('There is a column “Hours” already. Give this one another name.');
  expect(page.button('Add the column').disabled).toBe(true);
  type(field('Name'), 'Hours more');
  await addIt();
  await eventually(() => expect(heads()).toContain('Hours more'));
});

it.each([
  ['median:hours', ['Ann2.5', 'Ben1']],
  ['count_distinct:hours', ['Ann2', 'Ben1']],
  ['list:hours', ['Ann23', 'Ben1']],
  ['last:hours', ['Ann3', 'Ben1']],
])('opens %s as it was written, and keeps it', async (value, expected) => {
  await look('people', { rollup: { hours: { ...HOURS, value } } });
  await openColumn('Hours');
  await eventually(() => expect(preview()).toEqual(expected));
  await eventually(() => expect(field<HTMLSelectElement>('Show').selectedOptions[0]?.text).toMatch(/^[A-Z]/));
});

it('adds the last value, in the order of a column', async () => {
  await look('people');
  await openNew('From linked notes');
  type(field('Name'), 'Latest task');
  await eventually(() => choose('Linked notes', 'Tasks, by Owner'));
  choose('Show', 'Last value');
  await chooseColumn('Of', 'Title');
  await eventually(() => expect(preview()).toEqual(['AnnBee', 'BenCat']));
  // Done comes before todo.
  await chooseColumn('In the order of', 'Status');
  await eventually(() => expect(preview()).toEqual(['AnnApe', 'BenCat']));
  await addIt();
  await eventually(() => expect(rows()).toEqual(['AnnApe', 'BenCat']));
});

it('changes it, with a filter for the notes', async () => {
  await look('people', { rollup: { hours: HOURS } });
  await openColumn('Hours');
  await eventually(() => expect(field<HTMLSelectElement>('Show').selectedOptions[0]?.text).toBe('Sum'));
  choose('Show', 'How many there are');
  await eventually(() => expect(preview()).toEqual(['Ann2', 'Ben1']));
  type(field('Name'), 'Tasks');
  await eventually(() => expect(within().querySelector('h2')?.textContent).toBe('Tasks'));
  await eventually(() => {
    expect(page.button('Change the column').disabled).toBe(false);
    page.button('Change the column').click();
  });
  await eventually(() => expect(rows()).toEqual(['Ann2', 'Ben1']));
  await eventually(() => expect(heads()).toEqual(['Name', 'Tasks']));
});

it('removes it, and what shows it', async () => {
  await look('people', { rollup: { hours: HOURS }, order_by: 'hours', summaries: { hours: 'sum' } });
  await eventually(() => expect(rows()).toEqual(['Ben1', 'Ann5']));
  await openColumn('Hours');
  page.button('Remove').click();
  await eventually(() => expect(rows()).toEqual(['Ann', 'Ben']));
  expect(heads()).toEqual(['Name']);
});

it('says that nothing links to a table', async () => {
  await page.vault.run('create_table', {
    name: 'islands',
    description: 'Alone',
    columns: [{ name: 'name', type: 'string', description: 'Name' }],
  });
  await page.vault.run('insert_row', { table: 'islands', values: { name: 'Elba' } });
  await look('islands');
  await openNew('From linked notes');
  await eventually(() => expect(within().textContent).toContain('No column links these notes'));
});

it('asks before input is lost', async () => {
  await look('people');
  await openNew('From linked notes');
  type(field('Name'), 'Open');
  await eventually(() => expect(within().textContent).toContain('Choose the linked notes.'));
  within().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  await eventually(() => expect(within().textContent).toContain('What you changed here is not written yet.'));
  page.button('Throw it away').click();
  await eventually(() => expect(page.dialog).toBe(null));
});

it('adds a formula, with words to go on with', async () => {
  await look('tasks', { columns: [{ name: 'title' }, { name: 'hours' }, { name: '*', hidden: true }] });
  await openNew('Formula');
  type(field('Name'), 'Cost');
  const text = field<HTMLTextAreaElement>('Formula');
  text.focus();
  type(text, 'hou');
  text.setSelectionRange(3, 3);
  await eventually(() => expect(texts('.ndb-option-label')[0]).toBe('Hours'));
  await page.press('Enter');
  await eventually(() => expect(text.value).toBe('hours'));
  type(text, 'hours * 10');
  await eventually(() => expect(preview()).toEqual(['Ape20', 'Bee30', 'Cat10']));
  await addIt();
  await eventually(() => expect(heads()).toEqual(['Title', 'Hours', 'Cost']));
  await eventually(() => expect(rows()).toEqual(['Ape220', 'Bee330', 'Cat110']));
});

it('marks the place of a mistake, and takes the name that was meant', async () => {
  await look('tasks');
  await openNew('Formula');
  type(field('Name'), 'Cost');
  const text = field<HTMLTextAreaElement>('Formula');
  type(text, '2 * huors');
  await eventually(() => expect(texts('.ndb-formula-mirror mark')).toEqual(['huors']));
  expect(text.getAttribute('aria-invalid')).toBe('true');
  expect(page.button('Add the column').disabled).toBe(true);
  page.button('hours', within()).click();
  await eventually(() => expect(text.value).toBe('2 * hours'));
  await eventually(() => expect(preview()).toEqual(['Ape4', 'Bee6', 'Cat2']));
  expect(texts('.ndb-formula-mirror mark')).toEqual([]);
});
