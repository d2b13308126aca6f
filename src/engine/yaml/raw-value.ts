/** An untyped front matter value, as written in the text. */

import type { Json, JsonObject } from '../json';

/**
 * `empty`: `key:` (also `~` and `null` in plain style). `scalar`: its text after unquoting; `plain` says whether it
 * was without quotes (then `007`, `yes` and 2^60 keep their source text). `list`: a block or flow sequence.
 * `json`: a mapping, or anything deeper.
 */
export type RawValue =
  | { readonly kind: 'empty' }
  | { readonly kind: 'scalar'; readonly text: string; readonly plain: boolean }
  | { readonly kind: 'list'; readonly items: readonly RawValue[] }
  | { readonly kind: 'json'; readonly value: Json };

export const RAW_EMPTY: RawValue = { kind: 'empty' };

/** Text that must be read back as a string: the writer quotes it when YAML 1.1 or 1.2 would take it for something else. */
export const rawString = (text: string): RawValue => ({ kind: 'scalar', text, plain: false });

/** Text that is written as it is, without quotes: numbers, booleans, dates. */
export const rawPlain = (text: string): RawValue => ({ kind: 'scalar', text, plain: true });

export const rawList = (items: readonly RawValue[]): RawValue => ({ kind: 'list', items });

/** A plain null in a list. */
export const NULL_ITEM = rawPlain('null');

/** Whether a mapping may get the key by an assignment: it is not there yet, and sets no prototype. */
export const isNewKey = (mapping: JsonObject, key: string): boolean =>
  key !== '__proto__' && !Object.hasOwn(mapping, key);
