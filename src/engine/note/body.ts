/** The body of a note: everything behind its front matter. */

import { findFrontMatter, markLength } from './front-matter-block';
import { lineBreakOf, withLineBreak } from './line';

/** The text behind the closing fence's line break; the whole text (without a byte order mark) when there is no front matter. */
export const bodyOf = (text: string): string => text.slice(bodyStartOf(text));

function bodyStartOf(text: string): number {
  return findFrontMatter(text)?.bodyStart ?? markLength(text);
}

/**
 * The note with another body; the front matter keeps its bytes. The body takes the line break of the note's first line
 * (as given when the note has none). A body that would be read as front matter gets an empty block before it.
 */
export function replaceBody(text: string, body: string): string {
  const start = bodyStartOf(text);
  const head = text.slice(0, start);
  const own = text.includes('\n') ? withLineBreak(body, lineBreakOf(text)) : body;
  const lineBreak = lineBreakOf(text.includes('\n') ? text : body);
  if (own === '') return head;
  if (findFrontMatter(text) === null) {
    const fence = findFrontMatter(own) === null ? '' : `---${lineBreak}---${lineBreak}`;
    return `${head}${fence}${own}`;
  }
  return head.endsWith('\n') ? `${head}${own}` : `${head}${lineBreak}${own}`;
}

/**
 * The body with text before it: the given text, a line break unless it ends with one, then the body as it was. The
 * body's line break is used (`lineBreak` for a body of one line). Empty text changes nothing. spec: update_row
 */
export function prependToBody(body: string, text: string, lineBreak = lineBreakOf(body)): string {
  if (text === '') return body;
  const own = withLineBreak(text, lineBreak);
  return `${endedLine(own, lineBreak)}${body}`;
}

/**
 * The body with text behind it: the body, a line break unless it is empty or ends with one, the given text, a line
 * break unless it ends with one. Empty text changes nothing. spec: update_row
 */
export function appendToBody(body: string, text: string, lineBreak = lineBreakOf(body)): string {
  if (text === '') return body;
  const before = body === '' ? '' : endedLine(body, lineBreak);
  return `${before}${endedLine(withLineBreak(text, lineBreak), lineBreak)}`;
}

const endedLine = (text: string, lineBreak: string): string => (text.endsWith('\n') ? text : `${text}${lineBreak}`);
