/** recompute_columns. Source: docs/operations.md#recompute_columns; D7 (copies), D16, D17. */

import type { JsonObject } from '../../src/engine/index';
import type { ConformanceCase } from './case';
import { at, column, handRow, id, note, row, tableOf } from './tables';

const BOOKS = tableOf('books', [
  column('title', 'string', { required: true }),
  column('bought', 'datetime'),
  column('day', 'date', { generated: 'date(bought)' }),
  column('file', 'string', { identity: 'filename' }),
  { name: 'uid', type: 'string', identity: 'uuid' },
  { name: 'made', type: 'date', identity: 'created' },
]);

const recompute = (more: JsonObject = {}): ConformanceCase['call'] => [
  'recompute_columns',
  { table: 'books', ...more },
];

const lines = (title: string, uid: number): string[] => [
  `title: ${title}`,
  'bought: 2026-01-02T10:00:00Z',
  'day: 2026-01-02',
  `file: ${title}`,
  `uid: ${id(uid)}`,
  'made: 2020-01-01',
];

const sound = (title: string, n: number): string => handRow('books', n, lines(title, n + 100));

/** The first two are stale; the third is as it should be. */
const SHELF = {
  [at('books', 'A')]: handRow('books', 1, ['title: A # mine', 'bought: 2026-01-02T10:00:00Z', 'day: 1999-01-01']),
  [at('books', 'B')]: sound('A', 2),
  [at('books', 'C')]: sound('C', 903),
};

/** The same note twice, made by hand: the engine knows the first path. */
const COPY = { [at('books', 'C')]: sound('C', 903), [at('books', 'D')]: sound('C', 903) };

const refuses = (
  name: string,
  files: Readonly<Record<string, string>>,
  args: JsonObject,
  violations: readonly string[],
): ConformanceCase => ({
  name,
  spec: 'docs/operations.md#recompute_columns, D17',
  files,
  given: [BOOKS],
  call: recompute(args),
  error: { code: 'refused', violations },
});

export const RECOMPUTE_COLUMNS: readonly ConformanceCase[] = [
  {
    name: 'refreshes what is stale in every row, and writes nothing else',
    spec: 'docs/operations.md#recompute_columns',
    files: SHELF,
    given: [BOOKS],
    call: recompute(),
    result: {
      table: 'main.default.books',
      summary: 'recomputed 2 of 3 rows in books',
      changed: 2,
      plannedUpdates: [
        {
          path: at('books', 'A'),
          changes: { day: { before: '1999-01-01', after: '2026-01-02' }, file: { after: 'A' } },
        },
        { path: at('books', 'B'), changes: { file: { before: 'A', after: 'B' } } },
      ],
    },
    tree: {
      [at('books', 'A')]: row('books', [
        'title: A # mine',
        'bought: 2026-01-02T10:00:00Z',
        'day: 2026-01-02',
        'uid: <uuid>',
        'made: 2026-03-05',
        'file: A',
      ]),
    },
    then: [
      ['check_table', { table: 'books' }, { ok: true, violations: [] }],
      ['recompute_columns', { table: 'books' }, { changed: 0, migrationId: null }],
    ],
  },
  {
    name: 'refreshes the rows that are named',
    spec: 'docs/operations.md#recompute_columns (paths)',
    files: SHELF,
    given: [BOOKS],
    call: recompute({ paths: [at('books', 'B'), at('books', 'B').slice(0, -3)] }),
    result: { changed: 1, plannedUpdates: [{ path: at('books', 'B') }] },
  },
  {
    name: 'refreshes none when none is named',
    spec: 'D17: absent paths = all rows',
    files: SHELF,
    given: [BOOKS],
    call: recompute({ paths: [] }),
    result: { changed: 0, migrationId: null },
  },
  {
    name: 'gives an id to a row that has none',
    spec: 'docs/operations.md#recompute_columns: rows without id',
    files: { [at('books', 'A')]: note(['table: main.default.books', ...lines('A', 7)]) },
    given: [BOOKS],
    call: recompute(),
    result: { changed: 1, plannedUpdates: [{ changes: { id: { before: null, after: '<uuid>' } } }] },
    tree: {
      [at('books', 'A')]: note([
        'table: main.default.books',
        ...lines('A', 7).slice(0, 4),
        'uid: <uuid>',
        'made: 2020-01-01',
        'id: <uuid>',
      ]),
    },
    then: [['check_table', { table: 'books' }, { ok: true }]],
  },
  {
    name: 'tells that a row has no id any more when undo takes away the id that it gave',
    spec: 'D4 (plannedUpdates); docs/operations.md#undo_migration',
    files: { [at('books', 'A')]: note(['table: main.default.books', ...lines('A', 7)]) },
    given: [BOOKS, recompute()],
    call: ['undo_migration', { migration_id: '$1.migrationId' }],
    result: { changed: 1, plannedUpdates: [{ changes: { id: { before: '<uuid>', after: null } } }] },
    tree: {
      [at('books', 'A')]: note([
        'table: main.default.books',
        ...lines('A', 7).slice(0, 4),
        'uid: <uuid>',
        'made: 2020-01-01',
      ]),
    },
  },
  {
    name: 'makes a row of a copy that is named, with an id and a UUID of its own',
    spec: 'D7: recompute_columns with the copy in paths',
    files: COPY,
    given: [BOOKS],
    call: recompute({ paths: [at('books', 'D')] }),
    result: { changed: 1, plannedUpdates: [{ path: at('books', 'D'), changes: { file: { after: 'D' } } }] },
    then: [
      ['select_rows', { table: 'books', where: { id: id(903) } }, { total: 1, rows: [{ uid: '<uuid>', file: 'C' }] }],
      ['select_rows', { table: 'books', where: { uid: id(1003) } }, { total: 1 }],
      ['check_table', { table: 'books' }, { rows: 2, ok: true }],
    ],
  },
  {
    name: 'leaves a copy that nobody names alone, and says so',
    spec: 'D7',
    files: COPY,
    given: [BOOKS],
    call: recompute(),
    result: {
      changed: 0,
      warnings: [`${at('books', 'D')} is a copy and no row; name it in paths to give it an id of its own`],
    },
  },
  {
    name: 'gives every row a new id when told so',
    spec: 'docs/operations.md#recompute_columns (new_ids)',
    files: { [at('books', 'C')]: sound('C', 903) },
    given: [BOOKS],
    call: recompute({ new_ids: true }),
    result: { changed: 1, plannedUpdates: [{ changes: { id: { before: '<uuid>', after: '<uuid>' } } }] },
    then: [['select_rows', { table: 'books', where: { id: id(903) } }, { total: 0 }]],
  },
  {
    name: 'keeps ids when not told so',
    spec: 'docs/operations.md#recompute_columns (new_ids)',
    files: { [at('books', 'C')]: sound('C', 903) },
    given: [BOOKS],
    call: recompute({ new_ids: false }),
    result: { changed: 0 },
  },
  refuses('a path that is not a row', { 'Plain.md': 'text\n' }, { paths: ['Plain', 'Nowhere.md'] }, ['path', 'path']),
  refuses('a path outside the vault', {}, { paths: ['../x.md'] }, ['path']),
  refuses(
    'a row whose values do not fit',
    { [at('books', 'A')]: handRow('books', 1, ['title:', 'bought: soon']) },
    {},
    ['title required', 'bought type'],
  ),
  {
    name: 'tells of a row that does not parse',
    spec: 'D7 (unparsable)',
    files: { [at('books', 'C')]: sound('C', 903) },
    given: [BOOKS],
    edits: { [at('books', 'C')]: sound('C', 903).replace('title: C', 'title: [') },
    call: recompute(),
    error: { code: 'refused', violations: ['unparsable'], hint: 'by hand' },
  },
];
