/** Rows in lanes, and rows within a range of days, over a real engine. docs/views.md#lanes-and-ranges */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Json, typedRun } from '../../../src/engine/index';
import { type OperationsClient, type TablesChanged, asText } from '../../../src/ui/client/operations-client';
import { type LanesQuestion, RowLanes } from '../../../src/ui/rows/row-lanes';
import { type RangeQuestion, RowRange } from '../../../src/ui/rows/row-range';
import type { LiveRows, WindowQuestion } from '../../../src/ui/rows/row-window';
import { type TestVault, column, openVault } from '../../engine/open-vault';
import { eventually } from '../../eventually';

let vault: TestVault;
let client: OperationsClient;
let opened: LiveRows[];
/** Calls of select_rows. */
let asked: number;

const ROWS: readonly (readonly [string, string | null, string | null, string | null, string | null])[] = [
  ['A', 'done', '2026-10-31', null, '2026-10-31T23:30:00'],
  ['B', 'todo', '2026-11-01', null, '2026-11-01T00:00:00'],
  ['C', null, '2026-11-15', '2026-11-20', '2026-11-15T12:00:00'],
  ['D', 'todo', '2026-12-01', null, '2026-12-01T00:00:00'],
  ['E', 'todo', '2026-10-20', '2026-11-01', '2026-11-30T23:59:00'],
  ['F', null, null, null, null],
];

beforeEach(async () => {
  vault = await openVault();
  [opened, asked] = [[], 0];
  await vault.run('create_table', {
    name: 'tasks',
    description: 'Tasks',
    filename: '{title}',
    columns: [
      column('title', 'string'),
      column('status', 'enum', { values: ['todo', 'doing', 'done'], ordered: true }),
      column('due', 'date'),
      column('ends', 'date'),
      column('at', 'datetime'),
    ],
  });
  for (const [title, status, due, ends, at] of ROWS) {
    await vault.run('insert_row', { table: 'tasks', values: { title, status, due, ends, at } });
  }
  client = {
    run: typedRun((name, args) => {
      asked += 1;
      return vault.engine.run(name, args);
    }),
    onChange: (listener) => vault.engine.onChange(listener),
  };
});
afterEach(async () => {
  for (const each of opened) each.stop();
  await vault.engine.close();
});

const QUESTION: WindowQuestion = {
  table: 'main.default.tasks',
  columns: null,
  orderBy: ['title'],
  limit: null,
  filter: () => Promise.resolve({ where: null, warnings: [] }),
  keyed: (given) => given,
};
const isTouched = ({ tables }: TablesChanged): boolean => tables.includes('main.default.tasks');
const update = (title: string, values: Record<string, Json>): Promise<unknown> =>
  vault.run('update_row', { table: 'tasks', path: `notedb/main/default/tasks/${title}.md`, set_values: values });

async function ready<Rows extends LiveRows>(rows: Rows): Promise<Rows> {
  opened.push(rows);
  await eventually(() => expect(rows.isReady.value).toBe(true));
  return rows;
}

describe('lanes', () => {
  const lanes = (more: Partial<LanesQuestion> = {}): Promise<RowLanes> => {
    const group = { column: 'status', isDescending: false };
    return ready(new RowLanes(client, { ...QUESTION, group, summaries: {}, ...more }, isTouched));
  };
  /** `todo 3 BDE`; without letters: its rows were not asked for. */
  const told = (of: RowLanes): readonly string[] =>
    of.lanes.map((lane) => {
      const window = of.openRowsOf(lane);
      const titles = Array.from({ length: window?.length ?? 0 }, (_, line) => {
        const row = window?.at(line) ?? null;
        return asText(row?.values['title'] ?? null) ?? '?';
      });
      return `${JSON.stringify(lane.value)} ${of.countOf(lane)} ${titles.join('')}`.trim();
    });

  it('are counted with one call, and each has its rows when they are asked for', async () => {
    const of = await lanes();
    expect(told(of)).toEqual(['"todo" 3', '"done" 1', 'null 2']);
    expect(asked).toBe(1);
    const [todo] = of.lanes;
    if (todo !== undefined) of.rowsOf(todo).need(0, 10);
    await eventually(() => expect(told(of)).toEqual(['"todo" 3 BDE', '"done" 1', 'null 2']));
  });

  it('are there without rows where their values are given, in that order', async () => {
    const of = await lanes({ values: ['done', 'doing', 'todo'] });
    expect(told(of)).toEqual(['"done" 1', '"doing" 0', '"todo" 3', 'null 2']);
    await update('A', { status: 'doing' });
    await eventually(() => expect(told(of)).toEqual(['"done" 0', '"doing" 1', '"todo" 3', 'null 2']));
  });

  it('follow a row that goes to another lane, and say how many rows they have together', async () => {
    const of = await lanes({ values: ['todo', 'doing', 'done'] });
    for (const lane of of.lanes) of.rowsOf(lane).need(0, 10);
    await eventually(() => expect(told(of)).toEqual(['"todo" 3 BDE', '"doing" 0', '"done" 1 A', 'null 2 CF']));
    await update('D', { status: 'doing' });
    await eventually(() => expect(told(of)).toEqual(['"todo" 2 BE', '"doing" 1 D', '"done" 1 A', 'null 2 CF']));
    expect(of.rowCount).toBe(6);
  });

  it('keep a row where it is while somebody edits, and let it go afterwards', async () => {
    const of = await lanes({ values: ['todo', 'doing', 'done'] });
    for (const lane of of.lanes) of.rowsOf(lane).need(0, 10);
    await eventually(() => expect(told(of)[0]).toBe('"todo" 3 BDE'));
    of.hold();
    await update('D', { status: 'doing' });
    await eventually(() => expect(of.moved).toBe(1));
    expect(told(of)).toEqual(['"todo" 3 BDE', '"doing" 0', '"done" 1 A', 'null 2 CF']);
    await of.release();
    await eventually(() => expect(told(of)).toEqual(['"todo" 2 BE', '"doing" 1 D', '"done" 1 A', 'null 2 CF']));
  });
});

describe('a range of days', () => {
  const NOVEMBER = { from: '2026-11-01', until: '2026-12-01' };
  const range = (more: Partial<RangeQuestion> = {}): Promise<RowRange> =>
    ready(new RowRange(client, { ...QUESTION, column: 'due', range: NOVEMBER, ...more }, isTouched));
  const titles = ({ rows }: RowRange): string => rows.map(({ values }) => asText(values['title'] ?? null)).join('');

  it('has the rows of its days, the first one too, the day after the last one not', async () => {
    expect(titles(await range())).toBe('BC');
  });

  it('has the rows of its times', async () => {
    expect(titles(await range({ column: 'at' }))).toBe('BCE');
  });

  it('has spans that begin before it and end in it', async () => {
    expect(titles(await range({ end: 'ends' }))).toBe('EBC');
    expect(titles(await range({ end: 'ends', range: { from: '2026-11-18', until: '2026-11-19' } }))).toBe('C');
  });

  it('follows a row that comes into it and one that goes, within the filter', async () => {
    const of = await range({ filter: () => Promise.resolve({ where: { title: { ne: 'C' } }, warnings: [] }) });
    expect(titles(of)).toBe('B');
    await update('F', { due: '2026-11-30' });
    await update('B', { due: '2026-12-30' });
    await eventually(() => expect(titles(of)).toBe('F'));
  });

  it('reads more than a page, up to its limit, and knows how many there are', async () => {
    const rows = Array.from({ length: 230 }, (_, index) => ({ title: `N${index}`, due: '2026-11-02' }));
    await vault.run('merge_rows', { table: 'tasks', on: ['title'], rows });
    const of = await range();
    await eventually(() => expect(of.rows).toHaveLength(232));
    const few = await range({ limit: 50 });
    await eventually(() => expect(few.rows).toHaveLength(50));
    expect(few.matching).toBe(232);
    expect([of.warnings, few.warnings]).toEqual([[], []]);
  });

  it('says that it is cut, unless a lower limit was asked for', async () => {
    const rows = Array.from({ length: 1001 }, (_, index) => ({ title: `N${index}`, due: '2026-11-02' }));
    await vault.run('merge_rows', { table: 'tasks', on: ['title'], rows });
    const of = await range();
    expect(of.warnings).toEqual([expect.stringMatching(/^There are 1.?003 rows in this range; the first 1.?000 are/)]);
    expect((await range({ limit: 500 })).warnings).toEqual([]);
    await vault.run('update_rows', {
      table: 'tasks',
      where: { title: { in: ['B', 'C', 'N1'] } },
      set_values: { due: null },
    });
    await eventually(() => expect(of.warnings).toEqual([]));
  });
});
