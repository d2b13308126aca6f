/** Vaults in which the hidden things bear other names, and calls that say these names. docs/rights.md#what-an-app-sees; D22 */

import * as fc from 'fast-check';
import { type Engine, type JsonObject, openEngine } from '../../../src/engine/index';
import { createMemoryHost } from '../../memory-host/memory-host';

const TABLES = ['people', 'secrets', 'salaries'];
const BASES = ['base_pin', 'base_pay'];
const VIEWS = ['vw_pay', 'vw_pins'];
const NOTES = ['Anna', 'Ben', 'Cleo'];
const PLACES = ['row', 'copy', 'archived', 'broken', 'dropped'] as const;

interface HiddenNote {
  readonly name: string;
  readonly place: (typeof PLACES)[number];
  /** Of an open row that it links to. */
  readonly link: string;
}

/** What an app may not see, by its names. */
export interface HiddenNames {
  readonly tables: readonly string[];
  readonly bases: readonly string[];
  readonly views: readonly string[];
  readonly notes: readonly HiddenNote[];
}

const OPEN_ROWS = ['First', 'Second', 'Third'];
const TASKS = 'notedb/main/open/tasks';

export const hiddenNames: fc.Arbitrary<HiddenNames> = fc.record({
  tables: fc.subarray(TABLES),
  bases: fc.subarray(BASES),
  views: fc.subarray(VIEWS),
  notes: fc
    .tuple(
      fc.subarray(NOTES),
      fc.array(fc.constantFrom(...PLACES), { minLength: 3, maxLength: 3 }),
      fc.shuffledSubarray(OPEN_ROWS, { minLength: 3 }),
    )
    .map(([names, places, links]) =>
      names.map((name, i) => ({ name, place: places[i] ?? 'row', link: links[i] ?? 'First' })),
    ),
});

function metastore({ tables, bases, views }: HiddenNames): string {
  const base = bases.map(
    (name) =>
      `  ${name}:\n    description: ${name}\n    columns:\n      - {name: pin, type: string, description: pin}\n`,
  );
  const hidden = ['vault', ...tables].map(
    (name) => `  main.closed.${name}:
    description: ${name}
    filename: "{name}"
    bases: [${bases.join(', ')}]
    columns:
      - {name: name, type: string, description: name, required: true}
      - {name: task, type: link, ref: main.open.tasks, description: task}
`,
  );
  const hiddenViews = views.map(
    (name) => `  main.closed.${name}:\n    query: {table: main.open.tasks, columns: [name, num, state, parent.name]}\n`,
  );
  return `format: 1
${base.length === 0 ? '' : `bases:\n${base.join('')}`}tables:
${hidden.join('')}  main.open.tasks:
    description: Tasks.
    filename: "{name}"
    history: true
    columns:
      - {name: name, type: string, description: name, required: true}
      - {name: num, type: integer, description: num}
      - {name: state, type: enum, values: [todo, done], description: state}
      - {name: code, type: string, unique: true, description: code}
      - {name: parent, type: link, ref: self, description: parent}
${hiddenViews.length === 0 ? '' : `views:\n${hiddenViews.join('')}`}`;
}

const ID = (count: number): string => `22222222-2222-4222-8222-${String(count).padStart(12, '0')}`;

function hiddenText({ name, place, link }: HiddenNote, i: number): string {
  const table = place === 'dropped' ? 'former' : 'vault';
  const id = place === 'broken' ? '[' : ID(i);
  // A link of a row in a column of its table holds the open row in its place: delete_rows would be refused.
  const task = place === 'row' || place === 'copy' ? '' : `task: "[[${link}]]"\n`;
  return `---\ntable: main.closed.${table}\nid: ${id}\nname: ${name}\n${task}---\nsecret of [[${link}]]\n`;
}

function hiddenPaths({ name, place }: HiddenNote): readonly string[] {
  if (place === 'archived') return [`notedb/main/closed/vault/_archive/${name}.md`];
  if (place === 'copy') return [`notedb/main/closed/vault/${name}.md`, `Loose/${name} copy.md`];
  return [place === 'row' ? `notedb/main/closed/vault/${name}.md` : `Loose/${name}.md`];
}

/** Nothing but files: what the engine counts is the same in all of them. */
export async function vaultWith(names: HiddenNames): Promise<Engine> {
  const files: Record<string, string> = { 'notedb/metastore.yaml': metastore(names) };
  for (const [i, note] of names.notes.entries())
    for (const path of hiddenPaths(note)) files[path] = hiddenText(note, i);
  for (const [i, name] of OPEN_ROWS.entries()) {
    const parent = i === 0 ? '' : `parent: "[[${OPEN_ROWS[i - 1]}]]"\n`;
    files[`${TASKS}/${name}.md`] =
      `---\ntable: main.open.tasks\nid: ${ID(100 + i)}\nname: ${name}\nnum: ${i}\nstate: todo\ncode: c${i}\n${parent}---\nalpha [[${OPEN_ROWS[(i + 1) % 3]}]] [[Ann]]\n`;
  }
  return openEngine(createMemoryHost({ files }));
}

const tableWord = fc.constantFrom(...TABLES, 'vault', 'former', 'nobody', ...VIEWS);
const noteWord = fc.constantFrom(...NOTES, 'Nobody');
const FORMS: readonly ((table: string, note: string) => string)[] = [
  (table) => table,
  (table) => table.slice(0, -1),
  (table) => `closed.${table}`,
  (table) => `main.closed.${table}`,
  (table) => `main.closed.${table}.name`,
  (_, note) => note,
  (_, note) => `[[${note}]]`,
  (_, note) => note.slice(0, -1),
  (_, note) => `Loose/${note}.md`,
  (_, note) => `Loose/${note} copy.md`,
  (_, note) => `notedb/main/closed/vault/${note}.md`,
  (_, note) => `[[notedb/main/closed/vault/${note}]]`,
  (_, note) => `notedb/main/closed/vault/_archive/${note}.md`,
];
const word = fc
  .tuple(fc.oneof(tableWord, fc.constantFrom(...BASES, 'base_none', 'pin')), noteWord, fc.constantFrom(...FORMS))
  .map(([table, note, form]) => form(table, note));

/** Of tables, views and bases. */
const reference = fc.oneof(
  fc.tuple(tableWord, fc.constantFrom(...FORMS.slice(0, 4))).map(([table, form]) => form(table, '')),
  fc.constantFrom(...BASES, 'base_none').map((base) => `base:${base}`),
);

export type Call = readonly [operation: string, args: JsonObject];

const tasks = { table: 'tasks' };
const rowName = fc.constantFrom(...OPEN_ROWS, 'New');

const read = fc
  .tuple(word, reference)
  .chain(([said, table]) =>
    fc.constantFrom<Call>(
      ['select_rows', { table }],
      ['select_rows', { ...tasks, where: { name: said } }],
      ['select_rows', { ...tasks, where: { parent: said } }],
      ['select_rows', { ...tasks, where: { [said]: said } }],
      ['select_rows', { ...tasks, columns: ['name', said] }],
      ['select_rows', { ...tasks, order_by: [said] }],
      ['select_rows', { ...tasks, expand: [said] }],
      ['select_rows', { ...tasks, group_by: said, aggregates: { n: 'count' } }],
      ['select_rows', { ...tasks, join: { table, on: { name: 'name' } } }],
      ['select_rows', { ...tasks, rollup: { n: { table, by: 'parent', value: 'count' } } }],
      ['select_rows', { ...tasks, rollup: { n: { via: 'parent', value: `max:${said}` } } }],
      ['select_rows', { table: 'system.information_schema.columns', where: { table_name: said } }],
      ['describe_table', { table }],
      ['describe_table', { table: [table] }],
      ['check_table', { table }],
      ['describe_database', {}],
      ['list_link_targets', { ...tasks, column: said }],
      ['list_link_targets', { ...tasks, column: 'parent', query: said }],
      ['read_note', { path: said }],
      ['list_folder', { folder: said }],
      ['list_folder', { folder: 'Loose' }],
      ['infer_table', { folder: 'Loose' }],
      ['infer_table', { paths: [said] }],
      ['infer_table', { rows: [{ name: `[[${said}]]` }] }],
      ['search_notes', { query: said }],
      ['graph_neighbors', { from_nodes: { paths: [said] } }],
      ['graph_neighbors', { from_nodes: { table } }],
      ['list_changes', { tables: [said] }],
      ['list_changes', { where: { name: said } }],
      ['list_migrations', { table: said }],
      ['describe_history', { table }],
      ['table_changes', { table, start_version: 0 }],
    ),
  );

const column = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  type: 'string',
  description: 'said',
  ...more,
});

/** No row is named as a hidden file: links to it would be written with its path, which docs/rights.md#what-an-app-sees lists as told. */
const write = fc.tuple(word, reference, rowName).chain(([said, table, name]) =>
  fc.constantFrom<Call>(
    ['insert_row', { ...tasks, values: { name: 'New', state: said } }],
    ['insert_row', { ...tasks, values: { name: 'New', num: said, [said]: said } }],
    ['insert_row', { ...tasks, values: { name: 'New', parent: said } }],
    ['insert_row', { ...tasks, values: { name: 'New', code: said }, body: `[[${name}]] ${said} [[Nobody]]` }],
    ['insert_row', { table, values: { name: said } }],
    ['update_row', { ...tasks, path: said, set_values: { num: 1 } }],
    ['update_row', { ...tasks, path: `${TASKS}/${name}.md`, set_values: { code: said }, expect: { code: said } }],
    ['update_row', { ...tasks, path: `${TASKS}/${name}.md`, set_values: { name: 'Renamed' } }],
    ['update_row', { ...tasks, path: `${TASKS}/${name}.md`, body_sections: { [said]: said } }],
    ['update_rows', { ...tasks, where: { name: said }, set_values: { state: said } }],
    ['update_rows', { ...tasks, where: { parent: said }, set_values: { parent: said }, expect_rows: 2 }],
    ['delete_rows', { ...tasks, where: { name }, on_referenced: 'restrict' }],
    ['delete_rows', { ...tasks, where: { name }, on_referenced: 'set_null' }],
    ['delete_rows', { ...tasks, where: { name }, on_referenced: 'ignore' }],
    [
      'merge_rows',
      {
        ...tasks,
        on: ['name'],
        rows: [
          { name, code: said },
          { name: 'New', state: said },
        ],
      },
    ],
    ['merge_rows', { ...tasks, on: [said], rows: [{ name, code: said }] }],
    ['adopt_rows', { ...tasks, paths: [said] }],
    ['adopt_rows', { ...tasks, folder: 'Loose' }],
    ['move_rows', { ...tasks, to_table: table, where: { name } }],
    ['recompute_columns', { ...tasks, paths: [said] }],
    ['undo_migration', { migration_id: 'last' }],
    ['undo_migration', { migration_id: 'last', paths: [said] }],
    ['restore_table', { table, version: 0 }],
    ['add_column', { ...tasks, column: column(said) }],
    ['add_column', { ...tasks, column: column('ref', { type: 'link', ref: table }) }],
    ['add_column', { ...tasks, column: column('word', { vocabulary: table }) }],
    ['add_column', { ...tasks, column: column('more', { default: said }) }],
    ['alter_column', { ...tasks, column: said, changes: { required: true } }],
    ['alter_column', { ...tasks, column: 'state', changes: { values: ['todo', said] } }],
    ['alter_column', { ...tasks, column: 'name', changes: { description: said } }],
    ['rename_column', { ...tasks, from_column: 'num', to_column: said }],
    ['rename_value', { ...tasks, column: 'state', from: 'todo', to: said }],
    ['drop_column', { ...tasks, column: 'num' }],
    ['set_table_bases', { ...tasks, bases: [said] }],
    ['alter_table', { ...tasks, filename: '{name} {num}' }],
    ['alter_table', { ...tasks, filename: `{${said}}` }],
    ['create_table', { schema: 'open', name: 'made', description: 'made', columns: [column(said)] }],
    ['create_view', { schema: 'open', name: 'vw_made', query: { table: 'main.open.tasks', columns: ['name', said] } }],
    ['create_view', { schema: 'open', name: 'vw_made', query: { table } }],
    ['clone_table', { source: table, target: 'main.open.copy' }],
    ['drop_table', { table }],
    ['create_webhook', { url: 'https://example.org', tables: [said] }],
    ['comment_on', { table, description: said }],
  ),
);

/** A call of an app, as it is or as a dry run, alone or among the steps of a batch. */
export const saidCall: fc.Arbitrary<Call> = fc.oneof(
  { arbitrary: read, weight: 2 },
  {
    arbitrary: fc
      .tuple(write, fc.boolean())
      .map(([[operation, args], dry]): Call => [operation, dry ? { ...args, dry_run: true } : args]),
    weight: 4,
  },
  {
    arbitrary: fc
      .tuple(fc.array(write, { minLength: 1, maxLength: 3 }), fc.boolean())
      .map(([steps, dry]): Call => [
        'batch',
        { operations: steps.map(([op, args]) => ({ op, ...args })), dry_run: dry },
      ]),
    weight: 2,
  },
);
