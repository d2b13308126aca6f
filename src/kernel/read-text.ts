/**
 * The one reader of text: a field of a file, a pasted cell, a typed cell, a condition of a filter. A text that does not fit the type
 * stays as it is, so that its refusal names it. docs/decisions.md#reading-texts
 */

import type { Convention } from './column-convention';
import { readDay, readMoment } from './day-text';
import { fitsWikiLink, parseLink } from './link-text';
import { splitItems } from './list-text';
import { choiceText } from './names';
import { hasTooManyDigits, readNumber } from './number-text';

export type TextType =
  'string' | 'integer' | 'number' | 'boolean' | 'date' | 'datetime' | 'enum' | 'link' | 'list' | 'json';

/** As much of a column as its texts depend on. */
export interface TextColumn {
  readonly type: TextType;
  /** Of a list. */
  readonly itemType: TextType;
  /** Of a choice, or of a list of them. */
  readonly values: readonly string[];
  /** Of links: the table that they lead into; null: any note. */
  readonly ref: string | null;
}

export type TextValue = null | boolean | number | string | readonly TextValue[] | { readonly [key: string]: TextValue };

export interface ReadText {
  /** Null: the text is empty. The text itself where it is not a value of the type. */
  readonly value: TextValue;
  /** Null: it is a value of the type, or one that only the engine can judge, such as a link. */
  readonly reason: TextProblem | null;
}

export type TextProblem =
  'no number' | 'too many digits' | 'no yes or no' | 'no day' | 'no time' | 'no choice' | 'no JSON';

export function readText(text: string, column: TextColumn, convention: Convention): ReadText {
  const trimmed = text.trim();
  if (trimmed === '') return { value: null, reason: null };
  if (column.type === 'list') return readList(splitItems(text), column, convention);
  return readItem(column.type, text, trimmed, column, convention);
}

/** Items that are parted already. */
export function readList(items: readonly string[], column: TextColumn, convention: Convention): ReadText {
  const read = items.map((item) => readItem(column.itemType, item, item.trim(), column, convention));
  if (read.length === 0) return { value: null, reason: null };
  return { value: read.map(({ value }) => value), reason: read.find(({ reason }) => reason !== null)?.reason ?? null };
}

function readItem(type: TextType, text: string, trimmed: string, column: TextColumn, convention: Convention): ReadText {
  const { order, locale, now } = convention;
  const form = { order, locale, today: now === null ? null : now.slice(0, 10) };
  const orText = (value: TextValue, problem: TextProblem): ReadText =>
    value === null ? { value: trimmed, reason: problem } : { value, reason: null };
  switch (type) {
    case 'integer':
    case 'number':
      return orText(
        readNumber(trimmed, convention.number),
        hasTooManyDigits(trimmed, convention.number) ? 'too many digits' : 'no number',
      );
    case 'boolean':
      return orText(readBoolean(trimmed), 'no yes or no');
    case 'date':
      return orText(readDay(trimmed, form), 'no day');
    case 'datetime':
      return orText(readMoment(trimmed, form, now), 'no time');
    case 'enum':
      return orText(readChoice(trimmed, column.values), 'no choice');
    case 'link':
      // Where no table says what a name means, it is drawn as a link at once; of a file the engine makes links.
      return { value: now !== null && column.ref === null ? linkTo(trimmed) : trimmed, reason: null };
    case 'json':
      return readJson(text);
    case 'list':
    case 'string':
      return { value: text, reason: null };
  }
}

const YES = ['true', 'yes', 'on'];
const NO = ['false', 'no', 'off'];
const MORE_YES = new Set([...YES, 'y', 'x', '1', '✓', '✔', '☑', 'ja', 'oui', 'sí', 'si']);
const MORE_NO = new Set([...NO, 'n', '0', '✗', '☐', 'nein', 'non']);

/** A word that means nothing else, in any letter case. */
export function readTruth(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  return YES.includes(word) ? true : NO.includes(word) ? false : null;
}

/** Words that spreadsheets and people write for a checked box. */
function readBoolean(text: string): boolean | null {
  const word = text.toLowerCase();
  return MORE_YES.has(word) ? true : MORE_NO.has(word) ? false : null;
}

function readChoice(text: string, values: readonly string[]): string | null {
  const plain = (value: string): string => choiceText(value).toLowerCase();
  return values.length === 0 || values.includes(text)
    ? text
    : (values.find((value) => plain(value) === plain(text)) ?? null);
}

const linkTo = (text: string): string => (parseLink(text) === null && fitsWikiLink(text) ? `[[${text}]]` : text);

function readJson(text: string): ReadText {
  try {
    return { value: JSON.parse(text) as TextValue, reason: null };
  } catch {
    return { value: text, reason: 'no JSON' };
  }
}
