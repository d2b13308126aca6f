/** Validates the arguments of a call and reports all problems at once. D3, D18. */

import { type SuggestingMessage, nearNames, withSuggestion } from '../../kernel/near-names';
import { NotedbError, badRequest } from '../errors';
import type * as z from 'zod';
import { cutText } from '../text/cut-text';

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
  ['as_json', 'GET /vault/<path>?as_json=true'],
  ['options', 'filename, partition, exclude, description and aliases at the top level'],
];

/** Keys that would reach into an object's prototype. D12 */
export const FORBIDDEN_KEYS: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** The name of the call, for the messages, and its arguments. */
interface CalledOperation {
  readonly name: string;
  readonly input: z.ZodType;
  /** The message for an argument that it does not have; null: nothing special. */
  readonly explainUnknown?: (key: string) => SuggestingMessage | null;
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
    unknown: (key) => operation.explainUnknown?.(key) ?? unknownArgument(key, names),
  });
  const messages = new Set(problems.map((problem) => (typeof problem === 'string' ? problem : problem.message)));
  throw new NotedbError('bad_request', `${operation.name}: ${[...messages].join('; ')}`, {
    hint: `arguments of ${operation.name}: ${names.join(', ') || 'none'}`,
    near: problems.flatMap((problem) => (typeof problem === 'string' ? [] : problem.near)),
  });
}

function unknownArgument(key: string, names: readonly string[]): SuggestingMessage {
  const isMeant = ([older, now]: (typeof OLDER_NAMES)[number]): boolean =>
    older === key && now.split(/[ ,<>]/).some((name) => names.includes(name));
  const meant = OLDER_NAMES.find(isMeant)?.[1] ?? nearNames(key, names)[0];
  return withSuggestion(`unknown argument "${key}"`, meant === undefined ? [] : [meant]);
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

type SchemaIssue = z.core.$ZodIssue;

type ArgumentPath = readonly PropertyKey[];

/** Names that are aliases of an argument: the message for it. */
type SayUnknown = (key: string) => SuggestingMessage;

/** A sentence, with the names that it proposes where it proposes any. */
type ArgumentProblem = string | SuggestingMessage;

interface CheckedArguments {
  readonly input: z.ZodType;
  readonly args: unknown;
  /** Of an argument that the operation does not have. */
  readonly unknown: SayUnknown;
}

/** One sentence a problem. */
function argumentProblems(issues: readonly SchemaIssue[], from: CheckedArguments): readonly ArgumentProblem[] {
  return issues.flatMap((issue) => sayIssue(issue, issue.path, from));
}

/** `path` is that of the issue from the top: inside a union it counts from there. */
function sayIssue(issue: SchemaIssue, path: ArgumentPath, from: CheckedArguments): readonly ArgumentProblem[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => sayUnknownKey(key, path, from));
  const where = placeOf(path);
  const value = valueAt(from.args, path);
  if (value === undefined) return [path.length === 1 ? `"${where}" is missing` : `${where} is missing`];
  const came = receivedText(value);
  switch (issue.code) {
    case 'invalid_type':
      return [
        `${where} must be ${isWholeNumber(schemaAt(from.input, path)) ? KINDS.int : kindOf(issue.expected)}, not ${came}`,
      ];
    case 'invalid_value':
      return [
        withSuggestion(
          `${where} must be ${oneOf(issue.values.map(literalText))}, not ${came}`,
          nearestAllowed(value, issue.values),
        ),
      ];
    case 'invalid_union':
      return sayUnion(issue, path, from);
    case 'too_small':
      return [`${where} must ${atLeast(issue)}${isCounted(issue.origin) ? '' : `, not ${came}`}`];
    case 'too_big':
      return [`${where} must ${atMost(issue)}${isCounted(issue.origin) ? '' : `, not ${came}`}`];
    case 'not_multiple_of':
      return [`${where} must be a multiple of ${String(issue.divisor)}, not ${came}`];
    case 'invalid_format':
      return [`${where} must be written as ${issue.pattern ?? issue.format} asks, not ${came}`];
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues.flatMap((inner) => sayIssue(inner, path, from));
    case 'custom':
      return [`${where} ${issue.message}`];
  }
}

function sayUnknownKey(key: string, path: ArgumentPath, { input, unknown }: CheckedArguments): SuggestingMessage {
  if (path.length === 0) return unknown(key);
  const near = nearNames(key, keysOfSchema(schemaAt(input, path)));
  return withSuggestion(`unknown key "${key}" in ${placeOf(path)}`, near);
}

/** The option that the value is closest to reports the problem inside; otherwise all of them are named. */
function sayUnion(
  issue: z.core.$ZodIssueInvalidUnion,
  path: ArgumentPath,
  from: CheckedArguments,
): readonly ArgumentProblem[] {
  const inside = issue.errors.find((errors) => errors.every((each) => !isOtherKind(each)));
  if (inside !== undefined) return inside.flatMap((each) => sayIssue(each, [...path, ...each.path], from));
  const kinds = issue.errors.flatMap((errors) =>
    errors.flatMap((each) => {
      if (!isOtherKind(each)) return [];
      return each.code === 'invalid_value' ? each.values.map(literalText) : [kindOf(each.expected)];
    }),
  );
  const distinct = [...new Set(kinds.flatMap((kind) => (kind === KINDS.boolean ? ['true', 'false'] : [kind])))];
  return [`${placeOf(path)} must be ${oneOf(distinct)}, not ${receivedText(valueAt(from.args, path))}`];
}

const isOtherKind = (issue: SchemaIssue): issue is z.core.$ZodIssueInvalidType | z.core.$ZodIssueInvalidValue =>
  issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value');

const KINDS = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
} as const;

const kindOf = (expected: string): string =>
  Object.hasOwn(KINDS, expected) ? KINDS[expected as keyof typeof KINDS] : `of the kind ${expected}`;

/** Characters of a text that a message quotes. */
const MOST_TOLD = 60;

function receivedText(value: unknown): string {
  if (typeof value === 'string') return `the text "${cutText(value, MOST_TOLD)}"`;
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number without a value';
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}

const literalText = (value: unknown): string => (typeof value === 'string' ? `"${value}"` : String(value));

const oneOf = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;

const nearestAllowed = (value: unknown, allowed: readonly unknown[]): readonly string[] =>
  typeof value === 'string'
    ? nearNames(
        value,
        allowed.filter((each) => typeof each === 'string'),
      )
    : [];

/** What has so many characters or items, and is not a number itself. */
const isCounted = (origin: string): boolean => origin === 'string' || origin === 'array';

function atLeast({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string {
  const least = Number(minimum);
  if (origin === 'array') return `hold at least ${least === 1 ? 'one item' : `${least} items`}`;
  if (origin === 'string') return least === 1 ? 'not be empty' : `have at least ${least} characters`;
  return `be ${inclusive === false ? 'more than' : 'at least'} ${least}`;
}

function atMost({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): string {
  const most = Number(maximum);
  if (origin === 'array') return `hold at most ${most === 1 ? 'one item' : `${most} items`}`;
  if (origin === 'string') return `have at most ${most} characters`;
  return `be ${inclusive === false ? 'less than' : 'at most'} ${most}`;
}

/** `join.on`, `columns[1]`. */
function placeOf(path: ArgumentPath): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return text === '' ? 'the arguments' : text.replace(/^\./, '');
}

function valueAt(args: unknown, path: ArgumentPath): unknown {
  let value = args;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

type Schema = z.core.$ZodType;

const definitionOf = (schema: Schema): z.core.$ZodTypes['_zod']['def'] => (schema as z.core.$ZodTypes)._zod.def;

/** The schemas that the value at a path is held against: several where one of them will do. */
function schemaAt(schema: Schema, path: readonly PropertyKey[]): readonly Schema[] {
  return path.reduce<readonly Schema[]>(
    (schemas, key) => schemas.flatMap((each) => innerOf(each, key)),
    optionsOf(schema),
  );
}

const keysOfSchema = (schemas: readonly Schema[]): readonly string[] =>
  schemas.flatMap((schema) => {
    const definition = definitionOf(schema);
    return definition.type === 'object' ? Object.keys(definition.shape) : [];
  });

/** Of what comes instead of an integer the library says that a number was expected. */
const isWholeNumber = (schemas: readonly Schema[]): boolean =>
  schemas.some((schema) => (definitionOf(schema) as { readonly format?: string }).format === 'safeint');

function innerOf(schema: Schema, key: PropertyKey): readonly Schema[] {
  const definition = definitionOf(schema);
  if (definition.type === 'array') return optionsOf(definition.element);
  if (definition.type === 'record') return optionsOf(definition.valueType);
  const inner = definition.type === 'object' ? definition.shape[String(key)] : undefined;
  return inner === undefined ? [] : optionsOf(inner);
}

/** Without what only says that it may be absent. */
function optionsOf(schema: Schema): readonly Schema[] {
  const definition = definitionOf(schema);
  if (definition.type === 'optional' || definition.type === 'nullable') return optionsOf(definition.innerType);
  return definition.type === 'union' ? definition.options.flatMap(optionsOf) : [schema];
}
