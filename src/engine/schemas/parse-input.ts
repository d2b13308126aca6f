/** Validates the arguments of a call and reports all problems at once. D3, D18. */

import type * as z from 'zod';
import { nearNames } from '../catalog/near-names';
import { NotedbError, badRequest } from '../errors';
import { argumentProblems } from './argument-problems';
import { keysOfSchema, schemaAt } from './argument-schema';

/** Older names of arguments, and what they are called now: the first that the operation has. D3 */
const OLDER_NAMES: readonly (readonly [older: string, now: string])[] = [
  ['set', 'set_values'],
  ['cascade', 'mode'],
  ['shallow', 'copy_rows'],
  ['clear_row_template', 'row_template'],
  ['body', 'row_template'],
  ['comment', 'description'],
  ['extends', 'bases'],
  ['name', 'column'],
  ['to', 'to_column'],
  ['to', 'to_value'],
  ['dense', 'changes with dense'],
  ['dense', 'column with dense'],
  ['path', 'folder'],
  ['options', 'filename, partition, exclude, description and aliases at the top level'],
];

/** Keys that would reach into an object's prototype. D12 */
export const FORBIDDEN_KEYS: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** What is called, for the messages, and its arguments. */
interface CalledOperation {
  readonly name: string;
  readonly input: z.ZodType;
}

export function parseInput(operation: CalledOperation, args: unknown): unknown {
  const forbidden = forbiddenKey(args, 0);
  if (forbidden !== null)
    throw new NotedbError('bad_request', `"${forbidden}" can't be a key`, { hint: 'use another name' });
  const parsed = operation.input.safeParse(args);
  if (parsed.success) return parsed.data;
  const names = keysOfSchema(schemaAt(operation.input, []));
  const { input } = operation;
  const problems = argumentProblems(parsed.error.issues, {
    input,
    args,
    unknown: (key) => unknownArgument(key, names),
  });
  throw new NotedbError('bad_request', `${operation.name}: ${problems.join('; ')}`, {
    hint: `arguments of ${operation.name}: ${names.join(', ') || 'none'}`,
  });
}

function unknownArgument(key: string, names: readonly string[]): string {
  const isMeant = ([older, now]: (typeof OLDER_NAMES)[number]): boolean =>
    older === key && now.split(/[ ,]/).some((name) => names.includes(name));
  const meant = OLDER_NAMES.find(isMeant)?.[1] ?? nearNames(key, names)[0];
  return `unknown argument "${key}"${meant === undefined ? '' : `; did you mean "${meant}"?`}`;
}

const DEEPEST = 64;

function forbiddenKey(value: unknown, depth: number): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (depth > DEEPEST)
    throw badRequest(`the arguments are nested deeper than ${DEEPEST} levels`, 'nest them less deeply');
  if (Array.isArray(value)) return firstForbidden(value, depth);
  for (const key of FORBIDDEN_KEYS) if (Object.hasOwn(value, key)) return key;
  return firstForbidden(Object.values(value), depth);
}

function firstForbidden(values: readonly unknown[], depth: number): string | null {
  for (const inner of values) {
    const found = typeof inner === 'object' ? forbiddenKey(inner, depth + 1) : null;
    if (found !== null) return found;
  }
  return null;
}
