/** delete_rows. Source: docs/operations.md#delete_rows; D6, D7, D17, D18. */

import type { Call, ConformanceCase } from './case';
import { ALL_GONE, MANY, PEOPLE, TASKS, at, column, person, row, tableOf, task } from './tables';

const ADA = at('people', 'Ada');
const ARCHIVED = at('people', '_archive/Ada');

const linked: readonly Call[] = [PEOPLE, TASKS, person('Ada'), person('Bo'), task('T', { owner: 'Ada' })];

export const DELETE_ROWS: readonly ConformanceCase[] = [
  {
    name: 'archives rows that match',
    spec: 'docs/operations.md#delete_rows, D18',
    given: [PEOPLE, person('Ada'), person('Bo')],
    call: ['delete_rows', { table: 'people', where: { name: 'Ada' } }],
    result: { changed: 1, planned_moves: [{ from: ADA, to: ARCHIVED }], plannedDeletes: [] },
    then: [['select_rows', { table: 'people' }, { total: 1 }]],
  },
  {
    name: 'keeps the path of a note below the folder of its table in the archive, and numbers a name that is taken',
    spec: 'D18 (an archived note keeps its path below the table’s folder)',
    files: { [at('people', '_archive/1815/Ada')]: 'another\n' },
    given: [
      tableOf('people', [column('name', 'string'), column('born', 'date')], { partition: '{born:YYYY}' }),
      person('Ada', { born: '1815-12-10' }),
      ['insert_row', { table: 'people', values: { name: 'Bo', born: '1815-01-01' }, path: 'Else/where/Bo' }],
    ],
    call: ['delete_rows', { table: 'people' }],
    tree: {
      [at('people', '_archive/1815/Ada')]: 'another\n',
      [at('people', '_archive/1815/Ada 2')]: row('people', ['name: Ada', 'born: 1815-12-10']),
      [at('people', '_archive/Bo')]: row('people', ['name: Bo', 'born: 1815-01-01']),
    },
  },
  {
    name: 'trashes rows',
    spec: 'docs/operations.md#delete_rows (mode delete)',
    given: [PEOPLE, person('Ada')],
    call: ['delete_rows', { table: 'people', mode: 'delete', where: { name: 'Ada' } }],
    result: { changed: 1, plannedDeletes: [ADA], planned_moves: [] },
    tree: { [ADA]: null },
  },
  {
    name: 'means every row without a filter',
    spec: 'docs/operations.md#delete_rows',
    given: [PEOPLE, person('Ada'), person('Bo')],
    call: ['delete_rows', { table: 'people', mode: 'delete' }],
    result: { changed: 2 },
  },
  {
    name: 'is content with no match',
    spec: 'docs/operations.md#delete_rows',
    given: [PEOPLE],
    call: ['delete_rows', { table: 'people' }],
    result: { changed: 0, migrationId: null },
  },
  {
    name: 'refuses rows that other notes link to, and names them',
    spec: 'docs/operations.md#delete_rows (restrict), D17 (links of every other note, body included)',
    files: { 'Diary.md': 'Saw [[Bo]].\n' },
    given: linked,
    call: ['delete_rows', { table: 'people' }],
    error: {
      code: 'conflict',
      conflicts: ['restrict Diary.md', `restrict ${at('tasks', 'T')}`],
      message: ['Ada', 'Bo'],
      hint: 'set_null',
    },
  },
  {
    name: 'does not count referrers that go too, nor the row itself',
    spec: 'D6',
    given: [
      tableOf('n', [column('name', 'string'), column('see', 'link')]),
      ['insert_row', { table: 'n', values: { name: 'a', see: '[[b]]' }, body: '[[a]]' }],
      ['insert_row', { table: 'n', values: { name: 'b', see: '[[a]]' } }],
    ],
    call: ['delete_rows', { table: 'n', mode: 'delete' }],
    result: { changed: 2 },
  },
  {
    name: 'clears links in front matter, and warns of those in texts',
    spec: 'docs/operations.md#delete_rows (set_null), D17',
    files: { 'Diary.md': '---\nwith: ["[[Ada]]", "[[Bo]]"]\nup: "[[Ada]]"\n---\n[[Ada]]\n' },
    given: linked,
    call: ['delete_rows', { table: 'people', where: { name: 'Ada' }, on_referenced: 'set_null', mode: 'delete' }],
    result: { changed: 3, warnings: ['Diary.md: 1 link(s) in the text stay and will be broken'] },
    tree: {
      'Diary.md': '---\nwith: ["[[Bo]]"]\nup:\n---\n[[Ada]]\n',
      [at('tasks', 'T')]: row('tasks', ['title: T', 'status: todo']),
    },
  },
  {
    name: 'clears links in the mappings and the inner lists of front matter, and warns of those within a text of it',
    spec: 'docs/operations.md#delete_rows (set_null clears the front-matter links), D17',
    files: {
      'Deep.md':
        '---\nx: 1.50 # kept\nof:\n  lead: "[[Ada]]"\n  team: ["[[Ada]]", "[[Bo]]", {who: "[[Ada|A]]", n: 2}]\nlist:\n  - ["[[Ada]]", 1]\n  - "[[Bo]]"\n---\n',
      'Text.md': '---\nsays: see [[Ada]] here\nalso: "[[Bo]]"\n---\n',
    },
    given: linked,
    call: ['delete_rows', { table: 'people', where: { name: 'Ada' }, on_referenced: 'set_null', mode: 'delete' }],
    result: { warnings: ['Text.md: 1 link(s) in the text stay and will be broken'] },
    tree: {
      'Deep.md':
        '---\nx: 1.50 # kept\nof:\n  lead: null\n  team:\n    - "[[Bo]]"\n    - who: null\n      "n": 2\nlist:\n  -\n    - 1\n  - "[[Bo]]"\n---\n',
      'Text.md': '---\nsays: see [[Ada]] here\nalso: "[[Bo]]"\n---\n',
    },
  },
  {
    name: 'leaves the empty key of a dense link that it clears',
    spec: 'docs/operations.md#delete_rows (set_null), D16 (dense without a value is written as key:)',
    given: [
      PEOPLE,
      tableOf('n', [column('name', 'string'), column('who', 'link', { ref: 'people', dense: true })]),
      person('Ada'),
      ['insert_row', { table: 'n', values: { name: 'x', who: 'Ada' } }],
    ],
    call: ['delete_rows', { table: 'people', on_referenced: 'set_null' }],
    tree: { [at('n', 'x')]: row('n', ['name: x', 'who:']) },
  },
  {
    name: 'leaves the empty key of a dense list of links that it empties',
    spec: 'docs/operations.md#delete_rows (set_null), D16 (dense without a value is written as key:)',
    given: [
      PEOPLE,
      tableOf('n', [
        column('name', 'string'),
        column('who', 'list', { items: { type: 'link', ref: 'people' }, dense: true }),
        column('also', 'list', { items: { type: 'link', ref: 'people' } }),
      ]),
      person('Ada'),
      ['insert_row', { table: 'n', values: { name: 'x', who: ['Ada'], also: ['Ada'] } }],
    ],
    call: ['delete_rows', { table: 'people', on_referenced: 'set_null' }],
    tree: { [at('n', 'x')]: row('n', ['name: x', 'who:']) },
  },
  {
    name: 'refuses to clear a link that is required',
    spec: 'D6',
    given: [
      PEOPLE,
      tableOf('n', [column('name', 'string'), column('who', 'link', { ref: 'people', required: true })]),
      person('Ada'),
      ['insert_row', { table: 'n', values: { name: 'x', who: 'Ada' } }],
    ],
    call: ['delete_rows', { table: 'people', on_referenced: 'set_null' }],
    error: {
      code: 'refused',
      violations: ['who required'],
      message: '1 required link would be empty',
      hint: 'point these rows elsewhere first',
    },
  },
  {
    name: 'refuses to clear a link that its level needs',
    spec: 'D6, docs/operations.md#column-specs (ref_by)',
    given: [
      tableOf('places', [
        column('name', 'string'),
        column('kind', 'enum', { values: ['country', 'region'] }),
        column('part_of', 'link', { ref: 'self', ref_by: { column: 'kind', levels: ['country', 'region'] } }),
      ]),
      ['insert_row', { table: 'places', values: { name: 'C', kind: 'country' } }],
      ['insert_row', { table: 'places', values: { name: 'R', kind: 'region', part_of: 'C' } }],
    ],
    call: ['delete_rows', { table: 'places', where: { name: 'C' }, on_referenced: 'set_null' }],
    error: { code: 'refused', violations: ['part_of required'] },
  },
  {
    name: 'takes links out of lists, and refuses to empty one that is required',
    spec: 'D6',
    given: [
      PEOPLE,
      tableOf('n', [
        column('name', 'string'),
        column('who', 'list', { items: { type: 'link', ref: 'people' }, required: true }),
      ]),
      person('Ada'),
      person('Bo'),
      ['insert_row', { table: 'n', values: { name: 'x', who: ['Ada', 'Bo'] } }],
      ['insert_row', { table: 'n', values: { name: 'y1', who: ['Ada'] } }],
    ],
    call: ['delete_rows', { table: 'people', where: { name: 'Ada' }, on_referenced: 'set_null' }],
    error: { code: 'refused', violations: ['who required'] },
    then: [
      [
        'delete_rows',
        { table: 'people', where: { name: 'Bo' }, on_referenced: 'set_null' },
        { changed: 2, plannedUpdates: [{ changes: { who: { after: ['[[Ada]]'] } } }] },
      ],
    ],
  },
  {
    name: 'lets links follow into the archive',
    spec: 'D17 (archiving is a move, links follow)',
    files: { 'Diary.md': '[it](notedb/main/default/people/Ada.md)\n' },
    given: [PEOPLE, person('Ada')],
    call: ['delete_rows', { table: 'people', on_referenced: 'ignore' }],
    result: { changed: 2 },
  },
  {
    name: 'leaves links broken when told to',
    spec: 'docs/operations.md#delete_rows (ignore)',
    files: { 'Diary.md': '[[Ada]]\n' },
    given: [PEOPLE, person('Ada')],
    call: ['delete_rows', { table: 'people', on_referenced: 'ignore', mode: 'delete' }],
    result: { changed: 1 },
    tree: { 'Diary.md': '[[Ada]]\n' },
  },
  ...(['archive', 'delete'] as const).map((mode): ConformanceCase => ({
    name: `does not ${mode} rows that may be lost`,
    spec: 'D7 (a write to a suspect row is a conflict)',
    files: MANY,
    given: [PEOPLE],
    edits: ALL_GONE,
    call: ['delete_rows', { table: 'people', mode, where: { name: { in: ['Person 0', 'Person 7'] } } }],
    error: { code: 'conflict', conflicts: ['suspect Many/0.md', 'suspect Many/7.md'], message: '(and 1 more)' },
  })),
  {
    name: 'refuses modes that there are not, all of them',
    spec: 'D3',
    given: [PEOPLE],
    call: ['delete_rows', { table: 'people', mode: 'burn', on_referenced: 'cascade' }],
    error: { code: 'bad_request', message: ['mode', 'on_referenced'] },
  },
  {
    name: 'refuses a filter that is none',
    spec: 'D6',
    given: [PEOPLE],
    call: ['delete_rows', { table: 'people', where: { nam: 1 } }],
    error: { code: 'bad_request', hint: 'name' },
  },
];
