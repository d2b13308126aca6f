/** What is typed while rows come: keys wait for the row of the cursor, and a field follows its column and its row. docs/app/editing.md#keys */

import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import type { GridRow } from '../../../src/ui/components/grid-column';
import type { RowSource } from '../../../src/ui/components/grid/row-source';
import { column } from './grid-fixture';
import {
  COLUMNS,
  ROWS,
  cell,
  click,
  compose,
  draw,
  editing,
  field,
  grid,
  press,
  saved,
  setUpGrid,
  settle,
  type,
} from './grid-page';

setUpGrid();

/** Rows of which some come later. */
class LateRows implements RowSource {
  readonly version = signal(0);

  constructor(
    readonly length: number,
    private rows: readonly (GridRow | null)[],
  ) {}

  come(rows: readonly (GridRow | null)[]): void {
    this.rows = rows;
    this.version.value += 1;
  }

  at(line: number): GridRow | null {
    return this.rows[line] ?? null;
  }

  lineOf(key: string): number {
    return this.rows.findIndex((row) => row?.key === key);
  }

  need(): void {
    // They come when the test says so.
  }
}

async function keys(...all: string[]): Promise<void> {
  for (const key of all) await press(grid(), key);
}

describe('keys for a row that is not there yet', () => {
  it('are typed into it when it comes', async () => {
    const source = new LateRows(3, [ROWS[0] ?? null, null, null]);
    draw({ source });
    await click(cell(0, 0));
    await keys('ArrowDown', 'D', 'o', 'x', 'Backspace', 'g', 'Tab', 'd', 'o', 'n', 'e', 'Enter');
    expect([saved, field()]).toEqual([[], null]);
    source.come(ROWS);
    await settle();
    expect(saved).toEqual([
      ['b', 'title', 'Dog', 'Bee'],
      ['b', 'status', 'done', 'doing'],
    ]);
  });

  it('wait with what an input method made, in their order', async () => {
    const source = new LateRows(3, [ROWS[0] ?? null, null, null]);
    draw({ source });
    await click(cell(0, 0));
    await keys('ArrowDown', 'D');
    await compose('été');
    await keys('s', 'Backspace', 'Enter');
    await compose('日本');
    await keys('Tab');
    expect([saved, field()]).toEqual([[], null]);
    source.come(ROWS);
    await settle();
    expect(saved).toEqual([
      ['b', 'title', 'Dété', 'Bee'],
      ['c', 'title', '日本', 'Cat'],
    ]);
  });

  it('go on in the field that they opened', async () => {
    const source = new LateRows(3, [ROWS[0] ?? null, null, null]);
    draw({ source });
    await click(cell(0, 0));
    await keys('ArrowDown', 'D', 'o');
    source.come(ROWS);
    await settle();
    expect([field()?.value, document.activeElement]).toEqual(['Do', field()]);
  });

  it('begin no new row: n is a letter', async () => {
    const newRow = vi.fn();
    const source = new LateRows(3, [ROWS[0] ?? null, null, null]);
    draw({ source, newRow });
    await click(cell(0, 0));
    await keys('ArrowDown', 'n');
    source.come(ROWS);
    await settle();
    expect([newRow.mock.calls, field()?.value]).toEqual([[], 'n']);
  });
});

it('a row that has gone from under the cursor takes no letter, and n begins no other one', async () => {
  const newRow = vi.fn();
  const source = new LateRows(3, ROWS);
  draw({ source, newRow });
  await click(cell(1, 0));
  source.come([ROWS[0] ?? null, ROWS[2] ?? null, null]);
  await keys('n', 'x');
  expect([newRow.mock.calls, field(), saved]).toEqual([[], null, []]);
});

describe('moves of the person alone', () => {
  it('leave a row', async () => {
    const leave = vi.fn();
    const source = new LateRows(3, ROWS);
    draw({ source, editing: { ...editing, leave } });
    await click(cell(1, 0));
    leave.mockClear();
    source.come([null, null, null]);
    source.come([ROWS[1] ?? null, null, null]);
    await settle();
    expect(leave.mock.calls).toEqual([]);
    await press(grid(), 'ArrowRight');
    expect(leave.mock.calls).toEqual([['b']]);
  });
});

it('a field goes with its row to the cell beside it, though lines change as it is handed over', async () => {
  const source = new LateRows(3, ROWS);
  const moved = [ROWS[2] ?? null, ROWS[0] ?? null, ROWS[1] ?? null];
  draw({ source, editing: { ...editing, put: () => source.come(moved) } });
  await click(cell(1, 0));
  await press(grid(), 'Enter');
  type('Bat');
  await press(field() ?? grid(), 'Tab');
  await press(grid(), 'd');
  expect(field()?.closest('.ndb-floating')).not.toBeNull();
  expect(field()?.getAttribute('aria-label')).toBe('Status');
});

it('an open field follows its renamed column, with what is typed and the keyboard', async () => {
  draw();
  await click(cell(1, 0));
  await press(grid(), 'Enter');
  type('Bat');
  const columns = COLUMNS.map((each) => (each.name === 'title' ? column('name') : each));
  draw({ columns });
  await settle();
  expect([field()?.value, document.activeElement]).toEqual(['Bat', field()]);
  await press(field() ?? grid(), 'Enter');
  expect(saved).toEqual([['b', 'name', 'Bat', 'Bee']]);
});
