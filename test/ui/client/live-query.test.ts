/** A live query over a real engine: asked again only when it can matter, heard of only when the answer differs. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../eventually';
import type { TestVault } from '../../engine/open-vault';
import { column, openVault } from '../../engine/open-vault';
import { LiveQuery } from '../../../src/ui/client/live-query';
import { typedRun } from '../../../src/engine/index';
import type { OperationsClient } from '../../../src/ui/client/operations-client';
import { type RowsPage, readRows } from '../../../src/ui/rows/table-rows';

let vault: TestVault;
let client: OperationsClient & { readonly asked: string[] };

beforeEach(async () => {
  vault = await openVault();
  for (const name of ['a', 'b']) {
    await vault.run('create_table', {
      name,
      description: name,
      filename: '{name}',
      columns: [column('name', 'string')],
    });
  }
  const asked: string[] = [];
  client = {
    asked,
    run: typedRun((operation, args) => {
      asked.push(operation);
      return vault.run(operation, args);
    }),
    onChange: (listener) => vault.engine.onChange(listener),
  };
});
afterEach(() => vault.engine.close());

const insert = (table: string, name: string): Promise<unknown> => vault.run('insert_row', { table, values: { name } });

function follow(table: string): { live: LiveQuery<RowsPage>; heard: () => unknown[] } {
  const heard: unknown[] = [];
  const live: LiveQuery<RowsPage> = new LiveQuery(
    client,
    {
      ask: (operations) => readRows(operations, { table, columns: null, where: null, orderBy: ['name'] }, 0),
      isTouched: ({ tables }) => tables.includes(`main.default.${table}`),
    },
    () =>
      heard.push(
        live.answer.kind === 'answer' ? live.answer.value.rows.map(({ values }) => values['name']) : live.answer.kind,
      ),
  );
  return { live, heard: () => heard };
}

it('answers, follows its table, and nothing else', async () => {
  const { live, heard } = follow('a');
  expect(live.answer.kind).toBe('loading');
  await eventually(() => expect(heard()).toEqual([[]]));
  await insert('a', 'one');
  await eventually(() => expect(heard()).toEqual([[], ['one']]));
  client.asked.length = 0;
  await insert('b', 'other');
  await live.refresh();
  expect(heard()).toHaveLength(2);
  expect(client.asked).toEqual(['select_rows']); // of the refresh alone
  live.stop();
});

it('says nothing when the answer is the same', async () => {
  await insert('a', 'one');
  await insert('a', 'two');
  const { live, heard } = follow('a');
  await live.refresh();
  await vault.run('update_row', {
    table: 'a',
    path: 'notedb/main/default/a/two.md',
    body: 'A body that no column shows.',
  });
  await live.refresh();
  await live.refresh();
  expect(heard()).toEqual([['one', 'two']]);
  live.stop();
});

it('asks once more after many changes at once, and ends with the last answer', async () => {
  const { live, heard } = follow('a');
  await live.refresh();
  client.asked.length = 0;
  const names = Array.from({ length: 20 }, (_, i) => `row ${String(i).padStart(2, '0')}`);
  await Promise.all(names.map((name) => insert('a', name)));
  await live.refresh();
  expect(heard().at(-1)).toEqual(names);
  expect(client.asked.length).toBeLessThan(40);
  live.stop();
});

it('tells a problem, and recovers when its cause is gone', async () => {
  const { live, heard } = follow('c');
  await eventually(() => expect(heard()).toEqual(['problem']));
  expect(live.answer).toMatchObject({ problem: { message: expect.stringContaining('c') as string } });
  await vault.run('create_table', { name: 'c', description: 'c', columns: [column('name', 'string')] });
  await eventually(() => expect(heard()).toEqual(['problem', []]));
  live.stop();
});

it('is silent once it was stopped', async () => {
  const { live, heard } = follow('a');
  await live.refresh();
  live.stop();
  await insert('a', 'one');
  await live.refresh();
  expect(heard()).toEqual([[]]);
});
