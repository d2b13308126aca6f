/** Where the operating system keeps an application's state and cache, and the id of this device, which is kept there. D1, D2 */

import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { errorCode, isMissing } from '../file-errors';
import { makePrivateFolders, removeQuietly, writeNewFile } from '../vault/whole-write';

/** The state folder: device id, hashes of tokens. */
export function stateFolder(): string {
  const home = os.homedir();
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'NoteDB');
  if (process.platform === 'win32') return path.join(localAppData(home), 'NoteDB');
  return path.join(absoluteOr(process.env['XDG_STATE_HOME'], path.join(home, '.local', 'state')), 'notedb');
}

export function cacheFolder(vaultRealPath: string): string {
  return path.join(cachesFolder(), hashOfVault(vaultRealPath));
}

function cachesFolder(): string {
  const home = os.homedir();
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Caches', 'NoteDB');
  if (process.platform === 'win32') return path.join(localAppData(home), 'NoteDB', 'Cache');
  return path.join(absoluteOr(process.env['XDG_CACHE_HOME'], path.join(home, '.cache')), 'notedb');
}

/** The files of local models, which all vaults share. `cache`: in place of the system's folder for caches. */
export function modelFolder(cache?: string): string {
  return path.join(cache ?? cachesFolder(), 'models');
}

/** A short name for a vault: the same for every spelling of the path that leads to it. */
export function hashOfVault(vaultFolder: string): string {
  return createHash('sha256').update(fs.realpathSync.native(vaultFolder)).digest('hex').slice(0, 16);
}

function localAppData(home: string): string {
  return absoluteOr(process.env['LOCALAPPDATA'], path.join(home, 'AppData', 'Local'));
}

/** The XDG rules say that a relative path is to be ignored. */
function absoluteOr(value: string | undefined, fallback: string): string {
  return value !== undefined && path.isAbsolute(value) ? value : fallback;
}

const FORM = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** The name of this machine among the devices that share a vault: the id from `NOTEDB_DEVICE`, from the state folder, or a new one that is kept there. Throws when it is not a plain name. */
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
