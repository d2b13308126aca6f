/** The filter of a table: a link to nothing, and the note that was probably meant. docs/views.md#the-filter */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import type { JsonObject } from '../../../../src/engine/index';
import { readSpec } from '../../../../src/ui/rows/view-spec';
import { openVault } from '../../../engine/open-vault';
import { EditingPage } from '../../editing-page';
import { openDatabase } from '../../open-database';

let page: EditingPage;
beforeEach(async () => {
  page = await EditingPage.open([
    { title: 'Ape', status: 'todo', owner: '[[Ann]]' },
    { title: 'Bee', status: 'done', owner: '[[Ben]]' },
  ]);
});
afterEach(() => page.close());

const rows = (): readonly string[] =>
  [...page.container.querySelectorAll('.ndb-row')].map((found) => found.textContent ?? '');
const warning = (): string | undefined => document.querySelector('.ndb-filter .ndb-filter-problem')?.textContent;

async function openFilter(where: JsonObject): Promise<void> {
  const columns = [{ name: 'title' }, { name: '*', hidden: true }];
  page.choose({ table: 'main.default.tasks', spec: readSpec({ where, columns }) });
  await eventually(() => expect(page.container.querySelector('.ndb-total')).not.toBe(null));
  await eventually(() => document.querySelector<HTMLButtonElement>('.ndb-tool[title=Filter]')?.click());
}

it.each<readonly [JsonObject, readonly string[]]>([
  [{ owner: '[[Benn]]' }, ['Bee']],
  [{ owner: { in: ['[[Benn]]', '[[Ann]]'] } }, ['Ape', 'Bee']],
  [{ or: [{ not: { owner: '[[Benn]]' } }, { title: 'none' }] }, ['Ape']],
  [{ 'owner.file_link': '[[Benn]]' }, ['Bee']],
  [{ owner: { eq: '[[Benn]]', ne: '[[Ann]]', in: ['[[Benn]]'] } }, ['Bee']],
])('offers the note that was meant in %j', async (where, expected) => {
  await openFilter(where);
  await eventually(() => expect(warning()).toBe('“Benn” leads to no note. Did you mean Ben'));
  page.button('Ben').click();
  await eventually(() => expect(rows()).toEqual(expected));
  await eventually(() => expect(warning()).toBe(undefined));
});

it('says nothing of a link to a note', async () => {
  await openFilter({ owner: '[[Ben]]' });
  await eventually(() => expect(document.querySelector('.ndb-filter-total')?.textContent).toBe('1 of 2 rows'));
  expect(warning()).toBe(undefined);
});

it.each([
  ['file_links', 'File links', ['Ape']],
  ['file_backlinks', 'File backlinks', []],
] as const)('filters by %s: a note has the link of another', async (name, label, expected) => {
  await openFilter({ [name]: { contains: 'Ann' } });
  const field = (title: string) => document.querySelector<HTMLElement>(`.ndb-filter [aria-label="${title}"]`);
  await eventually(() => expect(field('Column')?.textContent).toBe(label));
  const comparison = field(`${label}: comparison`);
  expect(comparison?.querySelector('option')?.textContent).toBe('has');
  field('Column')?.click();
  await eventually(() => {
    const options = [...document.querySelectorAll('[role=option]')].map((option) => option.textContent);
    expect(options).toContain(label);
  });
  await eventually(() => expect(rows()).toEqual(expected));
});

it('offers notes for the links of a note', async () => {
  await openFilter({ file_links: { contains: '[[Nobody]]' } });
  const typed = (): HTMLInputElement | null =>
    document.querySelector<HTMLInputElement>('.ndb-filter [role=combobox][aria-label="File links"]');
  await eventually(() => expect(typed()).not.toBe(null));
  const field = typed();
  field?.focus();
  if (field !== null) field.value = 'An';
  field?.dispatchEvent(new Event('input', { bubbles: true }));
  await eventually(() => {
    const option = [...document.querySelectorAll<HTMLElement>('[role=option]')].find(
      (each) => each.textContent === 'Ann',
    );
    expect(option).not.toBe(undefined);
    option?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    option?.click();
  });
  await eventually(() => expect(rows()).toEqual(['Ape']));
});

it('keeps what was chosen while the last filter was counted', async () => {
  await page.close();
  const vault = await openVault();
  const held: (() => void)[] = [];
  const open = openDatabase(vault);
  const { state } = open;
  if (state.kind !== 'open') throw new Error('closed');
  const run = (async (...call: Parameters<typeof state.client.run>) => {
    const args = call[1] as JsonObject;
    if (args['limit'] === 0 && args['where'] !== undefined) await new Promise<void>((go) => void held.push(go));
    return state.client.run(...call);
  }) as typeof state.client.run;
  const database = { ...open, state: { ...state, client: { ...state.client, run } } };
  page = await EditingPage.open([{ title: 'Ape', status: 'todo' }, { title: 'Bee', status: 'done' }], { vault, database }); // prettier-ignore
  const columns = [{ name: 'title' }, { name: 'status' }, { name: '*', hidden: true }];
  page.choose({ table: 'main.default.tasks', spec: readSpec({ columns }) });
  await eventually(() => expect(rows()).toEqual(['Apetodo', 'Beedone']));
  page.button('What to do with Title').click();
  await eventually(() => page.button('Filter by this…').click());
  const field = await eventually(() => {
    const found = document.querySelector<HTMLInputElement>('.ndb-filter input[aria-label="Title"]');
    if (found === null) throw new Error('no field');
    return found;
  });
  field.value = 'e';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await eventually(() => expect(held.length).toBe(1));
  document.querySelector<HTMLButtonElement>('.ndb-tool[title=Filter]')?.click();
  await eventually(() => expect(document.querySelector('.ndb-filter')).toBe(null));
  page.button('What to do with Title').click();
  await eventually(() => page.button('Sort Z → A').click());
  await eventually(() => expect(rows()).toEqual(['Beedone', 'Apetodo']));
  held.shift()?.();
  await eventually(() => expect(document.querySelector('.ndb-tool[title=Filter]')?.textContent).toBe('Filter 1'));
  expect(document.querySelector('.ndb-tool[title=Sort]')?.textContent).toBe('Sort 1');
});
