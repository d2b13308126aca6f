/** Tries a change without writing it, a moment after each edit of its form. docs/architecture.md#rooms-of-the-interface */

import { useEffect, useState } from 'preact/hooks';
import type { ProblemText } from '../../components/text/problem-text';
import { type Refusal, describeProblem, refusalOf } from '../../client/describe-problem';
import type { OperationsClient } from '../../client/operations-client';

export type DryRun<Plan> =
  | { readonly kind: 'accepted'; readonly plan: Plan }
  /** `refusal` null: it failed. */
  | { readonly kind: 'refused'; readonly problem: ProblemText; readonly refusal: Refusal | null };

/** `ask` runs an operation with `dry_run`. Never rejects. */
export async function dryRun<Plan>(ask: () => Promise<Plan>): Promise<DryRun<Plan>> {
  try {
    return { kind: 'accepted', plan: await ask() };
  } catch (thrown) {
    return { kind: 'refused', problem: describeProblem(thrown), refusal: refusalOf(thrown) };
  }
}

interface DryRunForm<Answer> {
  /** The change as text: another one is tried anew. Null: there is nothing to try. */
  readonly key: string | null;
  readonly ask: () => Promise<Answer>;
  /** Qualified: it is tried again when rows of this table change. */
  readonly table?: string;
}

/** Milliseconds after the last key. */
const PAUSE_MS = 250;

/** The answer for the change as it is now; null: it runs, or there is nothing to try. */
export function useDryRun<Answer>(client: OperationsClient, { key, ask, table }: DryRunForm<Answer>): Answer | null {
  const [tried, setTried] = useState<{ readonly key: string; readonly answer: Answer } | null>(null);
  useEffect(() => {
    if (key === null) return undefined;
    let isOld = false;
    const run = (): void =>
      void ask().then((answer) => {
        if (!isOld) setTried({ key, answer });
      });
    const timer = window.setTimeout(run, PAUSE_MS);
    const stop = client.onChange(({ tables }) => {
      if (table !== undefined && tables.includes(table)) run();
    });
    return () => {
      isOld = true;
      window.clearTimeout(timer);
      stop();
    };
  }, [client, key]);
  return tried !== null && tried.key === key ? tried.answer : null;
}
