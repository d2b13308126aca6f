/** Hostile names: as values that name notes, as paths, and as names of tables, columns and folders. D6, D12, D16, D18 */

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '../../../src/engine/index';
import type { Subject } from '../../conformance/run-case';
import { column, tableOf } from '../../conformance/tables';
import { SUBJECTS } from '../../conformance/subjects';

const NAMES: readonly string[] = [
  '../x',
  '..',
  '.',
  '...',
  '/etc/passwd',
  'C:\\Windows\\x',
  '\\\\host\\share',
  'a/b',
  'a\\b',
  'CON',
  'con.md',
  'NUL.txt',
  'COM1',
  'LPT9 ',
  'aux',
  'x'.repeat(300),
  'é'.repeat(300),
  '🐙'.repeat(100),
  'e\u0301',
  'é',
  'E\u0301',
  '\u202egnp.exe',
  '\u200fright',
  '\u2066a\u2069',
  'trailing dots...',
  'trailing spaces   ',
  '   leading',
  '.hidden',
  '.notedb',
  'a:b',
  'a|b',
  'a#b',
  'a^b',
  '[[a]]',
  '![[a]]',
  'a*?"<>b',
  'line\nbreak',
  'tab\tstop',
  'nul\u0000byte',
  'del\u007f',
  '\ufeffmark',
  'sep\u2028arator',
  '---',
  'metastore.yaml',
  '_archive',
  'x.md',
  'x.MD',
  'X',
  'x',
  '%2e%2e%2fx',
  'a%2fb',
  '~',
  '$HOME',
  '`id`',
  '{{x}}',
  '{name}',
  'null',
  'true',
  '007',
  '2026-01-01',
  '__proto__',
  'constructor',
  'toString',
];

/** Of these, what may name a table and its folders, and what may name a column. Naming, D16 */
const GOOD_FOLDERS = new Set(['_archive', 'x', 'null', 'true', '007', 'constructor', '__proto__']);
const GOOD_COLUMNS = new Set(['x', 'null', 'true', '007', 'aux']);

const PEOPLE = tableOf('people', [column('name', 'string', { required: true })]);
const TASKS = tableOf('tasks', [column('title', 'string'), column('owner', 'link', { ref: 'people' })]);

async function run(subject: Subject, operation: string, args: JsonObject): Promise<JsonObject> {
  const answer = await subject.call(operation, args);
  if ('error' in answer) throw new Error(`${JSON.stringify(args)}: ${JSON.stringify(answer.error)}`);
  return answer.result;
}

const rowOf = ({ row }: JsonObject): { path: string; id: string; name: string } =>
  row as { path: string; id: string; name: string };

/** A file name that any system takes, and that no link misunderstands. */
function expectSafe(path: string, folder: string): void {
  const label = JSON.stringify(path);
  expect(path.startsWith(`${folder}/`), label).toBe(true);
  const name = path.slice(folder.length + 1).replace(/\.md$/, '');
  expect(name, label).not.toMatch(/[\\/:*?"<>|#^[\]\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/u);
  expect(name, label).not.toMatch(/^[\s.]|[\s.]$/);
  expect(name.replace(/\..*/, ''), label).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)$/i);
  expect(name, label).toBe(name.normalize('NFC'));
  expect(Buffer.byteLength(name), label).toBeLessThanOrEqual(200);
}

const folded = (path: string): string => path.normalize('NFC').toLowerCase();

describe.each(SUBJECTS)('%s', (_name, open) => {
  it('makes a safe note of its own for every name, keeps the name as it was given, and links find it', async () => {
    const subject = await open({});
    for (const [operation, args = {}] of [PEOPLE, TASKS]) await run(subject, operation, args);
    const paths: string[] = [];
    for (const name of NAMES) {
      const row = rowOf(await run(subject, 'insert_row', { table: 'people', values: { name } }));
      expect(row.name).toBe(name);
      expectSafe(row.path, 'notedb/main/default/people');
      await run(subject, 'insert_row', { table: 'tasks', values: { title: `of ${paths.length}`, owner: row.path } });
      paths.push(row.path);
    }
    expect(new Set(paths.map(folded)).size).toBe(NAMES.length);
    const files = await subject.files();
    for (const [index, path] of paths.entries()) {
      const [, block = ''] = /^---\n(.*?\n)---\n/s.exec(files.get(path) ?? '') ?? [];
      expect((parse(block) as JsonObject)['name']).toBe(NAMES[index]);
      const owned = await run(subject, 'select_rows', { table: 'tasks', where: { owner: path } });
      expect(owned, path).toMatchObject({ rows: [{ title: `of ${index}` }] });
    }
    expect(await run(subject, 'check_table', { table: 'tasks' })).toMatchObject({ ok: true });
    await subject.close();
  });

  it('renames a note to every name, with its link behind it, and takes all of it back', async () => {
    const subject = await open({});
    for (const [operation, args = {}] of [PEOPLE, TASKS]) await run(subject, operation, args);
    const { id } = rowOf(await run(subject, 'insert_row', { table: 'people', values: { name: 'Ada' } }));
    await run(subject, 'insert_row', { table: 'tasks', values: { title: 'T', owner: 'Ada' }, body: '[[Ada]]\n' });
    const before = await subject.files();
    const done: string[] = [];
    for (const name of NAMES) {
      const set = await run(subject, 'update_row', { table: 'people', id, set_values: { name } });
      done.push(set['migrationId'] as string);
      const { path } = rowOf(set);
      expectSafe(path, 'notedb/main/default/people');
      const owned = await run(subject, 'select_rows', { table: 'tasks', where: { owner: path } });
      expect(owned, name).toMatchObject({ total: 1 });
    }
    for (const migration_id of done.reverse()) await run(subject, 'undo_migration', { migration_id });
    expect(await subject.files()).toEqual(before);
    await subject.close();
  });

  it('takes no hostile name for a table, a column, a catalog, a schema or a folder', async () => {
    const subject = await open({});
    const before = await subject.files();
    const columns = [column('name', 'string')];
    for (const name of NAMES) {
      const rest = { description: 'd', columns };
      const asFolders = [
        { ...rest, name },
        { ...rest, name: 'a', catalog: name },
        { ...rest, name: 'a', schema: name },
      ];
      const asColumn = { ...rest, name: 'a', columns: [{ ...columns[0], name }] };
      const calls = [...(GOOD_FOLDERS.has(name) ? [] : asFolders), ...(GOOD_COLUMNS.has(name) ? [] : [asColumn])];
      for (const args of calls as JsonObject[]) {
        const answer = await subject.call('create_table', args);
        expect(answer, JSON.stringify(args)).toMatchObject({ error: { code: 'bad_request' } });
      }
    }
    expect(await subject.files()).toEqual(before);
    await subject.close();
  });

  it('takes no hostile name where something is renamed, cloned, or made as a view', async () => {
    const subject = await open({});
    for (const [operation, args = {}] of [PEOPLE, TASKS]) await run(subject, operation, args);
    await run(subject, 'insert_row', { table: 'people', values: { name: 'Ada' } });
    const before = await subject.files();
    for (const name of NAMES) {
      const calls: readonly (readonly [string, JsonObject])[] = [
        ['alter_table', { table: 'tasks', name }],
        ['alter_table', { table: 'tasks', catalog: name }],
        ['alter_table', { table: 'tasks', schema: name }],
        ['clone_table', { source: 'tasks', target: name }],
        ['clone_table', { source: 'tasks', target: `main.${name}.x` }],
      ];
      // `x.md` is the table md of the schema x.
      const inFolders = GOOD_FOLDERS.has(name) || /^[a-z_]+\.[a-z]+$/.test(name) ? [] : calls;
      const inTable: [string, JsonObject][] = [
        ['rename_column', { table: 'people', from_column: 'name', to_column: name }],
        ['add_column', { table: 'people', column: column(name, 'string') }],
      ];
      const view: [string, JsonObject] = ['create_view', { name: `vw_${name}`, query: { table: 'tasks' } }];
      const isPlain = /^[a-z0-9_]{1,60}$/.test(name);
      for (const [operation, args] of [
        ...inFolders,
        ...(GOOD_COLUMNS.has(name) ? [] : inTable),
        ...(isPlain ? [] : [view]),
      ]) {
        const answer = await subject.call(operation, args);
        const label = `${operation} ${JSON.stringify(args)}`;
        expect('error' in answer ? answer.error.code : 'done', label).toMatch(/^(bad_request|refused|not_found)$/);
        if ('error' in answer) expect(answer.error.hint, label).not.toBeNull();
      }
    }
    expect(await subject.files()).toEqual(before);
    await subject.close();
  });

  it.each([
    ['archive', (name: string) => ({ archive: name })],
    ['partition', (name: string) => ({ partition: `${name}{name}` })],
    ['pattern', (name: string) => ({ filename: `{name}${name}` })],
    ['list of excluded folders', (name: string) => ({ exclude: [name] })],
  ])('keeps rows in the folder of their table whatever its %s says', async (_what, definition) => {
    const subject = await open({});
    const before = await subject.files();
    for (const name of NAMES) {
      const columns = [column('name', 'string', { required: true })];
      const args = { name: 't', description: 'd', columns, ...definition(name) };
      const made = await subject.call('create_table', args);
      if ('error' in made) {
        expect(made.error.code, name).toMatch(/^(bad_request|refused)$/);
        expect(made.error.hint, name).not.toBeNull();
        expect(await subject.files(), name).toEqual(before);
        continue;
      }
      const inserted = await run(subject, 'insert_row', { table: 't', values: { name: 'x' } });
      const deleted = await run(subject, 'delete_rows', { table: 't' });
      const [{ to = '' } = {}] = deleted['planned_moves'] as { to?: string }[];
      for (const path of [rowOf(inserted).path, to]) {
        expect(path, name).toMatch(/^notedb\/main\/default\/t\//);
        for (const part of path.split('/').slice(4)) expectSafe(`a/${part}`, 'a');
      }
      for (const { migrationId } of [deleted, inserted, made.result]) {
        await run(subject, 'undo_migration', { migration_id: migrationId as string });
      }
      expect(await subject.files(), name).toEqual(before);
    }
    await subject.close();
  });

  it('serves tables that are named by words of YAML and JavaScript', async () => {
    const subject = await open({});
    const described = { description: 'd', columns: [column('name', 'string')] };
    const tables: string[] = [];
    for (const name of GOOD_FOLDERS) {
      for (const place of [{ name }, { name: 'a', catalog: name }, { name: 'a', schema: name }]) {
        const { table } = await run(subject, 'create_table', { ...described, ...place });
        tables.push(table as string);
      }
    }
    await subject.restart();
    for (const table of tables) {
      await run(subject, 'insert_row', { table, values: { name: 'x' } });
      expect(await run(subject, 'select_rows', { table }), table).toMatchObject({ table, rows: [{ name: 'x' }] });
      expect(await run(subject, 'check_table', { table }), table).toMatchObject({ ok: true, rows: 1 });
    }
    await subject.close();
  });

  it('reaches nothing outside the vault, nothing hidden and no other table by any path', async () => {
    const subject = await open({ files: { 'Loose.md': '---\nname: L\n---\n', 'Folder/x.md': 'x\n' } });
    for (const [operation, args = {}] of [PEOPLE, TASKS]) await run(subject, operation, args);
    const before = await subject.files();
    const names = [...NAMES, ...NAMES.map((name) => `Folder/${name}`), 'Folder/../../x', 'notedb/main/default/tasks/x'];
    for (const path of names) {
      const label = JSON.stringify(path);
      const made = await subject.call('insert_row', { table: 'people', values: { name: 'B' }, path });
      if ('error' in made) {
        expect(made.error, label).toMatchObject({ code: 'refused' });
        expect(['path', 'exists'], label).toContain(made.error.violations[0]?.['code']);
        expect(made.error.hint, label).toContain('path');
      } else {
        const created = rowOf(made.result).path;
        expect(created, label).not.toMatch(/(^|\/)\.|\\|:|^\/|\/\//);
        expect([...(await subject.files()).keys()], label).toContain(created);
        await run(subject, 'undo_migration', { migration_id: made.result['migrationId'] as string });
      }
      for (const [operation, args] of [
        ['read_note', { path }],
        ['list_folder', { folder: path }],
        ['infer_table', { folder: path }],
        ['infer_table', { paths: [path] }],
        ['update_row', { table: 'people', path, set_values: { name: 'B' } }],
        ['adopt_rows', { table: 'people', paths: [path] }],
        ['configure_database', { root: path }],
      ] as const) {
        const dry = operation === 'configure_database' || operation === 'adopt_rows' ? { dry_run: true } : {};
        const answer = await subject.call(operation, { ...args, ...dry });
        if ('error' in answer) {
          expect(['bad_request', 'not_found', 'refused', 'conflict'], `${operation} ${label}`).toContain(
            answer.error.code,
          );
        }
      }
      expect(await subject.files(), label).toEqual(before);
    }
    await subject.close();
  });
});
