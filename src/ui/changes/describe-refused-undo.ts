/** Why a write was not taken back, in words for a person: notes and later changes. docs/page.md#history-of-writes */

import type { ProblemText } from '../components/text/problem-text';
import { describeProblem, refusalOf } from '../client/describe-problem';
import { noteName } from '../client/note-text';
import { countedNotes } from './describe-write';

/** The engine's hint is for a program, which calls operations. */
const LATER = 'History shows the later changes.';

export function describeRefusedUndo(thrown: unknown): ProblemText {
  const problem = describeProblem(thrown);
  const { conflicts = [], violations = [] } = refusalOf(thrown) ?? {};
  if (conflicts.length === 0 && violations.length === 0) return problem;
  const causes = new Map<string, readonly string[]>();
  for (const { code, path } of conflicts) {
    if (path !== null) causes.set(code, [...new Set([...(causes.get(code) ?? []), path])]);
  }
  const sentences = [...causes].map(([code, paths]) => sentenceOf(code, paths));
  const isKnown = conflicts.length > 0 && violations.length === 0 && !sentences.includes(null);
  const isChanged = isKnown && [...causes.keys()].every((code) => code === 'changed');
  return {
    message: isKnown && sentences.length > 0 ? sentences.join(' ') : problem.message,
    hint: isChanged ? 'History shows both changes.' : LATER,
  };
}

/** Null where the engine's own words say it best. */
function sentenceOf(code: string, paths: readonly string[]): string | null {
  const [first = ''] = paths;
  const isOne = paths.length === 1;
  const what = isOne ? noteName(first) : countedNotes(paths.length);
  switch (code) {
    case 'changed':
      return `${what} ${isOne ? 'was' : 'were'} changed since.`;
    case 'missing':
      return `${what} ${isOne ? 'is' : 'are'} gone.`;
    case 'exists':
      return isOne ? `Another note has the place of ${what} now.` : `Other notes have the places of ${what} now.`;
    default:
      return null;
  }
}
