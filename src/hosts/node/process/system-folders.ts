/** Where the operating system keeps an application's state and cache. D1, D2 */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The state folder: device id, hashes of tokens. */
export function stateFolder(): string {
  const home = os.homedir();
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'NoteDB');
  if (process.platform === 'win32') return path.join(localAppData(home), 'NoteDB');
  return path.join(absoluteOr(process.env['XDG_STATE_HOME'], path.join(home, '.local', 'state')), 'notedb');
}

/** The cache folder of one vault. */
export function cacheFolder(vaultRealPath: string): string {
  const home = os.homedir();
  const name = hashOfVault(vaultRealPath);
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Caches', 'NoteDB', name);
  if (process.platform === 'win32') return path.join(localAppData(home), 'NoteDB', 'Cache', name);
  return path.join(absoluteOr(process.env['XDG_CACHE_HOME'], path.join(home, '.cache')), 'notedb', name);
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
