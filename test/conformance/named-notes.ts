/** Where a row's note lies and how it is called. Source: docs/operations.md#create_table (time_column, filename, partition, archive); D6, D16. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { at, column, row, tableOf } from './tables';

const day = column('day', 'date');
const title = column('title', 'string');

const insert = (values: JsonObject, more: JsonObject = {}): Call => ['insert_row', { table: 'log', values, ...more }];

/** A row of a table with these columns and patterns lies there. */
const lies = (
  name: string,
  columns: readonly JsonObject[],
  more: JsonObject,
  values: JsonObject,
  path: string,
): ConformanceCase => ({
  name,
  spec: 'docs/operations.md#create_table (time_column, filename, partition); D6, D16',
  given: [tableOf('log', columns, more)],
  call: insert(values),
  result: { plannedCreates: [at('log', path)] },
});

const says = (name: string, given: readonly Call[], options: JsonObject, spec: string): ConformanceCase => ({
  name,
  spec,
  given,
  call: ['describe_table', { table: 'log' }],
  result: { options },
});

const NAMED: readonly ConformanceCase[] = [
  lies('names a note by its column name', [title, column('name', 'string')], {}, { title: 'T', name: 'N' }, 'N'),
  lies('names a note by its column title where there is no name', [day, title], {}, { title: 'T' }, 'T'),
  lies(
    'names a note by its first required string where there is neither',
    [column('a', 'string'), column('b', 'integer', { required: true }), column('c', 'string', { required: true })],
    {},
    { a: 'A', b: 1, c: 'C' },
    'C',
  ),
  lies(
    'names a note by its date in the format of the database',
    [day, title],
    { time_column: 'day' },
    { day: '2026-11-21', title: 'T' },
    '2026-11-21',
  ),
  lies(
    'names a note by its file name though there is a time column, which feeds the partition',
    [day, title],
    { time_column: 'day', filename: '{title}', partition: 'YYYY/MM' },
    { day: '2026-11-21', title: 'T' },
    '2026/11/T',
  ),
  lies(
    'takes text in brackets as it is',
    [day, title],
    { filename: '{day:GGGG-[W]WW} {title}', partition: '{day:[year] YYYY}' },
    { day: '2026-11-21', title: 'T' },
    'year 2026/2026-W47 T',
  ),
  {
    name: 'refuses a row without the date that names it',
    spec: 'D6 (a file name that can’t be filled refuses the row)',
    given: [tableOf('log', [day, title], { time_column: 'day' })],
    call: insert({ title: 'T' }),
    error: { code: 'refused', violations: ['day path'] },
  },
  {
    name: 'refuses to empty what names the note',
    spec: 'D6 (a file name that can’t be filled refuses the row)',
    given: [tableOf('log', [day, title], { time_column: 'day' }), insert({ day: '2026-11-21' })],
    call: ['update_row', { table: 'log', path: at('log', '2026-11-21'), unset: ['day'] }],
    error: { code: 'refused', violations: ['day path'] },
  },
  {
    name: 'renames a row that lies elsewhere where it is, whatever its partition says',
    spec: 'D16 (a row outside its table’s folder is renamed where it is, never moved by a partition)',
    given: [
      tableOf('log', [title, column('kind', 'string')], { filename: '{title}', partition: '{kind}' }),
      insert({ title: 'T', kind: 'a' }, { path: 'Elsewhere/T' }),
    ],
    call: ['update_row', { table: 'log', path: 'Elsewhere/T.md', set_values: { title: 'U', kind: 'b' } }],
    result: { planned_moves: [{ from: 'Elsewhere/T.md', to: 'Elsewhere/U.md' }] },
    tree: { 'Elsewhere/U.md': row('log', ['title: U', 'kind: b']) },
  },
];

const SETTINGS: Call = [
  'configure_database',
  { default_partition: 'YYYY', filename: 'YYYY.MM.DD', archive_folder: 'Attic' },
];

const STORED: readonly ConformanceCase[] = [
  says(
    'keeps the archive, the partition and the file name that it was made with',
    [tableOf('log', [day], { time_column: 'day' }), SETTINGS],
    { archive: '_archive', partition: null, filename: 'YYYY-MM-DD' },
    'D16 (configure_database changes the defaults of new tables only)',
  ),
  says(
    'takes no default partition without a time column',
    [SETTINGS, tableOf('log', [day, title])],
    { archive: 'Attic', partition: null, filename: null },
    'D16 (default_partition applies only to tables that have one)',
  ),
  says(
    'is not a target of automatic links when its rows are named by a time',
    [tableOf('log', [day], { time_column: 'day' })],
    { autolink_target: false },
    'docs/operations.md#create_table (autolink_target)',
  ),
  says(
    'is not a target of automatic links when its file name is made of a date',
    [tableOf('log', [day, title], { filename: '{day:YYYY-MM-DD}' })],
    { autolink_target: false },
    'docs/operations.md#create_table (autolink_target)',
  ),
  says(
    'is a target of automatic links when its file name is made of more than a date',
    [tableOf('log', [day, title], { filename: '{day:YYYY-MM-DD} {title}' })],
    { autolink_target: true },
    'docs/operations.md#create_table (autolink_target: yes unless rows are named by a date or time)',
  ),
  says(
    'is a target of automatic links though its rows are named by a time, where it says so',
    [tableOf('log', [day], { time_column: 'day', autolink_target: true })],
    { autolink_target: true },
    'docs/operations.md#create_table (autolink_target)',
  ),
];

const LINKED: Call = tableOf('log', [column('name', 'string'), column('kind', 'string'), column('to', 'link')]);

/** A change of the columns leaves every note where it is, though none of them says any more how it is called. */
const stays = (name: string, call: Call, lines: readonly string[]): ConformanceCase => ({
  name,
  spec: 'D6 (a write that changes a column of the pattern renames the note); docs/links.md (which operations move notes)',
  given: [LINKED, insert({ name: 'A', kind: 'k' })],
  call,
  result: { changed: 1, planned_moves: [] },
  tree: { [at('log', 'A')]: row('log', lines) },
});

const UNTOUCHED: readonly ConformanceCase[] = [
  stays(
    'leaves the notes their names when the column goes that named them',
    ['drop_column', { table: 'log', column: 'name' }],
    ['kind: k'],
  ),
  stays(
    'leaves the notes their names when the column that named them is called otherwise',
    ['rename_column', { table: 'log', from_column: 'name', to_column: 'label' }],
    ['label: A', 'kind: k'],
  ),
  {
    ...stays(
      'leaves the notes their names when a column comes that names new ones',
      ['add_column', { table: 'log', column: column('title', 'string', { dense: true, default: 'T' }) }],
      ['label: A', 'title: T'],
    ),
    given: [
      tableOf('log', [column('label', 'string', { required: true }), column('to', 'link')]),
      insert({ label: 'A' }),
    ],
  },
  {
    name: 'keeps in a batch the name that an earlier step gave before its column went',
    spec: 'D6, docs/operations.md#batch (each step sees what the earlier ones left)',
    given: [LINKED, insert({ name: 'A', kind: 'k' })],
    call: [
      'batch',
      {
        operations: [
          { op: 'update_rows', table: 'log', set_values: { name: 'B' } },
          { op: 'drop_column', table: 'log', column: 'name' },
        ],
      },
    ],
    result: { planned_moves: [{ from: at('log', 'A'), to: at('log', 'B') }] },
    tree: { [at('log', 'B')]: row('log', ['kind: k']) },
    buildsUp: true,
  },
];

export const NAMED_NOTES: readonly ConformanceCase[] = [...NAMED, ...STORED, ...UNTOUCHED];
