/** Undo where notes that it leaves alone were renamed or moved since: their links and words mean again what they meant before. Source: docs/history.md#undo_migration; D7, D17. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { PEOPLE, TASKS, at, column, handRow, id, note, person, row, tableOf, task } from './tables';

const ADA = at('people', 'Ada');

const undo = (n: number): Call => ['undo_migration', { migration_id: `$${n}.migrationId` }];
const update = (table: string, path: string, set_values: JsonObject): Call => [
  'update_row',
  { table, path, set_values },
];
const hand = (table: string, n: number, lines: readonly string[], body = ''): string =>
  handRow(table, n, lines, body).replace(id(n), '<uuid>');

const SPEC = 'D7 (the earlier content; a moved note is found by its id), D17';
const HAND = at('tasks', 'Hand');
const OWNED = ['title: Hand', 'owner: "[[Ada]]"'];
const WAITING = { [HAND]: handRow('tasks', 1, OWNED) };
/** A longer path: the shorter one is meant by the name. */
const FAR = 'Far/away/from/every/other/note/Ada';
const AWAITING = note([], '[[Ada]]\n');
const BROKEN = [['check_table', { table: 'tasks' }, { counts: { broken_link: 1 } }]] as const;

const LINKS: readonly ConformanceCase[] = [
  {
    name: 'takes a row away that a row awaited which is renamed since',
    spec: SPEC,
    files: WAITING,
    given: [PEOPLE, TASKS, person('Ada'), update('tasks', HAND, { title: 'Later' })],
    call: undo(2),
    tree: { [ADA]: null, [at('tasks', 'Later')]: hand('tasks', 1, ['title: Later', 'owner: "[[Ada]]"']) },
    then: BROKEN,
  },
  {
    name: 'takes a row away that a row awaited which somebody moved by hand since',
    spec: SPEC,
    files: WAITING,
    given: [PEOPLE, TASKS, person('Ada')],
    edits: { [HAND]: null, 'Moved/Hand.md': handRow('tasks', 1, OWNED) },
    call: undo(2),
    tree: { [ADA]: null, 'Moved/Hand.md': hand('tasks', 1, OWNED) },
    then: BROKEN,
  },
  {
    name: 'takes a row away that a plain note awaited which is a row elsewhere since',
    spec: SPEC,
    files: { 'Diary.md': note(['name: Diary'], '[[Ada]] and [her](people/Ada.md)\n') },
    given: [
      PEOPLE,
      tableOf('logs', [column('name', 'string')]),
      person('Ada'),
      ['adopt_rows', { table: 'logs', paths: ['Diary.md'] }],
      update('logs', at('logs', 'Diary'), { name: 'Journal' }),
    ],
    call: undo(2),
    tree: { [ADA]: null },
  },
  {
    name: 'takes a row away to which a relative link led before, from wherever the link leads now',
    spec: 'D6 (links), D7, D17',
    files: { 'In/Diary.md': note(['name: Diary'], '[her](../notedb/main/default/people/Ada.md)\n') },
    given: [
      PEOPLE,
      tableOf('logs', [column('name', 'string')]),
      person('Ada'),
      ['adopt_rows', { table: 'logs', paths: ['In/Diary.md'] }],
    ],
    call: undo(2),
    tree: { [ADA]: null },
  },
  {
    name: 'counts the links of a note that moved: one more is one that came since',
    spec: 'D6 (links), D17; docs/operations.md#delete_rows (restrict)',
    files: { 'In/Diary.md': note(['name: Diary'], '[her](../notedb/main/default/people/Ada.md)\n') },
    given: [
      PEOPLE,
      tableOf('logs', [column('name', 'string')]),
      person('Ada'),
      ['adopt_rows', { table: 'logs', paths: ['In/Diary.md'] }],
      ['update_rows', { table: 'logs', body: '[[people/Ada]] and [[Ada]]\n' }],
    ],
    call: undo(2),
    error: { code: 'conflict', conflicts: [`restrict ${at('logs', 'Diary')}`] },
  },
  {
    name: 'refuses where a link meant another note before, which is gone since, and would lead nowhere now',
    spec: 'D17; docs/operations.md#delete_rows (restrict)',
    files: { [at('people', 'Diary')]: AWAITING },
    given: [PEOPLE, TASKS, person('Ada'), task('Ada'), undo(2), undo(4), undo(3)],
    call: undo(5),
    error: { code: 'conflict', conflicts: [`restrict ${at('people', 'Diary')}`] },
  },
  {
    name: 'takes a note away where a link means again the one that it meant before',
    spec: 'D6 (links keep their target), D7',
    files: { [at('people', 'Diary')]: AWAITING },
    given: [PEOPLE, TASKS, person('Ada'), task('Ada'), undo(2), undo(4)],
    call: undo(5),
    tree: { [at('people', 'Diary')]: AWAITING, [ADA]: null },
    then: [
      ['select_rows', { table: 'tasks', columns: ['file_backlink_count'] }, { rows: [{ file_backlink_count: 1 }] }],
    ],
  },
  {
    name: 'refuses for a link that a renamed row got since',
    spec: 'D17; docs/operations.md#delete_rows (restrict)',
    files: { [HAND]: handRow('tasks', 1, ['title: Hand']) },
    given: [PEOPLE, TASKS, person('Ada'), update('tasks', HAND, { title: 'Later', owner: 'Ada' })],
    call: undo(2),
    error: { code: 'conflict', conflicts: [`restrict ${at('tasks', 'Later')}`] },
  },
  {
    name: 'refuses for a note that came to the place of one that awaited the row',
    spec: 'D17; docs/operations.md#delete_rows (restrict)',
    files: WAITING,
    given: [PEOPLE, TASKS, person('Ada'), update('tasks', HAND, { title: 'Later' }), task('Hand', { owner: 'Ada' })],
    call: undo(2),
    error: { code: 'conflict', conflicts: [`restrict ${HAND}`] },
  },
  {
    name: 'lets a link in a renamed row mean again what it meant',
    spec: 'D6 (links keep their target), D7',
    files: { [HAND]: handRow('tasks', 1, ['title: Hand'], '[[Ada]]\n') },
    given: [
      PEOPLE,
      TASKS,
      person('Ada'),
      ['insert_row', { table: 'people', values: { name: 'Ada' }, path: `${FAR}.md` }],
      ['delete_rows', { table: 'people', where: { path: ADA }, mode: 'delete', on_referenced: 'ignore' }],
      update('tasks', HAND, { title: 'Later' }),
    ],
    call: undo(4),
    tree: { [at('tasks', 'Later')]: hand('tasks', 1, ['title: Later'], '[[Ada]]\n') },
  },
  {
    name: 'leaves the links of a row that another one replaces, when one batch takes it away and gives its name on',
    spec: 'D7, D17',
    given: [PEOPLE, TASKS, person('Ada'), person('Bo'), task('Call', { owner: '[[Ada]]' })],
    call: [
      'batch',
      {
        operations: [
          { op: 'delete_rows', table: 'people', where: { name: 'Ada' }, mode: 'delete', on_referenced: 'ignore' },
          { op: 'update_row', table: 'people', path: at('people', 'Bo'), set_values: { name: 'Ada' } },
        ],
      },
    ],
    buildsUp: true,
    tree: { [at('people', 'Bo')]: null },
  },
];

const GENRES = tableOf('genres', [column('name', 'string', { required: true })]);
const FILMS = tableOf('films', [
  column('name', 'string', { required: true }),
  column('genre', 'string', { vocabulary: 'genres' }),
]);
const genre = (name: string): Call => ['insert_row', { table: 'genres', values: { name } }];
const FILM = at('films', 'Hand');
const LATER = at('films', 'Later');
const USES = (word: string): Readonly<Record<string, string>> => ({
  [FILM]: handRow('films', 1, ['name: Hand', `genre: ${word}`]),
});

const WORDS: readonly ConformanceCase[] = [
  {
    name: 'takes a name away that stood as a word in a row that is renamed since',
    spec: SPEC,
    files: USES('SciFi'),
    given: [GENRES, FILMS, genre('SciFi'), update('films', FILM, { name: 'Later' })],
    call: undo(2),
    tree: { [at('genres', 'SciFi')]: null, [LATER]: hand('films', 1, ['name: Later', 'genre: SciFi']) },
    then: [['check_table', { table: 'films' }, { counts: { vocabulary: 1 } }]],
  },
  {
    name: 'leaves a word in a renamed row that stood there before the name that goes',
    spec: SPEC,
    files: USES('Space'),
    given: [
      GENRES,
      FILMS,
      genre('SciFi'),
      update('genres', at('genres', 'SciFi'), { name: 'Space' }),
      update('films', FILM, { name: 'Later' }),
    ],
    call: undo(3),
    tree: {
      [at('genres', 'SciFi')]: row('genres', ['name: SciFi']),
      [LATER]: hand('films', 1, ['name: Later', 'genre: Space']),
    },
  },
];

/** The notes that come back name what has another name, or none: which writes did that. D5 (the hint says what to do next) */
const HINTS: readonly ConformanceCase[] = [
  {
    name: 'says which write renamed the row to which a link that comes back leads',
    spec: 'D5, D17; docs/http.md#errors (broken_link)',
    given: [
      PEOPLE,
      TASKS,
      person('Ada'),
      task('Call', { owner: '[[Ada]]' }),
      update('tasks', at('tasks', 'Call'), { owner: null }),
      update('people', ADA, { name: 'Countess' }),
    ],
    call: undo(4),
    error: {
      code: 'refused',
      violations: ['owner broken_link'],
      hint: [
        'renamed, moved or deleted since: call undo_migration for $5.migrationId (update_row: ',
        'then for this one',
      ],
    },
    then: [['select_rows', { table: 'tasks' }, { rows: [{ title: 'Call' }] }]],
  },
  {
    name: 'names the writes to be undone first in the order in which they are',
    spec: 'D5, D17; docs/http.md#errors (broken_link)',
    given: [
      PEOPLE,
      TASKS,
      person('Ada'),
      task('Call', { owner: '[[Ada]]' }),
      update('tasks', at('tasks', 'Call'), { owner: null }),
      update('people', ADA, { name: 'Countess' }),
      update('people', at('people', 'Countess'), { email: 'c@example.org' }),
      ['delete_rows', { table: 'people', mode: 'delete' }],
    ],
    call: undo(4),
    error: {
      code: 'refused',
      violations: ['owner broken_link'],
      hint: ['for $7.migrationId (delete_rows: ', 'then for $5.migrationId (update_row: '],
    },
  },
  {
    name: 'can be done once these are undone',
    spec: 'D17',
    given: [
      PEOPLE,
      TASKS,
      person('Ada'),
      task('Call', { owner: '[[Ada]]' }),
      update('tasks', at('tasks', 'Call'), { owner: null }),
      update('people', ADA, { name: 'Countess' }),
      undo(5),
    ],
    call: undo(4),
    tree: { [at('tasks', 'Call')]: row('tasks', ['title: Call', 'status: todo', 'owner: "[[Ada]]"']) },
  },
  {
    name: 'does not blame a rename that was taken back for a row that is gone',
    spec: 'D5, D17; docs/http.md#errors (broken_link)',
    given: [
      PEOPLE,
      TASKS,
      person('Ada'),
      task('Call', { owner: '[[Ada]]' }),
      update('tasks', at('tasks', 'Call'), { owner: null }),
      update('people', ADA, { name: 'Countess' }),
      undo(5),
      ['delete_rows', { table: 'people' }],
    ],
    call: undo(4),
    error: { code: 'refused', hint: 'since: call undo_migration for $7.migrationId (delete_rows: ' },
  },
  {
    name: 'says which write renamed the row whose name a word that comes back is',
    spec: 'D5, D17',
    given: [
      GENRES,
      FILMS,
      genre('SciFi'),
      ['insert_row', { table: 'films', values: { name: 'Dune', genre: 'SciFi' } }],
      update('films', at('films', 'Dune'), { genre: null }),
      update('genres', at('genres', 'SciFi'), { name: 'Space' }),
    ],
    call: undo(4),
    error: { code: 'refused', violations: ['genre vocabulary'], hint: 'undo_migration for $5.migrationId' },
  },
  {
    name: 'leaves the usual hint where somebody renamed the row by hand',
    spec: 'D5',
    given: [
      PEOPLE,
      TASKS,
      person('Ada'),
      task('Call', { owner: '[[Ada]]' }),
      update('tasks', at('tasks', 'Call'), { owner: null }),
    ],
    edits: { [ADA]: null },
    call: undo(4),
    error: { code: 'refused', violations: ['owner broken_link'], hint: 'insert that row first' },
  },
];

const DIARY: Readonly<Record<string, string>> = { 'Diary.md': 'Met [[Ada]].\n' };
const RENAMED: readonly Call[] = [PEOPLE, person('Ada'), update('people', ADA, { name: 'Countess' })];

/** A plain note has no id: it is known by its text alone. */
const PLAIN: readonly ConformanceCase[] = [
  {
    name: 'names the note that reads as one that is gone did, for it to be moved back',
    spec: 'D7 (conflicts lists each note; by content), D17',
    files: DIARY,
    given: RENAMED,
    edits: { 'Diary.md': null, 'Journal.md': 'Met [[Countess]].\n' },
    call: undo(2),
    error: {
      code: 'conflict',
      conflicts: ['missing Diary.md'],
      message: ['Diary.md is gone; Journal.md reads as it did', 'move it back first'],
    },
  },
  {
    name: 'names no note that reads otherwise',
    spec: 'D7',
    files: DIARY,
    given: RENAMED,
    edits: { 'Diary.md': null, 'Journal.md': 'Saw [[Countess]].\n' },
    call: undo(2),
    error: { code: 'conflict', conflicts: ['missing Diary.md'], message: "can't be undone: Diary.md is gone" },
  },
];

export const UNDO_RENAMED: readonly ConformanceCase[] = [...LINKS, ...WORDS, ...HINTS, ...PLAIN];
