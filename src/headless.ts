/** The `notedb` program: gives its commands what the process has. D1 */

import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { version } from '../package.json';
import type { ProgramEnd } from './headless/command-environment';
import { runProgram } from './headless/program';

/** Both the sources and the built program lie one folder below the package's own. */
const packageFolder = fileURLToPath(new URL('..', import.meta.url));

// The reader may stop reading: the rest is not wanted.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** Signals ask for the end. An error in a timer or a callback that the program did not catch is logged, and ends the program in order. */
const untilEnded = (): Promise<ProgramEnd> =>
  new Promise((resolve) => {
    const fail = (error: unknown): void => {
      const detail = error instanceof Error ? (error.stack ?? String(error)) : String(error);
      process.stderr.write(`notedb: error: unforeseen_error ${JSON.stringify({ detail })}\n`);
      process.stderr.write('notedb: an unexpected error; the vault is closed in order. Please report this.\n');
      resolve('failed');
    };
    process.on('SIGINT', () => resolve('asked')).on('SIGTERM', () => resolve('asked'));
    process.on('uncaughtException', fail).on('unhandledRejection', fail);
  });

process.exitCode = await runProgram(process.argv.slice(2), {
  environment: process.env,
  version,
  packageFolder: path.normalize(packageFolder),
  print: (said) => void process.stdout.write(said),
  printError: (said) => void process.stderr.write(said),
  readInput: () => text(process.stdin),
  input: process.stdin,
  output: process.stdout,
  command: [process.execPath, fileURLToPath(import.meta.url)],
  untilEnded,
  isTerminal: process.stdout.isTTY,
  isErrorTerminal: process.stderr.isTTY,
  // Some terminals do not know their width: 0.
  width: process.stdout.isTTY && process.stdout.columns > 0 ? process.stdout.columns : null,
});

// The command is done: whatever still holds the process, an open input above all, must not keep it alive.
const LINGER_MS = 500;
setInterval(() => {
  if (process.stdout.writableLength + process.stderr.writableLength === 0) process.exit();
}, LINGER_MS).unref();
