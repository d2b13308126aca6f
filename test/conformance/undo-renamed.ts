/** Undo where notes that it leaves alone were renamed or moved since: their links and words mean again what they meant before. spec: States (undo_migration); D7, D17. */

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
    spec: 'D6 (links), D17; delete_rows (restrict)',
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
    name: 'refuses for a link that a renamed row got since',
    spec: 'D17; delete_rows (restrict)',
    files: { [HAND]: handRow('tasks', 1, ['title: Hand']) },
    given: [PEOPLE, TASKS, person('Ada'), update('tasks', HAND, { title: 'Later', owner: 'Ada' })],
    call: undo(2),
    error: { code: 'conflict', conflicts: [`restrict ${at('tasks', 'Later')}`] },
  },
  {
    name: 'refuses for a note that came to the place of one that awaited the row',
    spec: 'D17; delete_rows (restrict)',
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

export const UNDO_RENAMED: readonly ConformanceCase[] = [...LINKS, ...WORDS];
