/** rename_column. Source: docs/operations.md#rename_column, docs/http.md#errors; D2, D16, D17, D18. */

import type { Call, ConformanceCase, ExpectedError } from './case';
import { PEOPLE, TASKS, at, column, handRow, id, note, person, row, tableOf, task } from './tables';

const rename = (from: string, to: string, table = 'people'): Call => [
  'rename_column',
  { table, from_column: from, to_column: to },
];

const hand = handRow(
  'people',
  1,
  ['name:   Ada  # the first', "'email': 'a@x'", 'tags: [a, b]', 'born: 1815-12-10'],
  'email: x\r\n',
);

const refuses = (what: string, call: Call, error: ExpectedError): ConformanceCase => ({
  name: `refuses ${what}`,
  spec: 'docs/operations.md#rename_column',
  given: [PEOPLE, person('Ada', { email: 'a@x' })],
  call,
  error,
});

/** Two tables in which everything reads a column that can. */
const METASTORE = `format: 1
tables:
  main.default.orders:
    time_column: day
    filename: "{day:YYYY-MM-DD} {code}"
    partition: "{code}"
    row_template: |
      # {code} {other}
    columns:
      - name: day
        type: date
      - name: code
        type: string
      # what it is about
      - name: title
        type: string
        generated: "{code} of {day}"
      - name: part
        type: link
        ref: main.default.parts
        inverse: orders
        ref_where:
          code:
            exists: true
        ref_by:
          column: kind
          levels: [a, b]
      - name: kind
        type: enum
        values: [a, b]
    constraints:
      coded:
        code: x
        part.code: x
  main.default.parts:
    columns:
      - name: code
        type: string
      - name: kind
        type: enum
        values: [a, b]
      - name: orders
        type: list
        items:
          type: link
          ref: main.default.orders
          inverse: part
`;

const follows = (what: string, call: Call, replaced: readonly (readonly [string, string])[]): ConformanceCase => ({
  name: `lets ${what} follow`,
  spec: 'docs/operations.md#rename_column: CHECK, docs/operations.md#column-specs (ref_where), ref_by follow; D17: patterns, docs/operations.md#column-specs (generated), row_template and inverse',
  files: { 'notedb/metastore.yaml': METASTORE },
  call,
  tree: {
    'notedb/metastore.yaml': replaced.reduce((text, [before, after]) => text.replace(before, after), METASTORE),
  },
});

/** The same in braces, with comments behind them and in them. */
const IN_BRACES = `format: 1
tables:
  main.default.orders:
    time_column: day # when
    filename: "{day:YYYY-MM-DD} {code}" # file
    columns:
      - {name: day, type: date} # day
      - { "name":"code", "type":"string" } # code
      - {name: title, type: string, generated: "{code} of {day}"} # title
      - { # part
          name: part, type: link, # a
          ref: main.default.parts, inverse: orders, # b
          ref_where: {code: {exists: true}, kind: {ne: b}}, # c
          ref_by: {column: kind, target_column: kind, map: {a: [a, b], b: [b]}} # d
        } # e
      - {name: kind, type: enum, values: [a, b]} # kind
    constraints: { # rules
      coded: {code: x, part.code: x}, # coded
      either: {or: [{code: x}, {kind: {in: [a, b]}}]}
    } # of orders
  main.default.parts: {columns: [ # all
    {name: code, type: string}, # code of a part
    {name: kind, type: enum, values: [a, b]}, # kind of a part
    {name: orders, type: list, items: {type: link, ref: main.default.orders, inverse: part}} # orders of a part
   ]} # parts
views:
  main.default.vw_x: {query: {table: main.default.orders, where: {code: x, "kind": a}, columns: [code, day]}} # x
`;

const followsInBraces = (
  what: string,
  call: Call,
  replaced: readonly (readonly [string, string])[],
): ConformanceCase => ({
  ...follows(what, call, replaced),
  name: `lets ${what} follow where it stands in braces, with every comment`,
  spec: 'docs/operations.md#rename_column; D2: only the lines of what changes are touched',
  files: { 'notedb/metastore.yaml': IN_BRACES },
  tree: {
    'notedb/metastore.yaml': replaced.reduce((text, [before, after]) => text.replace(before, after), IN_BRACES),
  },
});

export const RENAME_COLUMN: readonly ConformanceCase[] = [
  {
    name: 'renames the key where it stands and changes no other byte',
    spec: 'docs/operations.md#rename_column, D2 (writing a note)',
    files: { [at('people', 'Ada')]: hand, 'Inbox/Bo.md': handRow('people', 2, ['name: Bo']), 'email.md': '# email\n' },
    given: [PEOPLE],
    call: rename('email', 'mail'),
    result: {
      table: 'main.default.people',
      changed: 1,
      plannedUpdates: [
        {
          path: at('people', 'Ada'),
          changes: { email: { before: 'a@x', after: null }, mail: { before: null, after: 'a@x' } },
        },
      ],
    },
    tree: {
      [at('people', 'Ada')]: hand.replace("'email'", "'mail'").replace(id(1), '<uuid>'),
      'email.md': '# email\n',
    },
    then: [
      ['select_rows', { table: 'people', where: { mail: 'a@x' } }, { total: 1, rows: [{ name: 'Ada', mail: 'a@x' }] }],
      ['check_table', { table: 'people' }, { ok: true, violations: [] }],
      ['insert_row', { table: 'people', values: { name: 'Cy', mail: 'c@x' } }, { changed: 1 }],
    ],
  },
  {
    name: 'keeps what the column is, unique among it',
    spec: 'docs/operations.md#rename_column',
    given: [PEOPLE, person('Ada', { email: 'a@x' })],
    call: rename('email', 'mail'),
    then: [['describe_table', { table: 'people' }, { columns: [{}, {}, { name: 'mail', unique: true }, {}] }]],
  },
  {
    name: 'keeps a key of the new name that says the same',
    spec: 'docs/operations.md#rename_column: a stray to_column key of a different value is a conflict',
    files: {
      'a.md': handRow('people', 1, ['mail: x', 'name: A', 'email: "x"']),
      'b.md': handRow('people', 2, ['name: B', 'mail:']),
      'c.md': handRow('people', 3, ['mail: x # new', 'name: C', 'email: "x" # old']),
    },
    given: [PEOPLE],
    call: rename('email', 'mail'),
    result: { changed: 2 },
    tree: {
      'a.md': note(['table: main.default.people', 'id: <uuid>', 'name: A', 'mail: "x"']),
      'b.md': note(['table: main.default.people', 'id: <uuid>', 'name: B', 'mail:']),
      'c.md': note(['table: main.default.people', 'id: <uuid>', '# new', 'name: C', 'mail: "x" # old']),
    },
  },
  {
    name: 'writes no note when no row has a value',
    spec: 'docs/operations.md#rename_column',
    given: [PEOPLE, person('Ada')],
    call: rename('email', 'mail'),
    result: { changed: 0, plannedUpdates: [] },
    then: [['describe_table', { table: 'people' }, { columns: [{}, {}, { name: 'mail' }, {}] }]],
  },
  {
    name: 'leaves a row alone that broke a rule before',
    spec: 'D7 (an edit by hand is listed by check_table)',
    files: { 'a.md': handRow('people', 1, ['email: x', 'born: soon']) },
    given: [PEOPLE],
    call: rename('email', 'mail'),
    tree: { 'a.md': note(['table: main.default.people', 'id: <uuid>', 'mail: x', 'born: soon']) },
  },
  follows('everything but another column of that name', rename('code', 'ref_no', 'orders'), [
    ['{day:YYYY-MM-DD} {code}', '{day:YYYY-MM-DD} {ref_no}'],
    ['partition: "{code}"', 'partition: "{ref_no}"'],
    ['# {code} {other}', '# {ref_no} {other}'],
    ['- name: code', '- name: ref_no'],
    ['{code} of {day}', '{ref_no} of {day}'],
    ['        code: x\n', '        ref_no: x\n'],
  ]),
  follows('rules of another table', rename('code', 'nr', 'parts'), [
    ['          code:\n            exists', '          nr:\n            exists'],
    ['part.code: x', 'part.nr: x'],
    ['parts:\n    columns:\n      - name: code', 'parts:\n    columns:\n      - name: nr'],
  ]),
  follows('the time column', rename('day', 'on_day', 'orders'), [
    ['time_column: day', 'time_column: on_day'],
    ['{day:YYYY-MM-DD} {code}', '{on_day:YYYY-MM-DD} {code}'],
    ['- name: day', '- name: on_day'],
    ['{code} of {day}', '{code} of {on_day}'],
  ]),
  follows('the level of the target', rename('kind', 'sort', 'parts'), [
    ['          levels: [a, b]\n', '          levels: [a, b]\n          target_column: sort\n'],
    [
      '      - name: code\n        type: string\n      - name: kind',
      '      - name: code\n        type: string\n      - name: sort',
    ],
  ]),
  follows('inverse', rename('orders', 'used_in', 'parts'), [
    ['inverse: orders', 'inverse: used_in'],
    ['- name: orders', '- name: used_in'],
  ]),
  followsInBraces('everything but another column of that name', rename('code', 'ref_no', 'orders'), [
    ['{day:YYYY-MM-DD} {code}', '{day:YYYY-MM-DD} {ref_no}'],
    ['{ "name":"code"', '{ "name": ref_no'],
    ['{code} of {day}', '{ref_no} of {day}'],
    ['coded: {code: x', 'coded: {ref_no: x'],
    ['[{code: x}', '[{ref_no: x}'],
  ]),
  followsInBraces('rules of another table', rename('code', 'nr', 'parts'), [
    ['ref_where: {code:', 'ref_where: {nr:'],
    ['part.code: x', 'part.nr: x'],
    ['{columns: [ # all\n    {name: code', '{columns: [ # all\n    {name: nr'],
  ]),
  followsInBraces('the level', rename('kind', 'sort', 'orders'), [
    ['ref_by: {column: kind', 'ref_by: {column: sort'],
    ['{name: kind, type: enum, values: [a, b]} # kind', '{name: sort, type: enum, values: [a, b]} # kind'],
    ['{kind: {in:', '{sort: {in:'],
  ]),
  followsInBraces('the level of the target', rename('kind', 'sort', 'parts'), [
    ['target_column: kind', 'target_column: sort'],
    ['kind: {ne: b}', 'sort: {ne: b}'],
    ['{name: kind, type: enum, values: [a, b]}, # kind of', '{name: sort, type: enum, values: [a, b]}, # kind of'],
  ]),
  followsInBraces(
    'a table',
    ['alter_table', { table: 'orders', name: 'sales' }],
    [
      ['main.default.orders:', 'main.default.sales:'],
      ['ref: main.default.orders', 'ref: main.default.sales'],
      ['table: main.default.orders', 'table: main.default.sales'],
    ],
  ),
  followsInBraces('inverse', rename('orders', 'used_in', 'parts'), [
    ['inverse: orders', 'inverse: used_in'],
    ['{name: orders,', '{name: used_in,'],
  ]),
  refuses('a name that is taken', rename('email', 'born'), {
    code: 'refused',
    violations: ['born exists'],
    message: 'column born already',
    hint: 'another name',
  }),
  {
    name: 'refuses the name of a field',
    spec: 'docs/operations.md#create_table: a field may not share a name with a column',
    given: [tableOf('a', [column('x', 'string')], { fields: { f: 1 } })],
    call: rename('x', 'f', 'a'),
    error: { code: 'refused', violations: ['f field'] },
  },
  refuses('a name that is reserved', rename('email', 'path'), { code: 'bad_request', message: 'reserved' }),
  refuses('a name that is none', rename('email', 'E-Mail'), { code: 'bad_request', message: 'write e_mail' }),
  refuses('an unknown column', rename('emial', 'mail'), {
    code: 'refused',
    violations: ['emial unknown_column'],
    hint: 'email',
  }),
  refuses('the system column', rename('id', 'key'), { code: 'refused', violations: ['id unknown_column'] }),
  refuses('an unknown table', rename('email', 'mail', 'peple'), { code: 'not_found', hint: 'main.default.people' }),
  {
    name: 'refuses rows that say something else under the new name, and lists them',
    spec: 'docs/operations.md#rename_column: a row with a stray to_column key of a different value is a conflict',
    files: {
      'a.md': handRow('people', 1, ['name: A', 'email: x', 'mail: y']),
      'b.md': handRow('people', 2, ['name: B', 'mail: z']),
      'c.md': handRow('people', 3, ['name: C', 'email: q']),
    },
    given: [PEOPLE],
    call: rename('email', 'mail'),
    error: {
      code: 'conflict',
      conflicts: ['exists a.md', 'exists b.md'],
      message: ['a.md has a key mail already: "y"', 'and 1 more'],
      hint: 'remove the key mail',
    },
  },
  {
    name: 'refuses a note that does not parse any more',
    spec: 'D7 (unparsable: never rewritten)',
    files: { 'a.md': handRow('people', 1, ['name: A', 'email: x']) },
    given: [PEOPLE],
    edits: { 'a.md': handRow('people', 1, ['name: A', 'email: "x']) },
    call: rename('email', 'mail'),
    error: { code: 'refused', violations: ['unparsable'] },
  },
  {
    name: 'refuses a column of a base',
    spec: 'docs/operations.md#set_table_bases: an inherited column can only be restyled',
    files: {
      'notedb/metastore.yaml': `format: 1
bases:
  dated:
    columns:
      - name: day
        type: date
tables:
  main.default.a:
    bases: [dated]
`,
    },
    call: rename('day', 'on_day', 'a'),
    error: { code: 'conflict', conflicts: ['inherited'], hint: 'define_base' },
  },
  {
    name: 'renames a link that others wrote in their own way, and its rows stay linked',
    spec: 'docs/operations.md#rename_column',
    given: [PEOPLE, TASKS, person('Ada'), task('Write', { owner: 'Ada' })],
    call: rename('owner', 'doer', 'tasks'),
    tree: { [at('tasks', 'Write')]: row('tasks', ['title: Write', 'status: todo', 'doer: "[[Ada]]"']) },
  },
];
