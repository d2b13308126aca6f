/** Another vault at the path of the first one is not told from the first one's warm start. docs/formats.md: Warm-start file */

import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEngine } from '../../../src/engine/index';
import type { NodeHost } from '../../../src/hosts/node/node-host';
import { PEOPLE } from '../../engine/open-vault';
import type { ScratchVault } from './scratch-vault';
import { scratchVault } from './scratch-vault';

const LONG_AGO = new Date(2020, 1, 1);
const NOTE = 'notedb/main/default/people/Row.md';

let scratch: ScratchVault;
beforeEach(async () => {
  scratch = await scratchVault();
});
afterEach(() => scratch.close());

/** The names that a vault tells, opened with the caches of the same path. */
async function namesIn(host: NodeHost): Promise<readonly unknown[]> {
  const engine = await openEngine(host);
  const { rows } = await engine.run('select_rows', { table: 'people' });
  await engine.close();
  return (rows as readonly { name: unknown }[]).map(({ name }) => name);
}

/** A vault of one row whose note has the same size and time stamp in each. */
async function vaultOf(name: string): Promise<string> {
  const vaultFolder = path.join(scratch.beside, name);
  fs.mkdirSync(vaultFolder);
  const host = await scratch.reopen({ vaultFolder });
  const engine = await openEngine(host);
  await engine.run('create_table', PEOPLE);
  await engine.run('insert_row', { table: 'people', path: NOTE, values: { name } });
  await engine.close();
  host.close();
  fs.utimesSync(path.join(vaultFolder, NOTE), LONG_AGO, LONG_AGO);
  await namesIn(await scratch.reopen({ vaultFolder }));
  return vaultFolder;
}

test('each tells its own rows, whichever was open before', async () => {
  const [first, second] = [await vaultOf('Anna'), await vaultOf('Bert')];
  for (const [vaultFolder, name] of [
    [first, 'Anna'],
    [second, 'Bert'],
    [second, 'Bert'],
    [first, 'Anna'],
  ] as const)
    expect(await namesIn(await scratch.reopen({ vaultFolder }))).toEqual([name]);
});

test('one without private state tells its own rows, for reading only too', async () => {
  const [second, first] = [await vaultOf('Bert'), await vaultOf('Anna')];
  fs.rmSync(path.join(second, '.notedb'), { recursive: true });
  expect(await namesIn(await scratch.reopen({ vaultFolder: first }))).toEqual(['Anna']);
  expect(await namesIn(await scratch.reopen({ vaultFolder: second, readOnly: true }))).toEqual(['Bert']);
  expect(await namesIn(await scratch.reopen({ vaultFolder: second }))).toEqual(['Bert']);
});
