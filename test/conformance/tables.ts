/** The tables that most cases start from, and notes as the engine writes them. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, Edits } from './case';

export const column = (name: string, type: string, more: JsonObject = {}): JsonObject => ({
  name,
  type,
  description: `what ${name} says`,
  ...more,
});

export const tableOf = (name: string, columns: readonly JsonObject[], more: JsonObject = {}): Call => [
  'create_table',
  { name, description: `What ${name} are`, columns, ...more },
];

export const PEOPLE: Call = tableOf('people', [
  column('name', 'string', { required: true }),
  column('email', 'string', { unique: true }),
  column('born', 'date'),
]);

export const TASKS: Call = tableOf(
  'tasks',
  [
    column('title', 'string', { required: true }),
    column('status', 'enum', { values: ['todo', 'doing', 'done'], default: 'todo' }),
    column('owner', 'link', { ref: 'people' }),
    column('due', 'date'),
    column('estimate', 'number', { min: 0, max: 100, step: 0.5 }),
    column('labels', 'list', { items: 'string' }),
  ],
  { filename: '{title}' },
);

export const person = (name: string, more: JsonObject = {}): Call => [
  'insert_row',
  { table: 'people', values: { name, ...more } },
];

export const task = (title: string, more: JsonObject = {}): Call => [
  'insert_row',
  { table: 'tasks', values: { title, ...more } },
];

/** The vault path of a row of one of these tables. */
export const at = (table: string, name: string): string => `notedb/main/default/${table}/${name}.md`;

/** A note with front matter of these lines. */
export const note = (lines: readonly string[], body = ''): string => `---\n${lines.join('\n')}\n---\n${body}`;

/** A row as the engine writes it. */
export const row = (table: string, lines: readonly string[], body = ''): string =>
  note([`table: main.default.${table}`, 'id: <uuid>', ...lines], body);

/** An id that a note of the test bears. */
export const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** A row that somebody wrote by hand. */
export const handRow = (table: string, n: number, lines: readonly string[], body = ''): string =>
  note([`table: main.default.${table}`, `id: ${id(n)}`, ...lines], body);

/** So many rows that their vanishing together is not believed. D7 */
export const MANY: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 60 }, (_, n) => [`Many/${n}.md`, handRow('people', n + 1, [`name: Person ${n}`])]),
);

/** A disk that was not there: every one of them is gone. */
export const ALL_GONE: Edits = Object.fromEntries(Object.keys(MANY).map((path) => [path, null]));
