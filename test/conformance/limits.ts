/** Limits of how many rows may match a filter. Source: docs/operations.md#add_constraint, docs/decisions.md#limits */

import type { Call, ConformanceCase, ExpectedError } from './case';
import { column, tableOf } from './tables';

const PEOPLE: Call = tableOf('people', [column('name', 'string', { required: true })]);

const JOBS: Call = tableOf(
  'jobs',
  [
    column('title', 'string', { required: true }),
    column('status', 'enum', { values: ['todo', 'doing', 'done'] }),
    column('owner', 'link', { ref: 'people' }),
    column('tags', 'list', { items: { type: 'string' } }),
  ],
  { filename: '{title}' },
);

const job = (title: string, status: string, owner: string | null = null): Call => [
  'insert_row',
  { table: 'jobs', values: { title, status, ...(owner === null ? {} : { owner }) } },
];
const person = (name: string): Call => ['insert_row', { table: 'people', values: { name } }];
const move = (title: string, status: string): Call => [
  'update_rows',
  { table: 'jobs', where: { title }, set_values: { status } },
];

const TWO = { check: { status: 'doing' }, at_most: 2 };
const limit = (more: object = TWO): Call => ['add_constraint', { table: 'jobs', name: 'in_work', ...more }];
const PER_OWNER = { check: { status: 'doing' }, at_most: 1, per: 'owner' };

const SPEC = 'docs/decisions.md#limits';
const full = (...calls: readonly Call[]): readonly Call[] => [
  PEOPLE,
  JOBS,
  job('A', 'doing'),
  job('B', 'doing'),
  job('C', 'todo'),
  limit(),
  ...calls,
];

const FULL: ExpectedError = {
  code: 'refused',
  violations: ['status limit'],
  message: 'jobs has at most 2 rows where status is "doing" (in_work), and with this one there are 3',
  hint: 'at_most',
};

export const LIMITS: readonly ConformanceCase[] = [
  {
    name: 'adds a limit, which describe_table and information_schema list',
    spec: SPEC,
    given: [PEOPLE, JOBS, job('A', 'doing', null)],
    call: limit(PER_OWNER),
    result: { table: 'main.default.jobs', changed: 0, summary: 'added constraint in_work to jobs' },
    then: [
      ['describe_table', { table: 'jobs' }, { constraints: [{ name: 'in_work', ...PER_OWNER }] }],
      [
        'select_rows',
        { table: 'system.information_schema.check_constraints', where: { constraint_name: 'in_work' } },
        { rows: [{ check_clause: { status: 'doing' }, at_most: 1, per: 'owner' }] },
      ],
    ],
  },
  {
    name: 'refuses a limit that more rows match already, and lists them',
    spec: SPEC,
    given: [PEOPLE, JOBS, job('A', 'doing'), job('B', 'doing'), job('C', 'doing'), job('D', 'todo')],
    call: limit(),
    error: { code: 'refused', violations: ['status limit', 'status limit', 'status limit'], message: 'there are 3' },
  },
  {
    name: 'takes a limit of the whole table',
    spec: SPEC,
    given: [PEOPLE, JOBS, job('A', 'doing'), limit({ check: {}, at_most: 1 })],
    call: job('B', 'todo'),
    error: { code: 'refused', violations: ['limit'], message: 'jobs has at most 1 row (in_work)' },
  },
  { name: 'refuses a new row over a limit', spec: SPEC, given: full(), call: job('D', 'doing'), error: FULL },
  { name: 'refuses to bring a row over a limit', spec: SPEC, given: full(), call: move('C', 'doing'), error: FULL },
  {
    name: 'lets rows change that a full limit counts already',
    spec: SPEC,
    given: full(),
    call: ['update_rows', { table: 'jobs', where: { title: 'A' }, set_values: { tags: ['x'] } }],
    result: { changed: 1 },
  },
  {
    name: 'lets a row take the place of another one in the same write',
    spec: SPEC,
    given: full(),
    call: [
      'merge_rows',
      {
        table: 'jobs',
        on: ['title'],
        rows: [
          { title: 'A', status: 'done' },
          { title: 'C', status: 'doing' },
        ],
      },
    ],
    result: { changed: 2 },
  },
  {
    name: 'counts a limit for each value of its column, and rows without one never',
    spec: SPEC,
    given: [
      PEOPLE,
      JOBS,
      person('Ada'),
      person('Ben'),
      limit(PER_OWNER),
      ...[job('A', 'doing', 'Ada'), job('B', 'doing', 'Ben'), job('C', 'doing'), job('D', 'doing')],
    ],
    call: job('E', 'doing', '[[Ada]]'),
    error: {
      code: 'refused',
      violations: ['limit'],
      message: 'at most 1 row with the same owner where status is "doing" (in_work), and with this one there are 2',
    },
  },
  {
    name: 'follows a renamed column, value and name of a row in a limit',
    spec: SPEC,
    given: [
      PEOPLE,
      JOBS,
      person('Ada'),
      limit(PER_OWNER),
      job('A', 'doing', 'Ada'),
      ['rename_column', { table: 'jobs', from_column: 'owner', to_column: 'by' }],
      ['rename_value', { table: 'jobs', column: 'status', from_value: 'doing', to_value: 'busy' }],
      ['update_rows', { table: 'people', where: { name: 'Ada' }, set_values: { name: 'Ida' } }],
    ],
    call: ['insert_row', { table: 'jobs', values: { title: 'B', status: 'busy', by: 'Ida' } }],
    error: { code: 'refused', violations: ['limit'], message: 'same by where status is "busy"' },
  },
  {
    name: 'refuses to drop a column that a limit counts by',
    spec: SPEC,
    given: [PEOPLE, JOBS, limit(PER_OWNER)],
    call: ['drop_column', { table: 'jobs', column: 'owner' }],
    error: { code: 'conflict', message: 'owner' },
  },
  {
    name: 'refuses a limit that reads other rows',
    spec: SPEC,
    given: [PEOPLE, JOBS],
    call: limit({ check: { 'owner.name': 'Ada' }, at_most: 1 }),
    error: { code: 'refused', violations: ['check'], message: 'follows no link' },
  },
  {
    name: 'refuses a limit for each list',
    spec: SPEC,
    given: [PEOPLE, JOBS],
    call: limit({ ...TWO, per: 'tags' }),
    error: { code: 'refused', violations: ['tags check'], message: 'tags is list' },
  },
  {
    name: 'refuses a limit per an unknown column, and names the near one',
    spec: SPEC,
    given: [PEOPLE, JOBS],
    call: limit({ ...TWO, per: 'ownr' }),
    error: { code: 'refused', violations: ['ownr unknown_column'], hint: 'owner' },
  },
  {
    name: 'refuses per without at_most',
    spec: SPEC,
    given: [PEOPLE, JOBS],
    call: limit({ check: { status: 'doing' }, per: 'owner' }),
    error: { code: 'bad_request', violations: ['check'], message: 'give at_most too' },
  },
];

export const DROPPED_LIMIT: ConformanceCase = {
  name: 'drops a limit, so that more rows may match',
  spec: SPEC,
  given: full(),
  call: ['drop_constraint', { table: 'jobs', name: 'in_work' }],
  result: { changed: 0, summary: 'dropped constraint in_work of jobs' },
  then: [['describe_table', { table: 'jobs' }, { constraints: [] }]],
};
