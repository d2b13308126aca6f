/** Views as bases, and the way back. docs/bases.md#save-a-view-as-a-base */

import { expect, it } from 'vitest';
import type { BaseObject } from '../../../src/kernel/bases/base-names';
import { readBase } from '../../../src/kernel/bases/read-base';
import { type BaseSource, writeBase } from '../../../src/kernel/bases/write-base';

const COLUMNS = ['title', 'status', 'price', 'due', 'owner']
  .map((name) => ({ name, key: name, label: name }))
  .concat([{ name: 'read_by', key: 'read by', label: 'Read by' }]);

const source = (spec: BaseObject, shown = ['title', 'status']): BaseSource => ({
  table: 'main.default.books',
  label: 'Books',
  columns: COLUMNS,
  shown,
  spec,
});

const SPEC: BaseObject = {
  where: { and: [{ status: { ne: 'done' } }, { or: [{ price: { gt: 2 } }, { owner: { eq: '[[Ada]]' } }] }] },
  order_by: ['-due', 'title'],
  group: 'status',
  limit: 20,
  layout: 'board',
  row_height: 'tall',
  compute: { twice: 'price * 2' },
  summaries: { price: 'sum' },
};

it('writes the filter, the formulas and the look of a view', () => {
  const { base, untranslated } = writeBase(source(SPEC, ['title', 'read_by', 'twice', 'file_modified']));
  expect(untranslated).toEqual([]);
  expect(base).toEqual({
    filters: {
      and: [
        'note.table == "main.default.books"',
        { and: ['note.status != "done"', { or: ['note.price > 2', 'note.owner == link("Ada")'] }] },
      ],
    },
    formulas: { twice: 'price * 2' },
    properties: { 'note["read by"]': { displayName: 'Read by' } },
    views: [
      {
        type: 'kanban',
        name: 'Books',
        order: ['note.title', 'note["read by"]', 'formula.twice', 'file.mtime'],
        sort: [
          { property: 'note.due', direction: 'DESC' },
          { property: 'note.title', direction: 'ASC' },
        ],
        groupBy: { property: 'note.status', direction: 'ASC' },
        limit: 20,
        rowHeight: 'tall',
        summaries: { 'note.price': 'Sum' },
      },
    ],
  });
});

it('is read back as the same view', () => {
  const { base } = writeBase(source(SPEC));
  const read = readBase(base, {
    table: 'main.default.books',
    columns: COLUMNS,
    layouts: ['board'],
    summaries: ['sum'],
  });
  expect(read.untranslated).toEqual([]);
  expect(read.formulas).toMatchObject([{ name: 'twice', formula: 'price * 2' }]);
  const { where: _where, compute: _compute, ...look } = SPEC;
  expect(read.views[0]?.spec).toEqual({
    ...look,
    columns: [{ name: 'title' }, { name: 'status' }, { name: '*', hidden: true }],
  });
  expect(read.views[0]?.conditions.map(({ where }) => where)).toEqual([
    { status: { ne: 'done' } },
    { or: [{ price: { gt: 2 } }, { owner: { eq: '[[Ada]]' } }] },
  ]);
});

it.each<[BaseObject, unknown]>([
  [{ title: 'A' }, 'note.title == "A"'],
  [{ due: { lt: '{today}' } }, 'note.due < today()'],
  [{ due: { exists: true } }, '!note.due.isEmpty()'],
  [{ due: { empty: true } }, 'note.due.isEmpty()'],
  [{ status: { in: ['a', 'b'] } }, { or: ['note.status == "a"', 'note.status == "b"'] }],
  [{ file_tags: { contains: 'x' } }, 'file.hasTag("x")'],
  [{ path: { starts_with: 'Reading/' } }, 'file.inFolder("Reading")'],
  [{ not: { title: { starts_with: 'A' } } }, { not: ['note.title.startsWith("A")'] }],
])('%j', (where, filter) => {
  expect(writeBase(source({ where }))).toMatchObject({
    base: { filters: { and: ['note.table == "main.default.books"', filter] } },
    untranslated: [],
  });
});

it('reports columns, conditions and settings that Bases has not', () => {
  const spec = {
    where: { 'owner.name': 'Ada', title: { matches: 'x' }, due: { eq: '{this.day}' } },
    rollup: { n: {} },
    cards: {},
  };
  const { base, untranslated } = writeBase(source(spec, ['title', 'gone']));
  expect(untranslated.map(({ path }) => path.join('.'))).toEqual([
    'rollup',
    'cards',
    'where.owner.name',
    'where.title',
    'where.due',
    'columns.gone',
  ]);
  expect(base['filters']).toEqual({ and: ['note.table == "main.default.books"'] });
});
