/** The arguments of `notedb call`: JSON, a file, standard input, or `name=value` typed by the operation's schema. docs/command-line.md#arguments */

import { type Json, type JsonObject, isJsonObject } from '../engine/index';
import { givenText, jsonIn } from './argument-file';
import type { CommandEnvironment } from './command-environment';
import { UsageError } from './usage';

const SUBJECT = 'the arguments of the operation';
const PAIR = /^([A-Za-z_][\w]*)(?:\.([^=]+))?=(.*)$/s;

export async function callArguments(
  operation: string,
  given: readonly string[],
  environment: CommandEnvironment,
): Promise<Json> {
  const [first, ...rest] = given;
  if (first === undefined) return {};
  if (PAIR.test(first)) return addPairs({}, given, operation, environment);
  const whole = await wholeArguments(first, environment);
  if (rest.length === 0) return whole;
  if (!isJsonObject(whole) || !rest.every((each) => PAIR.test(each))) {
    const extra = rest.find((each) => !PAIR.test(each)) ?? rest[0] ?? '';
    throw new UsageError(`"${extra}" is one argument too many`);
  }
  return addPairs(whole, rest, operation, environment);
}

async function wholeArguments(argument: string, environment: CommandEnvironment): Promise<Json> {
  const given = await givenText(argument, environment);
  if (given.isElsewhere && given.text.trim() === '') return {};
  if (!given.isElsewhere && /^[A-Za-z_]/.test(given.text)) {
    throw new UsageError(`"${given.text}" is neither JSON nor NAME=VALUE: ${SUBJECT} are not valid JSON`);
  }
  return given.text.trim() === '' ? {} : jsonIn(given, SUBJECT);
}

async function addPairs(
  start: JsonObject,
  pairs: readonly string[],
  operation: string,
  environment: CommandEnvironment,
): Promise<JsonObject> {
  // Evaluating the operations takes longer than many a call.
  const { OPERATION_INFOS } = await import('../engine/operation-infos');
  const schema = OPERATION_INFOS.find(({ name }) => name === operation)?.inputSchema ?? {};
  const found = new Map<string, Json>(Object.entries(start));
  for (const pair of pairs) {
    const [, name = '', key, text = ''] = PAIR.exec(pair) ?? [];
    if (PAIR.exec(pair) === null) throw new UsageError(`"${pair}" is not NAME=VALUE`);
    const own = propertyOf(schema, name, schema);
    const value = await valueOf(`${name}${key === undefined ? '' : `.${key}`}`, text, {
      accepted: acceptedBy(key === undefined ? own : propertyOf(own, key, schema), schema),
      environment,
    });
    found.set(name, key === undefined ? value : { ...objectOf(found.get(name)), [key]: value });
  }
  return Object.fromEntries(found);
}

const objectOf = (value: Json | undefined): JsonObject => (value !== undefined && isJsonObject(value) ? value : {});

/** `@@name` is the text `@name`. */
async function valueOf(
  name: string,
  text: string,
  { accepted, environment }: { readonly accepted: ReadonlySet<string>; readonly environment: CommandEnvironment },
): Promise<Json> {
  if (text.startsWith('@@')) return text.slice(1);
  const given = await givenText(text, environment);
  if (accepted.size === 1 && accepted.has('string')) return given.text;
  if (given.isElsewhere)
    return accepted.has('string') && !accepted.has('object') ? given.text : jsonIn(given, `the values of ${name}`);
  return typedText(text, accepted);
}

/** A text that fits no accepted type stays a text, so that the refusal of the operation names it. */
function typedText(text: string, accepted: ReadonlySet<string>): Json {
  const isAccepted = (type: string): boolean => accepted.size === 0 || accepted.has(type);
  if (/^[[{]/.test(text) && (isAccepted('array') || isAccepted('object'))) {
    return jsonIn({ text, origin: text, isElsewhere: false }, text);
  }
  if (/^".*"$/s.test(text) && accepted.size !== 1) return parsedOr(text, text);
  if (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) && (isAccepted('number') || isAccepted('integer')))
    return parsedOr(text, text);
  if (/^(true|false)$/.test(text) && isAccepted('boolean')) return text === 'true';
  if (text === 'null' && (isAccepted('null') || !isAccepted('string'))) return null;
  if (accepted.has('array') && (text.includes(',') || !accepted.has('string')) && !accepted.has('object')) {
    return text === '' ? [] : text.split(',').map((item) => item.trim());
  }
  return text;
}

function parsedOr(text: string, otherwise: Json): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return otherwise;
  }
}

function propertyOf(schema: Json, name: string, root: JsonObject): Json {
  for (const each of branchesOf(schema, root)) {
    const { properties, additionalProperties } = each;
    const own = isJsonObject(properties ?? null) ? (properties as JsonObject)[name] : undefined;
    if (own !== undefined) return own;
    if (additionalProperties !== undefined && isJsonObject(additionalProperties)) return additionalProperties;
  }
  return {};
}

/** The types that a schema takes; none: nothing is said. */
function acceptedBy(schema: Json, root: JsonObject): ReadonlySet<string> {
  const types = new Set<string>();
  for (const { type, const: only } of branchesOf(schema, root)) {
    for (const each of Array.isArray(type) ? type : [type]) if (typeof each === 'string') types.add(each);
    if (only !== undefined) types.add(typeof only);
  }
  if (types.size > 1) types.delete('null');
  return types;
}

/** References and alternatives followed. */
function branchesOf(schema: Json, root: JsonObject): readonly JsonObject[] {
  if (!isJsonObject(schema)) return [];
  const { $ref, anyOf } = schema;
  if (typeof $ref === 'string') {
    const shapes = root['$defs'] ?? null;
    return isJsonObject(shapes) ? branchesOf(shapes[$ref.replace('#/$defs/', '')] ?? null, root) : [];
  }
  return Array.isArray(anyOf) ? (anyOf as readonly Json[]).flatMap((each) => branchesOf(each, root)) : [schema];
}
