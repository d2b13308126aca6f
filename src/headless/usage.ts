/** The help text of the program, its errors for wrong usage, and arguments that several commands have. D1 */

import fs from 'node:fs';
import path from 'node:path';
import { isMissing } from '../hosts/node/file-errors';

export const USAGE = `NoteDB: a typed database over a folder of Markdown notes.

  notedb serve [VAULT]           serve the operations over HTTP, and the tables at /app/
                                 (default: the current folder)
      --port N                   default 27390, or the next free one up to 27399; 0: any free one
      --host H                   127.0.0.1 (default), localhost or ::1; nothing but this machine
      --token T                  the owner's token; else $NOTEDB_TOKEN, the stored one, or a new one
      --allow-origin ORIGIN      web pages of this origin may use it too; may be there several times
      --read-only                writes are refused, nothing is written to the vault
      --quiet                    log errors only

  notedb call OPERATION [JSON|-] run one operation; "-" reads its arguments from standard input
      --vault V                  default: the current folder

  notedb mcp [VAULT]             a server of the Model Context Protocol over standard input, output
      --profile core             only the tools that most agents need; notes: those that write
                                 notes; core,notes: both
                                 $NOTEDB_TOKEN: the token of the app that calls; else the owner

  notedb connect CLIENT [VAULT]  print what to paste into an agent: claude-code, claude-desktop,
                                 cursor, vscode, curl; with a new token for it
      --permissions LIST         of the token; default: read,notes,write,schema,history
      --token T                  instead of a new one
      --address URL              default: the server of the vault, else http://127.0.0.1:27390
      --bundle FILE.mcpb         claude-desktop: write a bundle to open with it, print the token
      --wait SECONDS             wait until it calls; exit status 1 when it does not

  notedb check [VAULT]           check every table; exit status 1 when something is wrong
      --accept-deletions         first accept that the rows that vanished together are gone

  notedb semantic set|off|status turn semantic search on or off, or show its state
      --provider static          a small model for English, 30 MB to download; --model NAME
                                 names another one of model2vec
      --provider http            a program with the embeddings API of OpenAI: --url URL
                                 --model NAME
          --dimensions N         of the vectors, where the provider can choose
          --key-env VARIABLE     the variable that holds the key
      --provider local           a model on this computer: --model NAME, which is downloaded
          --from FOLDER          static, local: copied from a folder instead
      --yes                      agree that texts leave this computer
      --vault V                  default: the current folder

  notedb webhooks list [--json]  how each webhook is doing
  notedb webhooks retry WEBHOOK  send waiting events at once; WEBHOOK is an id or a URL
  notedb webhooks pause WEBHOOK  send nothing until "resume"
  notedb webhooks resume WEBHOOK go on where it stopped, also after it was disabled
  notedb webhooks test WEBHOOK   send a batch without events; exit status 1 when it is not taken
      --vault V                  default: the current folder

  notedb demo DIR                write the demo vault into a new folder
  notedb token create --owner    make a new owner's token; the old one stops working
  notedb token create --name N   make a token for an app and print it, this once
      --permissions P,…          some of read, notes, notes_write, write, schema, history,
                                 webhooks, admin
      --tables PATTERN,…         only these tables: main.crm.*, main.default.tasks (default: all)
      --ask                      a person is asked before it writes
      --expires DATE             the last day on which it works
      --vault V                  only in this vault (default: every vault)
  notedb token list [--json]     who has a token, what it may do, when it was last used
  notedb token revoke NAME|ID    the token stops working at once
  notedb help                    show this
  notedb --version               show the version

Results go to standard output, errors to standard error.
Exit status: 0 done, 1 refused or failed, 2 the command could not be understood.
`;

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
