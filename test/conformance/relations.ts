/** Columns with an inverse in every operation that declares or writes them. Source: docs/operations.md#column-specs (inverse); D16. */

import type { JsonObject } from '../../src/engine/index';
import { INVERSE_CHECK } from './align-relations';
import type { Call, ConformanceCase } from './case';
import { INVERSE_COMPUTED } from './computed-relations';
import { ADA, BO, FILES, IN_STEP, X, Z, book, bookNote, person, personNote, set } from './relation-tables';
import { at, column, handRow, id, note, row, tableOf } from './tables';

const INVERSE_INSERT: readonly ConformanceCase[] = [
  {
    name: 'links back from every row that a new row links to, in lists at the end',
    spec: 'docs/operations.md#column-specs (inverse), D16',
    files: FILES,
    given: [person('Ada'), person('Bo'), book('X', { authors: ['Ada'] })],
    call: book('Z', { authors: ['Ada', 'Bo'], owner: 'Bo', lent_to: 'Ada' }),
    result: {
      changed: 3,
      plannedCreates: [Z],
      plannedUpdates: [
        {
          path: ADA,
          changes: {
            books: { before: ['[[X]]'], after: ['[[X]]', '[[Z]]'] },
            reads: { before: null, after: '[[Z]]' },
          },
        },
        {
          path: BO,
          changes: { books: { before: null, after: ['[[Z]]'] }, owns: { before: null, after: ['[[Z]]'] } },
        },
      ],
    },
    tree: {
      [ADA]: personNote('Ada', ['books:', '  - "[[X]]"', '  - "[[Z]]"', 'reads: "[[Z]]"']),
      [BO]: personNote('Bo', ['books:', '  - "[[Z]]"'], ['owns:', '  - "[[Z]]"']),
    },
    then: IN_STEP,
  },
  {
    name: 'links back from the side that declares no inverse',
    spec: 'D16 (declared on one side or both)',
    files: FILES,
    given: [book('X'), book('Z')],
    call: person('Ada', { books: ['X', 'Z'], reads: 'X' }),
    result: { changed: 3 },
    tree: {
      [X]: bookNote('X', ['authors:', '  - "[[Ada]]"', 'lent_to: "[[Ada]]"']),
      [Z]: bookNote('Z', ['authors:', '  - "[[Ada]]"']),
    },
    then: IN_STEP,
  },
  {
    name: 'keeps every other byte of the note that is linked back from',
    spec: 'docs/operations.md#column-specs (inverse), D2',
    files: {
      ...FILES,
      [ADA]: `\uFEFF---\r\ntable: main.default.people # a row\r\nid:   ${id(101)}\r\nname:   'Ada'\r\nowns:\r\n---\r\nHer text`,
    },
    call: book('X', { authors: ['Ada'] }),
    tree: {
      [ADA]: `\uFEFF---\r\ntable: main.default.people # a row\r\nid:   <uuid>\r\nname:   'Ada'\r\nowns:\r\nbooks:\r\n  - "[[X]]"\r\n---\r\nHer text`,
    },
  },
  {
    name: 'refuses a link to a row whose single link back points elsewhere',
    spec: 'D16 (never stolen)',
    files: FILES,
    given: [person('Ada'), person('Bo', { spouse: 'Ada' })],
    call: person('Cy', { spouse: 'Ada' }),
    error: {
      code: 'refused',
      violations: ['spouse inverse'],
      message: ['[[Ada]]', '[[Bo]]'],
      hint: 'clear the link on the other side first',
    },
  },
  {
    name: 'refuses two links that want the same single link back',
    spec: 'D16 (never stolen)',
    files: FILES,
    given: [book('X', {}), person('Ada', { reads: 'X' }), person('Bo')],
    call: book('Z', { lent_to: 'Ada' }),
    error: { code: 'refused', violations: ['lent_to inverse'], message: '[[X]]' },
  },
  {
    name: 'is not held up by what was broken before in the note that is linked back from',
    spec: 'D16, D17 (only what happened since counts)',
    files: { ...FILES, [ADA]: handRow('people', 101, ['name: Ada', 'spouse: "[[Gone]]"']) },
    call: book('X', { authors: ['Ada'] }),
    tree: { [ADA]: row('people', ['name: Ada', 'spouse: "[[Gone]]"', 'books:', '  - "[[X]]"']) },
  },
  {
    name: 'tells what stands against the notes that are linked back from, all at once',
    spec: 'D5, D7 (a note that does not parse is never rewritten)',
    files: {
      ...FILES,
      [ADA]: handRow('people', 101, ['name: Ada']),
      [BO]: handRow('people', 102, ['owns:']),
    },
    given: [['select_rows', { table: 'people' }]],
    edits: { [ADA]: handRow('people', 101, ['name: Ada', 'odd: [']) },
    call: book('X', { authors: ['Ada', 'Bo'] }),
    error: { code: 'refused', violations: ['unparsable', 'name required'], message: 'does not parse' },
  },
  {
    name: 'links back from a row that linked to the new one before it was there',
    spec: 'docs/operations.md#column-specs (inverse: writes keep both sides in step)',
    files: { ...FILES, [X]: handRow('books', 101, ['title: X', 'authors:', '  - "[[Ada]]"']) },
    call: person('Ada'),
    result: { changed: 1 },
    tree: { [ADA]: personNote('Ada', ['books:', '  - "[[X]]"']) },
    then: IN_STEP,
  },
];

/** What a write adds on the other side is held against its rules too. */
const INVERSE_CHECKED: readonly ConformanceCase[] = [
  {
    name: 'refuses a link whose link back breaks a CHECK of the row that gets it',
    spec: 'docs/decisions.md#check-constraints: inverse links added by a write are checked too',
    files: FILES,
    given: [
      person('Ada'),
      ['add_constraint', { table: 'people', name: 'no_books', check: { or: [{ books: { exists: false } }] } }],
    ],
    call: book('X', { authors: ['Ada'] }),
    error: { code: 'refused', violations: ['books check'], message: 'no_books' },
  },
];

const INVERSE_UPDATE: readonly ConformanceCase[] = [
  {
    name: 'adds the links back of rows that are newly linked and takes away those of rows that are not any more',
    spec: 'docs/operations.md#column-specs (inverse), D16',
    files: FILES,
    given: [person('Ada'), person('Bo'), person('Cy'), book('X', { authors: ['Ada', 'Bo'] })],
    call: set('books', 'X', { authors: ['Cy', 'Bo'] }),
    result: { changed: 3 },
    tree: {
      [ADA]: personNote('Ada', []),
      [BO]: personNote('Bo', ['books:', '  - "[[X]]"']),
      [at('people', 'Cy')]: personNote('Cy', ['books:', '  - "[[X]]"']),
    },
    then: IN_STEP,
  },
  {
    name: 'leaves a dense column without links as an empty key',
    spec: 'D16 (dense)',
    files: FILES,
    given: [person('Ada'), person('Bo'), book('X', { owner: 'Ada' })],
    call: set('books', 'X', { owner: 'Bo' }),
    result: { changed: 3 },
    tree: { [ADA]: personNote('Ada', []), [BO]: personNote('Bo', [], ['owns:', '  - "[[X]]"']) },
    then: IN_STEP,
  },
  {
    name: 'marries within a table, and parts',
    spec: 'D16 (an inverse of itself)',
    files: FILES,
    given: [person('Ada', { spouse: null }), person('Bo', { spouse: 'Ada' })],
    call: set('people', 'Ada', { spouse: null }),
    result: { changed: 2 },
    tree: { [ADA]: personNote('Ada', []), [BO]: personNote('Bo', []) },
    then: IN_STEP,
  },
  {
    name: 'refuses to take a child from its parent through the list',
    spec: 'D16 (never stolen)',
    files: FILES,
    given: [person('Ada'), person('Bo'), person('Kid', { parent: 'Ada' })],
    call: set('people', 'Bo', { children: ['Kid'] }),
    error: { code: 'refused', violations: ['children inverse'], message: ['[[Kid]]', '[[Ada]]'] },
  },
  {
    name: 'moves a child from one parent to the other through the child',
    spec: 'D16',
    files: FILES,
    given: [person('Ada'), person('Bo'), person('Kid', { parent: 'Ada' })],
    call: set('people', 'Kid', { parent: 'Bo' }),
    result: { changed: 3 },
    tree: { [ADA]: personNote('Ada', []), [BO]: personNote('Bo', ['children:', '  - "[[Kid]]"']) },
    then: IN_STEP,
  },
  {
    name: 'keeps both sides when a row is renamed',
    spec: 'D6 (rename), docs/operations.md#column-specs (inverse)',
    files: FILES,
    given: [person('Ada', { name: 'Ada' }), book('X', { authors: ['Ada'] })],
    call: set('people', 'Ada', { name: 'Ada L' }),
    result: { changed: 2, planned_moves: [{ from: ADA, to: at('people', 'Ada L') }] },
    tree: {
      [at('people', 'Ada L')]: personNote('Ada L', ['books:', '  - "[[X]]"']),
      [X]: bookNote('X', ['authors:', '  - "[[Ada L]]"']),
    },
    then: IN_STEP,
  },
  {
    name: 'leaves alone what was out of step before',
    spec: 'docs/operations.md#column-specs (inverse: align_relations mends it)',
    files: {
      ...FILES,
      [X]: handRow('books', 101, ['title: X', 'authors: "[[Ada]]"']),
      [ADA]: handRow('people', 102, ['name: Ada', 'owns:']),
    },
    call: set('books', 'X', { owner: 'Ada' }),
    result: { changed: 2 },
    tree: { [ADA]: personNote('Ada', [], ['owns:', '  - "[[X]]"']) },
    then: [['check_table', { table: 'books' }, { counts: { inverse: 1 } }]],
  },
];

const INVERSE_UPDATE_ROWS: readonly ConformanceCase[] = [
  {
    name: 'gathers what many rows link in one change of the other side',
    spec: 'docs/operations.md#column-specs (inverse)',
    files: FILES,
    given: [person('Ada'), person('Bo'), book('X', { owner: 'Bo' }), book('Z')],
    call: ['update_rows', { table: 'books', set_values: { owner: 'Ada' } }],
    result: { matched: 2, changed: 4 },
    tree: { [ADA]: personNote('Ada', [], ['owns:', '  - "[[X]]"', '  - "[[Z]]"']), [BO]: personNote('Bo', []) },
    then: IN_STEP,
  },
  {
    name: 'refuses many rows that want the same single link back',
    spec: 'D16 (never stolen)',
    files: FILES,
    given: [person('Ada'), book('X'), book('Z')],
    call: ['update_rows', { table: 'books', set_values: { lent_to: 'Ada' } }],
    error: { code: 'refused', violations: ['lent_to inverse'], message: '[[X]]' },
  },
];

const INVERSE_DELETE: readonly ConformanceCase[] = [
  {
    name: 'clears both sides with set_null',
    spec: 'docs/operations.md#delete_rows (set_null), docs/operations.md#column-specs (inverse)',
    files: FILES,
    given: [person('Ada'), person('Bo'), book('X', { authors: ['Ada', 'Bo'] })],
    call: ['delete_rows', { table: 'people', where: { name: 'Ada' }, on_referenced: 'set_null' }],
    tree: { [X]: bookNote('X', ['authors:', '  - "[[Bo]]"']) },
    then: IN_STEP,
  },
  {
    name: 'counts links back as links',
    spec: 'docs/operations.md#delete_rows (restrict), D17',
    files: FILES,
    given: [person('Ada'), book('X', { authors: ['Ada'] })],
    call: ['delete_rows', { table: 'books' }],
    error: { code: 'conflict', conflicts: [`restrict ${ADA}`] },
  },
  {
    name: 'leaves links to what is gone where that is wanted',
    spec: 'docs/operations.md#delete_rows (ignore)',
    files: FILES,
    given: [person('Ada'), book('X', { authors: ['Ada'] })],
    call: ['delete_rows', { table: 'people', mode: 'delete', on_referenced: 'ignore' }],
    result: { changed: 1 },
    tree: { [X]: bookNote('X', ['authors:', '  - "[[Ada]]"']) },
    then: [['check_table', { table: 'books' }, { counts: { broken_link: 1 } }]],
  },
];

const INVERSE_ADOPT: readonly ConformanceCase[] = [
  {
    name: 'links back from rows that an adopted note links to, and to rows that linked to the note',
    spec: 'docs/operations.md#adopt_rows, docs/operations.md#column-specs (inverse)',
    files: {
      ...FILES,
      'Inbox/Ada.md': note(['name: Ada', 'books: ["[[X]]"]'], 'Text\n'),
      [X]: handRow('books', 101, ['title: X']),
      [Z]: handRow('books', 102, ['title: Z', 'owner: "[[Ada]]"']),
    },
    call: ['adopt_rows', { table: 'people', paths: ['Inbox/Ada.md'] }],
    result: { changed: 2 },
    tree: { [X]: bookNote('X', ['authors:', '  - "[[Ada]]"']) },
    then: [
      ...IN_STEP,
      [
        'select_rows',
        { table: 'people', columns: ['owns', 'books'] },
        { rows: [{ owns: ['[[Z]]'], books: ['[[X]]'] }] },
      ],
    ],
  },
];

const declared = (columns: readonly JsonObject[]): Call => tableOf('people', [column('name', 'string'), ...columns]);
const link = (name: string, more: JsonObject = {}): JsonObject => column(name, 'link', { ref: 'self', ...more });

const INVERSE_DECLARED: readonly ConformanceCase[] = [
  {
    name: 'takes inverses within a table, on one side or both, also in lists',
    spec: 'docs/operations.md#column-specs (inverse), D16',
    call: declared([
      link('spouse', { inverse: 'spouse' }),
      link('parent', { inverse: 'children' }),
      column('children', 'list', { items: { type: 'link', ref: 'self', inverse: 'parent' } }),
      link('boss'),
      column('reports', 'list', { items: { type: 'link', ref: 'self', inverse: 'boss' } }),
    ]),
    result: { changed: 0 },
    then: [
      ['insert_row', { table: 'people', values: { name: 'Ada' } }, {}],
      ['insert_row', { table: 'people', values: { name: 'Bo', boss: 'Ada' } }, { changed: 2 }],
    ],
  },
  {
    name: 'refuses an inverse that is not a link, not there, links elsewhere or is taken',
    spec: 'D16 (the partner column must exist)',
    given: [tableOf('teams', [column('name', 'string')])],
    call: declared([
      link('a', { inverse: 'name' }),
      link('b', { inverse: 'bb' }),
      link('c', { inverse: 'team' }),
      column('team', 'link', { ref: 'teams' }),
      link('d', { inverse: 'e' }),
      link('e', { inverse: 'e' }),
      link('f', { inverse: 'g' }),
      link('g'),
      link('h', { inverse: 'g' }),
      column('i', 'list', { items: { type: 'link', ref: 'teams', inverse: 'people' } }),
    ]),
    error: {
      code: 'refused',
      violations: ['a', 'b', 'c', 'd', 'e', 'f', 'h', 'i'].map((name) => `${name} inverse`),
      message: [
        'main.default.people.name is a string, not a link',
        'main.default.people.bb is not a column',
        'main.default.people.team links to main.default.teams, not to main.default.people',
        'is the inverse of e already',
      ],
      hint: ['did you mean', 'add_column'],
    },
  },
];

const INVERSE_MOVE: readonly ConformanceCase[] = [
  {
    name: 'takes the links back with a row that leaves its table',
    spec: 'docs/operations.md#move_rows, docs/operations.md#column-specs (inverse)',
    files: FILES,
    given: [
      tableOf('guests', [column('name', 'string'), column('books', 'list', { items: { type: 'link', ref: 'books' } })]),
      person('Ada'),
      person('Bo'),
      book('X', { authors: ['Ada', 'Bo'], owner: 'Ada' }),
    ],
    call: ['move_rows', { table: 'people', to_table: 'guests', where: { name: 'Ada' }, drop: ['owns'] }],
    result: { changed: 2 },
    tree: {
      [X]: bookNote('X', ['authors:', '  - "[[Bo]]"']),
      [ADA]: row('guests', ['name: Ada', 'books:', '  - "[[X]]"']),
    },
    then: IN_STEP,
  },
  {
    name: 'links back from rows that a row links to in its new table',
    spec: 'docs/operations.md#move_rows, docs/operations.md#column-specs (inverse)',
    files: FILES,
    given: [
      tableOf('guests', [column('name', 'string'), column('reads', 'link', { ref: 'books' })]),
      book('X'),
      ['insert_row', { table: 'guests', values: { name: 'Ada', reads: 'X' } }],
    ],
    call: ['move_rows', { table: 'guests', to_table: 'people', relocate: true }],
    result: { changed: 2 },
    tree: { [X]: bookNote('X', ['lent_to: "[[Ada]]"']) },
    then: IN_STEP,
  },
  {
    name: 'refuses a row whose new links are not free',
    spec: 'docs/operations.md#move_rows, D16 (never stolen)',
    files: FILES,
    given: [
      tableOf('guests', [column('name', 'string'), column('reads', 'link', { ref: 'books' })]),
      book('X'),
      person('Bo', { reads: 'X' }),
      ['insert_row', { table: 'guests', values: { name: 'Ada', reads: 'X' } }],
    ],
    call: ['move_rows', { table: 'guests', to_table: 'people' }],
    error: { code: 'refused', violations: ['reads inverse'], message: '[[Bo]]' },
  },
];

const INVERSE_MERGE: readonly ConformanceCase[] = [
  {
    name: 'links back from what merged rows link to, and unlinks what they do not any more',
    spec: 'docs/operations.md#merge_rows, docs/operations.md#column-specs (inverse)',
    files: FILES,
    given: [person('Ada'), person('Bo'), book('X', { authors: ['Ada'], lent_to: 'Ada' })],
    call: [
      'merge_rows',
      {
        table: 'books',
        on: ['title'],
        rows: [
          { title: 'X', authors: ['Bo'], lent_to: null },
          { title: 'Z', authors: ['Bo'], lent_to: 'Ada' },
        ],
      },
    ],
    result: { changed: 4, inserted: 1, updated: 1 },
    tree: {
      [ADA]: personNote('Ada', ['reads: "[[Z]]"']),
      [BO]: personNote('Bo', ['books:', '  - "[[X]]"', '  - "[[Z]]"']),
    },
    then: IN_STEP,
  },
];

const INVERSE_BATCH: readonly ConformanceCase[] = [
  {
    name: 'moves a single link when an earlier step frees it',
    buildsUp: true,
    spec: 'docs/operations.md#batch (each step sees the previous), D16',
    files: FILES,
    given: [person('Ada'), person('Bo', { spouse: 'Ada' }), person('Cy')],
    call: [
      'batch',
      {
        operations: [
          { op: 'update_row', table: 'people', path: BO, unset: ['spouse'] },
          { op: 'update_row', table: 'people', path: at('people', 'Cy'), set_values: { spouse: 'Ada' } },
        ],
      },
    ],
    result: { changed: 3 },
    tree: { [ADA]: personNote('Ada', ['spouse: "[[Cy]]"']), [BO]: personNote('Bo', []) },
    then: IN_STEP,
  },
];

/** Inverses in every other operation. */
export const INVERSES: readonly ConformanceCase[] = [
  ...INVERSE_INSERT,
  ...INVERSE_CHECKED,
  ...INVERSE_UPDATE,
  ...INVERSE_UPDATE_ROWS,
  ...INVERSE_DELETE,
  ...INVERSE_ADOPT,
  ...INVERSE_MOVE,
  ...INVERSE_MERGE,
  ...INVERSE_BATCH,
  ...INVERSE_COMPUTED,
  ...INVERSE_CHECK,
  ...INVERSE_DECLARED,
];
