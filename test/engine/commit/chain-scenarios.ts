/** Writes that reach several tables, and chains of moves, for the crash and fault loops. */

import type { JsonObject } from '../../../src/engine/json';
import { column } from '../open-vault';
import type { CrashScenario } from './crash-loop';

type Call = readonly [string, JsonObject];

const LEVELS = { values: ['low', 'high'], default: 'low' };

const graded: Call = [
  'define_base',
  {
    name: 'graded',
    description: 'Graded',
    columns: [
      column('level', 'enum', LEVELS),
      column('levels', 'list', { items: { type: 'enum', values: ['low', 'high'] } }),
    ],
  },
];

const table = (name: string, more: JsonObject = {}): Call => [
  'create_table',
  { name, description: name, columns: [column('title', 'string', { required: true })], ...more },
];

const insert = (into: string, title: string, values: JsonObject = {}): Call => [
  'insert_row',
  { table: into, values: { title, level: 'low', ...values }, body: `Über [[A1]] und ${title} 🎵.\n` },
];

const RENAME: Call = ['rename_value', { table: 'first', column: 'level', from_value: 'low', to_value: 'modest' }];

/** A base's enum in two tables; the notes of the second are named by it, and rows link to them. */
const inherited: readonly Call[] = [
  graded,
  table('first'),
  table('second'),
  ['set_table_bases', { table: 'first', bases: ['graded'] }],
  ['set_table_bases', { table: 'second', bases: ['graded'] }],
  ['alter_table', { table: 'second', filename: '{level} {title}' }],
  insert('first', 'A1'),
  insert('second', 'B1'),
  insert('second', 'B2'),
];

const words = (count: number): readonly Call[] => [
  ['create_table', { name: 'topics', description: 'Topics', columns: [column('name', 'string', { required: true })] }],
  ['insert_row', { table: 'topics', values: { name: 'Old' } }],
  ...['one', 'two'].flatMap((name): Call[] => [
    [
      'create_table',
      {
        name,
        description: name,
        filename: '{title}',
        columns: [
          column('title', 'string'),
          column('topic', 'string', { vocabulary: 'topics' }),
          column('label', 'string', { generated: '{topic} – {title}' }),
        ],
      },
    ],
    ...Array.from({ length: count }, (_, i): Call => [
      'insert_row',
      { table: name, values: { title: `${name} ${i}`, topic: 'Old' } },
    ]),
  ]),
];

const plain: Call = [
  'create_table',
  {
    name: 'rows',
    description: 'Rows',
    columns: [column('name', 'string', { required: true }), column('place', 'string')],
  },
];
const row = (name: string, place = 'x'): Call => [
  'insert_row',
  { table: 'rows', values: { name, place }, body: `Über ${name}.\n` },
];
const named = (from: string, name: string): JsonObject => ({
  op: 'update_row',
  table: 'rows',
  path: `notedb/main/default/rows/${from}.md`,
  set_values: { name },
});

export const CHAIN_SCENARIOS: readonly CrashScenario[] = [
  { name: 'rename_value of a base, over two tables', setup: inherited, write: RENAME },
  ...[1, 2].map((count): CrashScenario => ({
    name: `update_row that renames a word of two tables, ${count} rows each`,
    setup: words(count),
    write: ['update_row', { table: 'topics', path: 'notedb/main/default/topics/Old.md', set_values: { name: 'New' } }],
  })),
  {
    name: 'batch of two changes of the same rows',
    setup: inherited,
    write: [
      'batch',
      {
        operations: [
          { op: 'update_rows', table: 'second', set_values: { level: 'high' } },
          { op: 'rename_value', ...RENAME[1], from_value: 'high', to_value: 'top' },
        ],
      },
    ],
  },
  {
    name: 'chain of moves',
    files: { 'Links.md': '[[a]] [[b]] [[c]]\n' },
    setup: [plain, row('a'), row('b'), row('c')],
    write: ['batch', { operations: [named('c', 'd'), named('b', 'c'), named('a', 'b')] }],
  },
  {
    name: 'swap of two notes',
    files: { 'Links.md': '[[a]] [[b]]\n' },
    setup: [plain, row('a'), row('b')],
    write: ['batch', { operations: [named('a', 't'), named('b', 'a'), named('t', 'b')] }],
  },
  {
    name: 'names that change in case alone',
    files: { 'Links.md': '[[a]] [[b]]\n' },
    setup: [plain, row('a'), row('b')],
    write: ['batch', { operations: [named('a', 'A'), named('b', 'B')] }],
  },
  {
    name: 'swap of two notes that changes their case too',
    setup: [plain, row('a'), row('b')],
    write: ['batch', { operations: [named('a', 't'), named('b', 'A'), named('t', 'B')] }],
  },
  {
    name: 'chain of moves that changes the case too',
    setup: [plain, row('a'), row('b')],
    write: ['batch', { operations: [named('b', 'c'), named('a', 'B')] }],
  },
  {
    name: 'folders that change in case alone',
    files: { 'Links.md': '[[rows/x/a]] [[b]]\n' },
    setup: [['create_table', { ...plain[1], partition: '{place}' }], row('a'), row('b', 'y')],
    write: ['update_rows', { table: 'rows', set_values: { place: 'X' } }],
  },
  {
    name: 'undo of a swap that changes the case too',
    setup: [plain, row('a'), row('b'), ['batch', { operations: [named('a', 't'), named('b', 'A'), named('t', 'B')] }]],
    write: ['undo_migration', (answers) => ({ migration_id: answers.at(-1)?.['migrationId'] as string })],
  },
];
