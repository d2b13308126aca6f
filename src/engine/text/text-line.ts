/** A line of a text and the columns of its indentation, with tab stops of four. */

/** `[start, end)` offsets in the text. */
export type TextRange = readonly [start: number, end: number];

export interface TextLine {
  readonly start: number;
  /** Before the line break. */
  readonly end: number;
  /** Behind the line break. */
  readonly next: number;
}

/** The position of a scan in a line. A tab may be taken in parts, so the column goes on while the offset stays. */
export interface ScanPosition {
  at: number;
  column: number;
}

export function lineAt(text: string, start: number): TextLine {
  const feed = text.indexOf('\n', start);
  if (feed < 0) return { start, end: text.length, next: text.length };
  const end = feed > start && text.charCodeAt(feed - 1) === 0x0d ? feed - 1 : feed;
  return { start, end, next: feed + 1 };
}

/** The columns of white space at `place` and the offset of the first other character. */
export function indentOf(
  text: string,
  line: TextLine,
  place: ScanPosition,
): { readonly columns: number; readonly at: number } {
  let { at, column } = place;
  for (; at < line.end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x20) column += 1;
    else if (code === 0x09) column += 4 - (column % 4);
    else break;
  }
  return { columns: column - place.column, at };
}

/** Moves `place` by that many columns of white space. */
export function consumeColumns(text: string, line: TextLine, place: ScanPosition, columns: number): void {
  const target = place.column + columns;
  while (place.at < line.end && place.column < target) {
    if (text.charCodeAt(place.at) !== 0x09) {
      place.column += 1;
    } else {
      const stop = place.column + 4 - (place.column % 4);
      if (stop > target) {
        place.column = target;
        return;
      }
      place.column = stop;
    }
    place.at += 1;
  }
}

export const isBlankFrom = (text: string, line: TextLine, place: ScanPosition): boolean =>
  indentOf(text, line, place).at >= line.end;

/** The line break that the text uses: that of its first line, `\n` when it has only one. */
export function lineBreakOf(text: string): '\n' | '\r\n' {
  const feed = text.indexOf('\n');
  return feed > 0 && text.charCodeAt(feed - 1) === 0x0d ? '\r\n' : '\n';
}

/** The same lines with the given line break. */
export function withLineBreak(text: string, lineBreak: '\n' | '\r\n'): string {
  const plain = text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
  return lineBreak === '\n' ? plain : plain.replaceAll('\n', '\r\n');
}
