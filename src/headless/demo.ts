/** `notedb demo`: a copy of the vault that the package brings along. D1 */

import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { shellWord, ProgramError, UsageError, onlyPositional } from './usage';
import type { CommandEnvironment } from './command-environment';

export function runDemo(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
  const folder = onlyPositional(positionals);
  if (folder === undefined || folder === '') throw new UsageError('into which folder?');
  if (fs.existsSync(folder) && !isEmptyFolder(folder)) {
    throw new ProgramError(`${folder} is there already: name a folder that is new or empty`);
  }
  const source = path.join(environment.packageFolder, 'demo-vault');
  if (!fs.existsSync(source)) throw new ProgramError('this installation of NoteDB has no demo vault');
  fs.mkdirSync(folder, { recursive: true });
  fs.cpSync(source, folder, { recursive: true });
  environment.print(`The demo vault is in ${folder}. To serve it: notedb serve ${shellWord(folder)}\n`);
  return Promise.resolve(0);
}

function isEmptyFolder(folder: string): boolean {
  return fs.statSync(folder).isDirectory() && fs.readdirSync(folder).length === 0;
}
