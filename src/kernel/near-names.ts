/** "Did you mean": the probable meanings of a mistyped name. D3, D5, D6. */

import { foldText } from './fold-text';

const MOST = 3;

/** Nearest first, at most three: a slip or two of the keys, or a name that goes on (`set` for `set_values`). Case does not count. */
export function nearNames(name: string, candidates: Iterable<string>): string[] {
  const wanted = name.toLowerCase();
  const found: { candidate: string; distance: number }[] = [];
  for (const candidate of new Set(candidates)) {
    const distance = nameDistance(wanted, candidate.toLowerCase());
    if (distance !== null) found.push({ candidate, distance });
  }
  found.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
  return found.slice(0, MOST).map(({ candidate }) => candidate);
}

/** Names that may be meant, as data and as a question. */
export interface NameSuggestion {
  readonly near: readonly string[];
  /** `did you mean todo or done?`; undefined where nothing is near and there is no other hint. */
  readonly hint: string | undefined;
}

/** `otherwise`: the hint where nothing is near. */
export const suggest = (near: readonly string[], otherwise?: string): NameSuggestion => ({
  near,
  hint: near.length === 0 ? otherwise : `did you mean ${near.join(' or ')}?`,
});

/** All names that there are follow the question. */
export const suggestThenList = (near: readonly string[], all: string): NameSuggestion => ({
  near,
  hint: near.length === 0 ? all : `${suggest(near).hint ?? ''} ${all}`,
});

/** A sentence about a mistyped name, with the names that may be meant. */
export interface SuggestingMessage {
  readonly message: string;
  readonly near: readonly string[];
}

/** `unknown key "stat"; did you mean "state"?` */
export function withSuggestion(message: string, near: readonly string[]): SuggestingMessage {
  const { hint } = suggest(near.map((each) => `"${each}"`));
  return { message: hint === undefined ? message : `${message}; ${hint}`, near };
}

/** As `nearNames`, and names with words in common (three letters at least, case and accents aside), most first, in any language. */
export function namesAlike(name: string, candidates: readonly string[]): readonly string[] {
  const near = nearNames(name, candidates);
  const wanted = new Set(wordsOf(name));
  const shared = wordsOfAll(candidates)
    .map(({ candidate, words }) => ({ candidate, common: words.filter((word) => wanted.has(word)).length, words }))
    .filter(({ candidate, common }) => common > 0 && !near.includes(candidate))
    .sort((a, b) => b.common - a.common || a.words.length - b.words.length || (a.candidate < b.candidate ? -1 : 1));
  return [...near, ...shared.slice(0, MOST).map(({ candidate }) => candidate)];
}

interface NameWords {
  readonly candidate: string;
  readonly words: readonly string[];
}

/** Many wrong names are compared with the same candidates. */
const knownWords = new WeakMap<readonly string[], readonly NameWords[]>();

function wordsOfAll(candidates: readonly string[]): readonly NameWords[] {
  const known = knownWords.get(candidates);
  if (known !== undefined) return known;
  const words = candidates.map((candidate) => ({ candidate, words: wordsOf(candidate) }));
  knownWords.set(candidates, words);
  return words;
}

const wordsOf = (name: string): readonly string[] => [
  ...new Set(
    foldText(name)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= 3),
  ),
];

function nameDistance(wanted: string, candidate: string): number | null {
  if (wanted === '' || candidate === '') return null;
  const allowed = Math.max(1, Math.ceil(Math.min(wanted.length, candidate.length) / 3));
  if (Math.abs(wanted.length - candidate.length) <= allowed) {
    const distance = editDistance(wanted, candidate);
    // Where every letter is another one nothing is near.
    if (distance <= allowed && distance < Math.max(wanted.length, candidate.length)) return distance;
  }
  return continuesWord(wanted, candidate) || continuesWord(candidate, wanted) ? allowed + 0.5 : null;
}

const continuesWord = (short: string, long: string): boolean =>
  short.length >= 3 && (long.startsWith(`${short}_`) || long.endsWith(`_${short}`));

/** Damerau-Levenshtein in its restricted form: insert, delete, replace, swap two neighbours. */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = cellAt(previous, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(replaced, cellAt(previous, j) + 1, cellAt(current, j - 1) + 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) best = Math.min(best, cellAt(beforePrevious, j - 2) + 1);
      current.push(best);
    }
    beforePrevious = previous;
    previous = current;
  }
  return cellAt(previous, b.length);
}

const cellAt = (row: readonly number[], index: number): number => row[index] ?? 0;
