/** What the address of the page keeps. */

import { expect, it } from 'vitest';
import type { TableChoice } from '../../../../src/ui/rows/table-choice';
import { EMPTY_SPEC, readSpec } from '../../../../src/ui/rows/view-spec';
import { addressOf, readPlace } from '../../../../src/ui/shells/page/page-address';

const view = readSpec({
  order_by: ['-due', 'title'],
  where: { and: [{ status: { in: ['a & b', '#'] } }, { not: { due: '{today-7d}' } }] },
  group: '-status',
  limit: 20,
  layout: 'list',
  columns: [
    { name: 'title', width: 300, pinned: true },
    { name: 'due', hidden: true },
  ],
  summaries: { hours: 'sum' },
  row_height: 'tall',
  collapsed: ['group:"todo"'],
  colors: { todo: 'red' },
});

it.each<[TableChoice]>([
  [{ table: null }],
  [{ table: 'main.default.tasks', spec: readSpec({ order_by: '-due' }) }],
  [{ table: 'main.default.tasks', spec: readSpec({}) }],
  [{ table: 'main.default.vw_open', spec: view }],
  [{ table: 'main.crm.a&b', spec: readSpec({ order_by: 'x' }), note: 'A #1 & more/Ö?.md' }],
  [{ table: 'main.default.tasks', screen: 'journal' }],
  [{ table: null, screen: 'folder:A #1/Ö & b' }],
])('reads what it wrote: %j', (place) => {
  expect(readPlace(addressOf(place))).toEqual(place);
});

it.each(['', '#', '#%zz', '#table', '#show=nothing'])('is harmless for %j', (hash) => {
  expect(readPlace(hash)).toMatchObject({ spec: undefined, screen: undefined, note: undefined });
});

it.each(['#sort=-', '#sort=,', '#view={', '#view=[]', '#view={"where":7,"columns":[3,{"width":1}],"summaries":"x"}'])(
  'leaves out what is wrong in %j',
  (hash) => {
    expect(readPlace(hash).spec).toEqual(EMPTY_SPEC);
  },
);
