/** The vault that a command line names. D1 */

import fs from 'node:fs';
import path from 'node:path';
import { UsageError } from './usage';

/** The folder's absolute path; the current folder when none is named. Throws when there is no such folder. */
export function vaultFolderOf(given: string | undefined): string {
  const folder = path.resolve(given ?? '.');
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new UsageError(`there is no folder ${given ?? folder}`);
}

/** The only positional argument, if there is one. */
export function onlyPositional(positionals: readonly string[]): string | undefined {
  if (positionals.length > 1) throw new UsageError(`"${positionals[1]}" is one argument too many`);
  return positionals[0];
}
