/** Why a value was refused. */

import type { JSX } from 'preact';
import { Icon } from '../icon';
import type { ProblemText } from '../problem-text';

export interface RefusalReasonProps {
  readonly id?: string;
  readonly role?: 'alert';
  readonly problem: ProblemText;
  /** Puts what was probably meant in its place. Absent: it is only named. */
  readonly pick?: ((text: string) => void) | undefined;
}

export function RefusalReason({ id, role, problem, pick }: RefusalReasonProps): JSX.Element {
  return (
    <div class="ndb-problem" id={id} role={role}>
      <Icon name="alert" />
      <div class="ndb-problem-text">
        <p class="ndb-problem-message">{problem.message}</p>
        <Hint {...{ problem, pick }} />
        <p class="ndb-problem-hint">What you typed is kept until you press Escape.</p>
      </div>
    </div>
  );
}

function Hint({ problem, pick }: Pick<RefusalReasonProps, 'problem' | 'pick'>): JSX.Element | null {
  const { hint, near = [] } = problem;
  if (hint === null) return null;
  if (pick === undefined || near.length === 0) return <p class="ndb-problem-hint">{hint}</p>;
  return (
    <p class="ndb-problem-hint">
      Did you mean{' '}
      {near.map((text, at) => (
        <span key={text}>
          {at > 0 && ' or '}
          <button
            type="button"
            class="ndb-near"
            tabIndex={-1}
            // The field keeps the focus, and with it the text.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(text)}
          >
            {text}
          </button>
        </span>
      ))}
      ?
    </p>
  );
}
