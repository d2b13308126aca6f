/** What a code block may hold; what it may not is answered in tests of the plugin too. */

import { describe, expect, it } from 'vitest';
import { readBlock } from '../../../../src/ui/screens/block/block-query';
import { EMPTY_SPEC, readSpec } from '../../../../src/ui/rows/view-spec';

const empty = { spec: EMPTY_SPEC, more: {} };

describe('readBlock', () => {
  it.each<[unknown, unknown]>([
    [{ table: 'tasks' }, { ...empty, table: 'tasks' }],
    [{ view: 'vw_open' }, { ...empty, table: 'vw_open' }],
    [
      { view: 'vw_open', columns: ['title', 'due'], where: { status: 'todo' }, order_by: '-due', limit: 5 },
      {
        table: 'vw_open',
        spec: readSpec({
          columns: [{ name: 'title' }, { name: 'due' }, { name: '*', hidden: true }],
          where: { status: 'todo' },
          order_by: '-due',
          limit: 5,
        }),
        more: {},
      },
    ],
    [
      { table: 'tasks', order_by: ['due', '-title'] },
      { ...empty, table: 'tasks', spec: readSpec({ order_by: ['due', '-title'] }) },
    ],
    [
      { table: 'tasks', layout: 'list', list: {}, expand: ['owner'] },
      { table: 'tasks', spec: readSpec({ layout: 'list', list: {} }), more: { expand: ['owner'] } },
    ],
    [
      { table: 'tasks', layout: 'list' },
      { ...empty, table: 'tasks', spec: readSpec({ layout: 'list' }) },
    ],
    [
      { table: 'tasks', columns: null, where: null, order_by: null, limit: null },
      { ...empty, table: 'tasks' },
    ],
    [
      {
        table: 'tasks',
        group_by: 'status',
        aggregates: { n: 'count' },
        offset: 2000,
        expand: ['owner'],
        join: { table: 'x' },
      },
      {
        ...empty,
        table: 'tasks',
        more: { group_by: 'status', aggregates: { n: 'count' }, offset: 2000, expand: ['owner'], join: { table: 'x' } },
      },
    ],
  ])('takes %j', (source, query) => expect(readBlock(source)).toEqual(query));

  it.each<[unknown]>([
    [null],
    ['table tasks'],
    [['table']],
    [{ table: 'tasks', layout: 'orbit' }],
    [{ table: 'tasks', layout: 7 }],
    [{ table: 'tasks', layout: 'list', list: 'wide' }],
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
    [{ table: 'tasks', group_by: { status: 1 } }],
    [{ table: 'tasks', aggregates: 'count' }],
    [{ table: 'tasks', join: 'people' }],
    [{ table: 'tasks', expand: 'owner' }],
    [{ table: 'tasks', offset: -1 }],
    [{ table: 'tasks', offset: 0.5 }],
    [{ table: 'tasks', this_note: 'x.md' }],
    [{ view: 'vw_tasks', table: 'tasks' }],
  ])('says what is wrong with %j, and what to write', (source) => {
    expect(readBlock(source)).toEqual({
      message: expect.stringMatching(/\.$/) as string,
      hint: expect.any(String) as string,
    });
  });

  it.each([
    [{ due: { lte: { 'today+7d': null } } }, '{today+7d}'],
    [{ or: [{ owner: 'x' }, { owner: { 'this.link': null } }] }, '{this.link}'],
  ])('says that the token in %j lacks its quotes', (where, token) => {
    const wrong = { message: `${token} has no quotes.`, hint: `Write "${token}", in quotes.` };
    expect(readBlock({ table: 'tasks', where })).toEqual(wrong);
  });
});
