/** select_rows: what can be named besides columns, in every place where something is named; the units of dates. Source: docs/operations.md#select_rows (path, file columns, relative dates); D6, D16. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { at, column, handRow, id, tableOf } from './tables';

/** `a` is linked twice by `b` and once by `c`, which is linked by itself. */
const FILES = {
  [at('items', 'a')]: handRow('items', 11, ['n: 1', 'mood: fine', 'tags: [x, y]']),
  [at('items', 'b')]: handRow('items', 13, ['n: 2', 'next: "[[a]]"', 'mood: 7', 'tags: x'], 'See [[a]].\n'),
  [at('items', 'c')]: handRow('items', 12, ['n: 3', 'next: "[[a]]"'], 'See [[c]].\n'),
};

const ITEMS: Call = tableOf('items', [column('n', 'integer'), column('next', 'link', { ref: 'self' })], {
  fields: { mood: null },
});

const select = (name: string, args: JsonObject, ns: readonly number[], spec = 'D6'): ConformanceCase => ({
  name,
  spec,
  files: FILES,
  given: [ITEMS],
  call: ['select_rows', { table: 'items', columns: ['n'], ...args }],
  result: { total: ns.length, rows: ns.map((n) => ({ n })) },
});

const NAMES: readonly ConformanceCase[] = [
  select('finds by path', { where: { path: at('items', 'b') } }, [2], 'docs/operations.md#select_rows (path)'),
  select('finds by a part of the path', { where: { path: { icontains: 'ITEMS/A' } } }, [1]),
  select('finds by id, also several', { where: { id: { in: [id(11), id(12), id(99)] } } }, [1, 3]),
  select(
    'finds by an untyped field of whichever type',
    { where: { or: [{ mood: 'fine' }, { mood: { gt: 6 } }] } },
    [1, 2],
  ),
  select('finds by the name of the file and by its link', { where: { file_name: 'c', file_link: '[[c]]' } }, [3]),
  select('finds by how many notes link there, itself aside', { where: { file_backlink_count: { gte: 1 } } }, [1]),
  select('finds by when the file was changed', { where: { file_modified: { gte: '{today}' } } }, [1, 2, 3]),
  select('finds by any of them behind a link', { where: { 'next.mood': 'fine', 'next.id': id(11) } }, [2, 3]),
  select('finds by tags as a list', { where: { tags: { contains: 'y' } } }, [1], 'D16'),
  select('orders by id', { order_by: '-id' }, [2, 3, 1]),
  select('orders by a field, empty ones last', { order_by: 'mood' }, [2, 1, 3]),
  select('orders by a file column', { order_by: ['-file_backlink_count', '-file_name'] }, [1, 3, 2]),
  select('orders by a file column behind a link', { order_by: ['next.file_name', '-n'] }, [3, 2, 1]),
  {
    name: 'adds up ids, paths, fields, tags and file columns',
    spec: 'D6 (aggregates also take id, path, untyped fields and the file columns)',
    files: FILES,
    given: [ITEMS],
    call: [
      'select_rows',
      {
        table: 'items',
        aggregates: {
          ids: 'count:id',
          last: 'max:path',
          moods: 'count:mood',
          tag: 'max:tags',
          links: 'sum:file_backlink_count',
          most: 'max:next.file_name',
          first: 'min:file_name',
        },
      },
    ],
    result: {
      total: 1,
      rows: [{ ids: 3, last: at('items', 'c'), moods: 2, tag: 'y', links: 1 + 1, most: 'a', first: 'a' }],
    },
  },
];

const TAGGED = {
  [at('items', 'a')]: handRow(
    'items',
    11,
    ['n: 1', 'tags: [front, "#Work"]'],
    'A #work day, #project/alpha.\n\n`#inline` [[#heading]] <!-- #remark -->\n\n```\n#code\n```\n',
  ),
  [at('items', 'b')]: handRow('items', 13, ['n: 2', 'next: "[[a]]"'], 'See #projects and #home.\n'),
  [at('items', 'c')]: handRow('items', 12, ['n: 3', 'next: "[[b]]"'], 'No tag: a#b, #12.\n'),
};

const tagged = (name: string, call: Call, result: JsonObject, given: readonly Call[] = []): ConformanceCase => ({
  name,
  spec: 'docs/decisions.md#d30-tags (file_tags)',
  files: TAGGED,
  given: [ITEMS, ...given],
  call,
  result,
});

const found = (ns: readonly number[]): JsonObject => ({ total: ns.length, rows: ns.map((n) => ({ n })) });

const taggedRows = (name: string, where: JsonObject, ns: readonly number[]): ConformanceCase =>
  tagged(name, ['select_rows', { table: 'items', columns: ['n'], where }], found(ns));

const VIEW: Call = [
  'create_view',
  {
    name: 'vw_projects',
    description: 'Items of a project',
    query: { table: 'items', columns: ['n', 'file_tags'], where: { file_tags: { contains: 'project' } } },
  },
];

const linked = (name: string, where: JsonObject, ns: readonly number[]): ConformanceCase => ({
  ...taggedRows(name, where, ns),
  spec: 'docs/queries.md#names, D31',
});

/** a has n 1; b links to a; c links to b. */
const FILE_LINKS: readonly ConformanceCase[] = [
  {
    ...tagged(
      'shows what a note links to, and what links to it',
      ['select_rows', { table: 'items', columns: ['file_links', 'file_backlinks', 'file_backlink_count'] }],
      {
        rows: [
          { file_links: null, file_backlinks: ['[[b]]'], file_backlink_count: 1 },
          { file_links: ['[[a]]'], file_backlinks: ['[[c]]'], file_backlink_count: 1 },
          { file_links: ['[[b]]'], file_backlinks: null, file_backlink_count: 0 },
        ],
      },
    ),
    spec: 'docs/queries.md#names, D31',
  },
  linked('finds what links to a note', { file_links: { contains: '[[a]]' } }, [2]),
  linked('finds what a note links to', { file_backlinks: { contains: '[[c]]' } }, [2]),
  linked('finds what links to no such note', { file_links: { contains: '[[Nobody]]' } }, []),
  linked('finds what does not link to a note', { not: { file_links: { contains: '[[a]]' } } }, [1, 3]),
  linked('finds notes without backlinks', { file_backlinks: { empty: true } }, [3]),
  linked('counts backlinks', { file_backlinks: { length: { gte: 1 } } }, [1, 2]),
  linked('finds by what the notes hold that link to it', { 'file_backlinks.n': 3 }, [2]),
  linked('finds by what the linked notes hold', { 'file_links.n': { lt: 2 } }, [2]),
  linked('finds by the tags of the front matter of linked notes', { 'file_links.tags': { contains: 'work' } }, [2]),
  linked('finds by the folder', { file_folder: 'notedb/main/default/items' }, [1, 2, 3]),
  linked('finds by the beginning of the folder', { file_folder: { starts_with: 'notedb/main/' } }, [1, 2, 3]),
  linked('finds by the size of the file', { file_size: { gt: 1 } }, [1, 2, 3]),
  linked('finds by the day that the file was made', { file_created: { lte: '{now}' } }, [1, 2, 3]),
  {
    ...tagged(
      'answers what links to a note without a look at the others',
      ['select_rows', { table: 'items', columns: ['n'], where: { file_links: { contains: '[[a]]' } }, explain: true }],
      { total: 1, explain: { index: 'file_links', looked_at: 1 } },
    ),
    spec: 'docs/queries.md#names, D31',
  },
  {
    ...tagged(
      'groups by what is linked',
      [
        'select_rows',
        { table: 'items', group_by: ['file_backlinks'], aggregates: { n: 'count' }, order_by: ['file_backlinks'] },
      ],
      { total: 3 },
    ),
    spec: 'docs/queries.md#names, D31',
  },
  {
    ...tagged('shows the facts of a file', ['select_rows', { table: 'items', columns: ['file_folder', 'file_size'] }], {
      total: 3,
    }),
    spec: 'docs/queries.md#names, D31',
  },
];

const FILE_TAGS: readonly ConformanceCase[] = [
  tagged(
    'shows the tags of the front matter and of the text, each once, without those in code and comments',
    ['select_rows', { table: 'items', columns: ['file_tags'] }],
    { rows: [{ file_tags: ['front', 'Work', 'project/alpha'] }, { file_tags: ['projects', 'home'] }, {}] },
  ),
  taggedRows('finds by a tag of the text, also by the one above it', { file_tags: { contains: '#Project' } }, [1]),
  taggedRows('finds by a tag of the front matter', { file_tags: { contains: 'work' } }, [1]),
  taggedRows('finds what has no tag at all', { file_tags: { exists: false } }, [3]),
  taggedRows('finds by the tags behind a link', { 'next.file_tags': { contains: 'project' } }, [2]),
  tagged(
    'counts by the tags of the text',
    ['select_rows', { table: 'items', aggregates: { tagged: 'count:file_tags', last: 'max:file_tags' } }],
    { rows: [{ tagged: 2, last: 'Work' }] },
  ),
  tagged(
    'keeps them in a view',
    ['select_rows', { table: 'vw_projects' }],
    {
      total: 1,
      rows: [{ n: 1, file_tags: ['front', 'Work', 'project/alpha'] }],
    },
    [VIEW],
  ),
  tagged(
    'filters a view by them',
    ['select_rows', { table: 'vw_projects', where: { file_tags: { icontains: 'home' } } }],
    {
      total: 0,
    },
    [VIEW],
  ),
  tagged(
    'finds by them in a union, and shows them',
    ['select_rows', { table: 'vw_both', columns: ['n', 'file_tags'], where: { file_tags: { contains: 'home' } } }],
    { total: 1, rows: [{ n: 2, file_tags: ['projects', 'home'] }] },
    [
      tableOf('others', [column('n', 'integer')]),
      ['create_view', { name: 'vw_both', query: { union: [{ table: 'items' }, { table: 'others' }] } }],
    ],
  ),
  tagged(
    'finds by them in a table that is joined, and behind a link from there',
    [
      'select_rows',
      {
        table: 'items',
        columns: ['n'],
        join: {
          table: 'items',
          as: 'before',
          on: { next: 'path' },
          columns: ['file_tags', 'next.file_tags'],
          where: { file_tags: { contains: 'home' } },
        },
      },
    ],
    {
      total: 1,
      rows: [
        { n: 3, before: [{ file_tags: ['projects', 'home'], 'next.file_tags': ['front', 'Work', 'project/alpha'] }] },
      ],
    },
  ),
  tagged(
    'filters the rows of a view that groups by them',
    ['select_rows', { table: 'vw_count' }],
    { total: 1, rows: [{ rows: 2 }] },
    [
      [
        'create_view',
        {
          name: 'vw_count',
          query: { table: 'items', where: { file_tags: { exists: true } }, aggregates: { rows: 'count' } },
        },
      ],
    ],
  ),
  tagged(
    'explains why a note without the tag is left out',
    [
      'select_rows',
      { table: 'items', where: { file_tags: { contains: 'home' } }, explain: { path: at('items', 'a') } },
    ],
    {
      total: 1,
      explain: {
        note: {
          in_result: false,
          failing: [{ condition: { file_tags: { contains: 'home' } }, value: ['front', 'Work', 'project/alpha'] }],
        },
      },
    },
  ),
  {
    ...tagged(
      'reads a text as an earlier step of a batch left it',
      [
        'batch',
        {
          operations: [
            { op: 'update_rows', table: 'items', where: { n: 3 }, body: 'Now #home.' },
            { op: 'update_rows', table: 'items', where: { file_tags: { contains: 'home' } }, set_values: { n: 7 } },
          ],
        },
      ],
      { changed: 2 },
    ),
    // A dry run tries each step on what is there now.
    buildsUp: true,
  },
  tagged(
    'changes the rows that a tag of the text names',
    ['update_rows', { table: 'items', where: { file_tags: { contains: 'home' } }, set_values: { n: 7 } }],
    { changed: 1 },
  ),
  tagged(
    'starts a walk at the notes that a tag of the text names',
    ['graph_neighbors', { from_nodes: { table: 'items', where: { file_tags: { contains: 'home' } } } }],
    {},
  ),
];

const dated = (what: string, token: string, found: boolean): ConformanceCase => ({
  name: `takes ${token} for ${what}`,
  spec: 'D6 (date tokens: min h d w m y; a month that is too short takes its last day)',
  given: [
    tableOf('days', [column('day', 'date'), column('at', 'datetime')]),
    ['insert_row', { table: 'days', values: what.length > 10 ? { at: what } : { day: what } }],
  ],
  call: ['select_rows', { table: 'days', where: what.length > 10 ? { at: token } : { day: token } }],
  result: { total: Number(found) },
});

/** It is noon of the 5th of March 2026, in UTC. */
const UNITS: readonly ConformanceCase[] = [
  dated('2026-03-05T11:15:00+00:00', '{now-45min}', true),
  dated('2026-03-04T11:00:00+00:00', '{now-25h}', true),
  dated('2026-03-12', '{today+7d}', true),
  dated('2026-02-19', '{today-2w}', true),
  dated('2026-04-05', '{today+1m}', true),
  dated('2025-03-05', '{today-1y}', true),
  dated('2026-03-05', '{now}', true),
  dated('2026-03-06', '{today+1m}', false),
];

const short = (token: string, day: string): ConformanceCase => ({
  name: `takes ${token} of the last day of January for ${day}`,
  spec: 'D6 (a month that is too short takes its last day)',
  files: { 'Note.md': '---\nwhen: 2026-01-31\n---\n' },
  given: [tableOf('days', [column('day', 'date')]), ['insert_row', { table: 'days', values: { day } }]],
  call: ['select_rows', { table: 'days', where: { day: token }, this_note: 'Note.md' }],
  result: { total: 1 },
});

export const SELECT_NAMES: readonly ConformanceCase[] = [
  ...NAMES,
  ...FILE_TAGS,
  ...FILE_LINKS,
  ...UNITS,
  short('{this.when+1m}', '2026-02-28'),
  short('{this.when-11m}', '2025-02-28'),
  short('{this.when+1y}', '2027-01-31'),
];
