/** The log of the program: one line an event on standard error. */

import type { LoggerPort } from '../engine/index';

/** With `isQuiet` only errors are told. */
export function stderrLogger(printError: (text: string) => void, isQuiet: boolean): LoggerPort {
  return {
    log: (level, event, data) => {
      if (isQuiet && level !== 'error') return;
      const details = data === undefined ? '' : ` ${JSON.stringify(data)}`;
      printError(`notedb: ${level}: ${event}${details}\n`);
    },
  };
}
