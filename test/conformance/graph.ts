/** graph_neighbors, graph_traverse, graph_path. Source: docs/graph.md; D4, D24. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { at, column, handRow, note, tableOf } from './tables';

const PEOPLE: Call = tableOf('people', [
  column('name', 'string', { required: true }),
  column('boss', 'link', { ref: 'people' }),
]);

const TASKS: Call = tableOf(
  'tasks',
  [
    column('title', 'string', { required: true }),
    column('owner', 'link', { ref: 'people' }),
    column('helpers', 'list', { items: { type: 'link', ref: 'people' } }),
    column('about', 'link'),
    column('owner_page', 'link', { generated: '[[{title} page]]' }),
  ],
  { filename: '{title}' },
);

const person = (name: string, more: JsonObject = {}): Call => [
  'insert_row',
  { table: 'people', values: { name, ...more } },
];

const [ADA, BO, CY] = ['Ada', 'Bo', 'Cy'].map((name) => at('people', name)) as [string, string, string];
const MOVE = at('tasks', 'Move');

const GIVEN: readonly Call[] = [
  PEOPLE,
  TASKS,
  person('Ada'),
  person('Bo', { boss: 'Ada' }),
  person('Cy', { boss: 'Bo' }),
  [
    'insert_row',
    {
      table: 'tasks',
      values: { title: 'Move', owner: 'Ada', helpers: ['Bo', 'Cy'], about: '[[House]]' },
      body: 'Ask [[Ada]] and [[Ada|her]] about [[Boxes]], see [[Plan]].\n',
    },
  ],
];

const FILES: Readonly<Record<string, string>> = {
  'Plan.md': note(['see: "[[Cy]]"'], 'With [the task](Move.md), ![[plan.png]], [[#Steps]] and [[Plan]].\n'),
  'Daily/Monday.md': '[[Plan]] [[plan]]\n',
  'Far.md': '[[Monday]]\n',
  'plan.png': 'not a note',
};

const entry = (path: string, table: string | null, direction: string, edges: JsonObject): JsonObject => ({
  path,
  table: table === null ? null : `main.default.${table}`,
  direction,
  edges,
});

const missing = (unresolved: string, edges: JsonObject): JsonObject => ({
  path: null,
  unresolved,
  table: null,
  direction: 'out',
  edges,
});

const step = (from: string, label: string, direction: string, to: string): JsonObject => ({
  from,
  label,
  direction,
  to,
});

const reached = (path: string, table: string | null, depth: number, via: readonly JsonObject[]): JsonObject => ({
  path,
  table: table === null ? null : `main.default.${table}`,
  depth,
  via: via,
});

const onGraph = (name: string, call: Call, result: JsonObject, spec = 'docs/graph.md, D24'): ConformanceCase => ({
  name,
  spec,
  files: FILES,
  given: GIVEN,
  call,
  result,
});

const refused = (name: string, call: Call, error: ExpectedError): ConformanceCase => ({
  name: `is refused with ${name}`,
  spec: 'docs/graph.md#starts, D24',
  files: FILES,
  given: GIVEN,
  call,
  error,
});

/** What each of the three refuses in the same way. */
const startsRefused = (operation: string, more: JsonObject = {}): readonly ConformanceCase[] => {
  const call = (from: JsonObject, others: JsonObject = {}): Call => [
    operation,
    { from_nodes: from, ...more, ...others },
  ];
  return [
    refused('starts that select nothing', call({}), { code: 'bad_request', message: 'from_nodes selects no note' }),
    refused('no paths', call({ paths: [] }), {
      code: 'bad_request',
      message: 'from_nodes selects no note',
      hint: 'paths',
    }),
    refused('where without table', call({ where: { name: 'Ada' } }), {
      code: 'bad_request',
      message: 'where is given without table',
      hint: 'table',
    }),
    refused('notes that are not there', call({ paths: ['Plan', 'Nowhere.md', 'plan.png', '.hidden/x.md'] }), {
      code: 'not_found',
      message: ['"Nowhere.md"', '"plan.png"', '".hidden/x.md"'],
      hint: 'list_folder',
    }),
    refused('a path that leaves the vault', call({ paths: ['../x.md'] }), { code: 'bad_request', hint: 'a path' }),
    refused('an unknown table', call({ table: 'peple' }), { code: 'not_found', hint: 'main.default.people' }),
    refused('an unknown column in where', call({ table: 'people', where: { bos: 'Ada' } }), {
      code: 'bad_request',
      hint: 'boss',
    }),
    refused('a table whose rows are not notes', call({ table: 'system.information_schema.tables' }), {
      code: 'bad_request',
      message: 'are not notes',
    }),
    refused('a label that no link bears', call({ paths: ['Plan'] }, { edges: ['ownr', 'link'] }), {
      code: 'bad_request',
      message: 'edges: no link is labelled "ownr"',
      hint: 'did you mean owner?',
    }),
    refused('a column that holds no links as a label', call({ paths: ['Plan'] }, { edges: ['colour'] }), {
      code: 'bad_request',
      hint: 'labels: link, about, boss, helpers, owner',
    }),
    refused('no labels', call({ paths: ['Plan'] }, { edges: [] }), { code: 'bad_request', message: 'edges' }),
    refused('an unknown direction', call({ paths: ['Plan'] }, { direction: 'up' }), {
      code: 'bad_request',
      message: 'direction',
    }),
  ];
};

export const GRAPH_NEIGHBORS: readonly ConformanceCase[] = [
  onGraph(
    'counts links by the label of their column, other links by link, and names the unresolved',
    ['graph_neighbors', { from_nodes: { paths: [MOVE] } }],
    {
      nodes: [
        entry('Plan.md', null, 'out', { link: 1 }),
        entry('Plan.md', null, 'in', { link: 1 }),
        entry(ADA, 'people', 'out', { owner: 1, link: 2 }),
        entry(BO, 'people', 'out', { helpers: 1 }),
        entry(CY, 'people', 'out', { helpers: 1 }),
        missing('Boxes', { link: 1 }),
        missing('House', { about: 1 }),
        missing('Move page', { owner_page: 1 }),
      ],
      total: 8,
    },
    'docs/graph.md#labels, D24',
  ),
  onGraph('lists backlinks alone', ['graph_neighbors', { from_nodes: { paths: ['Plan'] }, direction: 'in' }], {
    nodes: [
      entry('Daily/Monday.md', null, 'in', { link: 2 }),
      entry('Plan.md', null, 'in', { link: 1 }),
      entry(MOVE, 'tasks', 'in', { link: 1 }),
    ],
    total: 3,
  }),
  onGraph(
    'lists links alone, with those of a note to itself, without files that are not notes and headings',
    ['graph_neighbors', { from_nodes: { paths: ['Plan.md'] }, direction: 'out' }],
    {
      nodes: [
        entry('Plan.md', null, 'out', { link: 1 }),
        entry(CY, 'people', 'out', { link: 1 }),
        entry(MOVE, 'tasks', 'out', { link: 1 }),
      ],
      total: 3,
    },
    'docs/graph.md#nodes, D24',
  ),
  onGraph(
    'keeps the labels that are asked for',
    ['graph_neighbors', { from_nodes: { paths: [MOVE] }, edges: ['owner', 'about'] }],
    { nodes: [entry(ADA, 'people', 'out', { owner: 1 }), missing('House', { about: 1 })], total: 2 },
  ),
  onGraph(
    'starts at the rows of a filter and at paths, and counts links among them',
    ['graph_neighbors', { from_nodes: { paths: [ADA], table: 'people', where: { name: 'Bo' } }, edges: ['boss'] }],
    {
      nodes: [
        entry(ADA, 'people', 'out', { boss: 1 }),
        entry(BO, 'people', 'in', { boss: 1 }),
        entry(CY, 'people', 'in', { boss: 1 }),
      ],
      total: 3,
    },
    'docs/graph.md#starts, D24',
  ),
  onGraph(
    'gives as many as limit says, and the total',
    ['graph_neighbors', { from_nodes: { table: 'people' }, edges: ['boss'], limit: 1 }],
    { nodes: [entry(ADA, 'people', 'out', { boss: 1 })], total: 4 },
  ),
  onGraph('gives the total alone for a limit of 0', ['graph_neighbors', { from_nodes: { paths: [MOVE] }, limit: 0 }], {
    nodes: [],
    total: 8,
  }),
  onGraph(
    'is empty for a filter that matches nothing',
    ['graph_neighbors', { from_nodes: { table: 'people', where: { name: 'Nobody' } } }],
    { nodes: [], total: 0 },
  ),
  {
    name: 'takes the rows of a view as starts, as many as the view has',
    spec: 'docs/graph.md#starts',
    files: FILES,
    given: [...GIVEN, ['create_view', { name: 'vw_last', query: { table: 'people', order_by: '-name', limit: 1 } }]],
    call: ['graph_neighbors', { from_nodes: { table: 'vw_last' }, direction: 'out' }],
    result: { nodes: [entry(BO, 'people', 'out', { boss: 1 })], total: 1 },
  },
  {
    name: 'takes a name without brackets in a link column as a link',
    spec: 'docs/links.md#what-counts-as-a-link, docs/graph.md#labels',
    files: { ...FILES, 'Hand.md': handRow('people', 1, ['name: Hand', 'boss: Cy'], '[[Cy]]\n') },
    given: GIVEN,
    call: ['graph_neighbors', { from_nodes: { paths: [CY] }, direction: 'in' }],
    result: {
      nodes: [
        entry('Hand.md', 'people', 'in', { boss: 1, link: 1 }),
        entry('Plan.md', null, 'in', { link: 1 }),
        entry(MOVE, 'tasks', 'in', { helpers: 1 }),
      ],
      total: 3,
    },
  },
  {
    name: 'knows archived notes as notes, their links as link',
    spec: 'docs/graph.md#nodes, D24',
    files: FILES,
    given: [
      ...GIVEN,
      ['delete_rows', { table: 'people', where: { name: 'Cy' }, mode: 'archive', on_referenced: 'set_null' }],
    ],
    call: ['graph_neighbors', { from_nodes: { paths: [BO] }, direction: 'in' }],
    result: {
      nodes: [entry(at('people', '_archive/Cy'), null, 'in', { link: 1 }), entry(MOVE, 'tasks', 'in', { helpers: 1 })],
      total: 2,
    },
  },
  refused('a limit above 5000', ['graph_neighbors', { from_nodes: { paths: ['Plan'] }, limit: 5001 }], {
    code: 'bad_request',
    message: 'limit',
  }),
  ...startsRefused('graph_neighbors'),
];

const PLAN_TO_MONDAY = step('Plan.md', 'link', 'in', 'Daily/Monday.md');
const MOVE_TO_BO = step(MOVE, 'helpers', 'out', BO);

export const GRAPH_TRAVERSE: readonly ConformanceCase[] = [
  onGraph(
    'follows links two steps far, with one shortest way to each note',
    ['graph_traverse', { from_nodes: { paths: ['Far'] } }],
    {
      nodes: [
        reached('Daily/Monday.md', null, 1, [step('Far.md', 'link', 'out', 'Daily/Monday.md')]),
        reached('Plan.md', null, 2, [
          step('Far.md', 'link', 'out', 'Daily/Monday.md'),
          step('Daily/Monday.md', 'link', 'out', 'Plan.md'),
        ]),
      ],
      total: 2,
      truncated: false,
    },
  ),
  onGraph(
    'names the column before link, and comes by the note with the first path',
    ['graph_traverse', { from_nodes: { paths: ['Plan', MOVE] }, max_depth: 1 }],
    {
      nodes: [
        reached(ADA, 'people', 1, [step(MOVE, 'owner', 'out', ADA)]),
        reached(BO, 'people', 1, [MOVE_TO_BO]),
        reached(CY, 'people', 1, [step('Plan.md', 'link', 'out', CY)]),
      ],
      total: 3,
      truncated: false,
    },
    'docs/graph.md#walks',
  ),
  onGraph(
    'walks back, and both ways',
    [
      'graph_traverse',
      { from_nodes: { paths: [CY] }, direction: 'both', min_depth: 3, max_depth: 10, tables: ['people'] },
    ],
    { nodes: [], total: 0, truncated: false },
  ),
  onGraph(
    'follows the labels that are asked for alone',
    ['graph_traverse', { from_nodes: { paths: [ADA] }, direction: 'in', edges: ['boss', 'helpers'], max_depth: 3 }],
    {
      nodes: [
        reached(BO, 'people', 1, [step(ADA, 'boss', 'in', BO)]),
        reached(CY, 'people', 2, [step(ADA, 'boss', 'in', BO), step(BO, 'boss', 'in', CY)]),
        reached(MOVE, 'tasks', 2, [step(ADA, 'boss', 'in', BO), step(BO, 'helpers', 'in', MOVE)]),
      ],
      total: 3,
      truncated: false,
    },
  ),
  onGraph(
    'walks through rows of some tables only, and may end outside of them',
    ['graph_traverse', { from_nodes: { paths: ['Plan'] }, through: ['people'], max_depth: 5 }],
    {
      nodes: [
        reached(CY, 'people', 1, [step('Plan.md', 'link', 'out', CY)]),
        reached(MOVE, 'tasks', 1, [step('Plan.md', 'link', 'out', MOVE)]),
        reached(BO, 'people', 2, [step('Plan.md', 'link', 'out', CY), step(CY, 'boss', 'out', BO)]),
        reached(ADA, 'people', 3, [
          step('Plan.md', 'link', 'out', CY),
          step(CY, 'boss', 'out', BO),
          step(BO, 'boss', 'out', ADA),
        ]),
      ],
      total: 4,
      truncated: false,
    },
  ),
  onGraph(
    'returns rows of some tables only, and walks through others',
    ['graph_traverse', { from_nodes: { paths: ['Daily/Monday'] }, tables: ['tasks', 'people'], limit: 1 }],
    {
      nodes: [
        reached(CY, 'people', 2, [
          step('Daily/Monday.md', 'link', 'out', 'Plan.md'),
          step('Plan.md', 'link', 'out', CY),
        ]),
      ],
      total: 2,
      truncated: true,
    },
  ),
  onGraph(
    'gives the total alone for a limit of 0',
    ['graph_traverse', { from_nodes: { paths: ['Plan'] }, direction: 'in', limit: 0 }],
    { nodes: [], total: 3, truncated: true },
  ),
  onGraph(
    'returns from min_depth on',
    ['graph_traverse', { from_nodes: { paths: ['Plan'] }, direction: 'in', min_depth: 2 }],
    {
      nodes: [reached('Far.md', null, 2, [PLAN_TO_MONDAY, step('Daily/Monday.md', 'link', 'in', 'Far.md')])],
      total: 1,
      truncated: false,
    },
  ),
  onGraph(
    'is empty for a filter that matches nothing',
    ['graph_traverse', { from_nodes: { table: 'people', where: { name: 'Nobody' } } }],
    { nodes: [], total: 0, truncated: false },
  ),
  refused('min_depth above max_depth', ['graph_traverse', { from_nodes: { paths: ['Plan'] }, min_depth: 3 }], {
    code: 'bad_request',
    message: 'min_depth 3 is above max_depth 2',
    hint: 'max_depth',
  }),
  refused('a max_depth above 10', ['graph_traverse', { from_nodes: { paths: ['Plan'] }, max_depth: 11 }], {
    code: 'bad_request',
    message: 'max_depth',
  }),
  refused('a min_depth of 0', ['graph_traverse', { from_nodes: { paths: ['Plan'] }, min_depth: 0 }], {
    code: 'bad_request',
    message: 'min_depth',
  }),
  refused(
    'an unknown table to walk through',
    ['graph_traverse', { from_nodes: { paths: ['Plan'] }, through: ['peple'] }],
    {
      code: 'not_found',
      hint: 'main.default.people',
    },
  ),
  refused('a view as a table to return', ['graph_traverse', { from_nodes: { paths: ['Plan'] }, tables: ['vw_x'] }], {
    code: 'not_found',
  }),
  ...startsRefused('graph_traverse'),
];

export const GRAPH_PATH: readonly ConformanceCase[] = [
  onGraph(
    'finds a shortest way along links in both directions',
    ['graph_path', { from_nodes: { paths: ['Far'] }, to_nodes: { paths: [BO] } }],
    {
      found: true,
      length: 4,
      path: [
        step('Far.md', 'link', 'out', 'Daily/Monday.md'),
        step('Daily/Monday.md', 'link', 'out', 'Plan.md'),
        step('Plan.md', 'link', 'out', CY),
        step(CY, 'boss', 'out', BO),
      ],
    },
  ),
  onGraph(
    'says which way a link leads',
    ['graph_path', { from_nodes: { paths: [ADA] }, to_nodes: { table: 'tasks' }, direction: 'in' }],
    { found: true, length: 1, path: [step(ADA, 'owner', 'in', MOVE)] },
  ),
  onGraph(
    'finds none within max_depth',
    ['graph_path', { from_nodes: { paths: ['Far'] }, to_nodes: { paths: [BO] }, max_depth: 3 }],
    { found: false, length: null, path: [] },
  ),
  onGraph(
    'finds none along other labels, or against the direction',
    ['graph_path', { from_nodes: { paths: [ADA] }, to_nodes: { paths: [CY] }, direction: 'out', edges: ['boss'] }],
    { found: false, length: null, path: [] },
  ),
  onGraph(
    'is at its end where a note is among both',
    ['graph_path', { from_nodes: { paths: ['Plan', 'Far'] }, to_nodes: { paths: ['Far'] } }],
    { found: true, length: 0, path: [] },
  ),
  onGraph(
    'ends at the first of several ends',
    ['graph_path', { from_nodes: { paths: [MOVE] }, to_nodes: { table: 'people' } }],
    { found: true, length: 1, path: [step(MOVE, 'owner', 'out', ADA)] },
  ),
  onGraph(
    'finds none to ends that match nothing',
    ['graph_path', { from_nodes: { paths: ['Far'] }, to_nodes: { table: 'people', where: { name: 'Nobody' } } }],
    { found: false, length: null, path: [] },
  ),
  refused('ends that select nothing', ['graph_path', { from_nodes: { paths: ['Far'] }, to_nodes: {} }], {
    code: 'bad_request',
    message: 'to_nodes selects no note',
  }),
  refused(
    'ends that are not there',
    ['graph_path', { from_nodes: { paths: ['Far'] }, to_nodes: { paths: ['Gone'] } }],
    {
      code: 'not_found',
      message: 'to_nodes: there is no note "Gone"',
    },
  ),
  ...startsRefused('graph_path', { to_nodes: { paths: ['Far'] } }),
];
