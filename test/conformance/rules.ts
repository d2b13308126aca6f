/** The operations of rules. Source: docs/rules.md, docs/operations.md#rules */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';

const spec = 'docs/rules.md';
const TASKS: Call = [
  'create_table',
  {
    name: 'tasks',
    description: 't',
    filename: '{title}',
    columns: [
      { name: 'title', type: 'string', description: 't' },
      { name: 'done', type: 'boolean', description: 'd' },
    ],
  },
];
const SET = { op: 'update_row', table: 'tasks', path: { $row: 'path' }, set_values: { done: true } };
const RULE = { name: 'all_done', table: 'tasks', steps: [SET] };
const create = (more: JsonObject = {}): Call => ['create_rule', { ...RULE, ...more }];
const given = [TASKS, create()];
const row: Call = ['insert_row', { table: 'tasks', values: { title: 'A' } }];
const PATH = 'notedb/main/default/tasks/A.md';

const refused = (
  name: string,
  more: JsonObject,
  code: NonNullable<ConformanceCase['error']>['code'],
  message: string,
): ConformanceCase => ({
  ...{ name, spec, given: [TASKS], call: create(more), error: { code, message } },
  then: [['list_rules', {}, { rules: [] }]],
});

const CREATE: readonly ConformanceCase[] = [
  {
    name: 'stores a rule, switched off, with whole names',
    spec,
    given: [TASKS],
    call: create({
      ...{ description: 'd', ops: ['delete'], columns: ['done'], where: { done: true } },
      ...{ scope: ['main.default.*'], button: 'Do it' },
    }),
    result: { operation: 'create_rule', table: 'main.default.tasks', summary: 'created rule all_done' },
    then: [
      [
        'list_rules',
        {},
        {
          rules: [
            {
              ...{
                name: 'all_done',
                description: 'd',
                table: 'main.default.tasks',
                ops: ['delete'],
                columns: ['done'],
              },
              ...{ where: { done: true }, scope: ['main.default.*'], button: 'Do it', status: 'off', problem: null },
              steps: [{ ...SET, table: 'main.default.tasks' }],
              runs: [],
            },
          ],
        },
      ],
    ],
  },
  {
    name: 'takes the place of another one',
    spec,
    given,
    call: create({ button: 'Go', replace: true }),
    result: { summary: 'changed rule all_done' },
    then: [['list_rules', {}, { rules: [{ button: 'Go' }] }]],
  },
  {
    name: 'refuses a name that is taken',
    spec,
    given,
    call: create(),
    error: { code: 'refused', message: 'there is a rule all_done already' },
  },
  refused('refuses an unknown table', { table: 'jobs' }, 'not_found', 'jobs'),
  refused('refuses an unknown column of the filter', { where: { dnoe: true } }, 'bad_request', 'where: '),
  refused(
    'refuses an unknown operation at its place',
    { steps: [SET, { op: 'set' }] },
    'bad_request',
    'steps[1]: there is no operation "set"',
  ),
  refused(
    'refuses an operation that writes no rows',
    { steps: [{ op: 'drop_table', table: 'tasks' }] },
    'bad_request',
    'steps[0]: ',
  ),
  refused('refuses an unknown argument', { steps: [{ ...SET, paht: 'x' }] }, 'bad_request', 'steps[0]: '),
  refused(
    'refuses an unknown column of a step',
    { steps: [{ ...SET, set_values: { dnoe: 1 } }] },
    'refused',
    'steps[0]: tasks has no column "dnoe"',
  ),
  refused(
    'refuses a token of no column',
    { steps: [{ ...SET, path: { $row: 'paht' } }] },
    'bad_request',
    'steps[0]: {"$row": "paht"}',
  ),
  refused(
    'refuses a moment that is none',
    { steps: [{ ...SET, body: { $time: 'week' } }] },
    'bad_request',
    '{"$time": "week"} means nothing',
  ),
  refused('refuses a rule without steps', { steps: [] }, 'bad_request', 'steps must have 1 to 20 items'),
  refused('refuses a scope that is no pattern', { scope: ['tasks'] }, 'bad_request', 'scope: '),
  refused('refuses a name in capitals', { name: 'All' }, 'bad_request', '"All" is not a rule name'),
];

const unknown = (call: Call): ConformanceCase => ({
  ...{ name: 'refuses an unknown rule', spec, given, call },
  error: { code: 'not_found', message: 'there is no rule "al_done"' },
});

export const RULES: readonly ConformanceCase[] = [
  ...CREATE,
  {
    name: 'takes it away',
    spec,
    given,
    call: ['drop_rule', { rule: 'all_done' }],
    result: { summary: 'dropped rule all_done' },
    then: [['list_rules', {}, { rules: [] }]],
  },
  unknown(['drop_rule', { rule: 'al_done' }]),
  { name: 'is empty at first', spec, call: ['list_rules'], result: { rules: [] } },
  {
    name: 'counts, and plans the newest',
    spec,
    given: [...given, row],
    call: ['try_rule', { rule: 'all_done' }],
    result: {
      count: 1,
      gap: false,
      changes: [{ op: 'insert', path: PATH }],
      runs: [{ path: PATH, refused: null, plan: { dryRun: true, changed: 1 } }],
    },
  },
  {
    name: 'takes a rule that is not stored',
    spec,
    given: [TASKS, row],
    call: ['try_rule', { definition: { ...RULE, where: { title: 'B' } } }],
    result: { count: 0, changes: [], runs: [] },
  },
  unknown(['try_rule', { rule: 'al_done' }]),
  {
    name: 'refuses neither of both',
    spec,
    given,
    call: ['try_rule', {}],
    error: { code: 'bad_request', message: 'give either rule or definition' },
  },
  {
    name: 'refuses what create_rule refuses',
    spec,
    given,
    call: ['try_rule', { definition: { ...RULE, table: 'jobs' } }],
    error: { code: 'not_found' },
  },
  {
    name: 'switches it on, over a restart',
    spec,
    given: [...given, ['switch_rule', { rule: 'all_done', on: true }]],
    restarted: true,
    call: ['list_rules'],
    result: { rules: [{ status: 'on' }] },
  },
  {
    name: 'switches it off',
    spec,
    given: [...given, ['switch_rule', { rule: 'all_done', on: true }]],
    call: ['switch_rule', { rule: 'all_done', on: false }],
    result: { name: 'all_done', status: 'off' },
  },
  unknown(['switch_rule', { rule: 'al_done', on: true }]),
  {
    name: 'refuses one whose column is gone',
    spec,
    given: [...given, ['drop_column', { table: 'tasks', column: 'done' }]],
    call: ['switch_rule', { rule: 'all_done', on: true }],
    error: { code: 'refused', message: 'steps[0]: tasks has no column "done"' },
  },
  {
    name: 'runs it by hand',
    spec,
    given: [...given, row],
    call: ['run_rule', { rule: 'all_done', path: PATH }],
    result: { operation: 'run_rule', summary: `ran rule all_done on ${PATH}`, changed: 1 },
  },
  unknown(['run_rule', { rule: 'al_done', path: PATH }]),
  {
    name: 'refuses a path that is no row',
    spec,
    given,
    call: ['run_rule', { rule: 'all_done', path: PATH }],
    error: { code: 'not_found', message: `tasks has no row at ${PATH}` },
  },
  {
    name: 'refuses what a step refuses',
    spec,
    given: [
      TASKS,
      row,
      [
        'create_rule',
        { ...RULE, steps: [{ op: 'update_row', table: 'tasks', path: 'B.md', set_values: { done: true } }] },
      ],
    ],
    call: ['run_rule', { rule: 'all_done', path: PATH }],
    error: { code: 'conflict', message: 'step 0 (update_row): tasks has no row at B.md', step: 0 },
  },
  {
    name: 'undoes its runs since a day',
    spec,
    given: [...given, row, ['run_rule', { rule: 'all_done', path: PATH }]],
    call: ['undo_rule', { rule: 'all_done', since: '2020-01-01' }],
    result: { runs: ['<uuid>'], refused: null },
  },
  unknown(['undo_rule', { rule: 'al_done' }]),
  {
    name: 'refuses a day that is none',
    spec,
    given,
    call: ['undo_rule', { rule: 'all_done', since: 'x' }],
    error: { code: 'bad_request' },
  },
];
