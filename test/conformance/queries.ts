/** check_table, read_note, list_folder. Source: docs/operations.md#check_table, docs/operations.md#read_note; D4, D5, D7, D12, D16, D17. */

import type { ConformanceCase } from './case';
import { ALL_GONE, MANY, PEOPLE, TASKS, at, column, handRow, note, person, tableOf } from './tables';

const found = (
  name: string,
  lines: readonly string[],
  violations: readonly { column: string | null; code: string }[],
): ConformanceCase => ({
  name: `finds ${name}`,
  spec: 'docs/operations.md#check_table, D4, D5',
  files: { 'T.md': handRow('tasks', 1, lines), 'Note.md': 'no row\n' },
  given: [PEOPLE, TASKS],
  call: ['check_table', { table: 'tasks' }],
  result: {
    table: 'main.default.tasks',
    rows: 1,
    ok: false,
    violations: violations.map((each) => ({ path: 'T.md', id: '<uuid>', severity: 'error', ...each })),
    counts: Object.fromEntries(
      violations.map(({ code }) => [code, violations.filter((other) => other.code === code).length]),
    ),
    warnings: [],
  },
});

export const CHECK_TABLE: readonly ConformanceCase[] = [
  {
    name: 'is content with rows that the engine wrote',
    spec: 'docs/operations.md#check_table',
    given: [PEOPLE, person('Ada')],
    call: ['check_table', { table: 'people', limit: 100 }],
    result: { table: 'main.default.people', rows: 1, ok: true, violations: [], counts: {}, warnings: [] },
  },
  found('a missing value', ['due:'], [{ column: 'title', code: 'required' }]),
  found(
    'values of the wrong type',
    ['title: x', 'due: soon', 'estimate: "1"'],
    [
      { column: 'due', code: 'type' },
      { column: 'estimate', code: 'type' },
    ],
  ),
  found(
    'values out of range and off the step',
    ['title: x', 'estimate: 100.2'],
    [
      { column: 'estimate', code: 'range' },
      { column: 'estimate', code: 'step' },
    ],
  ),
  found('values that the enum has not', ['title: x', 'status: later'], [{ column: 'status', code: 'enum' }]),
  found('links to nothing', ['title: x', 'owner: "[[Nobody]]"'], [{ column: 'owner', code: 'broken_link' }]),
  found('links to what is not a row', ['title: x', 'owner: "[[Note]]"'], [{ column: 'owner', code: 'ref' }]),
  found(
    'keys that the table does not declare',
    ['title: x', 'colour: red'],
    [{ column: 'colour', code: 'unknown_column' }],
  ),
  {
    name: 'finds values that are there twice, fields that lack, rows without id',
    spec: 'docs/operations.md#check_table, D5',
    files: {
      'A.md': handRow('u', 1, ['k: a', 'f: 1']),
      'B.md': handRow('u', 2, ['k: a', 'f:']),
      'C.md': note(['table: main.default.u', 'k: c']),
    },
    given: [tableOf('u', [column('k', 'string', { unique: true })], { fields: { f: 0 } })],
    call: ['check_table', { table: 'u', limit: 100 }],
    result: { ok: false, counts: { unique: 2, identity: 1, field: 1 } },
  },
  {
    name: 'counts the causes in all tables, and lists one of them',
    spec: 'docs/problems.md#causes, D5',
    files: {
      'A.md': handRow('tasks', 1, ['title: A', 'status: later']),
      'B.md': handRow('tasks', 2, ['status: later']),
      'Ada.md': handRow('people', 3, ['name: Ada', 'height: 1']),
    },
    given: [PEOPLE, TASKS],
    call: ['check_table', { cause: 'enum:status', limit: 1 }],
    result: {
      table: null,
      rows: 3,
      ok: false,
      violations: [
        {
          path: 'A.md',
          id: '<uuid>',
          column: 'status',
          code: 'enum',
          value: 'later',
          severity: 'error',
          table: 'main.default.tasks',
        },
      ],
      counts: { unknown_column: 1, enum: 2, required: 1 },
      causes: [
        { table: 'main.default.people', cause: 'unknown_column:height', count: 1 },
        { table: 'main.default.tasks', cause: 'enum:status', count: 2 },
        { table: 'main.default.tasks', cause: 'required:title', count: 1 },
      ],
      warnings: [],
    },
  },
  {
    name: 'finds copies, notes that do not parse, and notes that are not rows',
    spec: 'D2, D5, D7',
    files: {
      'A.md': handRow('people', 1, ['name: A']),
      'A 1.md': handRow('people', 1, ['name: A']),
      'B.md': '---\ntable: main.default.people\nname: [\n---\n',
      [at('people', 'loose')]: 'text\n',
      [at('people', 'short')]: note(['table: people']),
      [at('people', 'torn')]: '---\nname: [\n---\n',
      [at('people', '_archive/old')]: handRow('people', 9, ['name: old']),
    },
    given: [PEOPLE],
    call: ['check_table', { table: 'people' }],
    result: {
      rows: 1,
      ok: false,
      counts: { duplicate_id: 1, unparsable: 1, not_a_row: 3 },
      violations: [
        { path: 'B.md', code: 'unparsable', id: null, severity: 'error' },
        { code: 'duplicate_id', column: 'id', value: '<uuid>' },
        { path: at('people', 'loose'), code: 'not_a_row', severity: 'warning' },
        { path: at('people', 'short'), code: 'not_a_row', severity: 'warning' },
        { path: at('people', 'torn'), code: 'not_a_row', severity: 'warning' },
      ],
    },
  },
  {
    name: 'lists rows that vanished together',
    spec: 'D7 (absence is believed slowly)',
    files: MANY,
    given: [PEOPLE],
    edits: ALL_GONE,
    call: ['check_table', { table: 'people' }],
    result: {
      rows: 60,
      ok: true,
      counts: { suspect: 60 },
      warnings: [
        'the notes of 60 rows (Many/0.md and others) vanished together with many, and the rows are kept; bring the notes back, or confirm that they are gone: notedb check --accept-deletions, or the settings of NoteDB in Obsidian',
      ],
    },
    then: [['select_rows', { table: 'people', limit: 0 }, { total: 60 }]],
  },
  {
    name: 'does not know a table that there is not',
    spec: 'D18',
    call: ['check_table', { table: 'x' }],
    error: { code: 'not_found' },
  },
];

const TEXT = note(['tags: [work, "#home"]', 'n: 1', 'when: 2026-01-02', 'deep: {a: [1]}'], 'Hello #inline\n');

export const READ_NOTE: readonly ConformanceCase[] = [
  {
    name: 'gives text, front matter, tags and times',
    spec: 'docs/operations.md#read_note',
    files: { 'A b.md': TEXT },
    call: ['read_note', { path: 'A b' }],
    result: {
      path: 'A b.md',
      content: TEXT,
      front_matter: { n: 1, when: '2026-01-02', deep: { a: [1] } },
      tags: ['work', 'home', 'inline'],
      modified_at: '2026-03-05T12:00:00+00:00',
      created_at: '2026-03-05T12:00:00+00:00',
      size: TEXT.length,
    },
  },
  {
    name: 'gives a note without front matter',
    spec: 'docs/operations.md#read_note',
    files: { 'A.md': 'x\r\n' },
    call: ['read_note', { path: 'A.md' }],
    result: { content: 'x\r\n', front_matter: {}, tags: [] },
  },
  {
    name: 'gives the text of a note that does not parse',
    spec: 'docs/operations.md#read_note',
    files: { 'A.md': '---\na: [\n---\n' },
    call: ['read_note', { path: 'A.md' }],
    result: { content: '---\na: [\n---\n', front_matter: {} },
  },
  ...(
    [
      ['one section', 'B', 'b\n'],
      ['a section below another one', 'A::C', 'c ^id\n'],
      ['one block', '^id', 'c'],
    ] as const
  ).map(([what, section, content]): ConformanceCase => ({
    name: `gives ${what}`,
    spec: 'docs/operations.md#read_note',
    files: { 'A.md': '# A\na\n## C\nc ^id\n# B\nb\n' },
    call: ['read_note', { path: 'A.md', section }],
    result: { content },
  })),
  {
    name: 'refuses a section that is not there, and lists the others',
    spec: 'docs/operations.md#read_note',
    files: { 'A.md': '# A\n## C\n' },
    call: ['read_note', { path: 'A.md', section: 'B' }],
    error: { code: 'not_found', message: 'there is no heading "B"', hint: 'A, A::C' },
  },
  {
    name: 'refuses a section of several, and says how to name one',
    spec: 'docs/operations.md#read_note',
    files: { 'A.md': '# A\n# A\n' },
    call: ['read_note', { path: 'A.md', section: 'A' }],
    error: { code: 'refused', message: 'A[1] (line 1), A[2] (line 2)' },
  },
  {
    name: 'tells times in the database time zone',
    spec: 'docs/operations.md#read_note',
    files: { 'A.md': 'x' },
    given: [['configure_database', { timezone: 'Asia/Tokyo' }]],
    call: ['read_note', { path: 'A.md' }],
    result: { modified_at: '2026-03-05T21:00:00+09:00' },
  },
  ...(
    [
      ['a part', { offset: 6, length: 4 }, '😀cd'],
      ['half of a character', { offset: 7, length: 1 }, '\ude00'],
      ['the rest', { offset: 8 }, 'cd ef'],
      ['the beginning', { length: 3 }, '---'],
      ['nothing, beyond the end', { offset: 99, length: 4 }, ''],
      ['nothing, where the length is 0', { length: 0 }, ''],
      ['all of it, for nulls', { offset: null, length: null }, '---x\n\n😀cd ef'],
    ] as const
  ).map(([what, part, content]): ConformanceCase => ({
    name: `gives ${what} of the text, and tells the rest of the whole note`,
    spec: 'docs/operations.md#read_note, D19',
    files: { 'A.md': '---x\n\n😀cd ef' },
    call: ['read_note', { path: 'A.md', ...part }],
    result: { content, size: 15, tags: [], front_matter: {} },
  })),
  {
    name: 'refuses a part that begins before the text',
    spec: 'D18',
    call: ['read_note', { path: 'A.md', offset: -1, length: 1.5 }],
    error: { code: 'bad_request', message: 'offset must be at least 0' },
  },
  {
    name: 'does not find what is not there',
    spec: 'docs/operations.md#read_note (missing file = error)',
    call: ['read_note', { path: 'A' }],
    error: { code: 'not_found', hint: 'list_folder' },
  },
  {
    name: 'does not find what is hidden',
    spec: 'D12',
    call: ['read_note', { path: '.obsidian/app' }],
    error: { code: 'not_found' },
  },
  ...['../A', '/A', 'a//b', 'a\\b', 'c:/x', ''].map((path): ConformanceCase => ({
    name: `refuses the path ${JSON.stringify(path)}`,
    spec: 'D12',
    call: ['read_note', { path }],
    error: { code: 'bad_request' },
  })),
  {
    name: 'needs a path',
    spec: 'D3',
    call: ['read_note', {}],
    error: { code: 'bad_request', message: '"path" is missing' },
  },
];

export const LIST_FOLDER: readonly ConformanceCase[] = [
  {
    name: 'lists the root without what is hidden, in code-point order',
    spec: 'docs/operations.md#list_folder, D17',
    files: { 'b.md': '', 'B.md': '', 'a/x.md': '', 'pic.png': '', '.obsidian/app.json': '{}', 'ä.md': '' },
    call: ['list_folder'],
    result: { folder: '', folders: ['a'], files: ['B.md', 'b.md', 'pic.png', 'ä.md'] },
  },
  {
    name: 'lists a folder, with a slash at its end or without',
    spec: 'docs/operations.md#list_folder',
    files: { 'a/b/c.md': '', 'a/d.md': '' },
    call: ['list_folder', { folder: 'a/' }],
    result: { folder: 'a', folders: ['a/b'], files: ['a/d.md'] },
  },
  {
    name: 'does not find a folder that there is not',
    spec: 'docs/operations.md#list_folder (missing folder = error)',
    call: ['list_folder', { folder: 'nope' }],
    error: { code: 'not_found' },
  },
  {
    name: 'does not find a hidden folder',
    spec: 'D12',
    files: { '.obsidian/app.json': '{}' },
    call: ['list_folder', { folder: '.obsidian' }],
    error: { code: 'not_found' },
  },
  {
    name: 'does not take a file for a folder',
    spec: 'docs/operations.md#list_folder',
    files: { 'a.md': '' },
    call: ['list_folder', { folder: 'a.md' }],
    error: { code: 'not_found' },
  },
  {
    name: 'refuses a path out of the vault',
    spec: 'D12',
    call: ['list_folder', { folder: '..' }],
    error: { code: 'bad_request' },
  },
  {
    name: 'names the newer argument',
    spec: 'D3',
    call: ['list_folder', { path: 'a' }],
    error: { code: 'bad_request', message: 'did you mean "folder"?' },
  },
];
