/** restore_table. Source: docs/operations.md#restore_table, docs/history.md#undo_migration; D8, D18 */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { ADA_KEPT, PEOPLE_KEPT, kept } from './table-history';
import { column, handRow, row } from './tables';

const TABLE = 'main.default.people';

/** Ada and Bo at 2; Ada changed at 3, Bo gone at 4, Cy there at 5. */
const given: readonly Call[] = [
  PEOPLE_KEPT,
  kept('Ada'),
  kept('Bo'),
  ['update_row', { table: 'people', path: ADA_KEPT, set_values: { email: 'a@x' }, body: 'More\n' }],
  ['delete_rows', { table: 'people', where: { name: 'Bo' } }],
  kept('Cy'),
];

const at = (name: string): string => `notedb/main/default/people/${name}.md`;

const restore = (more: object): Call => ['restore_table', { table: 'people', ...more }];

/** The table that jobs link to got another name, and the job is another one since. */
const JOBS_OF_FOLK: readonly Call[] = [
  PEOPLE_KEPT,
  kept('Ada'),
  [
    'create_table',
    {
      name: 'jobs',
      description: 'What is to do',
      columns: [column('title', 'string'), column('owner', 'link', { ref: 'people' })],
      history: true,
    },
  ],
  ['insert_row', { table: 'jobs', values: { title: 'a', owner: 'Ada' }, path: 'job.md' }],
  ['update_rows', { table: 'jobs', set_values: { title: 'b' } }],
  ['alter_table', { table: 'people', name: 'folk' }],
];

export const RESTORE_TABLE: readonly ConformanceCase[] = [
  {
    name: 'brings rows back as they were: added ones go, changed ones return, removed ones return from the archive',
    spec: 'docs/operations.md#restore_table',
    given,
    call: restore({ version: 2 }),
    result: {
      operation: 'restore_table',
      table: TABLE,
      changed: 3,
      plannedDeletes: [at('Cy')],
      planned_moves: [{ from: 'notedb/main/default/people/_archive/Bo.md', to: at('Bo') }],
      version: 6,
    },
    tree: { [ADA_KEPT]: row('people', ['name: Ada']), [at('Bo')]: row('people', ['name: Bo']), [at('Cy')]: null },
    then: [['select_rows', { table: 'people', version: 5 }, { total: 2, rows: [{ email: 'a@x' }, { name: 'Cy' }] }]],
  },
  {
    name: 'is a version with Delta’s six metrics',
    spec: 'D8: its metrics are Delta’s six',
    given: [...given, restore({ version: 2 })],
    call: ['describe_history', { table: 'people', limit: 1 }],
    result: {
      history: [
        {
          version: 6,
          operation: 'RESTORE',
          operationMetrics: { numOfFilesAfterRestore: 2, numRemovedFiles: 2, numRestoredFiles: 2 },
        },
      ],
    },
  },
  {
    name: 'takes a moment',
    spec: 'docs/operations.md#restore_table: timestamp',
    given,
    call: restore({ timestamp: '2026-03-05T12:00:00.003+00:00' }),
    result: { changed: 2, version: 6 },
    tree: { [ADA_KEPT]: row('people', ['name: Ada', 'email: a@x'], 'More\n') },
  },
  {
    name: 'brings the definition back with the rows',
    spec: 'docs/operations.md#restore_table: rows and definition return to that state',
    given: [
      PEOPLE_KEPT,
      kept('Ada', { email: 'a@x' }),
      ['drop_column', { table: 'people', column: 'email' }],
      ['alter_table', { table: 'people', description: 'Anybody' }],
    ],
    call: restore({ version: 1 }),
    result: { changed: 1, version: 4 },
    tree: { [ADA_KEPT]: row('people', ['name: Ada', 'email: a@x']) },
    then: [
      [
        'describe_table',
        { table: 'people' },
        { description: 'Somebody we know', columns: [{ name: 'id' }, { name: 'name' }, { name: 'email' }] },
      ],
    ],
  },
  {
    name: 'creates a dropped table again, with its rows',
    spec: 'docs/history.md#undo_migration: restore_table of a dropped table',
    given: [PEOPLE_KEPT, kept('Ada'), ['drop_table', { table: 'people', mode: 'archive' }]],
    call: ['restore_table', { table: TABLE, version: 1 }],
    result: { table: TABLE, changed: 1, version: 3 },
    tree: { [ADA_KEPT]: row('people', ['name: Ada']) },
    then: [['describe_table', { table: 'people' }, { rows: 1, version: 5 }]],
  },
  {
    name: 'changes nothing when the version equals the present',
    spec: 'D18: a no-op',
    given,
    call: restore({ version: 5 }),
    result: { changed: 0, migrationId: null, version: 5 },
  },
  {
    name: 'may be a step of a batch',
    spec: 'docs/operations.md#batch: restore_table',
    given,
    call: ['batch', { operations: [{ op: 'restore_table', table: 'people', version: 2 }] }],
    result: { changed: 3, version: 6 },
  },
  {
    name: 'refuses without a moment',
    spec: 'docs/operations.md#restore_table',
    given,
    call: restore({}),
    error: { code: 'bad_request', message: 'neither version nor timestamp' },
  },
  {
    name: 'refuses two moments',
    spec: 'D8: a 400',
    given,
    call: restore({ version: 1, timestamp: '2026-03-05' }),
    error: { code: 'bad_request', message: 'both' },
  },
  {
    name: 'refuses a version that is not there',
    spec: 'D8',
    given,
    call: restore({ version: 9 }),
    error: { code: 'refused', conflicts: ['version'], message: 'the versions 0 to 5' },
  },
  {
    name: 'refuses a version at which the table was dropped',
    spec: 'D8',
    given: [PEOPLE_KEPT, ['drop_table', { table: 'people' }]],
    call: ['restore_table', { table: TABLE, version: 1 }],
    error: { code: 'conflict', conflicts: ['definition'], message: 'dropped at version 1' },
  },
  {
    name: 'refuses a table without history',
    spec: 'D17',
    given: [['create_table', { ...PEOPLE_KEPT[1], history: false }]],
    call: restore({ version: 0 }),
    error: { code: 'refused', conflicts: ['history'] },
  },
  {
    name: 'refuses where another note lies at the place of a row',
    spec: 'D8: nothing is overwritten',
    given: [...given.slice(0, 3), ['delete_rows', { table: 'people', where: { name: 'Bo' }, mode: 'delete' }]],
    edits: { [at('Bo')]: 'Mine\n' },
    call: restore({ version: 2 }),
    error: { code: 'conflict', conflicts: [`exists ${at('Bo')}`], message: 'is taken by another note now' },
  },
  {
    name: 'refuses a row that is another table’s now',
    spec: 'D8',
    given: [
      PEOPLE_KEPT,
      kept('Ada'),
      ['create_table', { ...PEOPLE_KEPT[1], name: 'folk' }],
      ['move_rows', { table: 'people', to_table: 'folk' }],
    ],
    call: restore({ version: 1 }),
    error: { code: 'conflict', conflicts: [`other_table ${ADA_KEPT}`], message: 'is a row of main.default.folk now' },
  },
  {
    name: 'refuses a version at which the table had another name',
    spec: 'docs/operations.md#alter_table: the transaction log follows',
    given: [PEOPLE_KEPT, kept('Ada'), ['alter_table', { table: 'people', name: 'folk' }]],
    call: ['restore_table', { table: 'folk', version: 1 }],
    error: {
      code: 'conflict',
      conflicts: ['definition'],
      message: "main.default.folk can't be restored: main.default.folk was named main.default.people at version 1",
      hint: 'alter_table',
    },
  },
  {
    name: 'takes the definition back with the names that the tables have now to which it links',
    spec: 'D18: refs follow a table that is renamed',
    given: JOBS_OF_FOLK,
    call: ['restore_table', { table: 'jobs', version: 1 }],
    result: { changed: 1 },
    then: [
      ['select_rows', { table: 'jobs', where: { 'owner.name': 'Ada' } }, { rows: [{ title: 'a' }] }],
      ['describe_table', { table: 'jobs' }, { columns: [{}, {}, { name: 'owner', ref: 'main.default.folk' }] }],
    ],
  },
  {
    name: 'is validated like any write: what comes back may not break the CHECK of a row that links to it',
    spec: 'docs/decisions.md#check-constraints: undo_migration and restore_table are checked too',
    given: [
      ...given.slice(0, 4),
      [
        'create_table',
        {
          name: 'tasks',
          description: 'To do',
          filename: '{title}',
          columns: [
            { name: 'title', type: 'string', description: 'Title' },
            { name: 'owner', type: 'link', ref: 'people', description: 'Who' },
          ],
        },
      ],
      ['insert_row', { table: 'tasks', values: { title: 'Do', owner: '[[Ada]]' } }],
      ['add_constraint', { table: 'tasks', name: 'reachable', check: { and: [{ 'owner.email': { exists: true } }] } }],
    ],
    call: restore({ version: 2 }),
    error: { code: 'refused', violations: ['owner check'] },
  },
];

/** Who links to a row that came since holds it, as in delete_rows. Source: docs/operations.md#delete_rows (restrict), D17 */
const VISITS: Call = [
  'create_table',
  {
    name: 'visits',
    description: 'Who was here',
    columns: [
      column('name', 'string', { required: true }),
      column('who', 'link', { ref: 'people' }),
      column('host', 'string', { vocabulary: 'people' }),
    ],
  },
];

const visit = (values: JsonObject): Call => ['insert_row', { table: 'visits', values: { name: 'Tea', ...values } }];

const TEA = 'notedb/main/default/visits/Tea.md';

export const HELD_ROWS: readonly ConformanceCase[] = [
  {
    name: 'refuses while a row of another table links to a row that came since',
    spec: 'D7: validated like any write; docs/operations.md#delete_rows: restrict',
    given: [...given, VISITS, visit({ who: '[[Cy]]' })],
    call: restore({ version: 2 }),
    error: {
      code: 'conflict',
      conflicts: [`restrict ${TEA}`],
      message: ["can't be restored", '1 of 1 rows are linked from other notes (Cy)'],
      hint: 'delete_rows and on_referenced',
    },
  },
  {
    name: 'refuses while a note links to it in its text',
    spec: 'D17: restrict counts links of every other note, body included',
    files: { 'Diary.md': 'Met [[Cy]].\n' },
    given,
    call: restore({ version: 2 }),
    error: { code: 'conflict', conflicts: ['restrict Diary.md'] },
  },
  {
    name: 'refuses while its name is a word of another table',
    spec: 'D16: deleting a used one is held by restrict',
    given: [...given, VISITS, visit({ host: 'Cy' })],
    call: restore({ version: 2 }),
    error: { code: 'conflict', conflicts: [`restrict ${TEA}`], message: 'their names are used there' },
  },
  {
    name: 'goes on when that row went before, as delete_rows was told',
    spec: 'docs/operations.md#delete_rows: on_referenced',
    given: [
      ...given,
      VISITS,
      visit({ who: '[[Cy]]' }),
      ['delete_rows', { table: 'people', where: { name: 'Cy' }, on_referenced: 'set_null' }],
    ],
    call: restore({ version: 2 }),
    result: { changed: 2, version: 7 },
    then: [['check_table', { table: 'visits' }, { ok: true }]],
  },
  {
    name: 'minds no links of the rows that it takes back itself',
    spec: 'docs/operations.md#restore_table: rows added since deleted, changed rows get old content',
    given: [
      [
        'create_table',
        {
          ...PEOPLE_KEPT[1],
          columns: [column('name', 'string', { required: true }), column('friend', 'link', { ref: 'self' })],
        },
      ],
      kept('Ada'),
      kept('Cy', { friend: '[[Ada]]' }),
      ['update_row', { table: 'people', path: ADA_KEPT, set_values: { friend: '[[Cy]]' } }],
    ],
    call: restore({ version: 1 }),
    result: { changed: 2, version: 4, plannedDeletes: [at('Cy')] },
    tree: { [ADA_KEPT]: row('people', ['name: Ada']), [at('Cy')]: null },
  },
  {
    name: 'holds no row that other tables link to and that was there then',
    spec: 'docs/operations.md#restore_table',
    given: [...given, VISITS, visit({ who: '[[Ada]]' })],
    call: restore({ version: 2 }),
    result: { changed: 3, version: 6 },
    then: [['check_table', { table: 'visits' }, { ok: true }]],
  },
  {
    name: 'refuses a definition that inherits from a base that is no more',
    spec: 'docs/history.md#reading: bases keep today’s definition',
    given: [
      ['define_base', { name: 'named', description: 'Has a name', columns: [column('nick', 'string')] }],
      PEOPLE_KEPT,
      ['set_table_bases', { table: 'people', bases: ['named'] }],
      ['set_table_bases', { table: 'people', bases: [] }],
      ['undo_migration', { migration_id: '$0.migrationId' }],
    ],
    call: restore({ version: 1 }),
    error: { code: 'conflict', conflicts: ['definition'], message: 'inherited from named', hint: 'define_base' },
  },
  {
    name: 'refuses a row that breaks what a base of its table asks only since',
    spec: 'D17: validated like any write; docs/history.md#reading: bases keep today’s definition',
    given: [
      ['define_base', { name: 'named', description: 'Has a name', columns: [column('nick', 'string')] }],
      PEOPLE_KEPT,
      ['set_table_bases', { table: 'people', bases: ['named'] }],
      kept('Ada'),
      ['delete_rows', { table: 'people', mode: 'delete' }],
      ['define_base', { name: 'named', columns: [column('nick', 'string', { required: true })] }],
    ],
    call: restore({ version: 2 }),
    error: {
      code: 'refused',
      violations: ['nick required'],
      hint: 'people inherits from named, where something was changed since: undo that',
    },
  },
];

/** A table without descriptions, as older files have. */
const UNTOLD = `format: 1
tables:
  main.default.p:
    history: true
    columns:
    - name: name
      type: string
`;

/** clone_table as of a version. Source: docs/operations.md#clone_table; D8 */
export const CLONE_OF_THE_PAST: readonly ConformanceCase[] = [
  {
    name: 'copies the rows and the columns of an earlier version',
    spec: 'docs/operations.md#clone_table: version',
    given: [...given, ['drop_column', { table: 'people', column: 'email' }]],
    call: ['clone_table', { source: 'people', target: 'folk', version: 3 }],
    result: {
      table: 'main.default.folk',
      changed: 2,
      plannedCreates: ['notedb/main/default/folk/Ada.md', 'notedb/main/default/folk/Bo.md'],
      version: 0,
    },
    tree: { 'notedb/main/default/folk/Ada.md': row('folk', ['name: Ada', 'email: a@x'], 'More\n') },
  },
  {
    name: 'copies those of a moment',
    spec: 'docs/operations.md#clone_table: timestamp',
    given,
    call: ['clone_table', { source: 'people', target: 'folk', timestamp: '2026-03-05T12:00:00.001+00:00' }],
    result: { changed: 1, plannedCreates: ['notedb/main/default/folk/Ada.md'] },
    tree: { 'notedb/main/default/folk/Ada.md': row('folk', ['name: Ada']) },
  },
  {
    name: 'gives a past definition the descriptions of today',
    spec: 'docs/operations.md#clone_table: a past version lacking one gets the source’s current one',
    files: {
      'notedb/metastore.yaml': UNTOLD,
      'p.md': handRow('p', 1, ['name: P']),
    },
    given: [
      ['update_rows', { table: 'p', set_values: { name: 'Q' } }],
      ['alter_table', { table: 'p', description: 'Ps' }],
      ['alter_column', { table: 'p', column: 'name', changes: { description: 'its name' } }],
    ],
    call: ['clone_table', { source: 'p', target: 'q', version: 0 }],
    then: [
      ['describe_table', { table: 'q' }, { description: 'Ps', columns: [{}, { description: 'its name' }] }],
      ['select_rows', { table: 'q' }, { rows: [{ name: 'P' }] }],
    ],
  },
  {
    name: 'refuses a version that is not there',
    spec: 'D8',
    given,
    call: ['clone_table', { source: 'people', target: 'folk', version: 9 }],
    error: { code: 'refused', conflicts: ['version'], hint: 'describe_history' },
  },
  {
    name: 'links to the tables by the names that they have now',
    spec: 'D18: refs follow a table that is renamed',
    given: JOBS_OF_FOLK,
    call: ['clone_table', { source: 'jobs', target: 'tasks', version: 1 }],
    result: { changed: 1, summary: 'cloned main.default.jobs to main.default.tasks with 1 row' },
    then: [['describe_table', { table: 'tasks' }, { columns: [{}, {}, { name: 'owner', ref: 'main.default.folk' }] }]],
  },
  {
    name: 'tells the name that the table has now',
    spec: 'D4 (summary)',
    given: [PEOPLE_KEPT, kept('Ada'), ['alter_table', { table: 'people', name: 'folk' }]],
    call: ['clone_table', { source: 'folk', target: 'people', version: 1 }],
    result: { changed: 1, summary: 'cloned main.default.folk to main.default.people with 1 row' },
  },
];
