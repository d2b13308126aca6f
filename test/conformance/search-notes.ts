/** search_notes. Source: docs/search.md; D24 */

import type { JsonObject } from '../../src/engine/index';
import type { ConformanceCase, ExpectedError } from './case';
import { PEOPLE, TASKS, at, handRow, note, person, tableOf } from './tables';

const finds = (
  name: string,
  files: Readonly<Record<string, string>>,
  query: string,
  paths: readonly string[],
  spec = 'docs/search.md#words',
): ConformanceCase => ({
  name: `finds ${name}`,
  spec,
  files,
  call: ['search_notes', { query }],
  result: { query, results: paths.map((path) => ({ path })), total: paths.length },
});

const refuses = (name: string, args: JsonObject, error: ExpectedError): ConformanceCase => ({
  name: `refuses ${name}`,
  spec: 'D18, D24',
  files: { 'A.md': 'text', 'In/B.md': 'text' },
  given: [PEOPLE, ['create_view', { name: 'vw_people', query: { table: 'people' } }]],
  call: ['search_notes', args],
  error,
});

const FOLDED = { 'Weg.md': 'Die STRASSE zum Cafe\u0301, ein Œuvre; ΣΊΣΥΦΟΣ; Ёлка; العَرَبِيَّة; 東京都; ﬁn' };

export const SEARCH_NOTES: readonly ConformanceCase[] = [
  {
    name: 'gives path, score, and each match with its context',
    spec: 'docs/search.md#matches, docs/operations.md#search_notes',
    files: { 'Tour.md': '---\nplace: Zürich\n---\nWe saw ZURICH and the lake.\n', 'Else.md': 'Bern' },
    call: ['search_notes', { query: 'zürich', context_length: 7 }],
    result: {
      query: 'zürich',
      results: [
        {
          path: 'Tour.md',
          score: 0.2538,
          matches: [
            { start: 11, end: 17, context: 'place: Zürich\n---\nWe' },
            { start: 29, end: 35, context: 'We saw ZURICH and th' },
          ],
        },
      ],
      total: 1,
    },
  },
  {
    name: 'gives no match for a note that the path alone matches, without .md',
    spec: 'D24, docs/search.md#words',
    files: { 'Trips/Lake tour.md': 'text', 'A.md': 'md' },
    call: ['search_notes', { query: 'trips tour' }],
    result: { results: [{ path: 'Trips/Lake tour.md', matches: [] }], total: 1 },
    then: [['search_notes', { query: 'md' }, { results: [{ path: 'A.md' }], total: 1 }]],
  },
  finds('a part of a word', { 'A.md': 'Handschuhfach', 'B.md': 'Hand' }, 'schuh', ['A.md']),
  finds('notes that hold every word, in path or text', { 'Lake.md': 'boat', 'Sea.md': 'boat lake', 'C.md': 'lake' }, 'BOAT lake', ['Lake.md', 'Sea.md']), // prettier-ignore
  finds('words in front matter', { 'A.md': note(['genre: [Noir]']) }, 'noir', ['A.md']),
  finds('punctuation as it is', { 'A.md': 'C++ and foo-bar', 'B.md': 'C + + foo bar' }, 'c++ foo-bar', ['A.md']),
  finds('punctuation alone', { 'A.md': 'why??', 'B.md': 'because?', 'C.md': 'no' }, '??', ['A.md']),
  finds('nothing for operators', { 'A.md': 'cat', 'B.md': 'dog' }, 'cat OR dog', []),
  finds('a space that is none as a separator', { 'A.md': 'one two' }, 'one\u00a0two', ['A.md']),
  finds('ß as ss', FOLDED, 'straße', ['Weg.md'], 'docs/search.md#the-fold'),
  finds('accents in any form', FOLDED, 'CAFÉ', ['Weg.md'], 'docs/search.md#the-fold'),
  finds('every sigma', FOLDED, 'σισυφος', ['Weg.md'], 'docs/search.md#the-fold'),
  finds('Cyrillic', FOLDED, 'ЁЛКА', ['Weg.md'], 'docs/search.md#the-fold'),
  finds('Arabic without its marks', FOLDED, 'العربية', ['Weg.md'], 'docs/search.md#the-fold'),
  finds('Han inside a word', FOLDED, '京都', ['Weg.md'], 'docs/search.md#the-fold'),
  finds('ligatures', FOLDED, 'fin', ['Weg.md'], 'docs/search.md#the-fold'),
  {
    name: 'ranks by name, alias, heading and repetition',
    spec: 'docs/search.md#ranking',
    files: {
      'Harbour.md': 'x',
      'Harbour tour.md': 'x',
      'A.md': note(['aliases: [harbour]']),
      'B.md': '# The harbour\n',
      'C.md': 'harbour harbour harbour',
      'D.md': 'a harbour\n',
      'Harbour/E.md': 'x',
    },
    call: ['search_notes', { query: 'harbour' }],
    result: {
      results: ['Harbour.md', 'Harbour tour.md', 'A.md', 'B.md', 'C.md', 'D.md', 'Harbour/E.md'].map((path) => ({
        path,
      })),
      total: 7,
    },
  },
  {
    name: 'lets the rarer word decide',
    spec: 'docs/search.md#ranking',
    files: {
      'A.md': 'tea tea tea zebra',
      'B.md': 'tea zebra zebra zebra',
      ...Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${i}.md`, 'tea'])),
    },
    call: ['search_notes', { query: 'tea zebra' }],
    result: { results: [{ path: 'B.md' }, { path: 'A.md' }], total: 2 },
  },
  {
    name: 'joins matches that overlap, and gives the first twenty',
    spec: 'docs/search.md#matches',
    files: { 'A.md': 'notebook notes '.repeat(15) },
    call: ['search_notes', { query: 'note notebook', context_length: 0 }],
    result: {
      results: [
        {
          matches: Array.from({ length: 20 }, (_, i) => {
            const start = Math.floor(i / 2) * 15 + (i % 2) * 9;
            return i % 2 === 0
              ? { start, end: start + 8, context: 'notebook' }
              : { start, end: start + 4, context: 'note' };
          }),
        },
      ],
    },
  },
  {
    name: 'cuts no surrogate pair, and counts as read_note does: byte order mark and line ends are characters',
    spec: 'D24, docs/search.md#matches',
    files: { 'A.md': '\uFEFF😀word😀\r\nend' },
    call: ['search_notes', { query: 'word', context_length: 1 }],
    result: { results: [{ matches: [{ start: 3, end: 7, context: 'word' }] }] },
    then: [
      ['search_notes', { query: 'word', context_length: 2 }, { results: [{ matches: [{ context: '😀word😀' }] }] }],
      ['read_note', { path: 'A' }, { content: '\uFEFF😀word😀\r\nend' }],
    ],
  },
  {
    name: 'searches the rows of some tables',
    spec: 'D24, docs/search.md#which-notes',
    files: { 'Loose.md': 'Ada', [at('people', '_archive/Old')]: handRow('people', 9, ['name: Ada Old']) },
    given: [
      PEOPLE,
      TASKS,
      tableOf('log', []),
      person('Ada'),
      ['insert_row', { table: 'tasks', values: { title: 'Call Ada' } }],
    ],
    call: ['search_notes', { query: 'ada', tables: ['people', 'main.default.log'] }],
    result: { results: [{ path: at('people', 'Ada') }], total: 1 },
    then: [
      ['search_notes', { query: 'ada', tables: ['tasks'] }, { results: [{ path: at('tasks', 'Call Ada') }], total: 1 }],
      ['search_notes', { query: 'ada' }, { total: 4 }],
    ],
  },
  {
    name: 'searches a folder at any depth, with a slash at its end or without',
    spec: 'D24, docs/search.md#which-notes',
    files: { 'In/A.md': 'word', 'In/deep/B.md': 'word', 'Inner/C.md': 'word', 'D.md': 'word' },
    call: ['search_notes', { query: 'word', folder: 'In/' }],
    result: { results: [{ path: 'In/A.md' }, { path: 'In/deep/B.md' }], total: 2 },
    then: [
      ['search_notes', { query: 'word', folder: 'In/deep' }, { total: 1 }],
      ['search_notes', { query: 'word', folder: '' }, { total: 4 }],
    ],
  },
  {
    name: 'finds what others changed, at once',
    spec: 'docs/search.md#exact-at-any-time',
    files: { 'A.md': 'old', 'B.md': 'old', 'C.md': 'old' },
    given: [['search_notes', { query: 'old' }]],
    edits: { 'A.md': 'new', 'B.md': null, 'D.md': 'old' },
    call: ['search_notes', { query: 'old' }],
    result: { results: [{ path: 'C.md' }, { path: 'D.md' }], total: 2 },
  },
  {
    name: 'finds what is there after a restart',
    spec: 'docs/search.md#exact-at-any-time',
    files: { 'A.md': 'old' },
    given: [['search_notes', { query: 'old' }], PEOPLE, person('Goldsmith')],
    restarted: true,
    call: ['search_notes', { query: 'old' }],
    result: { results: [{ path: at('people', 'Goldsmith') }, { path: 'A.md' }], total: 2 },
  },
  {
    name: 'gives at most 200 notes, and counts all',
    spec: 'docs/search.md#limits',
    files: Object.fromEntries(Array.from({ length: 230 }, (_, i) => [`${i + 100}.md`, 'word'])),
    call: ['search_notes', { query: 'word', context_length: 1000 }],
    result: { total: 230, results: Array.from({ length: 200 }, (_, i) => ({ path: `${i + 100}.md` })) },
  },
  refuses('an empty query', { query: '' }, { code: 'bad_request', hint: 'at least one word' }),
  refuses('a blank query', { query: ' \t\n\u00a0' }, { code: 'bad_request', message: 'no word' }),
  refuses('a query of marks that fold to nothing', { query: '\u0301' }, { code: 'bad_request', message: 'no word' }),
  refuses('half a surrogate pair', { query: 'a\ud83d' }, { code: 'bad_request', hint: 'well-formed Unicode' }),
  refuses('a longer context', { query: 'a', context_length: 1001 }, { code: 'bad_request', message: 'at most 1000' }),
  refuses('a context below zero', { query: 'a', context_length: -1 }, { code: 'bad_request', message: 'at least 0' }),
  refuses('an unknown table', { query: 'a', tables: ['peple'] }, { code: 'not_found', hint: 'people' }),
  refuses(
    'a view',
    { query: 'a', tables: ['vw_people'] },
    { code: 'refused', hint: 'the tables that its query reads' },
  ),
  refuses('no tables at all', { query: 'a', tables: [] }, { code: 'bad_request', hint: 'leave tables away' }),
  refuses('an unknown folder', { query: 'a', folder: 'Nope' }, { code: 'not_found', hint: 'list_folder' }),
  refuses('a hidden folder', { query: 'a', folder: '.obsidian' }, { code: 'not_found' }),
  refuses(
    'a folder that leaves the vault',
    { query: 'a', folder: '../x' },
    { code: 'bad_request', hint: 'root of the vault' },
  ),
  refuses(
    'an unknown argument',
    { query: 'a', limit: 3 },
    { code: 'bad_request', message: 'unknown argument "limit"' },
  ),
];
