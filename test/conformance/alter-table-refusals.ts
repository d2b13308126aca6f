/** What alter_table refuses. Source: docs/operations.md#schema, docs/http.md#errors; D5, D7, D16, D17, D18. */

import type { ConformanceCase } from './case';
import { LINKED_CONFLICTS, LINKED_READERS } from './linked-readers';
import { PEOPLE, TASKS, at, column, id, tableOf } from './tables';

const name = column('name', 'string', { required: true });

export const REFUSALS: readonly ConformanceCase[] = [
  {
    name: 'refuses an empty description',
    spec: 'docs/operations.md#alter_table (Errors)',
    given: [PEOPLE],
    call: ['alter_table', { table: 'people', description: ' ' }],
    error: { code: 'refused', violations: ['required'], hint: 'what a row records' },
  },
  {
    name: 'refuses a name that is taken',
    spec: 'D17 (exists)',
    given: [PEOPLE, TASKS],
    call: ['alter_table', { table: 'people', name: 'tasks' }],
    error: { code: 'refused', violations: ['exists'], message: 'main.default.tasks' },
  },
  ...[{ name: 'Bad Name' }, { name: '' }, { catalog: 'system' }, { schema: 'a.b' }, { name: 'vw_x' }].map(
    (bad): ConformanceCase => ({
      name: `refuses ${JSON.stringify(bad)}`,
      spec: 'docs/metastore.md#names, D16, D18',
      given: [PEOPLE],
      call: ['alter_table', { table: 'people', ...bad }],
      error: { code: 'bad_request', violations: ['type'] },
    }),
  ),
  {
    name: 'lists everything that is wrong with a new definition',
    spec: 'D5, D16',
    given: [PEOPLE],
    call: [
      'alter_table',
      {
        table: 'people',
        filename: '{nope}',
        partition: 'YYYY',
        exclude: ['../x'],
        archive: 'a/b',
        fields: { name: 1, gone: null },
      },
    ],
    error: {
      code: 'refused',
      violations: ['nope unknown_column', 'unknown_column', 'path', 'path', 'name field', 'gone field'],
    },
  },
  {
    name: 'refuses templates that are no notes of the vault',
    spec: 'docs/tables.md#new-rows',
    files: { 'x.png': '' },
    given: [PEOPLE],
    call: [
      'alter_table',
      { table: 'people', templates: [{ path: '../x.md' }, { path: 'x.png' }, { path: 'Templates/Gone.md' }] },
    ],
    error: { code: 'refused', violations: ['path', 'path'], message: ['../x.md', 'x.png'] },
  },
  {
    name: 'refuses a template that is not there',
    spec: 'docs/tables.md#new-rows',
    given: [PEOPLE],
    call: ['alter_table', { table: 'people', templates: [{ path: 'Templates/Gone.md' }] }],
    error: { code: 'refused', violations: ['path'], message: 'there is no note Templates/Gone.md' },
  },
  {
    name: 'refuses a template whose filter does not fit the table',
    spec: 'docs/tables.md#new-rows',
    files: { 'T.md': 'T' },
    given: [PEOPLE],
    call: ['alter_table', { table: 'people', templates: [{ path: 'T.md', where: { nope: 1 } }] }],
    error: { code: 'refused', violations: ['nope unknown_column'], message: 'template T.md' },
  },
  {
    name: 'refuses names that no field and no tag can have',
    spec: 'D16, D18',
    given: [PEOPLE],
    call: ['alter_table', { table: 'people', fields: { id: 1 }, tags: { ' ': 'x' } }],
    error: { code: 'bad_request', violations: ['field', 'type'] },
  },
  {
    name: 'refuses to take away a field that a pattern reads',
    spec: 'D16',
    given: [tableOf('p', [name], { fields: { f: 'x' }, filename: '{f}' })],
    call: ['alter_table', { table: 'p', fields: { f: null } }],
    error: { code: 'refused', violations: ['f unknown_column'] },
  },
  {
    name: 'refuses to take away fields that rules or a template read',
    spec: 'D17',
    files: {
      'notedb/metastore.yaml': `format: 1
tables:
  main.default.p:
    row_template: 'It is {g}'
    columns:
    - name: name
      type: string
    fields:
      f: 1
      g: 2
      h: 3
    constraints:
      c:
        f:
          exists: true
`,
    },
    call: ['alter_table', { table: 'p', fields: { f: null, g: null, h: null } }],
    error: { code: 'conflict', conflicts: ['check', 'row_template'], message: 'the CHECK c of main.default.p' },
  },
  {
    name: 'refuses a rename while rows do not parse, or are missing, and lists them',
    spec: 'D7',
    files: {
      [at('people', 'Bad')]: `---\ntable: main.default.people\nid: ${id(1)}\nname: [\n---\n`,
      [at('people', 'Worse')]: `---\ntable: main.default.people\nid: ${id(2)}\nname: {\n---\n`,
    },
    given: [PEOPLE],
    call: ['alter_table', { table: 'people', name: 'humans' }],
    error: { code: 'refused', violations: ['unparsable', 'unparsable'], hint: 'by hand' },
  },
  {
    name: 'refuses another name while rules of other tables read the table through a link',
    spec: 'docs/operations.md#alter_table (Errors)',
    files: LINKED_READERS,
    call: ['alter_table', { table: 'people', schema: 'crm' }],
    error: {
      code: 'conflict',
      conflicts: LINKED_CONFLICTS,
      message: ['CHECK', 'main.default.tasks'],
      hint: 'drop_constraint',
    },
  },
  {
    name: 'changes everything else of a table that rules of other tables read',
    spec: 'docs/operations.md#alter_table',
    files: LINKED_READERS,
    call: ['alter_table', { table: 'people', description: 'Somebody' }],
    result: { table: 'main.default.people', changed: 0 },
  },
  {
    name: 'renames the table whose own rules read another one',
    spec: 'D18',
    files: LINKED_READERS,
    call: ['alter_table', { table: 'tasks', name: 'jobs' }],
    result: { table: 'main.default.jobs' },
  },
  {
    name: 'does not know a table that there is not',
    spec: 'D18',
    given: [PEOPLE],
    call: ['alter_table', { table: 'peoples', name: 'x' }],
    error: { code: 'not_found', hint: 'main.default.people' },
  },
  {
    name: 'lists arguments that are mistyped, and names the right ones',
    spec: 'D3',
    given: [PEOPLE],
    call: ['alter_table', { table: 'people', history: 'on', tags: { a: 1 }, clear_row_template: true, columns: [] }],
    error: { code: 'bad_request', message: ['history', 'tags.a', '"row_template"', 'unknown argument "columns"'] },
  },
];
