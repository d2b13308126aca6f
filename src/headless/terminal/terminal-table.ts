/** Rows as a table of a terminal: each column as wide as its texts, numbers to the right. docs/command-line.md#query */

import { type TerminalStyle, visibleText } from './terminal-style';

export interface TerminalColumn {
  readonly name: string;
  readonly isNumeric: boolean;
}

const GAP = '  ';
const LEAST = 8;

/** `width`: of the terminal; null: nothing is cut. */
export function terminalTable(
  columns: readonly TerminalColumn[],
  rows: readonly (readonly string[])[],
  { width, style }: { readonly width: number | null; readonly style: TerminalStyle },
): string {
  const texts = rows.map((row) => row.map(visibleText));
  const natural = columns.map(({ name }, at) =>
    texts.reduce((most, row) => Math.max(most, cellWidth(row[at] ?? '')), cellWidth(name)),
  );
  const widths = width === null ? natural : narrowed(natural, width - GAP.length * (columns.length - 1));
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ isNumeric }, at) => padded(cells[at] ?? '', widths[at] ?? 0, isNumeric))
      .join(GAP)
      .trimEnd();
  const rule = style.dim(widths.map((each) => '─'.repeat(each)).join(GAP));
  return [style.strong(line(columns.map(({ name }) => name))), rule, ...texts.map(line)]
    .map((each) => `${each}\n`)
    .join('');
}

/** The widest columns give way first. */
function narrowed(widths: readonly number[], room: number): readonly number[] {
  let most = Math.max(...widths, LEAST);
  const sum = (limit: number): number => widths.reduce((total, each) => total + Math.min(each, limit), 0);
  while (most > LEAST && sum(most) > room) most -= 1;
  return widths.map((each) => Math.min(each, most));
}

function padded(text: string, width: number, isNumeric: boolean): string {
  const cut = cellWidth(text) > width ? cutTo(text, width) : text;
  const space = ' '.repeat(Math.max(0, width - cellWidth(cut)));
  return isNumeric ? `${space}${cut}` : `${cut}${space}`;
}

function cutTo(text: string, width: number): string {
  let kept = '';
  let used = 0;
  for (const { segment } of GRAPHEMES.segment(text)) {
    const own = cellWidth(segment);
    if (used + own > width - 1) break;
    kept += segment;
    used += own;
  }
  return `${kept}…`;
}

const GRAPHEMES = new Intl.Segmenter();
const WIDE =
  /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Emoji_Presentation}|[\u3000-\u303F\uFF01-\uFF60]/u;

/** In columns of the terminal. */
function cellWidth(text: string): number {
  if (/^[\u0020-\u02FF]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}
