/** Columns that become inverses of filled ones: a warning counts the links that are not linked back. docs/operations.md#align_relations */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { PEOPLE, TASKS, type TestVault, column, openVault } from '../open-vault';

/** Two people; three tasks, of which two have an owner. */
async function vault(): Promise<TestVault> {
  const opened = await openVault({});
  await opened.run('create_table', PEOPLE);
  await opened.run('create_table', TASKS);
  for (const name of ['Ada', 'Bo']) await opened.run('insert_row', { table: 'people', values: { name } });
  for (const [title, owner] of [
    ['One', 'Ada'],
    ['Two', 'Bo'],
  ])
    await opened.run('insert_row', { table: 'tasks', values: { title: title ?? '', owner: owner ?? '' } });
  await opened.run('insert_row', { table: 'tasks', values: { title: 'Three' } });
  return opened;
}

const links = (ref: string, more: JsonObject = {}): JsonObject => ({ items: { type: 'link', ref, ...more } });
const TASKS_OF = column('tasks', 'list', links('tasks', { inverse: 'owner' }));
const WARNING =
  '2 links of tasks.owner are not linked back by people.tasks yet; call align_relations {"table": "main.default.people"}';

describe('links on the other side of a new inverse', () => {
  it.each([{ dry_run: true }, {}])(
    'are counted by add_column %j, and the call that is named mends them',
    async (more) => {
      const opened = await vault();
      const { warnings, changed } = await opened.run('add_column', { table: 'people', column: TASKS_OF, ...more });
      expect([warnings, changed]).toEqual([[WARNING], 0]);
      if ('dry_run' in more) return;
      expect(await opened.run('check_table', { table: 'tasks' })).toMatchObject({ ok: false, counts: { inverse: 2 } });
      await opened.run('align_relations', { table: 'main.default.people' });
      for (const table of ['tasks', 'people'])
        expect(await opened.run('check_table', { table })).toMatchObject({ ok: true });
    },
  );

  it('are counted by every operation that makes two columns inverses', async () => {
    const opened = await vault();
    const base = { name: 'has_tasks', description: 'Who does tasks', columns: [TASKS_OF] };
    expect((await opened.run('define_base', base))['warnings']).toEqual([]);
    const heirs = { table: 'people', bases: ['has_tasks'] };
    expect((await opened.run('set_table_bases', heirs))['warnings']).toEqual([WARNING]);
    const altered = { table: 'tasks', column: 'owner', changes: { description: 'Who does it' } };
    expect((await opened.run('alter_column', altered))['warnings']).toEqual([]);
  });

  it('are none where nothing is linked', async () => {
    const opened = await vault();
    await opened.run('update_rows', { table: 'tasks', set_values: { owner: null } });
    expect((await opened.run('add_column', { table: 'people', column: TASKS_OF }))['warnings']).toEqual([]);
  });
});
