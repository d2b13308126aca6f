/** Finds the notes that hold every word of a query, the best first. docs/search.md */

import type { NotePath } from '../ports/vault-port';
import type { Captured } from './coverage';
import { type CandidateNotes, makeCandidates } from './candidate-notes';
import { type ReadNote, type ScanDeps, holdsAll, readNotes, weightsOf } from './note-scan';
import { textScore } from './ranking';
import type { SearchWord } from './search-words';
import { type TextMatch, firstMatches } from './word-matches';

export interface SearchRequest {
  readonly query: string;
  /** UTF-16 code units on each side of a match. */
  readonly contextLength: number;
  /** Whether a note is searched at all. */
  readonly accepts: (path: NotePath) => boolean;
}

export interface FoundNote {
  readonly path: NotePath;
  readonly score: number;
  /** In the text, the first ones; none when the path alone matches. */
  readonly matches: readonly TextMatch[];
}

export interface SearchAnswer {
  /** The best, at most `MOST_RESULTS`. */
  readonly results: readonly FoundNote[];
  /** All notes that match. */
  readonly total: number;
}

const MOST_RESULTS = 200;

const NOTHING: SearchAnswer = { results: [], total: 0 };

export async function findNotes(
  deps: ScanDeps,
  captured: Captured,
  words: readonly SearchWord[],
  request: SearchRequest,
): Promise<SearchAnswer> {
  const candidates = await makeCandidates(deps, captured, words, request.accepts);
  for (const [i] of words.entries()) {
    await candidates.require(i);
    if (!candidates.hasAny) return NOTHING;
  }
  await verify(deps, candidates, words);
  return best(deps, candidates, words, request);
}

/** Words that no run holds as a whole: only the texts show them. */
async function verify(deps: ScanDeps, candidates: CandidateNotes, words: readonly SearchWord[]): Promise<void> {
  const unverified = new Map(candidates.unverified().map((note) => [candidates.pathOf(note), note]));
  if (unverified.size === 0) return;
  const open = words.flatMap((word, i) => (word.isRun ? [] : [{ word, i }]));
  const openWords = open.map(({ word }) => word);
  for await (const read of readNotes(deps, [...unverified.keys()])) {
    const weights = weightsOf(read, openWords, deps.table);
    if (weights === null) continue;
    const note = unverified.get(read.path) as number;
    unverified.delete(read.path);
    open.forEach(({ i }, at) => candidates.addScore(note, candidates.rarity(i) * textScore(weights[at] as number)));
  }
  // They hold the runs only, or are gone.
  for (const note of unverified.values()) candidates.drop(note);
}

/** The texts of the best are read for their matches; a note that is gone meanwhile, or says something else, is left out. */
async function best(
  deps: ScanDeps,
  candidates: CandidateNotes,
  words: readonly SearchWord[],
  { contextLength }: SearchRequest,
): Promise<SearchAnswer> {
  const results: FoundNote[] = [];
  let { total } = candidates;
  for (let after: number | null = null; results.length < MOST_RESULTS;) {
    const next: readonly number[] = await candidates.best(MOST_RESULTS - results.length, after);
    if (next.length === 0) break;
    after = next.at(-1) as number;
    const found = new Map<NotePath, readonly TextMatch[]>();
    for await (const read of readNotes(
      deps,
      next.map((note) => candidates.pathOf(note)),
    ))
      if (holdsAll(read, words)) found.set(read.path, matchesIn(read, words, contextLength));
    for (const note of next) {
      const path = candidates.pathOf(note);
      const matches = found.get(path);
      if (matches === undefined) total -= 1;
      else results.push({ path, score: candidates.score(note), matches });
    }
  }
  return { results, total };
}

const matchesIn = ({ note }: ReadNote, words: readonly SearchWord[], contextLength: number): readonly TextMatch[] =>
  note === null ? [] : firstMatches(note, words, contextLength);
