/** Runs one command of the program and gives its exit status. D1 */

import { NotedbError } from '../engine/index';
import { isSystemError } from '../hosts/node/file-errors';
import { nearNames } from '../kernel/near-names';
import { runCall } from './call';
import { runCheck } from './check';
import { COMMAND_NAMES, USAGE, chapterOf } from './command-help';
import { runCompletion } from './completion/completion';
import { runConnect } from './connect';
import { runDemo } from './demo';
import { runExport } from './files/export-tables';
import { runImport } from './files/import-rows';
import { meantText, runHelp } from './help';
import { runQuery } from './query/query';
import { RefusedCommand } from './query/query-rows';
import { runSemantic } from './semantic';
import type { CommandEnvironment } from './command-environment';
import { printRefusal } from './terminal/refusal-text';
import { errorStyle } from './terminal/terminal-style';
import { runPublish } from './publish/publish-command';
import { runToken } from './token';
import { runWebhooks } from './webhook-command';
import { ProgramError, UsageError } from './usage';

/** Gives the exit status. */
type ProgramCommand = (args: readonly string[], surroundings: CommandEnvironment) => Promise<number>;

const COMMANDS: Readonly<Record<string, ProgramCommand>> = {
  // What speaks to agents takes longer to load than all the rest; the other commands need none of it.
  serve: async (args, environment) => (await import('./serve')).runServe(args, environment),
  query: runQuery,
  call: runCall,
  mcp: async (args, environment) => (await import('./mcp')).runMcp(args, environment),
  connect: runConnect,
  check: runCheck,
  demo: runDemo,
  mirror: async (args, environment) => (await import('./mirror-command')).runMirror(args, environment),
  publish: runPublish,
  semantic: runSemantic,
  token: runToken,
  webhooks: runWebhooks,
  export: runExport,
  import: runImport,
  completion: runCompletion,
  help: runHelp,
};

const FAILED = 1;
const MISUSED = 2;

/** `args` without the interpreter and the program. Does not reject for what a person did wrong. */
export async function runProgram(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  try {
    return await dispatchCommand(args, environment);
  } catch (error) {
    const say = (text: string): void => environment.printError(`${errorStyle(environment).bad('notedb:')} ${text}\n`);
    if (error instanceof UsageError || isArgumentError(error)) {
      const [command = ''] = args;
      const help = chapterOf(command) === null ? 'notedb help' : `notedb help ${command}`;
      say(`${error.message.replace(/\. To specify .*/s, '')}\nRun "${help}" to see what there is.`);
      return MISUSED;
    }
    if (error instanceof RefusedCommand) {
      printRefusal(error.refusal, environment);
      return FAILED;
    }
    if (error instanceof ProgramError || error instanceof NotedbError) {
      const hint = error instanceof NotedbError && error.hint !== null ? ` (${error.hint})` : '';
      say(`${error.message}${hint}`);
      return FAILED;
    }
    // What a disk or a path objects to is not a defect: its own words name the file.
    if (isSystemError(error)) {
      say(error.message);
      return FAILED;
    }
    throw error;
  }
}

async function dispatchCommand(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined) throw new UsageError('which command?');
  if (name === '--version' || name === '-v') {
    environment.print(`${environment.version}\n`);
    return 0;
  }
  const isHelp = [name, ...rest.slice(0, rest.indexOf('--') + 1 || rest.length)].some((arg) =>
    ['--help', '-h'].includes(arg),
  );
  if (isHelp) {
    environment.print(chapterOf(name) ?? USAGE);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    throw new UsageError(`there is no command "${name}"${meantText(nearNames(name, COMMAND_NAMES))}`);
  }
  return command(rest, environment);
}

/** `parseArgs` of Node throws these for unknown options and missing values. */
function isArgumentError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
