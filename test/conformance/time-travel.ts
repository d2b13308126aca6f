/** select_rows as of a version or a moment. Source: docs/history.md#reading; D8, D17 */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { column } from './tables';
import { ADA_KEPT, PEOPLE_KEPT, kept } from './table-history';

const EARLY = '2026-03-05T12:00:00+00:00';
const EARLY_ADA = '2026-03-05T12:00:00.001+00:00';
const withoutHistory: Call = ['create_table', { ...PEOPLE_KEPT[1], history: false }];

/** Ada at version 1, with an address at 2, Bo at 3, nobody at 4. */
const given: readonly Call[] = [
  PEOPLE_KEPT,
  kept('Ada'),
  ['update_rows', { table: 'people', set_values: { email: 'a@x' } }],
  kept('Bo'),
  ['delete_rows', { table: 'people' }],
];

const FOLK: Call = ['create_table', { ...PEOPLE_KEPT[1], name: 'folk' }];

const folk = (name: string): Call => ['insert_row', { table: 'folk', values: { name } }];

/** Between the creation of folk and its first row. */
const AFTER_FOLK = '2026-03-05T12:00:00.005+00:00';

const UNION: Call = [
  'create_view',
  { name: 'vw_two', query: { union: [{ table: 'people' }, { table: 'people', columns: ['name'] }] } },
];

/** A job in the garden at home, which Ada owns and helps with. */
const LINKED: readonly Call[] = [
  PEOPLE_KEPT,
  kept('Ada', { email: 'a@x' }),
  [
    'create_table',
    {
      name: 'areas',
      description: 'Where there is something to do',
      columns: [column('name', 'string'), column('part_of', 'link', { ref: 'self', hierarchy: true })],
      history: true,
    },
  ],
  ['insert_row', { table: 'areas', values: { name: 'Home' } }],
  ['insert_row', { table: 'areas', values: { name: 'Garden', part_of: 'Home' } }],
  [
    'create_table',
    {
      name: 'jobs',
      description: 'What is to do',
      columns: [
        column('title', 'string'),
        column('owner', 'link', { ref: 'people' }),
        column('helpers', 'list', { items: { type: 'link', ref: 'people' } }),
        column('area', 'link', { ref: 'areas' }),
      ],
      history: true,
    },
  ],
  ['insert_row', { table: 'jobs', values: { title: 'a', owner: 'Ada', helpers: ['Ada'], area: 'Garden' } }],
];

/** The last of these writes. */
const LINKED_MOMENT = '2026-03-05T12:00:00.006+00:00';

const select = (more: JsonObject): Call => ['select_rows', { table: 'people', order_by: 'name', ...more }];

export const TIME_TRAVEL: readonly ConformanceCase[] = [
  {
    name: 'reads the rows of an earlier version',
    spec: 'docs/history.md#reading: version',
    given,
    call: select({ version: 3 }),
    result: { total: 2, rows: [{ path: ADA_KEPT, name: 'Ada', email: 'a@x' }, { name: 'Bo' }] },
    then: [
      ['select_rows', { table: 'people', version: 1 }, { rows: [{ path: ADA_KEPT, id: '<uuid>', name: 'Ada' }] }],
      ['select_rows', { table: 'people', version: 0 }, { total: 0, rows: [] }],
      ['select_rows', { table: 'people', version: 4 }, { total: 0, rows: [] }],
    ],
  },
  {
    name: 'filters and orders them as always, with their bodies',
    spec: 'docs/history.md#reading: version',
    given,
    call: select({
      version: 3,
      where: { email: { exists: true } },
      columns: ['email', 'file_name'],
      include_body: true,
    }),
    result: { total: 1, rows: [{ path: ADA_KEPT, email: 'a@x', file_name: 'Ada', body: '' }] },
  },
  {
    name: 'gives the tags that the texts had then',
    spec: 'docs/queries.md#names (file_tags)',
    given: [
      PEOPLE_KEPT,
      ['insert_row', { table: 'people', values: { name: 'Ada' }, body: 'Is #early.' }],
      ['update_rows', { table: 'people', body: 'Is #late.' }],
    ],
    call: select({ version: 1, columns: ['file_tags'] }),
    result: { rows: [{ file_tags: ['early'] }] },
    then: [
      ['select_rows', { table: 'people', version: 1, where: { file_tags: { contains: 'late' } } }, { total: 0 }],
      ['select_rows', { table: 'people', columns: ['file_tags'] }, { rows: [{ file_tags: ['late'] }] }],
    ],
  },
  {
    name: 'gives the time of the version as file_modified, of rows that changed since and of those that did not',
    spec: 'docs/queries.md#names; D8: never taken from a file’s mtime',
    given,
    call: select({ version: 3, columns: ['name', 'file_modified'] }),
    result: {
      rows: [
        { name: 'Ada', file_modified: '2026-03-05T12:00:00.003+00:00' },
        { name: 'Bo', file_modified: '2026-03-05T12:00:00.003+00:00' },
      ],
    },
    then: [
      [
        'select_rows',
        { table: 'people', timestamp: '2026-03-05T12:00:00.001+00:00', where: { file_modified: EARLY_ADA } },
        { total: 1 },
      ],
    ],
  },
  {
    name: 'gives it of a table of which no row changed since',
    spec: 'docs/queries.md#names; D8',
    given: given.slice(0, 4),
    call: select({ version: 3, columns: ['file_modified'] }),
    result: {
      rows: [{ file_modified: '2026-03-05T12:00:00.003+00:00' }, { file_modified: '2026-03-05T12:00:00.003+00:00' }],
    },
  },
  {
    name: 'knows the columns of that version',
    spec: 'D8: an old version has its own columns',
    given: [
      PEOPLE_KEPT,
      kept('Ada', { email: 'a@x' }),
      ['drop_column', { table: 'people', column: 'email' }],
      kept('Bo'),
    ],
    call: select({ version: 1, where: { email: 'a@x' } }),
    result: { total: 1, rows: [{ name: 'Ada', email: 'a@x' }] },
  },
  {
    name: 'reads them after a restart',
    spec: 'docs/history.md#reading: version',
    given,
    restarted: true,
    call: select({ version: 3 }),
    result: { total: 2, rows: [{ name: 'Ada', email: 'a@x' }, { name: 'Bo' }] },
  },
  {
    name: 'reads the newest version at or before a moment',
    spec: 'D8: timestamp',
    given,
    call: select({ timestamp: '2026-03-05T12:00:00.002+00:00' }),
    result: { total: 1, rows: [{ name: 'Ada', email: 'a@x' }] },
    then: [['select_rows', { table: 'people', timestamp: EARLY }, { total: 0 }]],
  },
  {
    name: 'refuses a version that is not there yet',
    spec: 'D8',
    given,
    call: select({ version: 5 }),
    error: { code: 'refused', conflicts: ['version'], message: 'the versions 0 to 4', hint: 'describe_history' },
  },
  {
    name: 'refuses a moment before version 0, with the first one that there is',
    spec: 'D8: refused with the first time stamp that there is',
    given,
    call: select({ timestamp: '2026-03-05T11:59:59.999+00:00' }),
    error: { code: 'refused', conflicts: ['version'], message: EARLY },
  },
  {
    name: 'takes a day for its start',
    spec: 'D8: a date alone is the start of that day',
    given,
    call: select({ timestamp: '2026-03-05' }),
    error: { code: 'refused', conflicts: ['version'], message: EARLY },
  },
  {
    name: 'refuses a moment that is to come',
    spec: 'D8: later than now is a 400',
    given,
    call: select({ timestamp: '2026-03-05T12:00:01+00:00' }),
    error: { code: 'bad_request', message: 'later than now' },
  },
  {
    name: 'refuses a moment that is none',
    spec: 'D18: 400',
    given,
    call: select({ timestamp: 'yesterday' }),
    error: { code: 'bad_request', message: '"yesterday" is not a date' },
  },
  {
    name: 'refuses version and timestamp together',
    spec: 'D8: a 400',
    given,
    call: select({ version: 1, timestamp: EARLY }),
    error: { code: 'bad_request', message: 'version and timestamp' },
  },
  {
    name: 'refuses a version of a table that keeps no history',
    spec: 'D17: 422 naming all such tables',
    given: [withoutHistory],
    call: select({ version: 0 }),
    error: { code: 'refused', conflicts: ['history'], message: 'main.default.people keeps no history' },
  },
  {
    name: 'reads every table of a join as of a moment, and says which version',
    spec: 'docs/history.md#reading: timestamp; D8',
    given: [...given, FOLK, folk('Ada')],
    call: select({ timestamp: AFTER_FOLK, join: { table: 'folk', on: { name: 'name' } } }),
    result: { total: 0, versions: { 'main.default.people': 4, 'main.default.folk': 0 } },
  },
  ...(['path', 'id'] as const).map((key): ConformanceCase => ({
    name: `joins by the links of then (${key}), though the row that they led to is called otherwise since`,
    spec: 'docs/history.md#reading: with timestamp a join reads every table as of that time',
    given: [
      ...LINKED,
      kept('Cy'),
      ['update_row', { table: 'people', path: ADA_KEPT, set_values: { name: 'Eve' } }],
      ['alter_table', { table: 'people', name: 'folk' }],
      // Another Ada now.
      ['insert_row', { table: 'folk', values: { name: 'Ada' } }],
    ],
    call: ['select_rows', { table: 'jobs', timestamp: LINKED_MOMENT, join: { table: 'folk', on: { owner: key } } }],
    result: { total: 1, rows: [{ title: 'a', owner: '[[Ada]]', folk: [{ path: ADA_KEPT, name: 'Ada' }] }] },
    then: [
      [
        'select_rows',
        { table: 'jobs', timestamp: LINKED_MOMENT, join: { table: 'folk', on: { helpers: key } } },
        { total: 1, rows: [{ title: 'a', folk: [{ path: ADA_KEPT, name: 'Ada' }] }] },
      ],
      [
        'select_rows',
        { table: 'jobs', join: { table: 'folk', on: { owner: key } } },
        { rows: [{ folk: [{ name: 'Eve' }] }] },
      ],
    ],
  })),
  {
    name: 'reads a joined view with the rows that are gone since, on both sides and in groups',
    spec: 'docs/history.md#reading: timestamp; joins and views',
    given: [
      PEOPLE_KEPT,
      FOLK,
      kept('Ada', { email: 'a@x' }),
      kept('Bo'),
      folk('Ada'),
      folk('Bo'),
      [
        'create_view',
        {
          name: 'vw_pairs',
          query: { table: 'people', order_by: 'name', join: { table: 'folk', on: { name: 'name' } } },
        },
      ],
      ['update_rows', { table: 'people', where: { name: 'Bo' }, set_values: { email: 'b@x' } }],
      ['delete_rows', { table: 'people', where: { name: 'Ada' } }],
      ['delete_rows', { table: 'folk', where: { name: 'Bo' } }],
    ],
    call: ['select_rows', { table: 'vw_pairs', timestamp: '2026-03-05T12:00:00.005+00:00' }],
    result: {
      total: 2,
      rows: [
        { path: ADA_KEPT, name: 'Ada', email: 'a@x', folk: [{ name: 'Ada' }] },
        { name: 'Bo', folk: [{ name: 'Bo' }] },
      ],
      versions: { 'main.default.people': 2, 'main.default.folk': 2 },
    },
    then: [
      ['select_rows', { table: 'vw_pairs' }, { total: 0 }],
      [
        'select_rows',
        { table: 'vw_pairs', timestamp: '2026-03-05T12:00:00.007+00:00', where: { email: { exists: true } } },
        { total: 2, rows: [{ email: 'a@x' }, { email: 'b@x', folk: [{ name: 'Bo' }] }] },
      ],
      [
        'select_rows',
        {
          table: 'people',
          join: { table: 'folk', on: { name: 'name' }, type: 'left' },
          group_by: 'folk.name',
          timestamp: '2026-03-05T12:00:00.009+00:00',
        },
        { rows: [{ 'folk.name': null, count: 1 }], versions: { 'main.default.people': 4, 'main.default.folk': 3 } },
      ],
    ],
  },
  {
    name: 'takes a table that was not there yet for one without rows, and leaves it out of versions',
    spec: 'docs/history.md#reading: a table that did not exist then adds no rows; D8',
    given: [...given, FOLK, folk('Ada')],
    call: select({
      timestamp: '2026-03-05T12:00:00.003+00:00',
      join: { table: 'folk', on: { name: 'name' }, type: 'left' },
    }),
    result: {
      total: 2,
      rows: [
        { name: 'Ada', folk: [] },
        { name: 'Bo', folk: [] },
      ],
      versions: { 'main.default.people': 3 },
    },
  },
  {
    name: 'reads a view and a union as of a moment',
    spec: 'docs/history.md#reading: timestamp',
    given: [...given, UNION],
    call: ['select_rows', { table: 'vw_two', timestamp: '2026-03-05T12:00:00.002+00:00' }],
    result: {
      total: 2,
      rows: [{ name: 'Ada', email: 'a@x' }, { name: 'Ada' }],
      versions: { 'main.default.people': 2 },
    },
  },
  {
    name: 'refuses version of a view',
    spec: 'D17: a view is a multi-table read',
    given: [...given, UNION],
    call: ['select_rows', { table: 'vw_two', version: 1 }],
    error: { code: 'refused', conflicts: ['version'], hint: 'timestamp' },
  },
  {
    name: 'refuses version of a join',
    spec: 'docs/operations.md#select_rows: version where several tables are read',
    given: [...given, FOLK],
    call: select({ version: 1, join: { table: 'folk', on: { name: 'name' } } }),
    error: { code: 'refused', conflicts: ['version'], message: 'main.default.people, main.default.folk' },
  },
  {
    name: 'names every table of the read that keeps no history',
    spec: 'D17: 422 naming all such tables',
    given: [withoutHistory, ['create_table', { ...FOLK[1], history: false }]],
    call: select({ timestamp: EARLY, join: { table: 'folk', on: { name: 'name' } } }),
    error: {
      code: 'refused',
      conflicts: ['history', 'history'],
      message: 'main.default.folk, main.default.people keep',
    },
  },
  {
    name: 'knows no history of information_schema',
    spec: 'docs/history.md#reading: information_schema has no history',
    given,
    call: ['select_rows', { table: 'system.information_schema.tables', timestamp: EARLY }],
    error: { code: 'bad_request', message: 'has no history' },
  },
  {
    name: 'follows links of where and expand to the rows as they are now',
    spec: 'docs/history.md#reading: links followed by where or expand read linked rows as they are now',
    given: [
      PEOPLE_KEPT,
      kept('Ada', { email: 'old@x' }),
      [
        'create_table',
        {
          name: 'jobs',
          description: 'What is to do',
          columns: [column('title', 'string'), column('owner', 'link', { ref: 'people' })],
          history: true,
        },
      ],
      ['insert_row', { table: 'jobs', values: { title: 'a', owner: 'Ada' } }],
      ['update_rows', { table: 'people', set_values: { email: 'new@x' } }],
      ['delete_rows', { table: 'jobs' }],
    ],
    call: ['select_rows', { table: 'jobs', version: 1, where: { 'owner.email': 'new@x' }, expand: ['owner'] }],
    result: { total: 1, rows: [{ title: 'a', owner: { path: ADA_KEPT, email: 'new@x' } }] },
    then: [['select_rows', { table: 'jobs', version: 1, where: { 'owner.email': 'old@x' } }, { total: 0 }]],
  },
  {
    name: 'reads a view by the query that it has today, on the rows of then',
    spec: 'docs/history.md#reading: views and bases keep today’s definition',
    given: [
      ...given,
      ['create_view', { name: 'vw_named', query: { table: 'people', columns: ['email'] } }],
      [
        'create_view',
        {
          name: 'vw_named',
          query: { table: 'people', columns: ['name'], where: { name: { ne: 'Bo' } } },
          replace: true,
        },
      ],
    ],
    call: ['select_rows', { table: 'vw_named', timestamp: '2026-03-05T12:00:00.003+00:00' }],
    result: { total: 1, rows: [{ path: ADA_KEPT, name: 'Ada' }], versions: { 'main.default.people': 3 } },
  },
  {
    name: 'reads a base by the columns that it has today, on the rows of then',
    spec: 'docs/history.md#reading: views and bases keep today’s definition',
    given: [
      ['define_base', { name: 'named', description: 'Has a name', columns: [column('nick', 'string')] }],
      PEOPLE_KEPT,
      ['set_table_bases', { table: 'people', bases: ['named'] }],
      kept('Ada', { nick: 'A' }),
      [
        'define_base',
        {
          name: 'named',
          columns: [column('short', 'string'), column('mood', 'string')],
          rename_columns: { nick: 'short' },
        },
      ],
    ],
    call: [
      'select_rows',
      { table: 'base:named', timestamp: '2026-03-05T12:00:00.003+00:00', columns: ['short', 'mood'] },
    ],
    result: { total: 1, rows: [{ path: ADA_KEPT, short: null, mood: null }] },
  },
  {
    name: 'reads a base as of a moment',
    spec: 'docs/history.md#reading: timestamp',
    given: [
      ['define_base', { name: 'named', description: 'Has a name', columns: [column('nick', 'string')] }],
      PEOPLE_KEPT,
      ['set_table_bases', { table: 'people', bases: ['named'] }],
      kept('Ada', { nick: 'A' }),
      ['delete_rows', { table: 'people' }],
    ],
    call: ['select_rows', { table: 'base:named', timestamp: '2026-03-05T12:00:00.003+00:00' }],
    result: { total: 1, rows: [{ nick: 'A', _source: 'main.default.people' }], versions: { 'main.default.people': 2 } },
  },
  {
    name: 'calls a table that was renamed since by the name that it has now',
    spec: 'docs/history.md#reading: views and bases keep today’s definition; D18 (stored queries follow)',
    given: [
      ...given.slice(0, 2),
      [
        'create_view',
        { name: 'vw_two', query: { union: [{ table: 'people' }], where: { _source: 'main.default.people' } } },
      ],
      ['alter_table', { table: 'people', name: 'folk' }],
    ],
    call: ['select_rows', { table: 'vw_two', timestamp: EARLY_ADA }],
    result: { total: 1, rows: [{ _source: 'main.default.folk', name: 'Ada' }], versions: { 'main.default.folk': 1 } },
    then: [
      [
        'select_rows',
        { table: 'folk', version: 1, explain: true },
        { total: 1, rows: [{ path: ADA_KEPT }], explain: { source: 'main.default.folk' } },
      ],
    ],
  },
  {
    name: 'names it so in what it says is wrong',
    spec: 'D5: a sentence that a person understands',
    given: [PEOPLE_KEPT, ['alter_table', { table: 'people', name: 'folk' }]],
    call: ['select_rows', { table: 'folk', version: 0, where: { nick: 'A' } }],
    error: { code: 'bad_request', message: 'folk has no column "nick"' },
  },
  {
    name: 'follows links into a table that was renamed since',
    spec: 'docs/history.md#reading: links followed by where or expand read linked rows as they are now',
    given: [
      ...LINKED,
      ['alter_table', { table: 'people', name: 'folk' }],
      ['alter_table', { table: 'areas', name: 'fields' }],
    ],
    call: [
      'select_rows',
      {
        table: 'jobs',
        version: 1,
        where: { 'owner.email': 'a@x', area: { within: 'Home' } },
        columns: ['helpers.email'],
        expand: ['owner'],
      },
    ],
    result: {
      total: 1,
      rows: [{ 'helpers.email': ['a@x'], owner: { path: 'notedb/main/default/folk/Ada.md', email: 'a@x' } }],
    },
  },
  {
    name: 'follows links into their own table when it was renamed since',
    spec: 'docs/history.md#reading: links followed by where or expand read linked rows as they are now',
    given: [...LINKED, ['alter_table', { table: 'areas', name: 'fields' }]],
    call: ['select_rows', { table: 'fields', version: 2, where: { 'part_of.name': 'Home' } }],
    result: { total: 1, rows: [{ name: 'Garden' }] },
  },
];
