/** Rows that may be lost are kept, whatever is written meanwhile. D7 */

import { describe, expect, it } from 'vitest';
import { ALL_GONE, MANY } from '../../conformance/tables';
import { PEOPLE, type TestVault, openVault } from '../open-vault';

async function vaultWithLostRows(): Promise<TestVault> {
  const vault = await openVault({ files: MANY });
  await vault.run('create_table', PEOPLE);
  for (const path of Object.keys(ALL_GONE)) vault.host.outside.remove(path);
  await vault.engine.rescan();
  return vault;
}

const DESCRIBE = { table: 'people', description: 'People' };

describe('rows that may be lost', () => {
  it('are still there after their table was described anew', async () => {
    const vault = await vaultWithLostRows();
    await vault.run('alter_table', DESCRIBE);
    expect(await vault.run('select_rows', { table: 'people' })).toMatchObject({ total: 60 });
    expect(await vault.run('check_table', { table: 'people' })).toMatchObject({ counts: { suspect: 60 } });
  });

  it('are still there after a batch that described their table was refused', async () => {
    const vault = await vaultWithLostRows();
    await vault.refused('batch', {
      operations: [
        { op: 'alter_table', ...DESCRIBE },
        { op: 'drop_table', table: 'people' },
      ],
    });
    expect(await vault.run('select_rows', { table: 'people' })).toMatchObject({ total: 60 });
  });
});
