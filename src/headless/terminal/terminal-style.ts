/** Colours of a terminal, and texts that are safe to show there. docs/command-line.md#errors */

import type { CommandEnvironment } from '../command-environment';

/** Leaves the text as it is where no person reads it, or where the person wants no colours. */
export interface TerminalStyle {
  readonly strong: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly dim: (text: string) => string;
}

const ESCAPE = '\u001B[';
const painted = (code: number) => (text: string) => `${ESCAPE}${code}m${text}${ESCAPE}0m`;
const plain = (text: string): string => text;

const PLAIN: TerminalStyle = { strong: plain, bad: plain, dim: plain };
const COLOURED: TerminalStyle = { strong: painted(1), bad: painted(31), dim: painted(2) };

/** https://no-color.org: any text in NO_COLOR. */
const isColourful = ({ environment }: CommandEnvironment): boolean =>
  (environment['NO_COLOR'] ?? '') === '' && environment['TERM'] !== 'dumb';

export const outputStyle = (environment: CommandEnvironment): TerminalStyle =>
  environment.isTerminal && isColourful(environment) ? COLOURED : PLAIN;

export const errorStyle = (environment: CommandEnvironment): TerminalStyle =>
  environment.isErrorTerminal && isColourful(environment) ? COLOURED : PLAIN;

/** On one line. A note must not move the cursor or paint: its control characters are shown as one sign. */
export const visibleText = (text: string): string =>
  text.replace(/\r\n|[\n\r\u2028\u2029]/g, '↵').replace(/\p{Cc}/gu, (sign) => (sign === '\t' ? ' ' : '�'));
