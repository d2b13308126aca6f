/** drop_column. Source: docs/operations.md#drop_column, docs/http.md#errors; D17, D18. */

import type { Call, ConformanceCase } from './case';
import { PEOPLE, TASKS, at, handRow, id, person, row, task } from './tables';

const drop = (column: string, table = 'people'): Call => ['drop_column', { table, column }];

const hand = handRow('people', 1, ['name: Ada', '# where', 'email: a@x # home', 'tags: [a, b]'], 'email\r\n');

/** Everything that can read `code` does. */
const METASTORE = `format: 1
tables:
  main.default.orders:
    time_column: day
    filename: "{code}"
    partition: "{code}"
    row_template: "# {code}\\n"
    columns:
      - {name: day, type: date}
      - {name: code, type: string}
      - {name: free, type: string}
      - {name: title, type: string, generated: "{code}"}
      - name: part
        type: link
        ref: main.default.parts
        inverse: orders
        ref_where: {kind: a, maker.code: x}
        ref_by: {column: kind, levels: [a, b]}
      - {name: kind, type: enum, values: [a, b]}
    constraints:
      coded: {or: [{code: x}, {part.maker.code: x}]}
  main.default.parts:
    columns:
      - {name: kind, type: enum, values: [a, b]}
      - {name: maker, type: link, ref: main.default.makers}
      - name: orders
        type: list
        items: {type: link, ref: main.default.orders, inverse: part}
  main.default.makers:
    columns:
      - {name: code, type: string}
`;

const isRead = (table: string, column: string, ...conflicts: readonly string[]): ConformanceCase => ({
  name: `refuses ${table}.${column}, which is read by ${conflicts.join(', ')}`,
  spec: 'docs/operations.md#drop_column: refused while a CHECK/ref_where/ref_by of any table reads it; D17',
  files: { 'notedb/metastore.yaml': METASTORE },
  call: drop(column, table),
  error: { code: 'conflict', conflicts, message: `${column} can't be dropped`, hint: 'drop_constraint' },
});

export const DROP_COLUMN: readonly ConformanceCase[] = [
  {
    name: 'takes the key out of every row and changes no other byte',
    spec: 'docs/operations.md#drop_column, D2',
    files: { [at('people', 'Ada')]: hand, 'b.md': handRow('people', 2, ['name: Bo', 'email:']) },
    given: [PEOPLE, person('Cy')],
    call: drop('email'),
    result: {
      changed: 2,
      plannedUpdates: [{ path: 'b.md' }, { changes: { email: { before: 'a@x', after: null } } }],
    },
    tree: {
      [at('people', 'Ada')]: hand.replace('email: a@x # home\n', '').replace(id(1), '<uuid>'),
      'b.md': handRow('people', 2, ['name: Bo']).replace(id(2), '<uuid>'),
    },
    then: [
      ['describe_table', { table: 'people' }, { columns: [{ name: 'id' }, { name: 'name' }, { name: 'born' }] }],
      ['check_table', { table: 'people' }, { ok: true }],
    ],
  },
  {
    name: 'drops a required link; the rows behind it stay',
    spec: 'docs/operations.md#drop_column',
    given: [PEOPLE, TASKS, person('Ada'), task('Write', { owner: 'Ada' })],
    call: drop('owner', 'tasks'),
    tree: {
      [at('tasks', 'Write')]: row('tasks', ['title: Write', 'status: todo']),
      [at('people', 'Ada')]: row('people', ['name: Ada']),
    },
  },
  {
    name: 'drops a column that only reads others',
    spec: 'docs/operations.md#drop_column',
    files: { 'notedb/metastore.yaml': METASTORE },
    call: drop('title', 'orders'),
    tree: {
      'notedb/metastore.yaml': METASTORE.replace('      - {name: title, type: string, generated: "{code}"}\n', ''),
    },
  },
  isRead('orders', 'code', 'filename', 'partition', 'row_template', 'generated', 'check'),
  isRead('orders', 'day', 'time_column'),
  isRead('orders', 'kind', 'ref_by'),
  isRead('parts', 'kind', 'ref_where', 'ref_by'),
  isRead('parts', 'maker', 'ref_where', 'check'),
  isRead('makers', 'code', 'ref_where', 'check'),
  isRead('parts', 'orders', 'inverse'),
  {
    name: 'refuses an unknown column',
    spec: 'D18: 422',
    given: [PEOPLE],
    call: drop('emial'),
    error: { code: 'refused', violations: ['emial unknown_column'], hint: 'email' },
  },
  {
    name: 'refuses an unknown table',
    spec: 'D18: 404',
    given: [PEOPLE],
    call: drop('email', 'nobody'),
    error: { code: 'not_found' },
  },
  {
    name: 'refuses a note that does not parse any more',
    spec: 'D7 (unparsable: never rewritten)',
    files: { 'a.md': handRow('people', 1, ['name: A', 'email: x']) },
    given: [PEOPLE],
    edits: { 'a.md': handRow('people', 1, ['name: A', 'email: "x']) },
    call: drop('email'),
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
    call: drop('day', 'a'),
    error: { code: 'conflict', conflicts: ['inherited'], hint: 'define_base' },
  },
];
