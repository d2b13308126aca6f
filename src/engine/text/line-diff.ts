/** The lines in which two texts differ: for people, in as many bytes as there is room for, and as changes. docs/http.md#the-result-of-a-write. */

import { utf8Length } from '../../kernel/utf8-length';

/** The mark of omitted text: inside a line, or as a line of its own. */
const LEFT_OUT = '…';

const NO_LINE_BREAK = '\\ No newline at end of file';

/** Lines are compared so far ahead for one that both texts have, and so many characters of them. */
const MOST_LINES_AHEAD = 200;
const MOST_AHEAD = 1 << 16;
/** UTF-16 units of a line that are shown. */
const LONGEST_LINE = 300;
/** UTF-16 units that are shown on both sides of what differs in a long line. */
const CONTEXT = 40;
/** For the mark where lines are left out. */
const RESERVE = utf8Length(`${LEFT_OUT}\n`);

/**
 * A unified diff without lines around the changes, as `diff -U0` writes it, of at most `limit` bytes of UTF-8. Of a long line
 * that was changed the part that differs is shown. It reads each text about once, however long they are.
 */
export function lineDiff(before: string, after: string, limit: number): string {
  const out = new BoundedOutput(limit);
  const readers = [new LineReader(before), new LineReader(after)] as const;
  for (const [removed, added] of differingLines(...readers)) {
    const [old, now] = readers;
    const hunk = { oldLine: old.line, nowLine: now.line, removed: old.take(removed), added: now.take(added) };
    if (!out.hunk(hunk)) break;
  }
  return out.text();
}

/** What turns one text into another: the range of the first one from `from` to `to`, in UTF-16 units, becomes `text`. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Few and small changes, in order, none touching another: of lines that differ the characters that do. Together they give `after`. */
export function textChanges(before: string, after: string): readonly TextChange[] {
  const [old, now] = [new LineReader(before), new LineReader(after)];
  const changes: TextChange[] = [];
  for (const [removed, added] of differingLines(old, now)) {
    const [oldFrom, nowFrom] = [old.at, now.at];
    old.skip(removed);
    now.skip(added);
    const [gone, come] = [before.slice(oldFrom, old.at), after.slice(nowFrom, now.at)];
    const start = wholeAt(gone, commonStart(gone, come));
    const same = commonEnd(gone, come, start);
    // The second half of a pair stays with the first one.
    const rest = wholeAt(gone, gone.length - same) < gone.length - same ? same - 1 : same;
    changes.push({ from: oldFrom + start, to: old.at - rest, text: come.slice(start, come.length - rest) });
  }
  return changes;
}

/** Before each step the readers are where the texts differ. The steps: how many lines of each belong to that difference. */
function* differingLines(old: LineReader, now: LineReader): Generator<readonly [removed: number, added: number]> {
  const tail = commonTail(old.text, now.text);
  const [oldEnd, nowEnd] = [old.text.length - tail, now.text.length - tail];
  for (;;) {
    skipEqual(old, now, oldEnd, nowEnd);
    if (old.at >= oldEnd && now.at >= nowEnd) return;
    const ahead = { old: old.ahead(oldEnd), now: now.ahead(nowEnd) };
    yield nextCommon(ahead.old, ahead.now) ?? [old.rest(oldEnd), now.rest(nowEnd)];
  }
}

/** A text that is read line by line; each line bears its line break. */
class LineReader {
  at = 0;
  /** Of the line that comes next, counted from 1. */
  line = 1;

  constructor(readonly text: string) {}

  /** The end of the line that begins at `from`. */
  endOf(from: number): number {
    const end = this.text.indexOf('\n', from);
    return end < 0 ? this.text.length : end + 1;
  }

  ahead(end: number): readonly string[] {
    const found: string[] = [];
    for (let from = this.at; from < end && from - this.at < MOST_AHEAD && found.length < MOST_LINES_AHEAD;) {
      const next = this.endOf(from);
      found.push(this.text.slice(from, next));
      from = next;
    }
    return found;
  }

  /** How many lines there are up to `end`. */
  rest(end: number): number {
    let count = 0;
    for (let from = this.at; from < end; from = this.endOf(from)) count++;
    return count;
  }

  /** Passes `count` lines; keeps as many as a hunk can show. */
  take(count: number): HunkLines {
    const first: string[] = [];
    for (let i = 0; i < count; i++) {
      const end = this.endOf(this.at);
      if (i < MOST_LINES_AHEAD) first.push(this.text.slice(this.at, end));
      this.pass(end);
    }
    return { first, count };
  }

  skip(count: number): void {
    for (let i = 0; i < count; i++) this.pass(this.endOf(this.at));
  }

  /** `end`: of the line that comes next. */
  pass(end: number): void {
    this.at = end;
    this.line += 1;
  }
}

interface HunkLines {
  readonly first: readonly string[];
  readonly count: number;
}

interface DiffHunk {
  readonly oldLine: number;
  readonly nowLine: number;
  readonly removed: HunkLines;
  readonly added: HunkLines;
}

/** The length of the lines at the end that both texts have. */
function commonTail(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length++;
  if (length === most && isLineStart(a, a.length - length) && isLineStart(b, b.length - length)) return length;
  const start = a.indexOf('\n', a.length - length);
  return start < 0 ? 0 : a.length - start - 1;
}

const isLineStart = (text: string, at: number): boolean => at === 0 || text[at - 1] === '\n';

function skipEqual(old: LineReader, now: LineReader, oldEnd: number, nowEnd: number): void {
  while (old.at < oldEnd && now.at < nowEnd) {
    const [oldNext, nowNext] = [old.endOf(old.at), now.endOf(now.at)];
    if (oldNext - old.at !== nowNext - now.at) return;
    for (let i = 0; i < oldNext - old.at; i++) {
      if (old.text.charCodeAt(old.at + i) !== now.text.charCodeAt(now.at + i)) return;
    }
    old.pass(oldNext);
    now.pass(nowNext);
  }
}

/** The number of lines of each text before the next common one; null: there is none near enough. */
function nextCommon(old: readonly string[], now: readonly string[]): readonly [number, number] | null {
  const places = new Map<string, number>();
  for (const [i, line] of now.entries()) if (!places.has(line)) places.set(line, i);
  let best: readonly [number, number] | null = null;
  for (const [i, line] of old.entries()) {
    if (best !== null && i >= best[0] + best[1]) break;
    // Empty lines are everywhere: one says only that as many lines were changed as there are now.
    const place = line.trim() === '' ? (now[i] === line ? i : undefined) : places.get(line);
    if (place !== undefined && (best === null || i + place < best[0] + best[1])) best = [i, place];
  }
  return best;
}

class BoundedOutput {
  private readonly parts: string[] = [];

  constructor(private left: number) {}

  text(): string {
    return this.parts.join('');
  }

  /** False: there is no room for more. */
  hunk({ oldLine, nowLine, removed, added }: DiffHunk): boolean {
    const head = `@@ -${hunkRange(oldLine, removed.count)} +${hunkRange(nowLine, added.count)} @@\n`;
    if (!this.fits(head, 0)) return this.end();
    this.write(head);
    const [gone, come] = lineExcerpts(removed.first, added.first, removed.count === added.count);
    const isWhole = this.lines('-', gone, removed.count, added.count === 0 ? 0 : Math.ceil(this.left / 2));
    return this.lines('+', come, added.count, 0) && isWhole;
  }

  /** Leaves `kept` bytes alone. */
  private lines(sign: string, lines: readonly string[], count: number, kept: number): boolean {
    for (const line of lines) {
      const shown = `${sign}${line.endsWith('\n') ? line : `${line}\n${NO_LINE_BREAK}\n`}`;
      if (!this.fits(shown, kept)) return this.end();
      this.write(shown);
    }
    return lines.length === count || this.end();
  }

  private end(): false {
    this.write(`${LEFT_OUT}\n`);
    return false;
  }

  private fits(text: string, kept: number): boolean {
    // Once for each sign of a hunk, and once for what comes after it.
    return utf8Length(text) + 3 * RESERVE + kept <= this.left;
  }

  private write(text: string): void {
    this.parts.push(text);
    this.left -= utf8Length(text);
  }
}

/** As `diff` has it: of no lines the one before is named. */
const hunkRange = (line: number, count: number): string => `${count === 0 ? line - 1 : line},${count}`;

/** As many lines as before: each is taken for the one that it was. */
function lineExcerpts(
  old: readonly string[],
  now: readonly string[],
  isPaired: boolean,
): readonly [readonly string[], readonly string[]] {
  if (!isPaired) return [old.map((line) => lineExcerpt(line, 0, 0)), now.map((line) => lineExcerpt(line, 0, 0))];
  const pairs = old.map((line, i) => excerptPair(line, now[i] ?? ''));
  return [pairs.map(([line]) => line), pairs.map(([, line]) => line)];
}

function excerptPair(old: string, now: string): readonly [string, string] {
  const start = commonStart(old, now);
  const end = commonEnd(old, now, start);
  return [lineExcerpt(old, start, end), lineExcerpt(now, start, end)];
}

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  return start;
}

/** `start`: units at the beginning that are not part of it. */
function commonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let end = 0;
  while (end < most && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++;
  return end;
}

/** `start`, `end`: how much of the line at its beginning and its end need not be shown. */
function lineExcerpt(line: string, start: number, end: number): string {
  const lineBreak = /\r?\n$/.exec(line)?.[0] ?? '';
  const text = line.slice(0, line.length - lineBreak.length);
  if (text.length <= LONGEST_LINE) return line;
  const from = wholeAt(text, Math.max(0, start - CONTEXT));
  const rest = wholeAt(text, text.length - Math.max(0, end - lineBreak.length - CONTEXT));
  const to = Math.max(from, wholeAt(text, Math.min(rest, from + LONGEST_LINE)));
  return `${from > 0 ? LEFT_OUT : ''}${text.slice(from, to)}${to < text.length ? LEFT_OUT : ''}${lineBreak}`;
}

/** The place, or the one before it where it would cut a surrogate pair. */
function wholeAt(text: string, at: number): number {
  const [high, low] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff ? at - 1 : at;
}
