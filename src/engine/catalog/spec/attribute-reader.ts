/** Reads the attributes of one declared thing from JSON, and notes each one that is not of its shape. D3, D18. */

import type { ViolationCode } from '../../errors';
import type { Json, JsonObject } from '../../values/json';
import { isJsonObject } from '../../values/json';
import { didYouMean } from '../near-names';
import type { Problem, ProblemPath } from '../problem';

/** Absent and null are the same: undefined. */
export class AttributeReader {
  /** `label` begins the messages: `status: min must be a number`. Empty for a table. */
  constructor(
    private readonly source: JsonObject,
    readonly at: ProblemPath,
    private readonly label: string,
    private readonly column: string | null,
    readonly problems: Problem[] = [],
  ) {}

  /** A reader of what lies inside `key`; its problems are noted with this one's. */
  nested(key: string, source: JsonObject): AttributeReader {
    const label = this.label === '' ? key : `${this.label}: ${key}`;
    return new AttributeReader(source, [...this.at, key], label, this.column, this.problems);
  }

  raw(key: string): Json | undefined {
    return Object.hasOwn(this.source, key) ? (this.source[key] ?? undefined) : undefined;
  }

  text(key: string): string | undefined {
    const value = this.raw(key);
    if (value === undefined || typeof value === 'string') return value;
    return this.misshapen(key, 'text');
  }

  flag(key: string): boolean | undefined {
    const value = this.raw(key);
    if (value === undefined || typeof value === 'boolean') return value;
    return this.misshapen(key, 'true or false');
  }

  number(key: string): number | undefined {
    const value = this.raw(key);
    if (value === undefined || (typeof value === 'number' && Number.isFinite(value))) return value;
    return this.misshapen(key, 'a number');
  }

  object(key: string): JsonObject | undefined {
    const value = this.raw(key);
    if (value === undefined || isJsonObject(value)) return value;
    return this.misshapen(key, 'an object');
  }

  list(key: string): readonly Json[] | undefined {
    const value = this.raw(key);
    if (value === undefined || Array.isArray(value)) return value as readonly Json[] | undefined;
    return this.misshapen(key, 'a list');
  }

  /** A list of strings; which ones are legal is the caller's to say. */
  texts(key: string): readonly string[] | undefined {
    const value = this.list(key);
    if (value === undefined || value.every((item) => typeof item === 'string')) return value;
    return this.misshapen(key, 'a list of strings');
  }

  /** Notes every key that is not known. */
  rejectOthers(known: readonly string[]): void {
    for (const key of Object.keys(this.source)) {
      if (known.includes(key)) continue;
      const near = didYouMean(key, known);
      this.grammar(key, 'type', `unknown attribute "${key}"${near === null ? '' : `; ${near}`}`);
    }
  }

  grammar(key: string, code: ViolationCode, message: string): void {
    this.note(key, code, true, message);
  }

  semantic(key: string, code: ViolationCode, message: string, hint?: string): void {
    this.note(key, code, false, message, hint);
  }

  private misshapen(key: string, shape: string): undefined {
    this.grammar(key, 'type', `${key} must be ${shape}`);
  }

  private note(key: string, code: ViolationCode, grammar: boolean, message: string, hint?: string): void {
    this.problems.push({
      at: key === '' ? this.at : [...this.at, key],
      column: this.column,
      code,
      grammar,
      message: this.label === '' ? message : `${this.label}: ${message}`,
      ...(hint === undefined ? {} : { hint }),
    });
  }
}
