/** What differs between two moments, from all changes in between. docs/page.md#versions-of-a-table */

import { expect, it } from 'vitest';
import { changedRows, countChanges, valuesThen } from '../../../../src/ui/screens/table-history/version-changes';

type Event = Parameters<typeof changedRows>[0][number];

const event = (id: string, kind: Event['_change_type'], version: number, values: object): Event => ({
  path: `${id}.md`,
  id,
  _change_type: kind,
  _commit_version: version,
  _commit_timestamp: '2026-11-26T10:00:00+01:00',
  _operation: 'UPDATE',
  ...values,
});
const update = (id: string, version: number, before: object, after: object): Event[] => [
  event(id, 'update_preimage', version, before),
  event(id, 'update_postimage', version, after),
];

it('takes the first side before and the last one after, and leaves out what is as it was', () => {
  const rows = changedRows([
    ...update('a', 2, { x: 1, y: 1 }, { x: 2, y: 1 }),
    ...update('a', 4, { x: 2, y: 1 }, { x: 3, y: 1 }),
    ...update('back', 2, { x: 1 }, { x: 2 }),
    ...update('back', 3, { x: 2 }, { x: 1 }),
    event('came', 'insert', 3, { x: 1 }),
    ...update('came', 4, { x: 1 }, { x: 5 }),
    event('went', 'delete', 4, { x: 7 }),
    event('passed', 'insert', 2, { x: 1 }),
    event('passed', 'delete', 3, { x: 1 }),
    event('returned', 'delete', 2, { x: 1 }),
    event('returned', 'insert', 3, { x: 1 }),
    event('rules', 'metadata', 3, {}),
  ]);
  expect(rows.map(({ key, then, now, version }) => [key, then?.values['x'], now?.values['x'], version])).toEqual([
    ['a', 1, 3, 4],
    ['came', undefined, 5, 4],
    ['went', 7, undefined, 4],
  ]);
  expect(countChanges(rows)).toEqual({ cells: 1, came: 1, went: 1 });
  expect(rows[0] && valuesThen(rows[0], new Set(['x', 'y']))).toEqual({ x: 1 });
});

it('counts a row that is called otherwise now, and puts back what a person may write alone', () => {
  const [before, after] = update('a', 2, { x: 1, sum: 2 }, { x: null, sum: 3 });
  if (before === undefined || after === undefined) throw new Error('no event');
  const [row] = changedRows([before, { ...after, path: 'b.md' }]);
  expect(row && [row.then?.path, row.now?.path]).toEqual(['a.md', 'b.md']);
  expect(row && valuesThen(row, new Set(['x']))).toEqual({ x: 1 });
});
