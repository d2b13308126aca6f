/** Operations over HTTP, from end to end on the real engine. Source: docs/http.md#routes; D3, D4, D5 */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { errorOf, serverFixture } from './server-fixture';

const TASKS: JsonObject = {
  name: 'tasks',
  description: 'Things to do.',
  columns: [
    { name: 'name', type: 'string', required: true, description: 'What.' },
    { name: 'status', type: 'enum', values: ['todo', 'done'], default: 'todo', description: 'How far.' },
    { name: 'hours', type: 'number', min: 0, description: 'How long.' },
  ],
};

it('creates, inserts, selects, updates and undoes', async () => {
  const { call, host } = await serverFixture();
  expect(await call('create_table', TASKS)).toHaveProperty('status', 200);
  const inserted = await call('insert_row', { table: 'tasks', values: { name: 'Plant the beans', hours: 2 } });
  expect(inserted.json).toMatchObject({ operation: 'insert_row', changed: 1, dryRun: false });
  const selected = await call('select_rows', { table: 'tasks', where: { status: { eq: 'todo' } } });
  expect(selected.json).toMatchObject({ total: 1, rows: [{ name: 'Plant the beans', status: 'todo', hours: 2 }] });

  const { path } = (selected.json['rows'] as { path: string }[])[0] ?? { path: '' };
  const before = await host.vault.read(path);
  const updated = await call('update_row', { table: 'tasks', path, set_values: { status: 'done' } });
  expect(updated.status).toBe(200);
  const undone = await call('undo_migration', { migration_id: updated.json['migrationId'] ?? null });
  expect([undone.status, undone.json]).toMatchObject([200, { undoes: updated.json['migrationId'] }]);
  expect(await host.vault.read(path)).toEqual(before);
});

it('lists every violation of a refused write, and writes nothing', async () => {
  const { call, host } = await serverFixture();
  await call('create_table', TASKS);
  const files = [...host.image().files.keys()];
  const response = await call('insert_row', { table: 'tasks', values: { status: 'doing', hours: -1, colour: 'red' } });
  const error = errorOf(response);
  expect([response.status, error.code, error.operation]).toEqual([422, 'refused', 'insert_row']);
  expect(error.violations.map(({ column, code }) => `${column as string}: ${code as string}`).sort()).toEqual([
    'colour: unknown_column',
    'hours: range',
    'name: required',
    'status: enum',
  ]);
  expect([...host.image().files.keys()]).toEqual(files);
});

it.each<[string, string, JsonObject, number, string]>([
  ['an unknown argument', 'select_rows', { table: 'tasks', sort: 'name' }, 400, 'bad_request'],
  ['a missing argument', 'select_rows', {}, 400, 'bad_request'],
  ['an argument of the wrong type', 'select_rows', { table: 'tasks', limit: '3' }, 400, 'bad_request'],
  ['an unknown table', 'select_rows', { table: 'nothing' }, 404, 'not_found'],
  ['an unknown migration', 'undo_migration', { migration_id: '0' }, 404, 'not_found'],
  ['a row that is not there', 'update_row', { table: 'tasks', id: 'x', set_values: {} }, 422, 'conflict'],
])('answers %s with its status', async (_, operation, args, status, code) => {
  const { call } = await serverFixture();
  await call('create_table', TASKS);
  const response = await call(operation, args);
  expect([response.status, errorOf(response).code, errorOf(response).operation]).toEqual([status, code, operation]);
});

it.each(['toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf'])(
  'knows %s as little as any other unknown argument',
  async (name) => {
    const { call } = await serverFixture();
    for (const operation of ['list_tables', 'select_rows', 'create_table']) {
      const response = await call(operation, { [name]: 1 });
      expect([response.status, errorOf(response).code]).toEqual([400, 'bad_request']);
      expect(errorOf(response).message).toContain(`unknown argument "${name}"`);
    }
  },
);

describe('a vault that is open for reading only', () => {
  it('answers reads and dry runs, and writes with 403', async () => {
    const writable = await serverFixture();
    await writable.call('create_table', TASKS);
    const files = Object.fromEntries([...writable.host.image().files].map(([path, { text }]) => [path, text]));
    const { call, host } = await serverFixture({}, { files, readOnly: true });
    expect((await call('list_tables')).json).toMatchObject({ tables: [{ name: 'tasks' }] });
    const args = { table: 'tasks', values: { name: 'One' } };
    const response = await call('insert_row', args);
    expect([response.status, errorOf(response).code]).toEqual([403, 'forbidden']);
    expect(await call('insert_row', { ...args, dry_run: true })).toMatchObject({ status: 200, json: { dryRun: true } });
    expect([...host.image().files.keys()].sort()).toEqual(Object.keys(files).sort());
  });
});

it('gives every response, good or bad, the headers that it must have', async () => {
  const { send } = await serverFixture();
  for (const request of [{}, { url: '/x' }, { headers: { Host: 'x' } }, { method: 'GET', url: '/' }, { body: '{' }]) {
    const response = await send(request);
    expect(response.header('Content-Type')).toBe('application/json; charset=utf-8');
    expect(response.header('X-Content-Type-Options')).toBe('nosniff');
    expect(response.header('Cache-Control')).toBe('no-store');
  }
});
