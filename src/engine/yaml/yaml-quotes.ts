/** When a text needs quotes so that every reader of YAML 1.1 and 1.2 takes it for the same text. */

import { hasLoneSurrogate } from '../../kernel/utf8-length';

/** Booleans, nulls, the merge key and the default value of YAML 1.1, in any spelling. */
const WORD = /^(?:y|n|yes|no|on|off|true|false|null|~|<<|=)$/i;

/** Decimal, octal, binary and hexadecimal numbers, floats, `.inf`, `.nan`; readers of YAML 1.1 even take `.` and `e3`. */
const NUMBER = /^[-+]?(?:0b[01_]+|0o[0-7_]+|0x[\da-f_]+|[\d_,]*\.?[\d_]*(?:e[-+]?\d+)?|\.inf|\.nan)$/i;

/** `12:30` and `1:20:03.5`: base 60 in YAML 1.1. */
const SEXAGESIMAL = /^[-+]?\d[\d_]*(?::\d+)+(?:\.[\d_]*)?$/;

const TIMESTAMP = /^\d{4}-\d\d?-\d\d?(?:$|[Tt\s])/;

/** How every number and time stamp begins, so that most texts are compared with none of them. */
const NUMBER_START = /^[-+\d._,e]/i;

/** Where a plain scalar would not start, or would not stay one. */
const INDICATOR = /^(?:[,[\]{}#&*!|>'"%@`\s]|[-?:](?:\s|$)|---|\.\.\.)/;
const BREAKS_PLAIN = /:(?:\s|$)|\s#|\s$|[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]/u;

/** A character that double quotes show as an escape. */
const ESCAPED = /["\\\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/gu;

const SHORT: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\t', '\\t'],
  ['\r', '\\r'],
]);

/** Whether the text needs no quotes in a line of its own, whatever type a reader gives it. */
export const canStandPlain = (text: string): boolean =>
  text !== '' && !INDICATOR.test(text) && !BREAKS_PLAIN.test(text) && !hasLoneSurrogate(text);

/** Whether a string must be quoted: as above, when a reader takes it for something else, or for a link or a template. */
export function needsQuotes(text: string): boolean {
  if (!canStandPlain(text) || text.startsWith('-') || text.startsWith('?') || text.startsWith(':')) return true;
  if (text.includes('[[') || text.includes('{{')) return true;
  if (WORD.test(text)) return true;
  return NUMBER_START.test(text) && (NUMBER.test(text) || SEXAGESIMAL.test(text) || TIMESTAMP.test(text));
}

/** The text in double quotes, always one line. */
export const doubleQuoted = (text: string): string => `"${text.replace(ESCAPED, escapeOf)}"`;

function escapeOf(character: string): string {
  const code = character.charCodeAt(0);
  return SHORT.get(character) ?? (code < 0x100 ? `\\x${hexDigits(code, 2)}` : `\\u${hexDigits(code, 4)}`);
}

const hexDigits = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

/** A string as it is written: plain where that is safe, else in double quotes. */
export const stringText = (text: string): string => (needsQuotes(text) ? doubleQuoted(text) : text);
