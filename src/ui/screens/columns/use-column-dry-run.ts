/** Tries a change of a column, a moment after each key. Nothing is written. */

import type { Json, JsonObject, Operations } from '../../../engine/index';
import { type DryRun, dryRun, useDryRun } from '../../changes/forms/dry-run';
import { type InvalidValue, invalidValues } from '../../changes/forms/invalid-values';
import type { Refusal } from '../../client/describe-problem';
import type { OperationsClient } from '../../client/operations-client';
import { type RowNames, readRowNames } from '../../client/row-names';
import { type ColumnDraft, type RowFix, columnSteps } from './column-draft';
import { nearText, refusedConvention } from './near-value';

type BatchResult = Operations['batch']['result'];

export type ColumnDryRun =
  | { readonly kind: 'unchanged' | 'running' }
  | DryRun<BatchResult>
  /** Rows don't fit: each needs another value first. */
  | { readonly kind: 'invalid'; readonly values: readonly InvalidValue[]; readonly names: RowNames };

/** Rows that are named at a value. */
export const MOST_NAMED = 5;

const NO_ROW_FIXES: readonly RowFix[] = [];

/** `draft` null: it can't be tried yet. */
export function useColumnDryRun(
  client: OperationsClient,
  table: string,
  before: ColumnDraft | null,
  draft: ColumnDraft | null,
): ColumnDryRun {
  const steps = draft === null ? [] : columnSteps({ table, before, draft, fixes: NO_ROW_FIXES });
  const answer = useDryRun<ColumnDryRun>(client, {
    key: steps.length === 0 ? null : JSON.stringify(steps),
    ask: () => tryColumn(client, table, steps, { draft, before }),
    // The rows that don't fit may be corrected elsewhere meanwhile.
    table,
  });
  if (steps.length === 0) return UNCHANGED;
  return answer ?? RUNNING;
}

const RUNNING: ColumnDryRun = { kind: 'running' };
const UNCHANGED: ColumnDryRun = { kind: 'unchanged' };

async function tryColumn(
  client: OperationsClient,
  table: string,
  steps: readonly JsonObject[],
  { draft, before }: { readonly draft: ColumnDraft | null; readonly before: ColumnDraft | null },
): Promise<ColumnDryRun> {
  const answer = await dryRun(() => client.run('batch', { operations: [...steps] as never, dry_run: true }));
  if (answer.kind === 'accepted' || draft === null) return answer;
  const values = invalidRows(answer.refusal, draft, before);
  if (values.length === 0) return answer;
  const named = values.flatMap(({ paths }) => paths.slice(0, MOST_NAMED));
  return { kind: 'invalid', values, names: await readRowNames(client, table, named) };
}

/** The rest of a refusal names no row. */
export function invalidRows(
  refusal: Refusal | null,
  draft: ColumnDraft,
  before: ColumnDraft | null,
): readonly InvalidValue[] {
  // A value that was a choice until now is not misspelled.
  const known = new Set<Json>(before?.choices.map(({ value }) => value));
  const ofRows = (refusal?.violations ?? []).filter(({ path }) => path !== null);
  const convention = refusedConvention(ofRows);
  return invalidValues(ofRows, {
    near: ({ value = null, code }) => (known.has(value) ? '' : nearText(draft, value, code, convention)),
    isOfOneRow: ({ code }) => code === 'unique',
  });
}
