/** Why a value was refused. */

import type { ComponentChildren, JSX } from 'preact';
import { Button } from '../form/button';
import type { ConflictChoice } from '../grid-editing';
import { Icon } from '../icon';
import type { ProblemText } from '../text/problem-text';

export interface RefusalReasonProps {
  readonly id?: string;
  readonly role?: 'alert';
  readonly problem: ProblemText;
  /** Puts the text that was probably meant in its place. Absent: this text is only named. */
  readonly pick?: ((text: string) => void) | undefined;
  /** Offered where the cell was changed meanwhile. */
  readonly choice?: ConflictChoice | undefined;
  /** Other ways out. Absent: the reason is at a field, which keeps the text. */
  readonly children?: ComponentChildren;
}

export function RefusalReason({ id, role, problem, pick, choice, children }: RefusalReasonProps): JSX.Element {
  return (
    <div class="ndb-problem" id={id} role={role}>
      <Icon name="alert" />
      <div>
        <p class="ndb-problem-message">{problem.message}</p>
        <Hint {...{ problem, pick }} />
        {problem.conflict !== undefined && choice !== undefined && <Choice {...choice} />}
        {children ?? <p class="ndb-problem-hint">What you typed is kept until you press Escape.</p>}
      </div>
    </div>
  );
}

const Choice = ({ useMine, keepTheirs }: ConflictChoice): JSX.Element => (
  <p class="ndb-problem-choice">
    <Button {...NOT_FOCUSED} onClick={useMine}>
      Use mine
    </Button>
    <Button {...NOT_FOCUSED} onClick={keepTheirs}>
      Keep theirs
    </Button>
  </p>
);

/** The field, or the grid, keeps the focus, and with it the text. */
const NOT_FOCUSED = {
  tabIndex: -1,
  onPointerDown: (event: Event) => event.preventDefault(),
  onMouseDown: (event: Event) => event.preventDefault(),
};

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
          <Button look="near" {...NOT_FOCUSED} onClick={() => pick(text)}>
            {text}
          </Button>
        </span>
      ))}
      ?
    </p>
  );
}
