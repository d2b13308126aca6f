/** Edits a body by its headings. spec: update_row (body_sections), D17 */

import { NotedbError, badRequest } from '../../errors';
import { scanBlocks } from './blocks';
import { appendToBody, prependToBody } from './body';
import { lineBreakOf, withLineBreak } from './line';
import { NO_HEADING, type Outline, type Part, indexOfHeading, outlineOf, placeParts, setPart, textOf } from './outline';

/** `# text`; other headings are underlined. */
const ATX = /^ {0,3}#{1,6}(?:[ \t]|\r?\n|$)/;

type LineBreak = '\n' | '\r\n';

export interface BodyEdits {
  /** Heading to the text below it; `''` empties the section, null takes it away with its heading. */
  readonly sections?: Readonly<Record<string, string | null>> | undefined;
  readonly prepend?: string | undefined;
  readonly append?: string | undefined;
}

/**
 * The body after the edits: sections in their order, each on the body as those before it leave it, then prepend, then
 * append. `lineBreak` is the note's. Throws `refused` for a section to take away that there isn't. spec: update_row, D17
 */
export function editBody(body: string, edits: BodyEdits, lineBreak: LineBreak = lineBreakOf(body)): string {
  const edited = editSections(body, Object.entries(edits.sections ?? {}), lineBreak);
  return appendToBody(prependToBody(edited, edits.prepend ?? '', lineBreak), edits.append ?? '', lineBreak);
}

function editSections(body: string, sections: readonly [string, string | null][], lineBreak: LineBreak): string {
  if (sections.length === 0) return body;
  const parts = outlineOf(body);
  for (const [heading, text] of sections) {
    if (text === null) removeSection(parts, heading);
    else setSection(parts, heading, text, lineBreak);
  }
  return textOf(parts);
}

/**
 * Sets the text between a heading and the next heading of the same or a higher level. The heading is the first, of any
 * level and outside code, whose trimmed text is the trimmed `heading`; a missing one is added as level 2 at the end,
 * behind a blank line. The blank lines at the section's ends stay; those of `text` go. Where there was no text, blank
 * lines are put around it. `''` leaves the heading alone, with one blank line before a heading that follows.
 */
function setSection(parts: Outline, heading: string, text: string, lineBreak: LineBreak): void {
  const content = withoutBlankEdges(withLineBreak(text, lineBreak));
  const found = findSection(parts, heading);
  if (found === null) {
    addSection(parts, heading, content, lineBreak);
    return;
  }
  const { part, at, end } = found;
  const tail = parts[end] ?? null;
  const head = endedLine(part.head, lineBreak);
  if (content === '') {
    setPart(parts, at, end, tail === null ? { ...part, below: '' } : { ...part, head, below: lineBreak });
    return;
  }
  const before = part.below + textOf(parts.slice(at + 1, end));
  const { lead, trail } = blankEdges(before, lineBreak, tail === null);
  const set = { ...part, head, below: `${lead}${content}${lineBreak}${trail}` };
  setPart(parts, at, end, apart(set, tail, lineBreak));
}

/** An underlined heading would take the line before it as its own. */
function apart(part: Part, tail: Part | null, lineBreak: string): Part {
  const text = part.head + part.below;
  const isJoined = tail !== null && !ATX.test(tail.head) && !/(?:^|\n)[ \t]*\r?\n$/.test(text);
  return text === '' || !isJoined ? part : { ...part, below: `${part.below}${lineBreak}` };
}

/** Takes the section away with its heading; when it was the last one, blank lines before it go too. Throws `refused` when there is none. */
function removeSection(parts: Outline, heading: string): void {
  const found = findSection(parts, heading);
  if (found === null) throw unknownHeading(parts, heading);
  const { before, at, end } = found;
  const tail = parts[end] ?? null;
  const left = tail === null ? withoutBlankEnd(before) : apart(before, tail, lineBreakOfParts(parts));
  // What is open where the section was had let its heading be one; only an indented one could be text of a list there.
  const staysHeading = tail === null || !tail.head.startsWith(' ');
  if (staysHeading) placeParts(parts, at - 1, end, [left]);
  else setPart(parts, at - 1, end, left);
}

const lineBreakOfParts = (parts: Outline): LineBreak => {
  const first = parts.find(({ head, below }) => head.includes('\n') || below.includes('\n'));
  return first === undefined ? '\n' : lineBreakOf(first.head + first.below);
};

/** The parts from `at` up to `end`: `part` has the heading, `before` is the one before it. */
interface Section {
  readonly before: Part;
  readonly part: Part;
  readonly at: number;
  readonly end: number;
}

function findSection(parts: Outline, heading: string): Section | null {
  const at = indexOfHeading(parts, heading.trim());
  const [before, part] = [parts[at - 1], parts[at]];
  if (before === undefined || part === undefined) return null;
  let end = at + 1;
  while ((parts[end]?.level ?? 0) > part.level) end += 1;
  return { before, part, at, end };
}

function addSection(parts: Outline, heading: string, content: string, lineBreak: LineBreak): void {
  const line = `## ${heading.trim()}`;
  if (!isHeading(line, heading.trim())) {
    throw badRequest(`${JSON.stringify(heading)} can't be a heading`, 'a heading is one line of text');
  }
  const last = parts.length - 1;
  const { head, ...before } = withoutBlankEnd(parts[last] ?? NO_HEADING);
  const isAlone = head === '' && before.below === '';
  const start = isAlone ? '' : `${endedLine(before.below, lineBreak)}${lineBreak}`;
  const below = content === '' ? '' : `${lineBreak}${content}${lineBreak}`;
  const added = { ...before, head: endedLine(head, lineBreak), below: `${start}${line}${lineBreak}${below}` };
  setPart(parts, last, parts.length, added);
}

const endedLine = (text: string, lineBreak: LineBreak): string =>
  text === '' || text.endsWith('\n') ? text : `${text}${lineBreak}`;

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
function withoutBlankEnd(part: Part): Part {
  const text = part.head + part.below;
  const end = text.trimEnd().length;
  const feed = text.indexOf('\n', end);
  const kept = end === 0 ? '' : text.slice(0, feed < 0 ? text.length : feed + 1);
  return { ...part, below: kept.slice(part.head.length) };
}

function unknownHeading(parts: Outline, heading: string): NotedbError {
  const names = parts.slice(1).map(({ name }) => name);
  const message = `there is no heading ${JSON.stringify(heading)}`;
  return new NotedbError('refused', message, {
    hint: names.length === 0 ? 'the note has no headings' : `the note's headings: ${names.slice(0, 20).join(', ')}`,
  });
}
