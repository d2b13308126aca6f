/** Rules follow renames of tables, columns and values, and their undo. docs/rules.md#renames */

import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { insert, listedRule, openWatched, pathOf, rowsOf, settle } from './watched-tasks';

it('a rule goes on under new names, and under the old ones after their undo', async () => {
  const vault = await openWatched();
  const before = await listedRule(vault);
  await insert(vault, 'Write');
  const renames: readonly (readonly [string, JsonObject])[] = [
    ['rename_column', { table: 'tasks', from_column: 'status', to_column: 'state' }],
    ['rename_value', { table: 'tasks', column: 'state', from_value: 'done', to_value: 'finished' }],
    ['rename_column', { table: 'tasks', from_column: 'title', to_column: 'name' }],
    ['rename_column', { table: 'log', from_column: 'line', to_column: 'entry' }],
    ['alter_table', { table: 'log', name: 'diary' }],
    ['alter_table', { table: 'tasks', name: 'jobs' }],
  ];
  const made: string[] = [];
  for (const [name, args] of renames) made.push((await vault.run(name, args))['migrationId'] as string);
  await settle();
  expect(await listedRule(vault)).toMatchObject({
    ...{ status: 'on', problem: null, table: 'main.default.jobs', columns: ['state'], where: { state: 'finished' } },
    steps: [
      { table: 'main.default.jobs', set_values: { finished: { $time: 'date' } } },
      { table: 'main.default.diary', values: { entry: { $row: 'name' }, was: { $before: 'state' } } },
    ],
  });
  const path = pathOf('Write').replace('tasks', 'jobs');
  await vault.run('update_row', { table: 'jobs', path, set_values: { state: 'finished' } });
  await settle();
  expect(await rowsOf(vault, 'diary', ['entry', 'was'])).toEqual([{ entry: 'Write', was: 'todo' }]);
  await vault.run('undo_rule', { rule: 'finished' });
  await vault.run('update_row', { table: 'jobs', path, set_values: { state: 'todo' } });
  for (const migration of made.reverse()) await vault.run('undo_migration', { migration_id: migration });
  await settle();
  const { runs: _now, ...after } = await listedRule(vault);
  const { runs: _then, ...expected } = before;
  expect(after).toEqual(expected);
});

it('a rename in one write with another definition stops it; a dropped column is its problem', async () => {
  const vault = await openWatched();
  await vault.run('drop_column', { table: 'log', column: 'was' });
  await settle();
  const { problem, status } = await listedRule(vault);
  expect(problem).toContain('steps[1]: log has no column "was"');
  expect(status).toBe('on');
  await insert(vault, 'Write', { status: 'done' });
  await settle();
  expect((await listedRule(vault)).runs).toMatchObject([{ outcome: 'refused' }]);
});
