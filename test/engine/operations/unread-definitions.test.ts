/** A metastore file that somebody edits right before a write: the edit is neither lost nor left unread. D2, D7 */

import { expect, it } from 'vitest';
import { type TestVault, column, openVault } from '../open-vault';

const PATH = 'notedb/metastore.yaml';

async function edited(change: (text: string) => string | null): Promise<TestVault> {
  const vault = await openVault();
  for (const name of ['people', 'tasks'])
    await vault.run('create_table', { name, description: name, columns: [column('name', 'string')] });
  const text = change(vault.text(PATH) ?? '');
  if (text === null) vault.host.external.remove(PATH);
  else vault.host.external.write(PATH, text);
  return vault;
}

const withAliases = (text: string): string =>
  text.replace('        description: what name says', '        description: what name says\n        aliases: [call]');

const aliasesOf = async (vault: TestVault): Promise<unknown> => {
  const { columns } = await vault.run('describe_table', { table: 'people' });
  return (columns as { aliases?: unknown }[])[1]?.aliases;
};

it.each(['people', 'tasks'])('a write to %s is refused until the edit of people is taken in', async (table) => {
  const vault = await edited(withAliases);
  const text = vault.text(PATH);
  const call = { table, column: 'name', changes: { label: 'Name' } };

  const error = await vault.refused('alter_column', call);
  expect(error).toMatchObject({ code: 'conflict', conflicts: [{ path: PATH, code: 'changed' }] });
  expect(vault.text(PATH)).toBe(text);

  await vault.engine.rescan();
  await vault.run('alter_column', call);
  expect(await aliasesOf(vault)).toEqual(['call']);
  expect(vault.text(PATH)).toContain('call');
});

it('an undo is refused until the edit is taken in', async () => {
  const vault = await openVault();
  await vault.run('create_table', { name: 'people', description: 'people', columns: [column('name', 'string')] });
  const { migrationId } = await vault.run('add_column', { table: 'people', column: column('mail', 'string') });
  vault.host.external.write(PATH, withAliases(vault.text(PATH) ?? ''));

  const error = await vault.refused('undo_migration', { migration_id: migrationId as string });

  expect(error).toMatchObject({ code: 'conflict', conflicts: [{ path: PATH, code: 'changed' }] });
  expect(error.message).toContain('was edited and is not taken in yet');
  expect(error.hint).toContain('then repeat the call');
});

it('an undo over an edit that is taken in says what to take back', async () => {
  const vault = await openVault();
  await vault.run('create_table', { name: 'people', description: 'people', columns: [column('name', 'string')] });
  const { migrationId } = await vault.run('add_column', { table: 'people', column: column('mail', 'string') });
  const text = vault.text(PATH) ?? '';
  vault.host.external.write(PATH, withAliases(text));
  await vault.engine.rescan();

  const error = await vault.refused('undo_migration', { migration_id: migrationId as string });
  expect(error.hint).toBe('undo the later writes first, or revert the external edits of the definitions');

  vault.host.external.write(PATH, text);
  await vault.engine.rescan();
  await vault.run('undo_migration', { migration_id: migrationId as string });
});

it('a file that went is not written anew with one table alone', async () => {
  const vault = await edited(() => null);
  const error = await vault.refused('add_column', { table: 'people', column: column('mail', 'string') });
  expect(error.message).toContain('is gone');
  expect(vault.text(PATH)).toBeUndefined();
});
