/** Walks the block structure of Markdown as far as code and headings need it: containers, fences, paragraphs. D17 */

import {
  fenceLength,
  headingLevel,
  isThematicBreak,
  listMark,
  underlineLevel,
  withoutClosingMarks,
} from './block-marks';
import {
  type ScanPosition,
  type TextLine,
  consumeColumns,
  indentOf,
  isBlankFrom,
  lineAt,
  type TextRange,
} from '../../text/text-line';

export interface HeadingSpan {
  readonly level: number;
  /** Trimmed, without the marks. */
  readonly text: string;
  readonly start: number;
  /** Behind the line break of the heading's last line. */
  readonly end: number;
}

export interface BlockStructure {
  /** Fenced, indented and inline code, sorted, not overlapping. */
  readonly code: readonly TextRange[];
  /** Headings outside of lists and quotes, ATX and underlined, in order. */
  readonly headings: readonly HeadingSpan[];
}

/** `emptyAt`: where the line of an item without text starts, -1 for others; a blank line behind it ends the item. */
type BlockContainer =
  { readonly kind: 'quote' } | { readonly kind: 'item'; readonly width: number; readonly emptyAt: number };

interface OpenFence {
  readonly mark: number;
  readonly length: number;
  readonly start: number;
  readonly depth: number;
}

interface BlockScan {
  readonly text: string;
  readonly code: TextRange[];
  readonly headings: HeadingSpan[];
  readonly inline: InlineRuns;
  containers: BlockContainer[];
  fence: OpenFence | null;
  /** Indented code that the next line may continue. */
  indented: TextRange | null;
  /** Start of the open paragraph, -1 when there is none. */
  paragraph: number;
  /** The line before this one. */
  lastStart: number;
  lastEnd: number;
  /** The first backtick at or behind the last place that was looked at. */
  nextTick: number;
}

/** Deeper marks are text: people do not write them, and a line of a thousand marks must not cost a thousand times its length. */
const DEEPEST = 100;

const GREATER = 0x3e;

/** Letters and the like: what they start is a line of a paragraph, and most lines are. */
const isOrdinaryStart = (code: number): boolean =>
  (code >= 0x41 && code <= 0x5d) || (code >= 0x61 && code < 0x7e) || code >= 0x80 || code === 0x28;

/** Code and headings of `text` from offset `from` on (the start of the body). */
export function scanBlocks(text: string, from = 0): BlockStructure {
  const scan: BlockScan = {
    text,
    code: [],
    headings: [],
    inline: newInlineRuns(),
    containers: [],
    fence: null,
    indented: null,
    paragraph: -1,
    lastStart: -2,
    lastEnd: from,
    nextTick: -1,
  };
  for (let at = from; at < text.length;) {
    const line = lineAt(text, at);
    scanLine(scan, line);
    scan.lastStart = line.start;
    scan.lastEnd = line.end;
    at = line.next;
  }
  closeFence(scan, text.length);
  closeLeaf(scan);
  scan.code.sort((a, b) => a[0] - b[0]);
  return { code: scan.code, headings: scan.headings };
}

function scanLine(scan: BlockScan, line: TextLine): void {
  if (scan.fence === null && scan.containers.length === 0 && isOrdinaryStart(scan.text.charCodeAt(line.start))) {
    closeIndented(scan);
    addText(scan, line.start, line);
    return;
  }
  const place: ScanPosition = { at: line.start, column: 0 };
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
    addText(scan, place.at, line);
    return;
  }
  if (!opened && matched < scan.containers.length) {
    closeLeaf(scan);
    scan.containers.length = matched;
  }
  scanLeaf(scan, line, place, lazy);
}

/** How many of the open containers this line goes on; moves `place` behind their marks. */
function matchContainers(scan: BlockScan, line: TextLine, place: ScanPosition): number {
  let matched = 0;
  for (const container of scan.containers) {
    const { columns, at } = indentOf(scan.text, line, place);
    if (container.kind === 'quote') {
      if (columns > 3 || scan.text.charCodeAt(at) !== GREATER || at >= line.end) break;
      consumeQuoteMark(scan.text, line, place, columns);
    } else if (columns >= container.width && (at < line.end || container.emptyAt !== scan.lastStart)) {
      consumeColumns(scan.text, line, place, container.width);
    } else if (at < line.end || container.emptyAt === scan.lastStart) {
      break;
    }
    matched += 1;
  }
  return matched;
}

function consumeQuoteMark(text: string, line: TextLine, place: ScanPosition, columns: number): void {
  consumeColumns(text, line, place, columns);
  place.at += 1;
  place.column += 1;
  const next = text.charCodeAt(place.at);
  if (place.at < line.end && (next === 0x20 || next === 0x09)) consumeColumns(text, line, place, 1);
}

function openContainers(scan: BlockScan, line: TextLine, place: ScanPosition, matched: number): boolean {
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
      const width = consumeItemMark(scan.text, line, place, columns, mark);
      const isEmpty = isBlankFrom(scan.text, line, place);
      scan.containers.push({ kind: 'item', width, emptyAt: isEmpty ? line.start : -1 });
    }
  }
}

/** The columns that the lines of the item must be indented by. */
function consumeItemMark(text: string, line: TextLine, place: ScanPosition, columns: number, mark: number): number {
  consumeColumns(text, line, place, columns);
  place.at += mark;
  place.column += mark;
  const behind = indentOf(text, line, place);
  const padding = behind.at >= line.end || behind.columns > 4 ? 1 : behind.columns;
  consumeColumns(text, line, place, padding);
  return columns + mark + padding;
}

/** A line that can't be the lazy continuation of a paragraph. */
function startsLeaf(text: string, line: TextLine, place: ScanPosition): boolean {
  const { columns, at } = indentOf(text, line, place);
  if (columns > 3) return false;
  return (
    fenceLength(text, at, line.end) > 0 || headingLevel(text, at, line.end) > 0 || isThematicBreak(text, at, line.end)
  );
}

function scanLeaf(scan: BlockScan, line: TextLine, place: ScanPosition, lazy: boolean): void {
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

function addText(scan: BlockScan, at: number, line: TextLine): void {
  if (scan.paragraph < 0) scan.paragraph = at;
  addInline(scan, at, line);
}

function closesFence(text: string, line: TextLine, place: ScanPosition, fence: OpenFence): boolean {
  const { columns, at } = indentOf(text, line, place);
  if (columns > 3) return false;
  let behind = at;
  while (behind < line.end && text.charCodeAt(behind) === fence.mark) behind += 1;
  return behind - at >= fence.length && text.slice(behind, line.end).trim() === '';
}

function addInline(scan: BlockScan, at: number, line: TextLine): void {
  if (scan.nextTick < at) {
    const found = scan.text.indexOf('`', at);
    scan.nextTick = found < 0 ? Infinity : found;
  }
  if (scan.nextTick < line.end) collectRuns(scan.inline, scan.text, at, line.end);
}

function addAtxHeading(scan: BlockScan, line: TextLine, at: number, level: number): void {
  closeParagraph(scan);
  addInline(scan, at + level, line);
  closeInline(scan.inline, scan.code);
  if (scan.containers.length > 0) return;
  const text = scan.text.slice(at + level, line.end).trim();
  scan.headings.push({ level, text: withoutClosingMarks(text), start: line.start, end: line.next });
}

function addUnderlinedHeading(scan: BlockScan, line: TextLine, at: number): void {
  const start = scan.text.lastIndexOf('\n', scan.paragraph) + 1;
  const text = scan.text.slice(scan.paragraph, line.start).trim();
  const level = underlineLevel(scan.text, at, line.end);
  closeParagraph(scan);
  if (scan.containers.length === 0) scan.headings.push({ level, text, start, end: line.next });
}

function closeParagraph(scan: BlockScan): void {
  scan.paragraph = -1;
  closeInline(scan.inline, scan.code);
}

function closeIndented(scan: BlockScan): void {
  if (scan.indented !== null) scan.code.push(scan.indented);
  scan.indented = null;
}

function closeLeaf(scan: BlockScan): void {
  closeParagraph(scan);
  closeIndented(scan);
}

function closeFence(scan: BlockScan, end: number): void {
  if (scan.fence !== null) scan.code.push([scan.fence.start, end]);
  scan.fence = null;
}

/** The runs of backticks of a paragraph: offset, length and whether a backslash precedes it. */
interface InlineRuns {
  readonly starts: number[];
  readonly lengths: number[];
  readonly isEscaped: boolean[];
}

const BACKTICK = 0x60;
const BACKSLASH = 0x5c;

const newInlineRuns = (): InlineRuns => ({ starts: [], lengths: [], isEscaped: [] });

/** Adds the runs of one line of the paragraph. */
function collectRuns(runs: InlineRuns, text: string, start: number, end: number): void {
  let slashes = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) {
      slashes += 1;
      continue;
    }
    if (code === BACKTICK) {
      const from = at;
      while (at + 1 < end && text.charCodeAt(at + 1) === BACKTICK) at += 1;
      runs.starts.push(from);
      runs.lengths.push(at + 1 - from);
      runs.isEscaped.push(slashes % 2 === 1);
    }
    slashes = 0;
  }
}

/** Ends the paragraph: adds its code spans to `code` and forgets its runs. */
function closeInline(runs: InlineRuns, code: (readonly [number, number])[]): void {
  const { starts, lengths, isEscaped } = runs;
  if (starts.length === 0) return;
  const lastOfLength = new Map<number, number>();
  lengths.forEach((length, i) => lastOfLength.set(length, i));
  for (let i = 0; i < starts.length; i += 1) {
    const skipped = isEscaped[i] === true ? 1 : 0;
    const length = (lengths[i] ?? 0) - skipped;
    if (length === 0 || (lastOfLength.get(length) ?? -1) <= i) continue;
    let closing = i + 1;
    while (lengths[closing] !== length) closing += 1;
    code.push([(starts[i] ?? 0) + skipped, (starts[closing] ?? 0) + length]);
    i = closing;
  }
  starts.length = lengths.length = isEscaped.length = 0;
}
