/** Tokens of the note that a result is for, in filters and views. Source: docs/sources-and-views.md#views, docs/sources-and-views.md#tokens-of-a-note; D6. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { PEOPLE, at, column, note, person, tableOf } from './tables';

const insert = (values: JsonObject): Call => ['insert_row', { table: 'jobs', values }];

const JOBS: readonly Call[] = [
  PEOPLE,
  tableOf('areas', [column('name', 'string'), column('part_of', 'link', { hierarchy: true })]),
  tableOf(
    'jobs',
    [
      column('title', 'string'),
      column('owner', 'link', { ref: 'people' }),
      column('helpers', 'list', { items: { type: 'link', ref: 'people' } }),
      column('due', 'date'),
      column('at', 'datetime'),
      column('size', 'integer'),
      column('level', 'enum', { values: ['low', 'mid', 'high'], ordered: true }),
      column('labels', 'list'),
      column('area', 'link', { ref: 'areas' }),
    ],
    { filename: '{title}', fields: { extra: null } },
  ),
  person('Ada'),
  person('Bo'),
  ['insert_row', { table: 'areas', values: { name: 'World' } }],
  ['insert_row', { table: 'areas', values: { name: 'Rome', part_of: 'World' } }],
  insert({ title: 'a', owner: 'Ada', due: '2026-03-05', size: 3, level: 'low', labels: ['x', 'y'], area: 'Rome' }),
  insert({ title: 'b', owner: 'Bo', helpers: ['Ada'], due: '2026-03-12', at: '2026-03-05T10:00:00Z', level: 'high' }),
  insert({ title: 'c', size: 7, labels: ['z'], extra: 'deep' }),
];

/** What somebody keeps beside the tables: a diary note, a note of another folder with the same name as a row. */
const FILES: Readonly<Record<string, string>> = {
  'Diary/2026-03-05.md': note([
    'who: "[[Ada]]"',
    'whom: Bo',
    'both:',
    '  - "[[Ada]]"',
    '  - "[[Bo]]"',
    'size: 3',
    'quoted: "3"',
    'level: mid',
    'odd: nonsense',
    'label: z',
    'labels: [x, y]',
    'empty:',
    'when: 2026-03-05T08:00:00+01:00',
    'top: World',
    'about: deep',
    'week-1w: c',
  ]),
  'Diary/Broken.md': '---\nwho: [\n---\n',
  'Diary/On 2026-02-30 and 2026-03-12.md': 'No front matter\n',
  'Diary/Dated.md': note(['date: 2026-03-12']),
};

const ANOTHER_ADA = { 'Notes/Ada.md': 'Another Ada\n' };

const NOTE = 'Diary/2026-03-05.md';

const fills = (
  name: string,
  where: JsonObject,
  titles: readonly string[],
  more: {
    note?: string | null;
    spec?: string;
    warnings?: readonly string[];
    files?: Readonly<Record<string, string>>;
  } = {},
): ConformanceCase => ({
  name,
  spec: more.spec ?? 'this_note, D6',
  files: { ...FILES, ...more.files },
  given: JOBS,
  call: [
    'select_rows',
    {
      table: 'jobs',
      where,
      columns: ['title'],
      ...(more.note === null ? {} : { this_note: more.note ?? NOTE }),
    },
  ],
  result: {
    total: titles.length,
    rows: titles.map((title) => ({ path: at('jobs', title), title })),
    ...(more.warnings === undefined ? {} : { warnings: more.warnings }),
  },
});

const unfilled = (token: string, why: string): readonly string[] => [
  `${token} is not filled in and matches no row: ${why}`,
];

const NO_NOTE = 'no this_note says which note is meant';

export const SELECT_TOKENS: readonly ConformanceCase[] = [
  fills('compares a link of the note with a link, by the row', { owner: '{this.who}' }, ['a']),
  fills('takes a name for a link', { owner: '{this.whom}' }, ['b']),
  fills('takes the other spelling', { owner: '<this.who>' }, ['a']),
  fills('looks for a link in a list of links', { helpers: { contains: '{this.who}' } }, ['b']),
  fills('takes each of several links', { owner: { in: '{this.both}' } }, ['a', 'b']),
  fills('takes tokens beside values in a list', { owner: { in: ['{this.who}', 'Bo'] } }, ['a', 'b']),
  fills('compares numbers', { size: { gt: '{this.size}' } }, ['c']),
  fills('compares ordered enums by position', { level: { gte: '{this.level}' } }, ['b']),
  fills('compares a whole list', { labels: '{this.labels}' }, ['a']),
  fills('looks for an item', { labels: { contains: '{this.label}' } }, ['c']),
  fills('looks for a part of a text', { title: { icontains: '<this.label>' } }, []),
  fills('reads an untyped field', { extra: '{this.about}' }, ['c']),
  fills('follows a hierarchy down', { area: { within: '{this.top}' } }, ['a']),
  fills('compares along a dotted key', { 'owner.name': '{this.whom}' }, ['b']),
  fills('takes the date of the name', { due: '{this.date}' }, ['a']),
  fills('takes the first date of a name that is one', { due: '{this.date}' }, ['b'], {
    note: 'Diary/On 2026-02-30 and 2026-03-12.md',
  }),
  fills('takes the front matter’s date first', { due: '{this.date}' }, ['b'], { note: 'Diary/Dated.md' }),
  fills('takes a date with an offset', { due: { gt: '{this.date-1d}', lte: '<this.date+1w>' } }, ['a', 'b']),
  fills('takes any date of the note with an offset', { due: '{this.when+1w}' }, ['b']),
  fills('compares a date-time by its day with a date', { due: '{this.when}' }, ['a']),
  fills('compares a date with date-times as a whole day', { at: '{this.date}' }, ['b']),
  fills('reads a key that ends like an offset as that key', { title: '{this.week-1w}' }, ['c']),
  fills('takes the path', { owner: '{this.path}' }, ['a'], { note: at('people', 'Ada') }),
  fills('takes the link, which leads to that note and no other of its name', { owner: '{this.link}' }, ['a'], {
    note: at('people', 'Ada'),
    files: ANOTHER_ADA,
  }),
  fills('takes the name', { title: '{this.name}' }, ['c'], { note: 'Notes/c.md' }),
  fills('takes a link as it leads from that note', { owner: '<this.who>' }, [], { files: ANOTHER_ADA }),
  fills('takes the name as a link of the note itself', { owner: '{this.name}' }, [], {
    note: 'Notes/Ada.md',
    files: ANOTHER_ADA,
  }),
  fills('takes the name of a row as a link to it', { owner: '{this.name}' }, ['a'], {
    note: at('people', 'Ada'),
    files: ANOTHER_ADA,
  }),
  fills('takes the path of a note that there is not', { title: { ne: '{this.path}' } }, ['a', 'b', 'c'], {
    note: 'Nowhere/New',
  }),
  fills('matches nothing without this_note', { owner: '{this.who}' }, [], {
    note: null,
    warnings: unfilled('{this.who}', NO_NOTE),
  }),
  ...[
    { ne: '{this.who}' },
    { in: ['{this.who}', 'World'] },
    { within: '{this.who}' },
    { contains: '{this.who}' },
    { icontains: '{this.who}' },
  ].map((condition) =>
    fills(`matches nothing with ${JSON.stringify(condition)} either`, { area: condition }, [], {
      note: null,
      spec: 'docs/operations.md#select_rows (for any operator including within)',
      warnings: unfilled('{this.who}', NO_NOTE),
    }),
  ),
  fills('matches nothing under not', { not: { owner: '{this.who}' } }, [], { note: null, spec: 'D6' }),
  fills('leaves the other side of or', { or: [{ owner: '{this.who}' }, { title: 'c' }] }, ['c'], {
    note: null,
    spec: 'D6',
  }),
  fills('matches nothing when the note has no such key', { owner: '{this.nobody}' }, [], {
    warnings: unfilled('{this.nobody}', `${NOTE} has no nobody`),
  }),
  fills('matches nothing when the key is empty', { owner: { ne: '{this.empty}' } }, [], {
    warnings: unfilled('{this.empty}', `${NOTE} has no empty`),
  }),
  fills('matches nothing for a value of another type, and says so', { size: { ne: '{this.odd}' } }, [], {
    warnings: unfilled('{this.odd}', `odd of ${NOTE} is "nonsense", and integer is compared`),
  }),
  fills('does not take a quoted number for a number', { size: '{this.quoted}' }, [], {
    warnings: unfilled('{this.quoted}', `quoted of ${NOTE} is "3", and integer is compared`),
  }),
  fills('matches nothing for what is not a value of the enum', { level: '{this.odd}' }, [], {
    warnings: unfilled('{this.odd}', `odd of ${NOTE} is "nonsense", and enum is compared`),
  }),
  fills('matches nothing with an offset of what is not a date', { due: '{this.odd+1d}' }, [], {
    warnings: unfilled('{this.odd+1d}', `odd of ${NOTE} is "nonsense", and date is compared`),
  }),
  fills('matches nothing when the front matter can’t be read', { owner: '{this.who}' }, [], {
    note: 'Diary/Broken.md',
    warnings: unfilled('{this.who}', 'Diary/Broken.md has no who'),
  }),
  fills(
    'matches nothing when a token in one of several lists has no value',
    { labels: { in: [['{this.gone}'], ['x']] } },
    [],
    {
      warnings: unfilled('{this.gone}', `${NOTE} has no gone`),
    },
  ),
  ...['within', 'gt', 'lte', 'contains', 'icontains', 'in', 'ne'].map((operator) =>
    fills(
      `matches nothing without a value, by ${operator} and by its negation`,
      {
        or: [
          operator === 'within' ? { area: { within: '{this.gone}' } } : { title: { [operator]: '{this.gone}' } },
          {
            not: operator === 'within' ? { area: { within: '{this.gone}' } } : { title: { [operator]: '{this.gone}' } },
          },
        ],
      },
      [],
      {
        spec: 'docs/operations.md#select_rows (for any operator including within), D6',
        warnings: unfilled('{this.gone}', `${NOTE} has no gone`),
      },
    ),
  ),
  fills('leaves a token inside of another text as text', { title: 'x {this.who}' }, []),
  {
    name: 'fills in a view, and a filter over it, for each note anew',
    spec: 'docs/sources-and-views.md#views',
    files: FILES,
    given: [
      ...JOBS,
      [
        'create_view',
        { name: 'vw_mine', query: { table: 'jobs', columns: ['title'], where: { owner: '{this.link}' } } },
      ],
      ['create_view', { name: 'vw_near', query: { union: [{ table: 'vw_mine', where: { due: { exists: true } } }] } }],
    ],
    call: ['select_rows', { table: 'vw_mine', this_note: at('people', 'Ada') }],
    result: { total: 1, rows: [{ title: 'a' }] },
    then: [
      ['select_rows', { table: 'vw_mine', this_note: at('people', 'Bo') }, { rows: [{ title: 'b' }] }],
      ['select_rows', { table: 'vw_near', this_note: at('people', 'Bo') }, { rows: [{ title: 'b' }] }],
      ['select_rows', { table: 'vw_mine', where: { title: '{this.who}' }, this_note: NOTE }, { total: 0 }],
      ['select_rows', { table: 'vw_mine' }, { total: 0, warnings: unfilled('{this.link}', NO_NOTE) }],
    ],
  },
  ...[
    ['../x', 'bad_request'],
    ['', 'bad_request'],
    ['.obsidian/app.md', 'not_found'],
  ].map(([path, code]): ConformanceCase => ({
    name: `refuses this_note ${JSON.stringify(path)}`,
    spec: 'D12',
    given: [PEOPLE],
    call: ['select_rows', { table: 'people', this_note: path as string }],
    error: { code: code as 'bad_request' },
  })),
  {
    name: 'refuses tokens of a note in a CHECK',
    spec: 'D17 (add_constraint)',
    given: JOBS,
    call: ['add_constraint', { table: 'jobs', name: 'mine', check: { title: '<this.name>' } }],
    error: { code: 'bad_request', message: 'no note is shown here' },
  },
];
