/** Two rows with notes on a memory host, and every call of the vault port that one of them may meet. */

import { PEOPLE, type TestVault, openVault } from '../open-vault';
import { settle } from './before-call';

export const FOLDER = 'notedb/main/default/people';
export const ADA = `${FOLDER}/Ada.md`;
export const GRACE = `${FOLDER}/Grace.md`;

/** Every call of the vault port that has a path, alone and together. */
export const CALLS = [
  ['list'],
  ['folder'],
  ['stat'],
  ['read'],
  ['readMany'],
  ['readBytes'],
  ['create'],
  ['replace'],
  ['move'],
  ['remove'],
  ['trash'],
  ['mend'],
  ['createFolder'],
  ['removeFolder'],
  ['sync'],
  ['list', 'stat'],
  ['read', 'readMany', 'readBytes'],
] as const;
export const ALL_CALLS = [...new Set(CALLS.flat())];

/** Two rows with bodies; no change is left to be published. */
export async function people(): Promise<TestVault> {
  const opened = await openVault();
  await opened.run('create_table', PEOPLE);
  for (const name of ['Ada', 'Grace'])
    await opened.run('insert_row', { table: 'people', values: { name, email: `${name}@x` }, body: `Of ${name}.\n` });
  await quiet(opened);
  return opened;
}

export async function quiet({ host }: TestVault): Promise<void> {
  for (let i = 0; i < 3; i += 1) {
    await settle(400);
    host.advance(600);
  }
  await settle(400);
}
