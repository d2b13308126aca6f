/** `notedb help`: all commands, one command, or one operation with its arguments. docs/command-line.md#help */

import { type Json, type JsonObject, isJsonObject } from '../engine/index';
import { nearNames } from '../kernel/near-names';
import { COMMAND_NAMES, USAGE, chapterOf } from './command-help';
import type { CommandEnvironment } from './command-environment';
import { UsageError } from './usage';

export async function runHelp(args: readonly string[], { print }: CommandEnvironment): Promise<number> {
  const [name, ...rest] = args;
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is one argument too many`);
  print(name === undefined ? USAGE : (chapterOf(name) ?? (await operationHelp(name))));
  return 0;
}

async function operationHelp(name: string): Promise<string> {
  const { OPERATION_INFOS } = await import('../engine/operation-infos');
  const info = OPERATION_INFOS.find((each) => each.name === name);
  if (info === undefined) {
    const near = nearNames(name, [...COMMAND_NAMES, ...OPERATION_INFOS.map((each) => each.name)]);
    throw new UsageError(`there is no command or operation "${name}"${meantText(near)}`);
  }
  const { description, inputSchema, refusals, effect } = info;
  const required = Array.isArray(inputSchema['required']) ? (inputSchema['required'] as readonly Json[]) : [];
  const names = Object.entries(objectIn(inputSchema['properties']));
  const wide = Math.max(...names.map(([each]) => each.length), 0);
  const lines = names.map(([each, schema]) => {
    const facts = objectIn(schema);
    const shape = textIn(facts['$ref']).replace('#/$defs/', '');
    const told = textIn(facts['description'] ?? objectIn(objectIn(inputSchema['$defs'])[shape])['description']);
    return `  ${each.padEnd(wide)}  ${required.includes(each) ? '(required) ' : ''}${told}`.trimEnd();
  });
  return [
    `notedb call ${name} NAME=VALUE …    (${effect})`,
    '',
    ...wrapped(description),
    ...(lines.length === 0 ? [] : ['', 'Arguments:', ...lines]),
    ...(refusals.length === 0 ? [] : ['', ...wrapped(`Refused: ${refusals.join('; ')}.`)]),
    '',
  ].join('\n');
}

const objectIn = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

const textIn = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** For a message about a name that there is not. */
export const meantText = (near: readonly string[]): string =>
  near.length === 0 ? '' : `; did you mean ${near.map((each) => `"${each}"`).join(' or ')}?`;

const LINE = 96;

function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + word.length >= LINE) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line];
}
