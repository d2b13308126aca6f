/** list_changes. Source: docs/operations.md#list_changes, docs/feed.md; D10, D23. */

import type { Call, ConformanceCase } from './case';
import { PEOPLE, TASKS, at, person, task } from './tables';

const ADA = at('people', 'Ada');
const OWNER = { app: null, harness: null, model: null, session: null };
const people = 'main.default.people';

const history: readonly Call[] = [
  PEOPLE,
  TASKS,
  person('Ada'),
  task('T', { owner: 'Ada' }),
  ['update_row', { table: 'people', path: ADA, set_values: { email: 'ada@b.org' } }],
];

const inserted = (op: string, path: string): object => ({ op, path, source: 'engine' });

export const LIST_CHANGES: readonly ConformanceCase[] = [
  {
    name: 'tells every change from the first one on, with values, actor and migration',
    spec: 'docs/feed.md#events, D23',
    given: history,
    call: ['list_changes'],
    result: {
      changes: [
        { seq: 1, op: 'schema', source: 'engine', table: people, id: null, path: null, changes: {}, actor: OWNER },
        { seq: 2, op: 'schema', table: 'main.default.tasks' },
        { ...inserted('insert', ADA), seq: 3, id: '<uuid>', migration: '<uuid>' },
        { ...inserted('insert', at('tasks', 'T')), seq: 4 },
        { seq: 5, op: 'update', path: ADA, changes: { email: { before: null, after: 'ada@b.org' } } },
      ],
      feed: '<uuid>',
      last: 5,
      head: 5,
      gap: false,
    },
  },
  {
    name: 'says of a schema event which operation changed what',
    spec: 'docs/feed.md#schema-events, D29',
    given: [...history, ['rename_column', { table: 'people', from_column: 'email', to_column: 'mail' }]],
    call: ['list_changes', { since: 5, ops: ['schema'] }],
    result: {
      changes: [{ table: people, operation: 'rename_column', changes: { column: { before: 'email', after: 'mail' } } }],
    },
    lacks: ['renamed_to'],
  },
  {
    name: 'says of a schema event how the table is after it, and nothing of a table that is gone',
    spec: 'docs/feed.md#schema-events',
    given: [
      ...history,
      ['rename_column', { table: 'people', from_column: 'email', to_column: 'mail' }],
      ['drop_table', { table: 'tasks', mode: 'archive' }],
    ],
    call: ['list_changes', { since: 5, ops: ['schema'] }],
    result: {
      changes: [
        {
          definition: {
            description: 'What people are',
            columns: [{ name: 'name' }, { name: 'mail', type: 'string' }, {}],
          },
        },
        { table: 'main.default.tasks', changes: { name: { after: null } } },
      ],
    },
  },
  {
    name: 'adds the ids of the rows that links lead to',
    spec: 'docs/feed.md#ids-of-link-targets',
    given: history,
    call: ['list_changes', { since: 3, targets: true }],
    result: { changes: [{ seq: 4, op: 'insert', targets: { owner: '<uuid>' } }, { seq: 5 }] },
  },
  {
    name: 'says where a page ends inside of a write',
    spec: 'docs/feed.md#whole-writes',
    given: [PEOPLE, ['merge_rows', { table: 'people', on: ['name'], rows: [{ name: 'Ada' }, { name: 'Bo' }] }]],
    call: ['list_changes', { limit: 2 }],
    result: { changes: [{ seq: 1 }, { seq: 2 }], inside_write: true },
  },
  {
    name: 'says nothing of that where a write ends with the page',
    spec: 'docs/feed.md#whole-writes',
    given: history,
    call: ['list_changes', { limit: 4 }],
    result: { changes: [{ seq: 1 }, { seq: 2 }, { seq: 3 }, { seq: 4 }] },
    lacks: ['inside_write'],
  },
  {
    name: 'tells the events of a table that is asked for by a former name, and its present name',
    spec: 'docs/feed.md#former-names, D29',
    given: [...history, ['alter_table', { table: 'people', name: 'folk' }]],
    call: ['list_changes', { tables: ['people'], ops: ['insert', 'schema'] }],
    result: {
      changes: [
        { seq: 1, op: 'schema', table: people },
        { ...inserted('insert', ADA), seq: 3 },
        { seq: 6, op: 'schema', table: 'main.default.folk', renamed_from: people, operation: 'alter_table' },
      ],
      renamed_to: { people: 'main.default.folk' },
    },
  },
  {
    name: 'goes on in the feed that is expected',
    spec: 'docs/feed.md#the-name-of-the-feed, D29',
    given: history,
    call: ['list_changes', { since: 4, expect_feed: null }],
    result: { changes: [{ seq: 5 }], feed: '<uuid>' },
  },
  {
    name: 'goes on from the cursor, as far as the limit',
    spec: 'docs/feed.md#following, D10',
    given: history,
    call: ['list_changes', { since: 2, limit: 2 }],
    result: { changes: [{ seq: 3 }, { seq: 4 }], last: 4, head: 5 },
  },
  {
    name: 'answers last and head alone for a limit of 0',
    spec: 'D23',
    given: history,
    call: ['list_changes', { since: 2, limit: 0 }],
    result: { changes: [], last: 2, head: 5, gap: false },
  },
  {
    name: 'keeps the changes of some tables, kinds and columns, and passes the others',
    spec: 'docs/feed.md#filters, D23',
    given: history,
    call: ['list_changes', { tables: ['people'], ops: ['update', 'insert'], columns: ['email'] }],
    result: { changes: [{ seq: 5 }], last: 5 },
  },
  {
    name: 'asks where of the values after the change',
    spec: 'docs/feed.md#filters, D10',
    given: [...history, ['update_row', { table: 'people', path: ADA, unset: ['email'] }]],
    call: ['list_changes', { tables: ['people'], where: { email: { exists: true } } }],
    result: { changes: [{ seq: 5 }], last: 6, head: 6 },
  },
  {
    name: 'leaves out what an actor did',
    spec: 'docs/feed.md#filters, D22',
    given: history,
    call: ['list_changes', { exclude_actor: 'crawler', since: 4 }],
    result: { changes: [{ seq: 5 }] },
  },
  {
    name: 'tells of a hand edit',
    spec: 'docs/feed.md#events, D10',
    given: history,
    edits: { [ADA]: null },
    call: ['list_changes', { since: 5 }],
    result: {
      changes: [
        { op: 'delete', source: 'external', path: ADA, mode: 'delete', to: null, actor: null, migration: null },
      ],
    },
  },
  {
    name: 'tells the same after a restart',
    spec: 'docs/feed.md#numbers, D10',
    given: history,
    restarted: true,
    call: ['list_changes', { limit: 5000 }],
    result: { changes: [{ seq: 1 }, { seq: 2 }, { seq: 3 }, { seq: 4 }, { seq: 5 }], gap: false },
  },
  {
    name: 'tells of calls where they are asked for',
    spec: 'docs/feed.md#tool-calls, D23',
    given: [PEOPLE],
    call: ['list_changes', { ops: ['tool_call'] }],
    result: { changes: [{ op: 'tool_call', call: 'create_table', args: { name: 'people' }, ok: true, actor: OWNER }] },
  },
  {
    name: 'answers at once when there is something, however long it may wait',
    spec: 'docs/feed.md#long-poll',
    given: history,
    call: ['list_changes', { since: 4, wait_ms: 60_000 }],
    result: { changes: [{ seq: 5 }] },
  },
  {
    name: 'refuses the numbers of another feed, and says how to go on',
    spec: 'docs/feed.md#the-name-of-the-feed, D29',
    given: history,
    call: ['list_changes', { since: 1, expect_feed: '00000000-0000-4000-8000-00000000ffff' }],
    error: { code: 'refused', message: 'its numbers belong to other changes', hint: 'read the tables again' },
  },
  {
    name: 'refuses a cursor from the future',
    spec: 'D23',
    given: history,
    call: ['list_changes', { since: 6 }],
    error: { code: 'bad_request', message: 'since 6', hint: 'since 5' },
  },
  {
    name: 'refuses an empty list of kinds',
    spec: 'D23',
    given: history,
    call: ['list_changes', { ops: [] }],
    error: { code: 'bad_request', message: 'ops is empty' },
  },
  {
    name: 'refuses an unknown table',
    spec: 'docs/operations.md#list_changes',
    given: history,
    call: ['list_changes', { tables: ['peopel'] }],
    error: { code: 'not_found', hint: 'people' },
  },
  {
    name: 'refuses an unknown column of the one table',
    spec: 'D23',
    given: history,
    call: ['list_changes', { tables: ['people'], columns: ['mail'] }],
    error: { code: 'bad_request', hint: 'email' },
  },
  {
    name: 'refuses a view',
    spec: 'docs/operations.md#list_changes',
    given: [...history, ['create_view', { name: 'vw_all', description: 'All', query: { table: 'people' } }]],
    call: ['list_changes', { tables: ['vw_all'] }],
    error: { code: 'refused', hint: 'name the tables that the view reads' },
  },
  {
    name: 'refuses a value that no such column can have',
    spec: 'docs/feed.md#filters',
    given: history,
    call: ['list_changes', { where: { born: 'soon' } }],
    error: { code: 'bad_request', message: 'born' },
  },
  {
    name: 'refuses the tags of texts, which a change does not bring along',
    spec: 'docs/feed.md#filters',
    given: history,
    call: ['list_changes', { where: { file_tags: { contains: 'x' } } }],
    error: { code: 'bad_request', message: 'file_tags', hint: 'front matter' },
  },
  {
    name: 'lets nothing match an unknown column where no table is named',
    spec: 'D23',
    given: history,
    call: ['list_changes', { where: { mail: 'x' } }],
    result: { changes: [], last: 5 },
  },
];
