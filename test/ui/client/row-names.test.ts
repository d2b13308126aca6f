/** What rows are called in lists of paths. */

import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import type { OperationsClient } from '../../../src/ui/client/operations-client';
import { nameIn, readRowNames } from '../../../src/ui/client/row-names';
import { column, openVault } from '../../engine/open-vault';

it('names a row by its first column, and by its file where that is empty', async () => {
  const vault = await openVault();
  await vault.run('create_table', { name: 'firms', description: 'x', columns: [column('name', 'string')] });
  const paths: string[] = [];
  for (const values of [{ name: 'ACME: Ltd.' }, {}]) {
    const { row } = await vault.run('insert_row', { table: 'firms', values });
    paths.push(String((row as JsonObject)['path']));
  }
  const client = {
    run: (name: string, args: JsonObject) => vault.engine.run(name, args),
  } as unknown as OperationsClient;
  const names = await readRowNames(client, 'firms', paths);
  const [, unnamed = ''] = paths;
  expect(paths.map((path) => nameIn(names, path))).toEqual([
    'ACME: Ltd.',
    unnamed.split('/').at(-1)?.replace('.md', ''),
  ]);
  await vault.engine.close();
});
