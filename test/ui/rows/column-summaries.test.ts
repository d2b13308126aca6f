/** What is told below columns, of rows in a real engine. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { typedRun } from '../../../src/engine/index';
import { askSummaries } from '../../../src/ui/rows/column-summaries';
import type { Summary } from '../../../src/ui/components/grid/summary';
import { type TestVault, column, openVault } from '../../engine/open-vault';

let vault: TestVault;

beforeEach(async () => {
  vault = await openVault();
  await vault.run('create_table', {
    name: 'tasks',
    description: 'Tasks',
    columns: [
      column('hours', 'number'),
      column('due', 'date'),
      column('done', 'boolean'),
      column('who', 'string'),
      {
        name: 'tags',
        type: 'list',
        description: 'tags',
        items: { type: 'string' },
      },
    ],
  });
  for (const values of [
    { hours: 1.5, due: '2026-01-05', done: true, who: 'Ada', tags: ['a', 'b'] },
    { hours: 4, due: '2026-03-01', done: false, who: 'Ada', tags: ['b'] },
    { hours: null, due: null, done: null, who: 'Bo' },
    { hours: 2, due: '2026-02-01', done: true, who: null },
  ]) {
    await vault.run('insert_row', { table: 'tasks', values });
  }
});
afterEach(() => vault.engine.close());

async function ask(kinds: Readonly<Record<string, Summary>>, where = {}): Promise<unknown> {
  const client = { run: typedRun((name, args) => vault.engine.run(name, args)), onChange: () => () => undefined };
  const found = await askSummaries(client, { table: 'tasks', where, kinds });
  return Object.fromEntries(Object.entries(found).map(([name, { value }]) => [name, value]));
}

it.each<[Readonly<Record<string, Summary>>, object]>([
  [
    { hours: 'sum', due: 'earliest', done: 'checked', who: 'unique' },
    { hours: 7.5, due: '2026-01-05', done: 2, who: 2 },
  ],
  [
    { hours: 'average', due: 'latest', done: 'unchecked', who: 'filled' },
    { hours: 2.5, due: '2026-03-01', done: 2, who: 3 },
  ],
  [
    { hours: 'min', due: 'filled', done: 'empty', who: 'empty' },
    { hours: 1.5, due: 3, done: 1, who: 1 },
  ],
  [
    { hours: 'max', due: 'percent_filled' },
    { hours: 4, due: 75 },
  ],
  [{ hours: 'range' }, { hours: 2.5 }],
  [
    { hours: 'median', tags: 'unique', done: 'unique' },
    { hours: 2, tags: 2, done: 2 },
  ],
  [{ hours: 'share' }, { hours: 100 }],
])('tells %j', async (kinds, expected) => {
  expect(await ask(kinds)).toEqual(expected);
});

it('tells nothing of no rows', async () => {
  const none = { who: 'Nobody' };
  expect(await ask({ hours: 'sum', due: 'latest', done: 'percent_filled', who: 'unique' }, none)).toEqual({
    hours: null,
    due: null,
    done: null,
    who: 0,
  });
});

it('asks once for all of them', async () => {
  const asked: string[] = [];
  const run = typedRun((name, args) => {
    asked.push(name);
    return vault.engine.run(name, args);
  });
  const kinds: Readonly<Record<string, Summary>> = { hours: 'median', due: 'latest', done: 'checked', who: 'unique' };
  await askSummaries({ run, onChange: () => () => undefined }, { table: 'tasks', where: null, kinds });
  expect(asked).toEqual(['select_rows']);
});
