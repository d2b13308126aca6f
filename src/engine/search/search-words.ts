/** The words of a query. docs/search.md#words */

import { foldText } from '../../kernel/fold-text';
import { type FoldTable, UnitClass } from './fold-table';

export interface SearchWord {
  /** Folded; never empty. */
  readonly text: string;
  /** Its runs, each once, the longest first; none when it folds to nothing but white space. */
  readonly runs: readonly string[];
  /** The word is one run, so that it can only occur inside one. */
  readonly isRun: boolean;
}

/** Each word once, the longest first: a long one is rare. None for a blank query. */
export function searchWords(query: string, table: FoldTable): readonly SearchWord[] {
  const texts = new Set(
    query
      .split(/\s+/u)
      .map(foldText)
      .filter((word) => word !== ''),
  );
  return [...texts].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).map((text) => wordOf(text, table));
}

function wordOf(text: string, table: FoldTable): SearchWord {
  const runs = new Set<string>();
  for (let from = 0; from < text.length;) {
    const end = runEnd(text, from, table);
    if (table.classOf(text.charCodeAt(from)) !== UnitClass.space) runs.add(text.slice(from, end));
    from = end;
  }
  return { text, runs: [...runs].sort((a, b) => b.length - a.length), isRun: runs.has(text) };
}

/** Where the run ends that `at` lies in. */
export function runEnd(folded: string, at: number, table: FoldTable): number {
  if (!table.isLetter(folded.charCodeAt(at))) return at + 1;
  let end = at + 1;
  while (end < folded.length && table.isLetter(folded.charCodeAt(end))) end++;
  return end;
}

/** Where it begins. */
export function runStart(folded: string, at: number, table: FoldTable): number {
  if (!table.isLetter(folded.charCodeAt(at))) return at;
  let start = at;
  while (start > 0 && table.isLetter(folded.charCodeAt(start - 1))) start--;
  return start;
}
