/** Two texts with the words that differ marked. */

import { diffWordsWithSpace } from 'diff';
import type { JSX } from 'preact';
import { DiffLine } from '../create-table/note-preview';

export interface WordDiffProps {
  readonly before: string;
  readonly after: string;
}

/** Longer texts take longer than somebody waits. */
const MOST_LETTERS = 100_000;
/** Unchanged text around a change. */
const CONTEXT = 80;

export function WordDiff({ before, after }: WordDiffProps): JSX.Element {
  if (before.length + after.length > MOST_LETTERS) {
    return <p class="ndb-row-quiet">The text is too long to compare word by word.</p>;
  }
  const parts = diffWordsWithSpace(before, after);
  return (
    <p class="ndb-words">
      {parts.map(({ value, added, removed }, index) => {
        if (!added && !removed) return <span key={index}>{abridged(value, index > 0, index < parts.length - 1)}</span>;
        const Mark = added ? 'ins' : 'del';
        return (
          <Mark key={index} class={`ndb-word ${added ? 'ndb-is-added' : 'ndb-is-removed'}`}>
            {value}
          </Mark>
        );
      })}
    </p>
  );
}

/** The end of the text before a change, and the beginning of the text after one. */
function abridged(text: string, isAfter: boolean, isBefore: boolean): string {
  const kept = (isAfter ? CONTEXT : 0) + (isBefore ? CONTEXT : 0);
  if (text.length <= kept + CONTEXT) return text;
  return `${isAfter ? text.slice(0, CONTEXT) : ''} … ${isBefore ? text.slice(-CONTEXT) : ''}`;
}

/** A difference by lines, as `+` and `-` lines give it. */
export const LineDiff = ({ diff }: { readonly diff: string }): JSX.Element => (
  <pre class="ndb-diff ndb-surface">
    {diff.split('\n').map((line, index) => (
      <DiffLine
        key={index}
        line={{ kind: line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'same', text: line.slice(1) }}
      />
    ))}
  </pre>
);
