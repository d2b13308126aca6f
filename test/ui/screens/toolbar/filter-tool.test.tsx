/** The filter of a table: a link to nothing, and the note that was probably meant. docs/views.md#the-filter */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import type { JsonObject } from '../../../../src/engine/index';
import { readSpec } from '../../../../src/ui/rows/view-spec';
import { EditingPage } from '../../editing-page';

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
