/** What a block becomes when a change is written into it. */

import { expect, it } from 'vitest';
import { blockTextWith } from '../../../../src/ui/screens/block/block-text';
import { readSpec } from '../../../../src/ui/rows/view-spec';

it.each([
  ['table: tasks', { order_by: '-due' }, 'table: tasks\norder_by: -due'],
  ['table: tasks\n', { order_by: ['due', '-title'] }, 'table: tasks\norder_by: [due, -title]'],
  [
    '# mine\ntable:   tasks # all\norder_by: due\nlimit: 5',
    { order_by: 'title', limit: 5 },
    '# mine\ntable:   tasks # all\norder_by: title\nlimit: 5',
  ],
  ['order_by:\n  - due\n  - title\ntable: tasks', { layout: 'list' }, 'table: tasks\nlayout: list'],
  ['order_by:\n- due\ntable: tasks\nlayout: list', {}, 'table: tasks'],
  [
    'where:\n  order_by: {in: [1]}\ntable: tasks',
    { order_by: 'a' },
    'where:\n  order_by: {in: [1]}\ntable: tasks\norder_by: a',
  ],
])('%j with %j', (text, spec, expected) => {
  expect(blockTextWith(text, readSpec(spec))).toBe(expected);
});
