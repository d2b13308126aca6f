/** Every write operation on one, two and five notes, for the crash and fault loops. */

import { isDeep } from '../../deep';
import type { JsonObject } from '../../../src/engine/json';
import { PEOPLE, TASKS } from '../open-vault';
import { RELATIONS } from '../relations';
import type { CrashScenario } from './crash-loop';

type Call = readonly [string, JsonObject];

const NAMES = ['Ada', 'Grace', 'Edsger', 'Barbara', 'Alan'] as const;

const people: Call = ['create_table', PEOPLE];
const tasks: Call = ['create_table', TASKS];

const base: Call = [
  'define_base',
  {
    name: 'dated',
    description: 'Mit Tag',
    columns: [{ name: 'day', type: 'date', description: 'When', dense: true, default: '2026-01-02' }],
  },
];

const heir: Call = ['set_table_bases', { table: 'people', bases: ['dated'] }];

const view: Call = ['create_view', { name: 'vw_all', description: 'Alle, Åse auch', query: { table: 'people' } }];

/** Their bodies hold characters of two and four bytes, which a crash may cut. */
const rows = (count: number): Call[] =>
  NAMES.slice(0, count).map((name) => [
    'insert_row',
    { table: 'people', values: { name }, body: `Über ${name} 🎵.\n` },
  ]);

/** A note that links to every one of them, so that moves rewrite it. */
const linking = (count: number): Record<string, string> => ({
  'Links.md': `${NAMES.slice(0, count)
    .map((name) => `[[${name}]]`)
    .join(' and ')}.\r\n`,
});

const loose = (count: number): Record<string, string> =>
  Object.fromEntries(
    NAMES.slice(0, count).map((name) => [`Inbox/${name}.md`, `---\nname: ${name} # by hand\n---\nText of ${name}\n`]),
  );

/** Links to rows that do not link back. */
/** Written by hand: an insert would answer the book. */
const authors = (count: number): Record<string, string> =>
  Object.fromEntries(
    NAMES.slice(0, count).map((name, i) => [
      `notedb/main/default/people/${name}.md`,
      `---\ntable: main.default.people\nid: 80000000-0000-4000-8000-00000000000${i}\nname: ${name}\n---\nÜber ${name} 🎵.\n`,
    ]),
  );

const unansweredBook = (count: number): string =>
  [
    '---',
    'table: main.default.books',
    'id: 90000000-0000-4000-8000-000000000001',
    'title: A book',
    `owner: "[[${NAMES[0]}]]"`,
    'authors:',
    ...NAMES.slice(0, count).map((name) => `  - "[[${name}]]"`),
    '---',
    '',
  ].join('\n');

const migration = (answers: readonly JsonObject[]): JsonObject => ({
  migration_id: answers.at(-1)?.['migrationId'] as string,
});

/** Of so many notes. */
const partOf =
  (count: number) =>
  (answers: readonly JsonObject[]): JsonObject => ({
    ...migration(answers),
    paths: NAMES.slice(0, count).map((name) => `notedb/main/default/people/${name}.md`),
  });

const AGE: JsonObject = { name: 'age', type: 'integer', description: 'in years' };

const SIZES = [1, 2, 5] as const;

const forSizes = (make: (count: number) => CrashScenario, sizes: readonly number[] = SIZES): CrashScenario[] =>
  sizes.map(make);

export const CRASH_SCENARIOS: readonly CrashScenario[] = [
  { name: 'create_table, first', setup: [], write: people },
  { name: 'create_table, second', setup: [people], write: tasks },
  {
    name: 'comment_on',
    setup: [people],
    write: ['comment_on', { catalog: 'main', schema: 'default', description: 'Über uns 🎵' }],
  },
  { name: 'define_base, first', setup: [people, ...rows(1)], write: base },
  ...forSizes((count) => ({
    name: `define_base over heirs, ${count}`,
    setup: [people, ...rows(count), base, heir],
    write: [
      'define_base',
      {
        name: 'dated',
        columns: [
          { name: 'since', type: 'date' },
          { name: 'mood', type: 'string', description: 'Laune', dense: true, default: 'über 🎵' },
        ],
        rename_columns: { day: 'since' },
      },
    ],
  })),
  ...forSizes((count) => ({
    name: `set_table_bases, ${count}`,
    setup: [people, ...rows(count), base],
    write: heir,
  })),
  { name: 'create_view', setup: [people, ...rows(1)], write: view },
  { name: 'drop_view', setup: [people, view], write: ['drop_view', { view: 'vw_all' }] },
  {
    name: 'insert_row',
    setup: [people],
    write: ['insert_row', { table: 'people', values: { name: 'Ada' }, body: 'Text\n' }],
  },
  {
    name: 'insert_row whose name and text are not ASCII',
    setup: [people],
    write: ['insert_row', { table: 'people', values: { name: 'Åse Ørsted 李' }, body: 'Ärger 🎵 und ähnliches\n' }],
  },
  {
    name: 'insert_row that takes a link’s meaning',
    files: { 'a/Ada.md': 'old\n', 'b.md': '[[Ada]]\n' },
    setup: [people],
    write: ['insert_row', { table: 'people', values: { name: 'Ada' }, path: 'Ada.md' }],
  },
  {
    name: 'update_row, values and body',
    setup: [people, ...rows(1)],
    write: [
      'update_row',
      {
        table: 'people',
        path: 'notedb/main/default/people/Ada.md',
        set_values: { born: '1815-12-10' },
        body_append: 'More.\n',
      },
    ],
  },
  ...forSizes((count) => ({
    name: `update_row that renames, ${count} linking notes`,
    files: Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`Note ${i}.md`, `See [[Ada]] and [it](Ada.md).\n`]),
    ),
    setup: [people, ...rows(1)],
    write: [
      'update_row',
      { table: 'people', path: 'notedb/main/default/people/Ada.md', set_values: { name: 'Ada Lovelace' } },
    ],
  })),
  ...forSizes((count) => ({
    name: `update_rows, ${count}`,
    setup: [people, ...rows(count)],
    write: ['update_rows', { table: 'people', set_values: { born: '1900-01-01' } }],
  })),
  ...forSizes((count) => ({
    name: `update_rows with generated columns, ${count}`,
    setup: [
      [
        'create_table',
        {
          name: 'people',
          description: 'Somebody',
          columns: [
            { name: 'name', type: 'string', description: 'Name' },
            { name: 'born', type: 'date', description: 'Birthday' },
            { name: 'label', type: 'string', description: 'Both', generated: '{name} ({born:YYYY})' },
            { name: 'uid', type: 'string', identity: 'uuid' },
          ],
        },
      ],
      ...rows(count),
    ],
    write: ['update_rows', { table: 'people', set_values: { born: '1900-01-01' } }],
  })),
  ...forSizes((count) => ({
    name: `update_row that renames a word, ${count} rows that use it`,
    setup: [
      people,
      ...rows(1),
      [
        'create_table',
        {
          name: 'notes',
          description: 'Notes',
          columns: [
            { name: 'title', type: 'string', description: 'Title' },
            { name: 'who', type: 'string', description: 'Name', vocabulary: 'people' },
          ],
        },
      ],
      ...NAMES.slice(0, count).map((title): Call => ['insert_row', { table: 'notes', values: { title, who: 'Ada' } }]),
    ],
    write: [
      'update_row',
      { table: 'people', path: 'notedb/main/default/people/Ada.md', set_values: { name: 'Ada Lovelace' } },
    ],
  })),
  ...forSizes((count) => ({
    name: `recompute_columns with new ids, ${count}`,
    setup: [people, ...rows(count)],
    write: ['recompute_columns', { table: 'people', new_ids: true }],
  })),
  ...forSizes((count) => ({
    name: `delete_rows archive, ${count}`,
    files: linking(count),
    setup: [people, ...rows(count)],
    write: ['delete_rows', { table: 'people', on_referenced: 'ignore' }],
  })),
  ...forSizes((count) => ({
    name: `delete_rows delete, ${count}`,
    setup: [people, ...rows(count)],
    write: ['delete_rows', { table: 'people', mode: 'delete' }],
  })),
  ...forSizes((count) => ({
    name: `delete_rows set_null, ${count}`,
    setup: [
      people,
      tasks,
      ...rows(1),
      ...Array.from({ length: count }, (_, i): Call => [
        'insert_row',
        { table: 'tasks', values: { title: `Do ${i}`, owner: '[[Ada]]' } },
      ]),
    ],
    write: ['delete_rows', { table: 'people', on_referenced: 'set_null' }],
  })),
  ...forSizes((count) => ({
    name: `adopt_rows in place, ${count}`,
    files: loose(count),
    setup: [people],
    write: ['adopt_rows', { table: 'people', paths: Object.keys(loose(count)), relocate: false }],
  })),
  ...forSizes((count) => ({
    name: `adopt_rows with a move, ${count}`,
    files: { ...loose(count), ...linking(count) },
    setup: [people],
    write: ['adopt_rows', { table: 'people', paths: Object.keys(loose(count)) }],
  })),
  ...forSizes(
    (count) => ({
      name: `move_rows with a move, ${count}`,
      files: linking(1),
      setup: [people, ['create_table', { ...PEOPLE, name: 'friends' }], ...rows(count)],
      write: ['move_rows', { table: 'people', to_table: 'friends', relocate: true }],
    }),
    [1, 2],
  ),
  {
    name: 'write_note of a new note',
    setup: [people],
    write: ['write_note', { path: 'New/Über.md', content: 'Text 🎵.\r\n' }],
  },
  {
    name: 'patch_note',
    files: linking(2),
    setup: [people],
    write: ['patch_note', { path: 'Links.md', heading: [], operation: 'append', content: 'Über 🎵.' }],
  },
  {
    name: 'move_note with a link to it',
    files: { ...linking(1), 'Ada.md': 'Über 🎵.\r\n' },
    setup: [people],
    write: ['move_note', { path: 'Ada.md', to: 'People/Åse.md' }],
  },
  {
    name: 'move_note to the trash',
    files: linking(1),
    setup: [people],
    write: ['move_note', { path: 'Links.md' }],
  },
  ...forSizes(
    (count) => ({
      name: `merge_rows, ${count}, half of them new`,
      setup: [people, ...rows(Math.floor(count / 2))],
      write: [
        'merge_rows',
        {
          table: 'people',
          on: ['name'],
          rows: NAMES.slice(0, count).map((name) => ({ name, born: '1900-01-01', email: `${name}@ü` })),
        },
      ],
    }),
    [1, 3],
  ),
  {
    name: 'batch of definitions and rows',
    setup: [people, ...rows(1)],
    write: [
      'batch',
      {
        operations: [
          { op: 'create_table', name: 'a', description: 'A', columns: [] },
          { op: 'insert_row', table: 'a', values: {}, path: 'A.md' },
          { op: 'move_rows', table: 'a', to_table: 'people', set_values: { name: 'A' } },
        ],
      },
    ],
  },
  {
    name: 'batch of rows that take each other’s places',
    setup: [people, ...rows(3)],
    write: [
      'batch',
      {
        operations: [
          ...[
            ['Ada', 'T'],
            ['Grace', 'Ada'],
            ['T', 'Grace'],
          ].map(([from = '', name = '']) => ({
            op: 'update_row',
            table: 'people',
            path: `notedb/main/default/people/${from}.md`,
            set_values: { name },
          })),
          { op: 'delete_rows', table: 'people', where: { name: 'Edsger' }, mode: 'delete' },
          { op: 'insert_row', table: 'people', values: { name: 'Edsger' } },
        ],
      },
    ],
  },
  ...forSizes((count) => ({
    name: `drop_table archive, ${count}`,
    setup: [people, ...rows(count)],
    write: ['drop_table', { table: 'people', mode: 'archive' }],
  })),
  ...forSizes((count) => ({
    name: `alter_table to another schema, ${count}`,
    files: linking(count),
    setup: [people, tasks, ...rows(count)],
    write: ['alter_table', { table: 'people', schema: 'own', fields: { f: 'x' }, archive: 'Old' }],
  })),
  {
    name: 'alter_table with a new file name',
    files: linking(1),
    setup: [people, ...rows(1)],
    write: ['alter_table', { table: 'people', filename: 'Person {name}' }],
  },
  ...forSizes((count) => ({
    name: `clone_table, ${count}`,
    files: linking(count),
    setup: [people, ...rows(count)],
    write: ['clone_table', { source: 'people', target: 'copies' }],
  })),
  ...forSizes((count) => ({
    name: `add_column, dense, ${count}`,
    setup: [people, ...rows(count)],
    write: [
      'add_column',
      { table: 'people', column: { name: 'size', type: 'integer', description: 'cm', dense: true, default: 170 } },
    ],
  })),
  { name: 'add_column, sparse', setup: [people, ...rows(1)], write: ['add_column', { table: 'people', column: AGE }] },
  ...forSizes((count) => ({
    name: `alter_column, dense, ${count}`,
    setup: [people, ...rows(count)],
    write: ['alter_column', { table: 'people', column: 'born', changes: { dense: true, label: 'Born on' } }],
  })),
  ...forSizes((count) => ({
    name: `rename_value that renames notes, ${count}`,
    setup: [
      people,
      ['create_table', { ...TASKS, filename: '{status} {title}' }] as const,
      ...NAMES.slice(0, count).map((title): Call => ['insert_row', { table: 'tasks', values: { title } }]),
    ],
    write: ['rename_value', { table: 'tasks', column: 'status', from_value: 'todo', to_value: 'open' }],
  })),
  ...forSizes((count) => ({
    name: `rename_column, ${count}`,
    setup: [people, ...rows(count)],
    write: ['rename_column', { table: 'people', from_column: 'name', to_column: 'full_name' }],
  })),
  ...forSizes((count) => ({
    name: `drop_column, ${count}`,
    setup: [people, ...rows(count)],
    write: ['drop_column', { table: 'people', column: 'name' }],
  })),
  {
    name: 'add_constraint',
    setup: [people, ...rows(2)],
    write: ['add_constraint', { table: 'people', name: 'named', check: { name: { ne: 'Nobody' } } }],
  },
  {
    name: 'drop_constraint',
    setup: [
      people,
      ...rows(2),
      ['add_constraint', { table: 'people', name: 'named', check: { name: { ne: 'Nobody' } } }],
    ],
    write: ['drop_constraint', { table: 'people', name: 'named' }],
  },
  ...forSizes((count) => ({
    name: `configure_database root, ${count}`,
    files: { 'Path.md': '[[notedb/main/default/people/Ada]]\n' },
    setup: [people, ...rows(count)],
    write: ['configure_database', { root: 'data/base' }],
  })),
  ...forSizes((count) => ({
    name: `configure_database root, with pictures, ${count}`,
    files: {
      'Gallery.md': '![[notedb/pic.png]]\n',
      'notedb/pic.png': 'a picture',
      'notedb/main/default/people/Scan.pdf': 'a scan',
    },
    setup: [people, ...rows(count)],
    write: ['configure_database', { root: 'data/base' }],
  })),
  ...forSizes((count) => ({
    name: `insert_row that is linked back from, ${count}`,
    files: RELATIONS,
    setup: rows(count),
    write: ['insert_row', { table: 'books', values: { title: 'A book', authors: NAMES.slice(0, count) } }],
  })),
  ...forSizes((count) => ({
    name: `align_relations, ${count}`,
    files: { ...RELATIONS, 'notedb/main/default/books/A book.md': unansweredBook(count), ...authors(count) },
    setup: [],
    write: ['align_relations', { table: 'books' }],
  })),
  { name: 'undo of create_table', setup: [people], write: ['undo_migration', migration] },
  { name: 'undo of insert_row', setup: [people, ...rows(1)], write: ['undo_migration', migration] },
  ...forSizes((count) => ({
    name: `undo of update_rows, ${count}`,
    setup: [people, ...rows(count), ['update_rows', { table: 'people', set_values: { born: '1900-01-01' } }] as const],
    write: ['undo_migration', migration],
  })),
  {
    name: 'undo of a part of update_rows',
    setup: [people, ...rows(5), ['update_rows', { table: 'people', set_values: { born: '1900-01-01' } }] as const],
    write: ['undo_migration', partOf(2)],
  },
  {
    name: 'undo of a part of delete_rows',
    setup: [people, ...rows(5), ['delete_rows', { table: 'people', mode: 'delete' }] as const],
    write: ['undo_migration', partOf(3)],
  },
  ...forSizes((count) => ({
    name: `undo of delete_rows, ${count}`,
    setup: [people, ...rows(count), ['delete_rows', { table: 'people', mode: 'delete' }] as const],
    write: ['undo_migration', migration],
  })),
  {
    name: 'undo of alter_table',
    files: linking(2),
    setup: [
      people,
      tasks,
      ...rows(2),
      ['alter_table', { table: 'people', schema: 'own', filename: 'P {name}' }] as const,
    ],
    write: ['undo_migration', migration],
  },
  ...forSizes((count) => ({
    name: `undo of rename_column, ${count}`,
    setup: [
      people,
      ...rows(count),
      ['rename_column', { table: 'people', from_column: 'name', to_column: 'full_name' }] as const,
    ],
    write: ['undo_migration', migration],
  })),
  ...forSizes((count) => ({
    name: `undo of drop_table, ${count}`,
    setup: [people, ...rows(count), ['drop_table', { table: 'people', mode: 'archive' }] as const],
    write: ['undo_migration', migration],
  })),
];

/** With one row nothing is done by half, and with five the same calls are made more often: the usual run takes two or three. */
export const usualScenarios = <Each extends { readonly name: string }>(scenarios: readonly Each[]): readonly Each[] =>
  isDeep ? scenarios : scenarios.filter(({ name }) => !/, [15]\b/.test(name));
