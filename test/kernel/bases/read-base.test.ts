/** Bases as views: filters, formulas, orders, and a report of the rest. docs/bases.md */

import { describe, expect, it } from 'vitest';
import type { BaseObject } from '../../../src/kernel/bases/base-names';
import { type BaseTarget, type ReadBase, readBase } from '../../../src/kernel/bases/read-base';

const TARGET: BaseTarget = {
  table: 'main.default.books',
  columns: ['title', 'status', 'price', 'pages', 'due', 'owner']
    .map((name) => ({ name, key: name }))
    .concat([
      { name: 'page_count', key: 'pageCount' },
      { name: 'read_by', key: 'read by' },
    ]),
  layouts: ['table', 'list', 'cards', 'board'],
  summaries: ['sum', 'average', 'min', 'max', 'earliest', 'latest', 'checked', 'filled'],
};

const read = (base: BaseObject): ReadBase => readBase(base, TARGET);
const conditionsOf = (filters: BaseObject | string): readonly BaseObject[] =>
  read({ filters }).views[0]?.conditions.map(({ where }) => where) ?? [];

describe('a filter', () => {
  it.each<[string, BaseObject]>([
    ['status == "done"', { status: { eq: 'done' } }],
    ["note.status != 'to do'", { status: { ne: 'to do' } }],
    ['price >= 2.5', { price: { gte: 2.5 } }],
    ['price < -1', { price: { lt: -1 } }],
    ['pageCount > 10', { page_count: { gt: 10 } }],
    ['PageCount > 10', { page_count: { gt: 10 } }],
    ['note["read by"] == link("Ada")', { read_by: { eq: '[[Ada]]' } }],
    ['due < today()', { due: { lt: '{today}' } }],
    ['due >= date("2026-11-28")', { due: { gte: '2026-11-28' } }],
    ['file.name == "A \\"b\\""', { file_name: { eq: 'A "b"' } }],
    ['file.hasTag("book")', { file_tags: { contains: 'book' } }],
    ['file.hasTag("#a", "b")', { or: [{ file_tags: { contains: 'a' } }, { file_tags: { contains: 'b' } }] }],
    ['file.inFolder("Reading")', { path: { starts_with: 'Reading/' } }],
    ['file.hasLink("Textbook")', { file_links: { contains: '[[Textbook]]' } }],
    ['file.hasProperty("due")', { due: { exists: true } }],
    ['owner.isEmpty()', { owner: { exists: false } }],
    ['!owner.isEmpty()', { not: { owner: { exists: false } } }],
    ['title.startsWith("The")', { title: { starts_with: 'The' } }],
    ['tags.contains("x, (y)")', { tags: { contains: 'x, (y)' } }],
    [
      '(status == "a" || status == "b") && price > 1',
      { and: [{ or: [{ status: { eq: 'a' } }, { status: { eq: 'b' } }] }, { price: { gt: 1 } }] },
    ],
    ['status == "a && b || c"', { status: { eq: 'a && b || c' } }],
  ])('%s', (statement, where) => {
    expect(conditionsOf(statement)).toEqual([where]);
  });

  it('has the parts of `and` one by one, and nests `or` and `not`', () => {
    const filters = {
      and: ['price > 1', { or: ['status == "a"', { not: ['file.hasTag("old")', 'owner.isEmpty()'] }] }],
    };
    expect(conditionsOf(filters)).toEqual([
      { price: { gt: 1 } },
      {
        or: [
          { status: { eq: 'a' } },
          { not: { or: [{ file_tags: { contains: 'old' } }, { owner: { exists: false } }] } },
        ],
      },
    ]);
  });

  it('that is a formula stays one, with the names of the table', () => {
    const [view] = read({ filters: '(pageCount / 2).round() > price && title.lower() == "pageCount"' }).views;
    expect(view?.conditions).toEqual([
      {
        path: ['filters'],
        text: '(pageCount / 2).round() > price && title.lower() == "pageCount"',
        where: { condition: true },
        compute: { condition: '(note.page_count / 2).round() > price && title.lower() == "pageCount"' },
      },
    ]);
  });

  it('of all views comes before those of a view, each formula under a name of its own', () => {
    const { views } = read({
      filters: 'title.lower() == "a"',
      views: [{ type: 'table', name: 'One', filters: { and: ['title.lower() == "b"', 'price > 1'] } }],
    });
    expect(views[0]?.conditions.map(({ path, where }) => [path.join('.'), where])).toEqual([
      ['filters', { condition: true }],
      ['views.0.filters.and.0', { condition_2: true }],
      ['views.0.filters.and.1', { price: { gt: 1 } }],
    ]);
  });

  it('for the table itself is left out', () => {
    expect(conditionsOf({ and: ['note.table == "main.default.books"', 'price > 1'] })).toEqual([{ price: { gt: 1 } }]);
  });

  it('of another form is reported', () => {
    expect(read({ filters: { xor: ['a'] } }).untranslated).toMatchObject([
      { path: ['filters'], text: '{"xor":["a"]}' },
    ]);
  });
});

it('names formulas as columns, in each other and in conditions', () => {
  const { formulas, views } = read({
    formulas: { 'Price each': 'price / pageCount', title: 'formula.title + "formula.title"' },
    views: [{ type: 'table', name: 'All', filters: 'formula["Price each"] > 5', order: ['formula.Price each'] }],
  });
  expect(formulas.map(({ name, formula }) => [name, formula])).toEqual([
    ['price_each', 'price / note.page_count'],
    ['title_2', 'title_2 + "formula.title"'],
  ]);
  expect(views[0]?.conditions[0]?.where).toEqual({ price_each: { gt: 5 } });
});

it('reads order, sort, groups, limit, widths, headings and summaries', () => {
  const { views, untranslated } = read({
    formulas: { each: 'price / pages' },
    properties: { 'formula.each': { displayName: 'Price of a page' }, price: { displayName: 'Price' } },
    views: [
      {
        type: 'cards',
        name: 'Mine',
        order: ['file.name', 'note.price', 'formula.each'],
        sort: [
          { property: 'due', direction: 'DESC' },
          { property: 'title', direction: 'ASC' },
        ],
        groupBy: { property: 'note.status', direction: 'DESC' },
        limit: 10,
        columnSize: { 'note.price': 120 },
        rowHeight: 'tall',
        summaries: { price: 'Average', 'formula.each': 'Max' },
      },
      { type: 'kanban', name: 'Board' },
    ],
  });
  expect(untranslated).toEqual([]);
  expect(views.map(({ label }) => label)).toEqual(['Mine', 'Board']);
  expect(views[1]?.spec).toEqual({ layout: 'board' });
  expect(views[0]?.spec).toEqual({
    layout: 'cards',
    columns: [
      { name: 'file_name' },
      { name: 'price', width: 120 },
      { name: 'each', label: 'Price of a page' },
      { name: '*', hidden: true },
    ],
    order_by: ['-due', 'title'],
    group: '-status',
    limit: 10,
    row_height: 'tall',
    summaries: { price: 'average', each: 'max' },
  });
});

it('says for each part that has no counterpart where it is', () => {
  const { untranslated } = read({
    summaries: { mine: 'values.mean()' },
    future: 1,
    views: [{ type: 'map', name: 'M', order: ['nothing'], summaries: { price: 'Stddev' }, coordinates: 'note.place' }],
  });
  expect(untranslated.map(({ path, text }) => [path.join('.'), text])).toEqual([
    ['future', '1'],
    ['summaries.mine', 'values.mean()'],
    ['views.0.coordinates', 'note.place'],
    ['views.0.order.0', 'nothing'],
    ['views.0.type', 'map'],
    ['views.0.summaries.price', 'Stddev'],
  ]);
});

it.each<[string, BaseObject]>([
  ['an empty base', {}],
  [
    'values of other kinds',
    { filters: 3, formulas: [], properties: 'x', views: [null, 'x', { name: 4, order: 'x', sort: {} }] },
  ],
])('reads %s', (_, base) => {
  expect(read(base).views.length).toBeGreaterThan(0);
});
