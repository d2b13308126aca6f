/** An operation as the older interface takes it: its own names of arguments, and some values said otherwise. Source: docs/older-interface.md; D3, D19 */

import * as z from 'zod';
import { type SuggestingMessage, withSuggestion } from '../../../kernel/near-names';
import { NotedbError, badRequest } from '../../errors';
import { type Json, type JsonObject, isJsonObject } from '../../json';
import { parseInput } from '../../schemas/parse-input';
import type { Operation } from '../define-operation';
import { newerColumns } from './older-columns';

/** An argument whose value means the same in other words. */
interface ConvertedArgument<Newer extends string> {
  readonly schema: z.ZodType;
  /** The newer arguments. */
  readonly replaces: readonly Newer[];
  /** Arguments of the operation. `newer`: those that the call gives besides. Null never comes here. */
  convert(value: Json, newer: JsonObject): JsonObject;
}

interface Spelling<Newer extends string> {
  /** The older name of the operation; absent: it never changed. */
  readonly calledAs?: string;
  /** Arguments that never changed. */
  readonly same: readonly Newer[];
  /** Older name -> the name now. */
  readonly renamed?: Readonly<Record<string, Newer>>;
  readonly converted?: Readonly<Record<string, ConvertedArgument<Newer>>>;
  /** Words of messages and hints, and how the older interface says them. */
  readonly words?: Readonly<Record<string, string>>;
}

export interface OlderForm {
  readonly operation: Operation;
  /** A strict object of the older arguments. */
  readonly input: z.ZodType;
  /** The arguments as the operation takes them. Throws `bad_request` with everything that is wrong, in the older names. */
  newerArguments(args: unknown): JsonObject;
  /** The error in the older words. Anything else stays as it is. */
  olderWords(error: unknown): unknown;
}

/** Every argument that `spelling` does not name belongs to the newer interface alone. */
export function olderForm<Shape extends z.ZodRawShape>(
  operation: Operation & { readonly input: z.ZodObject<Shape> },
  spelling: Spelling<keyof Shape & string>,
): OlderForm {
  const { shape } = operation.input;
  const { calledAs = operation.name, same, renamed = {}, converted = {}, words = {} } = spelling;
  const input = z.strictObject({
    ...Object.fromEntries(same.map((name) => [name, shape[name]])),
    ...Object.fromEntries(Object.entries(renamed).map(([older, name]) => [older, shape[name]])),
    ...Object.fromEntries(Object.entries(converted).map(([older, { schema }]) => [older, schema])),
  } as z.ZodRawShape);
  const olderByName = new Map<string, string>([
    ...Object.entries(converted).flatMap(([older, { replaces }]) =>
      replaces.map((name) => [name, isObjectOf(input, older, name) ? `${older}.${name}` : older] as const),
    ),
    ...Object.entries(renamed).map(([older, name]) => [name, older] as const),
  ]);
  const explainUnknown = (key: string): SuggestingMessage | null => {
    const older = olderByName.get(key);
    if (older !== undefined) return withSuggestion(`unknown argument "${key}"`, [older]);
    if (!Object.hasOwn(shape, key)) return null;
    const other = `the older interface has none; the operation ${operation.name} takes it`;
    return withSuggestion(`unknown argument "${key}": ${other}`, []);
  };
  return {
    operation,
    input,
    newerArguments: (args) => {
      parseInput({ name: calledAs, input, explainUnknown }, args);
      return newerArguments(spelling, newerColumns(args as JsonObject));
    },
    olderWords: wordsReplacer([...olderByName].filter(([name]) => name.includes('_')).concat(Object.entries(words))),
  };
}

/** Whether the older argument is an object with that key. */
function isObjectOf(input: z.ZodObject, older: string, key: string): boolean {
  const schema = input.shape[older] as z.ZodType | undefined;
  const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
  const object = inner instanceof z.ZodNullable ? inner.unwrap() : inner;
  return object instanceof z.ZodObject && Object.hasOwn(object.shape, key);
}

/** `args` fit the older schema. */
function newerArguments({ same, renamed = {}, converted = {} }: Spelling<string>, args: JsonObject): JsonObject {
  const newer: Record<string, Json> = {};
  const given = Object.entries(args).filter(([, value]) => (value as Json | undefined) !== undefined);
  for (const [name, value] of given) if (same.includes(name)) newer[name] = value;
  for (const [older, value] of given) {
    const name = Object.hasOwn(renamed, older) ? renamed[older] : undefined;
    if (name === undefined || value === null) continue;
    if ((newer[name] ?? null) !== null)
      throw badRequest(`"${older}" and "${name}" are one argument`, 'give one of them');
    newer[name] = value;
  }
  for (const [older, value] of given) {
    const argument = Object.hasOwn(converted, older) ? converted[older] : undefined;
    if (argument !== undefined && value !== null) Object.assign(newer, argument.convert(value, { ...newer }));
  }
  return newer;
}

/** Texts of notes and values stay as they are: only the message and the hint speak of arguments. */
function wordsReplacer(words: readonly (readonly [newer: string, older: string])[]): (error: unknown) => unknown {
  const older = new Map(words);
  if (older.size === 0) return (error) => error;
  const pattern = new RegExp(`\\b(?:${[...older.keys()].join('|')})\\b`, 'g');
  const respell = (text: string): string => text.replace(pattern, (word) => older.get(word) ?? word);
  return (error) => {
    if (!(error instanceof NotedbError)) return error;
    const { message, hint, near } = error;
    return error.with({
      message: respell(message),
      hint: hint === null ? undefined : respell(hint),
      near: near.map(respell),
    });
  };
}

/** A result in the older spelling. D3, D19 */
export function olderResult(result: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(result).map(([key, value]) => [key === 'planned_moves' ? 'plannedMoves' : key, value]),
  );
}

/** A column spec that the call gives, with more attributes. */
export const withAttributes = (spec: Json | undefined, more: JsonObject): JsonObject => ({
  ...(spec !== undefined && isJsonObject(spec) ? spec : {}),
  ...more,
});
