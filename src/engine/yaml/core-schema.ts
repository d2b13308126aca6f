/** Resolves a plain scalar by YAML 1.2's core schema, without a regular expression for common text. */

import type { Json } from '../json';

const NUMBER = /^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|0o[0-7]+|0x[0-9a-fA-F]+)$/;

/** `~`, `null`, `Null`, `NULL` and nothing. */
export function isNullText(text: string): boolean {
  if (text.length === 4) return text === 'null' || text === 'Null' || text === 'NULL';
  return text.length === 0 || text === '~';
}

export const isTrueText = (text: string): boolean => text === 'true' || text === 'True' || text === 'TRUE';

export const isFalseText = (text: string): boolean => text === 'false' || text === 'False' || text === 'FALSE';

/**
 * The value of a plain scalar. A number that JSON can't hold (`.inf`, `.nan`, `1e999`) stays text; an integer beyond
 * 2^53 is rounded as every JSON reader does, its digits are in the source text.
 */
export function plainToJson(text: string): Json {
  const first = text.charCodeAt(0);
  const mayBeNumber = (first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d || first === 0x2e;
  if (mayBeNumber) return numberOf(text) ?? text;
  if (text.length > 5) return text;
  if (isNullText(text)) return null;
  if (isTrueText(text)) return true;
  return isFalseText(text) ? false : text;
}

/** JavaScript reads `0o17` and `0x1F` as YAML does. */
function numberOf(text: string): number | null {
  return NUMBER.test(text) ? finiteOrNull(Number(text)) : null;
}

const finiteOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
