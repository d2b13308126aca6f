/** Words that are the names of another table's rows. Source: docs/operations.md#column-specs (vocabulary); D16. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { at, column, handRow, row, tableOf } from './tables';

const GENRES = tableOf('genres', [column('name', 'string', { required: true })]);

const FILMS = tableOf('films', [
  column('name', 'string'),
  column('genre', 'string', { vocabulary: 'genres' }),
  column('also', 'list', { items: { type: 'string', vocabulary: 'genres' } }),
]);

const genre = (name: string): Call => ['insert_row', { table: 'genres', values: { name } }];

const film = (name: string, more: JsonObject = {}): Call => [
  'insert_row',
  { table: 'films', values: { name, ...more } },
];

const LIBRARY: readonly Call[] = [GENRES, genre('Drama'), genre('SciFi'), genre('Comedy'), FILMS];

const FILLED: readonly Call[] = [
  ...LIBRARY,
  film('Alien', { genre: 'SciFi' }),
  film('Her', { genre: 'Drama', also: ['SciFi', 'Comedy'] }),
];

/** Two columns of the vocabulary, one of them in the file name. */
const TWICE: readonly Call[] = [
  ...LIBRARY,
  tableOf(
    'songs',
    [
      column('name', 'string'),
      column('all', 'list', { items: { type: 'string', vocabulary: 'genres' } }),
      column('main', 'string', { vocabulary: 'genres' }),
    ],
    { filename: '{all} {name}' },
  ),
  ['insert_row', { table: 'songs', values: { name: 'Her', all: ['Drama', 'SciFi'], main: 'SciFi' } }],
];

/** Genres that a call can rename several of. */
const CODED: readonly Call[] = [
  tableOf('genres', [column('name', 'string', { required: true }), column('code', 'string')]),
  ...['Drama', 'SciFi', 'Comedy'].map((name): Call => [
    'insert_row',
    { table: 'genres', values: { name, code: name } },
  ]),
  FILMS,
  film('Alien', { genre: 'SciFi' }),
  film('Her', { genre: 'Drama', also: ['SciFi', 'Comedy'] }),
];

/** Renames genres by their codes, in one call. */
const rename = (names: Readonly<Record<string, string>>): Call => [
  'merge_rows',
  { table: 'genres', on: ['code'], rows: Object.entries(names).map(([code, name]) => ({ code, name })) },
];

const remove = (name: string, more: JsonObject = {}): Call => [
  'delete_rows',
  { table: 'genres', where: { name }, ...more },
];

export const VOCABULARIES: readonly ConformanceCase[] = [
  {
    name: 'takes the names of the other table’s rows',
    spec: 'docs/operations.md#column-specs (vocabulary)',
    given: LIBRARY,
    call: film('Alien', { genre: 'SciFi', also: ['Drama'] }),
    tree: { [at('films', 'Alien')]: row('films', ['name: Alien', 'genre: SciFi', 'also:', '  - Drama']) },
  },
  {
    name: 'refuses every other word, and names the near ones',
    spec: 'docs/operations.md#column-specs (vocabulary: allowed values = names of another table’s rows)',
    given: LIBRARY,
    call: film('Alien', { genre: 'SciFy', also: ['Drama', 'drama', 'Horror'] }),
    error: {
      code: 'refused',
      violations: ['genre vocabulary', 'also vocabulary', 'also vocabulary'],
      message: ['"SciFy"', 'SciFi'],
      hint: 'insert that row first',
    },
  },
  {
    name: 'a note of the name that is not a row of the table is not a word',
    spec: 'docs/operations.md#column-specs (vocabulary)',
    files: { 'Horror.md': 'text\n' },
    given: [...LIBRARY, film('Alien')],
    call: ['update_rows', { table: 'films', set_values: { genre: 'Horror' } }],
    error: { code: 'refused', violations: ['genre vocabulary'], message: 'Horror' },
  },
  {
    name: 'a renamed row takes its word along, in texts and lists',
    spec: 'D16: a rename there follows',
    given: FILLED,
    call: ['update_row', { table: 'genres', path: at('genres', 'SciFi'), set_values: { name: 'Science fiction' } }],
    result: {
      changed: 3,
      plannedUpdates: [
        {},
        { path: at('films', 'Alien'), changes: { genre: { before: 'SciFi', after: 'Science fiction' } } },
        { path: at('films', 'Her'), changes: { also: { after: ['Science fiction', 'Comedy'] } } },
      ],
    },
    then: [['check_table', { table: 'films' }, { ok: true }]],
  },
  {
    name: 'words follow rows that get another name together with their table',
    spec: 'D16: a rename there follows; docs/operations.md#alter_table',
    given: FILLED,
    call: ['alter_table', { table: 'genres', name: 'kinds', filename: '{name} films' }],
    result: { changed: 5 },
    tree: {
      [at('films', 'Alien')]: row('films', ['name: Alien', 'genre: SciFi films']),
      [at('films', 'Her')]: row('films', [
        'name: Her',
        'genre: Drama films',
        'also:',
        '  - SciFi films',
        '  - Comedy films',
      ]),
    },
    then: [['check_table', { table: 'films' }, { ok: true }]],
  },
  {
    name: 'a word follows in the vocabulary’s own table, when a note in the table’s new folder has its name',
    spec: 'D16: a rename there follows; docs/operations.md#alter_table',
    files: { [at('kinds', 'Drama')]: 'A note\n' },
    given: [
      tableOf('genres', [column('name', 'string'), column('under', 'string', { vocabulary: 'self' })]),
      genre('Drama'),
      ['insert_row', { table: 'genres', values: { name: 'Tragedy', under: 'Drama' } }],
    ],
    call: ['alter_table', { table: 'genres', name: 'kinds' }],
    tree: { [at('kinds', 'Tragedy')]: row('kinds', ['name: Tragedy', 'under: Drama 2']) },
    then: [['check_table', { table: 'kinds' }, { counts: { not_a_row: 1 } }]],
  },
  {
    name: 'a word that another row still has stays when one is renamed',
    spec: 'D16',
    files: { 'Other/SciFi.md': handRow('genres', 900, ['name: SciFi']) },
    given: FILLED,
    call: ['update_row', { table: 'genres', path: at('genres', 'SciFi'), set_values: { name: 'Space' } }],
    then: [['select_rows', { table: 'films', where: { genre: 'SciFi' } }, { total: 1 }]],
  },
  {
    name: 'words follow rows of which one takes over the name of the other',
    spec: 'D16: a rename there follows',
    given: CODED,
    call: rename({ Comedy: 'Fun', SciFi: 'Comedy' }),
    tree: {
      [at('films', 'Alien')]: row('films', ['name: Alien', 'genre: Comedy']),
      [at('films', 'Her')]: row('films', ['name: Her', 'genre: Drama', 'also:', '  - Comedy', '  - Fun']),
    },
  },
  {
    name: 'words follow rows that want each other’s names',
    spec: 'D16: a rename there follows; D6 (a taken name gets a number)',
    given: CODED,
    call: rename({ SciFi: 'Comedy', Comedy: 'SciFi' }),
    tree: {
      [at('films', 'Alien')]: row('films', ['name: Alien', 'genre: Comedy 2']),
      [at('films', 'Her')]: row('films', ['name: Her', 'genre: Drama', 'also:', '  - Comedy 2', '  - SciFi']),
    },
  },
  {
    name: 'words follow a row of which a new one takes over the name',
    spec: 'D16: a rename there follows',
    given: CODED,
    call: rename({ SciFi: 'Space', new: 'SciFi' }),
    tree: {
      [at('films', 'Alien')]: row('films', ['name: Alien', 'genre: Space']),
      [at('films', 'Her')]: row('films', ['name: Her', 'genre: Drama', 'also:', '  - Space', '  - Comedy']),
    },
  },
  {
    name: 'a row whose file name is made of the word is renamed with it, and is a word itself',
    spec: 'D6: a write that changes a column of the pattern renames the note; D16',
    given: [
      GENRES,
      genre('SciFi'),
      tableOf('shelves', [column('genre', 'string', { vocabulary: 'genres' })], { filename: 'Shelf {genre}' }),
      ['insert_row', { table: 'shelves', values: { genre: 'SciFi' } }],
      tableOf('books', [column('name', 'string'), column('shelf', 'string', { vocabulary: 'shelves' })]),
      ['insert_row', { table: 'books', values: { name: 'Dune', shelf: 'Shelf SciFi' } }],
    ],
    call: ['update_row', { table: 'genres', path: at('genres', 'SciFi'), set_values: { name: 'Space' } }],
    result: {
      planned_moves: [
        { from: at('genres', 'SciFi'), to: at('genres', 'Space') },
        { from: at('shelves', 'Shelf SciFi'), to: at('shelves', 'Shelf Space') },
      ],
    },
    then: [['select_rows', { table: 'books' }, { rows: [{ shelf: 'Shelf Space' }] }]],
  },
  {
    name: 'a row with the word in two columns, of which one makes its path',
    spec: 'D16: a rename there follows; D6 (the note is renamed)',
    given: TWICE,
    call: ['update_row', { table: 'genres', path: at('genres', 'SciFi'), set_values: { name: 'Space' } }],
    tree: {
      [at('songs', 'Drama, SciFi Her')]: null,
      [at('songs', 'Drama, Space Her')]: row('songs', ['name: Her', 'all:', '  - Drama', '  - Space', 'main: Space']),
    },
  },
  {
    name: 'a row with the word in two columns, of which one makes its path, when the word goes',
    spec: 'D16: set_null clears it; D6 (the note is renamed)',
    given: TWICE,
    call: remove('SciFi', { on_referenced: 'set_null' }),
    tree: {
      [at('songs', 'Drama, SciFi Her')]: null,
      [at('songs', 'Drama Her')]: row('songs', ['name: Her', 'all:', '  - Drama']),
    },
  },
  {
    name: 'a word that is renamed because a link in its name followed, and the note that is named by it',
    spec: 'D16: a rename there follows; D6 (a link in the name, links follow)',
    files: { 'See.md': '[[SciFi 2001 no 1]]\n' },
    given: [
      GENRES,
      genre('SciFi'),
      tableOf('films', [column('name', 'string'), column('genre', 'link', { ref: 'genres' })], {
        filename: '{genre} {name}',
      }),
      film('2001', { genre: 'SciFi' }),
      tableOf('copies', [column('n', 'integer'), column('of', 'string', { vocabulary: 'films' })], {
        filename: '{of} no {n}',
      }),
      ['insert_row', { table: 'copies', values: { n: 1, of: 'SciFi 2001' } }],
    ],
    call: ['update_row', { table: 'genres', path: at('genres', 'SciFi'), set_values: { name: 'Space' } }],
    tree: {
      [at('films', 'Space 2001')]: row('films', ['name: "2001"', 'genre: "[[Space]]"']),
      [at('copies', 'SciFi 2001 no 1')]: null,
      [at('copies', 'Space 2001 no 1')]: row('copies', ['"n": 1', 'of: Space 2001']),
      'See.md': '[[Space 2001 no 1]]\n',
    },
    then: [['check_table', { table: 'copies' }, { ok: true }]],
  },
  {
    name: 'a row whose name is used as a word is not deleted',
    spec: 'D16: deleting a used one is held by restrict',
    given: FILLED,
    call: remove('SciFi'),
    error: {
      code: 'conflict',
      conflicts: [`restrict ${at('films', 'Alien')}`, `restrict ${at('films', 'Her')}`],
      message: 'SciFi',
      hint: 'set_null',
    },
  },
  {
    name: 'a row whose name is not used is deleted',
    spec: 'D16',
    given: [...LIBRARY, film('Alien', { genre: 'SciFi' })],
    call: remove('Drama'),
    result: { changed: 1 },
  },
  {
    name: 'clears the words of the rows that go',
    spec: 'D16: set_null clears it',
    given: FILLED,
    call: remove('SciFi', { on_referenced: 'set_null' }),
    tree: {
      [at('films', 'Alien')]: row('films', ['name: Alien']),
      [at('films', 'Her')]: row('films', ['name: Her', 'genre: Drama', 'also:', '  - Comedy']),
    },
  },
  {
    name: 'does not clear a word that is required',
    spec: 'D6 (set_null is refused where the value is required)',
    given: [
      GENRES,
      genre('SciFi'),
      tableOf('songs', [column('genre', 'string', { vocabulary: 'genres', required: true })]),
      ['insert_row', { table: 'songs', values: { genre: 'SciFi' } }],
    ],
    call: remove('SciFi', { on_referenced: 'set_null' }),
    error: { code: 'refused', violations: ['genre required'] },
  },
  {
    name: 'leaves words that nothing has behind when told so',
    spec: 'docs/operations.md#delete_rows: ignore',
    given: FILLED,
    call: remove('SciFi', { on_referenced: 'ignore' }),
    result: { changed: 1 },
    then: [['check_table', { table: 'films' }, { ok: false, counts: { vocabulary: 2 } }]],
  },
  {
    name: 'words that only a hand leaves',
    spec: 'docs/operations.md#check_table',
    files: { [at('films', 'X')]: handRow('films', 901, ['name: X', 'genre: Nope', 'also: [Drama, Nil]']) },
    given: LIBRARY,
    call: ['check_table', { table: 'films' }],
    result: {
      counts: { vocabulary: 2 },
      violations: [
        { column: 'genre', code: 'vocabulary', value: 'Nope' },
        { column: 'also', code: 'vocabulary', value: 'Nil' },
      ],
    },
  },
];
