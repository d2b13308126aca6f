/** The `notedb` program: gives its commands what the process has. D1 */

import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { version } from '../package.json';
import { runProgram } from './headless/program';

/** Both the sources and the built program lie one folder below the package's own. */
const packageFolder = fileURLToPath(new URL('..', import.meta.url));

// Whoever reads may stop reading: what is left is not wanted.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

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
  untilEnded: () =>
    new Promise((resolve) => {
      process.on('SIGINT', () => resolve());
      process.on('SIGTERM', () => resolve());
    }),
  isTerminal: process.stdout.isTTY,
});
