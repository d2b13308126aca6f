/** Edits a body by its headings. Source: docs/operations.md#update_row (body_sections), D17 */

import { NotedbError, badRequest } from '../../errors';
import { scanBlocks } from './block-structure';
import { appendToBody, prependToBody } from './body';
import { lineBreakOf, withLineBreak } from '../../text/text-line';

/** `# text`; other headings are underlined. */
const ATX = /^ {0,3}#{1,6}(?:[ \t]|\r?\n|$)/;

type LineBreak = '\n' | '\r\n';

export interface BodyEdits {
  /** Heading to the text below it; `''` empties the section, null takes it away with its heading. */
  readonly sections?: Readonly<Record<string, string | null>> | undefined;
  readonly prepend?: string | undefined;
  readonly append?: string | undefined;
  /** Is given what the caller perhaps did not mean: a heading that is added, one of several of a name. */
  readonly warn?: (message: string) => void;
}

/**
 * The body after the edits: sections in their order, each on the body as those before it leave it, then prepend, then
 * append. `lineBreak` is the note's. Throws `refused` for a section to take away that there isn't. Source: docs/operations.md#update_row, D17
 */
export function editBody(body: string, edits: BodyEdits, lineBreak: LineBreak = lineBreakOf(body)): string {
  const edited = editSections(body, edits, lineBreak);
  return appendToBody(prependToBody(edited, edits.prepend ?? '', lineBreak), edits.append ?? '', lineBreak);
}

function editSections(body: string, edits: BodyEdits, lineBreak: LineBreak): string {
  const sections = Object.entries(edits.sections ?? {});
  if (sections.length === 0) return body;
  const parts = outlineOf(body);
  for (const [given, text] of sections) {
    const heading = parseHeading(given);
    const warning = edits.warn === undefined ? null : doubtAbout(parts, heading, text);
    if (text === null) removeSection(parts, heading);
    else setSection(parts, heading, text, lineBreak);
    if (warning !== null) edits.warn?.(warning);
  }
  return textOf(parts);
}

/** A heading as a call names it. */
interface WantedHeading {
  readonly given: string;
  readonly name: string;
  /** Null: any. */
  readonly level: number | null;
}

/** `## Next` is the heading Next of level 2. */
function parseHeading(given: string): WantedHeading {
  const name = given.trim();
  const [heading, ...more] = ATX.test(name) && !name.includes('\n') ? scanBlocks(name).headings : [];
  return heading === undefined || more.length > 0
    ? { given, name, level: null }
    : { given, name: heading.text, level: heading.level };
}

/** Null: exactly one heading is meant. Asked before the section is set. */
function doubtAbout(parts: NoteOutline, heading: WantedHeading, text: string | null): string | null {
  const count = parts.filter((part, index) => index > 0 && isNamed(part, heading)).length;
  const name = JSON.stringify(heading.given);
  if (count > 1) {
    const done = text === null ? 'taken away' : 'changed';
    return `body_sections: the note has ${count} headings ${name}; the section of the first one was ${done}; ${headingsOf(parts)}`;
  }
  if (count === 1 || text === null) return null;
  return `body_sections: the note had no heading ${name}, so that it was added at the end; ${headingsOf(parts)}`;
}

const isNamed = (part: OutlinePart, { name, level }: WantedHeading): boolean =>
  part.name === name && (level === null || part.level === level);

/** Headings that a message lists. */
const MOST_HEADINGS = 20;

function headingsOf(parts: NoteOutline): string {
  const names = parts.slice(1).map(({ level, name }) => `${'#'.repeat(level)} ${name}`);
  if (names.length === 0) return 'the note has no headings';
  const more = names.length > MOST_HEADINGS ? `, and ${names.length - MOST_HEADINGS} more` : '';
  return `the note's headings: ${names.slice(0, MOST_HEADINGS).join(', ')}${more}`;
}

/**
 * Sets the text between a heading and the next heading of the same or a higher level. The heading is the first, of any
 * level and outside code, whose trimmed text is the trimmed `heading`; a missing one is added as level 2 at the end,
 * or the level that is asked for, behind a blank line. The blank lines at the section's ends stay; those of `text` go. Where there was no text, blank
 * lines are put around it. `''` leaves the heading alone, with one blank line before a heading that follows.
 */
function setSection(parts: NoteOutline, heading: WantedHeading, text: string, lineBreak: LineBreak): void {
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
  setPart(parts, at, end, separateParts(set, tail, lineBreak));
}

/** An underlined heading would take the line before it as its own. */
function separateParts(part: OutlinePart, tail: OutlinePart | null, lineBreak: string): OutlinePart {
  const text = part.head + part.below;
  const isJoined = tail !== null && !ATX.test(tail.head) && !/(?:^|\n)[ \t]*\r?\n$/.test(text);
  return text === '' || !isJoined ? part : { ...part, below: `${part.below}${lineBreak}` };
}

/** Takes the section away with its heading; when it was the last one, blank lines before it go too. Throws `refused` when there is none. */
function removeSection(parts: NoteOutline, heading: WantedHeading): void {
  const found = findSection(parts, heading);
  if (found === null) throw unknownHeading(parts, heading);
  const { before, at, end } = found;
  const tail = parts[end] ?? null;
  const left = tail === null ? withoutBlankEnd(before) : separateParts(before, tail, lineBreakOfParts(parts));
  // The open blocks at the old place let its heading be one; only an indented one could be text of a list there.
  const staysHeading = tail === null || !tail.head.startsWith(' ');
  if (staysHeading) placeParts(parts, at - 1, end, [left]);
  else setPart(parts, at - 1, end, left);
}

const lineBreakOfParts = (parts: NoteOutline): LineBreak => {
  const first = parts.find(({ head, below }) => head.includes('\n') || below.includes('\n'));
  return first === undefined ? '\n' : lineBreakOf(first.head + first.below);
};

/** The parts from `at` up to `end`: `part` has the heading, `before` is the one before it. */
interface BodySection {
  readonly before: OutlinePart;
  readonly part: OutlinePart;
  readonly at: number;
  readonly end: number;
}

function findSection(parts: NoteOutline, heading: WantedHeading): BodySection | null {
  const at = parts.findIndex((part, index) => index > 0 && isNamed(part, heading));
  const [before, part] = [parts[at - 1], parts[at]];
  if (before === undefined || part === undefined) return null;
  let end = at + 1;
  while ((parts[end]?.level ?? 0) > part.level) end += 1;
  return { before, part, at, end };
}

function addSection(
  parts: NoteOutline,
  { given, name, level }: WantedHeading,
  content: string,
  lineBreak: LineBreak,
): void {
  const line = `${'#'.repeat(level ?? 2)} ${name}`;
  if (!isHeading(line, name)) {
    throw badRequest(`${JSON.stringify(given)} can't be a heading`, 'a heading is one line of text');
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
function withoutBlankEnd(part: OutlinePart): OutlinePart {
  const text = part.head + part.below;
  const end = text.trimEnd().length;
  const feed = text.indexOf('\n', end);
  const kept = end === 0 ? '' : text.slice(0, feed < 0 ? text.length : feed + 1);
  return { ...part, below: kept.slice(part.head.length) };
}

function unknownHeading(parts: NoteOutline, { given }: WantedHeading): NotedbError {
  return new NotedbError('refused', `there is no heading ${JSON.stringify(given)}`, { hint: headingsOf(parts) });
}

/** What a heading leads, up to the next heading of any level. The first part of an outline has no heading. */
interface OutlinePart {
  /** 0 for the first part. */
  readonly level: number;
  /** The heading's text. */
  readonly name: string;
  /** The heading's lines with their line breaks, `''` for the first part. */
  readonly head: string;
  readonly below: string;
}

/** Edits change it in place: a copy of a long one for each of many edits would cost more than the edits. */
type NoteOutline = OutlinePart[];

/** So many arguments any call can take. */
const ONE_CALL = 10_000;

const NO_HEADING: OutlinePart = { level: 0, name: '', head: '', below: '' };

function outlineOf(body: string): NoteOutline {
  const parts: NoteOutline = [];
  setPart(parts, 0, 0, { ...NO_HEADING, below: body });
  return parts;
}

const textOf = (parts: readonly OutlinePart[]): string => parts.map(({ head, below }) => head + below).join('');

/**
 * Puts `part` in the place of the parts from `at` up to `end`. Headings in its text become parts, and those behind
 * it that it takes into code or a list become text: it scans its argument, and from there to the first heading that stays one.
 */
function setPart(parts: NoteOutline, at: number, end: number, part: OutlinePart): void {
  let text = part.below;
  for (let to = end, step = 1; ; step *= 2) {
    const fresh = partsOf(part, text + (parts[to]?.head ?? ''));
    const met = to < parts.length ? firstMet(fresh, parts, { at: part.below.length, part: end, last: to }) : null;
    if (met !== null) {
      placeParts(parts, at, met.part, fresh.slice(0, met.fresh));
      return;
    }
    if (to === parts.length) {
      placeParts(parts, at, to, fresh);
      return;
    }
    const next = Math.min(to + step, parts.length);
    text += textOf(parts.slice(to, next));
    to = next;
  }
}

/** As `setPart`, where it is known that the headings are those of the parts. */
function placeParts(parts: NoteOutline, at: number, end: number, fresh: readonly OutlinePart[]): void {
  parts.splice(at, end - at);
  for (let done = 0; done < fresh.length; done += ONE_CALL) {
    parts.splice(at + done, 0, ...fresh.slice(done, done + ONE_CALL));
  }
}

/** `part` with this text below it, cut before each heading in it: behind a heading nothing is open that could change what follows. */
function partsOf(part: OutlinePart, text: string): OutlinePart[] {
  const { headings } = scanBlocks(text);
  const fresh = [{ ...part, below: text.slice(0, headings[0]?.start) }];
  headings.forEach(({ level, text: name, start, end }, index) => {
    fresh.push({ level, name, head: text.slice(start, end), below: text.slice(end, headings[index + 1]?.start) });
  });
  return fresh;
}

/** The first of the parts `from.part` to `from.last`, which begin at `from.at` in the text below `fresh[0]`, whose heading is one still. */
function firstMet(
  fresh: readonly OutlinePart[],
  parts: readonly OutlinePart[],
  from: { readonly at: number; readonly part: number; readonly last: number },
): { readonly fresh: number; readonly part: number } | null {
  let { at, part } = from;
  let start = fresh[0]?.below.length ?? 0;
  for (let index = 1; index < fresh.length; index += 1) {
    const each = fresh[index] ?? NO_HEADING;
    for (; at < start && part < from.last; part += 1) at += lengthOf(parts[part] ?? NO_HEADING);
    const known = parts[part];
    if (at === start && known?.head === each.head && known.level === each.level) return { fresh: index, part };
    start += lengthOf(each);
  }
  return null;
}

const lengthOf = ({ head, below }: OutlinePart): number => head.length + below.length;
