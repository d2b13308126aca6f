/** Reads a text below `|` or `>` for the flat tokenizer; null means: that is for `yaml`. */

import { type FlatCursor, SPACE, TAB, endLine, isBreak, skipSpaces } from './flat-cursor';
import { ownSlice } from '../../text/own-text';
import { type RawValue, rawString } from '../raw-value';

const DASH = 0x2d;
const GREATER = 0x3e;
const PIPE = 0x7c;

export const opensBlockScalar = (code: number): boolean => code === PIPE || code === GREATER;

/**
 * From the mark to behind the last line with text, for a value of a collection in that column. Without an indicator of
 * indentation, `+`, tabs, lines of blanks alone, and lines in a folded text that are indented more than others.
 */
export function readBlockScalar(cursor: FlatCursor, column: number): RawValue | null {
  const { text } = cursor;
  const isFolded = text.charCodeAt(cursor.at) === GREATER;
  cursor.at += 1;
  const isStripped = text.charCodeAt(cursor.at) === DASH;
  if (isStripped) cursor.at += 1;
  if (!endLine(cursor)) return null;
  const first = nextTextLine(cursor);
  const indent = first?.indent ?? 0;
  if (first === null || indent <= column) return null;
  let value = '\n'.repeat(first.blankLines);
  for (;;) {
    const line = readLine(cursor, indent);
    if (line === null || (isFolded && line.startsWith(' '))) return null;
    value += line;
    const behind = cursor.at;
    const next = nextTextLine(cursor);
    if (next === null || (next.indent > column && next.indent < indent)) return null;
    if (next.indent < indent) {
      cursor.at = behind;
      return rawString(isStripped ? value : `${value}\n`);
    }
    value += isFolded && next.blankLines === 0 ? ' ' : '\n'.repeat(next.blankLines + (isFolded ? 0 : 1));
  }
}

/** Goes over empty lines to the next line, or to the end; null where blanks or a tab make it hard to say where the text ends. */
function nextTextLine(cursor: FlatCursor): { readonly indent: number; readonly blankLines: number } | null {
  const { text, end } = cursor;
  let blankLines = 0;
  for (; cursor.at < end && isBreak(text, cursor.at); blankLines += 1) cursor.at = text.indexOf('\n', cursor.at) + 1;
  if (cursor.at >= end) return { indent: -1, blankLines };
  const start = cursor.at;
  skipSpaces(cursor);
  const indent = cursor.at - start;
  if (isBreak(text, cursor.at) || text.charCodeAt(cursor.at) === TAB) return null;
  cursor.at = start;
  return { indent, blankLines };
}

function readLine(cursor: FlatCursor, indent: number): string | null {
  const start = cursor.at + indent;
  let stop = start;
  while (cursor.text.charCodeAt(stop) >= SPACE) stop += 1;
  if (!isBreak(cursor.text, stop)) return null;
  cursor.at = cursor.text.indexOf('\n', stop) + 1;
  return ownSlice(cursor.text, start, stop);
}
