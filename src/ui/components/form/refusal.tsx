/** What refuses a form, and what the form would do. */

import type { JSX } from 'preact';
import { Icon, type IconName } from '../icon';
import type { ProblemText } from '../text/problem-text';

export interface RefusalProps {
  /** Null: nothing refuses it. */
  readonly problem: ProblemText | null;
  /** Said before it. */
  readonly lead?: string;
  /** The hint helps a person too. */
  readonly hasHint?: boolean;
}

export function Refusal({ problem, lead, hasHint = false }: RefusalProps): JSX.Element | null {
  if (problem === null) return null;
  const text = [lead, problem.message].filter((part) => part !== undefined).join(' ');
  return (
    <div class="ndb-form-refused" role="alert">
      <p>{text}</p>
      {hasHint && problem.hint !== null && <p class="ndb-form-remark">{problem.hint}</p>}
    </div>
  );
}

export interface EffectsProps {
  readonly effects: readonly (readonly [icon: IconName, text: string])[];
}

export const Effects = ({ effects }: EffectsProps): JSX.Element => (
  <div role="status">
    <ul class="ndb-form-effects ndb-plain-list">
      {effects.map(([icon, text]) => (
        <li class="ndb-line" key={text}>
          <Icon name={icon} />
          {text}
        </li>
      ))}
    </ul>
  </div>
);

export const warningEffects = (warnings: readonly string[]): EffectsProps['effects'] =>
  warnings.map((warning) => ['alert', warning]);
