/** merge_rows. Source: docs/operations.md#merge_rows, docs/http.md#errors; D6, D16, D17. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { ALL_GONE, MANY, PEOPLE, TASKS, at, column, handRow, id, note, person, row, tableOf, task } from './tables';

const merge = (rows: readonly JsonObject[], more: JsonObject = {}): Call => [
  'merge_rows',
  { table: 'people', on: ['email'], rows, ...more },
];

const ADA = at('people', 'Ada');

const given: readonly Call[] = [
  PEOPLE,
  person('Ada', { email: 'a@x', born: '1815-12-10' }),
  person('Bo', { email: 'b@x' }),
  person('Nobody'),
];

const EVENTS = tableOf(
  'events',
  [
    column('title', 'string'),
    column('at', 'datetime'),
    column('owner', 'link', { ref: 'people' }),
    column('seats', 'integer'),
    column('labels', 'list', { items: 'string' }),
    column('extra', 'json'),
  ],
  { filename: '{title}', fields: { source: null } },
);

const refuses = (
  what: string,
  call: Call,
  error: ExpectedError,
  spec = 'docs/operations.md#merge_rows',
): ConformanceCase => ({
  name: `refuses ${what}`,
  spec,
  given,
  call,
  error,
});

/** A key of each kind: the second call finds the row that the first one made. */
const keyed = (what: string, on: readonly string[], first: JsonObject, second: JsonObject): ConformanceCase => ({
  name: `finds rows by ${what}`,
  spec: 'docs/operations.md#merge_rows, D6, D16',
  files: { 'notedb/main/default/people/Ada L.md': handRow('people', 1, ['name: Ada L']) },
  given: [PEOPLE, EVENTS, ['merge_rows', { table: 'events', on, rows: [{ title: 'A', ...first }] }]],
  call: ['merge_rows', { table: 'events', on, rows: [{ ...second, seats: 7 }] }],
  result: { changed: 1, inserted: 0, updated: 1, unchanged: 0, ignored: 0 },
});

export const MERGE_ROWS: readonly ConformanceCase[] = [
  {
    name: 'updates what matches, inserts what does not, leaves what is the same',
    spec: 'docs/operations.md#merge_rows, D17 (counts; only given columns change)',
    given,
    call: merge([
      { email: 'a@x', name: 'Ada', born: '1815-12-11' },
      { email: 'b@x', name: 'Bo' },
      { email: 'c@x', name: 'Cy' },
    ]),
    result: {
      operation: 'merge_rows',
      table: 'main.default.people',
      summary: 'merged 3 rows into people: 1 inserted, 1 updated',
      changed: 2,
      inserted: 1,
      updated: 1,
      unchanged: 1,
      ignored: 0,
      plannedCreates: [at('people', 'Cy')],
      plannedUpdates: [{ path: ADA, changes: { born: { before: '1815-12-10', after: '1815-12-11' } } }],
    },
    tree: {
      [ADA]: row('people', ['name: Ada', 'email: a@x', 'born: 1815-12-11']),
      [at('people', 'Cy')]: row('people', ['name: Cy', 'email: c@x']),
    },
    then: [['merge_rows', { table: 'people', on: ['email'], rows: [{ email: 'c@x' }] }, { changed: 0, unchanged: 1 }]],
  },
  {
    name: 'is a no-op without rows, and when nothing would change',
    spec: 'D6 (a row that would not change is not written)',
    given,
    call: merge([{ email: 'a@x', born: '1815-12-10' }]),
    result: { changed: 0, migrationId: null, inserted: 0, updated: 0, unchanged: 1, ignored: 0 },
    then: [['merge_rows', { table: 'people', on: ['email'], rows: [] }, { changed: 0, unchanged: 0 }]],
  },
  {
    name: 'leaves matched rows alone when told so',
    spec: 'docs/operations.md#merge_rows (when_matched)',
    given,
    call: merge(
      [
        { email: 'a@x', born: '1900-01-01' },
        { email: 'c@x', name: 'Cy' },
      ],
      { when_matched: 'ignore', when_not_matched: 'insert' },
    ),
    result: { changed: 1, inserted: 1, updated: 0, unchanged: 0, ignored: 1 },
  },
  {
    name: 'inserts nothing when told so',
    spec: 'docs/operations.md#merge_rows (when_not_matched)',
    given,
    call: merge([{ email: 'a@x', born: null }, { email: 'c@x' }], {
      when_matched: 'update',
      when_not_matched: 'ignore',
    }),
    result: { changed: 1, inserted: 0, updated: 1, unchanged: 0, ignored: 1 },
    tree: { [ADA]: row('people', ['name: Ada', 'email: a@x']) },
  },
  {
    name: 'fills defaults of inserted rows, never of matched ones',
    spec: 'D16 (defaults)',
    given: [PEOPLE, TASKS, task('A', { status: null })],
    call: ['merge_rows', { table: 'tasks', on: ['title'], rows: [{ title: 'A', estimate: 1 }, { title: 'B' }] }],
    tree: {
      [at('tasks', 'A')]: row('tasks', ['title: A', 'estimate: 1']),
      [at('tasks', 'B')]: row('tasks', ['title: B', 'status: todo']),
    },
  },
  {
    name: 'writes links of the vault’s form and renames a note with its name',
    spec: 'D2 (links), D6 (rename)',
    files: { 'See.md': '[[Bo]]\n' },
    given: [...given, TASKS, task('A')],
    call: merge([{ email: 'b@x', name: 'Bob' }]),
    result: { changed: 2, updated: 1, planned_moves: [{ from: at('people', 'Bo'), to: at('people', 'Bob') }] },
    tree: { 'See.md': '[[Bob]]\n' },
    then: [
      [
        'merge_rows',
        { table: 'tasks', on: ['title'], rows: [{ title: 'A', owner: 'Bob' }] },
        { plannedUpdates: [{ changes: { owner: { after: '[[Bob]]' } } }] },
      ],
    ],
  },
  keyed('the instant', ['at'], { at: '2026-03-01T10:00:00' }, { at: '2026-03-01T11:00:00+01:00' }),
  keyed('the row that a link means', ['owner'], { owner: 'Ada L' }, { owner: 'notedb/main/default/people/Ada L.md' }),
  keyed(
    'a number and a list',
    ['seats', 'labels'],
    { seats: 7, labels: ['a', 'b'] },
    { labels: ['a', 'b'], title: 'B' },
  ),
  keyed(
    'JSON and a field',
    ['extra', 'source'],
    { extra: { a: 1, b: [2] }, source: 'x' },
    { extra: { b: [2], a: 1 }, source: 'x' },
  ),
  keyed('text in another Unicode form', ['title'], { title: 'é' }, { title: 'e\u0301' }),
  keyed('text that is stored in another Unicode form', ['title'], { title: 'e\u0301' }, { title: 'é' }),
  keyed('text with a control character', ['title'], { title: 'a\u0001b' }, { title: 'a\u0001b' }),
  {
    name: 'tells keys apart that look alike',
    spec: 'docs/operations.md#merge_rows, D16 (text exactly)',
    given: [PEOPLE, EVENTS],
    call: [
      'merge_rows',
      {
        table: 'events',
        on: ['source', 'labels'],
        rows: [
          { title: 'a', source: '5', labels: ['a', 'b'] },
          { title: 'b', source: 5, labels: ['a', 'b'] },
          { title: 'c', source: 5, labels: ['a,b'] },
          { title: 'd', source: '\u00015', labels: ['a,b'] },
          { title: 'e', source: '["a"]', labels: ['a,b'] },
          { title: 'f', source: ['a'], labels: ['a,b'] },
          { title: 'g', source: '"5"', labels: ['a', 'b'] },
        ],
      },
    ],
    result: { inserted: 7, updated: 0 },
  },
  keyed('text and a number', ['title', 'seats'], { title: 'x', seats: 7 }, { title: 'x', labels: ['a'] }),
  {
    name: 'finds rows that somebody wrote by hand, wherever they lie',
    spec: 'docs/operations.md#merge_rows, D2',
    files: { 'Else/x.md': handRow('events', 1, ['title: x', 'at: 2026-03-01T10:00:00']) },
    given: [PEOPLE, EVENTS],
    call: ['merge_rows', { table: 'events', on: ['at'], rows: [{ at: '2026-03-01T10:00:00', seats: 1 }] }],
    result: { updated: 1, plannedUpdates: [{ path: 'Else/x.md', changes: { seats: { before: null, after: 1 } } }] },
  },
  {
    name: 'completes a date-time that somebody wrote without an offset with the time zone of the database',
    spec: 'docs/operations.md#merge_rows: date-times are compared after completion with the database time zone',
    files: { 'Else/x.md': handRow('events', 1, ['title: A', 'at: 2026-03-01T19:00:00']) },
    given: [['configure_database', { timezone: 'Asia/Tokyo' }], PEOPLE, EVENTS],
    call: ['merge_rows', { table: 'events', on: ['at'], rows: [{ at: '2026-03-01T10:00:00Z', seats: 3 }] }],
    result: { inserted: 0, updated: 1, plannedUpdates: [{ path: 'Else/x.md' }] },
  },
  {
    name: 'completes the date-times of keys with the time zone of the database',
    spec: 'docs/operations.md#merge_rows: date-times are compared after completion with the database time zone',
    given: [
      ['configure_database', { timezone: 'Asia/Tokyo' }],
      PEOPLE,
      EVENTS,
      ['insert_row', { table: 'events', values: { title: 'A', at: '2026-03-01T10:00:00Z' } }],
    ],
    call: ['merge_rows', { table: 'events', on: ['at'], rows: [{ at: '2026-03-01 19:00', seats: 3 }] }],
    result: {
      inserted: 0,
      updated: 1,
      plannedUpdates: [{ path: at('events', 'A'), changes: { seats: { after: 3 } } }],
    },
  },
  refuses(
    'a row without a value of a key column, and tells the rest too',
    merge([{ name: 'A' }, { email: null, born: 'x' }, { email: '', nope: 1 }, { email: 'c@x', name: 'C', born: 'y' }]),
    {
      code: 'refused',
      violations: [
        'email required',
        'email required',
        'born type',
        'email required',
        'nope unknown_column',
        'born type',
      ],
      message: 'rows[0]: the key column email has no value',
    },
    'D6 (a missing or null key part is refused)',
  ),
  refuses(
    'a key of the wrong type',
    merge([{ email: 1 }, { email: 'c@x', name: 'C' }]),
    { code: 'refused', violations: ['email type'], message: 'rows[0]' },
    'D3 (never coerced)',
  ),
  {
    name: 'refuses a key that several rows hold, and one that is repeated: all of them',
    spec: 'docs/operations.md#merge_rows (conflict), docs/http.md#errors',
    given: [...given, person('Eve', { born: '1815-12-10' })],
    call: merge(
      [
        { born: '1815-12-10', email: 'x' },
        { born: '1900-01-01', name: 'N' },
        { born: '1900-01-01', name: 'M' },
      ],
      { on: ['born'] },
    ),
    error: {
      code: 'conflict',
      conflicts: ['repeated_key', `several_rows ${ADA}`, `several_rows ${at('people', 'Eve')}`],
      message: 'rows[1] and rows[2] have the same key',
    },
  },
  {
    name: 'refuses one key written in two ways',
    spec: 'docs/operations.md#merge_rows (date-times are compared after completion)',
    given: [PEOPLE, EVENTS],
    call: [
      'merge_rows',
      {
        table: 'events',
        on: ['at'],
        rows: [
          { title: 'A', at: '2026-03-01T10:00:00' },
          { title: 'B', at: '2026-03-01T11:00:00+01:00' },
        ],
      },
    ],
    error: { code: 'conflict', conflicts: ['repeated_key'], hint: 'give each key once' },
  },
  {
    name: 'refuses the name of several rows as a key',
    spec: 'D16 (an ambiguous name is ref)',
    files: { 'a/Ada.md': handRow('people', 1, ['name: Ada']), 'b/Ada.md': handRow('people', 2, ['name: Ada']) },
    given: [PEOPLE, EVENTS],
    call: ['merge_rows', { table: 'events', on: ['owner'], rows: [{ title: 'A', owner: 'Ada' }] }],
    error: { code: 'refused', violations: ['owner ref'], message: ['[[a/Ada]]', '[[b/Ada]]'] },
  },
  refuses(
    'values that do not fit, of new and matched rows together',
    merge([
      { email: 'a@x', born: 'x' },
      { email: 'c@x', nope: 1 },
    ]),
    { code: 'refused', violations: ['born type', 'nope unknown_column', 'name required'] },
    'D5 (all are listed)',
  ),
  {
    name: 'lets a new row take the value that another row of the call gives up',
    spec: 'docs/operations.md#merge_rows (one operation), D16 (unique)',
    given,
    call: merge(
      [
        { name: 'Cy', email: 'a@x' },
        { name: 'Ada', email: null },
      ],
      { on: ['name'] },
    ),
    result: { inserted: 1, updated: 1 },
  },
  refuses(
    'what would clash afterwards',
    merge([{ name: 'Ada', email: 'b@x' }], { on: ['name'] }),
    { code: 'refused', violations: ['email unique'] },
    'D16 (unique)',
  ),
  refuses(
    'key columns that there are not',
    merge([{ email: 'a@x' }], { on: ['mail', 'email', 'id'] }),
    {
      code: 'refused',
      violations: ['mail unknown_column', 'id unknown_column'],
      message: 'did you mean email',
      hint: 'on names columns',
    },
    'D18',
  ),
  refuses(
    'a key column twice',
    merge([], { on: ['email', 'email'] }),
    { code: 'bad_request', message: 'email' },
    'D18',
  ),
  refuses(
    'mistyped arguments, all of them',
    ['merge_rows', { table: 'people', on: [], rows: {}, when_matched: 'delete', when_not_matched: 'x' }],
    { code: 'bad_request', message: ['on', 'rows', 'when_matched', 'when_not_matched'] },
    'D3',
  ),
  refuses(
    'the older name of nothing',
    ['merge_rows', { table: 'people', on: ['email'], row: [] }],
    { code: 'bad_request', message: ['unknown argument "row"; did you mean "rows"?'] },
    'D3',
  ),
  refuses('an unknown table', merge([], { table: 'peple' }), { code: 'not_found', hint: 'people' }, 'D18'),
  {
    name: 'does not write a row that may be lost',
    spec: 'D7 (a write to a suspect row is a conflict)',
    files: MANY,
    given: [PEOPLE],
    edits: ALL_GONE,
    call: merge([{ name: 'Person 0', email: 'x' }], { on: ['name'] }),
    error: { code: 'conflict', conflicts: ['suspect Many/0.md'] },
  },
  {
    name: 'does not touch a row whose front matter is broken',
    spec: 'D7 (never rewritten)',
    given,
    edits: { [ADA]: note(['table: main.default.people', `id: ${id(1)}`, 'name: [Ada']) },
    call: merge([{ email: 'a@x', born: '1900-01-01' }]),
    error: { code: 'refused', violations: ['unparsable'] },
  },
];
