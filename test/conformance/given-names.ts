/** How a write names notes otherwise than by their pattern, and what it says of that. Source: docs/operations.md#column-specs (identity, filename); D6, D25. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { at, column, handRow, note, row, tableOf } from './tables';

const THINGS = tableOf('things', [
  column('title', 'string'),
  column('file', 'string', { identity: 'filename' }),
  column('code', 'string', { generated: '{file}!' }),
]);

const thing = (title: string | null, more: JsonObject = {}): Call => [
  'insert_row',
  { table: 'things', values: { title }, ...more },
];

const A = at('things', 'A');

const update = (args: JsonObject): Call => ['update_row', { table: 'things', path: A, ...args }];

const refuses = (what: string, file: JsonObject[string], code: string, message: string): ConformanceCase => ({
  name: `refuses ${what} for the name of a note`,
  spec: 'D25 (identity filename)',
  given: [THINGS, thing('A'), thing('B')],
  call: update({ set_values: { file } }),
  error: { code: 'refused', violations: [code], message },
});

export const GIVEN_NAMES: readonly ConformanceCase[] = [
  {
    name: 'renames the note when a column with identity filename is set, and links follow',
    spec: 'D25 (identity filename)',
    files: { 'See.md': '[[A]] and [it](notedb/main/default/things/A.md#x)\n', 'Fm.md': note(['up: "[[A|first]]"']) },
    given: [THINGS, thing('A')],
    call: update({ set_values: { file: 'Other one' } }),
    result: {
      planned_moves: [{ from: A, to: at('things', 'Other one') }],
      row: { title: 'A', file: 'Other one', code: 'Other one!', path: at('things', 'Other one') },
    },
    tree: {
      [A]: null,
      [at('things', 'Other one')]: row('things', ['title: A', 'file: Other one', 'code: Other one!']),
      'See.md': '[[Other one]] and [it](Other%20one.md#x)\n',
      'Fm.md': note(['up: "[[Other one|first]]"']),
    },
  },
  {
    name: 'takes the given name before the one of the pattern, and changes the other values too',
    spec: 'D25 (identity filename)',
    given: [
      tableOf('things', (THINGS[1]?.['columns'] as JsonObject[] | undefined) ?? [], { filename: '{title}' }),
      thing('A'),
    ],
    call: update({ set_values: { file: 'Mine', title: 'Yours' } }),
    result: { row: { title: 'Yours', file: 'Mine' }, warnings: [] },
  },
  {
    name: 'changes the case of a name',
    spec: 'D25 (identity filename), D6',
    given: [THINGS, thing('A')],
    call: update({ set_values: { file: 'a' } }),
    result: { row: { file: 'a', path: at('things', 'a') } },
  },
  {
    name: 'has nothing to do for the name that the note has, whatever it is',
    spec: 'D17 (nothing to change)',
    files: { 'Two: one.md': handRow('things', 1, ['title: A', 'file: "Two: one"', 'code: "Two: one!"']) },
    given: [THINGS],
    call: ['update_row', { table: 'things', path: 'Two: one.md', set_values: { file: 'Two: one' } }],
    result: { changed: 0, migrationId: null },
    undoable: false,
  },
  {
    name: 'compares the name before it changes',
    spec: 'docs/operations.md#update_row (expect)',
    given: [THINGS, thing('A')],
    call: update({ set_values: { file: 'C' }, expect: { file: 'B' } }),
    error: { code: 'conflict', conflicts: [`expect ${A}`] },
  },
  {
    name: 'gives a note the name that a word of a vocabulary is',
    spec: 'D16 (vocabulary: a rename there follows), D25',
    given: [
      THINGS,
      thing('A'),
      tableOf('uses', [column('name', 'string'), column('what', 'string', { vocabulary: 'things' })]),
      ['insert_row', { table: 'uses', values: { name: 'U', what: 'A' } }],
    ],
    call: update({ set_values: { file: 'Z' } }),
    then: [['select_rows', { table: 'uses' }, { rows: [{ what: 'Z' }] }]],
  },
  refuses('the name of another note', 'b', 'exists', `there is a note at ${at('things', 'B')} already`),
  refuses('a text that no file can be called', 'C#', 'file type', 'no note can be called "C#"; it can be called "C-"'),
  refuses('a text that is too long', 'x'.repeat(201), 'file type', 'no note can be called'),
  refuses('nothing', null, 'file required', 'a note has a name'),
  refuses('a number', 7, 'file type', 'file is the name of the note'),
  {
    name: 'refuses two names for one note',
    spec: 'D25 (identity filename)',
    given: [
      tableOf('things', [
        column('title', 'string'),
        column('one', 'string', { identity: 'filename' }),
        column('two', 'string', { identity: 'filename' }),
      ]),
      thing('A'),
    ],
    call: update({ set_values: { one: 'X', two: 'Y' } }),
    error: { code: 'refused', violations: ['two type'], message: 'can\'t be called "Y" and "X"' },
  },
  {
    name: 'is not for many rows at once',
    spec: 'D25 (update_row may)',
    given: [THINGS, thing('A')],
    call: ['batch', { operations: [{ op: 'update_rows', table: 'things', set_values: { file: 'X' } }] }],
    error: { code: 'refused', violations: ['file identity'], step: 0 },
  },
  {
    name: 'warns when the pattern renames nothing, since the old value was empty',
    spec: 'D6 (its present name does not fit its old values), D25',
    given: [tableOf('things', [column('title', 'string')], { filename: '{title}' }), thing(null, { path: A })],
    call: update({ set_values: { title: 'Blue' } }),
    result: {
      planned_moves: [],
      warnings: [`${A}: the note keeps its name, since title was empty; {title} would call it "Blue"`],
    },
  },
  {
    name: 'does not warn of a note that somebody named otherwise, or that is called so already',
    spec: 'D6',
    files: { [A]: handRow('things', 1, ['title: Green']) },
    given: [tableOf('things', [column('title', 'string')], { filename: '{title}' })],
    call: update({ set_values: { title: 'Blue' } }),
    result: { planned_moves: [], warnings: [] },
  },
  {
    name: 'warns when the file name of a changed row is not what its value is',
    spec: 'D6 (file names), D25',
    given: [tableOf('things', [column('title', 'string')], { filename: '{title}' }), thing('A')],
    call: update({ set_values: { title: 'C# or D?' } }),
    result: {
      planned_moves: [{ to: at('things', 'C- or D-') }],
      warnings: [`${at('things', 'C- or D-')}: no file can be called "C# or D?", so the note is "C- or D-"`],
    },
  },
  {
    name: 'warns when the file name is not what the value is',
    spec: 'D6 (file names), D25',
    given: [THINGS],
    call: thing('a/b: c'),
    result: {
      plannedCreates: [at('things', 'a-b- c')],
      warnings: [`${at('things', 'a-b- c')}: no file can be called "a/b: c", so the note is "a-b- c"`],
    },
  },
  {
    name: 'warns when the folder is not what the value is',
    spec: 'D16 (partition), D25',
    given: [tableOf('things', [column('title', 'string'), column('kind', 'string')], { partition: '{kind}' })],
    call: ['insert_row', { table: 'things', values: { title: 'A', kind: 'C#' } }],
    result: { warnings: [`${at('things', 'C-/A')}: no folder can be called "C#", so it is "C-"`] },
  },
  {
    name: 'does not warn of what the pattern itself holds, or of dates and times',
    spec: 'D6 (patterns, file names), D25',
    given: [
      tableOf('things', [column('at', 'datetime'), column('day', 'date'), column('title', 'string')], {
        filename: '{title}: {day:YYYY/MM}?',
        partition: '/{at}//{day:YYYY/MM}/#/',
      }),
    ],
    call: ['insert_row', { table: 'things', values: { title: 'A', at: '2026-11-21T09:30:00Z', day: '2026-11-21' } }],
    result: { plannedCreates: [at('things', '2026-11-21T09-30-00Z/2026/11/-/A- 2026-11-')], warnings: [] },
  },
  {
    name: 'does not warn of a number behind a name, of space at its ends, or of a path that is given',
    spec: 'D6 (file names), D25',
    given: [THINGS, thing('A'), thing('B#', { path: 'Here' })],
    call: thing(' A '),
    result: { plannedCreates: [at('things', 'A 2')], warnings: [] },
  },
  {
    name: 'warns of the first of many file names that are not what the values are',
    spec: 'D25',
    given: [THINGS],
    call: [
      'merge_rows',
      { table: 'things', on: ['title'], rows: Array.from({ length: 9 }, (_, n) => ({ title: `#${n}` })) },
    ],
    result: {
      warnings: [
        ...Array.from(
          { length: 5 },
          (_, n) => `${at('things', `-${n}`)}: no file can be called "#${n}", so the note is "-${n}"`,
        ),
        '4 more notes are called otherwise than their values ask',
      ],
    },
  },
];
