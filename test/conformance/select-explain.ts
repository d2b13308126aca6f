/** What the answer to a select can change with, as explain tells it. D15. */

import type { JsonObject } from '../../src/engine/index';
import { base, inherit } from './base-calls';
import type { Call, ConformanceCase } from './case';
import { ADA_KEPT, PEOPLE_KEPT, kept } from './table-history';
import { PEOPLE, TASKS, at, column, handRow, person, tableOf, task } from './tables';

const GIVEN: readonly Call[] = [
  PEOPLE,
  TASKS,
  tableOf('areas', [column('name', 'string'), column('part_of', 'link', { hierarchy: true })]),
  tableOf('log', [column('day', 'date'), column('area', 'link', { ref: 'areas' })]),
  base('dated', [column('seen', 'date')]),
  inherit('log', 'dated'),
  ['create_view', { name: 'vw_open', query: { table: 'tasks', where: { due: { lte: '{today+7d}' } } } }],
  ['create_view', { name: 'vw_mine', query: { table: 'vw_open', where: { 'owner.name': '{this.name}' } } }],
  ['create_view', { name: 'vw_all', query: { union: [{ table: 'vw_open' }, { table: 'log' }] } }],
];

const named = (...names: readonly string[]): readonly string[] => names.map((name) => `main.default.${name}`);

const explains = (name: string, args: JsonObject, reads: JsonObject): ConformanceCase => ({
  name: `names ${name}`,
  spec: 'D15 (asks again when its answer can change)',
  given: GIVEN,
  call: ['select_rows', { ...args, limit: 0, explain: true }],
  result: { explain: { reads: { definitions: false, everything: false, tokens: [], ...reads } } },
});

const heads = (name: string, args: JsonObject, columns: readonly JsonObject[]): ConformanceCase => ({
  name: `tells ${name}`,
  spec: 'docs/queries.md (explain)',
  given: [
    ...GIVEN,
    ['alter_column', { table: 'people', column: 'born', changes: { label: 'Birthday' } }],
    [
      'create_view',
      { name: 'vw_heads', query: { table: 'tasks', columns: ['title', 'owner.born'] }, labels: { title: 'To do' } },
    ],
  ],
  call: ['select_rows', { ...args, limit: 0, explain: true }],
  result: { explain: { columns } },
});

const HEADS: readonly ConformanceCase[] = [
  heads('the columns of a table as describe_table does', { table: 'people' }, [
    { name: 'id', system: true },
    { name: 'name', type: 'string', required: true },
    { name: 'email', type: 'string' },
    { name: 'born', type: 'date', label: 'Birthday' },
  ]),
  heads('those that are asked for, links as links also where they are expanded', { table: 'tasks', columns: ['file_modified', 'owner'], expand: ['owner'] }, [
    { name: 'file_modified', type: 'datetime' },
    { name: 'owner', type: 'link', ref: 'main.default.people' },
  ]), // prettier-ignore
  heads('the headings of a view', { table: 'vw_heads' }, [
    { name: 'title', type: 'string', label: 'To do' },
    { name: 'owner.born', type: 'date' },
  ]),
  heads('those of groups', { table: 'people', group_by: 'born', aggregates: { n: 'count', last: 'max:born' } }, [
    { name: 'born', type: 'date', label: 'Birthday' },
    { name: 'n', type: 'integer' },
    { name: 'last', type: 'date' },
  ]),
];

export const SELECT_EXPLAIN: readonly ConformanceCase[] = [
  ...HEADS,
  explains('the table', { table: 'tasks' }, { tables: named('tasks') }),
  explains(
    'the tables behind dotted keys',
    { table: 'tasks', order_by: '-owner.born' },
    { tables: named('people', 'tasks') },
  ),
  explains(
    'no table behind a link that is only compared',
    { table: 'tasks', where: { owner: 'Ada' } },
    { tables: named('tasks') },
  ),
  explains(
    'the hierarchy that within walks',
    { table: 'log', where: { area: { within: 'x' } } },
    { tables: named('areas', 'log') },
  ),
  explains(
    'the views in between and what they read, with every token',
    { table: 'vw_mine', where: { title: '<this.who>' } },
    { tables: named('people', 'tasks', 'vw_mine', 'vw_open'), tokens: ['<this.who>', '{this.name}', '{today+7d}'] },
  ),
  explains(
    'the parts of a union',
    { table: 'vw_all' },
    { tables: named('log', 'tasks', 'vw_all', 'vw_open'), tokens: ['{today+7d}'] },
  ),
  explains('the definitions for a base', { table: 'base:dated' }, { tables: named('log'), definitions: true }),
  explains(
    'everything where rows are counted',
    { table: 'system.information_schema.tables' },
    { tables: [], definitions: true, everything: true },
  ),
  explains(
    'everything where backlinks are counted',
    { table: 'people', columns: ['file_backlink_count'] },
    { tables: named('people'), everything: true },
  ),
];

const told = (
  name: string,
  path: string,
  note: JsonObject,
  args: JsonObject = {},
  more: Partial<ConformanceCase> = {},
): ConformanceCase => ({
  name: `tells that a note ${name}`,
  spec: 'docs/queries.md#explain (explain: {path}), docs/queries.md',
  given: [PEOPLE, TASKS, ...['a', 'b', 'c'].map((title) => task(title, { due: '2026-03-06' })), person('Ada')],
  call: ['select_rows', { table: 'tasks', ...args, explain: { path } }],
  result: { explain: { note: { in_result: false, position: null, ...note } } },
  ...more,
});

const A = at('tasks', 'a');

const VIEWS: Partial<ConformanceCase> = {
  given: [
    PEOPLE,
    TASKS,
    task('a'),
    ['create_view', { name: 'vw_parts', query: { union: [{ table: 'tasks', where: { title: 'b' } }] } }],
    ['create_view', { name: 'vw_groups', query: { table: 'tasks', group_by: 'status' } }],
  ],
};

export const SELECT_EXPLAIN_NOTES: readonly ConformanceCase[] = [
  told('is in the answer', A, {
    row_of: 'main.default.tasks',
    in_result: true,
    position: 0,
    reason: null,
    failing: [],
  }),
  told('fails conditions, and what it has', A, { reason: 'it does not match some conditions', failing: [{ condition: { status: 'done' }, value: 'todo' }, { condition: { owner: { exists: true } }, value: null }] }, { where: { and: [{ status: 'done' }], owner: { exists: true } } }), // prettier-ignore
  told('lies beyond the limit', at('tasks', 'c'), { position: 2, reason: 'it matches, and lies beyond limit and offset' }, { limit: 2 }), // prettier-ignore
  told('is a row of another table', at('people', 'Ada'), { row_of: 'main.default.people', reason: 'it is a row of main.default.people, and the result is of main.default.tasks' }), // prettier-ignore
  told('is not there', 'Nowhere.md', { row_of: null, reason: 'there is no such note' }),
  told('is named in the place of its path', 'a', {
    row_of: null,
    reason: `there is no such note; did you mean "${A}"?`,
  }),
  told('is counted in a group', A, { in_result: true, reason: null }, { group_by: 'status' }),
  told('has no match in a join', A, { reason: 'nothing of main.default.people matches it in the join' }, { join: { table: 'people', on: { owner: 'path' } } }), // prettier-ignore
  told('names no table', 'x', { reason: 'its front matter names no table; adopt_rows makes it a row' }, {}, { files: { 'x.md': 'Text\n' } }), // prettier-ignore
  told('names a table that there is not', 'x', { reason: 'its front matter names the table main.default.nope, which there is not' }, {}, { files: { 'x.md': handRow('nope', 1, []) } }), // prettier-ignore
  told('names its table in part', 'x', { reason: 'its front matter names the table tasks; a row names it in full: catalog.schema.table' }, {}, { files: { 'x.md': '---\ntable: tasks\n---\n' } }), // prettier-ignore
  told('is left out by a part of a union', A, { row_of: 'main.default.tasks', reason: 'it is a row of main.default.tasks, which main.default.vw_parts reads without this row' }, { table: 'vw_parts' }, VIEWS), // prettier-ignore
  told('is not a row of a view of groups', A, { row_of: 'main.default.tasks', reason: 'the rows of main.default.vw_groups are not notes' }, { table: 'vw_groups' }, VIEWS), // prettier-ignore
  told('is not a row of information_schema', A, { reason: 'the rows of system.information_schema.tables are not notes' }, { table: 'system.information_schema.tables' }), // prettier-ignore
  told('was not a row at a version', ADA_KEPT, { row_of: 'main.default.people', reason: 'it was not a row of main.default.people then' }, { table: 'people', version: 0 }, { given: [PEOPLE_KEPT, kept('Ada')] }), // prettier-ignore
  told('is archived', at('tasks', '_archive/x'), { reason: 'it is archived: it lies in the archive folder of main.default.tasks' }, {}, { files: { [at('tasks', '_archive/x')]: handRow('tasks', 1, ['title: x']) } }), // prettier-ignore
  told('does not parse', 'x', { reason: 'its front matter does not parse; check_table says where' }, {}, { files: { 'x.md': '---\ntable: main.default.tasks\ntitle: [\n---\n' } }), // prettier-ignore
  {
    name: 'tells how it was answered: by path, and how many rows were looked at',
    spec: 'docs/queries.md#explain (explain: true)',
    given: [PEOPLE, TASKS, task('a'), task('b')],
    call: ['select_rows', { table: 'tasks', where: { path: A }, explain: true }],
    result: { explain: { source: 'main.default.tasks', index: 'path', looked_at: 1, milliseconds: 0 } },
    then: [['select_rows', { table: 'tasks', where: { title: 'a' }, explain: true }, { explain: { index: null, looked_at: 2 } }]], // prettier-ignore
  },
  {
    name: 'refuses a path that leaves the vault',
    spec: 'D12 (vault paths)',
    given: [PEOPLE, TASKS],
    call: ['select_rows', { table: 'tasks', explain: { path: '../x' } }],
    error: { code: 'bad_request', message: 'explain.path', hint: 'a path begins' },
  },
];
