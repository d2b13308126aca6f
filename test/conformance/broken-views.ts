/** Schema operations that leave a view without what it reads say so. Source: docs/operations.md#rename_column (views are not rewritten); D4 (warnings); docs/sources-and-views.md. */

import type { JsonObject } from '../../src/engine/index';
import { base, inherit } from './base-calls';
import type { Call, ConformanceCase } from './case';
import { PEOPLE, TASKS, column, person } from './tables';

const view = (name: string, query: JsonObject): Call => ['create_view', { name, query }];

const GIVEN: readonly Call[] = [
  PEOPLE,
  base('rated', [column('score', 'integer'), column('again', 'boolean')]),
  inherit('people', 'rated'),
  TASKS,
  person('Ada', { born: '1815-12-10' }),
  view('vw_named', { table: 'people', columns: ['email'] }),
  view('vw_over', { table: 'vw_named', order_by: 'name' }),
  view('vw_tasks', { table: 'tasks', where: { 'owner.email': { exists: true }, status: 'doing' } }),
  view('vw_rated', { table: 'base:rated', where: { score: { gt: 3 } } }),
  view('vw_both', {
    union: [
      { table: 'people', columns: ['email'] },
      { table: 'tasks', columns: ['title'] },
    ],
  }),
  view('vw_born', { table: 'people', group_by: 'date(born)' }),
];

const warns = (name: string, call: Call, ...warnings: readonly string[]): ConformanceCase => ({
  name: `warns for views ${name}`,
  spec: 'D4 (warnings), docs/sources-and-views.md',
  given: GIVEN,
  call,
  result: { warnings },
});

const broken = (name: string, why: string): string => `the view main.default.${name} can't be read any more: ${why}`;

const WITHOUT_EMAIL = [
  broken('vw_both', 'people has no column "email"'),
  broken('vw_named', 'people has no column "email"'),
  broken('vw_over', 'people has no column "email"'),
  broken('vw_tasks', 'where: people has no column "email"'),
];

export const BROKEN_VIEWS: readonly ConformanceCase[] = [
  warns(
    'over it, through links, in unions, and over such views',
    ['drop_column', { table: 'people', column: 'email' }],
    ...WITHOUT_EMAIL,
  ),
  warns('not, where none reads the column', ['drop_column', { table: 'tasks', column: 'due' }]),
  warns(
    'that name the column as it was',
    ['rename_column', { table: 'people', from_column: 'email', to_column: 'mail' }],
    broken(
      'vw_both',
      'people has no column "email"; mend it with create_view {"name":"vw_both",' +
        '"query":{"union":[{"table":"main.default.people","columns":["mail"]},' +
        '{"table":"main.default.tasks","columns":["title"]}]},"replace":true}',
    ),
    broken(
      'vw_named',
      'people has no column "email"; mend it with create_view {"name":"vw_named",' +
        '"query":{"table":"main.default.people","columns":["mail"]},"replace":true}',
    ),
    broken('vw_over', 'people has no column "email"; it runs again when main.default.vw_named does'),
    broken(
      'vw_tasks',
      'where: people has no column "email"; mend it with create_view {"name":"vw_tasks",' +
        '"query":{"table":"main.default.tasks","where":{"owner.mail":{"exists":true},"status":"doing"}},"replace":true}',
    ),
  ),
  warns(
    'whose filter compares with a value that is none any more',
    ['alter_column', { table: 'tasks', column: 'status', changes: { values: ['todo', 'done'] } }],
    broken('vw_tasks', 'where: status: "doing" is none of its values (todo, done)'),
  ),
  warns(
    'that need the type that the column had',
    ['alter_column', { table: 'people', column: 'born', changes: { type: 'string' } }],
    broken('vw_born', '"date(born)": born is string, it holds no dates'),
  ),
  warns(
    'of the base',
    ['define_base', { name: 'rated', columns: [column('again', 'boolean')], drop_columns: ['score'] }],
    broken('vw_rated', 'where: base:rated has no column "score"'),
  ),
  warns('over it', ['drop_view', { view: 'vw_named' }], broken('vw_over', 'there is no table "main.default.vw_named"')),
  {
    name: 'warns for views of a field that goes',
    spec: 'D4 (warnings)',
    given: [
      PEOPLE,
      ['alter_table', { table: 'people', fields: { mood: 'fine' } }],
      person('Ada'),
      view('vw_mood', { table: 'people', columns: ['mood'] }),
    ],
    call: ['alter_table', { table: 'people', fields: { mood: null } }],
    result: { warnings: [broken('vw_mood', 'people has no column "mood"')] },
  },
];
