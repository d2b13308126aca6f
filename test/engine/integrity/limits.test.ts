/** Limits of rows through undo, external edits, batches and changed definitions. docs/decisions.md#limits */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/engine/index';
import { times } from '../../deep';
import { type TestVault, column, openVault } from '../open-vault';

const JOBS: JsonObject = {
  name: 'jobs',
  description: 'What is to do',
  filename: '{title}',
  columns: [
    column('title', 'string', { required: true }),
    column('status', 'enum', { values: ['todo', 'doing', 'done'] }),
    column('owner', 'string'),
  ],
};

async function open(atMost: number, more: JsonObject = {}): Promise<TestVault> {
  const vault = await openVault();
  await vault.run('create_table', JOBS);
  await vault.run('add_constraint', {
    ...{ table: 'jobs', name: 'in_work', check: { status: 'doing' }, at_most: atMost },
    ...more,
  });
  return vault;
}

const insert = (vault: TestVault, title: string, status: string, owner: Json = null): Promise<JsonObject> =>
  vault.run('insert_row', { table: 'jobs', values: { title, status, ...(owner === null ? {} : { owner }) } });
const move = (vault: TestVault, title: string, status: string): Promise<JsonObject> =>
  vault.run('update_rows', { table: 'jobs', where: { title }, set_values: { status } });
const REFUSED = { code: 'refused', violations: [{ code: 'limit' }] };

describe('a limit', () => {
  it('refuses an undo that would bring a row over it', async () => {
    const vault = await open(1);
    await insert(vault, 'A', 'doing');
    const left = await move(vault, 'A', 'done');
    await insert(vault, 'B', 'doing');
    await expect(vault.run('undo_migration', { migration_id: left['migrationId'] as Json })).rejects.toMatchObject(
      REFUSED,
    );
    await move(vault, 'B', 'done');
    await vault.run('undo_migration', { migration_id: left['migrationId'] as Json });
    await vault.engine.close();
  });

  it('lists an external edit over it, and tolerates the undo of a way out', async () => {
    const first = await open(1);
    await insert(first, 'A', 'doing');
    await insert(first, 'B', 'todo');
    const path = 'notedb/main/default/jobs/B.md';
    first.host.external.write(path, first.text(path)?.replace('status: todo', 'status: doing') ?? '');
    const vault = await first.restart();
    const { violations } = await vault.run('check_table', { table: 'jobs' });
    expect(violations).toMatchObject([
      { code: 'limit', column: 'status', path: 'notedb/main/default/jobs/A.md' },
      { code: 'limit', column: 'status', path },
    ]);
    // Other values of the rows may change, and none may come in.
    await vault.run('update_rows', { table: 'jobs', where: { title: 'B' }, set_values: { owner: 'Ada' } });
    await expect(insert(vault, 'C', 'doing')).rejects.toMatchObject(REFUSED);
    const left = await move(vault, 'B', 'done');
    expect(await vault.run('check_table', { table: 'jobs' })).toMatchObject({ violations: [] });
    await vault.run('undo_migration', { migration_id: left['migrationId'] as Json });
    await vault.engine.close();
  });

  it('comes back with the undo of its drop, over rows that broke it then and none that came since', async () => {
    const vault = await open(1);
    await insert(vault, 'A', 'doing');
    const dropped = await vault.run('drop_constraint', { table: 'jobs', name: 'in_work' });
    await insert(vault, 'B', 'doing');
    const undo = { migration_id: dropped['migrationId'] as Json };
    await expect(vault.run('undo_migration', undo)).rejects.toMatchObject({ code: 'refused' });
    await move(vault, 'B', 'todo');
    await vault.run('undo_migration', undo);
    await expect(move(vault, 'B', 'doing')).rejects.toMatchObject(REFUSED);
    await vault.engine.close();
  });

  it('is kept in the definitions, behind the CHECKs, and holds after a restart', async () => {
    const vault = await open(1, { per: 'owner' });
    await vault.run('add_constraint', { table: 'jobs', name: 'named', check: { title: { ne: 'x' } } });
    expect(await vault.run('describe_table', { table: 'jobs' })).toMatchObject({
      constraints: [{ name: 'named' }, { name: 'in_work', at_most: 1, per: 'owner', check: { status: 'doing' } }],
    });
    await insert(vault, 'A', 'doing', 'Ada');
    const again = await vault.restart();
    await expect(insert(again, 'B', 'doing', 'Ada')).rejects.toMatchObject(REFUSED);
    await insert(again, 'B', 'doing', 'Ben');
    await again.run('alter_table', { table: 'jobs', name: 'tasks' });
    await again.engine.close();
  });

  it('is asked by each step of a batch, so that the way out comes first', async () => {
    const vault = await open(1);
    await insert(vault, 'A', 'doing');
    await insert(vault, 'B', 'todo');
    const step = (title: string, status: string): JsonObject => ({
      op: 'update_rows',
      ...{ table: 'jobs', where: { title }, set_values: { status } },
    });
    const operations = [step('B', 'doing'), step('A', 'done')];
    await expect(vault.run('batch', { operations })).rejects.toMatchObject({ code: 'refused' });
    await vault.run('batch', { operations: operations.reverse() });
    await vault.engine.close();
  });

  it('is never exceeded by writes, whatever they are', async () => {
    const vault = await open(2, { per: 'owner' });
    const title = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F');
    const row = fc.record({
      title,
      status: fc.constantFrom('todo', 'doing'),
      owner: fc.constantFrom('Ada', 'Ben', null),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 4 }), async (rows) => {
        const given = [...new Map(rows.map((each) => [each.title, each])).values()];
        const before = await counts(vault);
        const done = await vault.run('merge_rows', { table: 'jobs', on: ['title'], rows: given }).catch(() => null);
        const after = await counts(vault);
        expect(Math.max(0, ...after.values())).toBeLessThanOrEqual(2);
        if (done === null) expect(after).toEqual(before);
      }),
      { numRuns: times(60, 2000) },
    );
    await vault.engine.close();
  });
});

/** Rows at work by their owner. */
async function counts(vault: TestVault): Promise<ReadonlyMap<Json, number>> {
  const { rows } = await vault.run('select_rows', {
    table: 'jobs',
    where: { status: 'doing', owner: { exists: true } },
  });
  const found = new Map<Json, number>();
  for (const { owner } of rows as readonly { readonly owner: string }[]) found.set(owner, (found.get(owner) ?? 0) + 1);
  return found;
}
