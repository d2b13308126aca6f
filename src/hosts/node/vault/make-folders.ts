/** Making folders one by one: Node's recursive `mkdir` says ENOENT where it means a read-only or full disk. */

import fs from 'node:fs';
import path from 'node:path';
import { errorCode } from '../file-errors';

/** Makes a folder with its parents, open to this user alone; returns the folders that got a new entry. */
export function makePrivateFolders(folder: string): readonly string[] {
  if (fs.existsSync(folder)) return [];
  const parent = path.dirname(folder);
  const changed = makePrivateFolders(parent);
  try {
    fs.mkdirSync(folder, 0o700);
  } catch (error) {
    // Another process of this user was faster.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  return [...changed, parent];
}
