/** Links that a change of the definitions writes by itself: both sides are in step afterwards. Source: docs/operations.md#column-specs (inverse); D16. */

import type { Call, ConformanceCase } from './case';
import { base, inherit } from './base-calls';
import { at, column, handRow, person, row, tableOf } from './tables';

const ADA = at('people', 'Ada');
const B = at('books', 'B');
const C = at('books', 'C');
const OLD = at('books', 'Old');

const PEOPLE = tableOf('people', [
  column('name', 'string', { required: true }),
  column('reads', 'list', { items: { type: 'link', ref: 'self' } }),
]);
const BOOKS = tableOf('books', [column('name', 'string', { required: true })]);
/** Reads lead to books: the column is added when there are books. */
const READS: Call = [
  'add_column',
  { table: 'people', column: column('has', 'list', { items: { type: 'link', ref: 'books' } }) },
];
const HOLDS: Call = ['add_column', { table: 'people', column: column('holds', 'link', { ref: 'books' }) }];

const book = (name: string): Call => ['insert_row', { table: 'books', values: { name } }];

const READER = column('reader', 'link', { ref: 'people', inverse: 'has', default: '[[Ada]]', dense: true });
const KEYED_READER = { ...READER, key: 'Read by' };
const HOLDER = column('reader', 'link', { ref: 'people', inverse: 'holds', default: '[[Ada]]', dense: true });

const GIVEN: readonly Call[] = [PEOPLE, BOOKS, READS, HOLDS, person('Ada')];

/** The ways to give rows a column. */
const WAYS: readonly (readonly [
  operation: string,
  given: (spec: typeof READER) => readonly Call[],
  call: (spec: typeof READER) => Call,
])[] = [
  ['add_column', () => [], (spec) => ['add_column', { table: 'books', column: spec }]],
  ['set_table_bases', (spec) => [base('read', [spec])], () => inherit('books', 'read')],
  [
    'define_base',
    () => [base('read', [column('x', 'string')]), inherit('books', 'read')],
    (spec) => base('read', [column('x', 'string'), spec]),
  ],
];

const IN_STEP: ConformanceCase['then'] = [
  ['check_table', { table: 'books' }, { violations: [] }],
  ['check_table', { table: 'people' }, { violations: [] }],
];

export const FILLED_INVERSES: readonly ConformanceCase[] = WAYS.flatMap(
  ([operation, given, call]): readonly ConformanceCase[] => [
    {
      name: 'links back the rows that a default links to',
      spec: 'docs/operations.md#column-specs (inverse: writes keep both sides in step)',
      given: [...GIVEN, book('B'), book('C'), ...given(READER)],
      call: call(READER),
      result: { operation, changed: 3 },
      tree: {
        [ADA]: row('people', ['name: Ada', 'has:', '  - "[[B]]"', '  - "[[C]]"']),
        [B]: row('books', ['name: B', 'reader: "[[Ada]]"']),
        [C]: row('books', ['name: C', 'reader: "[[Ada]]"']),
      },
      then: IN_STEP,
    },
    {
      name: 'links back the rows that a default links to under another key of the notes',
      spec: 'docs/decisions.md#d27-tables-from-notes',
      given: [...GIVEN, book('B'), ...given(KEYED_READER)],
      call: call(KEYED_READER),
      result: { operation, changed: 2 },
      tree: {
        [ADA]: row('people', ['name: Ada', 'has:', '  - "[[B]]"']),
        [B]: row('books', ['name: B', 'Read by: "[[Ada]]"']),
      },
      then: IN_STEP,
    },
    {
      name: 'leaves links that stood there already to align_relations',
      spec: 'docs/operations.md#align_relations, D16',
      files: { [OLD]: handRow('books', 1, ['name: Old', 'reader: "[[Ada]]" # by hand']) },
      given: [...GIVEN, book('B'), ...given(READER)],
      call: call(READER),
      result: { changed: 2 },
      tree: {
        [ADA]: row('people', ['name: Ada', 'has:', '  - "[[B]]"']),
        [OLD]: row('books', ['name: Old', 'reader: "[[Ada]]" # by hand']),
      },
      then: [
        ['check_table', { table: 'books' }, { counts: { inverse: 1 } }],
        ['align_relations', { table: 'books' }, { changed: 1 }],
        ['check_table', { table: 'books' }, { violations: [] }],
      ],
    },
    {
      name: 'refuses a default that many rows would link to one that can link back to one only',
      spec: 'D16 (never stolen)',
      given: [...GIVEN, book('B'), book('C'), ...given(HOLDER)],
      call: call(HOLDER),
      error: { code: 'refused', violations: ['reader inverse'], message: '[[B]]' },
    },
  ],
);
