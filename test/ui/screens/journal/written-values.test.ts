/** What writes set, and who changed notes since, over a real engine. docs/page.md#history-of-writes */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { type JsonObject, typedRun } from '../../../../src/engine/index';
import { dayLabel, localToday } from '../../../../src/ui/components/text/date-text';
import { askNewestChanges } from '../../../../src/ui/client/read-changes';
import { lastWriterText } from '../../../../src/ui/screens/journal/last-writers';
import { readWrittenValues } from '../../../../src/ui/screens/journal/written-values';
import { tryUndo } from '../../../../src/ui/screens/journal/undo-conflicts';
import type { HistoryEntry } from '../../../../src/ui/changes/describe-migration';
import type { OperationsClient } from '../../../../src/ui/client/operations-client';
import { type TestVault, column, openVault } from '../../../engine/open-vault';

let vault: TestVault;
let client: OperationsClient;
const PLANTS = 'notedb/main/default/plants';
const OAK = `${PLANTS}/Oak.md`;

beforeEach(async () => {
  vault = await openVault({});
  client = { run: typedRun((name, args) => vault.engine.run(name, args)), onChange: () => () => undefined };
  await vault.run('create_table', {
    name: 'plants',
    description: 'What grows',
    columns: [
      column('name', 'string', { required: true }),
      column('height', 'integer', { label: 'Metres' }),
      column('seen', 'boolean'),
      column('planted', 'date'),
      column('near', 'list', { items: { type: 'string' } }),
      column('text', 'string'),
      column('label', 'string', { generated: '{name} of {height}' }),
    ],
  });
  const rows = ['Oak', 'Elm', 'Fir'].map((name) => ({ name }));
  await vault.run('merge_rows', { table: 'plants', on: ['name'], rows });
});
afterEach(() => vault.engine.close());

const set = (values: JsonObject, path = OAK): Promise<unknown> =>
  vault.run('update_row', { table: 'plants', path, set_values: values });

const newest = async (): Promise<HistoryEntry> => {
  const { migrations } = await client.run('list_migrations', { limit: 1 });
  return migrations[0] as HistoryEntry;
};

async function told(): Promise<unknown> {
  const migration = await newest();
  return (await readWrittenValues(client, await askNewestChanges(client), [migration]))[migration.migration_id];
}

it.each<[JsonObject, unknown]>([
  // A computed column follows.
  [{ height: 1200 }, { label: 'Metres', value: '1200', rows: 1 }],
  [{ seen: true }, { label: 'Seen', value: 'yes', rows: 1 }],
  [{ planted: '1999-03-04' }, { label: 'Planted', value: dayLabel('1999-03-04', localToday()).text, rows: 1 }],
  [{ near: ['moss', 'fern'] }, { label: 'Near', value: 'moss, fern', rows: 1 }],
  [{ text: 'Longer than a sentence of the history can bear' }, undefined],
  [{ height: 3, seen: true }, undefined],
])('tells one short value that a write set: %j', async (values, expected) => {
  await set(values);
  expect(await told()).toEqual(expected);
});

it('tells a value that many rows got, and that one was taken away', async () => {
  await vault.run('update_rows', {
    table: 'plants',
    where: { name: { in: ['Oak', 'Elm'] } },
    set_values: { height: 7 },
  });
  expect(await told()).toEqual({ label: 'Metres', value: '7', rows: 2 });
  await set({ height: null });
  expect(await told()).toEqual({ label: 'Metres', value: '', rows: 1 });
});

it('knows who changed the notes that stand against an undo, and when', async () => {
  await vault.run('update_rows', { table: 'plants', where: {}, set_values: { height: 7 } });
  const write = await newest();
  await set({ height: 8 });
  const elm = `${PLANTS}/Elm.md`;
  vault.host.external.write(elm, (vault.text(elm) ?? '').replace('height: 7', 'height: 9'));
  await vault.engine.rescan();
  const outcome = await tryUndo(client, write, null);
  if (outcome.kind !== 'refused') throw new Error('it was undone');
  expect(outcome.others).toEqual([`${PLANTS}/Fir.md`]);
  const later = new Date(Date.parse(write.executed_at) + 40 * 86_400_000);
  const who = outcome.against.map(({ path, touch }) => [
    path,
    touch && /^(.*?), .*\d\d:\d\d/.exec(lastWriterText(touch, later))?.[1],
  ]);
  expect(Object.fromEntries(who)).toEqual({ [OAK]: 'you', [elm]: 'in the note' });
});
