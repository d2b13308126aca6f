/** Tries the batch that would make the table, a moment after each change of the form. Nothing is written. */

import { useEffect, useState } from 'preact/hooks';
import type { JsonObject, Operations } from '../../../engine/index';
import type { ProblemText } from '../../components/text/problem-text';
import { describeProblem, refusalOf } from '../../client/describe-problem';
import type { OperationsClient } from '../../client/operations-client';

export type Rehearsal =
  | { readonly kind: 'trying' }
  | { readonly kind: 'accepted'; readonly plan: BatchResult }
  | {
      readonly kind: 'refused';
      readonly problem: ProblemText;
      /** By column. */
      readonly misfits: ReadonlyMap<string, Misfits>;
    };

type BatchResult = Operations['batch']['result'];

/** Notes or lines whose values do not fit. */
export interface Misfits {
  readonly messages: readonly string[];
  readonly count: number;
}

/** Quiet after the last key before it is tried. */
const PAUSE_MS = 250;

/** `key` names the steps: another key tries anew. Null: there is nothing to try yet. */
export function useRehearsal(
  client: OperationsClient,
  steps: () => readonly JsonObject[] | null,
  key: string,
): Rehearsal {
  const [tried, setTried] = useState<{ readonly key: string; readonly rehearsal: Rehearsal }>({
    key: '',
    rehearsal: TRYING,
  });
  useEffect(() => {
    let isOld = false;
    const timer = window.setTimeout(() => {
      const operations = steps();
      if (operations === null) return;
      void rehearse(client, operations).then((rehearsal) => {
        if (!isOld) setTried({ key, rehearsal });
      });
    }, PAUSE_MS);
    return () => {
      isOld = true;
      window.clearTimeout(timer);
    };
  }, [client, key]);
  return tried.key === key ? tried.rehearsal : TRYING;
}

const TRYING: Rehearsal = { kind: 'trying' };

async function rehearse(client: OperationsClient, operations: readonly JsonObject[]): Promise<Rehearsal> {
  try {
    const plan = await client.run('batch', { operations: [...operations] as never, dry_run: true });
    return { kind: 'accepted', plan };
  } catch (thrown) {
    return { kind: 'refused', problem: stepProblem(thrown), misfits: misfitsOf(thrown) };
  }
}

/** Without the number of the step: whoever looks at the form sees one write. */
export function stepProblem(thrown: unknown): ProblemText {
  const { message, hint } = describeProblem(thrown);
  const plain = message.replace(/^Step \d+ \(\w+\): /, '');
  return { message: plain.charAt(0).toUpperCase() + plain.slice(1), hint };
}

function misfitsOf(thrown: unknown): ReadonlyMap<string, Misfits> {
  const misfits = new Map<string, { messages: string[]; count: number }>();
  for (const { column, message, path } of refusalOf(thrown)?.violations ?? []) {
    if (column === null) continue;
    const known = misfits.get(column) ?? { messages: [], count: 0 };
    known.count += 1;
    if (known.messages.length < MOST_MESSAGES) known.messages.push(path === null ? message : `${path}: ${message}`);
    misfits.set(column, known);
  }
  return misfits;
}

const MOST_MESSAGES = 3;
