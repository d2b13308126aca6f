/** Runs a command of the program in this process, as on a terminal or in a pipe. */

import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { runProgram } from '../../src/headless/program';

export interface Said {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Surroundings {
  /** Columns of the terminal; absent: a pipe. */
  readonly terminal?: number;
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export async function runHere(
  args: readonly string[],
  { terminal, input = '', environment = {} }: Surroundings = {},
): Promise<Said> {
  const said = { stdout: '', stderr: '' };
  const status = await runProgram(args, {
    environment,
    version: '1.2.3',
    packageFolder: path.resolve(import.meta.dirname, '../..'),
    print: (text) => void (said.stdout += text),
    printError: (text) => void (said.stderr += text),
    readInput: () => Promise.resolve(input),
    untilEnded: () => Promise.resolve('asked'),
    input: Readable.from([]),
    output: new PassThrough(),
    command: ['notedb'],
    isTerminal: terminal !== undefined,
    isErrorTerminal: terminal !== undefined,
    width: terminal ?? null,
  });
  return { status, ...said };
}
