/** A refused operation on standard error: words on a terminal, the whole error as JSON elsewhere. D5 */

import type { ErrorResult } from '../../engine/index';
import type { CommandEnvironment } from '../command-environment';
import { type TerminalStyle, errorStyle, visibleText } from './terminal-style';

type Refusal = ErrorResult['error'];

export function printRefusal(error: Refusal, environment: CommandEnvironment): void {
  const { isErrorTerminal, printError } = environment;
  printError(isErrorTerminal ? refusalText(error, errorStyle(environment)) : `${JSON.stringify({ error })}\n`);
}

/** The reason, its places, the next step. */
function refusalText(error: Refusal, { bad, strong, dim }: TerminalStyle): string {
  const { message, operation, violations, conflicts, hint } = error;
  const lines = [`${bad('notedb:')} ${strong(visibleText(message))}`];
  if (operation !== null) lines.push(dim(`  in ${visibleText(operation)}${stepText(error)}`));
  // One violation says the same as the message.
  const [only] = violations;
  const isSaid = violations.length === 1 && only !== undefined && message.includes(only.message);
  for (const each of violations) {
    const place = placeOf(each);
    if (isSaid && place !== '') lines.push(`  at ${place}`);
    if (!isSaid) lines.push(`  - ${place === '' ? '' : `${place}: `}${visibleText(each.message)}`);
  }
  for (const conflict of conflicts) {
    if (!message.includes(conflict.message)) lines.push(`  - ${visibleText(conflict.message)}`);
  }
  lines.push(...restOf(violations.length, error.violations_total), ...restOf(conflicts.length, error.conflicts_total));
  if (hint !== null) lines.push(`${strong('Next:')} ${visibleText(hint)}`);
  return `${lines.join('\n')}\n`;
}

const stepText = ({ step }: Refusal): string => (step === undefined ? '' : `, step ${step}`);

/** Most messages name the column themselves. */
const placeOf = ({ path, column, message }: Refusal['violations'][number]): string =>
  [path, column !== null && message.includes(column) ? null : column]
    .filter((part) => part !== null)
    .map(visibleText)
    .join(', ');

const restOf = (shown: number, total = shown): readonly string[] =>
  total > shown ? [`  … and ${total - shown} more`] : [];
