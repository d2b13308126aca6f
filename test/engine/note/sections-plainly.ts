/** The sections of a body, set the plain way: the whole body is scanned for each. What editBody does is compared with it. */

import { NotedbError, badRequest } from '../../../src/engine/errors';
import { type HeadingSpan, scanBlocks } from '../../../src/engine/note/markdown/block-structure';
import { lineBreakOf, withLineBreak } from '../../../src/engine/text/text-line';

type LineBreak = '\n' | '\r\n';

/** As editBody with these sections. */
export function setSections(body: string, sections: readonly [string, string | null][], lineBreak: LineBreak): string {
  return sections.reduce(
    (result, [heading, text]) =>
      text === null ? withoutSection(result, heading) : withSection(result, heading, text, lineBreak),
    body,
  );
}

function withSection(body: string, heading: string, text: string, lineBreak: LineBreak): string {
  const content = withoutBlankEdges(withLineBreak(text, lineBreak));
  const found = findSection(body, heading);
  if (found === null) return withNewSection(body, heading, content, lineBreak);
  const head = body.slice(0, found.contentStart);
  const tail = body.slice(found.end);
  const start = head.endsWith('\n') ? head : `${head}${lineBreak}`;
  if (content === '') return tail === '' ? head : `${start}${lineBreak}${tail}`;
  const { lead, trail } = blankEdges(body.slice(found.contentStart, found.end), lineBreak, tail === '');
  return apart(`${start}${lead}${content}${lineBreak}${trail}`, tail, lineBreak);
}

/** An underlined heading would take the line before it as its own. */
function apart(before: string, tail: string, lineBreak: string): string {
  const isJoined = tail !== '' && !/^ {0,3}#{1,6}(?:[ \t]|\r?\n|$)/.test(tail) && !/(?:^|\n)[ \t]*\r?\n$/.test(before);
  return before === '' || !isJoined ? before + tail : `${before}${lineBreak}${tail}`;
}

function withoutSection(body: string, heading: string): string {
  const found = findSection(body, heading);
  if (found === null) throw unknownHeading(body, heading);
  const before = body.slice(0, found.start);
  const tail = body.slice(found.end);
  return tail === '' ? withoutBlankEnd(before) : apart(before, tail, lineBreakOf(body));
}

interface Section {
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
}

function findSection(body: string, heading: string): Section | null {
  const { headings } = scanBlocks(body);
  const wanted = heading.trim();
  const index = headings.findIndex(({ text }) => text === wanted);
  const found = headings[index];
  if (found === undefined) return null;
  const next = headings.slice(index + 1).find(({ level }) => level <= found.level);
  return { start: found.start, contentStart: found.end, end: next?.start ?? body.length };
}

function withNewSection(body: string, heading: string, content: string, lineBreak: LineBreak): string {
  const line = `## ${heading.trim()}`;
  if (!isHeading(line, heading.trim())) {
    throw badRequest(`${JSON.stringify(heading)} can't be a heading`, 'a heading is one line of text');
  }
  const before = withoutBlankEnd(body);
  const start = before === '' ? '' : `${before.endsWith('\n') ? before : `${before}${lineBreak}`}${lineBreak}`;
  const below = content === '' ? '' : `${lineBreak}${content}${lineBreak}`;
  return `${start}${line}${lineBreak}${below}`;
}

function isHeading(line: string, text: string): boolean {
  const { headings } = scanBlocks(line);
  return headings.length === 1 && headings[0]?.text === text && text !== '';
}

/** The blank lines around a section's text; one each where there is no text. */
function blankEdges(
  content: string,
  lineBreak: LineBreak,
  isLast: boolean,
): { readonly lead: string; readonly trail: string } {
  if (content.trim() === '') return { lead: lineBreak, trail: isLast ? '' : lineBreak };
  const text = withoutBlankEdges(content);
  const at = content.indexOf(text);
  const behind = content.slice(at + text.length);
  return { lead: content.slice(0, at), trail: behind.slice(behind.indexOf('\n') + 1) };
}

/** Without the blank lines at its ends and without its last line break; the indentation of the first line stays. */
const withoutBlankEdges = (text: string): string => text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();

/** Without the blank lines at its end; the last line keeps its line break. */
function withoutBlankEnd(text: string): string {
  const end = text.trimEnd().length;
  const feed = text.indexOf('\n', end);
  return end === 0 ? '' : text.slice(0, feed < 0 ? text.length : feed + 1);
}

function unknownHeading(body: string, heading: string): NotedbError {
  const names = scanBlocks(body).headings.map((each: HeadingSpan) => `${'#'.repeat(each.level)} ${each.text}`);
  const shown = names.slice(0, 20);
  const more = names.length > 20 ? `, and ${names.length - 20} more` : '';
  const message = `there is no heading ${JSON.stringify(heading)}`;
  return new NotedbError('refused', message, {
    hint: names.length === 0 ? 'the note has no headings' : `the note's headings: ${shown.join(', ')}${more}`,
  });
}
