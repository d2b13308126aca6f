/** Tries lines of a file on a table. Nothing is written. docs/page.md#import */

import { type DryRun, dryRun } from '../../changes/forms/dry-run';
import { type InvalidValue, invalidValues, valueKey } from '../../changes/forms/invalid-values';
import type { Refusal } from '../../client/describe-problem';
import type { DescribedColumn, OperationsClient } from '../../client/operations-client';
import { draftOfColumn } from '../columns/column-draft';
import { nearText, refusedConvention } from '../columns/near-value';
import { type ImportRow, importSteps, isDistinct } from './import-plan';

/** A refused value with the lines of the file that have it. */
export interface LineValue extends InvalidValue {
  readonly lines: readonly number[];
}

/** What the write would do. */
interface ImportPlan {
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  /** By which the write recognizes rows; null: it adds a row for each line. */
  readonly on: string | null;
}

export type ImportDryRun =
  | { readonly kind: 'running' }
  | DryRun<ImportPlan>
  | { readonly kind: 'invalid'; readonly values: readonly LineValue[] };

export interface ImportQuestion {
  readonly table: string;
  readonly columns: readonly DescribedColumn[];
  readonly rows: readonly ImportRow[];
  /** Null: each line is a new row. */
  readonly key: string | null;
}

/**
 * merge_rows recognizes rows that are there. Where each line is a new row and a column tells them apart that no row of the table
 * shares, merging is inserting, and quicker than a step for each line.
 */
export async function tryImport(client: OperationsClient, question: ImportQuestion): Promise<ImportDryRun> {
  const { rows, key, columns } = question;
  if (key !== null) return tryMerge(client, question, key);
  const apart = columns.find(({ name }) => isDistinct(rows, name))?.name;
  if (apart === undefined) return tryInsert(client, question);
  const tried = await tryMerge(client, question, apart);
  const isInsert = tried.kind !== 'accepted' || tried.plan.updated + tried.plan.unchanged === 0;
  return isInsert ? tried : tryInsert(client, question);
}

const tryMerge = (client: OperationsClient, question: ImportQuestion, on: string): Promise<ImportDryRun> =>
  tryLines(question, async () => {
    const { table, rows } = question;
    const args = { table, on: [on], rows: rows.map(({ values }) => values), dry_run: true };
    const { inserted, updated, unchanged } = await client.run('merge_rows', args);
    return { inserted, updated, unchanged, on };
  });

const tryInsert = (client: OperationsClient, question: ImportQuestion): Promise<ImportDryRun> =>
  tryLines(question, async () => {
    const { table, rows } = question;
    await client.run('batch', { operations: [...importSteps(table, rows, null)] as never, dry_run: true });
    return { inserted: rows.length, updated: 0, unchanged: 0, on: null };
  });

async function tryLines(question: ImportQuestion, ask: () => Promise<ImportPlan>): Promise<ImportDryRun> {
  const answer = await dryRun(ask);
  if (answer.kind === 'accepted') return answer;
  const values = invalidLines(answer.refusal, question);
  return values.length > 0 ? { kind: 'invalid', values } : answer;
}

function invalidLines(refusal: Refusal | null, { rows, columns }: ImportQuestion): readonly LineValue[] {
  const violations = refusal?.violations ?? [];
  const named = new Set(violations.map(({ column }) => column));
  const drafts = new Map(
    columns
      .filter(({ name }) => named.has(name))
      .map((column) => {
        const convention = refusedConvention(violations.filter((each) => each.column === column.name));
        return [column.name, { draft: draftOfColumn(column), convention }];
      }),
  );
  const ofColumns = violations.filter(({ column }) => drafts.has(column ?? ''));
  const values = invalidValues(ofColumns, {
    near: (violation) => {
      const refused = drafts.get(violation.column ?? '');
      return refused === undefined ? '' : nearText(refused.draft, violation, refused.convention);
    },
  });
  const lines = linesByValue(rows, new Set(values.map(({ column }) => column ?? '')));
  return values.flatMap((each) => {
    const own = lines.get(each.key) ?? [];
    return own.length === 0 ? [] : [{ ...each, lines: own }];
  });
}

function linesByValue(
  rows: readonly ImportRow[],
  columns: ReadonlySet<string>,
): ReadonlyMap<string, readonly number[]> {
  const lines = new Map<string, number[]>();
  for (const { line, values } of rows) {
    for (const column of columns) {
      const key = valueKey(column, values[column] ?? null);
      const known = lines.get(key);
      if (known === undefined) lines.set(key, [line]);
      else known.push(line);
    }
  }
  return lines;
}
