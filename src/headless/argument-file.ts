/** Arguments that lie in a file (`@FILE`) or come from standard input (`-`). docs/command-line.md#arguments */

import fs from 'node:fs';
import type { Json } from '../engine/index';
import { jsonFault } from '../kernel/json-fault';
import type { CommandEnvironment } from './command-environment';
import { UsageError } from './usage';

export interface GivenText {
  readonly text: string;
  /** For messages: the argument, the file or standard input. */
  readonly origin: string;
  /** Not in the command line itself. */
  readonly isElsewhere: boolean;
}

/** Standard input is read once: a second `-` finds it empty. */
export async function givenText(argument: string, environment: CommandEnvironment): Promise<GivenText> {
  if (argument === '-') {
    return { text: await environment.readInput(), origin: 'standard input', isElsewhere: true };
  }
  if (!argument.startsWith('@')) return { text: argument, origin: argument, isElsewhere: false };
  const file = argument.slice(1);
  if (file === '') throw new UsageError('"@" names no file: write @FILE');
  return { text: fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, ''), origin: file, isElsewhere: true };
}

/** Throws with the place of the mistake. */
export function jsonIn({ text, origin, isElsewhere }: GivenText, subject: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new UsageError(`${subject} are not valid JSON${placeIn(text, isElsewhere ? origin : null)}`);
  }
}

function placeIn(text: string, origin: string | null): string {
  const at = jsonFault(text);
  if (at === null) return origin === null ? '' : `: ${origin}`;
  const before = text.slice(0, at).split('\n');
  const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
  return origin === null ? `: ${place}` : `: ${origin}, ${place}`;
}
