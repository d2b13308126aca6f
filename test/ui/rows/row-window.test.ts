/** The rows of a table as a grid shows them, over a real engine: pages near the window, changes, and rows that keep their lines. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../eventually';
import { type JsonObject, typedRun } from '../../../src/engine/index';
import type { OperationsClient } from '../../../src/ui/client/operations-client';
import { RowWindow } from '../../../src/ui/rows/row-window';
import { type TestVault, column, openVault } from '../../engine/open-vault';

let vault: TestVault;
let client: OperationsClient;
let asked: JsonObject[];
let windows: RowWindow[];
/** Calls without an answer. */
let pending: number;

beforeEach(async () => {
  vault = await openVault();
  windows = [];
  asked = [];
  pending = 0;
  await vault.run('create_table', {
    name: 'marks',
    description: 'm',
    filename: '{name}',
    columns: [column('name', 'string'), column('mark', 'integer')],
  });
  client = {
    run: typedRun((name, args) => {
      asked.push({ name, ...args });
      pending += 1;
      return vault.engine.run(name, args).finally(() => (pending -= 1));
    }),
    onChange: (listener) => vault.engine.onChange(listener),
  };
});
afterEach(async () => {
  for (const each of windows) each.stop();
  await vault.engine.close();
});

const nameOf = (row: number): string => `Row ${String(row).padStart(4, '0')}`;
const fill = (count: number): Promise<unknown> =>
  vault.run('merge_rows', {
    table: 'marks',
    on: ['name'],
    rows: Array.from({ length: count }, (_, row) => ({ name: nameOf(row), mark: row })),
  });
const mark = (row: number, value: number): Promise<unknown> =>
  vault.run('update_row', {
    table: 'marks',
    path: `notedb/main/default/marks/${nameOf(row)}.md`,
    set_values: { mark: value },
  });

async function open(orderBy: readonly string[] = ['mark']): Promise<RowWindow> {
  const question = {
    table: 'main.default.marks',
    columns: null,
    limit: null,
    orderBy,
    filter: async () => ({ where: null, warnings: [] }),
    keyed: <Rows>(rows: Rows) => rows,
  };
  const opened = new RowWindow(client, question, ({ tables }) => tables.includes('main.default.marks'));
  windows.push(opened);
  await opened.refresh();
  return opened;
}

/** Nothing is read any more: an answer that leads to another call does so before the next turn. */
async function idle(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve));
  while (pending > 0);
}

/** What stands in these lines: a mark, or null for what is not loaded. */
const marks = (rows: RowWindow, first: number, last: number): unknown[] =>
  Array.from({ length: last - first }, (_, index) => {
    const line = rows.at(first + index);
    return line !== null && 'values' in line ? line.values['mark'] : null;
  });
const numbers = (first: number, last: number): number[] =>
  Array.from({ length: last - first }, (_, index) => first + index);

describe('a window', () => {
  it('reads the page that is looked at, wherever it is, and knows how many rows there are', async () => {
    await fill(1000);
    const rows = await open();
    expect([rows.length, marks(rows, 0, 3), rows.at(500)]).toEqual([1000, [0, 1, 2], null]);
    asked.length = 0;
    rows.need(695, 740);
    await eventually(() => expect(marks(rows, 695, 740)).toEqual(numbers(695, 740)));
    expect(asked.map(({ offset }) => offset)).toEqual([600, 700]);
    expect(rows.lineOf((rows.at(700) as { key: string }).key)).toBe(700);
  });

  it('reads the next page half a page before its first row is near, once, and in the direction of the scroll', async () => {
    await fill(420);
    const rows = await open();
    asked.length = 0;
    const scroll = async (first: number): Promise<unknown[]> => {
      const before = asked.length;
      rows.need(first, first + 40);
      await eventually(() => expect(marks(rows, first, first + 40)).toEqual(numbers(first, first + 40)));
      await idle();
      return asked.slice(before).map(({ offset }) => offset);
    };
    expect(await scroll(5)).toEqual([]);
    expect(await scroll(20)).toEqual([100]);
    expect(await scroll(60)).toEqual([]);
    expect(await scroll(115)).toEqual([200]);
    expect(await scroll(100)).toEqual([]);
    expect(await scroll(220)).toEqual([300]);
    // The last page is a part of one.
    expect(await scroll(340)).toEqual([400]);
    expect(await scroll(380)).toEqual([]);
  });

  it('reads the page before, too, where the scroll goes up', async () => {
    await fill(420);
    const rows = await open();
    rows.need(240, 280);
    await idle();
    asked.length = 0;
    rows.need(230, 270);
    await idle();
    expect(asked.map(({ offset }) => offset)).toEqual([100]);
    expect(marks(rows, 180, 182)).toEqual([180, 181]);
  });

  it('keeps a bounded number of pages', async () => {
    await fill(1000);
    const rows = await open();
    for (let round = 0; round < 5; round += 1) {
      for (let first = 0; first < 1000; first += 100) {
        rows.need(first, first + 40);
        await eventually(() => expect(marks(rows, first, first + 40)).not.toContain(null));
      }
    }
    asked.length = 0;
    rows.need(0, 40);
    expect(marks(rows, 0, 1)).toEqual([0]);
    expect(asked).toEqual([]);
  });

  it('reads again only the lines in sight after a change, and keeps the rows that are as before', async () => {
    await fill(400);
    const rows = await open();
    rows.need(200, 240);
    await eventually(() => expect(marks(rows, 200, 240)).toEqual(numbers(200, 240)));
    const before = rows.at(210);
    asked.length = 0;
    await vault.run('update_row', {
      table: 'marks',
      path: `notedb/main/default/marks/${nameOf(220)}.md`,
      set_values: { name: 'Other' },
    });
    await eventually(() => expect(rows.at(220)).toMatchObject({ values: { name: 'Other' } }));
    expect(asked.map(({ offset }) => offset)).toEqual([200]);
    expect(rows.at(210)).toBe(before);
    expect(rows.at(0)).toBeNull();
  });

  it('shows the first row of an empty table, and none when it goes', async () => {
    const rows = await open();
    expect([rows.length, rows.isReady.peek()]).toEqual([0, true]);
    await fill(1);
    await eventually(() => expect(rows.length).toBe(1));
    await vault.run('delete_rows', { table: 'marks', where: { mark: 0 } });
    await eventually(() => expect(rows.length).toBe(0));
  });

  it('says why it can not read, and goes on when it can', async () => {
    await fill(2);
    const rows = await open();
    await vault.run('alter_table', { table: 'marks', name: 'notes' });
    await rows.refresh();
    expect(rows.problem.peek()?.message).toContain('marks');
    expect(rows.length).toBe(2);
    await vault.run('alter_table', { table: 'notes', name: 'marks' });
    await rows.refresh();
    expect(rows.problem.peek()).toBeNull();
  });
});

describe('rows that are held', () => {
  it('keep their lines whatever they hold, and tell how many would move', async () => {
    await fill(250);
    const rows = await open();
    rows.hold();
    await mark(3, 777);
    await eventually(() => expect(marks(rows, 0, 6)).toEqual([0, 1, 2, 777, 4, 5]));
    expect([rows.moved, rows.length]).toEqual([1, 250]);
    await mark(7, 4);
    await eventually(() => expect(marks(rows, 3, 9)).toEqual([777, 4, 5, 6, 4, 8]));
    expect(rows.moved).toBe(2);
    await rows.release();
    await eventually(() => expect(marks(rows, 0, 8)).toEqual([0, 1, 2, 4, 4, 5, 6, 8]));
    expect(rows.moved).toBe(0);
  });

  it('leave each other row in sight once, also behind them', async () => {
    await fill(250);
    const rows = await open();
    rows.hold();
    await mark(3, 180);
    await eventually(() => expect(rows.moved).toBe(1));
    rows.need(90, 130);
    await eventually(() => expect(marks(rows, 90, 130)).toEqual(numbers(90, 130)));
    rows.need(170, 250);
    await eventually(() => expect(marks(rows, 170, 250)).toEqual(numbers(170, 250)));
    const held = marks(rows, 0, 10);
    expect(held).toEqual([0, 1, 2, 180, 4, 5, 6, 7, 8, 9]);
  });

  it('are told to move also from one page to the end, and none is when rows come before them', async () => {
    await fill(250);
    const rows = await open();
    rows.hold();
    await vault.run('insert_row', { table: 'marks', values: { name: 'First', mark: -1 } });
    await eventually(() => expect(rows.length).toBe(251));
    expect(rows.moved).toBe(0);
    await mark(99, 9999);
    await eventually(() => expect(rows.moved).toBe(1));
  });

  it('go when they are deleted, and are let go when nothing would move', async () => {
    await fill(150);
    const rows = await open();
    rows.hold();
    await vault.run('delete_rows', { table: 'marks', where: { mark: 2 } });
    await eventually(() => expect(marks(rows, 0, 3)).toEqual([0, 1, 3]));
    expect(rows.length).toBe(149);
    rows.settle(true);
    expect(rows.isHeld).toBe(true);
    await rows.refresh();
    rows.settle(false);
    expect(rows.isHeld).toBe(false);
    await rows.refresh();
    rows.need(90, 149);
    await eventually(() => expect(marks(rows, 90, 149)).toEqual(numbers(91, 150)));
  });

  it.each([
    ['before them', { name: 'First', mark: -1 }, [-1, 0, 1, 2, 3, 4]],
    ['among them', { name: 'Middle', mark: 2 }, [0, 1, 2, 2, 3, 4]],
    ['behind them', { name: 'Last', mark: 9 }, [0, 1, 2, 3, 4, 9]],
  ])('are read again when they are let go, where a row came %s', async (_, values, expected) => {
    await fill(5);
    const rows = await open();
    rows.hold();
    await vault.run('insert_row', { table: 'marks', values });
    await eventually(() => expect(rows.at(5)).not.toBe(null));
    await eventually(() => {
      rows.settle(false);
      expect(rows.isHeld).toBe(false);
    });
    await eventually(() => expect(marks(rows, 0, rows.length)).toEqual(expected));
  });

  it('are read again when they are let go, where one has gone and more follow', async () => {
    await fill(250);
    const rows = await open();
    rows.hold();
    await vault.run('delete_rows', { table: 'marks', where: { mark: 2 } });
    await eventually(() => expect(rows.length).toBe(249));
    await eventually(() => {
      rows.settle(false);
      expect(rows.isHeld).toBe(false);
    });
    rows.need(90, 110);
    await eventually(() => expect(marks(rows, 90, 110)).toEqual(numbers(91, 111)));
  });

  it('are not read again when nothing came, went or moved', async () => {
    await fill(5);
    const rows = await open();
    rows.hold();
    await vault.run('update_row', { table: 'marks', path: `notedb/main/default/marks/${nameOf(1)}.md`, body: 'x' });
    await eventually(() => {
      rows.settle(false);
      expect(rows.isHeld).toBe(false);
    });
    const calls = asked.length;
    await new Promise((done) => setTimeout(done, 20));
    expect(asked.length).toBe(calls);
  });
});
