/** The rows that explain lists behind a rollup. docs/queries.md#explain */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { type TestVault, column, openVault } from '../open-vault';

const TASKS = { table: 'tasks', by: 'projects', value: 'count' };

/** A project with two tasks that name it in a list; one of them is done. */
async function projects(): Promise<TestVault> {
  const vault = await openVault();
  const { run } = vault;
  const title = column('title', 'string', { required: true });
  await run('create_table', { name: 'projects', description: 'P', history: true, columns: [title] });
  const columns = [
    title,
    column('projects', 'list', { items: { type: 'link', ref: 'projects' } }),
    column('done', 'boolean'),
    column('size', 'integer'),
  ];
  await run('create_table', { name: 'tasks', description: 'T', history: true, columns });
  await run('insert_row', { table: 'projects', values: { title: 'P' } });
  for (const [title, done] of [
    ['a', true],
    ['b', false],
  ] as const)
    await run('insert_row', { table: 'tasks', values: { title, done, projects: ['P'] } });
  return vault;
}

const rollupsOf = async ({ run }: TestVault, args: JsonObject): Promise<readonly JsonObject[]> => {
  const { explain } = await run('select_rows', { table: 'projects', explain: true, ...args });
  return (explain as JsonObject)['rollups'] as readonly JsonObject[];
};

describe('the rows behind a rollup', () => {
  it('are found by a list of links, in a view too', async () => {
    const vault = await projects();
    await vault.run('create_view', {
      name: 'vw_open',
      description: 'V',
      query: { table: 'tasks', where: { done: false } },
    });
    const [explained] = await rollupsOf(vault, { rollup: { n: { ...TASKS, table: 'vw_open' } } });
    const { rows } = await vault.run('select_rows', { table: 'projects', columns: ['path'] });
    const [{ path = '' } = {}] = rows as JsonObject[];
    const behind = await vault.run('select_rows', { ...(explained?.['rows'] as JsonObject), this_note: path });
    expect(behind).toMatchObject({ total: 1, rows: [{ title: 'b' }] });
  });

  it('are those of the time that is read', async () => {
    const vault = await projects();
    const timestamp = new Date(vault.host.clock.now()).toISOString();
    const [explained] = await rollupsOf(vault, { rollup: { n: TASKS }, timestamp });
    expect(explained?.['rows']).toMatchObject({ table: 'main.default.tasks', timestamp });
  });
});
