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
    const { migrationId } = await vault.run('alter_table', { table: 'people', catalog: 'office', name: 'staff' });
    expect(folders(vault)).toEqual([
      'notedb',
      'notedb/office',
      'notedb/office/crm',
      'notedb/office/crm/staff',
      'notedb/office/crm/staff/Ada',
    ]);
    await vault.run('undo_migration', { migration_id: migrationId as string });
    expect([folders(vault), vault.tree()]).toEqual(before);
  });

  it('leaves a folder that was empty before a batch which only passes through it', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
    await vault.run('delete_rows', { table: 'people', mode: 'delete' });
    const before = [folders(vault), vault.tree()];
    const { migrationId } = await vault.run('batch', {
      operations: [
        { op: 'insert_row', table: 'people', values: { name: 'Bo' } },
        { op: 'alter_table', table: 'people', name: 'humans' },
      ],
    });
    await vault.run('undo_migration', { migration_id: migrationId as string });
    expect([folders(vault), vault.tree()]).toEqual(before);
  });

  it('rewrites the entry of its table alone', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    await vault.run('create_table', TASKS);
    vault.host.external.write(
      'notedb/metastore.yaml',
      metastore(vault).replace('title\n', 'title # what to call it\n').replace('tables:\n', 'tables:\n  # ours\n'),
    );
    await vault.engine.rescan();
    const before = metastore(vault);
    await vault.run('alter_table', { table: 'people', description: 'Everybody' });
    expect(metastore(vault)).toBe(before.replace('description: Somebody we know', 'description: Everybody'));
  });

  it('renames the entry of its table where it stands, and keeps the comments in all entries', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    await vault.run('create_table', TASKS);
    const commented = metastore(vault)
      .replace('name: title\n', 'name: title # what to call it\n')
      .replace('main.default.people:\n', '"main.default.people": # those\n')
      .replace('name: email\n', 'name: email # one each\n');
    vault.host.external.write('notedb/metastore.yaml', commented);
    await vault.engine.rescan();
    await vault.run('alter_table', { table: 'people', name: 'users', aliases: ['people'] });
    expect(metastore(vault)).toBe(
      commented
        .replace('"main.default.people": # those\n', 'main.default.users: # those\n')
        .replace('description: Somebody we know\n', 'description: Somebody we know\n    aliases:\n      - people\n')
        .replace('ref: main.default.people\n', 'ref: main.default.users\n'),
    );
  });

  it('is undone also when a row of it was moved by hand since', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
    const before = vault.text('notedb/main/default/people/Ada.md');
    const { migrationId } = await vault.run('alter_table', { table: 'people', name: 'humans' });
    const text = vault.text('notedb/main/default/humans/Ada.md') ?? '';
    vault.host.external.remove('notedb/main/default/humans/Ada.md');
    vault.host.external.write('Moved/Ada.md', text);
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
