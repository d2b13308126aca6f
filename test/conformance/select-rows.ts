/** select_rows: arguments, shape, paging, tokens, refusals. Operators and types: select-filters.ts. Source: docs/operations.md#select_rows; D4, D6, D16, D17. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { AGGREGATE_KINDS } from './select-aggregates';
import { FILTERS } from './select-filters';
import { GROUPS } from './select-groups';
import { GROUPED_VIEWS } from './grouped-views';
import { SELECT_DATE_FUNCTIONS } from './select-date-functions';
import { SELECT_JOINS } from './select-joins';
import { LINKS } from './select-links';
import { SELECT_BASES, SELECT_INFORMATION } from './select-sources';
import { SELECT_EXPLAIN, SELECT_EXPLAIN_NOTES } from './select-explain';
import { SELECT_ROLLUPS } from './select-rollups';
import { SELECT_COMPUTE } from './select-compute';
import { SELECT_NAMES } from './select-names';
import { SELECT_SUBQUERIES } from './select-subqueries';
import { SELECT_TOKENS } from './select-tokens';
import { SELECT_VIEWS } from './select-views';
import { PEOPLE, TASKS, at, column, handRow, person, tableOf, task } from './tables';

const three: readonly Call[] = [
  PEOPLE,
  TASKS,
  person('Ada', { born: '1815-12-10' }),
  ['insert_row', { table: 'tasks', values: { title: 'b', due: '2026-03-04', owner: 'Ada' }, body: 'Text of b\n' }],
  task('a', { due: '2026-03-06', labels: ['x', 'y'] }),
  task('c'),
];

const select = (args: JsonObject): Call => ['select_rows', { table: 'tasks', ...args }];

const titles = (...names: readonly string[]): JsonObject => ({ rows: names.map((title) => ({ title })) });

const shows = (
  name: string,
  args: JsonObject,
  result: JsonObject,
  spec = 'docs/operations.md#select_rows',
): ConformanceCase => ({
  name,
  spec,
  given: three,
  call: select(args),
  result,
});

const refuses = (what: string, args: JsonObject, error: Partial<ExpectedError>, spec = 'D6, D18'): ConformanceCase => ({
  name: `refuses ${what}`,
  spec,
  given: three,
  call: select(args),
  error: { code: 'bad_request', ...error },
});

const SHAPES: readonly ConformanceCase[] = [
  shows(
    'adds the number of the newest change in it, and the ids of the rows that links lead to',
    { columns: ['title', 'owner', 'labels'], seq: true, targets: true },
    { rows: [{ title: 'a' }, { title: 'b', owner: '[[Ada]]' }, {}], seq: 6, targets: [{}, { owner: '<uuid>' }, {}] },
    'docs/feed.md#reading-tables-while-they-change',
  ),
  shows(
    'returns every row by path, with its columns and without the empty ones',
    {},
    {
      table: 'main.default.tasks',
      total: 3,
      rows: [
        { path: at('tasks', 'a'), id: '<uuid>', title: 'a', status: 'todo', due: '2026-03-06', labels: ['x', 'y'] },
        { title: 'b', owner: '[[Ada]]' },
        { title: 'c' },
      ],
    },
  ),
  shows(
    'shows the columns that are asked for, empty ones as null, and always the path',
    { columns: ['title', 'due'], where: { title: 'c' } },
    { rows: [{ path: at('tasks', 'c'), title: 'c', due: null }] },
    'D4, D17',
  ),
  shows(
    'shows id, fields, native lists and file columns',
    {
      columns: ['id', 'tags', 'file_name', 'file_link', 'file_modified', 'file_backlink_count'],
      where: { title: 'b' },
    },
    { rows: [{ id: '<uuid>', tags: null, file_name: 'b', file_link: '[[b]]', file_backlink_count: 0 }] },
    'docs/operations.md#select_rows (file columns)',
  ),
  shows(
    'adds the body',
    { where: { title: 'b' }, include_body: true },
    { rows: [{ title: 'b', body: 'Text of b\n' }] },
  ),
  shows('gives the total only', { limit: 0 }, { total: 3, rows: [] }, 'D17'),
  shows('pages', { limit: 1, offset: 1 }, { total: 3, ...titles('b') }),
  shows('pages beyond the end', { offset: 9 }, { total: 3, rows: [] }),
  shows('orders, empty ones last', { order_by: 'due' }, titles('b', 'a', 'c'), 'D6'),
  shows('orders downwards, empty ones last too', { order_by: '-due' }, titles('a', 'b', 'c'), 'D6'),
  shows('orders by several keys, then by path', { order_by: ['status', '-title'] }, titles('c', 'b', 'a'), 'D6, D18'),
  shows('keeps the path ascending on ties', { order_by: '-status' }, titles('a', 'b', 'c'), 'D18'),
  shows('orders by path, downwards', { order_by: '-path' }, titles('c', 'b', 'a')),
  shows('takes the most rows at once', { limit: 1000 }, { total: 3 }),
  shows(
    'takes null for what is not given',
    { where: null, columns: null, order_by: null, limit: null, offset: null, include_body: null },
    { total: 3 },
    'D17 (T|null)',
  ),
  {
    name: 'orders strings as people do',
    spec: 'D6 (Intl.Collator, numeric)',
    given: [
      tableOf('s', [column('n', 'integer'), column('s', 'string')]),
      ...['item 10', 'Item 2', 'äpfel', 'Zebra', 'apfel', 'item 1'].map((s, n): Call => [
        'insert_row',
        { table: 's', values: { n, s } },
      ]),
    ],
    call: ['select_rows', { table: 's', columns: ['s'], order_by: 's' }],
    result: { rows: ['apfel', 'äpfel', 'item 1', 'Item 2', 'item 10', 'Zebra'].map((s) => ({ s })) },
  },
  {
    name: 'counts the notes that link to a row, not the links',
    spec: 'docs/queries.md#names, D17',
    files: { 'x.md': '[[Ada]] [[Ada]]\n', 'y.md': '[[people/Ada]]\n' },
    given: three,
    call: [
      'select_rows',
      { table: 'people', columns: ['file_backlink_count'], where: { file_backlink_count: { gte: 3 } } },
    ],
    result: { total: 1, rows: [{ file_backlink_count: 3 }] },
  },
  {
    name: 'keeps the last good values of a row that broke, and warns',
    spec: 'D7',
    given: three,
    edits: { [at('tasks', 'a')]: '---\ntable: main.default.tasks\ntitle: [\n---\n' },
    call: select({ where: { title: 'a' } }),
    result: { total: 1, warnings: ['1 rows do not parse any more and show their last good values; call check_table'] },
  },
  {
    name: 'leaves a broken row out after a restart, and counts it in the warnings',
    spec: 'D7',
    given: three,
    edits: { [at('tasks', 'a')]: '---\ntable: main.default.tasks\ntitle: [\n---\n' },
    restarted: true,
    call: select({}),
    result: { total: 2, warnings: ['1 notes of this table do not parse and are in no result; call check_table'] },
  },
  {
    name: 'leaves copies out, and counts them in the warnings',
    spec: 'D7',
    files: { 'A.md': handRow('people', 1, ['name: A']), 'A copy.md': handRow('people', 1, ['name: A']) },
    given: [PEOPLE],
    call: ['select_rows', { table: 'people' }],
    result: { total: 1, warnings: ['1 notes are copies with an id that is taken and are not rows; call check_table'] },
  },
  {
    name: 'gives tags and aliases as lists, whatever they hold',
    spec: 'D16 (tags, aliases and cssclasses: selectable as lists)',
    files: { 'x.md': handRow('t', 1, ['n: 1', 'tags: work', 'aliases: [1, b]', 'cssclasses: {a: 1}']) },
    given: [tableOf('t', [column('n', 'integer')])],
    call: ['select_rows', { table: 't', where: { tags: { contains: 'work' }, aliases: { contains: '1' } } }],
    result: { rows: [{ tags: ['work'], aliases: ['1', 'b'] }] },
    then: [
      ['check_table', { table: 't' }, { ok: true }],
      ['update_row', { table: 't', path: 'x', set_values: { n: 2, tags: ['work'] } }, { changed: 1 }],
      ['read_note', { path: 'x' }, { front_matter: { tags: 'work', n: 2 } }],
    ],
  },
  {
    name: 'takes a scalar in a list column for a list of one, and 007 in a string for text',
    spec: 'D16 (from notes)',
    files: { 'x.md': handRow('t', 1, ['code: 007', 'list: one', 'big: 1152921504606846976', 'wrong: "3"']) },
    given: [
      tableOf('t', [
        column('code', 'string'),
        column('list', 'list'),
        column('big', 'integer'),
        column('wrong', 'integer'),
      ]),
    ],
    call: ['select_rows', { table: 't' }],
    result: { rows: [{ code: '007', list: ['one'], wrong: '3' }] },
  },
];

const REFUSALS: readonly ConformanceCase[] = [
  refuses('a limit below 0', { limit: -1 }, { message: 'limit' }, 'D17'),
  refuses('a limit above 1000', { limit: 1001 }, { message: 'limit' }, 'docs/history.md#what-is-kept, D17'),
  refuses('a limit that is not an integer', { limit: '5' }, { message: 'limit' }, 'D3'),
  refuses('an offset below 0', { offset: -1 }, { message: 'offset' }),
  refuses('an unknown column in columns', { columns: ['titel'] }, { message: 'titel', hint: 'title' }),
  refuses('an unknown column in order_by', { order_by: '-titel' }, { hint: 'title' }),
  refuses('an unknown column in where', { where: { stat: 1 } }, { hint: 'status' }),
  refuses('a filter by body', { where: { body: { contains: 'x' } } }, { hint: 'search_notes' }, 'D17'),
  refuses('an unknown operator', { where: { title: { like: 'x' } } }, { message: '"like"', hint: 'operators:' }),
  refuses(
    'a mistyped operator',
    { where: { title: { contain: 'x' } } },
    { hint: 'did you mean contains or icontains?' },
  ),
  ...Object.entries({
    $gt: '{"title": {"gt": value}}',
    $regex: '{"title": {"contains": text}}',
    '>=': '{"title": {"gte": value}}',
    '=': '{"title": {"eq": value}}',
    LIKE: '{"title": {"contains": text}}',
    'not in': 'write {"not": {"title": {"in": [values]}}}; operators',
    is_null: '{"title": {"empty": true}}',
    startsWith: '{"title": {"starts_with": text}}',
  }).map(([operator, hint]) =>
    refuses(`the operator ${operator} of another language`, { where: { title: { [operator]: 'x' } } }, { hint }),
  ),
  refuses('$and of another language', { where: { $and: [{ title: 'x' }] } }, { hint: '{"and": [{…}, {…}]}' }),
  refuses('operators beside what is none', { where: { title: { eq: 'x', foo: 1 } } }, { message: '"foo"' }),
  refuses('and without a list', { where: { and: {} } }, { message: '"and" takes a list' }),
  refuses('or with what is not a filter', { where: { or: [1] } }, { message: 'a filter must be an object' }),
  refuses('a filter that nests too deep', { where: nested(70) }, {}),
  refuses('a number for a text', { where: { title: 7 } }, { message: 'title is string' }, 'D18'),
  refuses('a text for a number', { where: { estimate: { gt: '3' } } }, { message: 'estimate is number' }),
  refuses('what is not a date', { where: { due: 'soon' } }, { message: 'due is date' }),
  refuses('a token that is none', { where: { due: '{tomorrow}' } }, { message: 'due is date' }),
  refuses('a token with an unknown unit', { where: { due: '{today+1q}' } }, {}),
  refuses('a value that the enum has not', { where: { status: 'don' } }, { message: '"don"', hint: 'done' }),
  refuses('an order of an unordered enum', { where: { status: { gt: 'todo' } } }, {}, 'D16'),
  refuses('null in another operator', { where: { due: { gt: null } } }, { message: 'null', hint: 'exists' }),
  refuses('null in a list', { where: { due: { in: [null] } } }, { message: 'null' }),
  refuses('in without a list', { where: { title: { in: 'x' } } }, { message: '"in" takes a list' }),
  refuses('exists with what is neither true nor false', { where: { due: { exists: 1 } } }, { message: 'exists' }),
  refuses('one item for a whole list', { where: { labels: 'x' } }, { hint: 'contains' }),
  refuses('contains of a number', { where: { estimate: { contains: 1 } } }, {}),
  refuses('keys that reach into a prototype', { where: { constructor: 1 } }, {}, 'D12'),
  refuses('within a table that has no hierarchy', { where: { owner: { within: 'x' } } }, { hint: 'hierarchy: true' }),
  {
    name: 'does not know a table that there is not',
    spec: 'D18',
    call: ['select_rows', { table: 'nope' }],
    error: { code: 'not_found', hint: 'list_tables' },
  },
];

function nested(depth: number): JsonObject {
  let filter: JsonObject = { title: 'x' };
  for (let i = 0; i < depth; i++) filter = { not: filter };
  return filter;
}

export const SELECT_ROWS: readonly ConformanceCase[] = [
  ...SHAPES,
  ...REFUSALS,
  ...FILTERS,
  ...of('an aggregate', AGGREGATE_KINDS),
  ...GROUPED_VIEWS,
  ...LINKS,
  ...GROUPS,
  ...of('a date function', SELECT_DATE_FUNCTIONS),
  ...SELECT_JOINS,
  ...of('a rollup', SELECT_ROLLUPS),
  ...of('a formula', SELECT_COMPUTE),
  ...of('a name', SELECT_NAMES),
  ...of('information_schema', SELECT_INFORMATION),
  ...of('a base', SELECT_BASES),
  ...of('a view', SELECT_VIEWS),
  ...of('a subquery', SELECT_SUBQUERIES),
  ...of('a token', SELECT_TOKENS),
  ...of('explain', [...SELECT_EXPLAIN, ...SELECT_EXPLAIN_NOTES]),
];

function of(what: string, cases: readonly ConformanceCase[]): readonly ConformanceCase[] {
  return cases.map((each) => ({ ...each, name: `${what} ${each.name}` }));
}
