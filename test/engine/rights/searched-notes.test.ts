/** Search, graph and feed of an app: of its tables with `read`, of notes that are not rows with `notes`. docs/rights.md#what-an-app-sees; D22 */

import { beforeEach, describe, expect, it } from 'vitest';
import { type App, type Engine, type JsonObject, type NotedbError, openEngine } from '../../../src/engine/index';
import { createMemoryHost } from '../../memory-host/memory-host';

type Permissions = readonly ('read' | 'notes' | 'write' | 'admin')[];

const app = (permissions: Permissions, tables: App['tables'] = ['main.open.*']): App => ({
  kind: 'app',
  id: 'bot',
  name: 'Bot',
  permissions: new Set(permissions),
  tables,
  ask: false,
  actor: null,
});

const ANNA = 'notedb/main/closed/people/Anna.md';
const TASK = 'notedb/main/open/tasks/Quince.md';
const PLAIN = 'Plain quince.md';

let engine: Engine;
beforeEach(async () => {
  const files = { [PLAIN]: 'A quince for [[Anna]] and [[Quince]].', 'Else.md': 'See [[Plain quince]].' };
  engine = await openEngine(createMemoryHost({ files }));
  const column = { name: 'name', type: 'string', description: 'What it is called.', required: true };
  const table = (schema: string, name: string, more: readonly JsonObject[] = []): Promise<JsonObject> =>
    engine.run('create_table', { schema, name, description: name, filename: '{name}', columns: [column, ...more] });
  await table('closed', 'people');
  await table('open', 'tasks', [{ name: 'owner', type: 'link', ref: 'main.closed.people', description: 'Who.' }]);
  await engine.run('insert_row', { table: 'people', values: { name: 'Anna' }, body: 'Likes quince. [[Quince]]' });
  await engine.run('insert_row', { table: 'tasks', values: { name: 'Quince', owner: 'Anna' } });
});

const code = (operation: string, args: JsonObject, caller: App): Promise<string> =>
  engine.run(operation, args, caller).then(
    () => 'done',
    (error: unknown) => (error as NotedbError).code,
  );

const pathsIn = (answer: JsonObject, list: string): readonly unknown[] =>
  (answer[list] as readonly JsonObject[]).map(({ path }) => path);

describe('search_notes', () => {
  it.each<[string, Permissions, App['tables'], readonly string[]]>([
    ['everything', ['read', 'notes'], null, [PLAIN, ANNA, TASK, 'Else.md']],
    ['its tables', ['read'], ['main.open.*'], [TASK]],
    ['every table', ['read'], null, [ANNA, TASK]],
    ['plain notes', ['notes'], null, [PLAIN, 'Else.md']],
    ['its tables and plain notes', ['read', 'notes'], ['main.open.*'], [PLAIN, TASK, 'Else.md']],
  ])('finds %s', async (_, permissions, tables, found) => {
    const answer = await engine.run('search_notes', { query: 'quince' }, app(permissions, tables));
    expect([...pathsIn(answer, 'results')].sort()).toEqual([...found].sort());
    expect(answer['total']).toBe(found.length);
  });

  it('needs one of both, and its own tables', async () => {
    expect(await code('search_notes', { query: 'quince' }, app(['write', 'admin']))).toBe('forbidden');
    expect(await code('search_notes', { query: 'quince', tables: ['people'] }, app(['read', 'notes']))).toBe(
      'forbidden',
    );
  });

  it('scores the same whatever a hidden table holds', async () => {
    const caller = app(['read', 'notes']);
    const before = await engine.run('search_notes', { query: 'quince' }, caller);
    for (const name of ['Ben', 'Quince 2', 'Quince 3'])
      await engine.run('insert_row', { table: 'people', values: { name }, body: 'quince '.repeat(50) });
    expect(await engine.run('search_notes', { query: 'quince' }, caller)).toEqual(before);
  });
});

describe('the graph', () => {
  it('leads to no hidden note, and a link to one is an unresolved name', async () => {
    const answer = await engine.run('graph_neighbors', { from_nodes: { paths: [TASK] } }, app(['read', 'notes']));
    expect(answer['nodes']).toEqual([
      { path: PLAIN, table: null, direction: 'in', edges: { link: 1 } },
      { path: null, unresolved: 'Anna', table: null, direction: 'out', edges: { owner: 1 } },
    ]);
  });

  it('of an app with notes alone has no rows', async () => {
    const answer = await engine.run('graph_neighbors', { from_nodes: { paths: [PLAIN] } }, app(['notes'], null));
    expect(pathsIn(answer, 'nodes').filter((path) => path !== null)).toEqual(['Else.md']);
    expect(await code('graph_neighbors', { from_nodes: { paths: [TASK] } }, app(['notes'], null))).toBe('not_found');
    expect(await code('graph_neighbors', { from_nodes: { table: 'tasks' } }, app(['notes'], null))).toBe('forbidden');
  });

  it.each(['graph_neighbors', 'graph_traverse', 'graph_path'])(
    '%s keeps to the tables of the app',
    async (operation) => {
      const ends = operation === 'graph_path' ? { to_nodes: { table: 'tasks' } } : {};
      const call = (from: JsonObject, caller = app(['read', 'notes'])): Promise<string> =>
        code(operation, { from_nodes: from, ...ends }, caller);
      expect(await call({ table: 'people' })).toBe('forbidden');
      expect(await call({ table: 'tasks', where: { 'owner.name': 'Anna' } })).toBe('forbidden');
      expect(await call({ paths: [ANNA] })).toBe('not_found');
      expect(await call({ table: 'tasks' })).toBe('done');
      expect(await call({ table: 'tasks' }, app(['write']))).toBe('forbidden');
    },
  );
});

describe('the feed', () => {
  it('tells of the tables of the app alone, and its cursor passes the others', async () => {
    const caller = app(['read']);
    const answer = await engine.run('list_changes', {}, caller);
    const changes = answer['changes'] as readonly JsonObject[];
    expect(new Set(changes.map(({ table }) => table))).toEqual(new Set(['main.open.tasks']));
    expect(answer['last']).toBe(answer['head']);
    expect(await code('list_changes', { tables: ['people'] }, caller)).toBe('forbidden');
    expect(await code('list_changes', { where: { 'owner.name': 'Anna' } }, caller)).toBe('forbidden');
    expect(await code('list_changes', { tables: ['tasks'], where: { 'owner.name': 'Anna' } }, caller)).toBe(
      'forbidden',
    );
    expect(await code('list_changes', { where: { name: 'Quince' } }, caller)).toBe('done');
    expect(await code('list_changes', {}, app(['notes', 'write']))).toBe('forbidden');
  });

  it('tells an app its own calls alone', async () => {
    const caller = app(['read']);
    await engine.run('select_rows', { table: 'people' });
    await engine.run('select_rows', { table: 'tasks' }, caller);
    const { changes } = await engine.run('list_changes', { ops: ['tool_call'] }, caller);
    expect((changes as readonly JsonObject[]).map(({ call, args }) => [call, args])).toEqual([
      ['select_rows', { table: 'tasks' }],
    ]);
  });
});
