/** add_column. spec: Schema operations, Column spec, Errors; D3, D16, D17, D18. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { PEOPLE, at, column, handRow, id, note, person, row, tableOf } from './tables';

const add = (spec: JsonObject, table = 'people'): Call => ['add_column', { table, column: spec }];

const HAND = {
  'a.md': handRow('people', 1, ['name: A', 'age:  7 # by hand']),
  'b.md': handRow('people', 2, ['name: B', 'age:']),
  'c.md': handRow('people', 3, ['name: C']),
};

const refuses = (what: string, call: Call, error: ExpectedError, spec = 'add_column'): ConformanceCase => ({
  name: `refuses ${what}`,
  spec,
  given: [PEOPLE, person('Ada')],
  call,
  error,
});

const kept = (n: number, lines: readonly string[]): string => handRow('people', n, lines).replace(id(n), '<uuid>');

export const ADD_COLUMN: readonly ConformanceCase[] = [
  {
    name: 'writes no note for a sparse column',
    spec: 'add_column: sparse by default',
    given: [PEOPLE, person('Ada')],
    call: add(column('age', 'integer', { min: 0, default: 1 })),
    result: { table: 'main.default.people', changed: 0, plannedUpdates: [] },
    tree: { [at('people', 'Ada')]: row('people', ['name: Ada']) },
    then: [
      ['describe_table', { table: 'people' }, { columns: [{}, {}, {}, {}, { name: 'age', min: 0, default: 1 }] }],
      ['insert_row', { table: 'people', values: { name: 'Bo' } }, { row: { name: 'Bo', age: 1 } }],
      ['select_rows', { table: 'people', where: { age: { exists: false } } }, { total: 1 }],
    ],
  },
  {
    name: 'takes the keys that stand in notes already as values',
    spec: 'D17: stray keys are taken as values and validated',
    files: HAND,
    given: [PEOPLE],
    call: add(column('age', 'integer')),
    result: { changed: 0 },
    tree: { 'a.md': kept(1, ['name: A', 'age:  7 # by hand']) },
    then: [
      ['select_rows', { table: 'people', where: { age: 7 } }, { total: 1, rows: [{ name: 'A', age: 7 }] }],
      ['check_table', { table: 'people' }, { ok: true }],
    ],
  },
  {
    name: 'writes the key of a dense column on every row',
    spec: 'Column spec (dense), D16: dense without a value is written as key:',
    files: HAND,
    given: [PEOPLE],
    call: add(column('age', 'integer', { dense: true })),
    result: { changed: 1, plannedUpdates: [{ path: 'c.md', changes: {} }] },
    tree: { 'b.md': kept(2, ['name: B', 'age:']), 'c.md': kept(3, ['name: C', 'age:']) },
  },
  {
    name: 'writes the default of a dense column where the key is absent',
    spec: 'D16: add_column writes its default to existing rows only if dense or required',
    files: HAND,
    given: [PEOPLE],
    call: add(column('age', 'integer', { dense: true, default: 3 })),
    result: { changed: 1, plannedUpdates: [{ path: 'c.md', changes: { age: { before: null, after: 3 } } }] },
    tree: { 'b.md': kept(2, ['name: B', 'age:']), 'c.md': kept(3, ['name: C', 'age: 3']) },
  },
  {
    name: 'writes the default of a required column where a value is missing',
    spec: 'D16',
    files: HAND,
    given: [PEOPLE],
    call: add(column('age', 'integer', { required: true, default: 3 })),
    result: { changed: 2 },
    tree: {
      'a.md': kept(1, ['name: A', 'age:  7 # by hand']),
      'b.md': kept(2, ['name: B', 'age: 3']),
      'c.md': kept(3, ['name: C', 'age: 3']),
    },
    then: [['select_rows', { table: 'people', where: { age: 3 } }, { total: 2 }]],
  },
  {
    name: 'writes a default link in the vault’s own format',
    spec: 'D2 (link), D6 (links are written so that they resolve to the intended row)',
    files: { 'x/Ada.md': 'another Ada\n' },
    given: [
      PEOPLE,
      tableOf('notes', [column('text', 'string')]),
      person('Ada'),
      ['insert_row', { table: 'notes', values: { text: 'n' } }],
    ],
    call: add(column('owner', 'link', { ref: 'people', required: true, default: 'Ada' }), 'notes'),
    result: { changed: 1 },
    then: [['check_table', { table: 'notes' }, { ok: true }]],
  },
  {
    name: 'computes a generated column on every row',
    spec: 'D16 (generated: stored, computed by every engine write)',
    files: {
      'a.md': handRow('people', 1, ['name: A', 'born: 1999-12-31']),
      'b.md': handRow('people', 2, ['name: B', 'title: mine']),
      'c.md': handRow('people', 3, ['title: C (1999)', 'name: C', 'born: 1999-01-01']),
    },
    given: [PEOPLE],
    call: add(column('title', 'string', { generated: '{name} ({born:YYYY})' })),
    result: { changed: 2 },
    tree: {
      'a.md': kept(1, ['name: A', 'born: 1999-12-31', 'title: A (1999)']),
      'b.md': kept(2, ['name: B']),
    },
    then: [['check_table', { table: 'people' }, { ok: true }]],
  },
  {
    name: 'sets an identity on every row',
    spec: 'D16 (identity: filename, created, uuid)',
    files: { 'a.md': handRow('people', 1, ['name: A']), 'b.md': handRow('people', 2, ['name: B', 'note: b']) },
    given: [PEOPLE],
    call: add(column('note', 'string', { identity: 'filename', required: true, unique: true })),
    result: { changed: 1 },
    tree: { 'a.md': kept(1, ['name: A', 'note: a']), 'b.md': kept(2, ['name: B', 'note: b']) },
  },
  {
    name: 'gives every row a key of its own',
    spec: 'D16 (identity: uuid)',
    given: [PEOPLE, person('Ada')],
    call: add({ name: 'key', type: 'string', identity: 'uuid' }),
    result: { changed: 1, plannedUpdates: [{ changes: { key: { before: null, after: '<uuid>' } } }] },
  },
  {
    name: 'refuses a generated value that is there twice in a unique column',
    spec: 'D16 (unique)',
    given: [PEOPLE, person('Ada', { born: '1999-01-01' }), person('Bo', { born: '1999-02-02' })],
    call: add(column('year', 'string', { generated: '{born:YYYY}', unique: true })),
    error: { code: 'refused', violations: ['year unique', 'year unique'] },
  },
  {
    name: 'takes a column whose name is one of Obsidian’s',
    spec: 'D16: a table may declare tags, aliases, cssclasses',
    files: { 'a.md': handRow('people', 1, ['name: A', 'tags: [x, y]']) },
    given: [PEOPLE],
    call: add(column('tags', 'list', { items: { type: 'enum', values: ['x', 'y'] } })),
    result: { changed: 0 },
  },
  {
    name: 'adds a column to a table of its own rows and to none',
    spec: 'D16 (ref: self)',
    given: [PEOPLE, person('Ada')],
    call: add(column('boss', 'link', { ref: 'self' })),
    then: [['describe_table', { table: 'people' }, { columns: [{}, {}, {}, {}, { ref: 'main.default.people' }] }]],
  },
  {
    name: 'adds a required column without default to a table without rows',
    spec: 'D16',
    given: [PEOPLE],
    call: add(column('age', 'integer', { required: true })),
    result: { changed: 0 },
  },
  {
    name: 'lets a row alone that breaks another rule',
    spec: 'D7 (an edit by hand is listed by check_table)',
    files: { 'a.md': handRow('people', 1, ['born: soon']) },
    given: [PEOPLE],
    call: add(column('age', 'integer', { dense: true })),
    result: { changed: 1 },
  },
  {
    name: 'lets a note alone that does not parse when nothing is to be written',
    spec: 'D7 (unparsable)',
    files: { 'a.md': handRow('people', 1, ['name: A']) },
    given: [PEOPLE],
    edits: { 'a.md': handRow('people', 1, ['name: "A']) },
    call: add(column('age', 'integer')),
    result: { changed: 0 },
    then: [['select_rows', { table: 'people' }, { total: 1, rows: [{ name: 'A' }] }]],
  },
  {
    name: 'refuses a note that does not parse when it would have to be written',
    spec: 'D7 (unparsable: never rewritten)',
    files: { 'a.md': handRow('people', 1, ['name: A']) },
    given: [PEOPLE],
    edits: { 'a.md': handRow('people', 1, ['name: "A']) },
    call: add(column('age', 'integer', { dense: true })),
    error: { code: 'refused', violations: ['unparsable'] },
  },
  {
    name: 'refuses keys whose values do not fit, and lists them all',
    spec: 'D17: stray keys are validated; D5: all are listed',
    files: {
      'a.md': handRow('people', 1, ['name: A', 'age: seven']),
      'b.md': handRow('people', 2, ['name: B', 'age: 200']),
      'c.md': handRow('people', 3, ['name: C', 'age: "7"']),
      'd.md': handRow('people', 4, ['name: D', 'age: 7']),
    },
    given: [PEOPLE],
    call: add(column('age', 'integer', { max: 120 })),
    error: { code: 'refused', violations: ['age type', 'age range', 'age type'], message: 'and 2 more' },
  },
  {
    name: 'refuses keys that are no value of an enum, and says which are',
    spec: 'insert/update: the refusal lists allowed values',
    files: { 'a.md': handRow('people', 1, ['name: A', 'kind: c']) },
    given: [PEOPLE],
    call: add(column('kind', 'enum', { values: ['a', 'b'] })),
    error: { code: 'refused', violations: ['kind enum'], message: '(a, b)' },
  },
  {
    name: 'refuses keys that are there twice in a unique column',
    spec: 'D16 (unique)',
    files: {
      'a.md': handRow('people', 1, ['name: A', 'nick: x']),
      'b.md': handRow('people', 2, ['name: B', 'nick: x']),
      'c.md': handRow('people', 3, ['name: C', 'nick: y']),
    },
    given: [PEOPLE],
    call: add(column('nick', 'string', { unique: true })),
    error: { code: 'refused', violations: ['nick unique', 'nick unique'] },
  },
  {
    name: 'refuses a default that every row would have in a unique column',
    spec: 'D16 (unique)',
    given: [PEOPLE, person('Ada'), person('Bo')],
    call: add(column('nick', 'string', { unique: true, required: true, default: 'x' })),
    error: { code: 'refused', violations: ['nick unique', 'nick unique'] },
  },
  {
    name: 'refuses links to no row',
    spec: 'Rules for links',
    files: { 'a.md': handRow('people', 1, ['name: A', 'boss: "[[Nobody]]"', 'friend: "[[Loose]]"']), 'Loose.md': '' },
    given: [PEOPLE],
    call: add(column('boss', 'link', { ref: 'people' })),
    error: { code: 'refused', violations: ['boss broken_link'] },
  },
  refuses(
    'a required column without default for rows that lack it',
    add(column('age', 'integer', { required: true })),
    {
      code: 'refused',
      violations: ['age required'],
    },
  ),
  refuses('a column without description', add({ name: 'age', type: 'integer' }), {
    code: 'refused',
    violations: ['age required'],
    message: 'description',
  }),
  refuses('a name that is taken', add(column('email', 'string')), { code: 'refused', violations: ['email exists'] }),
  {
    name: 'refuses the name of a field',
    spec: 'Table definition: a field may not share a name with a column',
    given: [tableOf('a', [column('x', 'string')], { fields: { f: 1 } })],
    call: add(column('f', 'string'), 'a'),
    error: { code: 'refused', violations: ['f field'] },
  },
  refuses('a reserved name', add(column('path', 'string')), { code: 'bad_request', message: 'reserved' }, 'D16'),
  refuses('a type that there is not', add(column('age', 'int')), { code: 'bad_request', message: 'integer' }, 'D18'),
  refuses('an attribute that there is not', add(column('age', 'integer', { minimum: 1 })), {
    code: 'bad_request',
    message: 'unknown attribute "minimum"',
  }),
  refuses('attributes that do not fit each other', add(column('age', 'integer', { min: 3, max: 1, default: 'x' })), {
    code: 'refused',
    violations: ['age range'],
  }),
  refuses('a generated column of no column', add(column('t', 'string', { generated: '{nam}' })), {
    code: 'refused',
    violations: ['t unknown_column'],
    hint: 'name',
  }),
  refuses('a ref to no table', add(column('boss', 'link', { ref: 'peeple' })), {
    code: 'refused',
    violations: ['boss ref'],
    hint: 'people',
  }),
  refuses('an unknown table', add(column('age', 'integer'), 'peple'), {
    code: 'not_found',
    hint: 'main.default.people',
  }),
  refuses('the older argument dense', ['add_column', { table: 'people', column: column('a', 'string'), dense: true }], {
    code: 'bad_request',
    message: 'unknown argument "dense"',
  }),
  {
    name: 'is taken back by undo, the definition and the rows',
    spec: 'D17 (undo_migration)',
    given: [PEOPLE, person('Ada'), add(column('age', 'integer', { dense: true, default: 3 }))],
    call: ['add_column', { table: 'people', column: column('size', 'integer') }],
    tree: { [at('people', 'Ada')]: note(['table: main.default.people', 'id: <uuid>', 'name: Ada', 'age: 3']) },
  },
];
