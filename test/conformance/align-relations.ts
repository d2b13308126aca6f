/** align_relations, and what check_table says of links without a link back. Source: docs/operations.md#column-specs (inverse); D16, D17. */

import type { ConformanceCase } from './case';
import { ADA, BO, FILES, IN_STEP, X, book, noViolations, person } from './relation-tables';
import { at, handRow, row } from './tables';

export const INVERSE_CHECK: readonly ConformanceCase[] = [
  {
    name: 'lists links without a link back, with the row that has them and in the table that lacks them',
    spec: 'docs/operations.md#check_table (code inverse)',
    files: {
      ...FILES,
      [X]: handRow('books', 101, ['title: X', 'authors:', '  - "[[Ada]]"', '  - "[[Bo]]"']),
      [ADA]: handRow('people', 102, ['name: Ada', 'books: "[[X]]"', 'spouse: "[[Bo]]"']),
      [BO]: handRow('people', 103, ['name: Bo']),
    },
    call: ['check_table', { table: 'people' }],
    result: {
      ok: false,
      counts: { inverse: 2 },
      violations: [
        { path: ADA, column: 'spouse', code: 'inverse', value: '[[Bo]]' },
        { path: BO, column: 'books', code: 'inverse', value: null },
      ],
    },
    then: [
      [
        'check_table',
        { table: 'books' },
        { violations: [{ path: X, id: '<uuid>', column: 'authors', code: 'inverse', value: '[[Bo]]' }] },
      ],
    ],
  },
];

const OUT_OF_STEP = {
  ...FILES,
  [X]: handRow('books', 101, ['title: X', 'authors: # by hand', '  - "[[Ada]]"', '  - "[[Bo]]"']),
  [ADA]: handRow('people', 102, ['name: Ada', 'spouse: "[[Bo]]"'], 'Hers\n'),
  [BO]: handRow('people', 103, ['name: Bo', 'parent: "[[Ada]]"']),
};

export const ALIGN_RELATIONS: readonly ConformanceCase[] = [
  {
    name: 'adds every link that is missing, whichever side lacks it',
    spec: 'docs/operations.md#align_relations',
    files: OUT_OF_STEP,
    call: ['align_relations', { table: 'people' }],
    result: { changed: 2, table: 'main.default.people', summary: 'added 4 missing links to relations of people' },
    tree: {
      [ADA]: row(
        'people',
        ['name: Ada', 'spouse: "[[Bo]]"', 'books:', '  - "[[X]]"', 'children:', '  - "[[Bo]]"'],
        'Hers\n',
      ),
      [BO]: row('people', ['name: Bo', 'parent: "[[Ada]]"', 'spouse: "[[Ada]]"', 'books:', '  - "[[X]]"']),
    },
    then: IN_STEP,
  },
  {
    name: 'adds links in the order of the rows that have them, whichever was written last',
    spec: 'docs/operations.md#align_relations (dry_run shows what the write does)',
    files: {
      ...FILES,
      [at('books', 'A')]: handRow('books', 101, ['title: A', 'authors: ["[[Ada]]"]']),
      [X]: handRow('books', 102, ['title: X', 'authors: ["[[Ada]]"]']),
      [ADA]: handRow('people', 103, ['name: Ada']),
    },
    given: [
      ['align_relations', { table: 'people', dry_run: true }],
      ['update_row', { table: 'books', path: at('books', 'A'), body: '[[X]]\n' }],
    ],
    call: ['align_relations', { table: 'people' }],
    tree: { [ADA]: row('people', ['name: Ada', 'books:', '  - "[[A]]"', '  - "[[X]]"']) },
  },
  {
    name: 'looks at the rows of paths alone',
    spec: 'docs/operations.md#align_relations (paths)',
    files: OUT_OF_STEP,
    call: ['align_relations', { table: 'books', paths: [X] }],
    result: { changed: 2, summary: 'added 2 missing links to relations of books' },
    then: [noViolations('books'), ['check_table', { table: 'people' }, { counts: { inverse: 2 } }]],
  },
  {
    name: 'does nothing where nothing is missing',
    spec: 'docs/operations.md#align_relations, D17 (no-op)',
    files: FILES,
    given: [person('Ada'), book('X', { authors: ['Ada'] })],
    call: ['align_relations', { table: 'books' }],
    result: { changed: 0, migrationId: null },
  },
  {
    name: 'refuses where a single link points elsewhere, listing all of them',
    spec: 'docs/operations.md#align_relations (conflicts)',
    files: {
      ...FILES,
      [ADA]: handRow('people', 101, ['name: Ada', 'spouse: "[[Bo]]"', 'reads: "[[X]]"']),
      [BO]: handRow('people', 102, ['name: Bo', 'spouse: "[[Cy]]"']),
      [at('people', 'Cy')]: handRow('people', 103, ['name: Cy', 'spouse: "[[Bo]]"']),
      [X]: handRow('books', 104, ['title: X', 'lent_to: "[[Cy]]"', 'authors: "[[Ada]]"']),
    },
    call: ['align_relations', { table: 'people' }],
    error: {
      code: 'conflict',
      conflicts: [`inverse ${BO}`, `inverse ${X}`],
      message: '[[Cy]]',
      hint: 'update_row',
    },
  },
  {
    name: 'refuses paths that are no rows of the table',
    spec: 'docs/operations.md#align_relations (paths), D17 (a bad path is a violation)',
    files: FILES,
    given: [book('X')],
    call: ['align_relations', { table: 'people', paths: [X, '../x.md'] }],
    error: { code: 'refused', violations: ['path', 'path'], message: 'is not a row of people' },
  },
  {
    name: 'knows the table',
    spec: 'D18 (an unknown table is a 404)',
    call: ['align_relations', { table: 'nowhere' }],
    error: { code: 'not_found' },
  },
];
