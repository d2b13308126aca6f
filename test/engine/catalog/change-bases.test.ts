/** set_table_bases and define_base: what stands against columns that go. D17 */

import { expect, test } from 'vitest';
import { column, openVault } from '../open-vault';

test('names every column that goes with what reads it', async () => {
  const vault = await openVault();
  const columns = [column('up', 'link', { ref: 'self' }), column('kind', 'string')];
  await vault.run('define_base', { name: 'placed', description: 'What has a place', columns });
  await vault.run('create_table', { name: 'places', description: 'A place', columns: [column('name', 'string')] });
  await vault.run('set_table_bases', { table: 'places', bases: ['placed'] });
  await vault.run('add_constraint', { table: 'places', name: 'kinds', check: { 'up.kind': { ne: 'x' } } });

  const error = await vault.refused('set_table_bases', { table: 'places', bases: [] });

  expect(error.conflicts.map(({ message }) => message)).toEqual([
    'the CHECK kinds of main.default.places reads up',
    'the CHECK kinds of main.default.places reads kind',
  ]);
});
