/** The computed columns of a view with their types, and why some have no values. docs/app/computed-columns.md */

import { describeProblem, refusalOf } from '../client/describe-problem';
import { type LiveQueryState, useLiveQuery } from '../client/live-query';
import type { DescribedColumn, OperationsClient } from '../client/operations-client';
import { humanName, tableColumns } from '../client/table-columns';
import { type GridColumn, undeclaredColumn } from '../components/grid-column';
import {
  type ComputedColumns,
  NO_COMPUTED,
  computedColumn,
  computedJson,
  computedNames,
  withComputed,
} from './view-computed';
import type { ViewSpec } from './view-spec';

export interface ComputedAnswer {
  /** In the order of the view's query, also those without values. */
  readonly columns: readonly GridColumn[];
  /** Those with values. */
  readonly sound: ComputedColumns;
  /** Qualified tables whose changes can change the values. */
  readonly reads: readonly string[];
}

const NOTHING: ComputedAnswer = { columns: [], sound: NO_COMPUTED, reads: [] };
const NO_COLUMNS: LiveQueryState<ComputedAnswer> = { kind: 'answer', value: NOTHING };

export function useComputedColumns(
  client: OperationsClient,
  table: string,
  { computed, display }: ViewSpec,
): { readonly answer: LiveQueryState<ComputedAnswer>; readonly refresh: () => Promise<void> } {
  const labels = new Map(display.columns.map(({ name, label }) => [name, label]));
  const names = computedNames(computed);
  const key = JSON.stringify([table, computed, names.map((name) => labels.get(name))]);
  const { answer, refresh } = useLiveQuery<ComputedAnswer>(client, key, {
    ask: (operations) => askComputed(operations, table, { computed, labels }),
    isTouched: ({ definitions }) => definitions,
  });
  return { answer: names.length === 0 ? NO_COLUMNS : answer, refresh };
}

interface Headed {
  readonly computed: ComputedColumns;
  readonly labels: ReadonlyMap<string, string | undefined>;
}

async function askComputed(
  client: OperationsClient,
  table: string,
  { computed, labels }: Headed,
): Promise<ComputedAnswer> {
  const names = computedNames(computed);
  if (names.length === 0) return NOTHING;
  const { described, reads, faults, sound } = await tryComputed(client, table, computed);
  const known = new Map(tableColumns(described).map((column) => [column.name, column]));
  const columns = names.map((name): GridColumn => {
    const fault = faults.get(name) ?? null;
    const column = known.get(name) ?? { ...undeclaredColumn(name, humanName(name)), isSortable: false };
    return {
      ...column,
      label: labels.get(name) ?? column.label,
      isEditable: false,
      computed: { kind: computedColumn(computed, name)?.kind ?? 'formula', fault },
    };
  });
  return { columns, sound, reads };
}

interface Trial {
  readonly described: readonly DescribedColumn[];
  readonly reads: readonly string[];
  readonly faults: ReadonlyMap<string, string>;
  readonly sound: ComputedColumns;
}

/** All at once; where that is refused one after the other, because formulas may read each other. */
async function tryComputed(client: OperationsClient, table: string, computed: ComputedColumns): Promise<Trial> {
  const all = await describeComputed(client, table, computed);
  if (!('fault' in all)) return { ...all, faults: new Map(), sound: computed };
  const faults = new Map<string, string>();
  let [sound, found]: [ComputedColumns, Described] = [NO_COMPUTED, { described: [], reads: [] }];
  let waiting = computedNames(computed);
  for (let isNew = true; isNew;) {
    isNew = false;
    for (const name of waiting) {
      const next = withComputed(sound, name, computedColumn(computed, name));
      const answer = await describeComputed(client, table, next);
      if ('fault' in answer) faults.set(name, answer.fault);
      else [sound, found, isNew] = [next, answer, true];
    }
    waiting = waiting.filter((name) => computedColumn(sound, name) === null);
  }
  return { ...found, sound, faults: new Map(waiting.map((name) => [name, faults.get(name) ?? ''])) };
}

interface Described {
  readonly described: readonly DescribedColumn[];
  readonly reads: readonly string[];
}

async function describeComputed(
  client: OperationsClient,
  table: string,
  computed: ComputedColumns,
): Promise<Described | { readonly fault: string }> {
  const columns = ['path', ...computedNames(computed)];
  const args = { table, columns, ...computedJson(computed), limit: 0, explain: true };
  try {
    const { explain } = await client.run('select_rows', args);
    return { described: explain?.columns ?? [], reads: explain?.reads.tables ?? [] };
  } catch (thrown) {
    if (refusalOf(thrown) === null) throw thrown;
    return { fault: describeProblem(thrown).message };
  }
}
