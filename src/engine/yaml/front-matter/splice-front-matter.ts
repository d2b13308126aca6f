/** Sets front matter keys in a note's text and leaves every other byte as it is. D2 */

import { NotedbError } from '../../errors';
import { entryParts } from './entry-parts';
import { type FrontMatter, type FrontMatterEntry, parseFrontMatter } from './front-matter';
import { findFrontMatter, markLength } from './front-matter-block';
import { lineBreakOf } from '../../text/text-line';
import type { RawValue } from '../raw-value';
import { rawEqual } from '../raw-json';
import { renderInLine, renderValue } from './render-value';
import { spliceList } from './splice-list';
import { stringText } from '../yaml-quotes';

/** The new value of a key; null takes the key away. */
export type FrontMatterChanges = ReadonlyMap<string, RawValue | null>;

interface FrontMatterEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * `sparing`: in a list the items that stay keep their bytes. `usual`: as Obsidian writes. `careful`: each value in one line, and what lies behind an entry that goes is moved.
 */
type SpliceStyle = 'sparing' | 'usual' | 'careful';

/**
 * The text with those keys set. A key that reads equal already keeps its bytes; new keys come last, in the map's order;
 * a note without front matter gets one; taking the last key away leaves an empty block. The comment in a changed line
 * stays in the key's line; comments inside a value that is replaced go with it. The result was read again: every other
 * entry has the same bytes and the same value.
 *
 * Throws `refused` (violation `unparsable`) when the front matter can't be read, or a key can't be set safely.
 */
export function setFrontMatter(text: string, changes: FrontMatterChanges): string {
  if (text === '') return newFrontMatter([...changes]);
  const before = parseFrontMatter(text);
  if (before.status === 'unparsable') throw spliceRefusal(`the front matter can't be read: ${before.reason}`, CORRECT);
  const wanted = realChanges(before, changes);
  if (wanted.size === 0) return text;
  const added = newKeys(before, wanted);
  let after = '';
  for (const style of ['sparing', 'usual', 'careful'] as const) {
    after = applyChanges({ text, before, wanted, added }, style);
    if (isFaithfulSplice({ text, before, wanted, added }, after)) return after;
  }
  throw unsettableError(wanted, after);
}

/**
 * The front matter of a note that is made; `''` without keys. Each key may be there once, null leaves it out. It was read again.
 * Throws `refused` (violation `unparsable`) when a key can't be set safely.
 */
export function newFrontMatter(keys: readonly (readonly [string, RawValue | null])[]): string {
  let text = '';
  for (const style of ['usual', 'careful'] as const) {
    let lines = '';
    for (const [key, raw] of keys) if (raw !== null) lines += newEntry(key, raw, '', '\n', style);
    if (lines === '') return '';
    text = `---\n${lines}---\n`;
    if (holdsOnly(text, keys)) return text;
  }
  throw unsettableError(keys, text);
}

/** Reads a text that has nothing but front matter, of these keys. */
function holdsOnly(text: string, keys: readonly (readonly [string, RawValue | null])[]): boolean {
  const { status, entries, bodyStart } = parseFrontMatter(text);
  if (status !== 'ok' || bodyStart !== text.length) return false;
  let at = 0;
  for (const [key, raw] of keys) {
    if (raw === null) continue;
    const entry = entries[at++];
    if (entry?.key !== key || !rawEqual(entry.raw, raw)) return false;
  }
  return at === entries.length;
}

/** A value that no front matter can hold is named; else it is all of them together, or the present text. `last`: the refused text. */
function unsettableError(keys: Iterable<readonly [string, RawValue | null]>, last: string): NotedbError {
  for (const [key, raw] of keys) {
    const reason = raw === null ? null : whyUnwritable(key, raw);
    if (reason !== null) return spliceRefusal(`${key}: can't be written: ${reason}`, SHORTEN, key);
  }
  const reason = reasonIn(last);
  if (reason !== '') return spliceRefusal(`the front matter can't be written: ${reason}`, SHORTEN);
  return spliceRefusal(
    `${[...keys].map(([key]) => key).join(', ')}: can't be set without changing the rest of the front matter`,
    CORRECT,
  );
}

/** Why no note can have this key; null when one can. */
function whyUnwritable(key: string, raw: RawValue): string | null {
  const text = `---\n${newEntry(key, raw, '', '\n', 'careful')}---\n`;
  return holdsOnly(text, [[key, raw]]) ? null : reasonIn(text) || 'it would be read as something else';
}

const reasonIn = (text: string): string => parseFrontMatter(text).reason.replace(/^line \d+: /, '');

const CORRECT = "correct the note's front matter by hand";
const SHORTEN = 'shorten or flatten the value, or keep it in the body';

function spliceRefusal(message: string, hint: string, column: string | null = null): NotedbError {
  const violation = { path: null, column, code: 'unparsable', message } as const;
  return new NotedbError('refused', message, { violations: [violation], hint });
}

function realChanges(before: FrontMatter, changes: FrontMatterChanges): FrontMatterChanges {
  const present = new Map(before.entries.map(({ key, raw }) => [key, raw]));
  const wanted = new Map<string, RawValue | null>();
  for (const [key, raw] of changes) {
    const old = present.get(key);
    const isReal = old === undefined ? raw !== null : raw === null || !rawEqual(old, raw);
    if (isReal) wanted.set(key, raw);
  }
  return wanted;
}

function newKeys(before: FrontMatter, wanted: FrontMatterChanges): ReadonlyMap<string, RawValue> {
  const kept = new Set(before.entries.map(({ key }) => key));
  const added = new Map<string, RawValue>();
  for (const [key, raw] of wanted) if (raw !== null && !kept.has(key)) added.set(key, raw);
  return added;
}

interface SpliceRequest {
  readonly text: string;
  readonly before: FrontMatter;
  readonly wanted: FrontMatterChanges;
  /** The wanted keys that are not there yet. */
  readonly added: ReadonlyMap<string, RawValue>;
}

function applyChanges({ text, before, wanted, added }: SpliceRequest, style: SpliceStyle): string {
  const block = findFrontMatter(text);
  const lineBreak = lineBreakOf(text);
  const indent = block === null ? '' : indentOfFirst(text, before);
  let lines = '';
  for (const [key, raw] of added) lines += newEntry(key, raw, indent, lineBreak, style);
  if (block === null) {
    const at = markLength(text);
    return `${text.slice(0, at)}---${lineBreak}${lines}---${lineBreak}${text.slice(at)}`;
  }
  const edits = before.entries
    .filter(({ key }) => wanted.has(key))
    .map((entry) => editOf(text, entry, wanted.get(entry.key) ?? null, block.end, style));
  return withEdits(text, [...edits, { start: block.end, end: block.end, text: lines }]);
}

function withEdits(text: string, edits: readonly FrontMatterEdit[]): string {
  let result = '';
  let at = 0;
  for (const edit of edits) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** The blanks before the root's keys: nearly always none. */
function indentOfFirst(text: string, { entries: [first] }: FrontMatter): string {
  return first === undefined ? '' : text.slice(lineStartOf(text, first.start), first.start);
}

const lineStartOf = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

const valueText = (raw: RawValue, style: SpliceStyle): string =>
  style === 'careful' ? renderInLine(raw) : renderValue(raw);

function newEntry(key: string, raw: RawValue, indent: string, lineBreak: string, style: SpliceStyle): string {
  const entry = `${indent}${stringText(key)}:${valueText(raw, style)}\n`;
  return lineBreak === '\n' ? entry : entry.replaceAll('\n', lineBreak);
}

function editOf(
  text: string,
  entry: FrontMatterEntry,
  raw: RawValue | null,
  limit: number,
  style: SpliceStyle,
): FrontMatterEdit {
  if (raw === null) return removalEdit(text, entry, limit, style);
  const { start, end } = entry;
  const spliced = style === 'sparing' ? spliceList(text, entry, raw) : null;
  if (spliced !== null) return { start, end, text: spliced };
  const parts = entryParts(text, entry) ?? {
    head: `${stringText(entry.key)}:`,
    padding: ' ',
    comment: '',
    lineBreak: '\n',
  };
  const value = valueText(raw, style);
  const { head, padding, comment, lineBreak } = parts;
  const inLine = value === '' || value.startsWith('\n') ? '' : `${padding}${value.slice(1)}`;
  const below = value.startsWith('\n') ? value : '';
  return { start, end, text: `${head}${inLine}${comment}${below.replaceAll('\n', lineBreak)}${lineBreak}` };
}

/**
 * A block scalar before the entry would take the blank lines and the indented comments behind it: in the careful way
 * those lines go, and those comments lose their indentation.
 */
function removalEdit(text: string, entry: FrontMatterEntry, limit: number, style: SpliceStyle): FrontMatterEdit {
  const start = lineStartOf(text, entry.start);
  if (style !== 'careful') return { start, end: entry.end, text: '' };
  let comments = '';
  let end = entry.end;
  while (end < limit) {
    const next = text.indexOf('\n', end) + 1;
    const line = text.slice(end, next).trimStart();
    if (line !== '' && !line.startsWith('#')) break;
    comments += line;
    end = next;
  }
  return { start, end, text: comments };
}

/** Reads the result: the body and all entries that are not wanted otherwise are the same, and the wanted read back. */
function isFaithfulSplice({ text, before, wanted, added }: SpliceRequest, result: string): boolean {
  const after = parseFrontMatter(result);
  if (after.status !== 'ok' || result.slice(after.bodyStart) !== text.slice(before.bodyStart)) return false;
  let at = 0;
  for (const old of before.entries) {
    const raw = wanted.get(old.key);
    if (raw === null) continue;
    const entry = after.entries[at++];
    if (entry?.key !== old.key || !rawEqual(entry.raw, raw ?? old.raw)) return false;
    if (raw === undefined && sourceOf(result, entry) !== sourceOf(text, old)) return false;
  }
  for (const [key, raw] of added) {
    const entry = after.entries[at++];
    if (entry?.key !== key || !rawEqual(entry.raw, raw)) return false;
  }
  return at === after.entries.length;
}

const sourceOf = (text: string, { start, end }: FrontMatterEntry): string => text.slice(start, end);
