/** The thinnest whole: create, insert, select, update, list, undo. */

import { describe, expect, it } from 'vitest';
import { PEOPLE, TASKS, openVault } from '../open-vault';

describe('the thinnest whole', () => {
  it('creates a table, inserts a row and finds it', async () => {
    const vault = await openVault();
    const created = await vault.run('create_table', PEOPLE);
    expect(created).toMatchObject({
      operation: 'create_table',
      table: 'main.default.people',
      changed: 0,
      dryRun: false,
    });
    const inserted = await vault.run('insert_row', { table: 'people', values: { name: 'Ada', born: '1815-12-10' } });
    expect(inserted['plannedCreates']).toEqual(['notedb/main/default/people/Ada.md']);
    expect(vault.text('notedb/main/default/people/Ada.md')).toBe(
      `---\ntable: main.default.people\nid: ${(inserted['row'] as { id: string }).id}\nname: Ada\nborn: 1815-12-10\n---\n`,
    );
    const { rows, total } = await vault.run('select_rows', { table: 'people', where: { name: 'Ada' } });
    expect(total).toBe(1);
    expect(rows).toMatchObject([{ path: 'notedb/main/default/people/Ada.md', name: 'Ada', born: '1815-12-10' }]);
  });

  it('takes back what it wrote, byte for byte, and a restart sees the same', async () => {
    const vault = await openVault({ files: { 'Note.md': 'See [[Write it]].\n' } });
    await vault.run('create_table', PEOPLE);
    await vault.run('create_table', TASKS);
    await vault.run('insert_row', { table: 'people', values: { name: 'Ada' } });
    const before = vault.tree();
    const inserted = await vault.run('insert_row', { table: 'tasks', values: { title: 'Write it', owner: '[[Ada]]' } });
    const updated = await vault.run('update_row', {
      table: 'tasks',
      path: 'notedb/main/default/tasks/Write it.md',
      set_values: { title: 'Write it well', status: 'doing' },
      body_append: 'done soon\n',
    });
    expect(updated['planned_moves']).toEqual([
      { from: 'notedb/main/default/tasks/Write it.md', to: 'notedb/main/default/tasks/Write it well.md' },
    ]);
    expect(vault.text('Note.md')).toBe('See [[Write it well]].\n');
    const rows = await vault.run('select_rows', { table: 'tasks' });
    const again = await vault.restart();
    expect(await again.run('select_rows', { table: 'tasks' })).toEqual(rows);
    await again.run('undo_migration', { migration_id: updated['migrationId'] as string });
    await again.run('undo_migration', { migration_id: inserted['migrationId'] as string });
    expect(again.tree()).toBe(before);
    const { migrations } = await again.run('list_migrations');
    expect((migrations as { op: string; undone: boolean }[]).map(({ op, undone }) => [op, undone])).toEqual([
      ['undo_migration', false],
      ['undo_migration', false],
      ['update_row', true],
      ['insert_row', true],
      ['insert_row', false],
      ['create_table', false],
      ['create_table', false],
    ]);
  });

  it('refuses bad values, lists all of them and writes nothing', async () => {
    const vault = await openVault();
    await vault.run('create_table', PEOPLE);
    await vault.run('create_table', TASKS);
    const before = vault.tree();
    const error = await vault.refused('insert_row', {
      table: 'tasks',
      values: { status: 'don', owner: '[[Nobody]]', estimate: 7.3, due: 'soon', colour: 'red' },
    });
    expect(error.code).toBe('refused');
    expect(error.violations.map(({ column, code }) => [column, code])).toEqual(
      expect.arrayContaining([
        ['status', 'enum'],
        ['estimate', 'step'],
        ['due', 'type'],
        ['colour', 'unknown_column'],
      ]),
    );
    expect(vault.tree()).toBe(before);
  });
});
