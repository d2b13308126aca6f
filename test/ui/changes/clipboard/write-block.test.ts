/** A block of cells is judged in few calls, however many of its rows are refused. docs/app/editing.md#blocks */

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/engine/index';
import { writeBlock } from '../../../../src/ui/changes/clipboard/write-block';
import type { CellEdit } from '../../../../src/ui/changes/lane-port';
import type { OperationsClient } from '../../../../src/ui/client/operations-client';
import { tableColumns } from '../../../../src/ui/client/table-columns';
import type { GridRow } from '../../../../src/ui/components/grid-column';
import { type TestVault, column, openVault } from '../../../engine/open-vault';

const COUNT = 200;
let vault: TestVault;
let rows: readonly GridRow[];
let columns: ReturnType<typeof tableColumns>;
let calls: string[];
let client: OperationsClient;

beforeEach(async () => {
  vault = await openVault();
  await vault.run('create_table', {
    name: 'spans',
    description: 'x',
    filename: '{name}',
    columns: [
      column('name', 'string'),
      column('first', 'integer', { max: 100 }),
      column('last', 'integer'),
      column('remark', 'string'),
    ],
  });
  const given = Array.from({ length: COUNT }, (_, i) => ({ name: `Span ${i}`, first: 1, last: 2 }));
  await vault.run('merge_rows', { table: 'spans', on: ['name'], rows: given });
  const check = { or: [{ first: { lt: 5 } }, { last: { gt: 5 } }] };
  await vault.run('add_constraint', { table: 'spans', name: 'in_order', check });
  const found = (await vault.run('select_rows', { table: 'spans', limit: COUNT }))['rows'] as JsonObject[];
  rows = found.map((values) => ({ key: values['id'] as string, path: values['path'] as string, values }));
  const described = await vault.run('describe_table', { table: 'spans' });
  columns = tableColumns(described['columns'] as never);
  calls = [];
  const run = (name: string, args: JsonObject): Promise<JsonObject> => {
    calls.push(name);
    return vault.engine.run(name, args);
  };
  client = { run, onChange: () => () => undefined } as unknown as OperationsClient;
});
afterEach(() => vault.engine.close());

/** The same values for every row, by column. */
const editsOf = (values: JsonObject, of: readonly GridRow[] = rows): readonly CellEdit[] =>
  of.flatMap((row) =>
    Object.entries(values).map(([name, value]): CellEdit => {
      const found = columns.find((each) => each.name === name);
      if (found === undefined) throw new Error(`no column ${name}`);
      return {
        table: 'main.default.spans',
        row,
        column: found,
        before: row.values[name],
        value,
        typed: JSON.stringify(value),
      };
    }),
  );

const write = (edits: readonly CellEdit[], isDryRun: boolean): ReturnType<typeof writeBlock> =>
  writeBlock({ client, edits, summary: 'paste', isDryRun });

it('600 cells that break a CHECK are tried in one call, and each cell that the CHECK reads says why', async () => {
  const edits = editsOf({ first: 9, last: 3, name: 'x' }).filter(({ column: { name } }) => name !== 'name');
  const all = [...edits, ...editsOf({ remark: 'r' })];
  const { refused, failure } = await write(all, true);
  expect(failure).toBe(null);
  expect(new Set([...refused.keys()].map(({ column: { name } }) => name))).toEqual(new Set(['first', 'last']));
  expect(refused.size).toBe(2 * COUNT);
  expect([...refused.values()].every(({ problem }) => problem.message.includes('in_order'))).toBe(true);
  // What is left of these rows is tried once more: their remarks fit.
  expect(calls).toEqual(['batch', 'batch']);
  calls.length = 0;
  expect((await write(edits, true)).refused.size).toBe(2 * COUNT);
  expect(calls).toEqual(['batch']);
});

it('a block that fits is tried in one call, and one of which some rows are refused in two', async () => {
  expect((await write(editsOf({ last: 9, remark: 'r' }), true)).refused.size).toBe(0);
  expect(calls).toEqual(['batch']);
  calls.length = 0;
  const edits = [...editsOf({ first: 101, remark: 'r' }, rows.slice(0, 150)), ...editsOf({ last: 9 }, rows.slice(150))];
  const { refused } = await write(edits, true);
  expect(refused.size).toBe(150);
  expect(calls).toEqual(['batch', 'batch']);
});

it('what fits is written as one migration', async () => {
  const edits = editsOf({ first: 101, last: 9, remark: 'r' });
  const { migrationId, changed, refused } = await write(edits, false);
  expect({ changed, refused: refused.size }).toEqual({ changed: COUNT, refused: COUNT });
  expect(typeof migrationId).toBe('string');
  expect(calls).toEqual(['batch', 'batch']);
  const { total } = await vault.run('select_rows', { table: 'spans', where: { last: 9, remark: 'r', first: 1 } });
  expect(total).toBe(COUNT);
});

it('a row of which the refusal names no column is refused as a whole, without a call for each cell', async () => {
  const [row] = rows;
  if (row === undefined) throw new Error('no rows');
  vault.host.external.remove(row.path);
  await vault.engine.rescan();
  const { refused } = await write(editsOf({ last: 9, remark: 'r' }, rows.slice(0, 2)), true);
  expect([...refused.values()].map(({ isLost }) => isLost)).toEqual([true, true]);
  expect(calls).toEqual(['batch']);
});
