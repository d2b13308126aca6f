/** add_values and remove_values of update_row and update_rows: lists by piece. Source: docs/operations.md#update_row, docs/operations.md#update_rows; D31. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { PEOPLE, at, column, handRow, id, person, row, tableOf } from './tables';

const SPEC = 'docs/operations.md#update_row, D31';

const BOOKS: Call = tableOf('books', [
  column('title', 'string', { required: true }),
  column('labels', 'list', { items: 'string' }),
  column('scores', 'list', { items: { type: 'number', max: 10 } }),
  column('moods', 'list', { items: { type: 'enum', values: ['calm', 'dark', 'merry'] } }),
  column('seen', 'list', { items: 'datetime' }),
  column('authors', 'list', { items: { type: 'link', ref: 'people' } }),
  column('status', 'enum', { values: ['read', 'new'] }),
]);

const EMMA = at('books', 'Emma');

const book = (title: string, more: JsonObject = {}): Call => [
  'insert_row',
  { table: 'books', values: { title, ...more } },
];

const update = (args: JsonObject): Call => ['update_row', { table: 'books', path: EMMA, ...args }];

const GIVEN = [PEOPLE, BOOKS, person('Ada'), person('Bo'), person('Cy')];

const pieces = (name: string, held: JsonObject, args: JsonObject, left: JsonObject): ConformanceCase => ({
  name: `by piece: ${name}`,
  spec: SPEC,
  given: [...GIVEN, book('Emma', held)],
  call: update(args),
  result: { changed: 1, row: left },
});

const refuses = (name: string, args: JsonObject, error: ExpectedError): ConformanceCase => ({
  name: `by piece: refuses ${name}`,
  spec: SPEC,
  given: [...GIVEN, book('Emma', { labels: ['a', 'b'], authors: ['Ada'] })],
  call: update(args),
  error,
});

const hand = handRow('books', 1, [
  'title: Emma',
  'labels: [ \'a\' , b,  "c" ] # mine',
  'scores:',
  '  - 1.50 # first',
  '  - 2.0',
  'authors:',
  '- "[[Ada|The first]]"',
  "- '[[notedb/main/default/people/Bo]]'",
]);

const BY_ROW: readonly ConformanceCase[] = [
  pieces(
    'adds at the end what is not there',
    { labels: ['b', 'a'] },
    { add_values: { labels: ['c', 'a', 'c'] } },
    {
      labels: ['b', 'a', 'c'],
    },
  ),
  pieces(
    'removes every equal item',
    { labels: ['a', 'b', 'a'] },
    { remove_values: { labels: ['a', 'x'] } },
    {
      labels: ['b'],
    },
  ),
  pieces(
    'replaces an item: what goes is removed first',
    { labels: ['a', 'b'] },
    { remove_values: { labels: ['a'] }, add_values: { labels: ['z'] } },
    { labels: ['b', 'z'] },
  ),
  pieces('begins an empty list', {}, { add_values: { moods: ['dark'] } }, { moods: ['dark'] }),
  pieces(
    'goes with other columns in one write',
    { labels: ['a'] },
    { add_values: { labels: ['b'], scores: [3] }, set_values: { status: 'read' } },
    { labels: ['a', 'b'], scores: [3], status: 'read' },
  ),
  pieces(
    'compares date-times by instant',
    { seen: ['2026-01-01T10:00:00+01:00', '2026-01-02T10:00:00Z'] },
    { remove_values: { seen: ['2026-01-01T09:00:00Z'] }, add_values: { seen: ['2026-01-02T11:00:00+01:00'] } },
    { seen: ['2026-01-02T10:00:00Z'] },
  ),
  pieces(
    'compares links by their notes',
    { authors: ['[[Ada|The first]]', 'Bo'] },
    { add_values: { authors: ['people/Ada', 'Cy'] }, remove_values: { authors: [at('people', 'Bo')] } },
    { authors: ['[[Ada|The first]]', '[[Cy]]'] },
  ),
  {
    ...pieces(
      'knows Obsidian’s tags',
      {},
      { add_values: { tags: ['#Sea', 'new'] }, remove_values: { tags: ['OLD'] } },
      {},
    ),
    files: { [EMMA]: handRow('books', 1, ['title: Emma', 'Tags: sea, old']) },
    given: [PEOPLE, BOOKS],
    result: { changed: 1 },
    tree: { [EMMA]: handRow('books', 1, ['title: Emma', 'Tags:', '  - sea', '  - new']).replace(id(1), '<uuid>') },
  },
  {
    name: 'by piece: the last item takes its key away',
    spec: SPEC,
    given: [...GIVEN, book('Emma', { labels: ['a'] })],
    call: update({ remove_values: { labels: ['a'] } }),
    tree: { [EMMA]: row('books', ['title: Emma']) },
  },
  {
    name: 'by piece: writes nothing where nothing changes',
    spec: SPEC,
    given: [...GIVEN, book('Emma', { labels: ['a'], authors: ['Ada'] })],
    call: update({ add_values: { labels: ['a'], authors: ['[[people/Ada]]'] }, remove_values: { labels: ['b'] } }),
    result: { changed: 0, migrationId: null, plannedUpdates: [] },
  },
  {
    name: 'by piece: keeps the bytes of the items that stay',
    spec: 'D2 (writing a note), D31',
    files: { [EMMA]: hand },
    given: [PEOPLE, BOOKS, person('Ada'), person('Bo'), person('Cy')],
    call: update({ add_values: { labels: ['d'], scores: [7], authors: ['Cy'] }, remove_values: { labels: ['b'] } }),
    tree: {
      [EMMA]: hand
        .replace('\'a\' , b,  "c" ]', '\'a\',  "c" , d ]')
        .replace('  - 2.0\n', '  - 2.0\n  - 7\n')
        .replace("people/Bo]]'\n", 'people/Bo]]\'\n- "[[Cy]]"\n')
        .replace(id(1), '<uuid>'),
    },
  },
  {
    name: 'by piece: removes a value that the column can’t hold',
    spec: SPEC,
    files: { [EMMA]: handRow('books', 1, ['title: Emma', 'moods: [calm, sad]']) },
    given: [PEOPLE, BOOKS],
    call: update({ remove_values: { moods: ['sad'] } }),
    tree: { [EMMA]: handRow('books', 1, ['title: Emma', 'moods: [calm]']).replace(id(1), '<uuid>') },
  },
];

const REFUSALS: readonly ConformanceCase[] = [
  refuses('one value in place of a list', { add_values: { labels: 'c' } }, { code: 'bad_request' }),
  refuses(
    'a column without lists',
    { add_values: { status: ['read'] } },
    {
      code: 'bad_request',
      message: 'add_values: status holds one value, not a list',
      hint: 'set_values',
    },
  ),
  refuses(
    'a column that is set too',
    { remove_values: { labels: ['a'] }, set_values: { labels: [] } },
    {
      code: 'bad_request',
      message: 'both in remove_values and in set_values',
    },
  ),
  refuses(
    'a column that is unset too',
    { add_values: { labels: ['c'] }, unset: ['labels'] },
    {
      code: 'bad_request',
      message: 'both in add_values and in unset',
    },
  ),
  refuses(
    'an item that is added and removed',
    { add_values: { labels: ['c'] }, remove_values: { labels: ['c'] } },
    {
      code: 'bad_request',
      message: '"c" both in add_values and in remove_values',
    },
  ),
  refuses(
    'an unknown column',
    { add_values: { lables: ['c'] } },
    {
      code: 'refused',
      violations: ['lables unknown_column'],
      message: 'did you mean labels',
    },
  ),
  refuses(
    'items of another type',
    { add_values: { scores: [11], moods: ['drak'] } },
    {
      code: 'refused',
      violations: ['scores range', 'moods enum'],
    },
  ),
  refuses(
    'an item to remove that neither fits nor is there',
    { remove_values: { moods: ['drak'] } },
    {
      code: 'refused',
      violations: ['moods enum'],
    },
  ),
  refuses('an empty item', { add_values: { labels: [''] } }, { code: 'refused', violations: ['labels type'] }),
  refuses(
    'a link to nothing',
    { add_values: { authors: ['Dee'] } },
    { code: 'refused', violations: ['authors broken_link'] },
  ),
];

const BY_FILTER: readonly ConformanceCase[] = [
  {
    name: 'by piece: each row has its own, and only changed rows are written',
    spec: 'docs/operations.md#update_rows, D31',
    given: [
      ...GIVEN,
      book('Emma', { labels: ['a', 'old'] }),
      book('Ulysses', { labels: ['new'] }),
      book('Dune'),
      book('Iliad', { labels: ['old'], status: 'read' }),
    ],
    call: [
      'update_rows',
      {
        table: 'books',
        where: { status: null },
        add_values: { labels: ['new'] },
        remove_values: { labels: ['old'] },
      },
    ],
    result: { changed: 2, matched: 3 },
    tree: {
      [EMMA]: row('books', ['title: Emma', 'labels:', '  - a', '  - new']),
      [at('books', 'Ulysses')]: row('books', ['title: Ulysses', 'labels:', '  - new']),
      [at('books', 'Dune')]: row('books', ['title: Dune', 'labels:', '  - new']),
      [at('books', 'Iliad')]: row('books', ['title: Iliad', 'labels:', '  - old', 'status: read']),
    },
  },
  {
    name: 'by piece: refuses wrong items once for all rows',
    spec: 'docs/operations.md#update_rows, D5',
    given: [...GIVEN, book('Emma'), book('Dune')],
    call: ['update_rows', { table: 'books', add_values: { moods: ['drak'] }, remove_values: { scores: ['x'] } }],
    error: { code: 'refused', violations: ['moods enum', 'scores type'] },
  },
  {
    name: 'by piece: keeps unique items unique',
    spec: 'docs/operations.md#update_rows, docs/operations.md#column-specs',
    given: [
      tableOf('codes', [column('name', 'string'), column('words', 'list', { items: 'string', unique: true })]),
      ['insert_row', { table: 'codes', values: { name: 'one', words: ['a'] } }],
      ['insert_row', { table: 'codes', values: { name: 'two', words: ['b'] } }],
    ],
    call: ['update_rows', { table: 'codes', where: { name: 'two' }, add_values: { words: ['a'] } }],
    error: { code: 'refused', violations: ['words unique'] },
  },
  {
    name: 'by piece: keeps the other side of an inverse',
    spec: 'docs/operations.md#column-specs (inverse), D31',
    given: [
      tableOf('tags', [column('name', 'string')]),
      tableOf('notes', [column('name', 'string'), column('tags_of', 'list', { items: { type: 'link', ref: 'tags' } })]),
      [
        'add_column',
        {
          table: 'tags',
          column: column('notes', 'list', { items: { type: 'link', ref: 'notes', inverse: 'tags_of' } }),
        },
      ],
      ['insert_row', { table: 'tags', values: { name: 't' } }],
      ['insert_row', { table: 'notes', values: { name: 'n' } }],
    ],
    call: ['update_rows', { table: 'tags', add_values: { notes: ['n'] } }],
    result: { matched: 1 },
    then: [
      ['select_rows', { table: 'notes', columns: ['tags_of'] }, { rows: [{ tags_of: ['[[t]]'] }] }],
      ['update_rows', { table: 'notes', remove_values: { tags_of: ['t'] } }, { matched: 1 }],
      ['select_rows', { table: 'tags', columns: ['notes'] }, { rows: [{ notes: null }] }],
    ],
  },
  {
    name: 'by piece: in a batch, on what the steps before left',
    spec: 'docs/operations.md#batch, D31',
    buildsUp: true,
    given: [...GIVEN, book('Emma', { labels: ['a'] })],
    call: [
      'batch',
      {
        operations: [
          { op: 'update_row', table: 'books', path: EMMA, add_values: { labels: ['b'] } },
          { op: 'update_rows', table: 'books', add_values: { labels: ['c'] }, remove_values: { labels: ['a'] } },
        ],
      },
    ],
    tree: { [EMMA]: row('books', ['title: Emma', 'labels:', '  - b', '  - c']) },
  },
];

export const LIST_PIECES: readonly ConformanceCase[] = [...BY_ROW, ...REFUSALS, ...BY_FILTER];
