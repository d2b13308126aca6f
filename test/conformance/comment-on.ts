/** comment_on: Source: docs/operations.md#comment_on; D16, D18. */

import type { ConformanceCase } from './case';
import { PEOPLE, tableOf, column } from './tables';

const OTHER = tableOf('log', [column('x', 'string')], { catalog: 'home', schema: 'diary' });

export const COMMENT_ON: readonly ConformanceCase[] = [
  {
    name: 'describes a catalog',
    spec: 'docs/operations.md#comment_on',
    given: [PEOPLE],
    call: ['comment_on', { catalog: 'main', description: 'What we work with' }],
    result: { operation: 'comment_on', table: null, changed: 0, summary: 'described catalog main' },
    then: [['describe_database', {}, { catalogs: [{ name: 'main', description: 'What we work with' }] }]],
  },
  {
    name: 'describes a schema, and a view counts as use',
    spec: 'docs/operations.md#comment_on, D16',
    given: [PEOPLE, ['create_view', { name: 'vw_all', schema: 'crm', query: { table: 'people' } }]],
    call: ['comment_on', { catalog: 'main', schema: 'crm', description: 'Customers' }],
    then: [
      [
        'describe_database',
        {},
        {
          catalogs: [
            {
              name: 'main',
              description: null,
              schemas: [
                { name: 'crm', description: 'Customers', tables: [] },
                { name: 'default', description: null },
              ],
            },
          ],
        },
      ],
    ],
  },
  {
    name: 'removes a description with an empty text',
    spec: 'docs/operations.md#comment_on',
    given: [PEOPLE, ['comment_on', { catalog: 'main', description: 'x' }]],
    call: ['comment_on', { catalog: 'main', schema: null, description: '' }],
    result: { summary: 'removed the description of catalog main' },
    then: [['describe_database', {}, { catalogs: [{ description: null }] }]],
  },
  {
    name: 'changes nothing when it says what is said already',
    spec: 'D4',
    given: [PEOPLE, ['comment_on', { catalog: 'main', description: 'x' }]],
    call: ['comment_on', { catalog: 'main', description: 'x' }],
    result: { migrationId: null, changed: 0 },
  },
  {
    name: 'goes with the last table of its catalog',
    spec: 'D16',
    given: [PEOPLE, OTHER, ['comment_on', { catalog: 'home', schema: 'diary', description: 'x' }]],
    call: ['drop_table', { table: 'log' }],
    then: [
      ['create_table', OTHER[1] ?? {}, {}],
      ['describe_database', {}, { catalogs: [{ name: 'home', schemas: [{ name: 'diary', description: null }] }, {}] }],
    ],
  },
  {
    name: 'refuses a catalog that there is not, and lists those that there are',
    spec: 'docs/operations.md#comment_on, D18',
    given: [PEOPLE, OTHER],
    call: ['comment_on', { catalog: 'work', description: 'x' }],
    error: { code: 'refused', message: ['"work"', 'home, main'], hint: 'home, main' },
  },
  {
    name: 'refuses a schema that there is not, and lists those that there are',
    spec: 'docs/operations.md#comment_on, D18',
    given: [PEOPLE, OTHER],
    call: ['comment_on', { catalog: 'main', schema: 'diary', description: 'x' }],
    error: { code: 'refused', message: ['schema of main "diary"', 'default'], hint: 'default' },
  },
  {
    name: 'says so when there is no catalog at all',
    spec: 'D18',
    call: ['comment_on', { catalog: 'main', description: 'x' }],
    error: { code: 'refused', hint: 'create_table' },
  },
  {
    name: 'needs a description',
    spec: 'D3',
    given: [PEOPLE],
    call: ['comment_on', { catalog: 'main', comment: 'x' }],
    error: {
      code: 'bad_request',
      message: ['"description" is missing', 'unknown argument "comment"; did you mean "description"?'],
    },
  },
  {
    name: 'can’t be undone once it was said anew',
    spec: 'D17 (undo_migration)',
    given: [
      PEOPLE,
      ['comment_on', { catalog: 'main', description: 'x' }],
      ['comment_on', { catalog: 'main', description: 'y' }],
    ],
    call: ['undo_migration', { migration_id: '$1.migrationId' }],
    error: {
      code: 'conflict',
      conflicts: ['definition notedb/metastore.yaml'],
      message: 'the description of main changed since',
    },
  },
];
