/** Views that group and join, views under groups and joins, and what else can be joined. Source: docs/sources-and-views.md#views, docs/operations.md#select_rows; D9, D17. */

import type { JsonObject } from '../../src/engine/index';
import { base, inherit } from './base-calls';
import type { Call, ConformanceCase } from './case';
import { PEOPLE, TASKS, at, column, person, task } from './tables';

const view = (name: string, query: JsonObject): Call => ['create_view', { name, query }];

const GIVEN: readonly Call[] = [
  PEOPLE,
  TASKS,
  base('dated', [column('seen', 'date')]),
  inherit('people', 'dated'),
  person('Ada', { seen: '2026-03-04' }),
  person('Bo'),
  task('a', { due: '2026-03-06', estimate: 3, owner: 'Ada' }),
  task('b', { due: '2026-03-04', estimate: 1, owner: 'Bo' }),
  task('c', { status: 'doing', estimate: 8, owner: 'Ada' }),
  task('d', { status: 'done', due: '2026-03-01', estimate: 5 }),
  view('vw_by_status', {
    table: 'tasks',
    where: { estimate: { gte: 1 } },
    group_by: 'status',
    aggregates: { n: 'count', hours: 'sum:estimate' },
    order_by: '-hours',
  }),
  view('vw_of_ada', { table: 'vw_by_status', where: { and: [{ owner: 'Ada' }] } }),
  view('vw_long', { table: 'vw_by_status', where: { hours: { gte: 3 } } }),
  view('vw_owners', {
    table: 'people',
    columns: ['name'],
    join: { table: 'tasks', on: { path: 'owner' }, as: 'jobs', columns: ['title'] },
  }),
  view('vw_by_owner', { table: 'tasks', group_by: 'owner', aggregates: { born: 'min:owner.born' } }),
  view('vw_by_path', { table: 'people', group_by: ['path', 'id'], aggregates: { n: 'count' } }),
  view('vw_first_owner', { table: 'tasks', group_by: 'status', aggregates: { first: 'min:owner' } }),
  view('vw_by_day', { table: 'tasks', group_by: 'date(due)+1' }),
  view('vw_expanded', { table: 'tasks', expand: ['owner'] }),
  view('vw_top', { table: 'tasks', columns: ['title', 'status', 'owner'], order_by: '-estimate', limit: 3 }),
];

const reads = (name: string, args: JsonObject, result: JsonObject): ConformanceCase => ({
  name,
  spec: 'D17 (narrowing a view)',
  given: GIVEN,
  call: ['select_rows', args],
  result,
});

export const SELECT_SUBQUERIES: readonly ConformanceCase[] = [
  reads(
    'shows what it joins, by the name that describe_table tells',
    { table: 'vw_owners', columns: ['jobs'], where: { name: 'Bo' } },
    { total: 1, rows: [{ path: at('people', 'Bo'), jobs: [{ title: 'b' }] }] },
  ),
  {
    name: 'shows a link that it expands, by name, and tells these names for one that it does not have',
    spec: 'D17 (columns within its own)',
    given: [...GIVEN, view('vw_jobs', { table: 'tasks', columns: ['title'], expand: ['owner'] })],
    call: ['select_rows', { table: 'vw_jobs', columns: ['status'] }],
    error: { code: 'bad_request', message: 'has no column "status"', hint: 'columns: title, owner' },
    then: [
      [
        'select_rows',
        { table: 'vw_jobs', columns: ['owner'], where: { title: 'b' } },
        { total: 1, rows: [{ owner: { name: 'Bo' } }] },
      ],
    ],
  },
  reads(
    'of groups shows them in its order',
    { table: 'vw_by_status' },
    {
      table: 'main.default.vw_by_status',
      total: 3,
      rows: [
        { status: 'doing', n: 1, hours: 8 },
        { status: 'done', n: 1, hours: 5 },
        { status: 'todo', n: 2, hours: 4 },
      ],
    },
  ),
  reads(
    'of groups shows all of a group, empty values as null',
    { table: 'vw_by_owner' },
    {
      rows: [
        { owner: '[[Ada]]', born: null },
        { owner: '[[Bo]]', born: null },
        { owner: null, born: null },
      ],
    },
  ),
  reads(
    'of groups by path and id has them as columns',
    { table: 'vw_by_path', where: { n: 1 }, order_by: '-path', limit: 1 },
    { total: 2, rows: [{ path: at('people', 'Bo'), id: '<uuid>', n: 1 }] },
  ),
  reads(
    'of groups is filtered through the link that an aggregate found',
    { table: 'vw_first_owner', where: { 'first.name': 'Ada' }, columns: ['status'] },
    { total: 2, rows: [{ status: 'doing' }, { status: 'todo' }] },
  ),
  reads(
    'of groups is filtered by a key that is an expression',
    { table: 'vw_by_day', where: { 'date(due)+1': { gt: '2026-03-05' } } },
    { total: 1, rows: [{ 'date(due)+1': '2026-03-07', count: 1 }] },
  ),
  reads(
    'with links expanded is grouped as it is',
    { table: 'vw_expanded', group_by: 'owner.name', aggregates: { n: 'count' } },
    {
      total: 3,
      rows: [
        { 'owner.name': 'Ada', n: 2 },
        { 'owner.name': 'Bo', n: 1 },
        { 'owner.name': null, n: 1 },
      ],
    },
  ),
  reads(
    'of groups is filtered by its aggregates after it grouped',
    { table: 'vw_by_status', where: { n: { gt: 1 } }, columns: ['status', 'hours'] },
    { total: 1, rows: [{ status: 'todo', hours: 4 }] },
  ),
  reads(
    'of groups is filtered by columns of its table before it groups',
    { table: 'vw_by_status', where: { owner: 'Ada' }, order_by: 'hours' },
    {
      total: 2,
      rows: [
        { status: 'todo', n: 1, hours: 3 },
        { status: 'doing', n: 1, hours: 8 },
      ],
    },
  ),
  reads(
    'of groups takes each part of an and by itself',
    { table: 'vw_by_status', where: { and: [{ and: [{ owner: 'Ada', n: 1 }] }, { hours: { gt: 3 } }] } },
    { total: 1, rows: [{ status: 'doing', n: 1, hours: 8 }] },
  ),
  reads(
    'of groups that another view filters by an and is filtered by an and on its aggregates',
    { table: 'vw_of_ada', where: { and: [{ n: 1 }, { hours: { gt: 3 } }] } },
    { total: 1, rows: [{ status: 'doing', n: 1, hours: 8 }] },
  ),
  reads(
    'of groups takes an operator in place of its own there',
    { table: 'vw_by_status', where: { estimate: { gte: 4 } } },
    { total: 2, rows: [{ status: 'doing' }, { status: 'done' }] },
  ),
  reads(
    'of groups that another view filters is still filtered by columns of its table before it groups',
    { table: 'vw_long', where: { not: { title: 'a' } } },
    {
      total: 2,
      rows: [
        { status: 'doing', n: 1, hours: 8 },
        { status: 'done', n: 1, hours: 5 },
      ],
    },
  ),
  reads(
    'of groups is filtered by both sides of or after it grouped',
    { table: 'vw_by_status', where: { or: [{ n: 2 }, { status: 'done' }] }, limit: 1, offset: 1 },
    { total: 2, rows: [{ status: 'todo' }] },
  ),
  reads(
    'of groups is grouped again',
    { table: 'vw_by_status', group_by: 'n', aggregates: { hours: 'sum:hours' } },
    {
      total: 2,
      rows: [
        { n: 1, hours: 13 },
        { n: 2, hours: 4 },
      ],
    },
  ),
  reads(
    'is grouped as it is, its limit included',
    { table: 'vw_top', group_by: 'owner.name', aggregates: { n: 'count' } },
    {
      total: 2,
      rows: [
        { 'owner.name': 'Ada', n: 2 },
        { 'owner.name': null, n: 1 },
      ],
    },
  ),
  reads(
    'is narrowed before it is grouped',
    { table: 'vw_top', where: { status: 'todo' }, group_by: 'status' },
    { rows: [{ status: 'todo', count: 2 }] },
  ),
  reads(
    'with a join shows the matches',
    { table: 'vw_owners', where: { name: 'Ada' } },
    {
      table: 'main.default.vw_owners',
      total: 1,
      rows: [{ path: at('people', 'Ada'), name: 'Ada', jobs: [{ title: 'a' }, { title: 'c' }] }],
    },
  ),
  reads(
    'with a join is joined again',
    { table: 'vw_owners', join: { table: 'vw_top', on: { path: 'owner' }, as: 'top', columns: ['title'] } },
    { total: 1, rows: [{ name: 'Ada', jobs: [{}, {}], top: [{ title: 'a' }, { title: 'c' }] }] },
  ),
  reads(
    'is joined to a table, within its limit',
    { table: 'people', join: { table: 'vw_top', on: { path: 'owner' }, columns: ['title'] }, columns: ['name'] },
    { total: 1, rows: [{ name: 'Ada', vw_top: [{ title: 'a' }, { title: 'c' }] }] },
  ),
  reads(
    'keeps its links to be expanded',
    { table: 'vw_top', expand: ['owner'], where: { title: 'a' } },
    { rows: [{ title: 'a', owner: { link: '[[Ada]]', path: at('people', 'Ada'), name: 'Ada', seen: '2026-03-04' } }] },
  ),
  reads(
    'joins parts of information_schema with each other',
    {
      table: 'system.information_schema.tables',
      where: { table_name: 'people' },
      columns: ['table_name'],
      join: {
        table: 'system.information_schema.columns',
        on: { table_schema: 'table_schema', table_name: 'table_name' },
        as: 'cols',
        columns: ['column_name'],
        where: { data_type: 'date' },
      },
    },
    { total: 1, rows: [{ table_name: 'people', cols: [{ column_name: 'seen' }, { column_name: 'born' }] }] },
  ),
  reads(
    'groups information_schema',
    {
      table: 'system.information_schema.columns',
      group_by: 'table_name',
      aggregates: { n: 'count', last: 'max:ordinal_position' },
    },
    {
      rows: [
        { table_name: 'people', n: 5, last: 5 },
        { table_name: 'tasks', n: 7, last: 7 },
      ],
    },
  ),
  reads(
    'joins a base and groups it by table',
    {
      table: 'tasks',
      join: { table: 'base:dated', on: { owner: 'path' }, as: 'who' },
      group_by: 'who._source',
      aggregates: { n: 'count' },
    },
    { rows: [{ 'who._source': 'main.default.people', n: 3 }] },
  ),
  {
    name: 'describes the columns of a view of groups, and of one with a join',
    spec: 'D17 (describe_table)',
    given: GIVEN,
    call: ['describe_table', { table: 'vw_by_status' }],
    result: {
      columns: [
        { name: 'status', type: 'enum' },
        { name: 'n', type: 'integer' },
        { name: 'hours', type: 'number' },
      ],
    },
    then: [['describe_table', { table: 'vw_owners' }, { columns: [{ name: 'name' }, { name: 'jobs', type: 'json' }] }]],
  },
  {
    name: 'refuses a view that joins itself',
    spec: 'docs/sources-and-views.md#views',
    given: [PEOPLE, view('vw_a', { table: 'people' })],
    call: [
      'create_view',
      { name: 'vw_a', query: { table: 'people', join: { table: 'vw_a', on: { path: 'path' } } }, replace: true },
    ],
    error: { code: 'refused', message: 'main.default.vw_a -> main.default.vw_a' },
  },
  {
    name: 'refuses a view for one note only',
    spec: 'docs/sources-and-views.md#views (query)',
    given: [PEOPLE],
    call: ['create_view', { name: 'vw_a', query: { table: 'people', this_note: 'x.md' } }],
    error: { code: 'bad_request', message: 'unknown argument "this_note"' },
  },
  {
    name: 'refuses a group of a column that the view does not show',
    spec: 'D17 (a subquery)',
    given: GIVEN,
    call: ['select_rows', { table: 'vw_top', group_by: 'estimate' }],
    error: { code: 'bad_request', message: 'vw_top has no column "estimate"' },
  },
];
