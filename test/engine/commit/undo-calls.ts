/** One arbitrary call of every write operation, on vaults with odd notes: what the properties of undo are tried on. */

import * as fc from 'fast-check';
import { NotedbError, type JsonObject } from '../../../src/engine/index';
import { PEOPLE, TASKS, type TestVault, column, openVault } from '../open-vault';

const NAMES = ['Ada', 'Grace Hopper', 'Ärger', 'a.b', 'x'] as const;

const name = fc.constantFrom(...NAMES);
const table = fc.constantFrom('people', 'tasks');
const date = fc.constantFrom('1815-12-10', '2026-02-28', null);
const body = fc.constantFrom('', 'Text\n', '# Head\r\n\r\nmore [[Ada]]\r\n', 'no end of line', '---\n', '\n\n  \n');
const status = fc.constantFrom('todo', 'doing', 'done', null);

/** Where a front matter may have been written by hand, the hand's habits stay. */
const BOM = '\uFEFF';
const lineEnd = fc.constantFrom('\n', '\r\n');

export interface Note {
  readonly path: string;
  readonly text: string;
}

const looseNote: fc.Arbitrary<Note> = fc
  .record({
    path: fc.constantFrom('Inbox/Ada.md', 'Inbox/Loose.md', 'b.md', 'Deep/er/ß.md'),
    bom: fc.constantFrom('', BOM),
    eol: lineEnd,
    keys: fc.subarray(
      ['name: Ada # by hand', "email:   'a@b.c'", 'tags: [x,  "y"]', '# a comment', 'aliases:', 'born:  1815-12-10  '],
      { minLength: 0 },
    ),
    frontMatter: fc.boolean(),
    body,
  })
  .map(({ path, bom, eol, keys, frontMatter, body: text }) => ({
    path,
    text: bom + (frontMatter ? ['---', ...keys, '---', ''].join(eol) : '') + text.replace(/\r?\n/g, eol),
  }));

/** Rows that somebody wrote: broken links, values that clash, copies, front matter that does not parse. */
const handRow: fc.Arbitrary<Note> = fc
  .record({
    path: fc.constantFrom(
      'Hand.md',
      'notedb/main/default/people/Hand.md',
      'notedb/main/default/tasks/a.b.md',
      'z/Copy.md',
    ),
    table: fc.constantFrom('people', 'tasks'),
    id: fc.constantFrom('', 'id: 10000000-0000-4000-8000-000000000001', 'id: 10000000-0000-4000-8000-000000000002'),
    keys: fc.subarray(['name: Grace Hopper', 'title: x', 'email: a@b.c', 'owner: "[[Ada]]"', 'born: soon', 'odd: [']),
    body,
  })
  .map(({ path, table: of, id, keys, body: text }) => ({
    path,
    text: ['---', `table: main.default.${of}`, ...(id === '' ? [] : [id]), ...keys, '---', text].join('\n'),
  }));

const link = fc.constantFrom('[[Ada]]', '[[Grace Hopper]]', null);

export type Call = readonly [string, JsonObject];

const call = <T extends Record<string, unknown>>(
  operation: string,
  model: { readonly [K in keyof T]: fc.Arbitrary<T[K]> },
): fc.Arbitrary<Call> =>
  fc
    .record(model as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] })
    .map((args) => [operation, args as JsonObject] as const);

/** One arbitrary call for each write operation; the paths are filled in when the state is known. */
export const CALLS: Readonly<Record<string, fc.Arbitrary<Call>>> = {
  create_table: fc.oneof(
    fc.constant<Call>(['create_table', PEOPLE]),
    fc.constant<Call>(['create_table', TASKS]),
    fc.constant<Call>(['create_table', { name: 'empty', description: 'Nothing yet', columns: [] }]),
  ),
  restore_table: fc.integer({ min: 0, max: 4 }).map((version): Call => ['restore_table', { table: 'people', version }]),
  vacuum_table: fc
    .record({ retain_from_version: fc.option(fc.nat(4)), dry_run: fc.boolean() })
    .map((args): Call => ['vacuum_table', { table: 'people', ...args }]),
  drop_table: call('drop_table', { table, mode: fc.constantFrom('restrict', 'archive', 'delete') }),
  alter_table: fc
    .record({
      table,
      changes: fc.constantFrom<JsonObject>(
        { description: 'Other' },
        { name: 'people2' },
        { schema: 'other' },
        { filename: 'P {name}' },
        { partition: '{name}' },
        { archive: 'Old' },
        { exclude: ['Inbox'] },
        { fields: { f: 1 } },
        { fields: { f: null } },
      ),
    })
    .map(({ table: altered, changes }): Call => ['alter_table', { table: altered, ...changes }]),
  clone_table: fc
    .record({ source: table, target: fc.constantFrom('copies', 'other.copies'), copy_rows: fc.boolean() })
    .map((args): Call => ['clone_table', args]),
  add_column: fc
    .record({
      to: table,
      spec: fc.constantFrom<JsonObject>(
        { name: 'extra', type: 'json' },
        { name: 'aliases', type: 'list', dense: true },
        { name: 'size', type: 'integer', required: true, default: 3 },
        { name: 'title_of', type: 'string', generated: '{name}' },
        { name: 'key', type: 'string', identity: 'filename', unique: true },
      ),
    })
    .map(({ to, spec }): Call => ['add_column', { table: to, column: { description: 'd', ...spec } }]),
  rename_column: fc
    .record({
      table,
      from_column: fc.constantFrom('name', 'born', 'title', 'status', 'owner'),
      to_column: fc.constantFrom('aliases', 'called', 'extra', 'yes'),
    })
    .map((args): Call => ['rename_column', args]),
  drop_column: fc
    .record({ table, column: fc.constantFrom('name', 'born', 'email', 'title', 'due', 'owner', 'called', 'extra') })
    .map((args): Call => ['drop_column', args]),
  alter_column: fc
    .record({
      table,
      column: fc.constantFrom('name', 'born', 'email', 'status', 'owner', 'called'),
      changes: fc.constantFrom<JsonObject>(
        { label: 'L', note: 'n' },
        { dense: true },
        { type: 'string' },
        { type: 'list' },
        { unique: true, required: false },
        { unique: null, required: true },
        { default: null, values: ['done', 'todo'] },
      ),
    })
    .map((args): Call => ['alter_column', args]),
  rename_value: fc
    .record({ from_value: fc.constantFrom('todo', 'doing', 'done'), to_value: fc.constantFrom('open', 'todo', 'no') })
    .map((args): Call => ['rename_value', { table: 'tasks', column: 'status', ...args }]),
  comment_on: call('comment_on', {
    // Refused now and then.
    catalog: fc.constantFrom('main', 'main', 'main', 'other'),
    schema: fc.constantFrom('default', null),
    description: fc.constantFrom('What we know', 'What we think', ''),
  }),
  define_base: fc
    .record({
      name: fc.constantFrom('named', 'dated'),
      columns: fc.subarray(
        [
          column('day', 'date', { default: '{today}', dense: true }),
          column('born', 'date'),
          column('kind', 'string', { required: true, default: 'x' }),
        ],
        { minLength: 0 },
      ),
      drop_columns: fc.subarray(['day', 'born', 'kind', 'sort']),
      renamed: fc.boolean(),
    })
    .map(({ name: base, columns, drop_columns, renamed }): Call => [
      'define_base',
      renamed
        ? {
            name: base,
            description: 'Shared',
            columns: columns.map((each) => (each['name'] === 'kind' ? { ...each, name: 'sort' } : each)),
            rename_columns: { kind: 'sort' },
          }
        : { name: base, description: 'Shared', columns, drop_columns },
    ]),
  set_table_bases: fc
    .record({ of: table, bases: fc.constantFrom(['named'], ['named'], [], ['named', 'dated']) })
    .map(({ of, bases }): Call => ['set_table_bases', { table: of, bases }]),
  create_view: fc
    .record({ name: fc.constantFrom('vw_a', 'vw_b'), of: table, replace: fc.boolean() })
    .map(({ name: view, of, replace }): Call => ['create_view', { name: view, query: { table: of }, replace }]),
  drop_view: fc.constantFrom('vw_a', 'vw_b').map((view): Call => ['drop_view', { view }]),
  add_constraint: fc
    .constantFrom<JsonObject>(
      { name: { ne: 'Grace Hopper' } },
      { or: [{ born: { exists: true } }] },
      { not: { born: '1815-12-10' } },
    )
    .map((check): Call => ['add_constraint', { table: 'people', name: 'rule', check }]),
  drop_constraint: fc
    .constantFrom('rule', 'held')
    .map((rule): Call => ['drop_constraint', { table: 'people', name: rule }]),
  configure_database: call('configure_database', {
    root: fc.constantFrom('data/base', 'notedb', 'other'),
    timezone: fc.constantFrom('Europe/Zurich', 'UTC'),
    archive_folder: fc.constantFrom('_archive', 'old'),
  }),
  insert_row: fc.oneof(
    fc
      .record({ name, born: date, body, path: fc.constantFrom(null, 'Notes/Here.md', 'b.md') })
      .map(({ name: given, born, body: text, path }): Call => [
        'insert_row',
        { table: 'people', values: { name: given, born }, body: text, path },
      ]),
    fc.record({ title: name, status, owner: link }).map((values): Call => ['insert_row', { table: 'tasks', values }]),
  ),
  update_row: fc
    .record({
      which: fc.nat(9),
      name: fc.option(name),
      born: date,
      body_append: fc.option(body),
      body: fc.option(body),
    })
    .map(({ which, name: given, born, body_append, body: text }): Call => [
      'update_row',
      {
        table: 'people',
        path: `#${which}`,
        set_values: { ...(given === null ? {} : { name: given }), born },
        ...(text === null ? { body_append: body_append ?? '' } : { body: text }),
      },
    ]),
  update_rows: fc
    .record({ born: date, where: fc.option(name) })
    .map(({ born, where }): Call => [
      'update_rows',
      { table: 'people', set_values: { born }, where: where === null ? null : { name: where } },
    ]),
  recompute_columns: fc.boolean().map((new_ids): Call => ['recompute_columns', { table: 'people', new_ids }]),
  merge_rows: fc
    .record({
      rows: fc.uniqueArray(fc.record({ name, born: date }), {
        selector: (row) => row.name,
        minLength: 1,
        maxLength: 3,
      }),
      when_matched: fc.constantFrom('update', 'ignore'),
      when_not_matched: fc.constantFrom('insert', 'ignore'),
    })
    .map((args): Call => ['merge_rows', { table: 'people', on: ['name'], ...args }]),
  delete_rows: call('delete_rows', {
    table: fc.constant('people'),
    where: fc.record({ name }),
    mode: fc.constantFrom('archive', 'delete'),
    on_referenced: fc.constantFrom('restrict', 'set_null', 'ignore'),
  }),
  adopt_rows: fc
    .record({ which: fc.nat(9), name, relocate: fc.boolean() })
    .map(({ which, name: given, relocate }): Call => [
      'adopt_rows',
      { table: 'people', paths: [`?${which}`], set_values: { name: given }, relocate },
    ]),
  align_relations: call('align_relations', { table }),
  move_rows: fc
    .record({
      // One name alone is rarely there.
      where: fc.oneof(fc.record({ name }), fc.constant({ name: { exists: true } })),
      relocate: fc.boolean(),
      drop: fc.constantFrom(['email', 'born'], ['born']),
    })
    .map(({ where, relocate, drop }): Call => [
      'move_rows',
      {
        table: 'people',
        to_table: 'tasks',
        where,
        rename: { name: 'title' },
        drop: [...drop, 'kind'],
        relocate,
      },
    ]),
  batch: fc.record({ name, title: name, owner: link, born: date }).map((given): Call => [
    'batch',
    {
      operations: [
        { op: 'insert_row', table: 'people', values: { name: given.name, born: given.born } },
        { op: 'insert_row', table: 'tasks', values: { title: given.title, owner: given.owner } },
        { op: 'update_rows', table: 'people', where: { name: given.name }, set_values: { email: 'a@b.c' } },
      ],
    },
  ]),
  undo_migration: fc.nat(9).map((which): Call => ['undo_migration', { migration_id: `!${which}` }]),
};

export const anyCall = fc.oneof(...Object.values(CALLS));

/** Puts what there is in the place of `#3`, `?3` and `!3`. */
export async function filledIn(vault: TestVault, [operation, args]: Call): Promise<Call> {
  const pick = <T>(from: readonly T[], mark: string): T | undefined => from[Number(mark.slice(1)) % from.length];
  const { path, paths, migration_id: id } = args as { path?: string; paths?: string[]; migration_id?: string };
  if (path?.startsWith('#') === true) {
    const rows = vault.host.external.paths().filter((each) => /people\/[^_]/.test(each) && each.endsWith('.md'));
    return [operation, { ...args, path: pick(rows, path) ?? 'none.md' }];
  }
  const [first] = paths ?? [];
  if (first?.startsWith('?') === true) {
    const notes = Object.keys(vault.host.external.notes()).filter((each) => each.endsWith('.md'));
    return [operation, { ...args, paths: [pick(notes, first) ?? 'none.md'] }];
  }
  if (id?.startsWith('!') === true) {
    const { migrations } = await vault.run('list_migrations', { limit: 10 });
    return [operation, { migration_id: pick(migrations as JsonObject[], id)?.['migration_id'] ?? 'none' }];
  }
  return [operation, args];
}

/** The migration; null when the call was refused or changed nothing. */
export async function attempt(vault: TestVault, [operation, args]: Call): Promise<string | null> {
  try {
    return ((await vault.run(operation, args))['migrationId'] as string | undefined) ?? null;
  } catch (error) {
    if (error instanceof NotedbError && error.code !== 'internal') return null;
    throw error;
  }
}

export async function start(notes: readonly Note[]): Promise<TestVault> {
  const vault = await openVault({ files: Object.fromEntries(notes.map(({ path, text }) => [path, text])) });
  await vault.run('create_table', { ...PEOPLE, history: true });
  await vault.run('create_table', TASKS);
  await vault.run('insert_row', { table: 'people', values: { name: 'Ada' }, body: 'She wrote.\r\n' });
  await vault.run('define_base', { name: 'named', description: 'Shared', columns: [column('kind', 'string')] });
  await vault.run('create_view', { name: 'vw_a', query: { table: 'people' } });
  await vault.run('add_constraint', { table: 'people', name: 'held', check: { name: { ne: 'Nobody' } } });
  return vault;
}

export const vaultNotes = fc.uniqueArray(fc.oneof(looseNote, handRow), { selector: ({ path }) => path, maxLength: 4 });
