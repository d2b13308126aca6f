/** Columns that a view computes, in the grid: values, order, filter, groups, summaries, copies, and one that can't be computed any more. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import type { JsonObject } from '../../../../src/engine/index';
import { readSpec } from '../../../../src/ui/rows/view-spec';
import { EditingPage } from '../../editing-page';

const OPEN = { table: 'tasks', by: 'owner', where: { status: { ne: 'done' } }, value: 'count' };
const HOURS = { table: 'tasks', by: 'owner', value: 'sum:hours' };

let page: EditingPage;
beforeEach(async () => {
  page = await EditingPage.open([
    { title: 'Ape', status: 'todo', hours: 2, owner: '[[Ann]]' },
    { title: 'Bee', status: 'done', hours: 3, owner: '[[Ann]]' },
    { title: 'Cat', status: 'todo', hours: 1, owner: '[[Ben]]' },
  ]);
});
afterEach(() => page.close());

const look = (spec: JsonObject): void => page.choose({ table: 'main.default.people', spec: readSpec(spec) });

/** Of the pane in sight. */
const texts = (selector: string): readonly string[] =>
  [...page.container.querySelectorAll(`.ndb-pane-place:not([hidden]):not([inert]) ${selector}`)].map(
    (found) => found.textContent ?? '',
  );
const rows = (): readonly string[] => texts('.ndb-row');
const heads = (): readonly string[] => texts('.ndb-head');

it('has their values, in the order that they give', async () => {
  look({ rollup: { open: OPEN, hours: HOURS }, order_by: 'hours' });
  await eventually(() => expect(rows()).toEqual(['Ben11', 'Ann15']));
  expect(heads()).toEqual(['Name', 'Open', 'Hours']);
  look({ rollup: { open: OPEN, hours: HOURS }, order_by: '-hours' });
  await eventually(() => expect(rows()).toEqual(['Ann15', 'Ben11']));
});

it('is filtered and grouped by them, and has their summaries', async () => {
  look({ rollup: { hours: HOURS }, where: { hours: { gt: 2 } }, summaries: { hours: 'sum' } });
  await eventually(() => expect(rows()).toEqual(['Ann5']));
  await eventually(() => expect(texts('.ndb-foot-cell')).toContain('Sum 5'));
  look({ rollup: { hours: HOURS }, group: '-hours' });
  await eventually(() => expect(rows()).toEqual(['51', 'Ann5', '11', 'Ben1']));
});

it('follows changes of the linked rows', async () => {
  look({ rollup: { hours: HOURS } });
  await eventually(() => expect(rows()).toEqual(['Ann5', 'Ben1']));
  await page.vault.run('update_rows', { table: 'tasks', where: { title: 'Cat' }, set_values: { hours: 4 } });
  await eventually(() => expect(rows()).toEqual(['Ann5', 'Ben4']));
});

it('is shown where the view says, under its heading', async () => {
  look({
    rollup: { hours: HOURS, open: OPEN },
    columns: [
      { name: 'hours', label: 'Stunden' },
      { name: 'open', hidden: true },
    ],
  });
  await eventually(() => expect(heads()).toEqual(['Stunden', 'Name']));
});

it('edits the stored columns, and says why the others stay as they are', async () => {
  look({ rollup: { hours: HOURS } });
  await eventually(() => expect(rows()).toEqual(['Ann5', 'Ben1']));
  await page.select('Ann', 1);
  await page.press('Enter');
  expect(page.told).toEqual(['Hours is computed from linked notes. Its heading has “Edit column…”.']);
  expect(document.querySelector('.ndb-editor')).toBe(null);
  await page.select('Ann', 0);
  await page.press('Enter');
  await page.type('Anna');
  await eventually(() => expect(rows()).toEqual(['Anna5', 'Ben1']));
});

it('copies their values', async () => {
  look({ rollup: { hours: HOURS } });
  await eventually(() => expect(rows()).toEqual(['Ann5', 'Ben1']));
  await page.select('Ann', 0, { title: 'Ben', at: 1 });
  expect((await page.take('copy')).getData('text/plain')).toBe('Ann\t5\nBen\t1');
});

it('saves their values as CSV, without those that are hidden', async () => {
  look({
    rollup: { hours: HOURS, open: OPEN },
    compute: { half: 'hours / 2' },
    columns: [{ name: 'open', hidden: true }],
  });
  await eventually(() => expect(rows()).toEqual(['Ann52.5', 'Ben10.5']));
  page.button('More').click();
  await eventually(() => page.button('Save as CSV').click());
  await eventually(() => expect(page.saved).toEqual(['name,hours,half\r\nAnn,5,2.5\r\nBen,1,0.5\r\n']));
});

it('is edited as its table where a saved view has them', async () => {
  const query = { table: 'people', rollup: { hours: HOURS }, compute: { half: 'hours / 2' } };
  await page.vault.run('create_view', { name: 'vw_hours', description: 'Hours', query });
  page.choose({ table: 'main.default.vw_hours' });
  await eventually(() => expect(rows()).toEqual(['Ann52.5', 'Ben10.5']));
  await page.select('Ann', 0);
  await page.press('Enter');
  await page.type('Anna');
  await eventually(() => expect(rows()).toEqual(['Anna52.5', 'Ben10.5']));
});

it('shows the rows without a column that can’t be computed, and marks its heading', async () => {
  look({ rollup: { hours: HOURS, open: OPEN }, order_by: 'hours' });
  await eventually(() => expect(rows()).toEqual(['Ben11', 'Ann51']));
  await page.vault.run('drop_column', { table: 'tasks', column: 'hours' });
  await eventually(() => expect(heads()).toEqual(['Name', 'Hourscan’t be computed', 'Open']));
  await eventually(() => expect(rows()).toEqual(['Ann1', 'Ben1']));
  const head = page.container.querySelectorAll('.ndb-head')[1];
  expect(head?.getAttribute('title')).toContain('hours');
});

it('says that a filter asks for a column that can’t be computed', async () => {
  look({ rollup: { hours: { ...HOURS, value: 'sum:weeks' } }, where: { hours: { gt: 2 } } });
  await eventually(() =>
    expect(texts('.ndb-state')[0]).toContain('The filter asks for Hours, which can’t be computed.'),
  );
  page.button('Show all rows').click();
  await eventually(() => expect(rows()).toEqual(['Ann', 'Ben']));
});
