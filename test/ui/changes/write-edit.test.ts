/** A refused edit of a cell, on a real engine: the rows that may be meant, from the refusal alone. docs/quick-find.md#in-refusals */

import { expect, it } from 'vitest';
import { typedRun } from '../../../src/engine/index';
import type { OperationsClient } from '../../../src/ui/client/operations-client';
import { writeEdit } from '../../../src/ui/changes/write-edit';
import { column as gridColumn } from '../components/grid-fixture';
import { column, openVault } from '../../engine/open-vault';

it.each<[string, readonly string[] | undefined]>([
  ['Gracce', ['Grace']],
  ['hopper', ['Grace']],
  ['[[Gracce]]', ['Grace']],
  ['Somebody else', undefined],
])('a link to %s offers %j', async (typed, near) => {
  const { engine, run } = await openVault();
  const asked: string[] = [];
  const client: OperationsClient = {
    run: typedRun((name, args) => {
      asked.push(name);
      return engine.run(name, args);
    }),
    onChange: () => () => undefined,
  };
  const name = column('name', 'string', { required: true });
  const columns = [name, column('aliases', 'list', { items: { type: 'string' } })];
  await run('create_table', { name: 'people', description: 'People', filename: '{name}', columns });
  const owner = column('owner', 'link', { ref: 'people' });
  await run('create_table', { name: 'tasks', description: 'Tasks', filename: '{name}', columns: [name, owner] });
  await run('insert_row', { table: 'people', values: { name: 'Grace', aliases: ['Hopper'] } });
  await run('insert_row', { table: 'people', values: { name: 'Alan' } });
  await run('insert_row', { table: 'tasks', values: { name: 'A' } });
  const outcome = await writeEdit(client, {
    table: 'main.default.tasks',
    row: { key: 'a', path: 'notedb/main/default/tasks/A.md', values: {} },
    column: gridColumn('owner', { type: 'link', ref: 'main.default.people' }),
    ...{ before: null, value: typed.startsWith('[[') ? typed : `[[${typed}]]`, typed },
  });
  expect(outcome.kind === 'refused' && outcome.problem.near).toEqual(near);
  expect(asked).toEqual(['update_row']);
  await engine.close();
});
