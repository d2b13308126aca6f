/** What a code block may hold; what it may not is answered in tests of the plugin too. */

import { describe, expect, it } from 'vitest';
import { dependsOnToday, readBlock } from '../../../src/ui/browser/block-query';

const empty = { columns: null, where: null, orderBy: [], limit: 100 };

describe('readBlock', () => {
  it.each<[unknown, unknown]>([
    [{ table: 'tasks' }, { ...empty, table: 'tasks' }],
    [
      { table: 'tasks', columns: ['title', 'due'], where: { status: 'todo' }, order_by: '-due', limit: 5 },
      { table: 'tasks', columns: ['title', 'due'], where: { status: 'todo' }, orderBy: ['-due'], limit: 5 },
    ],
    [
      { table: 'tasks', order_by: ['due', '-title'] },
      { ...empty, table: 'tasks', orderBy: ['due', '-title'] },
    ],
    [
      { table: 'tasks', columns: null, where: null, order_by: null, limit: null },
      { ...empty, table: 'tasks' },
    ],
  ])('takes %j', (source, query) => expect(readBlock(source)).toEqual(query));

  it.each<[unknown]>([
    [null],
    ['table tasks'],
    [['table']],
    [{}],
    [{ table: '' }],
    [{ table: 1 }],
    [{ table: 'tasks', column: ['title'] }],
    [{ table: 'tasks', columns: 'title' }],
    [{ table: 'tasks', columns: [1] }],
    [{ table: 'tasks', where: ['status'] }],
    [{ table: 'tasks', where: 'todo' }],
    [{ table: 'tasks', order_by: { due: 'desc' } }],
    [{ table: 'tasks', order_by: [1] }],
    [{ table: 'tasks', limit: 0 }],
    [{ table: 'tasks', limit: 1001 }],
    [{ table: 'tasks', limit: 1.5 }],
    [{ table: 'tasks', limit: '5' }],
    [{ table: 'tasks', where: { and: [{ project: '{this.file}' }] } }],
    [{ view: 'vw_tasks', table: 'tasks' }],
  ])('says what is wrong with %j, and what to write', (source) => {
    expect(readBlock(source)).toEqual({
      message: expect.stringMatching(/\.$/) as string,
      hint: expect.any(String) as string,
    });
  });
});

it.each([
  [{ due: { lt: '{today}' } }, true],
  [{ and: [{ due: { gte: '{today-7d}' } }] }, true],
  [{ status: 'todo' }, false],
  [null, false],
])('an answer to %j depends on the day: %s', (where, expected) => {
  expect(dependsOnToday({ ...empty, table: 'tasks', where })).toBe(expected);
});
