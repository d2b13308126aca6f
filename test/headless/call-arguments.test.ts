/** The arguments of `notedb call`: JSON, files, standard input, and names with values. docs/command-line.md#arguments */

import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runHere } from './run-here';
import { Scratch, taskVault } from './run-program';

const scratch = new Scratch();
let vault = '';
beforeAll(() => {
  vi.stubEnv('XDG_STATE_HOME', path.join(scratch.folder, 'state'));
  vi.stubEnv('XDG_CACHE_HOME', path.join(scratch.folder, 'cache'));
  vault = scratch.vault(taskVault(3));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await scratch.remove();
});

async function call(args: readonly string[], input = ''): Promise<unknown> {
  const { status, stdout, stderr } = await runHere(['call', ...args, '--vault', vault], { input });
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

it('takes values by the schema of the operation', async () => {
  const rows = ['select_rows', 'table=tasks', 'limit=2', 'order_by=-name', 'columns=name'];
  expect(await call(rows)).toMatchObject({ total: 3, rows: [{ name: 'Task number 2' }, { name: 'Task number 1' }] });
  expect(await call([...rows, 'where={"name": "Task number 0"}'])).toMatchObject({ total: 1 });
  expect(await call(['describe_table', 'table=tasks'])).toMatchObject({ rows: 3 });
  expect(await call(['search_notes', 'query=1', 'context_length=5'])).toMatchObject({ query: '1' });
});

it('takes files and standard input, for all arguments or for one', async () => {
  const file = (name: string, text: string): string => {
    fs.writeFileSync(path.join(scratch.folder, name), text);
    return `@${path.join(scratch.folder, name)}`;
  };
  const where = file('where.json', '{"name": {"ends_with": "1"}}');
  expect(await call(['select_rows', 'table=tasks', `where=${where}`])).toMatchObject({ total: 1 });
  expect(await call(['select_rows', 'table=tasks', 'where=-'], '{"name": "Task number 2"}')).toMatchObject({
    total: 1,
  });
  expect(await call(['select_rows', file('all.json', '\uFEFF{"table": "tasks", "limit": 1}')])).toMatchObject({
    total: 3,
  });
  const two = await call(['select_rows', file('all.json', '{"table": "tasks", "limit": 1}'), 'limit=2']);
  expect((two as { rows: unknown[] }).rows).toHaveLength(2);
});

it('takes the parts of an argument, and texts from a file as they are', async () => {
  const body = path.join(scratch.folder, 'body.md');
  fs.writeFileSync(body, '{ no JSON }\n');
  const parts = ['insert_row', 'table=tasks', 'values.name=@@home', 'values.status=done', `body=@${body}`];
  expect(await call([...parts, 'dry_run=true'])).toMatchObject({
    plannedCreates: ['notedb/main/default/tasks/@home.md'],
  });
  expect(await call(parts)).toMatchObject({ row: { name: '@home', status: 'done' } });
  const { rows } = (await call(['select_rows', 'table=tasks', 'where.name=@@home', 'include_body=true'])) as {
    rows: { body: string }[];
  };
  expect(rows[0]?.body).toContain('{ no JSON }');
});

it('leaves the judgement of names and values to the operation', async () => {
  const { status, stderr } = await runHere(['call', 'select_rows', 'table=tasks', 'limt=many', '--vault', vault]);
  expect(status).toBe(1);
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'bad_request', operation: 'select_rows' } });
  const missing = await runHere(['call', 'select_rows', '@/no/such/file', '--vault', vault]);
  expect(missing).toMatchObject({ status: 1, stderr: expect.stringContaining('/no/such/file') as string });
});
