/** The cursor of a grid, the range that is selected, Tab, and the widths of columns. */

import { describe, expect, it, vi } from 'vitest';
import {
  ROWS,
  row,
  container,
  saved,
  draw,
  cell,
  grid,
  current,
  field,
  settle,
  press,
  click,
  setUpGrid,
} from './grid-page';

setUpGrid();

it('goes with its row when an answer moves the row, and edits no other one when it has gone', async () => {
  draw();
  await click(cell(0, 0));
  draw({ rows: [...ROWS.slice(1), ...ROWS.slice(0, 1)] });
  await settle();
  expect(current()).toBe(cell(2, 0));
  draw({ rows: ROWS.slice(1) });
  await settle();
  for (const key of ['x', 'Delete', 'Enter']) await press(grid(), key);
  expect([field(), saved]).toEqual([null, []]);
  await press(grid(), 'ArrowUp');
  await press(grid(), 'x');
  expect(field()?.value).toBe('x');
});

it('keeps the cursor with its row when rows come and go', async () => {
  draw();
  await click(cell(1, 0));
  draw({ rows: [row('new', { title: 'New' }), ...ROWS] });
  await settle();
  expect(current()).toBe(cell(2, 0));
  draw({ rows: [row('new', { title: 'New' })] });
  await settle();
  expect(current()).toBe(cell(0, 0));
});

describe('Tab', () => {
  it('stays in the grid, from row to row, and leaves it at its ends and after Escape', async () => {
    draw();
    await click(cell(0, 5));
    expect(await press(grid(), 'Tab')).toBe(true);
    expect(current()).toBe(cell(1, 0));
    expect(await press(grid(), 'Tab', { shiftKey: true })).toBe(true);
    expect(current()).toBe(cell(0, 5));
    await press(grid(), 'Escape');
    expect(await press(grid(), 'Tab')).toBe(false);
    await click(cell(2, 5));
    expect(await press(grid(), 'Tab')).toBe(false);
  });
});

describe('a range', () => {
  const selected = (): number => container.querySelectorAll('.ndb-cell[aria-selected=true]').length;

  it('grows with Shift and arrows or a click, and ends with the next move', async () => {
    draw();
    await click(cell(0, 0));
    await press(grid(), 'ArrowDown', { shiftKey: true });
    await press(grid(), 'ArrowRight', { shiftKey: true });
    expect(selected()).toBe(4);
    await click(cell(2, 2), { shiftKey: true });
    expect(selected()).toBe(9);
    await press(grid(), 'ArrowUp');
    expect(selected()).toBe(1);
  });

  it.each([
    ['all', 'a', { ctrlKey: true }, 18],
    ['the row', ' ', { shiftKey: true }, 6],
    ['the column', ' ', { ctrlKey: true }, 3],
  ])('is %s by %j %j', async (_what, key, more, count) => {
    draw();
    await click(cell(1, 1));
    await press(grid(), key, more);
    expect(selected()).toBe(count);
  });
});

describe('the width of a column', () => {
  it('is changed from its heading with Shift and arrows', async () => {
    const onResize = vi.fn();
    draw({ onResize });
    await click(cell(0, 1));
    await press(grid(), 'ArrowUp');
    const before = parseInt(cell(0, 1).style.getPropertyValue('--ndb-w'));
    await press(grid(), 'ArrowRight', { shiftKey: true });
    expect(cell(0, 1).style.getPropertyValue('--ndb-w')).toBe(`${before + 16}px`);
    expect(onResize).toHaveBeenLastCalledWith('status', before + 16);
  });

  it('is that of the device where one is kept', () => {
    draw({ widths: { status: 333 } });
    expect(cell(0, 1).style.getPropertyValue('--ndb-w')).toBe('333px');
  });
});

describe('a key on a cell of any type', () => {
  it.each([
    ['status', 1, 'd', 'd'],
    ['a list', 4, 'y', 'y'],
  ])('of %s begins to edit', async (_what, at, key, text) => {
    draw();
    await press(cell(0, at), key);
    expect(field()?.value).toBe(text);
  });
});
