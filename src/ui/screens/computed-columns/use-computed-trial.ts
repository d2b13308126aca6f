/** Tries a computed column on the first rows, a moment after each key. Nothing is written. docs/app/computed-columns.md */

import { type DryRun, dryRun, useDryRun } from '../../changes/forms/dry-run';
import { noteName } from '../../client/note-text';
import type { OperationsClient } from '../../client/operations-client';
import { namedColumns, tableColumns } from '../../client/table-columns';
import type { GridColumn, GridRow } from '../../components/grid-column';
import { type ViewComputedColumn, type ComputedColumns, computedJson, withComputed } from '../../rows/view-computed';

export interface FirstRows {
  /** The name of the note, and the value with its type. */
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
}

export type ComputedTrial = { readonly kind: 'none' | 'running' } | DryRun<FirstRows>;

interface TriedColumn {
  readonly name: string;
  /** Null: it can't be tried yet. */
  readonly column: ViewComputedColumn | null;
  /** Other columns of the view, which a formula may read. */
  readonly others: ComputedColumns;
}

export function useComputedTrial(client: OperationsClient, table: string, tried: TriedColumn): ComputedTrial {
  const { name, column, others } = tried;
  const key = column === null ? null : JSON.stringify([table, tried]);
  const answer = useDryRun<DryRun<FirstRows>>(client, {
    key,
    ask: () => dryRun(() => firstRows(client, table, name, withComputed(others, name, column))),
    table,
  });
  return key === null ? NOT_TRIED : (answer ?? RUNNING);
}

const NOT_TRIED: ComputedTrial = { kind: 'none' };
const RUNNING: ComputedTrial = { kind: 'running' };

const FIRST_ROWS = 4;

async function firstRows(
  client: OperationsClient,
  table: string,
  name: string,
  computed: ComputedColumns,
): Promise<FirstRows> {
  const args = { table, columns: ['path', name], ...computedJson(computed), limit: FIRST_ROWS, explain: true };
  const { rows, explain } = await client.run('select_rows', args);
  const [note] = namedColumns([], ['file_link']);
  const described = namedColumns(tableColumns(explain?.columns ?? []), [name]);
  return {
    columns: [...(note === undefined ? [] : [{ ...note, label: 'Note' }]), ...described],
    rows: rows.map(({ path = '', ...values }) => ({
      key: path,
      path,
      values: { ...values, file_link: `[[${path}|${noteName(path)}]]` },
    })),
  };
}
