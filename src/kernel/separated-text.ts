/** Text with a sign between fields and a record in each line: CSV, and the TSV of clipboards. RFC 4180, read leniently. */

import { type Slices, drain } from './slices';

/** Empty: each line is one field. */
export type Delimiter = ',' | ';' | '\t' | '|' | '';

export interface TextRecord {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

export interface SeparatedText {
  readonly records: readonly TextRecord[];
  /** The first quote that opens a field and is never closed: it is read as a letter. Null: there is none. */
  readonly openQuote: { readonly line: number; readonly field: number } | null;
}

/** Each line, also one without text. The line break that ends the last record begins no further one. */
export function* readSeparated(text: string, delimiter: Delimiter, start = 0): Slices<SeparatedText> {
  const reader = new FieldReader(text, delimiter);
  const records: TextRecord[] = [];
  let fields: string[] = [];
  let openQuote: SeparatedText['openQuote'] = null;
  let [line, from] = [1 + countBreaks(text, 0, start), start];
  let nextStop = start + LETTERS_A_SLICE;
  for (let at = start; ;) {
    const { value, end, isOpen } = reader.read(at);
    fields.push(value);
    if (isOpen) openQuote ??= { line: line + countBreaks(text, from, at), field: fields.length };
    at = end + 1;
    if (end < text.length && text[end] === delimiter) continue;
    records.push({ line, fields });
    if (text.startsWith('\r\n', end)) at += 1;
    if (at >= text.length) return { records, openQuote };
    line += countBreaks(text, from, at);
    from = at;
    fields = [];
    if (at < nextStop) continue;
    nextStop = at + LETTERS_A_SLICE;
    yield;
  }
}

/** A millisecond or two. */
const LETTERS_A_SLICE = 50_000;

interface ReadField {
  readonly value: string;
  /** Of the delimiter, the line break or the end of the text. */
  readonly end: number;
  readonly isOpen: boolean;
}

class FieldReader {
  private readonly ends: RegExp;

  constructor(
    private readonly text: string,
    delimiter: Delimiter,
  ) {
    this.ends = new RegExp(`[\\r\\n${delimiter === '|' ? '\\|' : delimiter}]`, 'g');
  }

  read(start: number): ReadField {
    return this.text[start] === '"' ? this.quoted(start) : this.plain(start);
  }

  private plain(start: number, isOpen = false): ReadField {
    const end = this.endFrom(start);
    return { value: this.text.slice(start, end), end, isOpen };
  }

  private endFrom(start: number): number {
    this.ends.lastIndex = start;
    return this.ends.exec(this.text)?.index ?? this.text.length;
  }

  /** Some writers do not double quotes within a field. A quote with other text behind it is a letter: the field is not quoted. */
  private quoted(start: number): ReadField {
    const { text } = this;
    const parts: string[] = [];
    let at = start + 1;
    for (;;) {
      const quote = text.indexOf('"', at);
      if (quote < 0) return this.plain(start, true);
      parts.push(text.slice(at, quote));
      at = quote + 1;
      if (text[at] === '"') {
        parts.push('"');
        at += 1;
      } else {
        const end = this.endFrom(at);
        if (end > at && text[end - 1] !== '"') return this.plain(start);
        if (end > at) parts.push(text.slice(quote, end - 1));
        return { value: parts.join(''), end, isOpen: false };
      }
    }
  }
}

function countBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const sign = text[at];
    if (sign === '\n' || (sign === '\r' && text[at + 1] !== '\n')) count += 1;
  }
  return count;
}

const DELIMITERS: readonly Exclude<Delimiter, ''>[] = [',', ';', '\t', '|'];

export interface TextShape {
  readonly delimiter: Delimiter;
  /** Behind a mark and a line `sep=;`. */
  readonly start: number;
}

const SEP_LINE = /^\uFEFF?"?sep=([,;\t|])"?[ ,;]*(?:\r\n|\r|\n|$)/i;
const MOST_LETTERS = 64_000;
const MOST_RECORDS = 50;

/** The delimiter that gives most of the first lines as many fields as the first one has; `sep=;` says it. */
export function shapeOf(text: string): TextShape {
  const [sepLine, said] = SEP_LINE.exec(text) ?? [];
  if (sepLine !== undefined && said !== undefined) return { delimiter: said as Delimiter, start: sepLine.length };
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const head = text.slice(start, start + MOST_LETTERS);
  const isCut = start + MOST_LETTERS < text.length;
  let best: { readonly delimiter: Delimiter; readonly score: number } = { delimiter: '', score: 0 };
  for (const delimiter of DELIMITERS) {
    const score = scoreOf(delimiter, head, isCut);
    if (score > best.score) best = { delimiter, score };
  }
  return { delimiter: best.delimiter, start };
}

/** 0 where the first line has one field, or it alone has more. */
function scoreOf(delimiter: Delimiter, head: string, isCut: boolean): number {
  const { records } = drain(readSeparated(head, delimiter));
  const whole = (isCut ? records.slice(0, -1) : records).filter(({ fields }) =>
    fields.some((text) => text.trim() !== ''),
  );
  const [first = 1, ...others] = whole.slice(0, MOST_RECORDS).map(({ fields }) => fields.length);
  if (first === 1) return 0;
  if (others.length > 0 && others.every((count) => count === 1)) return 0;
  const alike = others.filter((count) => count === first).length;
  const shorter = others.filter((count) => count > 1 && count < first).length;
  return 1 + (others.length === 0 ? 1 : (alike * 100 + shorter) / others.length) + first / 10_000;
}

/** Without a line break at the end. */
export function writeSeparated(
  rows: readonly (readonly string[])[],
  delimiter: Exclude<Delimiter, ''>,
  lineBreak: string,
): string {
  const field = (text: string): string =>
    text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((fields) => fields.map(field).join(delimiter)).join(lineBreak);
}
