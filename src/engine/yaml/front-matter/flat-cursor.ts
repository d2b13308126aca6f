/** The position of the flat tokenizer, and its steps over blanks, comments and line breaks. */

/** `end` is behind the line break before the closing fence, so that every line of the block has a line break. */
export interface FlatCursor {
  readonly text: string;
  at: number;
  readonly end: number;
  /** Collections around the cursor. */
  depth: number;
}

/** Deeper values are for `yaml`, which knows the limit. */
const MOST_LEVELS = 16;

export const flatCursor = (text: string, at: number, end: number): FlatCursor => ({ text, at, end, depth: 0 });

/** False when the collection lies too deep. */
export function enterCollection(cursor: FlatCursor): boolean {
  cursor.depth += 1;
  return cursor.depth <= MOST_LEVELS;
}

export const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const HASH = 0x23;

/** Whether a line break is at `at`; a lone carriage return is none. */
export function isBreak(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === LF || (code === CR && text.charCodeAt(at + 1) === LF);
}

export function skipSpaces(cursor: FlatCursor): void {
  while (cursor.text.charCodeAt(cursor.at) === SPACE) cursor.at += 1;
}

function skipLine(cursor: FlatCursor): void {
  cursor.at = cursor.text.indexOf('\n', cursor.at) + 1;
}

/** Goes behind the line break when only spaces and a comment are left in the line; false when anything else is. */
export function endLine(cursor: FlatCursor): boolean {
  const { text, at } = cursor;
  const first = text.charCodeAt(at);
  if (first === LF) {
    cursor.at = at + 1;
    return true;
  }
  skipSpaces(cursor);
  if (isBreak(text, cursor.at) || (text.charCodeAt(cursor.at) === HASH && text.charCodeAt(cursor.at - 1) === SPACE)) {
    skipLine(cursor);
    return true;
  }
  return false;
}

/** Skips blank lines and comments; gives the indentation of the line that it stops at, in spaces. */
export function nextIndent(cursor: FlatCursor): number {
  for (;;) {
    const start = cursor.at;
    if (start >= cursor.end) return 0;
    skipSpaces(cursor);
    if (isBreak(cursor.text, cursor.at) || cursor.text.charCodeAt(cursor.at) === HASH) {
      skipLine(cursor);
    } else {
      const indent = cursor.at - start;
      cursor.at = start;
      return indent;
    }
  }
}
