/** What a person is told of an undo that is refused: notes and later changes, no calls of operations. docs/page.md#history-of-writes */

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { KEPT_TABLE_HARNESS } from '../../../src/kernel/kept-table-marks';
import { type TestVault, column, openVault } from '../../engine/open-vault';
import { openState } from '../open-database';
import { undoEdit } from '../../../src/ui/changes/write-edit';
import { undoLast } from '../../../src/ui/changes/undo-last';
import { undoWrites } from '../../../src/ui/changes/undo-writes';
import type { OperationsClient } from '../../../src/ui/client/operations-client';

let vault: TestVault;
let client: OperationsClient;
beforeEach(async () => {
  vault = await openVault();
  await vault.run('create_table', {
    name: 'tasks',
    description: 'What is to do',
    filename: '{title}',
    columns: [column('title', 'string', { required: true }), column('hours', 'number')],
  });
  const rows = ['Ape', 'Bee', 'Cow'].map((title) => ({ title, hours: 1 }));
  await vault.run('merge_rows', { table: 'tasks', on: ['title'], rows });
  const state = openState(vault);
  if (state.kind !== 'open') throw new Error('not open');
  ({ client } = state);
});
afterEach(() => vault.engine.close());

const setHours = (hours: number, where: JsonObject): Promise<JsonObject> =>
  vault.run('update_rows', { table: 'tasks', where, set_values: { hours } });

/** The words of each way to undo a write. */
async function told(migration: string): Promise<readonly string[]> {
  const undone = await undoEdit(client, migration);
  const lane = undone.kind === 'refused' ? `${undone.problem.message} ${undone.problem.hint ?? ''}` : undone.kind;
  return [lane, (await undoWrites(client, [migration])).text];
}

it('names the note that changed since, and leads to History', async () => {
  const { migrationId: first } = await setHours(2, { title: 'Ape' });
  await setHours(3, { title: 'Ape' });
  const [lane, notice] = await told(first as string);
  expect(lane).toBe('Ape was changed since. History shows both changes.');
  expect(notice).toBe('Nothing was taken back. Ape was changed since. History shows both changes.');
});

it('counts several notes', async () => {
  const { migrationId: first } = await setHours(2, {});
  await setHours(3, { title: { in: ['Ape', 'Bee'] } });
  const [lane] = await told(first as string);
  expect(lane).toBe('2 notes were changed since. History shows both changes.');
});

it('says that a note is gone, and that a place is taken', async () => {
  const { migrationId: first } = await setHours(2, { title: 'Ape' });
  vault.host.external.remove('notedb/main/default/tasks/Ape.md');
  await vault.engine.rescan();
  expect((await told(first as string))[0]).toBe('Ape is gone. History shows the later changes.');
  const { migrationId: archived } = await vault.run('delete_rows', { table: 'tasks', where: { title: 'Bee' } });
  await vault.run('insert_row', { table: 'tasks', values: { title: 'Bee' } });
  expect((await told(archived as string))[0]).toBe(
    'Another note has the place of Bee now. History shows the later changes.',
  );
});

it('tells the command of the app in the same words', async () => {
  await setHours(2, { title: 'Ape' });
  vault.host.external.write('notedb/main/default/tasks/Ape.md', '---\ntitle: Ape\nhours: 7\n---\n');
  await vault.engine.rescan();
  expect(await undoLast(client)).toBe('Ape was changed since. History shows both changes.');
});

it('names no migration and no operation where a rule is against it', async () => {
  await setHours(9, { title: 'Ape' });
  const { migrationId: later } = await setHours(5, { title: 'Ape' });
  await vault.run('alter_column', { table: 'tasks', column: 'hours', changes: { max: 8 } });
  const [lane = '', notice = ''] = await told(later as string);
  expect(lane).toMatch(/9 .*History shows the later changes\.$/s);
  for (const text of [lane, notice]) expect(text).not.toMatch(/[0-9a-f]{8}-|_migration|_rows|_column/);
});

it('takes back the write of a person, and lets a table in a note follow', async () => {
  const values = { title: 'Dog', hours: 1 };
  await vault.run('insert_row', { table: 'tasks', values });
  const renewal = { path: 'Home.md', content: 'rows' };
  await vault.engine.run('write_note', renewal, { kind: 'owner', actor: { harness: KEPT_TABLE_HARNESS } });
  expect(await undoLast(client)).toMatch(/^Undone: .*Dog/);
  expect(vault.text('Home.md')).toBe('rows');
});
