/** Finds the properties in the text of a note: `key:: value` in a line of its own, `[key:: value]` and `(key:: value)`. docs/inline-properties.md */

import { type TextLine, type TextRange, lineAt } from '../../text/text-line';
import { unlinkedRanges } from '../links/unlinked-ranges';
import { isInRanges } from '../markdown/code-spans';

/** A property with its place in the text. All offsets are offsets of the note. */
export interface InlineProperty {
  readonly key: string;
  /** Trimmed. */
  readonly value: string;
  /** `line`: the line has nothing else. `bracketed`: a part of a line, with its brackets. */
  readonly form: 'line' | 'bracketed';
  /** The line without its break, or the brackets. */
  readonly start: number;
  readonly end: number;
  /** Behind the `::`. */
  readonly markEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

const MARK = '::';

/** In the order of the text from offset `from` (the start of the body). Code, comments and math have none. */
export function inlineProperties(text: string, from: number): readonly InlineProperty[] {
  const found: InlineProperty[] = [];
  let hidden: readonly TextRange[] | null = null;
  for (let at = text.indexOf(MARK, from); at >= 0; at = text.indexOf(MARK, at)) {
    hidden ??= hiddenRanges(text, from);
    const line = lineAt(text, Math.max(from, text.lastIndexOf('\n', at) + 1));
    const isHidden = (offset: number): boolean => isInRanges(hidden ?? [], offset);
    const bracketed = bracketedIn(text, line, isHidden);
    found.push(...(bracketed.length > 0 ? bracketed : wholeLine(text, line, isHidden)));
    at = line.next;
  }
  return found;
}

/** What hides links hides properties, and so does a `%%` comment. */
function hiddenRanges(text: string, from: number): readonly TextRange[] {
  const ranges = unlinkedRanges(text, from);
  if (!text.includes('%%', from)) return ranges;
  const comments: TextRange[] = [];
  for (let at = text.indexOf('%%', from); at >= 0;) {
    if (isInRanges(ranges, at)) {
      at = text.indexOf('%%', at + 2);
      continue;
    }
    const close = text.indexOf('%%', at + 2);
    const end = close < 0 ? text.length : close + 2;
    comments.push([at, end]);
    at = text.indexOf('%%', end);
  }
  return disjoint([...ranges, ...comments]);
}

function disjoint(ranges: readonly TextRange[]): readonly TextRange[] {
  const result: TextRange[] = [];
  for (const [start, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last !== undefined && start <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], end)];
    else result.push([start, end]);
  }
  return result;
}

/** Marks of quotes, lists and tasks. */
const LINE_MARKS = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:\[[^\]]\][ \t]+)?/;

const KEY = /^[\p{L}\p{N}_][^[\](){}|#`:\r\n]*$/u;

function wholeLine(text: string, line: TextLine, isHidden: (at: number) => boolean): readonly InlineProperty[] {
  const mark = text.indexOf(MARK, line.start);
  const source = text.slice(line.start, mark);
  const marks = LINE_MARKS.exec(source)?.[0].length ?? 0;
  const key = withoutEmphasis(source.slice(marks).trim());
  if (!KEY.test(key) || isHidden(line.start + marks) || isHidden(mark)) return [];
  const markEnd = mark + MARK.length;
  return [{ key, form: 'line', start: line.start, end: line.end, markEnd, ...valueIn(text, markEnd, line.end) }];
}

/** A key that is found in a text as it is. */
export const isInlineKey = (key: string): boolean =>
  KEY.test(key) && key.trim() === key && withoutEmphasis(key) === key;

/** `**key**`. */
function withoutEmphasis(source: string): string {
  const mark = /^(?:\*{1,3}|_{1,3}|~~)/.exec(source)?.[0] ?? '';
  return mark !== '' && source.length > 2 * mark.length && source.endsWith(mark)
    ? source.slice(mark.length, -mark.length).trim()
    : source;
}

function bracketedIn(text: string, line: TextLine, isHidden: (at: number) => boolean): readonly InlineProperty[] {
  const found: InlineProperty[] = [];
  let closers: ReadonlyMap<number, number> | null = null;
  for (let mark = text.indexOf(MARK, line.start); mark >= 0 && mark < line.end;) {
    const markEnd = mark + MARK.length;
    const start = openerBefore(text, line.start, mark);
    closers ??= closingBrackets(text, line);
    const close = start < 0 || isHidden(start) || isHidden(mark) ? undefined : closers.get(start);
    const key = text.slice(start + 1, mark).trim();
    const isProperty = close !== undefined && close >= markEnd && KEY.test(key);
    if (isProperty)
      found.push({ key, form: 'bracketed', start, end: close + 1, markEnd, ...valueIn(text, markEnd, close) });
    mark = text.indexOf(MARK, isProperty ? close : markEnd);
  }
  return found;
}

/** The bracket that a key begins behind; -1 where another mark comes between. */
function openerBefore(text: string, lineStart: number, mark: number): number {
  for (let at = mark - 1; at >= lineStart; at--) {
    const char = text.charAt(at);
    if (char === '[' || char === '(') return at;
    if (NO_KEY.has(char)) return -1;
  }
  return -1;
}

const NO_KEY = new Set('])}{|#`:');

/** Brackets of one kind nest; a backslash escapes one. */
function closingBrackets(text: string, line: TextLine): ReadonlyMap<number, number> {
  const closers = new Map<number, number>();
  const open: Readonly<Record<string, number[]>> = { ']': [], ')': [] };
  for (let at = line.start; at < line.end; at++) {
    const char = text.charAt(at);
    if (char === '\\') at++;
    else if (char === '[') open[']']?.push(at);
    else if (char === '(') open[')']?.push(at);
    else {
      const start = open[char]?.pop();
      if (start !== undefined) closers.set(start, at);
    }
  }
  return closers;
}

/** A comment behind the value is none of it. */
const COMMENT = /%%|<!--/;

function valueIn(
  text: string,
  start: number,
  limit: number,
): Pick<InlineProperty, 'value' | 'valueStart' | 'valueEnd'> {
  const comment = text.slice(start, limit).search(COMMENT);
  const source = text.slice(start, comment < 0 ? limit : start + comment);
  const value = source.trim();
  const valueStart = value === '' ? start : start + source.indexOf(value);
  return { value, valueStart, valueEnd: valueStart + value.length };
}
