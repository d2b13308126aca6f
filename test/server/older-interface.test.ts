/** The older routes: every call does what the operation of today does, in older names. Source: docs/older-interface.md; D3, D19 */

import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { DDL_OPERATIONS, OLDER_ROUTES } from '../../src/server/older/older-routes';
import { errorOf, serverFixture } from './server-fixture';
import type { ServerFixture, TestResponse } from './server-fixture';

const column = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  type: 'string',
  description: name,
  ...more,
});

const STATUS = column('status', { type: 'enum', values: ['todo', 'done'], default: 'todo' });

/** What both vaults hold before each case. */
const BEFORE: readonly (readonly [string, JsonObject])[] = [
  ['create_table', { name: 'people', description: 'People', columns: [column('name', { required: true })] }],
  ['create_table', { name: 'old', description: 'Old', columns: [column('name'), STATUS] }],
  [
    'create_table',
    {
      name: 'tasks',
      description: 'Tasks',
      row_template: 'Do it.\n',
      history: true,
      columns: [column('name'), STATUS, column('owner', { type: 'link', ref: 'people' }), column('extra')],
    },
  ],
  ['define_base', { name: 'dated', description: 'Dated', columns: [column('due', { type: 'date' })] }],
  ['insert_row', { table: 'people', values: { name: 'Ann' } }],
  ['insert_row', { table: 'tasks', values: { name: 'One', owner: 'Ann' }, body: '## Log\nold\n' }],
  ['insert_row', { table: 'tasks', values: { name: 'Two', status: 'done' } }],
  ['create_view', { name: 'vw_open', query: { table: 'tasks', where: { status: 'todo' } } }],
  ['add_constraint', { table: 'tasks', name: 'named', check: { name: { exists: true } } }],
];

interface Pair {
  readonly operation: string;
  /** What the older route takes. */
  readonly older: JsonObject;
  /** What the generic route takes for the same. */
  readonly newer: JsonObject;
}

const pair = (operation: string, older: JsonObject, newer: JsonObject = older): Pair => ({ operation, older, newer });
const ONE = 'notedb/main/default/tasks/One.md';

const PAIRS: readonly Pair[] = [
  pair('list_tables', {}),
  pair('describe_table', { table: 'tasks' }),
  pair('describe_database', {}),
  pair('configure_database', { root: 'data', timezone: 'Europe/Zurich', archive_folder: 'attic' }),
  pair('configure_database', { root: 'data', dry_run: true }),
  pair('insert_row', { table: 'tasks', values: { name: 'Three' }, body: 'Text\n', path: 'Three', dry_run: false }),
  pair(
    'update_rows',
    { table: 'tasks', where: { name: 'One' }, set: { status: 'done' }, unset: ['owner'], body: 'B\n', expect_rows: 1 },
    {
      table: 'tasks',
      where: { name: 'One' },
      set_values: { status: 'done' },
      unset: ['owner'],
      body: 'B\n',
      expect_rows: 1,
    },
  ),
  pair(
    'update_row',
    { table: 'tasks', path: ONE, set: { name: 'Uno' }, expect: { name: 'One' }, body_sections: { Log: 'new' } },
    { table: 'tasks', path: ONE, set_values: { name: 'Uno' }, expect: { name: 'One' }, body_sections: { Log: 'new' } },
  ),
  pair('update_row', { table: 'tasks', path: ONE, unset: ['owner'], body_prepend: 'a', body_append: 'b' }),
  pair('update_row', { table: 'tasks', path: ONE, body: 'new\n' }),
  pair('delete_rows', { table: 'people', where: { name: 'Ann' }, mode: 'delete', on_referenced: 'set_null' }),
  pair(
    'move_rows',
    { table: 'tasks', to_table: 'old', set: { status: 'done' }, drop: ['owner'], relocate: true },
    { table: 'tasks', to_table: 'old', set_values: { status: 'done' }, drop: ['owner'], relocate: true },
  ),
  pair('move_rows', {
    table: 'tasks',
    to_table: 'old',
    set_values: { status: 'done' },
    where: { name: 'Two' },
    rename: { owner: 'name' },
    drop: ['extra'],
  }),
  pair(
    'create_table',
    {
      name: 'log',
      schema: 'diary',
      catalog: 'home',
      time_column: 'at',
      columns: [column('at', { type: 'date', required: true })],
      options: { description: 'Log', aliases: ['diary'], filename: 'YYYY-MM-DD', partition: 'YYYY', exclude: ['Old'] },
      body: 'Hello\n',
      fields: { mood: 1 },
      archive: 'attic',
      history: true,
    },
    {
      name: 'log',
      schema: 'diary',
      catalog: 'home',
      time_column: 'at',
      columns: [column('at', { type: 'date', required: true })],
      description: 'Log',
      aliases: ['diary'],
      filename: 'YYYY-MM-DD',
      partition: 'YYYY',
      exclude: ['Old'],
      row_template: 'Hello\n',
      fields: { mood: 1 },
      archive: 'attic',
      history: true,
    },
  ),
  pair('drop_table', { table: 'tasks', cascade: 'archive' }, { table: 'tasks', mode: 'archive' }),
  pair(
    'add_column',
    { table: 'tasks', column: column('note'), dense: true },
    { table: 'tasks', column: column('note', { dense: true }) },
  ),
  pair(
    'add_column',
    { table: 'tasks', column: column('note', { dense: true }), dense: false },
    {
      table: 'tasks',
      column: column('note', { dense: true }),
    },
  ),
  pair(
    'rename_column',
    { table: 'tasks', from: 'owner', to: 'who' },
    {
      table: 'tasks',
      from_column: 'owner',
      to_column: 'who',
    },
  ),
  pair('drop_column', { table: 'tasks', name: 'owner' }, { table: 'tasks', column: 'owner' }),
  pair(
    'alter_column',
    { table: 'tasks', name: 'status', changes: { label: 'State', dense: true } },
    { table: 'tasks', column: 'status', changes: { label: 'State', dense: true } },
  ),
  pair(
    'alter_table',
    { table: 'tasks', name: 'jobs', schema: 'work', history: 'off', clear_row_template: true, aliases: ['todo'] },
    { table: 'tasks', name: 'jobs', schema: 'work', history: false, row_template: '', aliases: ['todo'] },
  ),
  pair('alter_table', { table: 'tasks', history: 'inherit' }, { table: 'tasks', history: 'default' }),
  pair(
    'alter_table',
    { table: 'people', history: 'on', row_template: 'x', clear_row_template: false },
    {
      table: 'people',
      history: true,
      row_template: 'x',
    },
  ),
  pair('alter_table', { table: 'people', history: true, filename: '{name}', description: 'Humans', dry_run: true }),
  pair(
    'define_base',
    { name: 'planned', columns: [column('plan')], extends: 'dated', comment: 'Planned' },
    { name: 'planned', columns: [column('plan')], bases: ['dated'], description: 'Planned' },
  ),
  pair(
    'define_base',
    { name: 'dated', columns: [column('until', { type: 'date' })], rename_columns: { due: 'until' }, extends: [] },
    { name: 'dated', columns: [column('until', { type: 'date' })], rename_columns: { due: 'until' }, bases: [] },
  ),
  pair('define_base', { name: 'dated', columns: [column('until')], drop_columns: ['due'] }),
  pair('set_table_bases', { table: 'tasks', bases: ['dated'] }),
  pair(
    'rename_value',
    { table: 'tasks', column: 'status', from: 'done', to: 'finished' },
    { table: 'tasks', column: 'status', from_value: 'done', to_value: 'finished' },
  ),
  pair('add_constraint', { table: 'tasks', name: 'stated', check: { status: { exists: true } } }),
  pair('drop_constraint', { table: 'tasks', name: 'named' }),
  pair(
    'create_view',
    {
      name: 'vw_done',
      query: { table: 'tasks' },
      comment: 'Done',
      aliases: ['d'],
      labels: { name: 'What' },
      display: { layout: 'list' },
    },
    {
      name: 'vw_done',
      query: { table: 'tasks' },
      description: 'Done',
      aliases: ['d'],
      labels: { name: 'What' },
      display: { layout: 'list' },
    },
  ),
  pair('create_view', { name: 'vw_open', query: { table: 'people' }, replace: true }),
  pair(
    'create_view',
    {
      name: 'vw_linked',
      query: {
        table: 'tasks',
        where: { or: [{ file_backlinks: { gte: 0 } }, { not: { 'owner.file_backlinks': 1 } }], name: 'file_backlinks' },
        columns: ['name', 'file_backlinks'],
        order_by: ['-file_backlinks', 'name'],
      },
      labels: { file_backlinks: 'Backlinks' },
    },
    {
      name: 'vw_linked',
      query: {
        table: 'tasks',
        where: {
          or: [{ file_backlink_count: { gte: 0 } }, { not: { 'owner.file_backlink_count': 1 } }],
          name: 'file_backlinks',
        },
        columns: ['name', 'file_backlink_count'],
        order_by: ['-file_backlink_count', 'name'],
      },
      labels: { file_backlink_count: 'Backlinks' },
    },
  ),
  pair(
    'create_view',
    {
      name: 'vw_counted',
      query: {
        table: 'tasks',
        group_by: 'file_backlinks',
        aggregates: { most: 'max:file_backlinks', file_backlinks: 'count' },
      },
    },
    {
      name: 'vw_counted',
      query: {
        table: 'tasks',
        group_by: 'file_backlink_count',
        aggregates: { most: 'max:file_backlink_count', file_backlinks: 'count' },
      },
    },
  ),
  pair(
    'update_rows',
    { table: 'people', where: { file_backlinks: { gte: 0 } }, set: { name: 'Annabel' } },
    { table: 'people', where: { file_backlink_count: { gte: 0 } }, set_values: { name: 'Annabel' } },
  ),
  pair('drop_view', { view: 'vw_open' }),
  pair(
    'clone_table',
    { source: 'tasks', target: 'copy', shallow: true },
    { source: 'tasks', target: 'copy', copy_rows: false },
  ),
  pair(
    'clone_table',
    { source: 'tasks', target: 'copy', shallow: false, version: 1 },
    {
      source: 'tasks',
      target: 'copy',
      version: 1,
    },
  ),
];

async function filledVault(): Promise<ServerFixture> {
  const fixture = await serverFixture();
  for (const [operation, args] of BEFORE) await fixture.engine.run(operation, args);
  return fixture;
}

const routeOf = (operation: string): string | null =>
  Object.entries(OLDER_ROUTES).find(([, each]) => each === operation)?.[0] ?? null;

/** As an older client calls it. */
function callOlder({ send }: ServerFixture, operation: string, args: JsonObject): Promise<TestResponse> {
  const route = routeOf(operation);
  return route === null
    ? send({ url: '/notedb/ddl/', body: JSON.stringify({ op: operation, ...args }) })
    : send({ url: `${route}/`, body: JSON.stringify(args) });
}

const inOlderSpelling = (result: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(result).replaceAll('"planned_moves"', '"plannedMoves"')) as JsonObject;

/** Everything that a call leaves. */
async function stateOf({ engine, host }: ServerFixture): Promise<unknown> {
  const files = [];
  for (const { path } of (await host.vault.list()).files) files.push([path, await host.vault.read(path)]);
  return [files, await engine.run('list_migrations'), await engine.run('describe_database')];
}

describe('every call', () => {
  it.each(PAIRS.map((each) => [each.operation, each] as const))('%s', async (_, { operation, older, newer }) => {
    const [past, present] = [await filledVault(), await filledVault()];
    const answer = await callOlder(past, operation, older);
    const expected = await present.call(operation, newer);
    expect([answer.status, expected.status]).toEqual([200, 200]);
    expect(answer.json).toEqual(inOlderSpelling(expected.json));
    expect(answer.text).not.toContain('planned_moves');
    expect(await stateOf(past)).toEqual(await stateOf(present));
  });

  it('is tried, and each argument with it', async () => {
    const { engine } = await serverFixture();
    const tried = new Map<string, Set<string>>();
    for (const { operation, older } of PAIRS) {
      tried.set(operation, new Set([...(tried.get(operation) ?? []), ...Object.keys(older)]));
    }
    const untried = engine.operations.flatMap(({ name, olderInputSchema }) => {
      const names = Object.keys((olderInputSchema?.['properties'] ?? {}) as JsonObject);
      return names.filter((each) => tried.get(name)?.has(each) !== true).map((each) => `${name} ${each}`);
    });
    // Tried elsewhere with every write: test/conformance.
    const elsewhere = [
      'dry_run',
      'id',
      'timestamp',
      'default_',
      'filename',
      'history',
      'catalog',
      'schema',
      'partition',
      'exclude',
    ];
    expect(untried.filter((each) => !elsewhere.some((name) => each.includes(` ${name}`)))).toEqual([]);
    const older = engine.operations.filter(({ olderInputSchema }) => olderInputSchema !== null);
    expect(older.map(({ name }) => name).sort()).toEqual([...tried.keys()].sort());
    expect([...DDL_OPERATIONS, ...Object.values(OLDER_ROUTES)].sort()).toEqual([...tried.keys()].sort());
  });
});

describe('a refusal', () => {
  // Nothing in here writes.
  let fixture: ServerFixture;
  beforeAll(async () => {
    fixture = await filledVault();
  });

  it.each<[string, JsonObject, string]>([
    ['update_rows', { table: 'tasks', set_values: {} }, 'unknown argument "set_values"; did you mean "set"?'],
    ['update_row', { table: 'tasks', set_values: {} }, 'unknown argument "set_values"; did you mean "set"?'],
    ['create_table', { row_template: 'x' }, 'unknown argument "row_template"; did you mean "body"?'],
    ['create_table', { description: 'x' }, 'unknown argument "description"; did you mean "options.description"?'],
    ['create_table', { filename: 'x' }, 'unknown argument "filename"; did you mean "options.filename"?'],
    ['create_table', { tags: {} }, 'the older interface has none; the operation create_table takes it'],
    ['create_table', { options: { colour: 1 } }, 'unknown key "colour" in options'],
    ['create_table', { options: { aliases: 'x' } }, 'options.aliases must be a list'],
    ['drop_table', { table: 'tasks', mode: 'archive' }, 'unknown argument "mode"; did you mean "cascade"?'],
    ['rename_column', { table: 'tasks', from_column: 'a' }, 'did you mean "from"?'],
    ['rename_column', { table: 'tasks', from: 'owner' }, '"to" is missing'],
    ['rename_column', { table: 'tasks', from: 'owner', to: 'Bad Name' }, 'to: '],
    ['drop_column', { table: 'tasks', column: 'owner' }, 'unknown argument "column"; did you mean "name"?'],
    ['alter_column', { table: 'tasks', column: 'owner', changes: {} }, 'did you mean "name"?'],
    ['alter_table', { table: 'tasks', clear_tags: true }, 'the older interface has none'],
    ['alter_table', { table: 'tasks', history: 'default' }, 'history must be true, false, "on", "off" or "inherit"'],
    ['alter_table', { table: 'tasks', row_template: 'x', clear_row_template: true }, 'exclude each other'],
    ['define_base', { name: 'x', columns: [], bases: [] }, 'unknown argument "bases"; did you mean "extends"?'],
    ['define_base', { name: 'x', columns: [], description: 'x' }, 'did you mean "comment"?'],
    ['rename_value', { table: 'tasks', column: 'status', to_value: 'x' }, 'did you mean "to"?'],
    ['rename_value', { table: 'tasks', column: 'status', from: 'todo', to: ' ' }, 'to: an enum value'],
    ['create_view', { name: 'vw_x', query: {}, description: 'x' }, 'did you mean "comment"?'],
    ['clone_table', { source: 'tasks', target: 'x', copy_rows: true }, 'did you mean "shallow"?'],
    [
      'move_rows',
      { table: 'tasks', to_table: 'old', set: {}, set_values: {} },
      '"set" and "set_values" are one argument',
    ],
    ['update_rows', { table: 'tasks', set: [] }, 'set must be an object, not a list'],
    ['update_rows', { table: 'tasks', set: { name: 'x' }, unset: ['name'] }, 'name: both in set and in unset'],
    ['describe_table', { table: 'tasks', tabel: 1 }, 'unknown argument "tabel"; did you mean "table"?'],
    ['list_tables', { table: 'tasks' }, 'unknown argument "table"'],
    ['update_rows', { table: 'tasks', set: { __proto__x: 1 }, ['constructor']: 1 }, `"constructor" can't be a key`],
  ])('of %s %j speaks in older names, and writes nothing', async (operation, args, message) => {
    const before = await stateOf(fixture);
    const response = await callOlder(fixture, operation, args);
    expect([response.status, errorOf(response).code, errorOf(response).operation]).toEqual([
      400,
      'bad_request',
      operation,
    ]);
    expect(errorOf(response).message).toContain(message);
    expect(await stateOf(fixture)).toEqual(before);
  });

  it('of a table with rows says how the older interface archives them', async () => {
    const response = await callOlder(fixture, 'drop_table', { table: 'tasks' });
    expect([response.status, errorOf(response).hint]).toEqual([422, 'use cascade archive, or delete the rows first']);
  });

  it('has the status, the violations and the conflicts of the operation', async () => {
    const asks: readonly [string, JsonObject, JsonObject, number][] = [
      ['describe_table', { table: 'nothing' }, { table: 'nothing' }, 404],
      ['update_rows', { table: 'tasks', set: { status: 'x' } }, { table: 'tasks', set_values: { status: 'x' } }, 422],
      ['delete_rows', { table: 'people' }, { table: 'people' }, 422],
    ];
    for (const [operation, older, newer, status] of asks) {
      const [past, present] = [await callOlder(fixture, operation, older), await fixture.call(operation, newer)];
      expect([past.status, past.json]).toEqual([status, present.json]);
    }
  });

  it.each<[string, JsonObject]>([
    ['no op', { table: 'tasks' }],
    ['an op of another kind', { op: 1 }],
    ['an unknown op', { op: 'drop_tables', table: 'tasks' }],
    ['an operation of rows', { op: 'insert_row', table: 'tasks' }],
    ['an operation of the newer layer', { op: 'comment_on', catalog: 'main' }],
    ['a name of every object', { op: 'toString' }],
  ])('of ddl with %s lists the fifteen', async (_, body) => {
    const response = await fixture.send({ url: '/notedb/ddl/', body: JSON.stringify(body) });
    expect([response.status, errorOf(response).code, errorOf(response).operation]).toEqual([400, 'bad_request', null]);
    expect(DDL_OPERATIONS.filter((op) => !errorOf(response).message.includes(op))).toEqual([]);
    expect(DDL_OPERATIONS).toHaveLength(15);
  });
});

describe('descriptions', () => {
  const bare = { name: 'x', type: 'string' };

  it('are not asked for, and what lacks them works', async () => {
    const fixture = await filledVault();
    const calls: readonly [string, JsonObject][] = [
      ['create_table', { name: 'plain', columns: [bare] }],
      ['add_column', { table: 'plain', column: { name: 'y', type: 'integer' } }],
      ['define_base', { name: 'simple', columns: [{ name: 'z', type: 'string' }] }],
      ['clone_table', { source: 'plain', target: 'twin' }],
    ];
    for (const [operation, args] of calls) {
      expect(await callOlder(fixture, operation, args)).toHaveProperty('status', 200);
    }
    const row = await callOlder(fixture, 'insert_row', { table: 'twin', values: { x: 'a', y: 1 } });
    expect([row.status, row.json]).toMatchObject([200, { plannedMoves: [], changed: 1 }]);
  });

  it('are asked for by the same operations on the generic route', async () => {
    const fixture = await filledVault();
    await callOlder(fixture, 'create_table', { name: 'plain', columns: [bare] });
    const calls: readonly [string, JsonObject][] = [
      ['create_table', { name: 'other', columns: [bare] }],
      ['add_column', { table: 'plain', column: { name: 'y', type: 'integer' } }],
      ['define_base', { name: 'simple', columns: [{ name: 'z', type: 'string' }] }],
      ['clone_table', { source: 'plain', target: 'twin' }],
      ['batch', { operations: [{ op: 'create_table', name: 'other', columns: [bare] }] }],
    ];
    for (const [operation, args] of calls) expect(await fixture.call(operation, args)).toHaveProperty('status', 422);
  });
});

describe('the routes', () => {
  it('need the token, POST and a body of JSON', async () => {
    const { send } = await serverFixture();
    for (const url of [...Object.keys(OLDER_ROUTES), '/notedb/ddl'].flatMap((route) => [route, `${route}/`])) {
      expect(await send({ url, headers: { Authorization: null } })).toHaveProperty('status', 401);
      const read = await send({ method: 'GET', url });
      expect([read.status, read.header('Allow')]).toEqual([405, 'POST']);
      expect(await send({ url, body: '{}', headers: { 'Content-Type': 'text/plain' } })).toHaveProperty('status', 415);
      expect(await send({ url, body: '[]' })).toHaveProperty('status', 400);
    }
  });

  it('list the tables and describe the database for an empty body too', async () => {
    const { send } = await filledVault();
    expect((await send({ url: '/notedb/tables/' })).json).toMatchObject({ views: [{ name: 'vw_open' }] });
    expect((await send({ url: '/notedb/database' })).json).toMatchObject({ root: 'notedb' });
  });

  it('record on whose behalf a write is made', async () => {
    const { send, engine } = await filledVault();
    const headers = { 'X-Service-Actor': '{"harness": "old-client"}' };
    await send({ url: '/notedb/rows/insert/', headers, body: '{"table":"people","values":{"name":"Bo"}}' });
    expect(await engine.run('list_migrations', { limit: 1 })).toMatchObject({
      migrations: [{ op: 'insert_row', actor: { harness: 'old-client' } }],
    });
  });
});

describe('older names of operations on the generic route', () => {
  it('take their older arguments and give the newer result', async () => {
    const { call } = await filledVault();
    const folder = 'notedb/main/default/people';
    const answer = await call('list_directory', { path: folder });
    expect(answer.json).toEqual({ folder, folders: [], files: [`${folder}/Ann.md`] });
    expect((await call('list_directory')).json).toMatchObject({ folder: '' });
    const newer = await call('list_directory', { folder });
    expect([newer.status, errorOf(newer).message]).toEqual([
      400,
      'list_directory: unknown argument "folder"; did you mean "path"?',
    ]);
  });
});
