/** What is hidden from an app is in no answer. docs/rights.md#what-an-app-sees; D13, D22 */

import { beforeEach, describe, expect, it } from 'vitest';
import { type App, type Engine, type JsonObject, type NotedbError, openEngine } from '../../../src/engine/index';
import { createMemoryHost } from '../../memory-host/memory-host';

const app = (more: Partial<App> = {}): App => ({
  kind: 'app',
  id: 'bot',
  name: 'Bot',
  permissions: new Set(['read', 'notes', 'write', 'schema', 'history', 'admin']),
  tables: ['main.open.*'],
  ask: false,
  actor: null,
  ...more,
});

let engine: Engine;
beforeEach(async () => {
  const host = createMemoryHost();
  engine = await openEngine(host);
  const column = (name: string, more: JsonObject = {}): JsonObject => ({
    name,
    type: 'string',
    description: name,
    ...more,
  });
  const table = (schema: string, name: string, columns: readonly JsonObject[]): Promise<JsonObject> =>
    engine.run('create_table', { schema, name, description: name, filename: '{name}', columns });
  await table('closed', 'people', [column('name', { required: true }), column('salary', { type: 'integer' })]);
  await table('open', 'tasks', [
    column('name', { required: true }),
    column('owner', { type: 'link', ref: 'main.closed.people' }),
    column('parent', { type: 'link', ref: 'self' }),
  ]);
  await engine.run('insert_row', { table: 'people', values: { name: 'Anna', salary: 5 }, body: 'See [[First]].' });
  await engine.run('insert_row', { table: 'tasks', values: { name: 'First', owner: 'Anna' } });
  await engine.run('insert_row', { table: 'tasks', values: { name: 'Second', parent: 'First' } });
  await engine.run('create_view', {
    schema: 'open',
    name: 'vw_paid',
    query: { table: 'main.open.tasks', columns: ['owner.salary'] },
  });
  await engine.run('create_view', {
    schema: 'open',
    name: 'vw_rolled',
    query: { table: 'main.open.tasks', rollup: { pay: { via: 'owner', value: 'max:salary' } } },
  });
  await engine.run('create_view', { schema: 'open', name: 'vw_all', query: { table: 'main.open.tasks' } });
});

const run = (operation: string, args: JsonObject = {}, caller = app()): Promise<JsonObject> =>
  engine.run(operation, args, caller);
const refused = async (operation: string, args: JsonObject, caller = app()): Promise<string> =>
  run(operation, args, caller).then(
    (answer) => JSON.stringify(answer),
    (error: unknown) => (error as NotedbError).code,
  );

it('an app without a table is shown the next calls that it may make, without notes of hidden tables', async () => {
  const suggested = async (permissions: App['permissions']): Promise<unknown> => {
    const { suggestions } = await run('list_tables', {}, app({ permissions, tables: ['main.own.*'] }));
    return (suggestions as readonly JsonObject[]).map(({ operation, arguments: args }) => [operation, args]);
  };
  expect(await suggested(new Set(['read']))).toEqual([]);
  expect(await suggested(new Set(['read', 'schema']))).toEqual([['create_table', {}]]);
  expect(await suggested(new Set(['read', 'notes']))).toEqual([]);
  await engine.close();
  const files = { 'In/A.md': 'a\n', 'In/B.md': 'b\n' };
  engine = await openEngine(createMemoryHost({ files }));
  expect(await suggested(new Set(['read', 'notes']))).toEqual([['infer_table', { folder: 'In' }]]);
});

describe('a table outside of the patterns', () => {
  it('is no target of the relations in information_schema', async () => {
    const args: JsonObject = {
      table: 'system.information_schema.columns',
      columns: ['column_name', 'reference_table'],
      where: { table_name: 'tasks', column_name: { in: ['owner', 'parent'] } },
    };
    const [ofOwner, ofApp] = [await engine.run('select_rows', args), await run('select_rows', args)];
    expect(ofOwner['rows']).toMatchObject([
      { reference_table: 'main.closed.people' },
      { reference_table: 'main.open.tasks' },
    ]);
    expect(ofApp['rows']).toMatchObject([{ reference_table: null }, { reference_table: 'main.open.tasks' }]);
  });

  it.each<[string, JsonObject]>([
    ['select_rows', { table: 'people' }],
    ['select_rows', { table: 'main.closed.people' }],
    ['select_rows', { table: 'main.closed.nothing' }],
    ['select_rows', { table: 'tasks', where: { 'owner.salary': { gt: 1 } } }],
    ['select_rows', { table: 'tasks', columns: ['owner.salary'] }],
    ['select_rows', { table: 'tasks', where: { 'owner.file_tags': { exists: true } } }],
    ['select_rows', { table: 'tasks', order_by: 'owner.salary' }],
    ['select_rows', { table: 'tasks', expand: ['owner'] }],
    ['select_rows', { table: 'tasks', group_by: 'owner.name' }],
    ['select_rows', { table: 'tasks', aggregates: { n: 'sum:owner.salary' } }],
    ['select_rows', { table: 'tasks', join: { table: 'people', on: { owner: 'path' } } }],
    ['select_rows', { table: 'tasks', rollup: { n: { table: 'people', by: 'boss', value: 'count' } } }],
    ['select_rows', { table: 'tasks', rollup: { n: { table: 'main.closed.nothing', by: 'x', value: 'count' } } }],
    ['select_rows', { table: 'tasks', rollup: { n: { via: 'owner', value: 'max:salary' } } }],
    ['select_rows', { table: 'tasks', rollup: { n: { via: 'parent', value: 'max:owner.salary' } } }],
    [
      'select_rows',
      { table: 'tasks', rollup: { n: { via: 'parent', where: { 'owner.name': 'Anna' }, value: 'count' } } },
    ],
    ['select_rows', { table: 'vw_rolled' }],
    ['select_rows', { table: 'vw_paid' }],
    ['describe_table', { table: 'people' }],
    ['describe_table', { table: ['tasks', 'people'] }],
    ['describe_table', { table: 'vw_paid' }],
    ['check_table', { table: 'people' }],
    ['list_link_targets', { table: 'tasks', column: 'owner' }],
    ['insert_row', { table: 'people', values: { name: 'Ben' } }],
    ['insert_row', { table: 'tasks', values: { name: 'Third', owner: 'Anna' } }],
    ['update_rows', { table: 'tasks', where: { 'owner.salary': 5 }, set_values: { parent: null } }],
    ['update_rows', { table: 'tasks', set_values: { owner: 'Ben' } }],
    ['move_rows', { table: 'tasks', to_table: 'people' }],
    ['batch', { operations: [{ op: 'delete_rows', table: 'people' }] }],
    ['clone_table', { source: 'people', target: 'main.open.copy' }],
    ['clone_table', { source: 'tasks', target: 'main.closed.copy' }],
    ['create_table', { schema: 'closed', name: 'more', description: 'x', columns: [] }],
    ['alter_table', { table: 'tasks', schema: 'closed' }],
    ['create_view', { schema: 'open', name: 'vw_x', query: { table: 'main.closed.people' } }],
    ['create_view', { schema: 'open', name: 'vw_x', query: { table: 'tasks', where: { 'owner.salary': 5 } } }],
    [
      'add_column',
      { table: 'tasks', column: { name: 'boss', type: 'link', ref: 'main.closed.people', description: 'x' } },
    ],
    ['add_constraint', { table: 'tasks', name: 'c', check: { 'owner.salary': { gt: 0 } } }],
    ['define_base', { name: 'b', columns: [], description: 'b' }],
    ['describe_history', { table: 'main.closed.people' }],
    ['vacuum_table', { table: 'people' }],
    ['configure_database', {}],
  ])('%s %j is forbidden', async (operation, args) => {
    expect(await refused(operation, args)).toBe('forbidden');
  });

  it('is in no list', async () => {
    const answers = await Promise.all([
      run('list_tables'),
      run('describe_database'),
      run('select_rows', { table: 'system.information_schema.tables' }),
      run('select_rows', { table: 'system.information_schema.schemata' }),
      run('select_rows', { table: 'system.information_schema.views' }),
      run('list_migrations'),
      run('list_folder', { folder: '' }),
      run('list_folder', { folder: 'notedb/main' }),
      run('infer_table', { folder: '' }),
    ]);
    for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/closed|people|Anna|vw_paid|vw_rolled/);
    expect(JSON.stringify(answers)).toMatch(/vw_all/);
  });

  it('does not count', async () => {
    const { rows } = await run('select_rows', { table: 'tasks', columns: ['name', 'owner', 'file_backlink_count'] });
    expect(rows).toMatchObject([
      { name: 'First', owner: expect.stringContaining('Anna') as string, file_backlink_count: 1 },
      { name: 'Second', file_backlink_count: 0 },
    ]);
  });

  it('has no note for the app', async () => {
    expect(await refused('read_note', { path: 'notedb/main/closed/people/Anna.md' })).toBe('not_found');
    expect(await refused('list_folder', { folder: 'notedb/main/closed' })).toBe('not_found');
    expect(await refused('read_note', { path: 'notedb/metastore.yaml' })).toBe('not_found');
  });

  it('is not searched, counted or weighed, indexed or not', async () => {
    await engine.run('update_rows', { table: 'tasks', where: { name: 'Second' }, set_values: { owner: 'Anna' } });
    const alone = await run('search_notes', { query: 'first' });
    for (let i = 0; i < 40; i++)
      await engine.run('insert_row', { table: 'people', values: { name: `First ${i}` }, body: 'Notes of secrets.' });
    for (let i = 0; i < 2; i++) {
      expect(await run('search_notes', { query: 'secrets' })).toEqual({ query: 'secrets', results: [], total: 0 });
      // As many notes as before, and as rare a word.
      expect(await run('search_notes', { query: 'first' })).toEqual(alone);
      expect(await engine.run('search_notes', { query: 'secrets' })).toMatchObject({ total: 40 });
      expect(await refused('search_notes', { query: 'first', tables: ['people'] })).toBe('forbidden');
      expect(await refused('search_notes', { query: 'first', folder: 'notedb/main/closed' })).toBe('not_found');
      expect(await refused('search_simple', { query: 'x' }, app({ permissions: new Set(['write']) }))).toBe(
        'forbidden',
      );
      // All that is under way in memory is done before the next turn of the event loop.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  });

  it('leaves a link into it in peace', async () => {
    expect(await run('check_table', { table: 'tasks' })).toMatchObject({ ok: true, violations: [] });
    await run('update_rows', { table: 'tasks', where: { name: 'First' }, set_values: { parent: 'Second' } });
    const [row] = (await engine.run('select_rows', { table: 'tasks', where: { name: 'First' } }))[
      'rows'
    ] as JsonObject[];
    expect(row).toMatchObject({ owner: expect.stringContaining('Anna') as string });
  });

  it('has no rows that a refusal names, whatever stands behind its name', async () => {
    await engine.run('insert_row', { table: 'people', values: { name: 'Ben' } });
    await engine.run('delete_rows', { table: 'people', where: { name: 'Anna' }, on_referenced: 'ignore' });
    const rename = { table: 'tasks', where: { name: 'First' }, set_values: { name: 'Once' } };
    expect(
      await engine.run('update_rows', rename).catch((thrown: unknown) => (thrown as NotedbError).message),
    ).toContain('is not a row of main.closed.people. Take one of Ben');
    const error = (await run('update_rows', rename).catch((thrown: unknown) => thrown)) as NotedbError;
    expect(JSON.stringify([error.message, error.violations, error.hint])).not.toMatch(/Ben|people/);
  });

  it('has no rows whose names can be guessed by linking them', async () => {
    const linked = (parent: string): Promise<string> =>
      run('insert_row', { table: 'tasks', values: { name: 'x', parent } }).then(
        () => 'done',
        (error: unknown) => {
          const { code, message, hint, violations } = error as NotedbError;
          return JSON.stringify({ code, message, hint, violations }).replaceAll(parent, '…');
        },
      );
    expect(await linked('Anna')).toBe(await linked('Berta'));
    expect(await linked('Anna')).toContain('points to no row of main.open.tasks');
  });

  it('is not told by the versions and the files of a write that its links follow', async () => {
    for (const table of ['people', 'tasks']) await engine.run('alter_table', { table, history: true });
    const rename = { table: 'tasks', where: { name: 'First' }, set_values: { name: 'Once' } };
    expect(await engine.run('update_rows', { ...rename, dry_run: true })).toMatchObject({
      versions: { 'main.closed.people': expect.any(Number) as number },
    });
    expect(JSON.stringify(await run('update_rows', rename))).not.toMatch(/closed/);
    const { migrations } = await run('list_migrations', { limit: 1 });
    expect(migrations).toMatchObject([{ op: 'update_rows', notes_changed: 2 }]);
    expect(JSON.stringify(migrations)).not.toMatch(/Anna|closed/);
  });

  it('holds what it links to, and does not say who', async () => {
    const error = await run('delete_rows', { table: 'tasks', where: { name: 'First' } }).catch(
      (thrown: unknown) => thrown,
    );
    expect(JSON.stringify(error)).not.toMatch(/Anna|people|closed/);
    expect((error as NotedbError).code).toBe('conflict');
  });

  it('has no migration for the app, and its own can be taken back with the links that followed', async () => {
    const { migrationId: theirs } = await engine.run('insert_row', { table: 'people', values: { name: 'Ben' } });
    expect(await refused('undo_migration', { migration_id: theirs as string })).toBe('not_found');
    const { migrationId: own, plannedUpdates } = await run('update_rows', {
      table: 'tasks',
      where: { name: 'First' },
      set_values: { name: 'Once' },
    });
    expect(JSON.stringify(plannedUpdates)).not.toMatch(/Anna/);
    const anna = await engine.run('read_note', { path: 'notedb/main/closed/people/Anna.md' });
    expect(anna['content']).toContain('[[Once]]');
    await run('undo_migration', { migration_id: own as string });
    const again = await engine.run('read_note', { path: 'notedb/main/closed/people/Anna.md' });
    expect(again['content']).toContain('[[First]]');
  });
});

describe('permissions', () => {
  it.each<[string, JsonObject, string]>([
    ['insert_row', { table: 'tasks', values: { name: 'x' } }, 'write'],
    ['select_rows', { table: 'tasks' }, 'read'],
    ['read_note', { path: 'x' }, 'notes'],
    ['create_table', { name: 'x', description: 'x', columns: [] }, 'schema'],
    ['undo_migration', { migration_id: 'x' }, 'history'],
    ['vacuum_table', { table: 'tasks' }, 'admin'],
    ['batch', { operations: [{ op: 'drop_table', table: 'tasks' }] }, 'schema'],
  ])('%s needs its own', async (operation, args, needed) => {
    const others = [...app().permissions].filter((each) => each !== needed);
    expect(await refused(operation, args, app({ permissions: new Set(others) }))).toBe('forbidden');
    expect(await refused(operation, args, app({ permissions: new Set() }))).toBe('forbidden');
  });

  it('an app that may write and not read learns paths and counts', async () => {
    const writer = app({ permissions: new Set(['write']) });
    expect(await run('insert_row', { table: 'tasks', values: { name: 'x' } }, writer)).toMatchObject({
      row: null,
      changed: 1,
    });
    const updated = await run(
      'update_rows',
      { table: 'tasks', where: { name: 'x' }, set_values: { name: 'y' } },
      writer,
    );
    expect(updated['plannedUpdates']).toEqual([{ path: expect.stringContaining('y.md') as string, changes: {} }]);
  });

  it('an app that asks first writes nothing where nobody can be asked', async () => {
    const asking = app({ ask: true });
    const row = { table: 'tasks', values: { name: 'x' } };
    expect(await refused('insert_row', row, asking)).toBe('forbidden');
    expect(await refused('vacuum_table', { table: 'tasks', dry_run: false }, asking)).toBe('forbidden');
    expect(await run('insert_row', { ...row, dry_run: true }, asking)).toMatchObject({ changed: 1 });
    expect(await run('select_rows', { table: 'tasks' }, asking)).toMatchObject({ total: 2 });
  });
});
