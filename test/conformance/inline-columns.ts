/** Columns that are also read and edited in the text of their notes. Source: docs/inline-properties.md */

import type { ConformanceCase } from './case';
import { at, column, row, tableOf } from './tables';

const BOOKS = tableOf('books', [
  column('name', 'string', { required: true }),
  column('rating', 'integer', { key: 'my rating', inline: true, max: 5 }),
  column('genres', 'list', { inline: true }),
]);

const B = at('books', 'B');
const BODY = 'Good [my rating:: 4].\n\ngenres:: "a", "b"\n';
const note = (body: string): string => row('books', ['name: B']) + body;

const GIVEN: ConformanceCase['given'] = [BOOKS, ['insert_row', { table: 'books', values: { name: 'B' }, body: BODY }]];

export const INLINE_COLUMNS: readonly ConformanceCase[] = [
  {
    name: 'finds rows by values in the text',
    spec: 'docs/inline-properties.md#what-is-read',
    given: GIVEN,
    call: ['select_rows', { table: 'books', where: { rating: { gte: 4 }, genres: { contains: 'b' } } }],
    result: { rows: [{ name: 'B', rating: 4, genres: ['a', 'b'] }] },
    tree: { [B]: note(BODY) },
  },
  {
    name: 'edits values in place',
    spec: 'docs/inline-properties.md#what-is-written',
    given: GIVEN,
    call: ['update_row', { table: 'books', path: B, set_values: { rating: 5, genres: ['a', 'c'] } }],
    result: { changed: 1 },
    tree: { [B]: note('Good [my rating:: 5].\n\ngenres:: "a", "c"\n') },
    then: [['check_table', { table: 'books' }, { violations: [] }]],
  },
  {
    name: 'takes a value out of the text',
    spec: 'docs/inline-properties.md#what-is-written',
    given: GIVEN,
    call: ['update_row', { table: 'books', path: B, set_values: { rating: null }, unset: ['genres'] }],
    result: { changed: 1 },
    tree: { [B]: note('Good.\n\n') },
  },
  {
    name: 'refuses a value in a given text that breaks a rule',
    spec: 'docs/inline-properties.md',
    given: GIVEN,
    call: ['update_row', { table: 'books', path: B, body: 'my rating:: 9\n' }],
    error: { code: 'refused', violations: ['rating range'] },
  },
  {
    name: 'refuses a value that the text can not hold',
    spec: 'docs/inline-properties.md#what-is-written',
    given: GIVEN,
    call: ['update_row', { table: 'books', path: B, set_values: { genres: ['a\nb'] } }],
    error: { code: 'refused', violations: ['genres unparsable'] },
  },
  {
    name: 'refuses inline with dense',
    spec: 'docs/inline-properties.md#what-is-read',
    call: tableOf('books', [column('name', 'string', { inline: true, dense: true })]),
    error: { code: 'refused', violations: ['name type'] },
  },
  {
    name: 'moves values to the front matter when inline goes',
    spec: 'docs/inline-properties.md#definitions',
    given: GIVEN,
    call: ['alter_column', { table: 'books', column: 'rating', changes: { inline: null } }],
    result: { changed: 1 },
    tree: { [B]: row('books', ['name: B', 'my rating: 4']) + 'Good.\n\ngenres:: "a", "b"\n' },
  },
];
