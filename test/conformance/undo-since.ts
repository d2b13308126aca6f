/** What an undo minds of what came since: who links to a row that it takes away, what follows a name that it gives back. Source: docs/history.md#undo_migration; D7, D16, D17. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { PEOPLE, TASKS, at, column, handRow, id, note, person, row, tableOf, task } from './tables';

const ADA = at('people', 'Ada');
const T = at('tasks', 'T');

const undo = (n: number): Call => ['undo_migration', { migration_id: `$${n}.migrationId` }];

const archived: Call = ['delete_rows', { table: 'people', where: { name: 'Ada' } }];
const renamedTable: Call = ['alter_table', { table: 'people', name: 'folks' }];

const SPEC = 'D17: the result is validated like any write; delete_rows (restrict)';

const HINT = 'unlink these rows first, or undo the writes that linked them';

const FOLK = tableOf('folk', [column('name', 'string', { required: true })], { filename: '{name}' });
const VISITS = tableOf('visits', [
  column('name', 'string', { required: true }),
  column('who', 'link', { ref: 'folk' }),
  column('all', 'list', { items: { type: 'link', ref: 'folk' } }),
]);
const visit = (values: JsonObject): Call => ['insert_row', { table: 'visits', values: { name: 'Tea', ...values } }];
const TEA = at('visits', 'Tea');

/** Rows that are new, and what linked to them since. */
const LINKED: readonly ConformanceCase[] = [
  {
    name: 'refuses to take a row away that another one links to since',
    spec: SPEC,
    given: [PEOPLE, TASKS, person('Ada'), task('T', { owner: 'Ada' })],
    call: undo(2),
    error: { code: 'conflict', conflicts: [`restrict ${T}`], message: `${T} links to ${ADA}`, hint: HINT },
  },
  {
    name: 'refuses to take a row away that a note links to in its text since',
    spec: SPEC,
    given: [PEOPLE, person('Ada')],
    edits: { 'Diary.md': 'Met [[Ada]].\n' },
    call: undo(1),
    error: { code: 'conflict', conflicts: ['restrict Diary.md'] },
  },
  {
    name: 'refuses so after a restart too',
    spec: SPEC,
    files: { 'Before.md': '[[Ada]]\n' },
    given: [PEOPLE, TASKS, person('Ada'), task('T', { owner: 'Ada' })],
    restarted: true,
    call: undo(2),
    error: { code: 'conflict', conflicts: [`restrict ${T}`] },
  },
  {
    name: 'takes a row away to which links led before it was there',
    spec: 'D7 (the earlier content), D17',
    files: {
      'Diary.md': '---\nup: "[[Ada|her]]"\n---\nMet [[people/Ada]] and [[Ada#Work]].\n',
      [at('tasks', 'Hand')]: handRow('tasks', 1, ['title: Hand', 'owner: "[[Ada]]"']),
    },
    given: [PEOPLE, TASKS, person('Ada')],
    call: undo(2),
    tree: { [ADA]: null, 'Diary.md': '---\nup: "[[Ada|her]]"\n---\nMet [[people/Ada]] and [[Ada#Work]].\n' },
    then: [['check_table', { table: 'tasks' }, { counts: { broken_link: 1 } }]],
  },
  {
    name: 'names only those that link since, where others linked before',
    spec: SPEC,
    files: { 'Before.md': '[[Ada]]\n', 'Both.md': '[[Ada]]\n' },
    given: [PEOPLE, person('Ada')],
    edits: { 'Both.md': '[[Ada]] and [[people/Ada]]\n', 'Since.md': '[[Ada]]\n' },
    call: undo(1),
    error: { code: 'conflict', conflicts: ['restrict Both.md', 'restrict Since.md'] },
  },
  {
    name: 'tells who links together with what changed',
    spec: 'D7 (conflicts lists each note)',
    given: [
      PEOPLE,
      TASKS,
      ['merge_rows', { table: 'people', on: ['name'], rows: [{ name: 'Ada' }, { name: 'Bo' }] }],
      task('T', { owner: 'Ada' }),
      ['update_row', { table: 'people', path: at('people', 'Bo'), set_values: { email: 'b@x' } }],
    ],
    call: undo(2),
    error: {
      code: 'conflict',
      conflicts: [`changed ${at('people', 'Bo')}`, `restrict ${T}`],
      hint: 'undo the later writes',
    },
  },
  {
    name: 'names the rename of the table as the write to undo before the one that archived a row',
    spec: 'D7 (conflicts lists each note), D2 (archive)',
    given: [PEOPLE, person('Ada'), archived, renamedTable],
    call: undo(2),
    error: {
      code: 'conflict',
      conflicts: ['changed notedb/main/default/folks/_archive/Ada.md'],
      hint: '(alter_table: renamed table main.default.people to main.default.folks) first, then for this one',
    },
  },
  {
    name: 'brings an archived row back when the rename of its table is undone first',
    spec: SPEC,
    given: [PEOPLE, person('Ada'), archived, renamedTable, undo(3)],
    call: undo(2),
    tree: { [ADA]: row('people', ['name: Ada']) },
  },
  {
    name: 'brings an archived row back from an archive that has another name since',
    spec: 'D7, D16 (a new archive name takes the archived notes along)',
    given: [PEOPLE, person('Ada'), archived, ['alter_table', { table: 'people', archive: 'Old' }]],
    call: undo(2),
    tree: { [ADA]: row('people', ['name: Ada']), 'notedb/main/default/people/Old/Ada.md': null },
  },
  {
    name: 'names the writes that changed a row since, the newest first, and none that was taken back',
    spec: 'D7 (conflicts lists each note)',
    given: [
      PEOPLE,
      person('Ada'),
      ['update_row', { table: 'people', path: ADA, set_values: { email: 'a@x' } }],
      ['update_row', { table: 'people', path: ADA, set_values: { email: 'b@x' } }],
      undo(3),
      ['update_row', { table: 'people', path: ADA, set_values: { name: 'Eve' } }],
      renamedTable,
    ],
    call: undo(1),
    error: {
      code: 'conflict',
      hint: [
        ': call undo_migration for $6.migrationId (alter_table: ',
        '), then for $5.migrationId (update_row: ',
        '), then for $2.migrationId (update_row: ',
        ') first, then for this one',
      ],
    },
  },
  {
    name: 'takes the row away when the link is gone again',
    spec: SPEC,
    given: [
      PEOPLE,
      TASKS,
      person('Ada'),
      task('T', { owner: 'Ada' }),
      ['update_row', { table: 'tasks', path: T, unset: ['owner'] }],
    ],
    call: undo(2),
    tree: { [ADA]: null },
  },
  {
    name: 'takes the row away when the write that linked it is undone first',
    spec: SPEC,
    given: [PEOPLE, TASKS, person('Ada'), task('T', { owner: 'Ada' }), undo(3)],
    call: undo(2),
    tree: { [ADA]: null, [T]: null },
  },
  {
    name: 'takes a row away together with the one that links to it',
    spec: 'docs/operations.md#batch (one migration)',
    given: [
      PEOPLE,
      TASKS,
      [
        'batch',
        {
          operations: [
            { op: 'insert_row', table: 'people', values: { name: 'Ada' } },
            { op: 'insert_row', table: 'tasks', values: { title: 'T', owner: 'Ada' } },
          ],
        },
      ],
    ],
    call: undo(2),
    tree: { [ADA]: null, [T]: null },
  },
  {
    name: 'minds no link of a row to itself',
    spec: SPEC,
    given: [PEOPLE, ['insert_row', { table: 'people', values: { name: 'Ada' }, body: '[[Ada]] and [[#Work]]\n' }]],
    call: undo(1),
    tree: { [ADA]: null },
  },
  {
    name: 'refuses to take the copies of a table away when one is linked to since',
    spec: SPEC,
    given: [PEOPLE, person('Ada'), ['clone_table', { source: 'people', target: 'copies' }]],
    edits: { 'Diary.md': '[[copies/Ada]]\n' },
    call: undo(2),
    error: { code: 'conflict', conflicts: ['restrict Diary.md'], message: at('copies', 'Ada') },
  },
  {
    name: 'refuses to delete again what was linked to since it came back',
    spec: SPEC,
    given: [
      PEOPLE,
      TASKS,
      person('Ada'),
      ['delete_rows', { table: 'people', mode: 'delete' }],
      undo(3),
      task('T', { owner: 'Ada' }),
    ],
    call: undo(4),
    error: { code: 'conflict', conflicts: [`restrict ${T}`] },
  },
  {
    name: 'deletes again what was linked to when it was deleted',
    spec: 'D7 (undo of an undo)',
    files: { 'Diary.md': '[[Ada]]\n' },
    given: [
      PEOPLE,
      person('Ada'),
      ['delete_rows', { table: 'people', mode: 'delete', on_referenced: 'ignore' }],
      undo(2),
    ],
    call: undo(3),
    tree: { [ADA]: null, 'Diary.md': '[[Ada]]\n' },
  },
  {
    name: 'refuses to take away what a restore brought back when it is linked to since',
    spec: SPEC,
    given: [
      ['create_table', { ...PEOPLE[1], history: true }],
      person('Ada'),
      ['delete_rows', { table: 'people', mode: 'delete' }],
      ['restore_table', { table: 'people', version: 1 }],
    ],
    edits: { 'Diary.md': '[[Ada]]\n' },
    call: undo(3),
    error: { code: 'conflict', conflicts: ['restrict Diary.md'] },
  },
];

/** Notes that stay where they are, but are no rows of the table any more. */
const LEAVING: readonly ConformanceCase[] = [
  {
    name: 'refuses to make a note of a row again that a column with ref links to since',
    spec: 'docs/operations.md#links; D17',
    files: { 'Inbox/Ada.md': note(['name: Ada']) },
    given: [
      FOLK,
      VISITS,
      ['adopt_rows', { table: 'folk', paths: ['Inbox/Ada.md'], relocate: false }],
      visit({ who: 'Ada', all: ['Ada'] }),
    ],
    edits: { 'Diary.md': '[[Ada]]\n' },
    call: undo(2),
    error: { code: 'conflict', conflicts: [`ref ${TEA}`, `ref ${TEA}`], message: 'who of', hint: HINT },
  },
  {
    name: 'makes a note of a row again to which only notes link, and a column that linked to it before',
    spec: 'D7 (the earlier content), D17',
    files: {
      'Inbox/Ada.md': note(['name: Ada']),
      [TEA]: handRow('visits', 1, ['name: Tea', 'who: "[[Ada]]"']),
      'Diary.md': '[[Ada]]\n',
    },
    given: [FOLK, VISITS, ['adopt_rows', { table: 'folk', paths: ['Inbox/Ada.md'] }]],
    edits: { 'Since.md': '[[Ada]]\n' },
    call: undo(2),
    tree: { 'Inbox/Ada.md': note(['name: Ada']) },
    then: [['check_table', { table: 'visits' }, { counts: { ref: 1 } }]],
  },
  {
    name: 'refuses to move rows back to their table while a column with ref links to them',
    spec: 'docs/operations.md#links; docs/operations.md#move_rows; D17',
    given: [
      PEOPLE,
      FOLK,
      VISITS,
      person('Ada'),
      ['move_rows', { table: 'people', to_table: 'folk' }],
      visit({ who: 'Ada' }),
    ],
    call: undo(4),
    error: { code: 'conflict', conflicts: [`ref ${TEA}`], message: `who of ${TEA} links to ${ADA} as a row of folk` },
  },
  {
    name: 'refuses to archive again what a column with ref links to since it came back',
    spec: 'docs/operations.md#links; D17',
    given: [
      FOLK,
      VISITS,
      ['insert_row', { table: 'folk', values: { name: 'Ada' } }],
      ['delete_rows', { table: 'folk' }],
      undo(3),
      visit({ who: 'Ada' }),
    ],
    call: undo(4),
    error: { code: 'conflict', conflicts: [`ref ${TEA}`] },
  },
  {
    name: 'drops a table again though others link to its rows, as drop_table does',
    spec: 'D17 (plain refs elsewhere don’t block drop_table)',
    given: [
      FOLK,
      VISITS,
      ['insert_row', { table: 'folk', values: { name: 'Ada' } }],
      ['drop_table', { table: 'folk', mode: 'archive' }],
      undo(3),
      visit({ who: 'Ada' }),
    ],
    call: undo(4),
    tree: { [at('folk', 'Ada')]: null },
  },
];

const GENRES = tableOf('genres', [column('name', 'string', { required: true })]);
const FILMS = tableOf('films', [
  column('name', 'string', { required: true }),
  column('genre', 'string', { vocabulary: 'genres' }),
  column('also', 'list', { items: { type: 'string', vocabulary: 'genres' } }),
  column('shown', 'string', { generated: 'a {genre}' }),
]);
const genre = (name: string): Call => ['insert_row', { table: 'genres', values: { name } }];
const film = (name: string, more: JsonObject): Call => ['insert_row', { table: 'films', values: { name, ...more } }];
const renamed = (table: string, from: string, to: string): Call => [
  'update_row',
  { table, path: at(table, from), set_values: { name: to } },
];

/** Names that are words elsewhere. */
const WORDS: readonly ConformanceCase[] = [
  {
    name: 'refuses to take a row away whose name is used as a word since',
    spec: 'D16: deleting a used one is held by restrict; D17',
    given: [GENRES, FILMS, genre('SciFi'), film('Alien', { genre: 'SciFi', also: ['SciFi'] })],
    call: undo(2),
    error: {
      code: 'conflict',
      conflicts: [`restrict ${at('films', 'Alien')}`, `restrict ${at('films', 'Alien')}`],
      message: `${at('films', 'Alien')} uses the name "SciFi" in genre`,
    },
  },
  {
    name: 'takes a row away whose name stood as a word before it was there',
    spec: 'D7 (the earlier content), D17',
    files: { [at('films', 'Hand')]: handRow('films', 1, ['name: Hand', 'also: [SciFi]']) },
    given: [GENRES, FILMS, genre('SciFi')],
    call: undo(2),
    tree: { [at('genres', 'SciFi')]: null },
    then: [['check_table', { table: 'films' }, { counts: { vocabulary: 1 } }]],
  },
  {
    name: 'takes a row away whose name another row still has',
    spec: 'D16 (vocabulary)',
    files: { 'Other/SciFi.md': handRow('genres', 1, ['name: SciFi']) },
    given: [GENRES, FILMS, genre('SciFi'), film('Alien', { genre: 'SciFi' })],
    call: undo(2),
    tree: { [at('genres', 'SciFi')]: null },
  },
  {
    name: 'lets words, links and what is computed of them follow a name that is given back, in rows that came since',
    spec: 'D16: a rename there follows; docs/operations.md#column-specs (generated: computed anew by every engine write); D6',
    files: { [at('films', 'Hand')]: handRow('films', 1, ['name: Hand', 'also: [Space]']) },
    given: [
      GENRES,
      FILMS,
      genre('SciFi'),
      renamed('genres', 'SciFi', 'Space'),
      film('Alien', { genre: 'Space', also: ['Space'] }),
    ],
    edits: { 'Since.md': '[[Space]]\n' },
    call: undo(3),
    tree: {
      [at('films', 'Alien')]: row('films', ['name: Alien', 'genre: SciFi', 'also:', '  - SciFi', 'shown: a SciFi']),
      [at('films', 'Hand')]: handRow('films', 1, ['name: Hand', 'also: [Space]']).replace(id(1), '<uuid>'),
      'Since.md': '[[SciFi]]\n',
    },
    then: [['check_table', { table: 'films' }, { counts: { vocabulary: 1 } }]],
  },
  {
    name: 'computes what is made of a link that follows a name that is given back, its note’s name too',
    spec: 'docs/operations.md#column-specs (generated: computed anew by every engine write); D6 (rename)',
    given: [
      PEOPLE,
      tableOf(
        'calls',
        [column('who', 'link', { ref: 'people' }), column('head', 'string', { generated: 'with {who}' })],
        { filename: '{head}' },
      ),
      person('Ada'),
      renamed('people', 'Ada', 'Grace'),
      ['insert_row', { table: 'calls', values: { who: 'Grace' } }],
    ],
    call: undo(3),
    result: {
      planned_moves: [
        { from: at('people', 'Grace'), to: ADA },
        { from: at('calls', 'with Grace'), to: at('calls', 'with Ada') },
      ],
    },
    tree: { [at('calls', 'with Ada')]: row('calls', ['who: "[[Ada]]"', 'head: with Ada']) },
    then: [['check_table', { table: 'calls' }, { ok: true }]],
  },
];

const things = (columns: readonly JsonObject[], more: JsonObject = {}): Call =>
  tableOf('things', [column('name', 'string', { required: true }), ...columns], more);
const thing = (name: string): Call => ['insert_row', { table: 'things', values: { name } }];

const comesBack = (
  what: string,
  given: readonly Call[],
  gone: Call,
  lines: readonly string[],
  before: readonly string[] = [],
): ConformanceCase => ({
  name: `writes ${what} that comes back into rows that came since`,
  spec: 'D17: the result is validated like any write; docs/operations.md#column-specs (generated, identity, dense), docs/operations.md#create_table (fields)',
  files: { 'Hand.md': handRow('things', 1, ['name: Hand']) },
  given: [...given, thing('Old'), gone, thing('New')],
  call: undo(given.length + 1),
  tree: {
    [at('things', 'New')]: row('things', ['name: New', ...lines]),
    // It is as it was before: nobody wrote it since.
    'Hand.md': handRow('things', 1, ['name: Hand', ...before]).replace(id(1), '<uuid>'),
  },
});

const dropped = (name: string): Call => ['drop_column', { table: 'things', column: name }];

/** Columns and fields that an undo brings back, in rows that never had them. */
const RETURNING: readonly ConformanceCase[] = [
  comesBack('a generated column', [things([column('x', 'string', { generated: '{name}!' })])], dropped('x'), [
    'x: New!',
  ]),
  comesBack('a name', [things([column('x', 'string', { identity: 'filename' })])], dropped('x'), ['x: New']),
  comesBack('a UUID', [things([{ name: 'x', type: 'string', identity: 'uuid' }])], dropped('x'), ['x: <uuid>']),
  comesBack('the key of a dense column', [things([column('x', 'string', { dense: true })])], dropped('x'), ['x:']),
  comesBack(
    'the default of a dense column',
    [things([column('x', 'string', { dense: true, default: 'd' })])],
    dropped('x'),
    ['x: d'],
  ),
  comesBack(
    'the key of a column that is dense again',
    [things([column('x', 'string', { dense: true })])],
    ['alter_column', { table: 'things', column: 'x', changes: { dense: false } }],
    ['x:'],
  ),
  comesBack(
    'a field',
    [things([], { fields: { x: { a: 1 } } })],
    ['alter_table', { table: 'things', fields: { x: null } }],
    ['x:', '  a: 1'],
  ),
  comesBack(
    'the columns of a base',
    [
      things([]),
      [
        'define_base',
        {
          name: 'marked',
          description: 'd',
          columns: [column('x', 'string', { generated: 'of {name}' }), column('y', 'string', { dense: true })],
        },
      ],
      ['set_table_bases', { table: 'things', bases: ['marked'] }],
    ],
    ['set_table_bases', { table: 'things', bases: [] }],
    ['"y":', 'x: of New'],
    ['"y":', 'x: of Hand'],
  ),
  {
    name: 'writes a column that comes back into a row that came back out of the archive',
    spec: 'D17: the result is validated like any write; docs/operations.md#column-specs (identity)',
    given: [
      things([]),
      thing('Old'),
      ['delete_rows', { table: 'things' }],
      ['add_column', { table: 'things', column: column('x', 'string', { identity: 'filename' }) }],
      undo(3),
      undo(2),
    ],
    call: undo(4),
    tree: { [at('things', 'Old')]: row('things', ['name: Old', 'x: Old']) },
    then: [['check_table', { table: 'things' }, { ok: true }]],
  },
  {
    name: 'refuses to take a column away that a row got a value in before it got another id',
    spec: 'D17: the result is validated like any write; docs/operations.md#recompute_columns (new_ids)',
    given: [
      things([]),
      thing('Old'),
      ['add_column', { table: 'things', column: column('x', 'string') }],
      ['update_rows', { table: 'things', set_values: { x: 'y' } }],
      ['recompute_columns', { table: 'things', new_ids: true }],
    ],
    call: undo(2),
    error: { code: 'refused', violations: ['x unknown_column'], message: 'undo that write first' },
  },
];

export const UNDO_SINCE: readonly ConformanceCase[] = [...LINKED, ...LEAVING, ...WORDS, ...RETURNING];
