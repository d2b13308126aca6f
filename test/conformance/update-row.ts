/** update_row and update_rows. Source: docs/operations.md#update_row, docs/operations.md#update_rows; D2, D5, D6, D7, D16, D17. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { ALL_GONE, MANY, PEOPLE, TASKS, at, column, handRow, id, person, row, tableOf, task } from './tables';

const ADA = at('people', 'Ada');

const update = (args: JsonObject): Call => ['update_row', { table: 'people', path: ADA, ...args }];

const BODY = '# Ada\n\nFirst.\n\n## Work\n\nPoems.\n\n### Details\n\nMany.\n\n## Work\n\nTwice.\n';

const withBody: readonly Call[] = [PEOPLE, ['insert_row', { table: 'people', values: { name: 'Ada' }, body: BODY }]];

const body = (name: string, args: JsonObject, text: string): ConformanceCase => ({
  name,
  spec: 'docs/operations.md#update_row, D17',
  given: withBody,
  call: update(args),
  tree: { [ADA]: row('people', ['name: Ada'], text) },
});

const refuses = (
  what: string,
  args: JsonObject,
  error: ExpectedError,
  spec = 'docs/operations.md#update_row',
): ConformanceCase => ({
  name: `refuses ${what}`,
  spec,
  given: [PEOPLE, person('Ada', { email: 'a@x' }), person('Bo', { email: 'b@x' })],
  call: update(args),
  error,
});

const hand = handRow(
  'people',
  1,
  ['name:   Ada  # the first', "email: 'a@x'", 'born: 1815-12-10', 'tags: [a, b]', 'extra: {x: 007}'],
  'Text\r\n',
);

/** Text from several programs: the lines that are there keep their line breaks, new ones end as the body's first line does. */
const MIXED = '# Ada\r\none\ntwo\r\n\n## Work\r\nPoems.\n';

const MIXED_BREAKS = [
  ['text behind', { body_append: 'a\nb' }, `${MIXED}a\r\nb\r\n`],
  ['text before', { body_prepend: 'a\nb' }, `a\r\nb\r\n${MIXED}`],
  ['a section', { body_sections: { Work: 'a\nb' } }, MIXED.replace('Poems.\n', 'a\r\nb\r\n')],
  ['the lines around a section that goes', { body_sections: { Work: null } }, '# Ada\r\none\ntwo\r\n'],
].map(([what, args, text]): ConformanceCase => ({
  name: `keeps the line breaks of a body that mixes them: ${what as string}`,
  spec: 'D2 (the body stays byte for byte)',
  files: { [ADA]: handRow('people', 1, ['name: Ada'], MIXED) },
  given: [PEOPLE],
  call: update(args as JsonObject),
  tree: { [ADA]: handRow('people', 1, ['name: Ada'], text as string).replace(id(1), '<uuid>') },
}));

export const UPDATE_ROW: readonly ConformanceCase[] = [
  {
    name: 'changes what is given and no other byte',
    spec: 'docs/operations.md#update_row, D2 (writing a note)',
    files: { [ADA]: hand },
    given: [PEOPLE],
    call: update({ set_values: { born: '1815-12-11' } }),
    result: {
      changed: 1,
      plannedUpdates: [{ path: ADA, changes: { born: { before: '1815-12-10', after: '1815-12-11' } } }],
      row: { path: ADA, id: '<uuid>', name: 'Ada', born: '1815-12-11' },
    },
    tree: { [ADA]: hand.replace('12-10', '12-11').replace(id(1), '<uuid>') },
  },
  {
    name: 'finds the row by its id',
    spec: 'docs/operations.md#update_row',
    given: [PEOPLE, person('Ada')],
    call: ['update_row', { table: 'people', id: '$1.row.id', set_values: { email: 'x' } }],
    result: { row: { email: 'x' } },
  },
  {
    name: 'takes id and path that agree, and appends .md',
    spec: 'docs/operations.md#update_row',
    given: [PEOPLE, person('Ada')],
    call: [
      'update_row',
      { table: 'people', id: '$1.row.id', path: 'notedb/main/default/people/Ada', set_values: { email: 'x' } },
    ],
    result: { changed: 1 },
  },
  {
    name: 'empties what is unset or null',
    spec: 'D16',
    given: [PEOPLE, person('Ada', { email: 'a', born: '1815-12-10' })],
    call: update({ set_values: { email: null }, unset: ['born'] }),
    tree: { [ADA]: row('people', ['name: Ada']) },
  },
  {
    name: 'keeps the keys of dense columns and fields',
    spec: 'docs/operations.md#column-specs (dense), docs/operations.md#create_table (fields)',
    given: [
      tableOf('a', [column('name', 'string'), column('d', 'string', { dense: true })], { fields: { f: 1 } }),
      ['insert_row', { table: 'a', values: { name: 'x', d: 'y1' } }],
    ],
    call: ['update_row', { table: 'a', path: at('a', 'x'), unset: ['d', 'f'] }],
    tree: { [at('a', 'x')]: row('a', ['name: x', 'd:', 'f:']) },
    then: [['check_table', { table: 'a' }, { ok: true, violations: [] }]],
  },
  {
    name: 'writes nothing when there is nothing to change',
    spec: 'D17',
    given: [PEOPLE, person('Ada', { email: 'a' })],
    call: update({ set_values: { name: 'Ada', email: 'a' }, unset: ['born'] }),
    result: { changed: 0, migrationId: null, plannedUpdates: [], row: { name: 'Ada' } },
  },
  {
    name: 'does not write an equal value in another spelling',
    spec: 'D6, D16 (datetime by instant, links by row)',
    files: { 'x.md': handRow('a', 1, ['at: 2026-01-01T10:00:00+01:00', 'see: "[[people/Ada]]"']) },
    given: [PEOPLE, tableOf('a', [column('at', 'datetime'), column('see', 'link', { ref: 'people' })]), person('Ada')],
    call: ['update_row', { table: 'a', id: id(1), set_values: { at: '2026-01-01T09:00:00Z', see: 'Ada' } }],
    result: { changed: 0 },
  },
  {
    name: 'makes a link of a bare name that somebody wrote',
    spec: 'D2 (links)',
    files: { 'x.md': handRow('a', 1, ['see: Ada']) },
    given: [PEOPLE, tableOf('a', [column('see', 'link', { ref: 'people' })]), person('Ada')],
    call: ['update_row', { table: 'a', id: id(1), set_values: { see: 'Ada' } }],
    tree: { 'x.md': handRow('a', 1, ['see: "[[Ada]]"']).replace(id(1), '<uuid>') },
  },
  {
    name: 'renames the note with its name, and links follow',
    spec: 'D6 (a write that changes a column of the pattern renames the note)',
    files: { 'See.md': '---\nup: "[[Ada|A]]"\n---\n[[Ada#x]] ![[Ada]] [y](Ada.md) `[[Ada]]`\n' },
    given: [PEOPLE, person('Ada')],
    call: update({ set_values: { name: 'Ada L' } }),
    result: { planned_moves: [{ from: ADA, to: at('people', 'Ada L') }], changed: 2 },
    tree: { 'See.md': '---\nup: "[[Ada L|A]]"\n---\n[[Ada L#x]] ![[Ada L]] [y](Ada%20L.md) `[[Ada]]`\n', [ADA]: null },
  },
  {
    name: 'leaves the name that somebody gave the note',
    spec: 'D6 (unless its present name does not fit its old values)',
    files: { 'My friend.md': handRow('people', 1, ['name: Ada']) },
    given: [PEOPLE],
    call: ['update_row', { table: 'people', id: id(1), set_values: { name: 'Bo' } }],
    result: { planned_moves: [], changed: 1 },
  },
  {
    name: 'moves a row to the folder of its new value, but not one that lies elsewhere',
    spec: 'D16 (partition)',
    given: [
      tableOf('a', [column('name', 'string'), column('k', 'string')], { partition: '{k}' }),
      ['insert_row', { table: 'a', values: { name: 'x', k: 'p' } }],
    ],
    call: ['update_row', { table: 'a', path: 'notedb/main/default/a/p/x.md', set_values: { k: 'q' } }],
    result: { planned_moves: [{ from: 'notedb/main/default/a/p/x.md', to: 'notedb/main/default/a/q/x.md' }] },
  },
  body('replaces the body', { body: 'New.\n' }, 'New.\n'),
  body('takes the body away', { body: '' }, ''),
  body(
    'replaces a section up to the next heading of its level',
    { body_sections: { Work: 'Engines.' } },
    '# Ada\n\nFirst.\n\n## Work\n\nEngines.\n\n## Work\n\nTwice.\n',
  ),
  body('adds a section that is missing', { body_sections: { Later: 'More.' } }, `${BODY}\n## Later\n\nMore.\n`),
  body(
    'takes a section away with its heading',
    { body_sections: { Work: null } },
    '# Ada\n\nFirst.\n\n## Work\n\nTwice.\n',
  ),
  body('empties a section', { body_sections: { ' Details ': '' } }, BODY.replace('\n\nMany.', '')),
  body(
    'edits sections, then the beginning, then the end',
    { body_sections: { Details: 'None.' }, body_prepend: 'Top.\n', body_append: 'End.\n' },
    `Top.\n${BODY.replace('Many', 'None')}End.\n`,
  ),
  ...MIXED_BREAKS,
  refuses(
    'a heading that there is not to be taken away',
    { body_sections: { Nope: null } },
    { code: 'refused' },
    'D18',
  ),
  refuses(
    'body together with its parts',
    { body: 'x', body_append: 'y', body_sections: {} },
    { code: 'bad_request', message: ['body_append', 'body_sections'] },
    'D17',
  ),
  refuses(
    'a column that is both set and unset',
    { set_values: { email: 'x' }, unset: ['email'] },
    { code: 'bad_request', message: 'email' },
    'D16',
  ),
  refuses('a call without id and path', { path: null }, { code: 'bad_request' }, 'D17'),
  refuses(
    'a path that is none',
    { path: '../Ada.md' },
    { code: 'refused', violations: ['path'], hint: 'select_rows' },
    'D17 (a bad path in a write’s argument)',
  ),
  {
    name: 'does not take a line of code for a heading',
    spec: 'D17 (outside code)',
    given: [
      PEOPLE,
      ['insert_row', { table: 'people', values: { name: 'Ada' }, body: '```\n# Work\n```\n\n# Work\n\nOld.\n' }],
    ],
    call: update({ body_sections: { Work: 'New.' } }),
    tree: { [ADA]: row('people', ['name: Ada'], '```\n# Work\n```\n\n# Work\n\nNew.\n') },
  },
  {
    name: 'expects a field, the id, and a date-time by its instant',
    spec: 'docs/operations.md#update_row (expect), D16, D17',
    given: [
      tableOf('a', [column('name', 'string'), column('at', 'datetime')], { fields: { f: { x: 1 } } }),
      ['insert_row', { table: 'a', values: { name: 'x', at: '2026-03-01T10:00:00' } }],
    ],
    call: [
      'update_row',
      {
        table: 'a',
        path: at('a', 'x'),
        expect: { f: { x: 1 }, id: '$1.row.id', at: '2026-03-01T11:00:00+01:00' },
        unset: ['f'],
      },
    ],
    result: { changed: 1, plannedUpdates: [{ changes: { f: { before: { x: 1 }, after: null } } }] },
  },
  refuses(
    'an id that is not the expected one, and a body',
    { expect: { id: id(9), body: 'x' }, set_values: { email: 'q' } },
    { code: 'conflict', conflicts: [`expect ${ADA}`, `expect ${ADA}`], message: ['id is', 'body is'] },
  ),
  refuses('a path that is not a row', { path: 'Nope.md' }, { code: 'conflict', conflicts: ['missing Nope.md'] }),
  refuses('an id that is not a row', { path: null, id: id(9) }, { code: 'conflict', conflicts: ['missing'] }),
  refuses(
    'bad values, all of them',
    { set_values: { email: 'b@x', born: 'x', nope: 1 }, unset: ['name', 'nil'] },
    {
      code: 'refused',
      violations: ['email unique', 'born type', 'nope unknown_column', 'nil unknown_column', 'name required'],
    },
  ),
  refuses(
    'the system’s own keys',
    { set_values: { id: 'x', table: 'y' } },
    { code: 'refused', violations: ['id unknown_column', 'table unknown_column'], hint: 'leave id and table out' },
  ),
  refuses(
    'an expectation that does not hold',
    { expect: { email: 'z', born: '1900-01-01', name: 'Ada' }, set_values: { email: 'q' } },
    {
      code: 'conflict',
      conflicts: [`expect ${ADA}`, `expect ${ADA}`],
      message: ['email', 'born'],
    },
  ),
  refuses(
    'an expectation of what there is not',
    { expect: { nope: 1, nil: 2 } },
    { code: 'refused', violations: ['nope unknown_column', 'nil unknown_column'] },
  ),
  {
    name: 'refuses an id and a path of different rows',
    spec: 'docs/operations.md#update_row',
    given: [PEOPLE, person('Ada'), person('Bo')],
    call: ['update_row', { table: 'people', id: '$2.row.id', path: ADA, set_values: { email: 'x' } }],
    error: { code: 'conflict', conflicts: [`id ${ADA}`] },
  },
  {
    name: 'writes when the row holds what is expected: values, emptiness, body, links by row',
    spec: 'docs/operations.md#update_row (expect), D17',
    given: [
      PEOPLE,
      TASKS,
      person('Ada'),
      ['insert_row', { table: 'tasks', values: { title: 'T', owner: 'Ada' }, body: 'B\n' }],
    ],
    call: [
      'update_row',
      {
        table: 'tasks',
        path: at('tasks', 'T'),
        expect: { status: 'todo', due: null, body: 'B\n', owner: 'people/Ada', labels: [] },
        set_values: { status: 'done' },
      },
    ],
    result: { changed: 1 },
  },
  {
    name: 'does not touch a row whose front matter is broken',
    spec: 'D7 (never rewritten)',
    given: [PEOPLE, person('Ada')],
    edits: { [ADA]: '---\ntable: main.default.people\nname: [Ada\n---\n' },
    call: update({ set_values: { email: 'x' } }),
    error: { code: 'refused', violations: ['unparsable'] },
  },
  {
    name: 'does not write a row that may be lost',
    spec: 'D7 (a write to a suspect row is a conflict)',
    files: MANY,
    given: [PEOPLE],
    edits: ALL_GONE,
    call: ['update_row', { table: 'people', id: id(1), set_values: { email: 'x' } }],
    error: { code: 'conflict', conflicts: ['suspect Many/0.md'] },
  },
  {
    name: 'lets a row that was moved by hand be',
    spec: 'D2 (moving a row note by hand keeps it a row)',
    given: [PEOPLE, person('Ada')],
    edits: { [ADA]: null, 'Moved/Ada.md': handRow('people', 1, ['name: Ada']) },
    call: ['update_row', { table: 'people', id: id(1), set_values: { email: 'x' } }],
    result: { row: { path: 'Moved/Ada.md' } },
  },
];

const three: readonly Call[] = [
  PEOPLE,
  TASKS,
  person('Ada'),
  task('A'),
  task('B', { due: '2026-01-01' }),
  task('C', { status: 'done' }),
];

export const UPDATE_ROWS: readonly ConformanceCase[] = [
  {
    name: 'changes every row that matches',
    spec: 'docs/operations.md#update_rows',
    given: three,
    call: [
      'update_rows',
      { table: 'tasks', where: { status: 'todo' }, set_values: { status: 'doing', owner: 'Ada' }, unset: ['due'] },
    ],
    result: {
      changed: 2,
      matched: 2,
      plannedUpdates: [
        {
          path: at('tasks', 'A'),
          changes: { status: { before: 'todo', after: 'doing' }, owner: { before: null, after: '[[Ada]]' } },
        },
        { path: at('tasks', 'B'), changes: { due: { before: '2026-01-01', after: null } } },
      ],
    },
    then: [['select_rows', { table: 'tasks', where: { status: 'doing' } }, { total: 2 }]],
  },
  {
    name: 'writes when as many rows match as are expected',
    spec: 'docs/operations.md#update_rows (expect_rows)',
    given: three,
    call: ['update_rows', { table: 'tasks', where: { status: 'todo' }, set_values: { estimate: 2 }, expect_rows: 2 }],
    result: { changed: 2, matched: 2 },
  },
  {
    name: 'refuses a match where none is expected',
    spec: 'docs/operations.md#update_rows (expect_rows)',
    given: three,
    call: ['update_rows', { table: 'tasks', where: { title: 'A' }, set_values: { estimate: 2 }, expect_rows: 0 }],
    error: { code: 'conflict', conflicts: ['expect_rows'], message: '1 row matches, not 0' },
  },
  {
    name: 'means every row without a filter',
    spec: 'D17',
    given: three,
    call: ['update_rows', { table: 'tasks', set_values: { estimate: 1 } }],
    result: { changed: 3 },
  },
  {
    name: 'counts only rows that really change',
    spec: 'D4',
    given: three,
    call: ['update_rows', { table: 'tasks', set_values: { status: 'done' } }],
    result: { changed: 2, matched: 3 },
  },
  {
    name: 'is content with no match',
    spec: 'docs/operations.md#update_rows',
    given: three,
    call: ['update_rows', { table: 'tasks', where: { title: 'Z' }, set_values: { status: 'done' } }],
    result: { changed: 0, migrationId: null },
  },
  {
    name: 'replaces the body of one row',
    spec: 'docs/operations.md#update_rows (body)',
    given: three,
    call: ['update_rows', { table: 'tasks', where: { title: 'A' }, body: 'Text\n' }],
    result: { changed: 1 },
  },
  {
    name: 'takes a body for no row for nothing to do',
    spec: 'docs/operations.md#update_rows (body)',
    given: three,
    call: ['update_rows', { table: 'tasks', where: { title: 'Z' }, body: 'x' }],
    result: { changed: 0, matched: 0, migrationId: null },
  },
  {
    name: 'gives several rows one name by numbers',
    spec: 'D6 (a taken name gets 2, 3…)',
    given: three,
    call: ['update_rows', { table: 'tasks', set_values: { title: 'Same' } }],
    result: {
      planned_moves: [{ to: at('tasks', 'Same') }, { to: at('tasks', 'Same 2') }, { to: at('tasks', 'Same 3') }],
    },
  },
  {
    name: 'refuses another number of matches than expected',
    spec: 'docs/operations.md#update_rows (expect_rows)',
    given: three,
    call: ['update_rows', { table: 'tasks', set_values: { status: 'done' }, expect_rows: 2 }],
    error: { code: 'conflict', conflicts: ['expect_rows'], message: '3 rows match, not 2' },
  },
  {
    name: 'refuses a body for several rows',
    spec: 'docs/operations.md#update_rows (body)',
    given: three,
    call: ['update_rows', { table: 'tasks', where: { title: { in: ['A', 'B'] } }, body: 'x' }],
    error: { code: 'refused', conflicts: ['body'], message: '2 rows match' },
  },
  {
    name: 'says once what is wrong with the arguments, also when no row matches',
    spec: 'D5, D18',
    given: three,
    call: [
      'update_rows',
      { table: 'tasks', where: { title: 'Z' }, set_values: { status: 'x', nope: 1 }, unset: ['nil'] },
    ],
    error: { code: 'refused', violations: ['status enum', 'nope unknown_column', 'nil unknown_column'] },
  },
  {
    name: 'lists every row that would break',
    spec: 'docs/operations.md#update_rows (all rows validated first)',
    given: [PEOPLE, person('Ada'), person('Bo')],
    call: ['update_rows', { table: 'people', set_values: { email: 'same' } }],
    error: { code: 'refused', violations: ['email unique', 'email unique'] },
  },
  {
    name: 'tells broken notes and violations together',
    spec: 'D5, D7',
    given: [PEOPLE, person('Ada'), person('Bo')],
    edits: { [ADA]: '---\ntable: main.default.people\nname: [\n---\n' },
    call: ['update_rows', { table: 'people', unset: ['name'] }],
    error: { code: 'refused', violations: ['unparsable', 'name required'] },
  },
  {
    name: 'refuses an unknown column in the filter',
    spec: 'D6',
    given: three,
    call: ['update_rows', { table: 'tasks', where: { stat: 1 }, set_values: {} }],
    error: { code: 'bad_request', hint: 'status' },
  },
  {
    name: 'refuses a number of rows that is none',
    spec: 'D3',
    given: three,
    call: ['update_rows', { table: 'tasks', expect_rows: -1 }],
    error: { code: 'bad_request', message: 'expect_rows' },
  },
  {
    name: 'refuses a column that is both set and unset',
    spec: 'D16',
    given: three,
    call: ['update_rows', { table: 'tasks', set_values: { due: null }, unset: ['due'] }],
    error: { code: 'bad_request' },
  },
];
