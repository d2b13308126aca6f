/** Rows under headings of months, chosen by hand: the words of the headings, the rows below, and the date of a new row. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import { readSpec } from '../../../../src/ui/rows/view-spec';
import { periodText } from '../../../../src/ui/components/text/period-text';
import { EditingPage } from '../../editing-page';

let page: EditingPage;
beforeEach(async () => {
  page = await EditingPage.open([
    { title: 'Ape', status: 'todo', due: '2025-11-30' },
    { title: 'Bee', status: 'done', due: '2025-12-01' },
    { title: 'Cat', status: 'todo', due: '2025-11-01' },
    { title: 'Dog', status: 'todo' },
  ]);
});
afterEach(() => page.close());

const MONTHS = ['2025-11', '2025-12'].map((month) => periodText('month', month));
const COLUMNS = [{ name: 'title' }, { name: '*', hidden: true }];
const rows = (): readonly string[] =>
  [...page.container.querySelectorAll('.ndb-row')].map((found) => found.textContent ?? '');

/** Of the months. */
const headings = (): readonly string[] => rows().filter((row) => MONTHS.some((month) => row.startsWith(month)));

it('has a heading for each month, and the rows of the month below', async () => {
  const spec = readSpec({ group: 'month(due)', order_by: 'title', columns: COLUMNS });
  page.choose({ table: 'main.default.tasks', spec });
  await eventually(() =>
    expect(rows()).toEqual([`${MONTHS[0]}2`, 'Ape', 'Cat', `${MONTHS[1]}1`, 'Bee', 'Empty1', 'Dog']),
  );
});

it('is chosen in the tool', async () => {
  page.choose({ table: 'main.default.tasks', spec: readSpec({ group: 'due', columns: COLUMNS }) });
  await eventually(() => expect(rows()).toHaveLength(8));
  document.querySelector<HTMLButtonElement>('.ndb-tool[title=Group]')?.click();
  const select = await eventually(() => {
    const found = [...document.querySelectorAll('select')].find((each) =>
      each.closest('label')?.textContent?.startsWith('One group for each'),
    );
    if (found === undefined) throw new Error('no periods');
    return found;
  });
  expect([...select.options].map(({ text }) => text)).toEqual(['Day', 'Week', 'Month', 'Quarter', 'Year']);
  select.value = 'year';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await eventually(() => expect(rows().filter((row) => row === '20253')).toHaveLength(1));
});

it('has the summaries that are chosen below the columns in each heading', async () => {
  const columns = [{ name: 'title' }, { name: 'due' }, { name: 'hours' }, { name: '*', hidden: true }];
  await page.vault.run('update_rows', {
    table: 'tasks',
    where: { title: { in: ['Ape', 'Bee'] } },
    set_values: { hours: 4 },
  });
  await page.vault.run('update_rows', { table: 'tasks', where: { title: 'Cat' }, set_values: { hours: 1 } });
  page.choose({ table: 'main.default.tasks', spec: readSpec({ group: 'month(due)', columns }) });
  await eventually(() => expect(rows()[0]).toBe(`${MONTHS[0]}2`));
  page.button('Summary of Hours').click();
  await eventually(() => page.button('Median').click());
  await eventually(() => expect(headings()).toEqual([`${MONTHS[0]}22.5`, `${MONTHS[1]}14`]));
  page.button('Summary of Title').click();
  await eventually(() => page.button('Share of rows').click());
  await eventually(() => expect(rows()[0]).toBe(`${MONTHS[0]}250 %2.5`));
  expect(page.container.querySelector('.ndb-grid-foot')?.textContent).toBe('Share of rows 100 %SummaryMedian 4');
});

it('begins a new row of a month with a day of it', async () => {
  const spec = readSpec({
    group: 'month(due)',
    columns: [...COLUMNS.slice(0, 1), { name: 'due' }, ...COLUMNS.slice(1)],
  });
  page.choose({ table: 'main.default.tasks', spec });
  await eventually(() => expect(rows()[0]).toBe(`${MONTHS[0]}2`));
  page.button(`New row in ${MONTHS[1]}`).click();
  await eventually(() =>
    expect(rows().some((row) => row.includes('1') && !row.includes('Bee') && /Dec 1|1 Dec/.test(row))).toBe(true),
  );
});
