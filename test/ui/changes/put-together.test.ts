/** Values that belong together, on a real engine: all of them or none, one write, one undo. docs/app/editing.md#blocks */

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/engine/index';
import { insertRow } from '../../../src/ui/changes/row-actions/row-actions';
import { DraftRows } from '../../../src/ui/changes/row-actions/draft-rows';
import { CellEditQueue } from '../../../src/ui/changes/cell-edit-queue';
import type { QueueEvent } from '../../../src/ui/changes/lane-port';
import { putTogether } from '../../../src/ui/changes/put-together';
import { undoEdit, writeEdit } from '../../../src/ui/changes/write-edit';
import type { OperationsClient } from '../../../src/ui/client/operations-client';
import { tableColumns } from '../../../src/ui/client/table-columns';
import type { GridColumn, GridRow } from '../../../src/ui/components/grid-column';
import { type TestVault, column, openVault } from '../../engine/open-vault';

const TABLE = 'main.default.tasks';
let vault: TestVault;
let client: OperationsClient;
let told: QueueEvent[];
let lane: CellEditQueue;
let columns: readonly GridColumn[];

beforeEach(async () => {
  vault = await openVault();
  await vault.run('create_table', {
    name: 'tasks',
    description: 'x',
    filename: '{name}',
    columns: [
      column('name', 'string', { required: true }),
      column('status', 'enum', { values: ['todo', 'doing', 'done'] }),
      column('place', 'number', { max: 100 }),
      column('finished', 'date'),
    ],
  });
  const check = { or: [{ status: { ne: 'done' } }, { finished: { exists: true } }] };
  await vault.run('add_constraint', { table: 'tasks', name: 'done_has_a_day', check });
  await vault.run('merge_rows', {
    table: 'tasks',
    on: ['name'],
    rows: ['A', 'B'].map((name, place) => ({ name, status: 'todo', place })),
  });
  columns = tableColumns((await vault.run('describe_table', { table: 'tasks' }))['columns'] as never);
  client = {
    run: (name: string, args: JsonObject) => vault.engine.run(name, args),
    onChange: () => () => undefined,
  } as unknown as OperationsClient;
  told = [];
  lane = new CellEditQueue({
    write: (edit) => writeEdit(client, edit),
    undo: (migration) => undoEdit(client, migration),
    shown: () => Promise.resolve(),
    changed: () => undefined,
    tell: (event) => void told.push(event),
  });
});
afterEach(() => vault.engine.close());

const columnOf = (name: string): GridColumn => columns.find((each) => each.name === name) as GridColumn;

async function rowOf(name: string): Promise<GridRow> {
  const { rows } = (await vault.run('select_rows', { table: 'tasks', where: { name } })) as { rows: JsonObject[] };
  const values = rows[0] as JsonObject & { id: string; path: string };
  return { key: values.id, path: values.path, values };
}

async function move(values: readonly (readonly [GridRow, string, Json])[]): Promise<void> {
  const put = values.map(([row, name, value]) => {
    return { row, column: columnOf(name), value, before: row.values[name] };
  });
  await putTogether({ client, lane }, TABLE, { name: 'move of A', done: 'Moved.', notDone: 'Not moved.', values: put });
}

const held = async (name: string): Promise<readonly unknown[]> => {
  const { values } = await rowOf(name);
  return [values['status'], values['place']];
};
const migrations = async (): Promise<number> =>
  ((await vault.run('list_migrations', {}))['migrations'] as unknown[]).length;

it('writes values of several rows in one write, which one undo takes back', async () => {
  const before = await migrations();
  const [a, b] = [await rowOf('A'), await rowOf('B')];
  await move([
    [a, 'status', 'doing'],
    [a, 'place', 7],
    [b, 'place', 8],
  ]);
  expect([await held('A'), await held('B')]).toEqual([
    ['doing', 7],
    ['todo', 8],
  ]);
  expect(await migrations()).toBe(before + 1);
  expect(told.map((event) => event.kind === 'written' && event.text)).toEqual(['Moved.']);
  await lane.undo(TABLE);
  expect([await held('A'), await held('B')]).toEqual([
    ['todo', 0],
    ['todo', 1],
  ]);
});

it.each<[string, string, Json, number, string, string]>([
  ['the rule of a column', 'status', 'doing', 500, 'place', 'place'],
  ['a rule of the row, which is said of the first value', 'status', 'done', 5, 'status', 'finished'],
])('writes none of them against %s', async (_, name, value, place, blamed, word) => {
  const before = await migrations();
  const a = await rowOf('A');
  await move([
    [a, name, value],
    [a, 'place', place],
  ]);
  expect(await held('A')).toEqual(['todo', 0]);
  expect(await migrations()).toBe(before);
  const kinds = ['status', 'place'].map((each) => lane.overlay(TABLE, a, columnOf(each))?.kind ?? null);
  expect(kinds).toEqual(['status', 'place'].map((each) => (each === blamed ? 'refused' : null)));
  expect(lane.overlay(TABLE, a, columnOf(blamed))?.problem?.message.toLowerCase()).toContain(word);
  expect(told.map((event) => event.kind === 'notDone' && event.text)).toEqual(['Not moved.']);
  expect(lane.nextUndo(TABLE)).toBeNull();
});

it('says that a value was changed meanwhile, unless it is the same', async () => {
  const a = await rowOf('A');
  await vault.run('update_row', { table: 'tasks', path: a.path, set_values: { status: 'doing' } });
  await move([[a, 'status', null]]);
  expect(lane.overlay(TABLE, a, columnOf('status'))?.problem?.conflict).toEqual({ now: 'doing' });
  lane.giveUp(TABLE, a, columnOf('status'));
  await move([[a, 'status', 'doing']]);
  expect(lane.overlay(TABLE, a, columnOf('status'))).toBeNull();
});

it('takes the newest of quick moves over the refused ones', async () => {
  const a = await rowOf('A');
  const steps = ['done', 'doing', 'done', 'doing'];
  await Promise.all(
    steps.map((value, at) =>
      move([[{ ...a, values: { ...a.values, status: steps[at - 1] ?? 'todo' } }, 'status', value]]),
    ),
  );
  expect((await held('A'))[0]).toBe('doing');
  expect(lane.overlay(TABLE, a, columnOf('status'))).toBeNull();
});

it('writes a new row with one undo, or says why not', async () => {
  const drafts = new DraftRows({ client, lane, table: TABLE, nextKey: () => 'draft' });
  const place = { client, lane, table: TABLE, drafts };
  expect(await insertRow(place, { status: 'doing' })).toMatchObject({ message: 'Name is needed.' });
  expect(told).toEqual([]);
  expect(await insertRow(place, { name: 'C', status: 'doing' })).toBeNull();
  expect(await held('C')).toEqual(['doing', undefined]);
  await lane.undo(TABLE);
  expect((await vault.run('select_rows', { table: 'tasks', where: { name: 'C' } }))['total']).toBe(0);
});
