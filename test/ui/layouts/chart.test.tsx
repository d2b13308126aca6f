/** Charts: numbers of groups, drawn, and read as a table. docs/views.md#charts */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../eventually';
import { sharesOf } from '../../../src/ui/layouts/chart/pie-chart';
import { readGrouping } from '../../../src/ui/rows/grouping';
import type { ChoiceColor } from '../../../src/kernel/choice-colors';
import type { JsonObject } from '../../../src/engine/index';
import { EditingPage } from '../editing-page';
import { sizeDocument } from '../sized-document';

let page: EditingPage;
beforeEach(() => void sizeDocument({ width: 1000, height: 800 }));
afterEach(() => page.close());

const ROWS = [
  { title: 'A', status: 'done', hours: 3, due: '2026-11-02' },
  { title: 'B', status: 'todo', hours: 1, due: '2026-11-20' },
  { title: 'C', status: 'todo', hours: 4, due: '2026-12-01' },
  { title: 'D', status: 'doing' },
];

const table = (): readonly string[] =>
  [...page.container.querySelectorAll('.ndb-chart tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent).join(': '),
  );

async function open(settings: JsonObject, more: object = {}): Promise<void> {
  page = await EditingPage.open(ROWS);
  page.show('chart', settings, more);
}

describe('the numbers', () => {
  it('are the rows of each choice, in the order of the choices', async () => {
    await open({});
    await eventually(() => expect(table()).toEqual(['todo: 2', 'doing: 1', 'done: 1']));
    expect(page.container.querySelector('figcaption')?.textContent).toBe('Rows by Status');
  });

  it.each([
    ['sum', ['todo: 5', 'doing: no value', 'done: 3']],
    ['avg', ['todo: 2.5', 'doing: no value', 'done: 3']],
    ['max', ['todo: 4', 'doing: no value', 'done: 3']],
  ])('are an aggregate of a column: %s', async (aggregate, expected) => {
    await open({ value: 'hours', aggregate });
    await eventually(() => expect(table()).toEqual(expected));
  });

  it('follow the groups and the filter of the view', async () => {
    const group = readGrouping('month(due)');
    await open({ value: 'hours', kind: 'line' }, { group, where: { hours: { gt: 1 } } });
    await eventually(() => expect(table()).toEqual(['November 2026: 3', 'December 2026: 4']));
  });

  it('are one for all rows', async () => {
    await open({ kind: 'number', value: 'hours' });
    await eventually(() => expect(page.container.querySelector('.ndb-chart-number')?.textContent).toBe('8'));
  });

  it('follow what another program writes', async () => {
    await open({});
    await eventually(() => expect(table()).toHaveLength(3));
    await page.vault.run('update_rows', { table: 'tasks', where: { title: 'D' }, set_values: { status: 'done' } });
    await eventually(() => expect(table()).toEqual(['todo: 2', 'done: 2']));
  });

  it('count rows where the column is gone, and say so', async () => {
    await open({ value: 'gone' });
    await eventually(() =>
      expect(page.container.textContent).toContain('There is no column gone. The rows are counted.'),
    );
  });
});

describe('the drawing', () => {
  it.each([
    ['bar', '.ndb-chart-bar', 3],
    ['line', '.ndb-line-stroke', 2],
    ['area', '.ndb-line-area', 2],
    ['pie', 'circle', 2],
  ])('is a %s', async (kind, query, count) => {
    await open({ kind, value: 'hours' });
    await eventually(() => expect(page.container.querySelectorAll(query)).toHaveLength(count));
    expect(page.container.querySelector('.ndb-chart-plot')?.getAttribute('aria-hidden')).toBe('true');
  });

  it('has bars to both sides of zero', async () => {
    await open({ value: 'hours', aggregate: 'min' });
    const set_values = { hours: -4 };
    await page.vault.run('update_rows', { table: 'tasks', where: { title: 'A' }, set_values });
    const bars = (): readonly string[] =>
      [...page.container.querySelectorAll<HTMLElement>('.ndb-chart-bar')].map(
        ({ style }) => `${style.getPropertyValue('--ndb-from')} ${style.getPropertyValue('--ndb-width')}`,
      );
    await eventually(() => expect(bars()).toEqual(['80% 20%', '80% 0%', '0% 80%']));
  });

  it('has at most eight shares, and none that are not above zero', () => {
    const values = Array.from({ length: 12 }, (_, at) => ({ label: `G${at}`, value: at - 1, color: null }));
    const shares = sharesOf(values);
    expect(shares).toHaveLength(8);
    expect(shares.at(-1)).toEqual({ label: '3 others', value: 6, color: null });
  });

  it('has the colours of the choices, and others in their turn', () => {
    const of = (label: string, value: number, color: ChoiceColor | null) => ({ label, value, color });
    const shares = sharesOf([of('A', 1, 'red'), of('B', 3, null), of('C', 2, null)]);
    expect(shares.map(({ label, color }) => [label, color])).toEqual([
      ['B', 'blue'],
      ['C', 'green'],
      ['A', 'red'],
    ]);
  });
});
