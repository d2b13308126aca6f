/** adopt_rows. spec: Row write operations; D2, D16, D17. */

import type { JsonObject } from '../../src/engine/index';
import type { ConformanceCase } from './case';
import { PEOPLE, TASKS, at, column, handRow, id, note, person, row, tableOf } from './tables';

const adopt = (paths: readonly string[], more: JsonObject = {}, table = 'people'): ConformanceCase['call'] => [
  'adopt_rows',
  { table, paths, ...more },
];

const conflicting = (
  name: string,
  lines: readonly string[],
  conflicts: readonly string[],
  hint: string,
): ConformanceCase => ({
  name,
  spec: 'adopt_rows, D17',
  files: { 'a.md': note(lines) },
  given: [PEOPLE, TASKS],
  call: adopt(['a.md']),
  error: { code: 'conflict', conflicts, hint },
});

export const ADOPT_ROWS: readonly ConformanceCase[] = [
  {
    name: 'makes rows of notes and moves them to the table’s folder',
    spec: 'adopt_rows',
    files: { 'Inbox/Ada.md': note(['name:  Ada # by hand'], 'Text\n'), 'See.md': '[it](Inbox/Ada.md)\n' },
    given: [PEOPLE],
    call: adopt(['Inbox/Ada']),
    result: { changed: 2, planned_moves: [{ from: 'Inbox/Ada.md', to: at('people', 'Ada') }] },
    tree: {
      'Inbox/Ada.md': null,
      'See.md': '[it](Ada.md)\n',
      [at('people', 'Ada')]: note(['name:  Ada # by hand', 'table: main.default.people', 'id: <uuid>'], 'Text\n'),
    },
  },
  {
    name: 'leaves notes where they are',
    spec: 'adopt_rows (relocate)',
    files: { 'Inbox/Ada.md': note(['name: Ada']) },
    given: [PEOPLE],
    call: adopt(['Inbox/Ada.md', 'Inbox/Ada.md'], { relocate: false }),
    result: { changed: 1, planned_moves: [] },
    then: [['select_rows', { table: 'people' }, { total: 1, rows: [{ path: 'Inbox/Ada.md', name: 'Ada' }] }]],
  },
  {
    name: 'renames, drops, sets for all, sets for one, then fills defaults',
    spec: 'D17 (order)',
    files: {
      'A.md': note(['Title: A', 'junk: 1', 'status: doing', 'owner: "[[Ada]]"']),
      'B.md': note(['Title: B', 'junk: 2']),
    },
    given: [PEOPLE, TASKS, person('Ada')],
    call: adopt(
      ['A.md', 'B.md'],
      {
        rename: { Title: 'title', Nope: 'due' },
        drop: ['junk'],
        set_values: { estimate: 1, owner: 'Ada' },
        per_row: { 'B.md': { estimate: 2 } },
        relocate: false,
      },
      'tasks',
    ),
    result: {
      changed: 2,
      plannedUpdates: [
        { path: 'A.md' },
        {
          path: 'B.md',
          changes: { estimate: { before: null, after: 2 }, status: { after: 'todo' }, owner: { after: '[[Ada]]' } },
        },
      ],
    },
    then: [['check_table', { table: 'tasks' }, { rows: 2, ok: true, violations: [] }]],
  },
  {
    name: 'gives a note without front matter one',
    spec: 'D2',
    files: { 'A.md': 'Text\n' },
    given: [PEOPLE],
    call: adopt(['A.md'], { set_values: { name: 'A' }, relocate: false }),
    tree: { 'A.md': note(['table: main.default.people', 'id: <uuid>', 'name: A'], 'Text\n') },
  },
  {
    name: 'takes defaults only where the key is absent, and nobody set it',
    spec: 'D16',
    files: { 'A.md': note(['title: A', 'status:']), 'B.md': note(['title: B']) },
    given: [PEOPLE, TASKS],
    call: adopt(['A.md', 'B.md'], { relocate: false, per_row: { B: { status: null } } }, 'tasks'),
    then: [['select_rows', { table: 'tasks', where: { status: { exists: true } } }, { total: 0 }]],
  },
  {
    name: 'keeps an id that is a UUID',
    spec: 'D17',
    files: { 'A.md': note([`id: ${id(7)}`, 'name: A']) },
    given: [PEOPLE],
    call: adopt(['A.md'], { relocate: false }),
    then: [['update_row', { table: 'people', id: id(7), set_values: {} }, { row: { path: 'A.md' } }]],
  },
  {
    name: 'skips what is a row already',
    spec: 'D17',
    given: [PEOPLE, person('Ada')],
    call: adopt([at('people', 'Ada')]),
    result: { changed: 0, warnings: [`${at('people', 'Ada')} is a row of people already`] },
  },
  {
    name: 'goes by the partition of the values and numbers a taken name',
    spec: 'D6, D16',
    files: { 'x/N.md': note(['name: N', 'k: p']), 'y/N.md': note(['name: M', 'k: p']) },
    given: [tableOf('a', [column('name', 'string'), column('k', 'string')], { partition: '{k}' })],
    call: adopt(['x/N.md', 'y/N.md'], {}, 'a'),
    result: { planned_moves: [{ to: 'notedb/main/default/a/p/N.md' }, { to: 'notedb/main/default/a/p/N 2.md' }] },
  },
  {
    name: 'takes the name of a dropped table for nothing, and an archived note back',
    spec: 'D2',
    files: {
      'A.md': note(['table: main.default.gone', 'name: A']),
      [at('people', '_archive/B')]: handRow('people', 1, ['name: B']),
    },
    given: [PEOPLE],
    call: adopt(['A.md', at('people', '_archive/B')]),
    result: { changed: 2, planned_moves: [{ to: at('people', 'A') }, { to: at('people', 'B') }] },
  },
  {
    name: 'renames or drops keys that the system needs',
    spec: 'adopt_rows, D17',
    files: { 'A.md': note(['table: Kitchen', 'id: 7', 'name: A']) },
    given: [tableOf('a', [column('name', 'string'), column('furniture', 'string')])],
    call: adopt(['A.md'], { rename: { table: 'furniture' }, drop: ['id'], relocate: false }, 'a'),
    tree: { 'A.md': note(['table: main.default.a', 'id: <uuid>', 'name: A', 'furniture: Kitchen']) },
  },
  conflicting('refuses a key table that names no table', ['table: Kitchen', 'name: A'], ['table a.md'], 'table'),
  conflicting('refuses an id that is no UUID', ['id: 7', 'name: A'], ['id a.md'], 'id'),
  conflicting(
    'refuses the row of another table',
    [`table: main.default.tasks`, `id: ${id(1)}`, 'title: x'],
    ['other_table a.md'],
    'move_rows',
  ),
  {
    name: 'lists everything that is wrong with all notes, conflicts too',
    spec: 'adopt_rows (all listed), D5',
    files: {
      'A.md': note(['nmae: A', 'born: soon', 'x: 1']),
      'B.md': '---\nname: [\n---\n',
      'C.md': note(['id: 1', 'name: C']),
    },
    given: [PEOPLE],
    call: adopt(['A.md', 'B.md', 'C.md', 'D.md', '../E', '.f/g']),
    error: {
      code: 'conflict',
      conflicts: ['id C.md'],
      violations: [
        'nmae unknown_column',
        'x unknown_column',
        'born type',
        'name required',
        'unparsable',
        'path',
        'path',
        'path',
      ],
    },
  },
  {
    name: 'refuses to rename over a key that is there',
    spec: 'adopt_rows',
    files: { 'A.md': note(['Name: A', 'name: B']) },
    given: [PEOPLE],
    call: adopt(['A.md'], { rename: { Name: 'name' } }),
    error: { code: 'refused', violations: ['name exists', 'Name unknown_column'] },
  },
  {
    name: 'refuses values that do not fit',
    spec: 'adopt_rows',
    files: { 'A.md': note(['name: A']) },
    given: [PEOPLE],
    call: adopt(['A.md'], { set_values: { born: 1, nope: 2 } }),
    error: { code: 'refused', violations: ['born type', 'nope unknown_column'] },
  },
  {
    name: 'refuses one id for two notes',
    spec: 'D7 (duplicate_id)',
    files: { 'A.md': note([`id: ${id(1)}`, 'name: A']), 'B.md': note([`id: ${id(1)}`, 'name: B']) },
    given: [PEOPLE],
    call: adopt(['A.md', 'B.md']),
    error: { code: 'refused', violations: ['id duplicate_id'] },
  },
  {
    name: 'refuses the id of a row',
    spec: 'D7 (duplicate_id)',
    files: { 'A.md': handRow('people', 1, ['name: A']), 'B.md': note([`id: ${id(1)}`, 'name: B']) },
    given: [PEOPLE],
    call: adopt(['B.md'], { relocate: false }),
    error: { code: 'refused', violations: ['id duplicate_id'], message: 'A.md' },
  },
  {
    name: 'refuses to leave notes where they would be no rows',
    spec: 'D2',
    files: { 'Skip/A.md': note(['name: A']), 'notedb/main/default/a/_archive/B.md': note(['name: B']) },
    given: [tableOf('a', [column('name', 'string')], { exclude: ['Skip'] })],
    call: adopt(['Skip/A.md', 'notedb/main/default/a/_archive/B.md'], { relocate: false }, 'a'),
    error: { code: 'refused', violations: ['path', 'path'] },
  },
  {
    name: 'refuses a folder that can’t be filled',
    spec: 'D6',
    files: { 'A.md': note(['name: A']) },
    given: [tableOf('a', [column('name', 'string'), column('k', 'string')], { partition: '{k}' })],
    call: adopt(['A.md'], {}, 'a'),
    error: { code: 'refused', violations: ['k path'] },
  },
  {
    name: 'refuses per_row for a note that is not adopted',
    spec: 'D18',
    files: { 'A.md': note(['name: A']) },
    given: [PEOPLE],
    call: adopt(['A.md'], { per_row: { 'B.md': { name: 'B' } } }),
    error: { code: 'bad_request', message: 'B.md' },
  },
  {
    name: 'lists mistyped arguments',
    spec: 'D3',
    given: [PEOPLE],
    call: ['adopt_rows', { table: 'people', paths: 'A.md', rename: { a: 1 }, relocate: 'no' }],
    error: { code: 'bad_request', message: ['paths', 'rename.a', 'relocate'] },
  },
  {
    name: 'names the row as it is selected',
    spec: 'D4',
    files: { 'A.md': note(['name: A']) },
    given: [PEOPLE],
    call: adopt(['A.md']),
    tree: {
      [at('people', 'A')]: row('people', ['name: A']).replace(
        'table: main.default.people\nid: <uuid>\nname: A',
        'name: A\ntable: main.default.people\nid: <uuid>',
      ),
    },
  },
];
