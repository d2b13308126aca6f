/** Choosing a column from a list with search. docs/views.md#the-toolbar */

import { render } from 'preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../eventually';
import { ColumnChoice } from '../../../src/ui/components/column-choice/column-choice';
import { findColumns } from '../../../src/ui/components/column-choice/find-columns';
import type { ColumnChoiceProps } from '../../../src/ui/components/column-choice/column-choice-props';
import { column, STATUS } from './grid-fixture';

const FEW = [column('title'), STATUS, column('due', { type: 'date' })];
const MANY = [
  ...FEW,
  ...Array.from({ length: 200 }, (_, at) => column(`field_${at}`, { label: `Field ${at}` })),
  { ...column('project.title', { label: 'Project › Title' }), heading: 'Through Project' },
];

let container: HTMLElement;
let choose: ReturnType<typeof vi.fn<(name: string) => void>>;
let keys: readonly string[];
beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'));
  choose = vi.fn();
  keys = [];
  container.addEventListener('keydown', ({ key }) => void (keys = [...keys, key]));
});
afterEach(() => {
  render(null, container);
  container.remove();
});

function draw(columns: ColumnChoiceProps['columns'], more: Partial<ColumnChoiceProps> = {}): HTMLButtonElement {
  render(<ColumnChoice label="Column" name="status" {...{ columns, choose }} {...more} />, container);
  return container.querySelector('button')!;
}

const options = (): readonly string[] =>
  [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent);
const field = (): HTMLInputElement | null => document.querySelector('.ndb-column-find input');

/** Where the focus is. */
async function press(key: string, more: KeyboardEventInit = {}): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  const isFree = document.activeElement!.dispatchEvent(event);
  await Promise.resolve();
  return isFree;
}

async function type(text: string): Promise<void> {
  const input = field()!;
  input.value = text;
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await Promise.resolve();
}

const active = (): string | null | undefined => {
  const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
  return document.getElementById(id)?.textContent;
};

it('shows the column with the icon of its type, and opens the list at it', async () => {
  const button = draw(FEW);
  expect([button.getAttribute('role'), button.textContent]).toEqual(['combobox', 'Status']);
  expect(button.querySelectorAll('svg').length).toBe(2);
  button.click();
  await eventually(() => expect(options()).toEqual(['Title', 'Status', 'Due']));
  expect(button.getAttribute('aria-controls')).toBe(document.querySelector('[role=listbox]')?.id);
  expect([field(), active()]).toEqual([null, 'Status']);
  expect(document.querySelector('[aria-selected=true]')?.textContent).toBe('Status');
});

it('is walked by arrows, Home and End; Enter takes, and the focus is back at the button', async () => {
  const button = draw(FEW);
  button.focus();
  await press('ArrowDown');
  await press('ArrowDown');
  expect(active()).toBe('Due');
  await press('ArrowDown');
  expect(active()).toBe('Title');
  await press('End');
  await press('ArrowUp');
  await press('Home');
  await press('Enter');
  expect(choose.mock.calls).toEqual([['title']]);
  expect([options(), document.activeElement]).toEqual([[], button]);
});

it('is searched where there are many: by any part of the words, of columns through links too', async () => {
  draw(MANY).click();
  await eventually(() => expect(document.activeElement).toBe(field()));
  await type('eld 17');
  expect(options()).toEqual(['Field 17', 'Field 117', ...Array.from({ length: 10 }, (_, at) => `Field ${170 + at}`)]);
  await type('project title');
  expect(options()).toEqual(['Project › Title']);
  expect(document.querySelector('[role=group]')?.getAttribute('aria-label')).toBe('Through Project');
  await press('Enter');
  expect(choose.mock.calls).toEqual([['project.title']]);
});

it('takes what a closed one is typed on; Tab takes it and goes on', async () => {
  const button = draw(FEW);
  button.focus();
  await press('d');
  expect([field()?.value, document.activeElement === field(), options()]).toEqual(['d', true, ['Due']]);
  expect(await press('Tab')).toBe(true);
  expect(choose.mock.calls).toEqual([['due']]);
  // What the button stands in learns of it, and may turn the focus.
  expect([keys, document.activeElement]).toEqual([['Tab'], button]);
});

it('says what is near when nothing is called so, and Escape leaves it as it was', async () => {
  const button = draw(MANY);
  button.click();
  await eventually(() => expect(field()).not.toBe(null));
  await type('statsu');
  expect([document.querySelector('.ndb-column-find-note')?.textContent, options()]).toEqual([
    'Did you mean',
    ['Status'],
  ]);
  await type('xyzzy');
  expect([document.querySelector('.ndb-column-find-note')?.textContent, options()]).toEqual([
    'No property is called “xyzzy”.',
    [],
  ]);
  await press('Enter');
  await press('Escape');
  expect([choose.mock.calls, options(), document.activeElement]).toEqual([[], [], button]);
});

it('offers to choose none where that is possible, and names a column that is not offered', async () => {
  const chooseNone = vi.fn();
  const button = draw(FEW, { name: 'gone', none: { label: 'No groups', choose: chooseNone } });
  expect(button.textContent).toBe('gone');
  button.click();
  await eventually(() => expect(options()).toEqual(['No groups', 'Title', 'Status', 'Due']));
  document.querySelector<HTMLElement>('[role=option]')?.click();
  expect([chooseNone.mock.calls.length, choose.mock.calls]).toEqual([1, []]);
});

it('finds a column without its accents', () => {
  const columns = [column('groesse', { label: 'Größe' }), column('title')];
  expect(findColumns(columns, 'grosse').columns.map(({ label }) => label)).toEqual(['Größe']);
});
