/** Tries lines of a file on a table. Nothing is written. docs/page.md#import */

import { type DryRun, dryRun } from '../../changes/forms/dry-run';
import { type InvalidValue, invalidValues, valueKey } from '../../changes/forms/invalid-values';
import type { Refusal } from '../../client/describe-problem';
import type { DescribedColumn, OperationsClient } from '../../client/operations-client';
import { draftOfColumn } from '../columns/column-draft';
import { nearText, refusedConvention } from '../columns/near-value';
import type { JsonObject } from '../../../engine/index';
import { type ImportRow, NOTE_LINK, importSteps, isDistinct, noteSteps } from './import-plan';

/** A refused value with the lines of the file that have it. */
export interface LineValue extends InvalidValue {
  readonly lines: readonly number[];
}

/** What the write would do. */
interface ImportPlan {
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly steps: readonly JsonObject[];
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
 * merge_rows recognizes rows that are there. Where each line has its own value in a column, and no row of the table shares one,
 * merging only inserts. That is quicker than a step for each line.
 */
export async function tryImport(client: OperationsClient, question: ImportQuestion): Promise<ImportDryRun> {
  const { rows, key, columns } = question;
  if (key === NOTE_LINK) return tryNotes(client, question);
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
    return { inserted, updated, unchanged, steps: importSteps(table, rows, on) };
  });

const tryInsert = (client: OperationsClient, question: ImportQuestion): Promise<ImportDryRun> =>
  tryLines(question, async () => {
    const { table, rows } = question;
    const steps = importSteps(table, rows, null);
    await client.run('batch', { operations: [...steps] as never, dry_run: true });
    return { inserted: rows.length, updated: 0, unchanged: 0, steps };
  });

/** A line whose note is not a row of the table adds one. */
async function tryNotes(client: OperationsClient, question: ImportQuestion): Promise<ImportDryRun> {
  const { table, rows } = question;
  const seen = new Set<string>();
  const twice = rows.find(({ note }) => note !== null && seen.size === seen.add(note).size);
  if (twice !== undefined) {
    const message = `Line ${twice.line} names the note ${String(twice.note)}, as a line before it does. Leave one of them out.`;
    return { kind: 'refused', problem: { message, hint: null }, refusal: null };
  }
  return tryLines(question, async () => {
    const steps = noteSteps(table, rows, await pathsOf(client, question));
    const planned = await client.run('batch', { operations: [...steps] as never, dry_run: true });
    const inserted = steps.filter(({ op }) => op === 'insert_row').length;
    const updated = planned.steps.filter(({ changed }) => changed > 0).length - inserted;
    return { inserted, updated, unchanged: rows.length - inserted - updated, steps };
  });
}

/** As many rows as an answer holds. */
const MOST_ROWS = 1000;

/** The paths of the rows of the table that lines name, by the link of the line. */
async function pathsOf(
  client: OperationsClient,
  { table, rows }: ImportQuestion,
): Promise<ReadonlyMap<string, string>> {
  const links = rows.flatMap(({ note }) => (note === null ? [] : [note]));
  const paths = new Map<string, string>();
  for (let from = 0; from < links.length; from += MOST_ROWS) {
    const where = { [NOTE_LINK]: { in: links.slice(from, from + MOST_ROWS) } };
    const found = await client.run('select_rows', { table, where, columns: [NOTE_LINK], limit: MOST_ROWS });
    for (const { path, [NOTE_LINK]: link } of found.rows) if (typeof link === 'string') paths.set(link, path ?? '');
  }
  return paths;
}

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
