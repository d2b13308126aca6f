/** Older names of columns and arguments where nothing takes them: what the caller is told. D3 */

import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { type ServerFixture, errorOf, serverFixture } from './server-fixture';

let fixture: ServerFixture;
beforeAll(async () => {
  fixture = await serverFixture();
  const name = { name: 'name', type: 'string', description: 'What.' };
  const owner = { name: 'owner', type: 'link', ref: 'people', description: 'Whose.' };
  await fixture.engine.run('create_table', { name: 'people', description: 'Humans.', columns: [name] });
  await fixture.engine.run('create_table', { name: 'tasks', description: 'To do.', columns: [name, owner] });
});

it.each<JsonObject>([
  { table: 'people', where: { file_backlinks: 1 } },
  { table: 'tasks', where: { 'owner.file_backlinks': 1 } },
  { table: 'people', where: { file_backlinks: { gt: 0 } } },
])('the generic route names the newer one where file_backlinks is taken for a number: %j', async (args) => {
  const response = await fixture.call('select_rows', args);
  expect([response.status, errorOf(response).hint]).toEqual([
    400,
    expect.stringContaining('file_backlink_count counts'),
  ]);
});

it.each<[string, JsonObject, string]>([
  ['ddl', { op: 'create_view', name: 'vw_x', query: { table: 'people', where: [7, null] } }, 'where'],
  ['ddl', { op: 'create_view', name: 'vw_x', query: 7 }, 'query'],
  ['rows/delete', { table: 'people', where: { file_backlinks: 'x' } }, 'file_backlink_count'],
  [
    'ddl',
    { op: 'add_constraint', table: 'people', name: 'c', check: { file_backlinks: { gt: 0 } } },
    'no rule can rest on it',
  ],
])('an older route refuses it like the newer one: %s %j', async (route, args, message) => {
  const response = await fixture.send({ url: `/notedb/${route}/`, body: JSON.stringify(args) });
  expect([response.status, errorOf(response).message]).toEqual([400, expect.stringContaining(message)]);
});

it('read_note says where the form of as_json is', async () => {
  const response = await fixture.call('read_note', { path: 'A', as_json: true });
  expect(response.status).toBe(400);
  expect(errorOf(response).message).toContain(
    'unknown argument "as_json"; did you mean "GET /vault/<path>?as_json=true"?',
  );
});
