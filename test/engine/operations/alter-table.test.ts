import { describe, expect, it } from 'vitest';
import { PEOPLE, TASKS, type TestVault, openVault } from '../open-vault';

const folders = (vault: TestVault): string[] =>
  [...vault.host.image().folders].filter((path) => !path.startsWith('.')).sort();

const metastore = (vault: TestVault): string => vault.text('notedb/metastore.yaml') ?? '';

describe('alter_table', () => {
  it('leaves no empty folder behind, and undo brings all of them back', async () => {
    const vault = await openVault();
    await vault.run('create_table', { ...PEOPLE, catalog: 'home', schema: 'crm', partition: '{name}' });
    await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
    const before = [folders(vault), vault.tree()];
    const { migrationId } = await vault.run('alter_table', { table: 'people', catalog: 'work', name: 'staff' });
    expect(folders(vault)).toEqual([
      'notedb',
      'notedb/work',
      'notedb/work/crm',
      'notedb/work/crm/staff',
      'notedb/work/crm/staff/Ada',
    ]);
    await vault.run('undo_migration', { migration_id: migrationId as string });
    expect([folders(vault), vault.tree()]).toEqual(before);
  });

  it('rewrites the entry of its table alone', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    await vault.run('create_table', TASKS);
    vault.host.outside.write(
      'notedb/metastore.yaml',
      metastore(vault).replace('title\n', 'title # what to call it\n').replace('tables:\n', 'tables:\n  # ours\n'),
    );
    await vault.engine.rescan();
    const before = metastore(vault);
    await vault.run('alter_table', { table: 'people', description: 'Everybody' });
    expect(metastore(vault)).toBe(before.replace('description: Somebody we know', 'description: Everybody'));
  });

  it('keeps what other tables say of themselves when a table that they name is renamed', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    await vault.run('create_table', TASKS);
    vault.host.outside.write('notedb/metastore.yaml', metastore(vault).replace('title\n', 'title # what to call it\n'));
    await vault.engine.rescan();
    await vault.run('alter_table', { table: 'people', name: 'humans' });
    expect(metastore(vault)).toContain('title # what to call it\n');
    expect(metastore(vault)).toContain('ref: main.default.humans\n');
    expect(metastore(vault)).not.toContain('people');
  });

  it('is undone also when a row of it was moved by hand since', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
    const before = vault.text('notedb/main/default/people/Ada.md');
    const { migrationId } = await vault.run('alter_table', { table: 'people', name: 'humans' });
    const text = vault.text('notedb/main/default/humans/Ada.md') ?? '';
    vault.host.outside.remove('notedb/main/default/humans/Ada.md');
    vault.host.outside.write('Moved/Ada.md', text);
    await vault.engine.rescan();
    await vault.run('undo_migration', { migration_id: migrationId as string });
    expect(vault.text('notedb/main/default/people/Ada.md')).toBe(before);
    expect(vault.text('Moved/Ada.md')).toBeUndefined();
  });

  it('is not undone when the renamed table has rows since', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    const { migrationId } = await vault.run('alter_table', { table: 'people', name: 'humans' });
    await vault.run('insert_row', { table: 'humans', values: { name: 'Ada' } });
    const error = await vault.refused('undo_migration', { migration_id: migrationId as string });
    expect(error.conflicts.map(({ code, message }) => [code, message])).toEqual([
      ['definition', 'main.default.humans has 1 row since'],
    ]);
  });

  it('holds after a restart', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    await vault.run('create_table', TASKS);
    await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
    await vault.run('insert_row', { table: 'tasks', values: { title: 'T', owner: 'Ada' } });
    await vault.run('alter_table', { table: 'people', name: 'humans', filename: 'H {name}' });
    const again = await vault.restart();
    expect(await again.run('select_rows', { table: 'humans' })).toMatchObject({ total: 1 });
    expect(await again.run('check_table', { table: 'tasks' })).toMatchObject({ ok: true, rows: 1 });
  });
});
