/** Walks the block structure of Markdown as far as code and headings need it: containers, fences, paragraphs. spec: D17 */

import { type InlineRuns, closeInline, collectRuns, newInlineRuns } from './inline-code';
import { type Line, type Place, consume, indentOf, isBlankFrom, lineAt } from './line';

/** `[start, end)` offsets in the text. */
export type TextRange = readonly [start: number, end: number];

export interface Heading {
  readonly level: number;
  /** Trimmed, without the marks. */
  readonly text: string;
  readonly start: number;
  /** Behind the line break of the heading's last line. */
  readonly end: number;
}

export interface Blocks {
  /** Fenced, indented and inline code, sorted, not overlapping. */
  readonly code: readonly TextRange[];
  /** Headings that stand in no list and no quote, ATX and underlined, in order. */
  readonly headings: readonly Heading[];
}

type Container = { readonly kind: 'quote' } | { readonly kind: 'item'; readonly width: number };

interface Fence {
  readonly mark: number;
  readonly length: number;
  readonly start: number;
  readonly depth: number;
}

interface Scan {
  readonly text: string;
  readonly code: TextRange[];
  readonly headings: Heading[];
  readonly inline: InlineRuns;
  containers: Container[];
  fence: Fence | null;
  /** Indented code that the next line may continue. */
  indented: TextRange | null;
  /** Start of the open paragraph, -1 when there is none. */
  paragraph: number;
  lastEnd: number;
}

/** Deeper marks are text: nobody writes them, and a line of a thousand marks must not cost a thousand times its length. */
const DEEPEST = 100;

const BACKTICK = 0x60;
const TILDE = 0x7e;
const HASH = 0x23;
const GREATER = 0x3e;

/** Code and headings of `text` from offset `from` on (the start of the body). */
export function scanBlocks(text: string, from = 0): Blocks {
  const scan: Scan = {
    text,
    code: [],
    headings: [],
    inline: newInlineRuns(),
    containers: [],
    fence: null,
    indented: null,
    paragraph: -1,
    lastEnd: from,
  };
  for (let at = from; at < text.length;) {
    const line = lineAt(text, at);
    scanLine(scan, line);
    scan.lastEnd = line.end;
    at = line.next;
  }
  closeFence(scan, text.length);
  closeLeaf(scan);
  scan.code.sort((a, b) => a[0] - b[0]);
  return { code: scan.code, headings: scan.headings };
}

function scanLine(scan: Scan, line: Line): void {
  const place: Place = { at: line.start, column: 0 };
  const matched = matchContainers(scan, line, place);
  if (scan.fence !== null) {
    if (matched >= scan.fence.depth) {
      if (closesFence(scan.text, line, place, scan.fence)) closeFence(scan, line.end);
      return;
    }
    closeFence(scan, scan.lastEnd);
  }
  if (isBlankFrom(scan.text, line, place)) {
    closeParagraph(scan);
    scan.containers.length = matched;
    return;
  }
  const opened = openContainers(scan, line, place, matched);
  const lazy = scan.paragraph >= 0 && !opened && matched < scan.containers.length;
  if (lazy && !startsLeaf(scan.text, line, place)) {
    collectRuns(scan.inline, scan.text, place.at, line.end);
    return;
  }
  if (!opened && matched < scan.containers.length) {
    closeLeaf(scan);
    scan.containers.length = matched;
  }
  scanLeaf(scan, line, place, lazy);
}

/** How many of the open containers this line goes on; moves `place` behind their marks. */
function matchContainers(scan: Scan, line: Line, place: Place): number {
  let matched = 0;
  for (const container of scan.containers) {
    const { columns, at } = indentOf(scan.text, line, place);
    if (container.kind === 'quote') {
      if (columns > 3 || scan.text.charCodeAt(at) !== GREATER || at >= line.end) break;
      consumeQuoteMark(scan.text, line, place, columns);
    } else if (columns >= container.width) {
      consume(scan.text, line, place, container.width);
    } else if (at < line.end) {
      break;
    }
    matched += 1;
  }
  return matched;
}

function consumeQuoteMark(text: string, line: Line, place: Place, columns: number): void {
  consume(text, line, place, columns);
  place.at += 1;
  place.column += 1;
  const next = text.charCodeAt(place.at);
  if (place.at < line.end && (next === 0x20 || next === 0x09)) consume(text, line, place, 1);
}

function openContainers(scan: Scan, line: Line, place: Place, matched: number): boolean {
  let opened = false;
  for (;;) {
    const { columns, at } = indentOf(scan.text, line, place);
    if (columns > 3 || at >= line.end || scan.containers.length >= DEEPEST) return opened;
    const interrupts = scan.paragraph >= 0 && !opened && matched === scan.containers.length;
    const isQuote = scan.text.charCodeAt(at) === GREATER;
    const mark = isQuote ? 1 : listMark(scan.text, at, line.end, interrupts);
    if (mark === 0) return opened;
    closeLeaf(scan);
    if (!opened) scan.containers.length = matched;
    opened = true;
    if (isQuote) {
      consumeQuoteMark(scan.text, line, place, columns);
      scan.containers.push({ kind: 'quote' });
    } else {
      scan.containers.push({ kind: 'item', width: consumeItemMark(scan.text, line, place, columns, mark) });
    }
  }
}

/** The columns that the lines of the item must be indented by. */
function consumeItemMark(text: string, line: Line, place: Place, columns: number, mark: number): number {
  consume(text, line, place, columns);
  place.at += mark;
  place.column += mark;
  const behind = indentOf(text, line, place);
  const padding = behind.at >= line.end || behind.columns > 4 ? 1 : behind.columns;
  consume(text, line, place, padding);
  return columns + mark + padding;
}

/** Length of the list mark at `at`, 0 when there is none. One that interrupts a paragraph is `1.` or a bullet with text. */
function listMark(text: string, at: number, end: number, interrupts: boolean): number {
  if (isThematicBreak(text, at, end)) return 0;
  let behind = at;
  const first = text.charCodeAt(at);
  if (first === 0x2d || first === 0x2b || first === 0x2a) {
    behind += 1;
  } else {
    while (behind < end && behind - at < 9 && isDigit(text.charCodeAt(behind))) behind += 1;
    if (behind === at || behind >= end) return 0;
    const dot = text.charCodeAt(behind);
    if (dot !== 0x2e && dot !== 0x29) return 0;
    if (interrupts && (behind - at !== 1 || first !== 0x31)) return 0;
    behind += 1;
  }
  const isAlone = text.slice(behind, end).trim() === '';
  if (isAlone) return interrupts ? 0 : behind - at;
  const next = text.charCodeAt(behind);
  return next === 0x20 || next === 0x09 ? behind - at : 0;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

function isThematicBreak(text: string, at: number, end: number): boolean {
  const mark = text.charCodeAt(at);
  if (mark !== 0x2d && mark !== 0x2a && mark !== 0x5f) return false;
  let count = 0;
  for (let i = at; i < end; i += 1) {
    const code = text.charCodeAt(i);
    if (code === mark) count += 1;
    else if (code !== 0x20 && code !== 0x09) return false;
  }
  return count >= 3;
}

/** A line that can't be the lazy continuation of a paragraph. */
function startsLeaf(text: string, line: Line, place: Place): boolean {
  const { columns, at } = indentOf(text, line, place);
  if (columns > 3) return false;
  return (
    fenceLength(text, at, line.end) > 0 || headingLevel(text, at, line.end) > 0 || isThematicBreak(text, at, line.end)
  );
}

function scanLeaf(scan: Scan, line: Line, place: Place, lazy: boolean): void {
  const { columns, at } = indentOf(scan.text, line, place);
  if (at >= line.end) return;
  if (columns > 3 && scan.paragraph < 0) {
    scan.indented = [scan.indented === null ? place.at : scan.indented[0], line.end];
    return;
  }
  closeIndented(scan);
  if (columns > 3) {
    addText(scan, at, line);
    return;
  }
  const length = fenceLength(scan.text, at, line.end);
  const level = headingLevel(scan.text, at, line.end);
  if (length > 0) {
    closeParagraph(scan);
    scan.fence = { mark: scan.text.charCodeAt(at), length, start: at, depth: scan.containers.length };
  } else if (level > 0) {
    addAtxHeading(scan, line, at, level);
  } else if (scan.paragraph >= 0 && !lazy && underlineLevel(scan.text, at, line.end) > 0) {
    addUnderlinedHeading(scan, line, at);
  } else if (isThematicBreak(scan.text, at, line.end)) {
    closeParagraph(scan);
  } else {
    addText(scan, at, line);
  }
}

function addText(scan: Scan, at: number, line: Line): void {
  if (scan.paragraph < 0) scan.paragraph = at;
  collectRuns(scan.inline, scan.text, at, line.end);
}

/** Length of the opening fence at `at`, 0 when there is none. */
function fenceLength(text: string, at: number, end: number): number {
  const mark = text.charCodeAt(at);
  if (mark !== BACKTICK && mark !== TILDE) return 0;
  let behind = at;
  while (behind < end && text.charCodeAt(behind) === mark) behind += 1;
  if (behind - at < 3) return 0;
  if (mark === BACKTICK) {
    for (let i = behind; i < end; i += 1) if (text.charCodeAt(i) === BACKTICK) return 0;
  }
  return behind - at;
}

function closesFence(text: string, line: Line, place: Place, fence: Fence): boolean {
  const { columns, at } = indentOf(text, line, place);
  if (columns > 3) return false;
  let behind = at;
  while (behind < line.end && text.charCodeAt(behind) === fence.mark) behind += 1;
  return behind - at >= fence.length && text.slice(behind, line.end).trim() === '';
}

/** 1 to 6 for `# text` (a blank or the line's end must follow the marks), 0 otherwise. */
function headingLevel(text: string, at: number, end: number): number {
  let behind = at;
  while (behind < end && text.charCodeAt(behind) === HASH) behind += 1;
  const level = behind - at;
  if (level === 0 || level > 6) return 0;
  if (behind === end) return level;
  const next = text.charCodeAt(behind);
  return next === 0x20 || next === 0x09 ? level : 0;
}

function addAtxHeading(scan: Scan, line: Line, at: number, level: number): void {
  closeParagraph(scan);
  collectRuns(scan.inline, scan.text, at + level, line.end);
  closeInline(scan.inline, scan.code);
  if (scan.containers.length > 0) return;
  const text = scan.text.slice(at + level, line.end).trim();
  scan.headings.push({ level, text: withoutClosingMarks(text), start: line.start, end: line.next });
}

function withoutClosingMarks(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === HASH) end -= 1;
  if (end === 0) return '';
  const before = text.charCodeAt(end - 1);
  return before === 0x20 || before === 0x09 ? text.slice(0, end).trim() : text;
}

function underlineLevel(text: string, at: number, end: number): number {
  const marks = text.slice(at, end).trimEnd();
  const mark = marks.charAt(0);
  if (mark !== '=' && mark !== '-') return 0;
  for (const each of marks) if (each !== mark) return 0;
  return mark === '=' ? 1 : 2;
}

function addUnderlinedHeading(scan: Scan, line: Line, at: number): void {
  const start = scan.text.lastIndexOf('\n', scan.paragraph) + 1;
  const text = scan.text.slice(scan.paragraph, line.start).trim();
  const level = underlineLevel(scan.text, at, line.end);
  closeParagraph(scan);
  if (scan.containers.length === 0) scan.headings.push({ level, text, start, end: line.next });
}

function closeParagraph(scan: Scan): void {
  scan.paragraph = -1;
  closeInline(scan.inline, scan.code);
}

function closeIndented(scan: Scan): void {
  if (scan.indented !== null) scan.code.push(scan.indented);
  scan.indented = null;
}

function closeLeaf(scan: Scan): void {
  closeParagraph(scan);
  closeIndented(scan);
}

function closeFence(scan: Scan, end: number): void {
  if (scan.fence !== null) scan.code.push([scan.fence.start, end]);
  scan.fence = null;
}
