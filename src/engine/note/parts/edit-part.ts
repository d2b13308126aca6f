/** Edits one section or one block of a note, and leaves every other byte. docs/http.md#parts */

import { NotedbError, badRequest } from '../../errors';
import { lineBreakOf, withLineBreak } from '../../text/text-line';
import { scanBlocks } from '../markdown/block-structure';
import { type NamedBlock, findBlock } from './note-blocks';
import { type NoteSection, bodyStartOf, findSection } from './note-sections';
import { PartProblem } from './part-problem';

export type PartOperation = 'append' | 'prepend' | 'replace' | 'delete';

export interface PartEdit {
  readonly operation: PartOperation;
  readonly content: string;
  /** The heading, or the id of the block, with it: of replace and delete. */
  readonly isWhole: boolean;
  /** Blank lines at the ends of the part go. */
  readonly trims: boolean;
  /** `#` in the content is the level right below the section. */
  readonly isRelative: boolean;
  /** A missing heading, or block, is added. */
  readonly creates: boolean;
  /** A part that holds the content already is a conflict. */
  readonly refusesPresent: boolean;
}

type LineBreak = '\n' | '\r\n';

/** `path`: the texts of the headings from the top down; empty: the body. Throws `refused`. */
export function editSection(text: string, path: readonly string[], edit: PartEdit): string {
  const found = findSection(text, path);
  if (found instanceof PartProblem) return addSection(text, path, edit, found);
  refusePresent(text.slice(found.below, found.end), edit);
  const lineBreak = lineBreakOf(text);
  const level = edit.isWhole ? Math.max(0, found.level - 1) : found.level;
  const content = withLineBreak(edit.isRelative ? rebased(edit.content, level) : edit.content, lineBreak);
  if (edit.isWhole && found.level > 0) return editWholeSection(text, found, { ...edit, content }, lineBreak);
  const head = text.slice(0, found.below);
  const body = editedBody(
    text.slice(found.below, found.end),
    { ...edit, content },
    {
      lineBreak,
      isLast: found.end === text.length,
    },
  );
  const start = found.level > 0 && body !== '' ? ended(head, lineBreak) : head;
  return joinParts(start + body, text.slice(found.end), lineBreak);
}

interface BodyPlace {
  readonly lineBreak: LineBreak;
  /** Nothing follows the section. */
  readonly isLast: boolean;
}

function editedBody(
  body: string,
  { operation, content, trims }: Pick<PartEdit, 'operation' | 'content' | 'trims'>,
  { lineBreak, isLast }: BodyPlace,
): string {
  const parts = edgesOf(body);
  const { core } = parts;
  const lead = trims ? '' : parts.lead;
  const trail = trims ? '' : parts.trail;
  switch (operation) {
    case 'append':
      return `${core === '' ? '' : lead + ended(core, lineBreak)}${ended(content, lineBreak)}${isLast ? '' : trail}`;
    case 'prepend':
      return ended(content, lineBreak) + (trims ? core : body);
    case 'replace': {
      const given = edgesOf(content);
      if (given.core === '') return isLast ? '' : trail;
      return `${lead === '' ? given.lead : lead}${ended(given.core, lineBreak)}${isLast ? '' : trail}`;
    }
    case 'delete':
      return isLast ? '' : trail;
  }
}

/** The blank lines at both ends of a text, and the text between them. */
function edgesOf(text: string): { readonly lead: string; readonly core: string; readonly trail: string } {
  const lead = /^(?:[ \t]*\r?\n)*/.exec(text)?.[0] ?? '';
  const rest = text.slice(lead.length);
  const last = rest.trimEnd().length;
  if (last === 0) return { lead: '', core: '', trail: text };
  const feed = rest.indexOf('\n', last);
  const end = feed < 0 ? rest.length : feed + 1;
  return { lead, core: rest.slice(0, end), trail: rest.slice(end) };
}

function editWholeSection(text: string, section: NoteSection, edit: PartEdit, lineBreak: LineBreak): string {
  const { operation, content } = edit;
  const { start, end } = section;
  const [before, after] = [text.slice(0, start), text.slice(end)];
  if (operation === 'delete') {
    // Blank lines before the last section go with it, but not those of a note that has nothing else.
    const kept = after === '' ? edgesOf(before) : null;
    return joinParts(kept === null || kept.core === '' ? before : kept.lead + kept.core, after, lineBreak);
  }
  const whole = text.slice(start, end);
  if (operation === 'prepend') return joinParts(before + ended(content, lineBreak), whole + after, lineBreak);
  if (operation === 'append')
    return joinParts(before + ended(whole, lineBreak) + ended(content, lineBreak), after, lineBreak);
  const trail = after === '' ? '' : edgesOf(whole).trail;
  return joinParts(before + ended(edgesOf(content).core, lineBreak) + trail, after, lineBreak);
}

/** An underlined heading would take the line before it as its own. */
function joinParts(before: string, after: string, lineBreak: LineBreak): string {
  const isUnderlined = after !== '' && scanBlocks(after).headings[0]?.start === 0 && !/^ {0,3}#/.test(after);
  const isApart = before === '' || /(?:^|\n)[ \t]*\r?\n$/.test(before);
  return isUnderlined && !isApart ? `${before}${lineBreak}${after}` : before + after;
}

const ended = (text: string, lineBreak: LineBreak): string =>
  text === '' || text.endsWith('\n') ? text : `${text}${lineBreak}`;

/** The highest heading of the content becomes one of the next level below `level`, the others follow. */
function rebased(content: string, level: number): string {
  const { headings } = scanBlocks(content);
  const highest = Math.min(...headings.map((each) => each.level));
  const shift = level + 1 - highest;
  if (headings.length === 0 || shift === 0) return content;
  let [text, at] = ['', 0];
  for (const { start, end, level: own } of headings) {
    const line = content.slice(start, end);
    const marks = '#'.repeat(Math.min(6, Math.max(1, own + shift)));
    const isMarked = /^ {0,3}#/.test(line);
    const name = isMarked ? line.replace(/^ {0,3}#+/, '') : ` ${line.replace(/\r?\n[^\n]*(\r?\n|$)$/, '$1')}`;
    text += `${content.slice(at, start)}${marks}${name}`;
    at = end;
  }
  return text + content.slice(at);
}

function refusePresent(present: string, { content, refusesPresent }: PartEdit): void {
  const wanted = content.trim();
  if (!refusesPresent || wanted === '' || !present.includes(wanted)) return;
  const message = 'the part of the note holds this content already';
  throw new NotedbError('conflict', message, {
    conflicts: [{ path: null, column: null, code: 'present', message }],
    hint: 'nothing was written; leave Reject-If-Content-Preexists away to write it again',
  });
}

/** Below the part of the path that is there, each missing heading one level deeper. */
function addSection(text: string, path: readonly string[], edit: PartEdit, problem: PartProblem): string {
  if (!edit.creates || problem.kind === 'ambiguous' || edit.operation === 'delete') throw problem.refusal;
  let depth = path.length - 1;
  let parent = findSection(text, path.slice(0, depth));
  while (parent instanceof PartProblem) {
    if (parent.kind === 'ambiguous') throw parent.refusal;
    depth -= 1;
    parent = findSection(text, path.slice(0, depth));
  }
  const { level, end } = parent;
  const lineBreak = lineBreakOf(text);
  const names = path.slice(depth).map((name) => name.trim());
  if (level + names.length > 6) throw badRequest('headings have at most six levels', 'name a heading further up');
  const lines = names.map((name, index) => headingLine(name, level + 1 + index));
  const content = edit.isRelative ? rebased(edit.content, level + names.length) : edit.content;
  const { core } = edgesOf(withLineBreak(content, lineBreak));
  const added = [...lines, ...(core === '' ? [] : [core.replace(/\r?\n$/, '')])].join(lineBreak + lineBreak);
  const before = text.slice(0, end).trimEnd();
  const start = before.length <= bodyStartOf(text) ? text.slice(0, bodyStartOf(text)) : before + lineBreak + lineBreak;
  const rest = text.slice(end);
  return `${ended(start, lineBreak)}${added}${lineBreak}${rest === '' ? '' : lineBreak + rest}`;
}

function headingLine(name: string, level: number): string {
  const line = `${'#'.repeat(level)} ${name}`;
  const { headings } = scanBlocks(line);
  if (headings.length === 1 && headings[0]?.text === name && name !== '') return line;
  throw badRequest(`${JSON.stringify(name)} can't be a heading`, 'a heading is one line of text');
}

/** Throws `refused`. */
export function editBlock(text: string, id: string, edit: PartEdit): string {
  const found = findBlock(text, id);
  const lineBreak = lineBreakOf(text);
  const content = withLineBreak(edit.content, lineBreak);
  if (found instanceof PartProblem) {
    if (!edit.creates || found.kind === 'ambiguous' || edit.operation === 'delete') throw found.refusal;
    return addBlock(text, id.replace(/^\^/, ''), content.trim(), lineBreak);
  }
  refusePresent(text.slice(found.start, found.end), edit);
  if (edit.isWhole) return editWholeBlock(text, found, edit.operation, content, lineBreak);
  return replaceBlock(text, found, editedBlock(text.slice(found.start, found.end), edit.operation, content, lineBreak));
}

/** The text of a block in another one's place; its id stays. */
export const replaceBlock = (text: string, { start, end }: NamedBlock, content: string): string =>
  `${text.slice(0, start)}${content}${text.slice(end)}`;

function editedBlock(block: string, operation: PartOperation, content: string, lineBreak: LineBreak): string {
  const given = content.replace(/(?:\r?\n)+$/, '');
  switch (operation) {
    case 'append':
      return `${block}${lineBreak}${given}`;
    case 'prepend':
      return `${given}${lineBreak}${block}`;
    case 'replace':
      return given;
    case 'delete':
      return '';
  }
}

function editWholeBlock(
  text: string,
  { whole }: NamedBlock,
  operation: PartOperation,
  content: string,
  lineBreak: LineBreak,
): string {
  const [before, block, after] = [
    text.slice(0, whole.start),
    text.slice(whole.start, whole.end),
    text.slice(whole.end),
  ];
  const given = operation === 'delete' ? '' : ended(content, lineBreak);
  if (operation === 'prepend') return before + given + block + after;
  return operation === 'append' ? before + ended(block, lineBreak) + given + after : before + given + after;
}

function addBlock(text: string, id: string, content: string, lineBreak: LineBreak): string {
  if (!/^[A-Za-z0-9-]+$/.test(id)) throw badRequest(`${JSON.stringify(id)} can't be the id of a block`, BLOCK_HINT);
  const start = bodyStartOf(text);
  const before = text.slice(0, Math.max(start, text.trimEnd().length));
  const gap = before.length <= start ? ended(before, lineBreak) : before + lineBreak + lineBreak;
  const mark = content.includes('\n') ? `${lineBreak}${lineBreak}^${id}` : ` ^${id}`;
  return `${gap}${content}${mark}${lineBreak}`;
}

const BLOCK_HINT = 'ids have letters, digits and -';
