/** The places of the words of a query in one text: their weight, and the first matches with the text around them. docs/search.md#matches */

import { isLowSurrogate } from './fold-table';
import type { FoldTable } from './fold-table';
import type { FoldedNote } from './folded-note';
import { ZoneWeights, type Zone } from './note-zones';
import { type SearchWord, runEnd, runStart } from './search-words';

/** UTF-16 indices into the note's text. */
export interface TextMatch {
  readonly start: number;
  readonly end: number;
  readonly context: string;
}

const MOST_MATCHES = 20;

/** 0: it does not occur. Otherwise as the index has it: each run that holds the word counts once, by its place. */
export function weightIn(note: FoldedNote, word: SearchWord, zones: () => readonly Zone[], table: FoldTable): number {
  const { folded } = note;
  let at = folded.indexOf(word.text);
  if (at < 0) return 0;
  const weights = new ZoneWeights(zones());
  let sum = 0;
  while (at >= 0) {
    const start = word.isRun ? runStart(folded, at, table) : at;
    const end = word.isRun ? runEnd(folded, at, table) : at + word.text.length;
    sum += weights.at(note.startOf(start));
    at = folded.indexOf(word.text, end);
  }
  return sum;
}

/** The first matches of all words in the order of the text; matches that overlap are one. */
export function firstMatches(
  note: FoldedNote,
  words: readonly SearchWord[],
  contextLength: number,
): readonly TextMatch[] {
  const found: { start: number; end: number }[] = [];
  const next = words.map(({ text }) => note.folded.indexOf(text));
  for (;;) {
    const first = firstOf(next);
    if (first < 0) break;
    const at = next[first] as number;
    const { text } = words[first] as SearchWord;
    const [start, end] = [note.startOf(at), note.endOf(at + text.length)];
    const last = found.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else if (found.length === MOST_MATCHES) break;
    else found.push({ start, end });
    next[first] = note.folded.indexOf(text, at + text.length);
  }
  return found.map(({ start, end }) => ({ start, end, context: contextOf(note.text, start, end, contextLength) }));
}

/** The word that comes first; -1: no word comes any more. */
function firstOf(next: readonly number[]): number {
  let first = -1;
  for (let i = 0; i < next.length; i++) {
    const at = next[i] as number;
    if (at >= 0 && (first < 0 || at < (next[first] as number))) first = i;
  }
  return first;
}

/** Rather one code unit less than half a surrogate pair. */
function contextOf(text: string, start: number, end: number, length: number): string {
  let from = Math.max(0, start - length);
  let to = Math.min(text.length, end + length);
  if (from > 0 && from < start && cutsPair(text, from)) from++;
  if (to < text.length && to > end && cutsPair(text, to)) to--;
  return text.slice(from, to);
}

function cutsPair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff && isLowSurrogate(text.charCodeAt(at));
}
