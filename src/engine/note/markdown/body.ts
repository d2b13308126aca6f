/** The body of a note: everything behind its front matter. */

import { findFrontMatter, markLength } from '../../yaml/front-matter/front-matter-block';
import { lineBreakOf, withLineBreak } from '../../text/text-line';

/** The text behind the closing fence's line break; the whole text (without a byte order mark) when there is no front matter. */
export const bodyOf = (text: string): string => text.slice(bodyStartOf(text));

function bodyStartOf(text: string): number {
  return findFrontMatter(text)?.bodyStart ?? markLength(text);
}

/** As `withBody`; the body takes the line break of the note's first line (as given when the note has none). */
export const replaceBody = (text: string, body: string): string =>
  withBody(text, text.includes('\n') ? withLineBreak(body, lineBreakOf(text)) : body);

/** The body keeps its line breaks, the front matter its bytes. A body that would read as front matter gets an empty block before it. */
export function withBody(text: string, body: string): string {
  const start = bodyStartOf(text);
  const head = text.slice(0, start);
  const lineBreak = lineBreakOf(text.includes('\n') ? text : body);
  if (body === '') return head;
  if (findFrontMatter(text) === null) {
    const fence = findFrontMatter(body) === null ? '' : `---${lineBreak}---${lineBreak}`;
    return `${head}${fence}${body}`;
  }
  return head.endsWith('\n') ? `${head}${body}` : `${head}${lineBreak}${body}`;
}

/**
 * The body with text before it: the given text, a line break unless it ends with one, then the body as it was. The
 * body's line break is used (`lineBreak` for a body of one line). Empty text changes nothing. Source: docs/operations.md#update_row
 */
export function prependToBody(body: string, text: string, lineBreak = lineBreakOf(body)): string {
  if (text === '') return body;
  const own = withLineBreak(text, lineBreak);
  return `${endedLine(own, lineBreak)}${body}`;
}

/**
 * The body with text behind it: the body, a line break unless it is empty or ends with one, the given text, a line
 * break unless it ends with one. Empty text changes nothing. Source: docs/operations.md#update_row
 */
export function appendToBody(body: string, text: string, lineBreak = lineBreakOf(body)): string {
  if (text === '') return body;
  const before = body === '' ? '' : endedLine(body, lineBreak);
  return `${before}${endedLine(withLineBreak(text, lineBreak), lineBreak)}`;
}

const endedLine = (text: string, lineBreak: string): string => (text.endsWith('\n') ? text : `${text}${lineBreak}`);
