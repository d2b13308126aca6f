/** Writes the change of a form once. What refuses it stays in the form. docs/architecture.md#rooms-of-the-interface */

import { useState } from 'preact/hooks';
import type { ProblemText } from '../../components/text/problem-text';
import { describeProblem } from '../../client/describe-problem';

export interface FormWrite {
  readonly isBusy: boolean;
  readonly problem: ProblemText | null;
  /** `write` closes the form when it is done. */
  readonly run: (write: () => Promise<void>) => void;
  /** The form was edited: the problem was that of the change before. */
  readonly clear: () => void;
}

/** `holdOpen`: the program stays open until the write has ended. */
export function useWrite(holdOpen?: (work: Promise<void>) => void): FormWrite {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ProblemText | null>(null);
  const perform = async (write: () => Promise<void>): Promise<void> => {
    try {
      await write();
    } catch (thrown) {
      setProblem(describeProblem(thrown));
    }
    setBusy(false);
  };
  const run = (write: () => Promise<void>): void => {
    setBusy(true);
    setProblem(null);
    const work = perform(write);
    holdOpen?.(work);
  };
  return { isBusy, problem, run, clear: () => setProblem(null) };
}
