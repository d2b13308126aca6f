/** The value of a property in the text of a note, as Dataview reads it: between a text and a value of front matter. docs/inline-properties.md */

import { isNullText } from '../../yaml/core-schema';
import { type RawValue, RAW_EMPTY, rawPlain, rawString } from '../../yaml/raw-value';

/** One value: a text in quotes is without them. */
export function readInlineValue(text: string): RawValue {
  if (text === '') return RAW_EMPTY;
  const quoted = QUOTED.exec(text);
  return quoted === null ? rawPlain(text) : rawString((quoted[1] ?? '').replace(/\\(["\\])/g, '$1'));
}

const QUOTED = /^"((?:[^"\\]|\\.)*)"$/;

/** Commas part a list only where each part is a literal: quoted text, a link, a tag, a number, a date, a truth value. */
export function readInlineItems(text: string): readonly RawValue[] {
  if (text === '') return [];
  const parts = partsOf(text);
  const isList = parts.length > 1 && parts.every((part) => LITERAL.test(part));
  return (isList ? parts : [text]).map(readInlineValue);
}

/** Parted at commas outside of quotes and brackets. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let [start, depth, isQuoted] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (isQuoted && char === '\\') at++;
    else if (char === '"' && depth === 0) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (char === '[' || char === '(') depth++;
    else if (char === ']' || char === ')') depth--;
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...parts, text.slice(start).trim()];
}

const LITERAL =
  /^(?:"(?:[^"\\]|\\.)*"|!?\[\[[^[\]]+\]\]|!?\[[^[\]]*\]\([^()]*\)|#[\p{L}\p{N}_/-]+|-?\d+(?:\.\d+)?|\d{4}-\d\d(?:-\d\dT?[\d:.+Z-]*)?|true|false)$/iu;

/** `quoted`: texts in quotes, in case they would be read as something else. Null: the text of a note can't hold it. */
export function inlineText(raw: RawValue, quoted: boolean): string | null {
  if (raw.kind === 'list') {
    if (raw.items.length === 1 && raw.items[0] !== undefined) return inlineText(raw.items[0], quoted);
    const items = raw.items.map((item) => (item.kind === 'scalar' ? literal(item.text) : null));
    return items.includes(null) ? null : items.join(', ');
  }
  if (raw.kind === 'empty') return '';
  if (raw.kind === 'json' || /[\r\n]/.test(raw.text)) return null;
  return quoted || isUnsafe(raw) ? quotedText(raw.text) : raw.text;
}

const isUnsafe = ({ text, plain }: { readonly text: string; readonly plain: boolean }): boolean =>
  !plain && (text.trim() !== text || text.startsWith('"') || isNullText(text));

const literal = (text: string): string | null =>
  /[\r\n]/.test(text) ? null : LITERAL.test(text) && !text.startsWith('"') ? text : quotedText(text);

const quotedText = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
