/** The place of one link in a text, in offsets, and the text that its parts mean. */

import type { YamlQuote } from '../../yaml/yaml-line';
import { type InlineTarget, subpathStartOf } from './inline-target';

/** Filled anew for every link that a scan meets: a caller that keeps a value copies it. */
export interface LinkSpan {
  kind: 'wiki' | 'markdown';
  /** `![[…]]` or `![…](…)`. */
  embed: boolean;
  /** [start, end) is the whole link, an embed's mark included. */
  start: number;
  end: number;
  /** [pathStart, pathEnd) is the path as it is written; empty in `[[#heading]]`. */
  pathStart: number;
  pathEnd: number;
  /** [subpathStart, subpathEnd) starts with `#`, or is empty. */
  subpathStart: number;
  subpathEnd: number;
  /** Alias or link text; `displayStart` is -1 where a wiki link has none. */
  displayStart: number;
  displayEnd: number;
  quote: YamlQuote;
  /** Where a scan goes on, whether this was a link or not. */
  next: number;
}

export type LinkVisitor = (span: Readonly<LinkSpan>) => void;

export const emptySpan = (): LinkSpan => ({
  kind: 'wiki',
  embed: false,
  start: 0,
  end: 0,
  pathStart: 0,
  pathEnd: 0,
  subpathStart: 0,
  subpathEnd: 0,
  displayStart: -1,
  displayEnd: -1,
  quote: 'none',
  next: 0,
});

/** The parts of a Markdown link whose brackets are at `open` and `close`. */
export function setMarkdownSpan(
  text: string,
  span: LinkSpan,
  { open, close, isImage }: { readonly open: number; readonly close: number; readonly isImage: boolean },
  target: InlineTarget,
): void {
  const hash = subpathStartOf(text, target);
  span.kind = 'markdown';
  span.quote = 'none';
  span.embed = isImage;
  span.start = isImage ? open - 1 : open;
  span.end = target.after;
  span.pathStart = target.start;
  span.pathEnd = hash;
  span.subpathStart = hash;
  span.subpathEnd = target.end;
  span.displayStart = open + 1;
  span.displayEnd = close;
}

export const linkpathOf = (text: string, span: Readonly<LinkSpan>): string =>
  writtenPathMeaning(text.slice(span.pathStart, span.pathEnd), span);

export const subpathOf = (text: string, span: Readonly<LinkSpan>): string =>
  writtenPathMeaning(text.slice(span.subpathStart, span.subpathEnd), span);

/** A Markdown link's text is given as it is written, its inner Markdown included. */
export function displayOf(text: string, span: Readonly<LinkSpan>): string | null {
  if (span.displayStart < 0) return null;
  const written = text.slice(span.displayStart, span.displayEnd);
  return span.kind === 'wiki' || span.quote !== 'none' ? unquoteYaml(written, span.quote) : written;
}

const writtenPathMeaning = (written: string, span: Readonly<LinkSpan>): string =>
  span.kind === 'wiki' ? unquoteYaml(written, span.quote) : decodeDestination(unquoteYaml(written, span.quote));

/** CommonMark's backslash escapes, then percent encoding; a text that is not a valid encoding means itself. */
function decodeDestination(written: string): string {
  const plain = written.includes('\\') ? written.replace(/\\([!-/:-@[-`{-~])/g, '$1') : written;
  if (!plain.includes('%')) return plain;
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** The text that a part of a YAML value means. */
export function unquoteYaml(written: string, quote: YamlQuote): string {
  const line = written.includes('\n') ? written.replace(FOLD, (fold) => (fold.startsWith('\\') ? '' : ' ')) : written;
  if (quote === 'single') return line.includes("''") ? line.replaceAll("''", "'") : line;
  return quote === 'double' && line.includes('\\') ? line.replace(DOUBLE_QUOTED_ESCAPE, unescapeYaml) : line;
}

/** A line break within a YAML value is a space, or nothing when it is escaped. */
const FOLD = /\\\r?\n[ \t]*|[ \t]*\r?\n[ \t]*/g;

const DOUBLE_QUOTED_ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.)|$)/g;

const NAMED_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  ' ': ' ',
  t: '\t',
  _: '\u00a0',
};

/** YAML 1.2, double-quoted escapes, as far as a link on one line can hold them. */
function unescapeYaml(written: string, x?: string, u?: string, long?: string, named?: string): string {
  const hex = x ?? u ?? long;
  // At the end is the rest of an escaped line break.
  if (hex === undefined) return named === undefined ? '' : (NAMED_ESCAPES[named] ?? written);
  const code = parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : written;
}
