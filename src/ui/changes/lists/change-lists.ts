/** Items added to, or removed from, the lists of several rows: one write, one step of the undo list. docs/app/editing.md#lists-of-several-rows */

import type { Json, Operations } from '../../../engine/index';
import { draftOf } from '../../components/cells/edit-draft';
import { plainText } from '../../components/cells/cell-value';
import type { GridColumn, GridRow } from '../../components/grid-column';
import type { Suggestion, Suggestions } from '../../components/editors/suggestions';
import type { ProblemText } from '../../components/text/problem-text';
import { foldText } from '../../../kernel/fold-text';
import { type Refusal, describeProblem } from '../../client/describe-problem';
import type { OperationsClient } from '../../client/operations-client';
import { rowsFilter } from '../../rows/where-parts';
import { countedRows } from '../describe-write';
import type { StepOutcome } from '../lane-port';
import type { RowPlace } from '../row-actions/row-actions';

export type ListVerb = 'add' | 'remove';

export interface ListChange {
  readonly verb: ListVerb;
  readonly column: GridColumn;
  /** Notes, each once. */
  readonly rows: readonly GridRow[];
  readonly items: readonly Json[];
}

type WriteResult = Operations['update_rows']['result'];

/** One call, which the engine refuses or writes as a whole. */
export function runListChange(
  client: OperationsClient,
  table: string,
  { verb, column, rows, items }: ListChange,
  isDryRun: boolean,
): Promise<WriteResult> {
  const pieces = { [column.name]: [...items] };
  return client.run('update_rows', {
    table,
    where: rowsFilter(rows),
    ...(verb === 'add' ? { add_values: pieces } : { remove_values: pieces }),
    ...(isDryRun ? { dry_run: true } : {}),
  });
}

/** Resolves to the reason of a refusal; null: it is written. */
export async function changeLists({ client, lane, table }: RowPlace, change: ListChange): Promise<ProblemText | null> {
  const step = { table, name: changeName(change), edits: [] };
  const { problem } = await lane.perform(step, change.rows, async (): Promise<StepOutcome> => {
    try {
      const { migrationId, changed } = await runListChange(client, table, change, false);
      return { migrationId, cells: [], text: doneText(change, changed), problem: null };
    } catch (thrown) {
      const text = `${change.column.label} of ${countedRows(change.rows.length)} was not changed.`;
      return { migrationId: null, cells: [], text, problem: describeProblem(thrown) };
    }
  });
  return problem;
}

const WORDS = {
  add: { name: 'addition', done: 'Added', preposition: 'to' },
  remove: { name: 'removal', done: 'Removed', preposition: 'from' },
} as const;

const changeName = ({ verb, column, rows }: ListChange): string =>
  `${WORDS[verb].name} ${WORDS[verb].preposition} ${column.label} of ${countedRows(rows.length)}`;

function doneText({ verb, column, items }: ListChange, changed: number): string {
  const { done, preposition } = WORDS[verb];
  return `${done} ${itemsText(items)} ${preposition} ${column.label} of ${countedRows(changed)}.`;
}

/** Named in a message; more are counted. */
const MOST_NAMED = 3;

const itemsText = (items: readonly Json[]): string =>
  items.length > MOST_NAMED ? `${items.length} items` : items.map(plainText).join(', ');

/** `Add to Tags of 3 rows`. */
export const listChangeTitle = (verb: ListVerb, { label }: GridColumn, count: number): string =>
  `${listChangeLabel(verb, label)} of ${countedRows(count)}`;

export const listChangeLabel = (verb: ListVerb, label: string): string =>
  verb === 'add' ? `Add to ${label}` : `Remove from ${label}`;

/** What a dry run says. */
export function listEffect({ verb, rows }: ListChange, changed: number): string {
  const same = Math.max(rows.length - changed, 0);
  const has = same === 1 ? 'has' : 'have';
  const rest = verb === 'add' ? `${has} them already` : `${same === 1 ? 'does' : 'do'} not have them`;
  if (changed === 0) return `No row changes: ${countedRows(same)} ${rest}.`;
  return `Changes ${countedRows(changed)}.${same === 0 ? '' : ` ${countedRows(same)} ${rest}.`}`;
}

export interface ListRefusal {
  readonly problem: ProblemText;
  /** Vault paths of the rows that can't take the change. */
  readonly paths: ReadonlySet<string>;
}

/** One reason of many rows is named once. */
export function listRefusal(problem: ProblemText, refusal: Refusal | null): ListRefusal {
  if (refusal === null) return { problem, paths: new Set() };
  const reasons = new Map<string, Refusal['violations'][number]>();
  for (const violation of refusal.violations) {
    const { code, column, value = null } = violation;
    const key = JSON.stringify([code, column, value]);
    if (!reasons.has(key)) reasons.set(key, violation);
  }
  const violations = [...reasons.values()].slice(0, MOST_NAMED);
  const near = [...new Set(violations.flatMap((each) => each.near ?? []))];
  const paths = new Set(refusal.violations.flatMap(({ path }) => path ?? []));
  // Field by field: those of an error are not all enumerable.
  const { code, message, hint, conflicts } = refusal;
  return { problem: { ...describeProblem({ code, message, hint, conflicts, violations }), near }, paths };
}

/** The column with the choices that the rows have: no other can be removed from them. */
export function heldColumn(column: GridColumn, rows: readonly GridRow[]): GridColumn {
  const held = new Set(rows.flatMap((row) => itemsIn(row, column)));
  return { ...column, values: column.values.filter((value) => held.has(value)) };
}

/** So many are listed. */
const MOST_LISTED = 20;

/** Items of these rows, the most frequent ones first. */
export function suggestHeld(column: GridColumn, rows: readonly GridRow[], typed: string): Suggestions {
  const wanted = foldText(typed.trim());
  const counts = new Map<string, { readonly item: Json; count: number }>();
  for (const row of rows) {
    for (const item of new Set(itemsIn(row, column))) {
      const known = counts.get(JSON.stringify(item));
      if (known === undefined) counts.set(JSON.stringify(item), { item, count: 1 });
      else known.count += 1;
    }
  }
  const options = [...counts.values()]
    .map(({ item, count }): Suggestion & { readonly count: number } => {
      const detail = `in ${countedRows(count)}`;
      return { value: draftOf(column, [item]), label: plainText(item), detail, count };
    })
    .filter(({ label }) => foldText(label).includes(wanted))
    .sort((one, other) => other.count - one.count || one.label.localeCompare(other.label));
  return {
    options: options.slice(0, MOST_LISTED),
    note: options.length === 0 ? 'None of the rows has such an item.' : null,
  };
}

function itemsIn({ values }: GridRow, { name }: GridColumn): readonly Json[] {
  const value = values[name] ?? [];
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}
