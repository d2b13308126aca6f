/** Values are checked by the columns as they are when the write ends. Source: docs/operations.md#batch; D16, D17 */

import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/engine/index';
import { column, openVault } from '../open-vault';

const COLUMNS = [
  column('name', 'string', { required: true }),
  column('size', 'integer', { min: 1, max: 50 }),
  column('due', 'date'),
  column('marks', 'list', { items: { type: 'integer', max: 5 } }),
];

const insert = (values: Record<string, Json>): JsonObject => ({ op: 'insert_row', table: 'things', values });

const merge = (rows: readonly Record<string, Json>[]): JsonObject => ({
  op: 'merge_rows',
  table: 'things',
  on: ['name'],
  rows: rows,
});

it.each<readonly [what: string, step: JsonObject, then: JsonObject, columns: readonly string[]]>([
  [
    'a range that becomes narrower',
    insert({ name: 'a', size: 40 }),
    { op: 'alter_column', table: 'things', column: 'size', changes: { max: 30 } },
    ['size'],
  ],
  [
    'a range that becomes narrower under many',
    merge([
      { name: 'a', size: 40 },
      { name: 'b', size: 20 },
    ]),
    { op: 'alter_column', table: 'things', column: 'size', changes: { max: 30 } },
    ['size'],
  ],
  [
    'items whose range becomes narrower',
    insert({ name: 'a', marks: [1, 5] }),
    { op: 'alter_column', table: 'things', column: 'marks', changes: { items: { type: 'integer', max: 4 } } },
    ['marks'],
  ],
  [
    'a column that becomes required',
    insert({ name: 'a', size: 40 }),
    { op: 'alter_column', table: 'things', column: 'due', changes: { required: true } },
    ['due'],
  ],
])('refuses a row that a later step of its batch has no room for: %s', async (_what, step, then, columns) => {
  const vault = await openVault();
  await vault.engine.run('create_table', { name: 'things', description: 'Things', columns: COLUMNS });
  await vault.engine.run('batch', { operations: [step], dry_run: true });
  const refused = vault.engine.run('batch', { operations: [step, then] });
  await expect(refused).rejects.toMatchObject({ violations: columns.map((name) => ({ column: name })) });
  const { rows } = await vault.engine.run('select_rows', { table: 'things' });
  expect(rows).toEqual([]);
});

it.each<readonly [what: string, rows: readonly Record<string, Json>[], column: string]>([
  ['left out', [{ name: 'a', due: '2026-01-01' }, { name: 'b' }], 'due'],
  ['null', [{ name: 'a', due: null }], 'due'],
  ['empty', [{ name: 'a', due: '' }], 'due'],
])('asks for a required value that is %s', async (_what, rows, name) => {
  const vault = await openVault();
  const columns = COLUMNS.map((each) => (each.name === 'due' ? { ...each, required: true } : each));
  await vault.engine.run('create_table', { name: 'things', description: 'Things', columns });
  const { op: _op, ...args } = merge(rows);
  const refused = vault.engine.run('merge_rows', args);
  await expect(refused).rejects.toMatchObject({ violations: [{ column: name, code: 'required' }] });
});
