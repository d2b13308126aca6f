/** Asks before a form is left whose input would be lost. docs/app/columns.md */

import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import { Foot } from '../../components/form/panel-head';

export interface Leaving {
  /** The question is in the place of the buttons. */
  readonly isAsked: boolean;
  /** Goes, or asks first when something would be lost. */
  readonly leave: (go: () => void) => void;
  readonly stay: () => void;
  /** Goes without the input. */
  readonly goOn: () => void;
}

export function useLeaving(isTouched: boolean): Leaving {
  const [isAsked, ask] = useState(false);
  const go = useRef<() => void>(() => undefined);
  return {
    isAsked,
    leave: (next) => {
      if (!isTouched) return next();
      go.current = next;
      ask(true);
    },
    stay: () => ask(false),
    goOn: () => go.current(),
  };
}

export const LeaveFoot = ({ stay, goOn }: Pick<Leaving, 'stay' | 'goOn'>): JSX.Element => (
  <Foot>
    <span class="ndb-form-ask" role="alert">
      What you changed here is not written yet.
    </span>
    <Button takesFocus onClick={stay}>
      Go on
    </Button>
    <Button onClick={goOn}>Throw it away</Button>
  </Foot>
);
