/** Why a value was refused. */

import type { JSX } from 'preact';
import { Icon } from '../icon';
import type { ProblemText } from '../problem-text';

export interface RefusalReasonProps {
  readonly id?: string;
  readonly role?: 'alert';
  readonly problem: ProblemText;
}

export function RefusalReason({ id, role, problem }: RefusalReasonProps): JSX.Element {
  return (
    <div class="ndb-problem" id={id} role={role}>
      <Icon name="alert" />
      <div class="ndb-problem-text">
        <p class="ndb-problem-message">{problem.message}</p>
        {problem.hint !== null && <p class="ndb-problem-hint">{problem.hint}</p>}
        <p class="ndb-problem-hint">What you typed is kept until you press Escape.</p>
      </div>
    </div>
  );
}
