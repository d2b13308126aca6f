/** One item of a list comes, goes or follows, and the others keep their bytes. D2 (a write changes only what it changes) */

import type { ConformanceCase } from './case';
import { ADA, FILES, X, Z, book, set } from './relation-tables';
import { PEOPLE, at, column, handRow, person, tableOf } from './tables';

const LINES = ['name: Ada', 'owns:', 'books: # all of them', "- '[[X]]' # the first", '# lent', '-   "[[Z|Zed]]"'];

const WITH_BOOKS = {
  ...FILES,
  [ADA]: handRow('people', 101, LINES),
  [X]: handRow('books', 102, ['title: X', 'authors: [ "[[Ada]]" ] # her own']),
  [Z]: handRow('books', 103, ['title: Z', "authors: ['[[Ada]]' , '[[Bo]]']"]),
  [at('people', 'Bo')]: handRow('people', 104, ['name: Bo', 'owns:', 'books: ["[[Z]]"]']),
};

const WORDS = tableOf('notes', [
  column('name', 'string', { required: true }),
  column('who', 'list', { items: { type: 'string', vocabulary: 'people' } }),
]);
const N = at('notes', 'N');
const NOTE_LINES = ['name: N', 'who: # of us', '# first', "- 'Ada' # she", '-  Bo # he'];

export const KEPT_ITEMS: readonly ConformanceCase[] = [
  {
    name: 'adds the link back behind items that keep quotes, comments and layout',
    spec: 'docs/operations.md#column-specs (inverse), D2',
    files: WITH_BOOKS,
    call: book('New', { authors: ['Ada', 'Bo'] }),
    tree: {
      [ADA]: handRow('people', 101, [...LINES, '- "[[New]]"']).replace(/id: .*/, 'id: <uuid>'),
      [at('people', 'Bo')]: handRow('people', 104, ['name: Bo', 'owns:', 'books: ["[[Z]]", "[[New]]"]']).replace(
        /id: .*/,
        'id: <uuid>',
      ),
    },
  },
  {
    name: 'takes a link back away, and leaves the others as they are written',
    spec: 'docs/operations.md#column-specs (inverse), D2',
    files: WITH_BOOKS,
    call: set('people', 'Ada', { books: ['[[X]]'] }),
    tree: {
      [ADA]: handRow('people', 101, LINES.slice(0, -1)).replace(/id: .*/, 'id: <uuid>'),
      [Z]: handRow('books', 103, ['title: Z', "authors: ['[[Bo]]']"]).replace(/id: .*/, 'id: <uuid>'),
    },
  },
  {
    name: 'lets a word in a list follow, and leaves its line as it is otherwise',
    spec: 'docs/operations.md#column-specs (vocabulary: D16: a rename there follows), D2',
    files: { [N]: handRow('notes', 105, NOTE_LINES) },
    given: [PEOPLE, WORDS, person('Ada'), person('Bo')],
    call: ['update_row', { table: 'people', path: ADA, set_values: { name: 'Eve' } }],
    result: { changed: 2 },
    tree: {
      [N]: handRow('notes', 105, NOTE_LINES)
        .replace("'Ada'", 'Eve')
        .replace(/id: .*/, 'id: <uuid>'),
    },
  },
  {
    name: 'takes a cleared word out of a list alone',
    spec: 'docs/operations.md#delete_rows (set_null), D2',
    files: { [N]: handRow('notes', 105, NOTE_LINES) },
    given: [PEOPLE, WORDS, person('Ada'), person('Bo')],
    call: ['delete_rows', { table: 'people', where: { name: 'Ada' }, on_referenced: 'set_null' }],
    tree: {
      [N]: handRow(
        'notes',
        105,
        NOTE_LINES.filter((line) => !line.includes('Ada')),
      ).replace(/id: .*/, 'id: <uuid>'),
    },
  },
  {
    name: 'lets a word in a list follow, and leaves the others, a number and a word that stands there twice',
    spec: 'docs/operations.md#column-specs (vocabulary: D16: a rename there follows), D2',
    files: { [N]: handRow('notes', 105, ['name: N', "who: [2024,  'Bo', 'Bo', Ada]"]) },
    given: [PEOPLE, WORDS, person('Ada'), person('Bo'), person('2024')],
    call: ['update_row', { table: 'people', path: ADA, set_values: { name: 'Eve' } }],
    tree: { [N]: handRow('notes', 105, ['name: N', "who: [2024,  'Bo', 'Bo', Eve]"]).replace(/id: .*/, 'id: <uuid>') },
  },
];
