/** Tries lines of a file on a table. Nothing is written. docs/page.md#import */

import type { Json } from '../../../engine/index';
import { type Convention, conventionFor, conventionOf } from '../../../kernel/column-convention';
import { conventionHere } from '../../components/text/date-text';
import type { ProblemText } from '../../components/text/problem-text';
import { type Refusal, describeProblem, refusalOf } from '../../client/describe-problem';
import { stepProblem } from '../design/use-rehearsal';
import type { DescribedColumn, OperationsClient } from '../../client/operations-client';
import { draftOfColumn } from '../columns/column-draft';
import { nearText } from '../columns/column-misfits';
import { type ImportRow, fixKey, importSteps, isDistinct } from './import-plan';

export interface LineMisfit {
  /** `fixKey` of its column and value. */
  readonly key: string;
  readonly column: string;
  readonly code: string;
  readonly value: Json;
  readonly message: string;
  /** Of the file. */
  readonly lines: readonly number[];
  /** As it is typed; empty: nothing is near. */
  readonly near: string;
}

export type ImportTrial =
  | { readonly kind: 'trying' }
  | {
      readonly kind: 'accepted';
      readonly inserted: number;
      readonly updated: number;
      readonly unchanged: number;
      /** By which the write recognizes rows; null: it adds a row for each line. */
      readonly on: string | null;
    }
  | { readonly kind: 'misfits'; readonly misfits: readonly LineMisfit[] }
  | { readonly kind: 'refused'; readonly problem: ProblemText };

export interface ImportQuestion {
  readonly table: string;
  readonly columns: readonly DescribedColumn[];
  readonly rows: readonly ImportRow[];
  /** Null: each line is a new row. */
  readonly key: string | null;
}

/**
 * merge_rows tells of all lines at once, a batch of insert_row of the first refused one alone. Where each line is a new row and a column tells
 * them apart that no row of the table shares, merging is inserting.
 */
export async function tryImport(client: OperationsClient, question: ImportQuestion): Promise<ImportTrial> {
  const { rows, key, columns } = question;
  if (key !== null) return tryMerge(client, question, key);
  const apart = columns.find(({ name }) => isDistinct(rows, name))?.name;
  if (apart === undefined) return tryInsert(client, question);
  const trial = await tryMerge(client, question, apart);
  const isInsert = trial.kind !== 'accepted' || trial.updated + trial.unchanged === 0;
  return isInsert ? trial : tryInsert(client, question);
}

async function tryMerge(client: OperationsClient, question: ImportQuestion, on: string): Promise<ImportTrial> {
  const { table, rows } = question;
  try {
    const args = { table, on: [on], rows: rows.map(({ values }) => values), dry_run: true };
    const { inserted, updated, unchanged } = await client.run('merge_rows', args);
    return { kind: 'accepted', inserted, updated, unchanged, on };
  } catch (thrown) {
    return refusedTrial(thrown, question);
  }
}

async function tryInsert(client: OperationsClient, question: ImportQuestion): Promise<ImportTrial> {
  const { table, rows } = question;
  try {
    await client.run('batch', { operations: [...importSteps(table, rows, null)] as never, dry_run: true });
    return { kind: 'accepted', inserted: rows.length, updated: 0, unchanged: 0, on: null };
  } catch (thrown) {
    return refusedTrial(thrown, question);
  }
}

function refusedTrial(thrown: unknown, { rows, columns }: ImportQuestion): ImportTrial {
  const misfits = new Map<string, LineMisfit>();
  const violations = refusalOf(thrown)?.violations ?? [];
  const linesBy = new Map<string, LinesByValue>();
  const conventions = new Map<string, Convention>();
  for (const { column, code, value = null, message } of violations) {
    const described = columns.find(({ name }) => name === column);
    if (column === null || described === undefined) continue;
    const key = fixKey(column, value);
    if (misfits.has(key)) continue;
    const known = linesBy.get(column) ?? linesByValue(rows, column);
    linesBy.set(column, known);
    const lines = known.get(JSON.stringify(value)) ?? [];
    if (lines.length === 0) continue;
    const convention = conventions.get(column) ?? conventionIn(violations, column);
    conventions.set(column, convention);
    const near = nearText(draftOfColumn(described), value, code, convention);
    misfits.set(key, { key, column, code, value, message, lines, near });
  }
  if (misfits.size > 0) return { kind: 'misfits', misfits: [...misfits.values()] };
  return { kind: 'refused', problem: refusalOf(thrown) === null ? describeProblem(thrown) : stepProblem(thrown) };
}

/** Line numbers by the JSON of the value. */
type LinesByValue = ReadonlyMap<string, readonly number[]>;

function linesByValue(rows: readonly ImportRow[], column: string): LinesByValue {
  const lines = new Map<string, number[]>();
  for (const { line, values } of rows) {
    const key = JSON.stringify(values[column] ?? null);
    const known = lines.get(key);
    if (known === undefined) lines.set(key, [line]);
    else known.push(line);
  }
  return lines;
}

/** By all values that do not fit. */
function conventionIn(violations: Refusal['violations'], name: string): Convention {
  const texts = violations.flatMap(({ column, value }) =>
    column === name && typeof value === 'string' ? [value] : [],
  );
  return conventionFor(conventionHere(), conventionOf(texts));
}
