import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/engine/catalog/catalog';
import { columnsReadBy, mapFilterColumns } from '../../../src/engine/catalog/references/filter-key-columns';
import type { JsonObject } from '../../../src/engine/json';
import { catalogOf, table } from './definitions';

const people = table('people', {
  columns: [
    { name: 'kind', type: 'enum', values: ['staff', 'guest'] },
    { name: 'boss', type: 'link', ref: 'self' },
    { name: 'skills', type: 'list', items: 'string' },
  ],
  fields: { nick: null },
});
const tasks = table(
  'tasks',
  {
    columns: [
      { name: 'status', type: 'string' },
      { name: 'owner', type: 'link', ref: 'people' },
      { name: 'helpers', type: 'list', items: { type: 'link', ref: 'people' } },
      { name: 'kind', type: 'string' },
      { name: 'see', type: 'link' },
      { name: 'meta', type: 'json' },
    ],
  },
  catalogOf(people),
);
const catalog: Catalog = catalogOf(people, tasks);

const read = (filter: JsonObject): string[] =>
  columnsReadBy(catalog, tasks, filter).map(
    ({ table: name, column, isCompared }) => `${name.split('.')[2]}.${column}${isCompared ? ' compared' : ''}`,
  );

describe('the columns that a filter reads', () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ['a column', { status: 'open' }, ['tasks.status compared']],
    ['a path through a link', { 'owner.kind': { ne: 'guest' } }, ['tasks.owner', 'people.kind compared']],
    [
      'a long path, through a list of links',
      { 'helpers.boss.boss.kind': 'staff' },
      ['tasks.helpers', 'people.boss', 'people.boss', 'people.kind compared'],
    ],
    [
      'conditions inside and, or and not',
      { or: [{ and: [{ status: 'a' }] }, { not: { 'owner.nick': 'x' } }] },
      ['tasks.status compared', 'tasks.owner', 'people.nick compared'],
    ],
    ['a link that is compared itself', { owner: '[[Ada]]' }, ['tasks.owner compared']],
    ['nothing behind a link without ref', { 'see.kind': 'x' }, ['tasks.see']],
    ['no unknown name and nothing after it', { 'owner.salary.x': 1, nope: 1 }, ['tasks.owner']],
    ['no path, id or file column', { path: 'a', id: 'b', file_name: 'c' }, []],
    ['what can be read of a filter that is none', { and: 'x', or: [1], not: null }, []],
  ])('are those of %s', (_what, filter, expected) => {
    expect(read(filter)).toEqual(expected);
  });

  it('are found for a table that is not in the catalog yet, and that links to itself', () => {
    const parts = table('parts', { columns: [{ name: 'whole', type: 'link', ref: 'self' }] });
    const columns = columnsReadBy(catalog, parts, { 'whole.whole': { exists: true } });
    expect(columns.map(({ table: name, column }) => `${name}.${column}`)).toEqual([
      'main.default.parts.whole',
      'main.default.parts.whole',
    ]);
  });
});

describe('a filter with other names', () => {
  const renamed = (filter: JsonObject, tableName: string, from: string, to: string): JsonObject =>
    mapFilterColumns(catalog, tasks, filter, {
      column: (each) => (each.table === `main.default.${tableName}` && each.column === from ? to : each.column),
    });

  it('follows a column of its own table and leaves one of the same name elsewhere', () => {
    const filter = { kind: 'a', 'owner.kind': 'staff', or: [{ kind: 'b' }, { not: { 'owner.boss.kind': 'guest' } }] };
    expect(renamed(filter, 'tasks', 'kind', 'sort')).toEqual({
      sort: 'a',
      'owner.kind': 'staff',
      or: [{ sort: 'b' }, { not: { 'owner.boss.kind': 'guest' } }],
    });
    expect(renamed(filter, 'people', 'kind', 'role')).toEqual({
      kind: 'a',
      'owner.role': 'staff',
      or: [{ kind: 'b' }, { not: { 'owner.boss.role': 'guest' } }],
    });
  });

  it('follows a link in the middle of a path, and keeps the order of its keys', () => {
    const filter = { status: 'x', 'owner.boss.boss.kind': 'staff', kind: 'y' };
    expect(JSON.stringify(renamed(filter, 'people', 'boss', 'chief'))).toBe(
      '{"status":"x","owner.chief.chief.kind":"staff","kind":"y"}',
    );
  });

  it('is the same object when nothing changes', () => {
    const filter = { kind: { in: ['a'] }, or: [{ 'owner.kind': 'staff' }] };
    expect(renamed(filter, 'people', 'nick', 'name')).toBe(filter);
    expect(mapFilterColumns(catalog, tasks, filter, { value: (_read, text) => text })).toBe(filter);
  });
});

describe('a filter with other values', () => {
  const revalued = (filter: JsonObject): JsonObject =>
    mapFilterColumns(catalog, tasks, filter, {
      value: ({ table: name, column }, text) =>
        name.endsWith('.people') && (column === 'kind' || column === 'skills') && text === 'guest' ? 'visitor' : text,
    });

  it.each<[string, JsonObject, JsonObject]>([
    ['a literal', { 'owner.kind': 'guest' }, { 'owner.kind': 'visitor' }],
    ['eq and ne', { 'owner.kind': { eq: 'guest', ne: 'x' } }, { 'owner.kind': { eq: 'visitor', ne: 'x' } }],
    ['in', { 'owner.kind': { in: ['staff', 'guest'] } }, { 'owner.kind': { in: ['staff', 'visitor'] } }],
    ['an order', { 'owner.kind': { gte: 'guest' } }, { 'owner.kind': { gte: 'visitor' } }],
    ['an item of a list', { 'owner.skills': { contains: 'guest' } }, { 'owner.skills': { contains: 'visitor' } }],
    ['a whole list', { 'owner.skills': ['a', 'guest'] }, { 'owner.skills': ['a', 'visitor'] }],
  ])('follows in %s', (_what, filter, expected) => {
    expect(revalued({ or: [filter] })).toEqual({ or: [expected] });
  });

  it.each<[string, JsonObject]>([
    ['a part of a text', { 'owner.kind': { contains: 'guest', icontains: 'guest' } }],
    ['a column of the same name of another table', { kind: 'guest' }],
    ['another value', { 'owner.kind': { exists: true, ne: null, eq: 'staff' } }],
  ])('leaves %s alone', (_what, filter) => {
    expect(revalued(filter)).toBe(filter);
  });
});
