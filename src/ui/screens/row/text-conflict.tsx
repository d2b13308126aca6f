/** Lines of a text that two people changed: both versions, of which the person chooses one or keeps both. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import { type MergedPart, textOf } from '../../changes/merge-text';

type Choice = 'mine' | 'theirs' | 'both';
type Conflict = Extract<MergedPart, { kind: 'conflict' }>;

export interface TextConflictProps {
  readonly parts: readonly MergedPart[];
  /** Every conflict is decided. */
  readonly choose: (text: string) => void;
}

export function TextConflict({ parts, choose }: TextConflictProps): JSX.Element {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Choice>>(new Map());
  const conflicts = parts.flatMap((part, at) => (part.kind === 'conflict' ? [{ part, at }] : []));
  const decide = (at: number, choice: Choice): void => {
    const next = new Map(chosen).set(at, choice);
    setChosen(next);
    if (conflicts.every((each) => next.has(each.at))) {
      choose(textOf(parts, (part, place) => linesOf(part, next.get(place) ?? 'mine')));
    }
  };
  return (
    <div class="ndb-text-conflict ndb-stack" role="alert">
      <p class="ndb-row-problem">
        {conflicts.length === 1
          ? 'The same lines were changed elsewhere meanwhile. Choose:'
          : `The same lines were changed elsewhere meanwhile, at ${conflicts.length} places. Choose at each:`}
      </p>
      {conflicts.map(({ part, at }) => (
        <ConflictPart key={at} {...{ part }} chosen={chosen.get(at) ?? null} decide={(choice) => decide(at, choice)} />
      ))}
    </div>
  );
}

function linesOf({ mine, theirs }: Conflict, choice: Choice): readonly string[] {
  switch (choice) {
    case 'mine':
      return mine;
    case 'theirs':
      return theirs;
    case 'both':
      return [...theirs, ...mine];
  }
}

interface ConflictPartProps {
  readonly part: Conflict;
  readonly chosen: Choice | null;
  readonly decide: (choice: Choice) => void;
}

const CHOICES: readonly { readonly choice: Choice; readonly label: string }[] = [
  { choice: 'mine', label: 'Use mine' },
  { choice: 'theirs', label: 'Keep theirs' },
  { choice: 'both', label: 'Keep both' },
];

const ConflictPart = ({ part, chosen, decide }: ConflictPartProps): JSX.Element => (
  <div class="ndb-conflict-part">
    <dl>
      <dt>Now</dt>
      <dd>{shown(part.theirs)}</dd>
      <dt>Yours</dt>
      <dd>{shown(part.mine)}</dd>
    </dl>
    <div class="ndb-conflict-choice ndb-wraps">
      {CHOICES.map(({ choice, label }) => (
        <Button
          key={choice}
          aria-pressed={chosen === choice}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => decide(choice)}
        >
          {label}
        </Button>
      ))}
    </div>
  </div>
);

const shown = (lines: readonly string[]): string => (lines.length === 0 ? '(deleted)' : lines.join('\n'));
