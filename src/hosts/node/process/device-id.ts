/** The name of this machine among the devices that share a vault: one a machine, kept outside the vault. D1 */

import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { errorCode, isMissing } from '../file-errors';
import { makePrivateFolders, removeQuietly, writeNewFile } from '../vault/whole-write';

const FORM = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** The id from `NOTEDB_DEVICE`, from the state folder, or a new one that is kept there. Throws when it is no plain name. */
export function deviceId(stateFolder: string, override: string | undefined = process.env['NOTEDB_DEVICE']): string {
  if (override !== undefined && override !== '') return checkForm(override, 'NOTEDB_DEVICE');
  const file = path.join(stateFolder, 'device-id');
  return readId(file) ?? makeId(file);
}

function readId(file: string): string | null {
  try {
    return checkForm(fs.readFileSync(file, 'utf8').trim(), 'the stored device id');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Two first starts at once agree on one id: the link of the slower one fails. */
function makeId(file: string): string {
  const id = randomUUID().replaceAll('-', '').slice(0, 12);
  makePrivateFolders(path.dirname(file));
  const temporary = `${file}.${process.pid}`;
  removeQuietly(temporary);
  writeNewFile(temporary, Buffer.from(`${id}\n`), 0o600);
  try {
    fs.linkSync(temporary, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') fs.renameSync(temporary, file);
  } finally {
    removeQuietly(temporary);
  }
  return readId(file) ?? id;
}

function checkForm(id: string, source: string): string {
  if (FORM.test(id)) return id;
  throw new Error(`${source} must be 1 to 64 letters, digits, "-" or "_", and start with a letter or digit`);
}
