/** Values, columns and tables that get another name, in views. docs/operations.md#rename_value, docs/operations.md#rename_column; D26 */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { type TestVault, column, openVault } from '../open-vault';

const FOLDER = 'notedb/main/default';
const status = (): JsonObject => column('status', 'enum', { values: ['waiting', 'done'] });

/** Tasks with steps below them, each with a status of its own. */
async function openTasks(): Promise<TestVault> {
  const vault = await openVault();
  const { run } = vault;
  await run('create_table', {
    name: 'tasks',
    description: 'x',
    filename: '{title}',
    columns: [
      column('title', 'string'),
      status(),
      column('parts', 'list', { items: { type: 'enum', values: ['waiting', 'b'] } }),
    ],
  });
  await run('create_table', {
    name: 'steps',
    description: 'x',
    filename: '{title}',
    columns: [column('title', 'string'), status(), column('task', 'link', { ref: 'tasks' })],
  });
  await run('insert_row', { table: 'tasks', values: { title: 'One', status: 'waiting', parts: ['waiting'] } });
  await run('insert_row', { table: 'steps', values: { title: 'First', status: 'waiting', task: '[[One]]' } });
  return vault;
}

const view = ({ run }: TestVault, name: string, query: JsonObject, more: JsonObject = {}): Promise<JsonObject> =>
  run('create_view', { name, query, ...more });

const queryOf = async ({ run }: TestVault, table: string): Promise<JsonObject> =>
  (await run('describe_table', { table }))['query'] as JsonObject;

const answer = async ({ run }: TestVault, table: string): Promise<unknown> =>
  (await run('select_rows', { table }))['rows'];

const renameValue = ({ run }: TestVault, table: string): Promise<JsonObject> =>
  run('rename_value', { table, column: 'status', from_value: 'waiting', to_value: 'blocked' });

describe('rename_value', () => {
  it('is followed by views: behind links, in joins, over views, in stacked tables', async () => {
    const vault = await openTasks();
    await view(vault, 'vw_open', {
      table: 'tasks',
      where: { or: [{ status: { in: ['waiting', 'done'] } }, { title: 'waiting' }] },
    });
    await view(vault, 'vw_over', { table: 'vw_open', where: { status: 'waiting', parts: { contains: 'waiting' } } });
    await view(vault, 'vw_behind', { table: 'steps', where: { 'task.status': 'waiting', status: 'waiting' } });
    await view(vault, 'vw_joined', {
      table: 'steps',
      join: { table: 'tasks', on: { task: 'path' }, where: { status: 'waiting' } },
    });
    await view(vault, 'vw_grouped', { table: 'tasks', group_by: 'status', aggregates: { first: 'min:status' } });
    await view(vault, 'vw_lowest', { table: 'vw_grouped', where: { first: 'waiting' } });
    await view(vault, 'vw_part', { union: [{ table: 'tasks', where: { status: 'waiting' } }] });
    const names = ['vw_open', 'vw_over', 'vw_behind', 'vw_joined', 'vw_lowest', 'vw_part'];
    const counts = (): Promise<readonly number[]> =>
      Promise.all(names.map(async (name) => ((await answer(vault, name)) as readonly unknown[]).length));
    const before = await counts();
    const tree = vault.tree();
    const { warnings, migrationId } = await renameValue(vault, 'tasks');
    expect(warnings).toEqual([]);
    expect(await counts()).toEqual(before);
    expect((await queryOf(vault, 'vw_open'))['where']).toEqual({
      or: [{ status: { in: ['blocked', 'done'] } }, { title: 'waiting' }],
    });
    expect((await queryOf(vault, 'vw_over'))['where']).toEqual({ status: 'blocked', parts: { contains: 'waiting' } });
    expect((await queryOf(vault, 'vw_behind'))['where']).toEqual({ 'task.status': 'blocked', status: 'waiting' });
    await vault.run('undo_migration', { migration_id: migrationId as string });
    expect(vault.tree()).toBe(tree);
  });

  it('warns of a view that compares several tables at once', async () => {
    const vault = await openTasks();
    const union = [
      { table: 'tasks', columns: ['status'] },
      { table: 'steps', columns: ['status'] },
    ];
    await view(vault, 'vw_both', { union, where: { status: 'waiting' } });
    const { warnings } = await renameValue(vault, 'tasks');
    expect(warnings).toEqual([
      expect.stringMatching(/the view main\.default\.vw_both compares status with "waiting", which only some/),
    ]);
  });
});

describe('rename_column', () => {
  it('names each view that reads it, with the call that mends it and loses nothing', async () => {
    const vault = await openTasks();
    const dressed = {
      description: 'Open ones',
      aliases: ['open'],
      labels: { status: 'State' },
      display: { columns: [{ name: 'status', width: 90 }], group: '-status', summaries: { status: 'filled' }, more: 1 },
    };
    const query = {
      table: 'main.default.tasks',
      columns: ['title', 'status'],
      where: { or: [{ status: 'waiting' }, { not: { status: 'done' } }] },
      order_by: ['-status', 'title'],
    };
    await view(vault, 'vw_open', query, dressed);
    await view(vault, 'vw_over', { table: 'vw_open', where: { status: 'waiting' } });
    await view(vault, 'vw_counts', {
      table: 'tasks',
      group_by: ['status'],
      aggregates: { status_count: 'count:status' },
      order_by: ['status'],
    });
    await view(vault, 'vw_joined', {
      table: 'steps',
      join: { table: 'tasks', as: 't', on: { 'task.status': 'status' }, columns: ['status'] },
    });
    const names = ['vw_open', 'vw_over', 'vw_counts', 'vw_joined'];
    const rows = async (): Promise<unknown> =>
      JSON.stringify(await Promise.all(names.map((name) => answer(vault, name))));
    const before = await rows();
    const rename = { table: 'tasks', from_column: 'status', to_column: 'state' };
    const { warnings } = await vault.run('rename_column', rename);
    const texts = warnings as readonly string[];
    expect(texts).toHaveLength(4);
    const call = (name: string): JsonObject => {
      const text = texts.find((each) => each.includes(`the view main.default.${name} can't be read any more`)) ?? '';
      return JSON.parse(
        text.slice(text.indexOf('mend it with create_view ') + 'mend it with create_view '.length),
      ) as JsonObject;
    };
    for (const name of names) await vault.run('create_view', call(name));
    const described = await vault.run('describe_table', { table: 'vw_open' });
    expect(described).toMatchObject({
      query: {
        columns: ['title', 'state'],
        where: { or: [{ state: 'waiting' }, { not: { state: 'done' } }] },
        order_by: ['-state', 'title'],
      },
      description: 'Open ones',
      aliases: ['open'],
      labels: { state: 'State' },
      display: { columns: [{ name: 'state', width: 90 }], group: '-state', summaries: { state: 'filled' }, more: 1 },
    });
    expect(((await rows()) as string).replaceAll('"state"', '"status"')).toBe(before);
  });

  it('warns of a view that goes on running and answers otherwise', async () => {
    const vault = await openTasks();
    await view(vault, 'vw_both', { union: [{ table: 'tasks' }, { table: 'steps' }], where: { status: 'waiting' } });
    const { warnings } = await vault.run('rename_column', {
      table: 'tasks',
      from_column: 'status',
      to_column: 'state',
    });
    expect(warnings).toEqual([
      expect.stringMatching(/the view main\.default\.vw_both does not answer as before; only some/),
    ]);
  });
});

it('a table that is renamed is followed by views over it, and the bytes come back', async () => {
  const vault = await openTasks();
  await view(vault, 'vw_open', { table: 'tasks', where: { path: `${FOLDER}/tasks/One.md` } });
  const [tree, before] = [vault.tree(), ((await answer(vault, 'vw_open')) as readonly unknown[]).length];
  const { migrationId } = await vault.run('alter_table', { table: 'tasks', name: 'jobs' });
  expect(await queryOf(vault, 'vw_open')).toEqual({
    table: 'main.default.jobs',
    where: { path: `${FOLDER}/jobs/One.md` },
  });
  expect(await answer(vault, 'vw_open')).toHaveLength(before);
  await vault.run('undo_migration', { migration_id: migrationId as string });
  expect(vault.tree()).toBe(tree);
});
