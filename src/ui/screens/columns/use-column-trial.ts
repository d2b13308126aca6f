/** Tries a change of a column, a moment after each key. Nothing is written. */

import { useEffect, useState } from 'preact/hooks';
import type { JsonObject, Operations } from '../../../engine/index';
import type { ProblemText } from '../../components/text/problem-text';
import { stepProblem } from '../design/use-rehearsal';
import type { OperationsClient } from '../../client/operations-client';
import { type ColumnDraft, type RowFix, columnSteps } from './column-draft';
import { type MisfitGroup, misfitsOf } from './column-misfits';

export type ColumnTrial =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'trying' }
  | { readonly kind: 'accepted'; readonly plan: Operations['batch']['result'] }
  /** Rows don't fit: each needs another value first. */
  | { readonly kind: 'misfits'; readonly groups: readonly MisfitGroup[] }
  | { readonly kind: 'refused'; readonly problem: ProblemText };

const PAUSE_MS = 250;
export const NO_FIXES: readonly RowFix[] = [];

interface Tried {
  readonly key: string;
  readonly trial: ColumnTrial;
}

/** `draft` null: it can't be tried as it stands. */
export function useColumnTrial(
  client: OperationsClient,
  table: string,
  before: ColumnDraft | null,
  draft: ColumnDraft | null,
): ColumnTrial {
  const steps = draft === null ? [] : columnSteps({ table, before, draft, fixes: NO_FIXES });
  const key = JSON.stringify(steps);
  const [tried, setTried] = useState<Tried>({ key: '', trial: TRYING });
  useEffect(() => {
    if (draft === null || steps.length === 0) return undefined;
    let isOld = false;
    const look = (): void =>
      void tryColumn(client, steps, draft, before).then((trial) => {
        if (!isOld) setTried({ key, trial });
      });
    const timer = window.setTimeout(look, PAUSE_MS);
    // The rows that don't fit may be put right elsewhere meanwhile.
    const stop = client.onChange(({ tables }) => {
      if (tables.includes(table)) look();
    });
    return () => {
      isOld = true;
      window.clearTimeout(timer);
      stop();
    };
  }, [client, key]);
  if (steps.length === 0) return UNCHANGED;
  return tried.key === key ? tried.trial : TRYING;
}

const TRYING: ColumnTrial = { kind: 'trying' };
const UNCHANGED: ColumnTrial = { kind: 'unchanged' };

async function tryColumn(
  client: OperationsClient,
  steps: readonly JsonObject[],
  draft: ColumnDraft,
  before: ColumnDraft | null,
): Promise<ColumnTrial> {
  try {
    const plan = await client.run('batch', { operations: [...steps] as never, dry_run: true });
    return { kind: 'accepted', plan };
  } catch (thrown) {
    const groups = misfitsOf(thrown, draft, before);
    return groups.length > 0 ? { kind: 'misfits', groups } : { kind: 'refused', problem: stepProblem(thrown) };
  }
}
