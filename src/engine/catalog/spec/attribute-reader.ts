/** Reads the attributes of one declared thing from JSON by its schema, and notes each one that does not fit. D3, D18. */

import type * as z from 'zod';
import type { ViolationCode } from '../../errors';
import type { Json, JsonObject } from '../../json';
import { type SuggestingMessage, nearNames, withSuggestion } from '../../../kernel/near-names';
import { type Problem, type ProblemPath, problemAt } from '../problem';

type Given<Shape extends z.core.$ZodShape> = { readonly [Key in keyof Shape]?: NonNullable<z.output<Shape[Key]>> };

export interface Declared {
  readonly source: JsonObject;
  /** Its place. */
  readonly at: ProblemPath;
  /** Begins the messages: `status: min must be a number`. Absent for a table. */
  readonly label?: string;
  readonly column?: string | null;
  readonly problems?: Problem[];
  /** The message about an attribute that the schema lacks. */
  readonly unknown?: (key: string) => SuggestingMessage;
}

/** An empty message leaves the words to the reader. */
const WITHOUT_WORDS = { error: () => '' };

export class AttributeReader<Shape extends z.core.$ZodShape> {
  readonly at: ProblemPath;
  readonly problems: Problem[];
  /** The attributes that fit, as they are written. Absent and null are the same. */
  readonly value: Given<Shape>;

  constructor(
    schema: z.ZodObject<Shape>,
    private readonly declared: Declared,
  ) {
    const { source, at, problems = [] } = declared;
    this.at = at;
    this.problems = problems;
    const { shape } = schema;
    const { unknown = (key: string) => sayUnknown('attribute', key, Object.keys(shape)) } = declared;
    const value: Record<string, Json> = {};
    for (const [key, raw] of Object.entries(source)) {
      if (!Object.hasOwn(shape, key)) {
        const { message, near } = unknown(key);
        this.grammar(key, 'type', message, near);
      } else if (raw !== null && this.fits(key, raw, shape[key] as unknown as z.ZodType)) value[key] = raw;
    }
    this.value = value as Given<Shape>;
  }

  /** A reader of what lies inside `key`; its problems are noted with this one's. */
  nested<Inner extends z.core.$ZodShape>(key: string, schema: z.ZodObject<Inner>, source: JsonObject) {
    const { at, problems } = this;
    const { label, column = null } = this.declared;
    const inner = label === undefined ? key : `${label}: ${key}`;
    return new AttributeReader(schema, { source, at: [...at, key], label: inner, column, problems });
  }

  /** As it is written, whether it fits or not. */
  raw(key: string): Json | undefined {
    const { source } = this.declared;
    return Object.hasOwn(source, key) ? (source[key] ?? undefined) : undefined;
  }

  grammar(key: string, code: ViolationCode, message: string, near: readonly string[] = []): void {
    this.note(key, code, message, { grammar: true, near });
  }

  semantic(key: string, code: ViolationCode, message: string, hint?: string): void {
    this.note(key, code, message, { hint });
  }

  private fits(key: string, raw: Json, schema: z.ZodType): boolean {
    const parsed = schema.safeParse(raw, WITHOUT_WORDS);
    if (parsed.success) return true;
    for (const issue of parsed.error.issues) {
      const { code = 'type', near } = issue.code === 'custom' ? ((issue.params ?? {}) as CustomParams) : {};
      this.grammar(key, code, sayIssue(key, issue), near);
    }
    return false;
  }

  private note(key: string, code: ViolationCode, message: string, more: Partial<Problem>): void {
    const { label, column = null } = this.declared;
    const at = key === '' ? this.at : [...this.at, key];
    this.problems.push(
      problemAt(at, code, label === undefined ? message : `${label}: ${message}`, { column, ...more }),
    );
  }
}

/** Beside the message of a custom check. */
interface CustomParams {
  readonly code?: ViolationCode;
  readonly near?: readonly string[];
}

export const sayUnknown = (what: string, key: string, known: readonly string[]): SuggestingMessage =>
  withSuggestion(`unknown ${what} "${key}"`, nearNames(key, known));

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
};

/** A schema with a message of its own says what the value must be; a custom check says the whole sentence. */
function sayIssue(key: string, issue: z.core.$ZodIssue): string {
  const [inner] = issue.path;
  if (issue.code === 'custom') return issue.message;
  const must = issue.message === '' ? `must ${demandOf(issue)}` : issue.message;
  if (inner === undefined) return `${key} ${must}`;
  if (typeof inner === 'string') return `${key}: ${inner} ${must}`;
  return issue.code === 'invalid_type' && issue.expected === 'string'
    ? `${key} must be a list of strings`
    : `${key.replace(/s$/, '')} ${String(Number(inner) + 1)} ${must}`;
}

function demandOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `be ${KINDS[issue.expected] ?? 'an object'}`;
    case 'invalid_value':
      return `be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return sizeOf(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'too_big':
      return sizeOf(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    default:
      return 'be an object';
  }
}

const SIZED: Readonly<Record<string, string>> = { string: 'characters', array: 'items' };

function sizeOf(origin: string, than: string, limit: number | bigint): string {
  const unit = SIZED[origin];
  return unit === undefined ? `be ${than} ${limit}` : `have ${than} ${limit} ${unit}`;
}
