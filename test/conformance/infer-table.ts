/** infer_table. Source: docs/operations.md#infer_table; D2, D3, D7, D12, D16, D17, D18, D25. */

import type { ConformanceCase } from './case';
import { PEOPLE, TASKS, at, handRow, id, note, person, task } from './tables';

const RECIPES = {
  'Recipes/Soup.md': note([
    'imdbId: tt1',
    'made: 2026-01-01',
    'rating: 4',
    'kind: easy',
    'cook: "[[Ada]]"',
    'with: [salt, "oil"]',
    'tags: [food]',
  ]),
  'Recipes/deep/Bread.md': note([
    'imdbId: tt2',
    'made: 2026-01-02',
    'rating: 4.5',
    'kind: hard',
    'cook: "[[Ada]]"',
    'with: flour',
    'aliases: loaf',
  ]),
  'Recipes/Plain.md': 'no front matter\n',
  'Recipes/Bad.md': '---\na: [\n---\n',
};

export const INFER_TABLE: readonly ConformanceCase[] = [
  {
    name: 'proposes a table for the notes of a folder',
    spec: 'docs/operations.md#infer_table, D16, D17',
    files: RECIPES,
    given: [PEOPLE, person('Ada')],
    call: ['infer_table', { folder: 'Recipes' }],
    result: {
      columns: [
        {
          name: 'imdb_id',
          from: 'imdbId',
          type: 'enum',
          required: true,
          unique: true,
          stats: { notes: 2, present: 2, filled: 2, distinct: 2 },
        },
        { name: 'made', type: 'date' },
        { name: 'rating', type: 'number' },
        { name: 'kind', type: 'enum', values: ['easy', 'hard'] },
        { name: 'cook', type: 'link', ref: 'main.default.people' },
        { name: 'with', type: 'list', items: { type: 'string' } },
      ],
      proposal: {
        name: 'recipes',
        columns: [
          { name: 'imdb_id', key: 'imdbId', label: 'imdbId', type: 'string', description: 'found in 2 of 2 notes' },
          {},
          {},
          { type: 'string' },
          {},
          {},
        ],
      },
      adopt: {
        table: 'recipes',
        paths: ['Recipes/Soup.md', 'Recipes/deep/Bread.md'],
        relocate: false,
      },
    },
  },
  {
    name: 'never makes an enum when told so, and takes the name',
    spec: 'docs/operations.md#infer_table (max_enum_values), D17',
    files: RECIPES,
    call: ['infer_table', { folder: 'Recipes/', max_enum_values: 0, name: 'dishes' }],
    result: {
      proposal: { name: 'dishes' },
      columns: [{ type: 'string' }, {}, {}, { type: 'string' }, { type: 'link' }, {}],
    },
  },
  {
    name: 'unites folder and paths, without rows',
    spec: 'D17',
    files: { 'A.md': note(['x: 1']), 'B/b.md': note(['x: 2']), 'R.md': handRow('people', 1, ['name: R']) },
    given: [PEOPLE],
    call: ['infer_table', { folder: 'B', paths: ['A', 'R.md'] }],
    result: { adopt: { paths: ['A.md', 'B/b.md'] } },
  },
  {
    name: 'proposes a table for rows of texts, with their values',
    spec: 'docs/operations.md#infer_table (rows), docs/decisions.md#reading-texts',
    call: [
      'infer_table',
      {
        name: 'pets',
        rows: [
          { Name: 'Ada', Kg: '3,5', Born: '28.11.2026', 'Pet-Id': '007', Kind: 'cat' },
          { Name: 'Bo', Kg: '1.234', Born: '', 'Pet-Id': '008', Kind: 'cat' },
        ],
      },
    ],
    result: {
      columns: [
        { name: 'name', from: 'Name', type: 'enum', required: true, unique: true },
        { name: 'kg', type: 'number' },
        { name: 'born', type: 'date', required: false, stats: { notes: 2, present: 2, filled: 1, distinct: 1 } },
        { name: 'pet_id', from: 'Pet-Id' },
        { name: 'kind', type: 'enum', values: ['cat'] },
      ],
      proposal: {
        name: 'pets',
        columns: [
          { name: 'name', type: 'string', required: true, description: 'found in 2 of 2 rows' },
          { name: 'kg', type: 'number' },
          { name: 'born', type: 'date' },
          { name: 'pet_id', type: 'string', label: 'Pet-Id' },
          { name: 'kind', type: 'enum', values: ['cat'] },
        ],
      },
      rows: [
        { name: 'Ada', kg: 3.5, born: '2026-11-28', pet_id: '007', kind: 'cat' },
        { name: 'Bo', kg: 1234, pet_id: '008', kind: 'cat' },
      ],
    },
    lacks: ['adopt'],
  },
  {
    name: 'takes the notes whose properties match',
    spec: 'docs/operations.md#infer_table (where), D27',
    files: RECIPES,
    call: ['infer_table', { where: { kind: 'hard' } }],
    result: { proposal: { name: 'hard' }, adopt: { paths: ['Recipes/deep/Bread.md'] } },
  },
  {
    name: 'refuses rows beside a folder',
    spec: 'docs/operations.md#infer_table (rows)',
    call: ['infer_table', { rows: [{ a: '1' }], folder: 'Recipes' }],
    error: { code: 'bad_request', message: 'rows and folder' },
  },
  {
    name: 'refuses more than 10,000 rows',
    spec: 'docs/operations.md#infer_table (rows)',
    call: ['infer_table', { rows: Array.from({ length: 10_001 }, () => ({ a: '1' })) }],
    error: { code: 'bad_request', message: 'rows' },
  },
  {
    name: 'looks through the whole vault',
    spec: 'docs/operations.md#infer_table (empty = whole vault)',
    files: { 'A.md': note(['x: 1']) },
    call: ['infer_table', {}],
    result: { proposal: { name: 'notes', columns: [{ name: 'x', type: 'integer' }] } },
  },
  {
    name: 'takes a note’s own id and table for columns, under other names',
    spec: 'D16 (reserved names), D17',
    files: { 'A.md': note(['id: 7', 'table: Kitchen']), 'B.md': note(['id: 8', 'table: Garden']) },
    call: ['infer_table', {}],
    result: {
      columns: [
        { name: 'id_value', from: 'id', type: 'integer' },
        { name: 'table_value', from: 'table' },
      ],
      adopt: { rename: { id: 'id_value', table: 'table_value' } },
    },
  },
  {
    name: 'leaves out the ids and the table that rows once had',
    spec: 'D16, D17',
    files: { 'A.md': handRow('gone', 1, ['x: 1']) },
    call: ['infer_table', {}],
    result: { columns: [{ name: 'x' }] },
  },
  {
    name: 'says what mixes',
    spec: 'D17 (mixed kinds are string)',
    files: { 'A.md': note(['x: 1']), 'B.md': note(['x: true']) },
    call: ['infer_table', { max_enum_values: 0 }],
    result: {
      columns: [{ type: 'string' }],
      notes: [
        'x mixes boolean, integer and is taken as string (other than most: A.md)',
        'x has a different value in every note',
      ],
    },
  },
  {
    name: 'reports keys that rows use and their table does not declare',
    spec: 'docs/operations.md#infer_table (table)',
    files: { 'A.md': handRow('people', 1, ['name: A', 'colour: red']) },
    given: [PEOPLE],
    call: ['infer_table', { table: 'people' }],
    result: { table: 'main.default.people', columns: [{ name: 'colour', type: 'enum' }] },
  },
  {
    name: 'names the notes that lack a key, hold no value, have no front matter or don’t parse',
    spec: 'D25',
    files: {
      'In/A.md': note(['x: 1', 'y: 2']),
      'In/B.md': note(['y:']),
      'In/C.md': 'no front matter\n',
      'In/D.md': '---\nx: [\n---\n',
    },
    call: ['infer_table', { folder: 'In' }],
    result: {
      adopt: { paths: ['In/A.md', 'In/B.md'] },
      notes: [
        '1 note has no front matter and is left out: In/C.md',
        'In/D.md: its front matter does not parse (line 3: Flow sequence in block collection must be sufficiently indented and end with a ]); left out',
        'x: 1 note lacks it (In/B.md)',
        'y: 1 note holds no value (In/B.md)',
      ],
    },
  },
  {
    name: 'names the few of many notes that have a key',
    spec: 'D25',
    files: Object.fromEntries(
      Array.from({ length: 8 }, (_, n) => [`In/${n}.md`, note([n === 3 ? 'rare: 1' : 'x: a'])]),
    ),
    call: ['infer_table', { folder: 'In' }],
    result: { notes: ['x: 1 note lacks it (In/3.md)', 'rare: only in In/3.md'] },
  },
  {
    name: 'says why no ref is proposed',
    spec: 'D17 (ref only where every target is a row of one table), D25',
    files: {
      'In/A.md': note(['who: "[[Ada]]"', 'what: "[[Ada]]"', 'any: "[[Note]]"']),
      'In/B.md': note(['who: "[[Note]]"', 'what: "[[Tidy]]"', 'any: "[[Nobody]]"']),
      'In/C.md': note(['who: ["[[Nobody]]"]', 'what: "[[Ada]]"', 'any: "[[Nobody]]"']),
      'Note.md': 'no row\n',
    },
    given: [PEOPLE, TASKS, person('Ada'), task('Tidy')],
    call: ['infer_table', { folder: 'In' }],
    result: {
      columns: [
        { name: 'who', type: 'list', items: { type: 'link' } },
        { name: 'what', type: 'link' },
        { name: 'any', type: 'link' },
      ],
      notes: [
        'who has a different value in every note',
        'who: no ref to main.default.people, since not every link leads to a row of it: [[Note]] in In/B.md (Note.md is not a row), [[Nobody]] in In/C.md (there is no such note)',
        'what: no ref, since its links lead to rows of main.default.people and main.default.tasks',
      ],
    },
  },
  {
    name: 'leaves out a note with the id of a row or of another note',
    spec: 'D7 (duplicate_id), D25',
    files: {
      'In/A.md': note([`id: ${id(1)}`, 'x: 1']),
      'In/B.md': note([`id: ${id(2)}`, 'x: 2']),
      'In/C.md': note([`id: ${id(2)}`, 'x: 3']),
      'R.md': handRow('people', 1, ['name: R']),
    },
    given: [PEOPLE],
    call: ['infer_table', { folder: 'In', name: 'things' }],
    result: {
      adopt: { paths: ['In/B.md'] },
      notes: [
        'In/A.md: its id is the one of R.md; adopt_rows with drop ["id"] gives it one of its own; left out',
        'In/C.md: its id is the one of In/B.md; adopt_rows with drop ["id"] gives it one of its own; left out',
      ],
    },
  },
  {
    name: 'proposes a name that is free',
    spec: 'D25 (create_table takes the proposal)',
    files: { 'People/A.md': note(['x: 1']), 'People/B.md': note(['table: main.default.people_2', 'x: 2']) },
    given: [PEOPLE],
    call: ['infer_table', { folder: 'People' }],
    result: { proposal: { name: 'people_3' }, adopt: { table: 'people_3', paths: ['People/A.md', 'People/B.md'] } },
  },
  {
    name: 'says what is in the way of a given name',
    spec: 'D2, D25',
    files: {
      'In/A.md': note(['table: main.default.gone', `id: ${id(1)}`, 'x: 1']),
      [at('gone', '_archive/B')]: note(['x: 2']),
      'C.md': note(['x: 3']),
    },
    call: ['infer_table', { name: 'gone' }],
    result: {
      adopt: { paths: ['C.md'] },
      notes: [
        `${at('gone', '_archive/B')}: in the archive folder of main.default.gone; left out`,
        'In/A.md: named as rows of main.default.gone; create_table makes them rows as they are',
        'x has a different value in every note',
      ],
    },
  },
  {
    name: 'says that a given name is taken',
    spec: 'D25',
    files: { 'In/A.md': note(['x: 1']) },
    given: [PEOPLE],
    call: ['infer_table', { folder: 'In', name: 'people' }],
    result: { notes: ['main.default.people is there already: give create_table another name'] },
  },
  {
    name: 'knows notes and folders by the names that they have',
    spec: 'D12, D25',
    files: { 'In: a/B: c.md': note(['x: 1']), 'In: a/cafe\u0301.md': note(['x: 2']) },
    call: ['infer_table', { folder: 'In: a/', paths: ['In: a/caf\u00e9'] }],
    result: { proposal: { name: 'in_a' }, adopt: { paths: ['In: a/B: c.md', 'In: a/cafe\u0301.md'] } },
  },
  {
    name: 'does not know a folder that there is not',
    spec: 'D18',
    call: ['infer_table', { folder: 'Nope' }],
    error: { code: 'not_found', message: 'Nope' },
  },
  {
    name: 'does not know a note that there is not',
    spec: 'D18',
    call: ['infer_table', { paths: ['Nope'] }],
    error: { code: 'not_found', message: 'Nope' },
  },
  {
    name: 'finds no hidden folder',
    spec: 'D12',
    call: ['infer_table', { folder: '.obsidian' }],
    error: { code: 'not_found' },
  },
  {
    name: 'refuses paths out of the vault, a bad name and a bad number',
    spec: 'D12, D18',
    call: ['infer_table', { folder: '../x' }],
    error: { code: 'bad_request' },
  },
  {
    name: 'refuses a name that no table can have',
    spec: 'docs/metastore.md#names',
    call: ['infer_table', { name: 'My Table' }],
    error: { code: 'bad_request', message: 'my_table' },
  },
  {
    name: 'refuses a number of values below 0',
    spec: 'D3',
    call: ['infer_table', { max_enum_values: -1 }],
    error: { code: 'bad_request', message: 'max_enum_values' },
  },
];
