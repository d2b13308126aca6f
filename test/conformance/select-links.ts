/** select_rows through links: dotted keys in where, columns and order_by. Source: docs/operations.md#select_rows; D4, D6. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { at, column, handRow, tableOf } from './tables';

const insert = (table: string, values: JsonObject): Call => ['insert_row', { table, values }];

/** Cities, people who live in them and have friends, tasks with an owner and helpers. One owner is nobody, one task has none. */
export const LINKED: readonly Call[] = [
  tableOf('cities', [
    column('name', 'string'),
    column('size', 'integer'),
    column('part_of', 'link', { hierarchy: true }),
  ]),
  tableOf('persons', [
    column('name', 'string'),
    column('home', 'link', { ref: 'cities' }),
    column('friends', 'list', { items: { type: 'link', ref: 'self' } }),
    column('mood', 'enum', { values: ['low', 'fair', 'high'], ordered: true }),
  ]),
  tableOf('jobs', [
    column('n', 'integer'),
    column('owner', 'link', { ref: 'persons' }),
    column('helpers', 'list', { items: { type: 'link', ref: 'persons' } }),
    column('about', 'link'),
  ]),
  insert('cities', { name: 'World' }),
  insert('cities', { name: 'Paris', size: 2, part_of: 'World' }),
  insert('cities', { name: 'Rome', size: 3, part_of: 'World' }),
  insert('persons', { name: 'Ada', home: 'Paris', mood: 'high' }),
  insert('persons', { name: 'Bo', home: 'Rome', mood: 'low', friends: ['Ada'] }),
  insert('persons', { name: 'Cy', friends: ['Ada', 'Bo'] }),
  insert('jobs', { n: 1, owner: 'Ada', helpers: ['Bo', 'Cy'] }),
  insert('jobs', { n: 2, owner: 'Bo', helpers: ['Ada'] }),
  insert('jobs', { n: 3, owner: 'Cy' }),
  insert('jobs', { n: 4 }),
];

/** A job by hand whose owner is nobody. */
export const STRAY = { 'five.md': handRow('jobs', 905, ['n: 5', 'owner: "[[Nobody]]"']) };

const jobs = (args: JsonObject): Call => ['select_rows', { table: 'jobs', order_by: 'n', columns: ['n'], ...args }];

const numbers = (...ns: readonly number[]): JsonObject => ({ total: ns.length, rows: ns.map((n) => ({ n })) });

const finds = (where: JsonObject, ...ns: readonly number[]): ConformanceCase => ({
  name: `finds ${ns.length === 0 ? 'nothing' : ns.join(', ')} by ${JSON.stringify(where)}`,
  spec: 'docs/operations.md#select_rows (a dotted key follows a link column), D6',
  files: STRAY,
  given: LINKED,
  call: jobs({ where }),
  result: numbers(...ns),
});

const shows = (name: string, args: JsonObject, rows: readonly JsonObject[]): ConformanceCase => ({
  name,
  spec: 'docs/operations.md#select_rows, D4',
  files: STRAY,
  given: LINKED,
  call: jobs(args),
  result: { rows },
});

const refuses = (what: string, key: string, message: string, hint: string): ConformanceCase => ({
  name: `refuses ${what}`,
  spec: 'D6 (an unknown column is a 400 that names near columns)',
  given: LINKED,
  call: jobs({ where: { [key]: 1 } }),
  error: { code: 'bad_request', message, hint },
});

export const LINK_FILTERS: readonly ConformanceCase[] = [
  finds({ 'owner.name': 'Ada' }, 1),
  finds({ 'owner.home.size': { gte: 3 } }, 2),
  finds({ 'owner.mood': { gt: 'low' } }, 1),
  finds({ 'owner.home': '[[Rome]]' }, 2),
  finds({ 'owner.home': { within: 'World' } }, 1, 2),
  finds({ 'owner.home.part_of': { within: 'World' } }, 1, 2),
  finds({ 'owner.file_name': { in: ['Bo', 'Cy'] } }, 2, 3),
  finds({ 'owner.path': at('persons', 'Bo') }, 2),
  // A link to nothing, or to a note that is no row, leads to an empty value.
  finds({ 'owner.name': { exists: false } }, 4, 5),
  finds({ 'owner.home': { exists: false } }, 3, 4, 5),
  finds({ 'owner.name': { ne: 'Ada' } }, 2, 3, 4, 5),
  finds({ not: { 'owner.name': 'Ada' } }, 2, 3, 4, 5),
  // One linked row that matches is enough, and it has to match all that is asked.
  finds({ 'helpers.name': 'Bo' }, 1),
  finds({ 'helpers.name': { ne: 'Bo' } }, 1, 2, 3, 4, 5),
  finds({ not: { 'helpers.name': 'Bo' } }, 2, 3, 4, 5),
  finds({ 'helpers.mood': { exists: true, ne: 'low' } }, 2),
  finds({ 'owner.friends.name': 'Ada' }, 2, 3),
  finds({ 'owner.friends.home.name': { in: ['Rome'] } }, 3),
  finds({ 'owner.friends': { contains: 'Bo' } }, 3),
  finds({ or: [{ 'owner.name': 'Ada' }, { 'helpers.name': 'Ada' }] }, 1, 2),
  finds({ 'owner.name': '{this.name}' }),
  finds({ not: { 'owner.name': { eq: '{this.name}', ne: 'Bo' } } }, 2),
];

export const LINK_SHAPES: readonly ConformanceCase[] = [
  shows(
    'shows what is behind links, a list where it leads through a list',
    { columns: ['n', 'owner.home.name', 'owner.friends.name', 'helpers.mood'] },
    [
      { n: 1, 'owner.home.name': 'Paris', 'owner.friends.name': null, 'helpers.mood': ['low'] },
      { n: 2, 'owner.home.name': 'Rome', 'owner.friends.name': ['Ada'], 'helpers.mood': ['high'] },
      { n: 3, 'owner.home.name': null, 'owner.friends.name': ['Ada', 'Bo'], 'helpers.mood': null },
      { n: 4, 'owner.home.name': null, 'owner.friends.name': null, 'helpers.mood': null },
      { n: 5, 'owner.home.name': null },
    ],
  ),
  shows('shows file columns of linked rows', { columns: ['owner.file_link', 'owner.id'], limit: 1 }, [
    { 'owner.file_link': '[[Ada]]', 'owner.id': '<uuid>' },
  ]),
  shows('orders by what is behind a link, empty ones last', { order_by: ['-owner.home.size', 'n'] }, [
    { n: 2 },
    { n: 1 },
    { n: 3 },
    { n: 4 },
    { n: 5 },
  ]),
  shows('orders by an ordered enum behind a link', { order_by: ['owner.mood', '-n'] }, [
    { n: 2 },
    { n: 1 },
    { n: 5 },
    { n: 4 },
    { n: 3 },
  ]),
  {
    name: 'expands a column behind links where it is asked for by its dotted name, and goes on from there',
    spec: 'D4 (columns may hold dotted keys; expand replaces a link), docs/queries.md',
    given: LINKED,
    call: jobs({ columns: ['owner.home', 'helpers.friends'], expand: ['owner.home.part_of', 'helpers.friends'] }),
    result: {
      total: 4,
      rows: [
        {
          'owner.home': {
            link: '[[Paris]]',
            path: at('cities', 'Paris'),
            size: 2,
            part_of: { link: '[[World]]', path: at('cities', 'World') },
          },
          'helpers.friends': [
            { link: '[[Ada]]', path: at('persons', 'Ada'), mood: 'high' },
            { link: '[[Ada]]', path: at('persons', 'Ada') },
            { link: '[[Bo]]', path: at('persons', 'Bo'), mood: 'low' },
          ],
        },
        { 'owner.home': { link: '[[Rome]]', name: 'Rome' }, 'helpers.friends': null },
        { 'owner.home': null, 'helpers.friends': null },
        { 'owner.home': null },
      ],
    },
  },
  {
    name: 'does not find a row within itself by a link of which there is none',
    spec: 'D6 (an empty value is never matched by within)',
    given: LINKED,
    call: ['select_rows', { table: 'cities', where: { 'part_of.part_of': { within: 'World' } }, columns: ['name'] }],
    result: { total: 2, rows: [{ name: 'Paris' }, { name: 'Rome' }] },
  },
  refuses('a key behind what is not a link', 'n.name', 'n of jobs is not a link', 'links: owner, helpers'),
  refuses('a key behind a link to any note', 'about.name', 'about of jobs links to any note', 'links: owner, helpers'),
  refuses('an unknown link', 'ownr.name', 'jobs has no column "ownr"', 'did you mean owner?'),
  refuses('an unknown column behind a link', 'owner.nam', 'persons has no column "nam"', 'did you mean name?'),
  refuses('a link further on that is none', 'owner.mood.x', 'mood of persons is not a link', 'links: home, friends'),
  refuses('a filter of linked bodies', 'owner.body', 'body is the text of the note', 'search_notes'),
];

export const LINKS: readonly ConformanceCase[] = [...LINK_FILTERS, ...LINK_SHAPES];
