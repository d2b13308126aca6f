/** add_constraint, drop_constraint, and what a CHECK refuses elsewhere. Source: docs/operations.md#add_constraint, docs/decisions.md#check-constraints, docs/http.md#errors; D5, D6, D17, D18. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { at, column, handRow, person, tableOf, task } from './tables';

const STAFF: Call = tableOf('people', [
  column('name', 'string', { required: true }),
  column('kind', 'enum', { values: ['staff', 'guest'] }),
  column('boss', 'link', { ref: 'self' }),
]);

const JOBS: Call = tableOf(
  'tasks',
  [
    column('title', 'string', { required: true }),
    column('start', 'date'),
    column('due', 'date'),
    column('owner', 'link', { ref: 'people' }),
    column('helpers', 'list', { items: { type: 'link', ref: 'people' } }),
    column('see', 'link'),
  ],
  { filename: '{title}' },
);

const given = (...calls: readonly Call[]): readonly Call[] => [STAFF, JOBS, ...calls];

const add = (name: string, check: JsonObject, table = 'tasks'): Call => ['add_constraint', { table, name, check }];

const OWNED = add('owned_by_staff', { 'owner.kind': 'staff' });

const refuses = (what: string, call: Call, error: ExpectedError, spec: string): ConformanceCase => ({
  name: `refuses ${what}`,
  spec,
  given: given(),
  call,
  error,
});

const IN_ORDER = add('in_order', { start: { lte: { column: 'due' } } });

/** Checks that compare columns. D31 */
const COMPARED_CHECKS: readonly ConformanceCase[] = [
  {
    name: 'refuses a row in which two columns break a CHECK, and names both',
    spec: 'docs/queries.md#comparing-columns, D31',
    given: given(IN_ORDER),
    call: ['insert_row', { table: 'tasks', values: { title: 'x', start: '2026-03-05', due: '2026-03-04' } }],
    error: {
      code: 'refused',
      violations: ['check'],
      message: 'start is "2026-03-05", due is "2026-03-04"',
    },
  },
  {
    name: 'passes a row without one of two compared columns',
    spec: 'docs/queries.md#comparing-columns, D31',
    given: given(IN_ORDER),
    call: ['insert_row', { table: 'tasks', values: { title: 'x', start: '2026-03-05' } }],
    result: { row: { title: 'x' } },
  },
  {
    name: 'checks the rows there are when columns are to be compared',
    spec: 'docs/queries.md#comparing-columns, D31',
    given: given(['insert_row', { table: 'tasks', values: { title: 'x', start: '2026-03-05', due: '2026-03-04' } }]),
    call: IN_ORDER,
    error: { code: 'refused', violations: ['check'] },
  },
  {
    name: 'renames the column that another one is compared with in a CHECK',
    spec: 'docs/queries.md#comparing-columns, D31, D26',
    given: given(IN_ORDER),
    call: ['rename_column', { table: 'tasks', from_column: 'due', to_column: 'until' }],
    then: [
      [
        'describe_table',
        { table: 'tasks' },
        { constraints: [{ name: 'in_order', check: { start: { lte: { column: 'until' } } } }] },
      ],
    ],
  },
  {
    name: 'refuses a CHECK that compares with a column that there is not',
    spec: 'docs/queries.md#comparing-columns, D31',
    given: given(),
    call: add('in_order', { start: { lte: { column: 'duee' } } }),
    error: { code: 'bad_request', message: 'no column "duee"' },
  },
  {
    name: 'refuses to drop a column that a CHECK compares with',
    spec: 'docs/queries.md#comparing-columns, D31',
    given: given(IN_ORDER),
    call: ['drop_column', { table: 'tasks', column: 'due' }],
    error: { code: 'conflict', message: 'due' },
  },
];

const refusesFilter = (what: string, check: JsonObject, error: ExpectedError): ConformanceCase =>
  refuses(what, add('rule', check), error, 'docs/operations.md#add_constraint, D6, D17, D18');

export const ADD_CONSTRAINT: readonly ConformanceCase[] = [
  ...COMPARED_CHECKS,
  {
    name: 'keeps the CHECK in the definition, and every row that is there',
    spec: 'docs/operations.md#add_constraint, docs/operations.md#describe_table',
    given: given(person('Ada', { kind: 'staff' }), task('A', { owner: 'Ada' }), task('B')),
    call: OWNED,
    result: { table: 'main.default.tasks', changed: 0, summary: 'added constraint owned_by_staff to tasks' },
    then: [
      [
        'describe_table',
        { table: 'tasks' },
        { constraints: [{ name: 'owned_by_staff', check: { 'owner.kind': 'staff' } }] },
      ],
    ],
  },
  {
    name: 'names constraints per table, and takes {today}',
    spec: 'D17: names per table; {today} allowed',
    given: given(OWNED),
    call: ['add_constraint', { table: 'people', name: 'owned_by_staff', check: { name: { ne: '{today}' } } }],
    result: { table: 'main.default.people', changed: 0 },
  },
  {
    name: 'refuses while rows break it, and lists all of them',
    spec: 'docs/operations.md#add_constraint: refused while existing rows violate it (listed)',
    given: given(
      person('Ada', { kind: 'guest' }),
      task('A', { owner: 'Ada' }),
      task('B', { owner: 'Ada' }),
      task('C'),
      task('D', { start: '2026-01-02', due: '2026-01-01' }),
    ),
    call: OWNED,
    error: {
      code: 'refused',
      violations: ['owner check', 'owner check'],
      message: [
        'owned_by_staff',
        'in every row of tasks owner.kind is "staff"',
        'here owner.kind is "guest"',
        'and 1 more',
      ],
      hint: 'describe_table lists the constraints',
    },
  },
  {
    name: 'refuses over rows that somebody wrote by hand',
    spec: 'docs/decisions.md#check-constraints: a link to a nonexistent row fails',
    files: { [at('tasks', 'A')]: handRow('tasks', 1, ['title: A', 'owner: "[[Nobody]]"']) },
    given: given(),
    call: OWNED,
    error: { code: 'refused', violations: ['owner check'], message: 'owner.kind is not there' },
  },
  refuses(
    'a name that is none',
    add('Not A Name', { due: '2026-01-01' }),
    {
      code: 'bad_request',
      violations: ['check'],
      message: ['lowercase letters', 'write not_a_name'],
    },
    'docs/metastore.md#names, D18',
  ),
  {
    ...refuses(
      'a name that is taken',
      OWNED,
      {
        code: 'refused',
        violations: ['exists'],
        message: 'has a constraint owned_by_staff already',
        hint: 'drop_constraint',
      },
      'docs/operations.md#add_constraint, D17',
    ),
    given: given(OWNED),
  },
  refuses(
    'an unknown table',
    ['add_constraint', { table: 'nope', name: 'rule', check: { a: 1 } }],
    {
      code: 'not_found',
    },
    'docs/http.md#errors (404)',
  ),
  refusesFilter('an empty filter', {}, { code: 'bad_request', violations: ['check'], message: 'asks for nothing' }),
  refusesFilter(
    'an unknown column of the table',
    { titel: 'A' },
    {
      code: 'refused',
      violations: ['titel unknown_column'],
      message: 'tasks has no column titel',
      hint: 'did you mean title?',
    },
  ),
  refusesFilter(
    'every unknown column along a path',
    { or: [{ 'owner.kine': 'a' }, { 'helpers.bos.kind': 'b' }] },
    {
      code: 'refused',
      violations: ['owner.kine unknown_column', 'helpers.bos.kind unknown_column'],
      message: ['people has no column kine', 'people has no column bos'],
      hint: ['kind', 'boss'],
    },
  ),
  refusesFilter(
    'a path through what is not a link',
    { 'title.kind': 'a' },
    {
      code: 'refused',
      violations: ['title.kind unknown_column'],
      message: 'title of tasks is not a link',
    },
  ),
  refusesFilter(
    'a path through a link to any note',
    { 'see.kind': 'a' },
    {
      code: 'refused',
      violations: ['see.kind unknown_column'],
      message: 'links to any note',
      hint: 'owner',
    },
  ),
  refusesFilter(
    'a token of the shown note',
    { 'owner.name': '{this.name}' },
    {
      code: 'bad_request',
      violations: ['owner.name check'],
      message: '{this…}',
    },
  ),
  refusesFilter(
    'an unknown operator',
    { due: { after: '{today}' } },
    {
      code: 'bad_request',
      violations: ['due check'],
      message: 'unknown operator "after"',
      hint: 'operators: eq',
    },
  ),
  refusesFilter(
    'a value that the column can’t have',
    { 'owner.kind': 'boss', due: 'soon' },
    {
      code: 'bad_request',
      violations: ['owner.kind check', 'due check'],
      message: ['staff, guest', '"soon"'],
    },
  ),
  refusesFilter(
    'what changes without a write of the row',
    { file_modified: { gt: '2026-01-01' } },
    {
      code: 'bad_request',
      violations: ['file_modified check'],
      message: 'changes without a write',
    },
  ),
  refusesFilter(
    'the tags of a text',
    { file_tags: { contains: 'x' } },
    {
      code: 'bad_request',
      violations: ['file_tags check'],
      message: 'changes without a write',
    },
  ),
  refusesFilter(
    'and without a list',
    { and: { due: '{today}' } },
    {
      code: 'bad_request',
      violations: ['check'],
      message: '"and" takes a list',
    },
  ),
];

export const DROP_CONSTRAINT: readonly ConformanceCase[] = [
  {
    name: 'takes the CHECK away, so that rows may break it',
    spec: 'docs/operations.md#drop_constraint',
    given: given(OWNED, add('dated', { due: { exists: true } })),
    call: ['drop_constraint', { table: 'tasks', name: 'owned_by_staff' }],
    result: { table: 'main.default.tasks', changed: 0, summary: 'dropped constraint owned_by_staff of tasks' },
    then: [['describe_table', { table: 'tasks' }, { constraints: [{ name: 'dated' }] }]],
  },
  {
    name: 'refuses an unknown constraint',
    spec: 'D18: an unknown constraint is a 404',
    given: given(OWNED),
    call: ['drop_constraint', { table: 'tasks', name: 'owned_by_stuff' }],
    error: { code: 'not_found', message: 'no constraint "owned_by_stuff"', hint: 'did you mean owned_by_staff?' },
  },
];

const DATED = add('due_after_start', {
  or: [{ start: { exists: false } }, { due: { gte: '2026-01-10' } }],
});

const brokenOwner: ExpectedError = {
  code: 'refused',
  violations: ['owner check'],
  message: ['owned_by_staff', 'in every row of tasks owner.kind is "staff"', 'here owner.kind is "guest"'],
};

/** Every write keeps the CHECK. */
export const CHECKED_WRITES: readonly ConformanceCase[] = [
  {
    name: 'keeps a CHECK through a link',
    spec: 'docs/operations.md#add_constraint: then enforced on every write',
    given: given(OWNED, person('Ada', { kind: 'guest' })),
    call: task('A', { owner: 'Ada' }),
    error: brokenOwner,
  },
  {
    name: 'keeps a CHECK over several columns, which names no column',
    spec: 'docs/decisions.md#check-constraints: inside or an empty value is tested as is',
    given: given(DATED),
    call: task('A', { start: '2026-01-01' }),
    error: { code: 'refused', violations: ['check'], message: ['due_after_start', 'due is empty'] },
  },
  {
    name: 'passes a CHECK on an empty value and an empty link',
    spec: 'docs/decisions.md#check-constraints: a condition on an empty value passes; an empty link passes at top level',
    given: given(OWNED, DATED),
    call: task('A'),
    result: { changed: 1 },
  },
  {
    name: 'says one thing about a column that is wrong already',
    spec: 'D5: all are listed',
    given: given(add('staffed', { kind: 'staff' }, 'people')),
    call: ['insert_row', { table: 'people', values: { name: 'Ada', kind: 'boss' } }],
    error: { code: 'refused', violations: ['kind enum'] },
  },
  {
    name: 'lists every row that breaks a CHECK',
    spec: 'docs/operations.md#update_rows: all rows validated first',
    given: given(OWNED, person('Ada', { kind: 'guest' }), task('A'), task('B')),
    call: ['update_rows', { table: 'tasks', set_values: { owner: 'Ada' } }],
    error: { ...brokenOwner, violations: ['owner check', 'owner check'] },
  },
  {
    name: 'refuses a change of a linked row, listing the rows that link to it',
    spec: 'docs/decisions.md#check-constraints: a write changing a linked row re-checks rows linking to it',
    given: given(
      OWNED,
      person('Ada', { kind: 'staff' }),
      person('Bo', { kind: 'staff' }),
      task('A', { owner: 'Ada' }),
      task('B', { owner: 'Ada' }),
      task('C', { owner: 'Bo' }),
    ),
    call: ['update_row', { table: 'people', path: at('people', 'Ada'), set_values: { kind: 'guest' } }],
    error: { ...brokenOwner, violations: ['owner check', 'owner check'] },
  },
  {
    name: 'follows a whole path back, through a list of links',
    spec: 'docs/decisions.md#check-constraints: further dots follow further links; every linked row must match',
    given: given(
      add('led_by_staff', { 'helpers.boss.kind': 'staff' }),
      person('Top', { kind: 'staff' }),
      person('Ada', { boss: 'Top' }),
      task('A', { helpers: ['Ada'] }),
    ),
    call: ['update_row', { table: 'people', path: at('people', 'Top'), set_values: { kind: 'guest' } }],
    error: {
      code: 'refused',
      violations: ['helpers check'],
      message: ['led_by_staff', 'helpers.boss.kind is "guest"'],
    },
  },
  {
    name: 'lets a linked row change what no CHECK reads, and its name',
    spec: 'docs/decisions.md#check-constraints: refused when it breaks them',
    given: given(OWNED, person('Ada', { kind: 'staff' }), task('A', { owner: 'Ada' })),
    call: ['update_row', { table: 'people', path: at('people', 'Ada'), set_values: { name: 'Ada L' } }],
    result: { planned_moves: [{ from: at('people', 'Ada'), to: at('people', 'Ada L') }] },
  },
  {
    name: 'holds nothing against a write that broke already',
    spec: 'docs/decisions.md#check-constraints: refused when it breaks them',
    files: { [at('tasks', 'Hand')]: handRow('tasks', 9, ['title: Hand', 'owner: "[[Ada]]"', 'due: 2020-01-01']) },
    given: [STAFF, person('Ada', { kind: 'guest' })],
    edits: {
      'notedb/metastore.yaml': `format: 1
tables:
  main.default.people:
    columns:
      - {name: name, type: string, required: true}
      - {name: kind, type: enum, values: [staff, guest]}
      - {name: rank, type: integer}
  main.default.tasks:
    columns:
      - {name: title, type: string}
      - {name: owner, type: link, ref: main.default.people}
      - {name: due, type: date}
    constraints:
      owned: {owner.kind: staff, owner.rank: {lt: 5}}
`,
    },
    call: ['update_row', { table: 'people', path: at('people', 'Ada'), set_values: { rank: 9 } }],
    result: { changed: 1 },
  },
  {
    name: 'refuses to delete a row for good that a CHECK needs behind a link',
    spec: 'docs/decisions.md#check-constraints: a link to a nonexistent row fails',
    given: given(OWNED, person('Ada', { kind: 'staff' }), task('A', { owner: 'Ada' })),
    call: ['delete_rows', { table: 'people', where: { name: 'Ada' }, mode: 'delete', on_referenced: 'ignore' }],
    error: { code: 'refused', violations: ['owner check'], message: 'owner.kind is not there' },
  },
  {
    name: 'clears the links with the row, and the CHECK passes',
    spec: 'docs/operations.md#delete_rows (set_null); docs/decisions.md#check-constraints',
    given: given(OWNED, person('Ada', { kind: 'staff' }), task('A', { owner: 'Ada' })),
    call: ['delete_rows', { table: 'people', where: { name: 'Ada' }, on_referenced: 'set_null' }],
    result: { changed: 2 },
  },
  {
    name: 'refuses a new row that a broken link would lead to, where a CHECK forbids it',
    spec: 'docs/decisions.md#check-constraints: not turns a failing match into a pass',
    files: { [at('tasks', 'A')]: handRow('tasks', 1, ['title: A', 'owner: "[[Ghost]]"']) },
    given: given(add('no_guests', { not: { 'owner.kind': 'guest' } })),
    call: person('Ghost', { kind: 'guest' }),
    error: { code: 'refused', violations: ['owner check'], message: 'no_guests' },
  },
  {
    name: 'refuses an undo that would break a CHECK elsewhere',
    spec: 'docs/decisions.md#check-constraints: undo_migration is checked too',
    given: given(
      person('Ada', { kind: 'guest' }),
      ['update_row', { table: 'people', path: at('people', 'Ada'), set_values: { kind: 'staff' } }],
      task('A', { owner: 'Ada' }),
      OWNED,
    ),
    call: ['undo_migration', { migration_id: '$3.migrationId' }],
    error: brokenOwner,
  },
  {
    name: 'refuses an undo that would bring back a value that a later CHECK forbids',
    spec: 'docs/operations.md#undo_migration: the result is validated like any write (D17)',
    given: given(
      person('Ada', { kind: 'guest' }),
      ['update_row', { table: 'people', path: at('people', 'Ada'), set_values: { kind: 'staff' } }],
      add('staffed', { kind: 'staff' }, 'people'),
    ),
    call: ['undo_migration', { migration_id: '$3.migrationId' }],
    error: { code: 'refused', violations: ['kind check'], message: 'staffed' },
  },
  {
    name: 'refuses an undo of drop_constraint over a row that broke it since',
    spec: 'docs/operations.md#undo_migration: the result is validated like any write (D17)',
    given: given(
      add('staffed', { kind: 'staff' }, 'people'),
      ['drop_constraint', { table: 'people', name: 'staffed' }],
      person('Ada', { kind: 'guest' }),
    ),
    call: ['undo_migration', { migration_id: '$3.migrationId' }],
    error: { code: 'refused', violations: ['kind check'], message: 'staffed' },
  },
  {
    name: 'undoes drop_constraint over a row that broke it before',
    spec: 'docs/operations.md#undo_migration, D17: what was tolerated is not held against it',
    files: { [at('people', 'Bo')]: handRow('people', 1, ['name: Bo', 'kind: guest']) },
    given: [['create_table', { name: 'empty', description: 'Nothing', columns: [] }]],
    edits: {
      'notedb/metastore.yaml': `format: 1
tables:
  main.default.people:
    columns:
      - {name: name, type: string, required: true}
      - {name: kind, type: enum, values: [staff, guest]}
    constraints:
      staffed: {kind: staff}
`,
    },
    call: ['drop_constraint', { table: 'people', name: 'staffed' }],
    result: { changed: 0 },
  },
  {
    name: 'finds rows that break a CHECK, by hand or behind a link',
    spec: 'docs/operations.md#check_table: CHECKs',
    files: { [at('tasks', 'A')]: handRow('tasks', 1, ['title: A', 'owner: "[[Ada]]"']) },
    given: given(person('Ada', { kind: 'staff' }), OWNED),
    edits: { [at('people', 'Ada')]: handRow('people', 2, ['name: Ada', 'kind: guest']) },
    call: ['check_table', { table: 'tasks' }],
    result: { ok: false, counts: { check: 1 }, violations: [{ column: 'owner', code: 'check', value: '[[Ada]]' }] },
  },
];
