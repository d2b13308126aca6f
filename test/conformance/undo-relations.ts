/** What was linked and unlinked while a column with an inverse was away, when an undo brings the column back. Source: docs/operations.md#column-specs (inverse), docs/history.md#undo_migration; D16, D17. */

import type { JsonObject } from '../../src/engine/index';
import { base, inherit } from './base-calls';
import type { Call, ConformanceCase } from './case';
import { ADA, BO, FILES, IN_STEP, X, Z, book, bookNote, person, personNote, set } from './relation-tables';
import { at, column, handRow, row, tableOf } from './tables';

const SPEC = 'Column spec (inverse: writes keep both sides in step), D17: the result is validated like any write';

const undo = (n: number): Call => ['undo_migration', { migration_id: `$${n}.migrationId` }];

const dropped = (table: string, name: string): Call => ['drop_column', { table, column: name }];
const unset = (table: string, name: string, key: string): Call => [
  'update_row',
  { table, path: at(table, name), unset: [key] },
];

const PEOPLE = [person('Ada'), person('Bo')];

/** `owns` is on the people's side, `owner` on the books': the one that stays says what came since. */
const OWNS: readonly ConformanceCase[] = [
  {
    name: 'links back the rows that were linked while the column was away',
    spec: SPEC,
    files: FILES,
    given: [...PEOPLE, book('X', { owner: 'Ada' }), dropped('people', 'owns'), book('Z', { owner: 'Ada' })],
    call: undo(3),
    result: { changed: 2, undoes: '<uuid>' },
    tree: {
      [ADA]: personNote('Ada', [], ['owns:', '  - "[[X]]"', '  - "[[Z]]"']),
      [Z]: bookNote('Z', ['owner: "[[Ada]]"']),
    },
    then: IN_STEP,
  },
  {
    name: 'lets the links of the column that comes back follow those that lead elsewhere since',
    spec: SPEC,
    files: FILES,
    given: [
      ...PEOPLE,
      book('X', { owner: 'Ada' }),
      dropped('people', 'owns'),
      set('books', 'X', { owner: 'Bo' }),
      book('Z', { owner: 'Ada' }),
      set('books', 'Z', { owner: 'Bo', title: 'W' }),
    ],
    call: undo(3),
    tree: {
      [ADA]: personNote('Ada', []),
      [BO]: personNote('Bo', [], ['owns:', '  - "[[X]]"', '  - "[[W]]"']),
      [at('books', 'W')]: bookNote('W', ['owner: "[[Bo]]"']),
    },
    then: IN_STEP,
  },
  {
    name: 'links no row again that was unlinked while the column was away',
    spec: SPEC,
    files: FILES,
    given: [...PEOPLE, book('X', { owner: 'Ada' }), dropped('people', 'owns'), unset('books', 'X', 'owner')],
    call: undo(3),
    tree: { [ADA]: personNote('Ada', []), [X]: bookNote('X', []) },
    then: IN_STEP,
  },
  {
    name: 'minds only what a link is in the end, after writes that were undone and written again',
    spec: SPEC,
    files: FILES,
    given: [
      ...PEOPLE,
      book('X', { owner: 'Ada' }),
      dropped('people', 'owns'),
      set('books', 'X', { owner: 'Bo' }),
      set('books', 'X', { owner: 'Ada' }),
      book('Z', { owner: 'Ada' }),
      undo(6),
    ],
    call: undo(3),
    tree: { [ADA]: personNote('Ada', [], ['owns:', '  - "[[X]]"']), [BO]: personNote('Bo', []) },
    then: IN_STEP,
  },
  {
    name: 'takes out what a row linked that is moved to another table since',
    spec: 'docs/operations.md#move_rows; docs/operations.md#column-specs (inverse)',
    files: FILES,
    given: [
      ...PEOPLE,
      tableOf('shelf', [column('title', 'string', { required: true })]),
      book('X', { owner: 'Ada' }),
      dropped('people', 'owns'),
      ['move_rows', { table: 'books', to_table: 'shelf', drop: ['owner'] }],
    ],
    call: undo(4),
    tree: { [ADA]: personNote('Ada', []), [X]: row('shelf', ['title: X']) },
    then: IN_STEP,
  },
  {
    name: 'leaves what was out of step before, and what was linked by hand since, to align_relations',
    spec: 'docs/operations.md#align_relations; D17',
    files: {
      ...FILES,
      [ADA]: handRow('people', 1, ['name: Ada']),
      [X]: handRow('books', 2, ['title: X', 'owner: "[[Ada]]"']),
    },
    given: [dropped('people', 'owns'), ['update_row', { table: 'books', path: X, set_values: { title: 'W' } }]],
    edits: { [Z]: handRow('books', 3, ['title: Z', 'owner: "[[Ada]]"']) },
    call: undo(0),
    tree: { [ADA]: handRow('people', 1, ['name: Ada']).replace(/id: .*/, 'id: <uuid>') },
    then: [
      ['check_table', { table: 'books' }, { counts: { inverse: 2 } }],
      ['align_relations', { table: 'books' }, { changed: 1 }],
      ['check_table', { table: 'books' }, { violations: [] }],
    ],
  },
  {
    name: 'refuses to bring links back to a row that is deleted since',
    spec: 'D17: the result is validated like any write',
    files: FILES,
    given: [
      ...PEOPLE,
      book('X', { owner: 'Ada' }),
      dropped('people', 'owns'),
      ['delete_rows', { table: 'books', mode: 'delete' }],
    ],
    call: undo(3),
    error: { code: 'refused', violations: ['owns broken_link'], message: '[[X]]' },
  },
];

const MEN = tableOf('men', [column('name', 'string', { required: true })]);
const BOOKS = tableOf('books', [column('name', 'string', { required: true })]);
const insert = (table: string, name: string, more: JsonObject = {}): Call => [
  'insert_row',
  { table, values: { name, ...more } },
];
const adding = (table: string, spec: JsonObject): Call => ['add_column', { table, column: spec }];
const link = (name: string, ref: string, inverse: string): JsonObject => column(name, 'link', { ref, inverse });
const MAN = at('men', 'Ada');
const checked = ['men', 'books'].map((table) => ['check_table', { table }, { violations: [] }] as const);

/** A single link on either side. */
const READS: readonly Call[] = [
  MEN,
  BOOKS,
  adding('men', column('reads', 'link', { ref: 'books' })),
  adding('books', link('lent_to', 'men', 'reads')),
  insert('men', 'Ada'),
  insert('men', 'Bo'),
  insert('books', 'X', { lent_to: 'Ada' }),
  dropped('books', 'lent_to'),
];

const SINGLE: readonly ConformanceCase[] = [
  {
    name: 'refuses when the column that comes back can hold only one of the links',
    spec: 'D16 (never stolen)',
    given: [...READS, set('men', 'Bo', { reads: 'X' })],
    call: undo(7),
    error: { code: 'refused', violations: ['reads inverse'], message: ['[[X]]', 'whose lent_to is [[Ada]]'] },
  },
  {
    name: 'gives a single link to the row that took it since',
    spec: SPEC,
    given: [...READS, unset('men', 'Ada', 'reads'), set('men', 'Bo', { reads: 'X' })],
    call: undo(7),
    tree: { [X]: row('books', ['name: X', 'lent_to: "[[Bo]]"']), [MAN]: row('men', ['name: Ada']) },
    then: checked,
  },
];

const OWNED = column('owns', 'list', { items: { type: 'link', ref: 'books', inverse: 'owner' } });
const OTHER = column('x', 'string');

/** The other ways on which such a column goes and comes back. */
const WAYS: readonly ConformanceCase[] = (
  [
    [
      'set_table_bases',
      [base('owning', [OWNED]), inherit('men', 'owning'), ['set_table_bases', { table: 'men', bases: [] }]],
    ],
    [
      'define_base',
      [
        base('owning', [OWNED, OTHER]),
        inherit('men', 'owning'),
        ['define_base', { name: 'owning', description: 'd', columns: [OTHER], drop_columns: ['owns'] }],
      ],
    ],
    ['an undone add_column', [adding('men', OWNED), undo(4)]],
  ] as readonly (readonly [string, readonly Call[]])[]
).map(([what, way]) => ({
  name: `links back what was linked since where the column went by ${what}`,
  spec: SPEC,
  given: [
    MEN,
    BOOKS,
    adding('books', column('owner', 'link', { ref: 'men' })),
    insert('men', 'Ada'),
    ...way,
    insert('books', 'X', { owner: 'Ada' }),
  ],
  call: undo(3 + way.length),
  tree: { [MAN]: row('men', ['name: Ada', 'owns:', '  - "[[X]]"']) },
  then: checked,
}));

export const UNDO_RELATIONS: readonly ConformanceCase[] = [...OWNS, ...SINGLE, ...WAYS];
