/** The program's errors for wrong usage, and arguments that several commands have. D1 */

import fs from 'node:fs';
import path from 'node:path';
import { isMissing } from '../hosts/node/file-errors';

/** The command line makes no sense: exit status 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** A person can remove the cause: exit status 1. */
export class ProgramError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProgramError';
  }
}

/** As one word that the shell of this system leaves as it is. A file name on Windows holds no quote. */
export const shellWord = (text: string): string =>
  process.platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`;

/** The folder's absolute path; the current folder when none is named. Throws when there is no such folder. */
export function vaultFolderOf(given: string | undefined): string {
  // A variable that is not set must not make the current folder a vault.
  if (given === '') throw new UsageError('the name of the folder is empty');
  const folder = path.resolve(given ?? '.');
  if (isFolder(folder)) return folder;
  throw new UsageError(`there is no folder ${given ?? folder}`);
}

function isFolder(folder: string): boolean {
  try {
    return fs.statSync(folder).isDirectory();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** The only positional argument, if there is one. */
export function onlyPositional(positionals: readonly string[]): string | undefined {
  if (positionals.length > 1) throw new UsageError(`"${positionals[1]}" is one argument too many`);
  return positionals[0];
}
