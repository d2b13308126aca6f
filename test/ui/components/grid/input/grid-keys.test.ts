/** Where keys lead in a grid of 30 rows and 4 columns. */

import { expect, it } from 'vitest';
import { moveBy, tabFrom } from '../../../../../src/ui/components/grid/input/grid-keys';

const size = { rows: 30, columns: 4, page: 10 };
type Place = readonly [row: number, column: number];

it.each<[Place, string, Place]>([
  [[3, 1], 'ArrowUp', [2, 1]],
  [[0, 1], 'ArrowUp', [-1, 1]],
  [[-1, 1], 'ArrowUp', [-1, 1]],
  [[3, 1], 'ArrowDown', [4, 1]],
  [[29, 1], 'ArrowDown', [29, 1]],
  [[3, 0], 'ArrowLeft', [3, 0]],
  [[3, 1], 'ArrowLeft', [3, 0]],
  [[3, 3], 'ArrowRight', [3, 3]],
  [[3, 1], 'PageDown', [13, 1]],
  [[25, 1], 'PageDown', [29, 1]],
  [[13, 1], 'PageUp', [3, 1]],
  [[3, 1], 'PageUp', [0, 1]],
  [[-1, 1], 'PageUp', [-1, 1]],
  [[3, 2], 'Home', [3, 0]],
  [[3, 2], 'End', [3, 3]],
  [[3, 2], 'Ctrl+Home', [0, 0]],
  [[3, 2], 'Ctrl+End', [29, 3]],
  [[3, 2], 'Ctrl+ArrowUp', [0, 2]],
  [[3, 2], 'Ctrl+ArrowDown', [29, 2]],
  [[3, 2], 'Ctrl+ArrowLeft', [3, 0]],
  [[3, 2], 'Ctrl+ArrowRight', [3, 3]],
])('from %j %s leads to %j', ([row, column], keys, [toRow, toColumn]) => {
  const isFar = keys.startsWith('Ctrl+');
  expect(moveBy({ row, column }, keys.replace('Ctrl+', ''), isFar, size)).toEqual({ row: toRow, column: toColumn });
});

it.each(['a', 'Enter', 'Tab', ' ', 'Escape'])('%s leads nowhere', (key) => {
  expect(moveBy({ row: 1, column: 1 }, key, false, size)).toBeNull();
});

it('stays in the header of a grid without rows', () => {
  expect(moveBy({ row: -1, column: 0 }, 'ArrowDown', false, { rows: 0, columns: 4, page: 10 })).toEqual({
    row: -1,
    column: 0,
  });
});

it.each<[Place, boolean, Place | null]>([
  [[3, 1], false, [3, 2]],
  [[3, 3], false, [4, 0]],
  [[29, 3], false, null],
  [[3, 1], true, [3, 0]],
  [[3, 0], true, [2, 3]],
  [[0, 0], true, null],
  [[-1, 2], false, null],
])('Tab from %j, back %s, leads to %j', ([row, column], isBack, to) => {
  const expected = to === null ? null : { row: to[0], column: to[1] };
  expect(tabFrom({ row, column }, isBack, size)).toEqual(expected);
});
