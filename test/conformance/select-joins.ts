/** select_rows: join and expand. Source: docs/operations.md#select_rows; D4, D18. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { LINKED, STRAY } from './select-links';
import { at, column, tableOf } from './tables';

const jobs = (args: JsonObject): Call => ['select_rows', { table: 'jobs', order_by: 'n', columns: ['n'], ...args }];

const joins = (name: string, args: JsonObject, rows: readonly JsonObject[], total = rows.length): ConformanceCase => ({
  name,
  spec: 'docs/queries.md#join, D4',
  files: STRAY,
  given: LINKED,
  call: jobs(args),
  result: { total, rows },
});

const refuses = (what: string, args: JsonObject, message: string, hint: string): ConformanceCase => ({
  name: `refuses ${what}`,
  spec: 'D4, D18',
  given: LINKED,
  call: jobs(args),
  error: { code: 'bad_request', message, hint },
});

const OWNERS: JsonObject = { table: 'persons', on: { owner: 'path' }, columns: ['name'] };

const person = (name: string): JsonObject => ({ path: at('persons', name), name });

const JOINS: readonly ConformanceCase[] = [
  joins('joins a link with the path of its row, under the name of the table', { join: OWNERS }, [
    { n: 1, persons: [person('Ada')] },
    { n: 2, persons: [person('Bo')] },
    { n: 3, persons: [person('Cy')] },
  ]),
  joins('keeps rows without a match in a left join', { join: { ...OWNERS, type: 'left', as: 'who' }, offset: 2 }, [
    { n: 3, who: [person('Cy')] },
    { n: 4, who: [] },
    { n: 5, who: [] },
  ], 5), // prettier-ignore
  joins('joins a link with the id of its row', { join: { ...OWNERS, on: { owner: 'id' } }, limit: 1 }, [{ n: 1, persons: [person('Ada')] }], 3), // prettier-ignore
  joins(
    'shows every column of the matches, without empty ones',
    { join: { table: 'persons', on: { owner: 'path' } }, where: { n: 3 } },
    [
      // prettier-ignore
      { n: 3, persons: [{ path: at('persons', 'Cy'), id: '<uuid>', name: 'Cy', friends: ['[[Ada]]', '[[Bo]]'] }] },
    ],
  ),
  joins('joins each link of a list', { join: { ...OWNERS, on: { helpers: 'path' } } }, [
    { n: 1, persons: [person('Bo'), person('Cy')] },
    { n: 2, persons: [person('Ada')] },
  ]),
  joins(
    'joins rows with the rows that link to them',
    {
      table: 'persons',
      order_by: 'name',
      columns: ['name'],
      join: { table: 'jobs', on: { path: 'owner' }, columns: ['n'], type: 'left' },
    },
    [
      // prettier-ignore
      { name: 'Ada', jobs: [{ n: 1 }] },
      { name: 'Bo', jobs: [{ n: 2 }] },
      { name: 'Cy', jobs: [{ n: 3 }] },
    ],
  ),
  joins(
    'joins links that mean the same row',
    { join: { table: 'persons', on: { 'owner.home': 'home' }, columns: ['name'] } },
    [
      // prettier-ignore
      { n: 1, persons: [person('Ada')] },
      { n: 2, persons: [person('Bo')] },
    ],
  ),
  joins(
    'joins on several pairs',
    { join: { table: 'persons', on: { owner: 'path', 'owner.home.name': 'home.name' }, columns: ['name'] } },
    [
      // prettier-ignore
      { n: 1, persons: [person('Ada')] },
      { n: 2, persons: [person('Bo')] },
    ],
  ),
  joins('filters the joined table', { join: { ...OWNERS, where: { mood: { gte: 'fair' } } } }, [
    { n: 1, persons: [person('Ada')] },
  ]),
  joins('takes the name of what is joined among the columns', { join: { ...OWNERS, where: { name: 'Bo' } }, columns: ['n', 'persons'] }, [{ n: 2, persons: [person('Bo')] }]), // prettier-ignore
  joins('takes the names of the tables in on', { join: { ...OWNERS, on: { 'jobs.owner': 'persons.path' }, where: { name: 'Bo' } } }, [{ n: 2 }]), // prettier-ignore
  joins('joins a table with itself', { join: { table: 'jobs', as: 'same', on: { owner: 'owner' }, columns: ['n'] }, limit: 1 }, [ // prettier-ignore
    { n: 1, same: [{ n: 1 }] },
  ], 4), // prettier-ignore
  joins('orders and pages the left rows', { join: OWNERS, order_by: '-owner.name', limit: 2 }, [{ n: 3 }, { n: 2 }], 3),
  joins(
    'counts each pair once in a group',
    {
      join: { ...OWNERS, on: { helpers: 'path' }, as: 'h' },
      columns: null,
      order_by: null,
      group_by: 'h.name',
      aggregates: { n: 'count', jobs: 'sum:n' },
    },
    [
      // prettier-ignore
      { 'h.name': 'Ada', n: 1, jobs: 2 },
      { 'h.name': 'Bo', n: 1, jobs: 1 },
      { 'h.name': 'Cy', n: 1, jobs: 1 },
    ],
  ),
  joins(
    'groups a left join: a row without a match counts, with nothing at the other side',
    {
      join: { ...OWNERS, type: 'left' },
      columns: null,
      order_by: '-rows',
      group_by: 'persons.home.name',
      aggregates: { rows: 'count', owned: 'count:persons.path', mood: 'max:persons.mood' },
    },
    [
      // prettier-ignore
      { 'persons.home.name': null, rows: 3, owned: 1, mood: null },
      { 'persons.home.name': 'Paris', rows: 1, owned: 1, mood: 'high' },
      { 'persons.home.name': 'Rome', rows: 1, owned: 1, mood: 'low' },
    ],
  ),
  joins(
    'groups by both sides',
    { join: OWNERS, columns: null, order_by: null, group_by: ['n', 'persons.mood'], aggregates: {} },
    [
      // prettier-ignore
      { n: 1, 'persons.mood': 'high', count: 1 },
      { n: 2, 'persons.mood': 'low', count: 1 },
      { n: 3, 'persons.mood': null, count: 1 },
    ],
  ),
  {
    name: 'joins the day of a date-time with a date, days later',
    spec: 'docs/operations.md#select_rows (date(col) with an integer offset)',
    given: [
      tableOf('events', [column('n', 'integer'), column('at', 'datetime')]),
      tableOf('days', [column('day', 'date')], { time_column: 'day' }),
      ['insert_row', { table: 'events', values: { n: 1, at: '2026-03-04T22:00:00Z' } }],
      ['insert_row', { table: 'events', values: { n: 2 } }],
      ['insert_row', { table: 'days', values: { day: '2026-03-04' } }],
      ['insert_row', { table: 'days', values: { day: '2026-03-05' } }],
    ],
    call: ['select_rows', { table: 'events', columns: ['n'], join: { table: 'days', on: { 'date(at)+1': 'day' }, columns: ['day'] } }], // prettier-ignore
    result: { total: 1, rows: [{ n: 1, days: [{ day: '2026-03-05' }] }] },
  },
];

const EXPANDS: readonly ConformanceCase[] = [
  joins('expands a link', { expand: ['owner'], where: { n: { in: [1, 4, 5] } } }, [
    { n: 1, owner: { link: '[[Ada]]', path: at('persons', 'Ada'), name: 'Ada', id: '<uuid>', home: '[[Paris]]', mood: 'high' } }, // prettier-ignore
    { n: 4, owner: null },
    { n: 5, owner: { link: '[[Nobody]]', path: null, name: 'Nobody' } },
  ]),
  joins(
    'expands links behind links, and lists',
    { expand: ['owner.home', 'helpers'], where: { n: 2 }, columns: null },
    [
      // prettier-ignore
      {
      n: 2,
      owner: { name: 'Bo', home: { link: '[[Rome]]', path: at('cities', 'Rome'), name: 'Rome', size: 3 } },
      helpers: [{ link: '[[Ada]]', name: 'Ada', home: '[[Paris]]' }],
    },
    ],
  ),
  {
    name: 'expands a link without ref to whatever is there',
    spec: 'D4 (expand)',
    files: { 'Some.md': 'A note\n' },
    given: [...LINKED, ['insert_row', { table: 'jobs', values: { n: 8, about: 'Some' } }], ['insert_row', { table: 'jobs', values: { n: 9, about: 'Ada' } }]], // prettier-ignore
    call: jobs({ expand: ['about'], where: { n: { gte: 8 } } }),
    result: { rows: [{ about: { link: '[[Some]]', path: 'Some.md', name: 'Some' } }, { about: { name: 'Ada', mood: 'high' } }] }, // prettier-ignore
  },
];

const REFUSALS: readonly ConformanceCase[] = [
  refuses('a join on nothing', { join: { table: 'persons', on: {} } }, 'join.on is empty', '{"on":'),
  refuses(
    'an unknown column of the left side',
    { join: { table: 'persons', on: { ownr: 'path' } } },
    '"ownr"',
    'owner',
  ),
  refuses('an unknown column of the joined table', { join: { table: 'persons', on: { owner: 'pth' } } }, 'persons has no column "pth"', 'path'), // prettier-ignore
  refuses('an unknown column of the matches', { join: { ...OWNERS, columns: ['nam'] } }, '"nam"', 'name'),
  refuses('an unknown column in join.where', { join: { ...OWNERS, where: { nam: 'x' } } }, '"nam"', 'name'),
  refuses('types that are never equal', { join: { table: 'persons', on: { n: 'name' } } }, 'n is number and name is string', 'same type'), // prettier-ignore
  refuses('a link that is not a row', { join: { table: 'persons', on: { owner: 'name' } } }, 'never equal', 'the path or the id'), // prettier-ignore
  refuses('a date for a date-time', { table: 'persons', columns: null, order_by: null, join: { table: 'jobs', on: { file_modified: 'n' } } }, 'datetime', 'same type'), // prettier-ignore
  refuses('an alias that is a column', { join: { ...OWNERS, as: 'owner' } }, 'has a column "owner" already', 'another name'), // prettier-ignore
  refuses('an alias that is not a name', { join: { ...OWNERS, as: 'a.b' } }, 'is not a name', 'letters'),
  refuses('an unknown kind of join', { join: { ...OWNERS, type: 'outer' } }, 'join', 'arguments of select_rows'),
  refuses('an argument that a join has not', { join: { ...OWNERS, limit: 1 } }, 'limit', 'arguments of select_rows'),
  refuses('an order by the joined side', { join: OWNERS, order_by: 'persons.name' }, 'jobs has no column "persons"', 'owner'), // prettier-ignore
  refuses('expanding what is not a link', { expand: ['n'] }, 'n of jobs is not a link', 'links of jobs: owner, helpers, about'), // prettier-ignore
  refuses('expanding an unknown link', { expand: ['owner.hom'] }, 'hom of persons is not a link', 'home, friends'),
  refuses('expanding behind a link to any note', { expand: ['about.x'] }, 'about.x', 'only the link before'),
  {
    name: 'refuses to join a table that there is not',
    spec: 'D18',
    given: LINKED,
    call: jobs({ join: { table: 'persns', on: { owner: 'path' } } }),
    error: { code: 'not_found', hint: 'persons' },
  },
];

export const SELECT_JOINS: readonly ConformanceCase[] = [...JOINS, ...EXPANDS, ...REFUSALS];
