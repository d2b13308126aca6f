import { describe, expect, it } from 'vitest';
import { PEOPLE, openVault } from '../open-vault';

const ID = '10000000-0000-4000-8000-000000000001';

const ada = `---\ntable: main.default.people\nid: ${ID}\nname: Ada\n---\n`;

const [ROW, COPY] = ['notedb/main/default/people/Ada.md', 'notedb/main/default/people/Copy of Ada.md'];

const rows = { table: 'people', columns: ['id'] };

describe('a row that has a copy', () => {
  it.each([
    ['update_row', { table: 'people', path: ROW, set_values: { name: 'Bo' } }, 'notedb/main/default/people/Bo.md'],
    ['alter_table', { table: 'people', filename: 'P {name}' }, 'notedb/main/default/people/P Ada.md'],
    ['alter_table', { table: 'people', schema: 'x', filename: 'P {name}' }, 'notedb/main/x/people/P Ada.md'],
  ])('stays the row when %s renames its note', async (name, args, path) => {
    const vault = await openVault({ files: { [ROW]: ada } });
    await vault.run('create_table', PEOPLE);
    vault.host.outside.write(COPY, ada);
    await vault.engine.rescan();
    const { migrationId } = await vault.run(name, args);
    expect((await vault.run('select_rows', rows))['rows']).toEqual([{ path, id: ID }]);
    await vault.run('undo_migration', { migration_id: migrationId as string });
    expect((await vault.run('select_rows', rows))['rows']).toEqual([{ path: ROW, id: ID }]);
  });

  it('leaves its place to the copy when it is archived', async () => {
    const vault = await openVault({ files: { [ROW]: ada } });
    await vault.run('create_table', PEOPLE);
    vault.host.outside.write(COPY, ada);
    await vault.engine.rescan();
    await vault.run('delete_rows', { table: 'people' });
    expect((await vault.run('select_rows', rows))['rows']).toEqual([{ path: COPY, id: ID }]);
  });
});
