/** The process around a command, so that commands can run without one, and its log. */

import type { Readable, Writable } from 'node:stream';
import type { LoggerPort } from '../engine/index';

export type ProgramEnd = 'asked' | 'failed';

export interface CommandEnvironment {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** The folder that the package's own files lie in. */
  readonly packageFolder: string;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  readonly readInput: () => Promise<string>;
  /** Standard input and output, for a conversation. */
  readonly input: Readable;
  readonly output: Writable;
  /** The words that start this program from anywhere. */
  readonly command: readonly string[];
  /**
   * From the call on the program ends only by itself; resolves when someone wants it to end (`asked`), or when an uncaught error
   * was logged (`failed`): then nothing is certain but that the vault can be closed in order.
   */
  readonly untilEnded: () => Promise<ProgramEnd>;
  /** Whether a person reads the output. */
  readonly isTerminal: boolean;
  /** Whether a person reads standard error. */
  readonly isErrorTerminal: boolean;
  /** Of the terminal, in signs; null: there is none. */
  readonly width: number | null;
}

/** One line an event on standard error; with `isQuiet` only errors. */
export function stderrLogger(printError: (text: string) => void, isQuiet: boolean): LoggerPort {
  return {
    log: (level, event, data) => {
      if (isQuiet && level !== 'error') return;
      const details = data === undefined ? '' : ` ${JSON.stringify(data)}`;
      printError(`notedb: ${level}: ${event}${details}\n`);
    },
  };
}
