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
    column('parent', 'link', { ref: 'tasks' }),
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

describe('rollups over one view', () => {
  /** Rows of `tasks` that one select looks at, through so many views, each with two rollups over the view below it. */
  async function lookedAt(levels: number): Promise<number> {
    const { run } = await projects();
    for (let level = 1; level <= levels; level++) {
      const parts = level === 1 ? 'tasks' : `vw_${level - 1}`;
      const child = { table: parts, by: 'parent', value: 'count' };
      const query = { table: 'tasks', rollup: { a: child, b: child } };
      await run('create_view', { name: `vw_${level}`, description: 'V', query });
    }
    const { rows, explain } = await run('select_rows', { table: `vw_${levels}`, order_by: ['a', 'b'], explain: true });
    expect(rows).toHaveLength(2);
    return (explain as JsonObject)['looked_at'] as number;
  }

  it('read it once: the work grows with the levels, not by a factor for each', async () => {
    const [two, four, eight] = [await lookedAt(2), await lookedAt(4), await lookedAt(8)];
    expect(eight - four).toBe(2 * (four - two));
  });
});
