/** The history of a row over a real engine: its changes, the texts before and after, and the values that put it back. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { type JsonObject, typedRun } from '../../../../src/engine/index';
import type { OperationsClient } from '../../../../src/ui/client/operations-client';
import {
  type RowHistoryItem,
  askHistory,
  askText,
  putBack,
  rowBefore,
  valuesBefore,
} from '../../../../src/ui/screens/row/row-history';
import { type PanelRow, askLinks, askNote } from '../../../../src/ui/screens/row/row-note';
import { type TestVault, column, openVault } from '../../../engine/open-vault';

let vault: TestVault;
let client: OperationsClient;
beforeEach(async () => {
  vault = await openVault({ files: { 'Diary.md': 'Saw [[Oak]].\n' } });
  client = { run: typedRun((name, args) => vault.engine.run(name, args)), onChange: () => () => undefined };
});
afterEach(() => vault.engine.close());

const PATH = 'notedb/main/default/plants/Oak.md';
const set = (values: JsonObject, more: JsonObject = {}): Promise<unknown> =>
  vault.run('update_row', { table: 'plants', path: PATH, set_values: values, ...more });

async function makeOak(history: boolean): Promise<void> {
  await vault.run('create_table', {
    name: 'plants',
    description: 'What grows',
    history,
    columns: [
      column('name', 'string', { required: true }),
      column('kind', 'string'),
      column('height', 'integer'),
      column('label', 'string', { generated: '{name} of {height}' }),
    ],
  });
  await vault.run('insert_row', { table: 'plants', values: { name: 'Oak', height: 1 }, body: 'One acorn.\n' });
  await set({ height: 2, kind: 'tree' });
  await set({ height: 3 });
}

async function oak(): Promise<{ readonly row: PanelRow; readonly history: readonly RowHistoryItem[] }> {
  const { row } = await askNote(client, PATH);
  if (row === null) throw new Error('no row');
  return { row, history: await askHistory(client, row) };
}

it('tells changes by column, the newest first, and the values before each', async () => {
  await makeOak(false);
  const { row, history } = await oak();
  expect(history.map(({ op }) => op)).toEqual(['update', 'update', 'insert']);
  const [newest, middle, first] = history as [RowHistoryItem, RowHistoryItem, RowHistoryItem];
  expect(newest.values).toContainEqual({ column: 'height', before: 2, after: 3 });
  // A computed column follows by itself.
  expect(valuesBefore(middle, row)).toEqual({ height: 1, kind: null });
  expect(rowBefore(history, middle, row)).toEqual({ height: 1, kind: null });
  expect(valuesBefore(first, row)).toEqual({});
  await putBack(client, row, rowBefore(history, middle, row));
  expect(vault.text(PATH)).toMatch(/^height: 1$/m);
  expect(await putBack(client, row, { height: 1 })).toBeNull();
});

it('has the texts of any change where the table keeps versions', async () => {
  await makeOak(true);
  await set({}, { body: 'Two acorns.\n' });
  await set({ height: 9 });
  const { row, history } = await oak();
  const change = history.find(({ hasText }) => hasText);
  expect(change && (await askText(client, row, PATH, change))).toEqual({
    kind: 'texts',
    before: 'One acorn.\n',
    after: 'Two acorns.\n',
  });
});

it('has the lines of the last change where the table keeps none, and says so of earlier ones', async () => {
  await makeOak(false);
  await set({}, { body: 'One acorn.\nTwo leaves.\n' });
  const { row, history } = await oak();
  const [change] = history as [RowHistoryItem];
  expect(await askText(client, row, PATH, change)).toEqual({ kind: 'lines', diff: '+Two leaves.' });
  await set({ height: 9 });
  expect(await askText(client, row, PATH, change)).toEqual({ kind: 'unknown' });
});

it('tells notes that are no rows, and links by column', async () => {
  await makeOak(false);
  expect((await askNote(client, 'Diary.md')).row).toBeNull();
  expect(await askLinks(client, PATH)).toEqual({
    total: 1,
    groups: [
      { label: 'link', direction: 'in', notes: [{ path: 'Diary.md', name: 'Diary.md', table: null, count: 1 }] },
    ],
  });
});
