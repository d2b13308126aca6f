/** The rows of a table for as long as a component shows them. Other rows take their place when they are there, not before. */

import { useLayoutEffect } from 'preact/hooks';
import type { ColumnSummary, Summary } from '../../components/grid/summary';
import { type GridColumn, hasValues } from '../../components/grid-column';
import { askSummaries } from '../../rows/column-summaries';
import type { Edits } from '../../changes/edits';
import { askEveryRow } from '../export/export-rows';
import type { ExportedRows } from '../export/export-text';
import { GroupedRows } from '../../rows/grouped-rows';
import { laneGrouping, lanesWithoutRows } from '../../rows/lane-column';
import { useLiveQuery } from '../../client/live-query';
import type { OperationsClient, TablesChanged } from '../../client/operations-client';
import { findRows } from '../../client/quick-find';
import { layoutOf } from '../../layouts/layout-registry';
import { type RowFilter, type TableRows, type WindowQuestion, RowWindow } from '../../rows/row-window';
import { useWindow } from '../../rows/use-window';
import { type ViewSpec, REST, orderByOf, shownColumns } from '../../rows/view-spec';
import { allOf } from '../../rows/where-parts';

export interface TableRowsContext {
  readonly client: OperationsClient;
  readonly edits: Edits;
  /** Qualified. */
  readonly table: string;
  readonly spec: ViewSpec;
  /** Empty: nothing is searched. */
  readonly search: string;
  /** Those that the table declares, and those that the view computes. */
  readonly columns: readonly GridColumn[];
  /** Qualified tables besides it whose changes change the rows. */
  readonly reads: readonly string[];
}

export interface ShownRows {
  /** Null until a first answer is there. */
  readonly window: TableRows | null;
  readonly summaries: Readonly<Record<string, ColumnSummary>>;
  /** Every row that is seen, with the columns that are. */
  readonly askAll: () => Promise<ExportedRows>;
}

const NO_SUMMARIES = {};

export function useTableRows(place: TableRowsContext): ShownRows {
  const { client, edits, table, spec, search, columns, reads } = place;
  const question = questionOf(place);
  const { display } = spec;
  const { reads: read } = layoutOf(spec);
  const group = read === 'lanes' ? laneGrouping(spec, columns) : read === 'view' ? null : spec.group;
  const lane = columns.find(({ name }) => name === group?.column);
  const lanes = read === 'lanes' ? lanesWithoutRows(lane) : {};
  const kinds = knownKinds(display.summaries, columns);
  const choices = lane?.type === 'enum' ? (lane.values ?? []) : [];
  const isCollapsed = (key: string): boolean => display.collapsed.includes(key);
  const key = JSON.stringify([
    table,
    question.columns,
    question.orderBy,
    spec.where,
    spec.limit,
    search,
    group,
    group === null ? null : kinds,
    choices,
    lanes,
  ]);
  const isTouched = ({ tables }: TablesChanged): boolean =>
    tables.some((changed) => changed === table || reads.includes(changed));
  const { window, next } = useWindow<TableRows>(client, key, () =>
    group === null
      ? new RowWindow(client, question, isTouched)
      : new GroupedRows(client, { ...question, group, summaries: kinds, isCollapsed, choices, ...lanes }, isTouched),
  );
  useLayoutEffect(() => {
    for (const each of new Set([window, next])) if (each instanceof GroupedRows) each.fold(isCollapsed);
  }, [window, next, JSON.stringify(display.collapsed)]);
  useLayoutEffect(() => edits.shows(table, () => next?.refresh() ?? Promise.resolve()), [table, edits, next]);
  const { answer } = useLiveQuery(client, JSON.stringify([table, kinds, spec.where, search]), {
    ask: async (operations) => {
      if (Object.keys(kinds).length === 0) return NO_SUMMARIES;
      const { where } = await question.filter(operations);
      return askSummaries(operations, { table, where, kinds });
    },
    isTouched,
  });
  return {
    window,
    summaries: answer.kind === 'answer' ? answer.value : NO_SUMMARIES,
    askAll: async () => {
      const { where } = await question.filter(client);
      const shown = shownColumns(spec, columns).filter(hasValues);
      return askEveryRow(client, { table, columns: shown, where, orderBy: question.orderBy });
    },
  };
}

/** Not of columns that are gone. */
function knownKinds(kinds: Readonly<Record<string, Summary>>, columns: readonly GridColumn[]): typeof kinds {
  const known = new Set(columns.flatMap(({ name, isDeclared }) => (isDeclared ? [name] : [])));
  return Object.fromEntries(Object.entries(kinds).filter(([name]) => known.has(name)));
}

function questionOf({ edits, table, spec, search, columns }: TableRowsContext): WindowQuestion {
  const read = layoutOf(spec).readsColumns?.(spec) ?? [];
  const declared = new Set(columns.flatMap(({ name, computed }) => (computed === null ? [name] : [])));
  // Computed columns that are hidden are not asked for.
  const isDeclared =
    declared.size === columns.length &&
    [...spec.display.columns.map(({ name }) => name), ...read].every((name) => name === REST || declared.has(name));
  const shown = shownColumns(spec, columns)
    .filter(hasValues)
    .map(({ name }) => name);
  return {
    table,
    columns: isDeclared ? null : [...new Set(['id', 'path', ...declared, ...shown, ...read])],
    orderBy: orderOf(spec, columns),
    limit: spec.limit,
    filter: (operations) => searchFilter(operations, table, spec, search),
    keyed: (rows) => edits.lane.keyed(rows),
  };
}

/** That of the view, else that of its layout. */
function orderOf(spec: ViewSpec, columns: readonly GridColumn[]): readonly string[] {
  const own = spec.sort.length > 0 ? null : (layoutOf(spec).orderColumn?.(spec, columns) ?? null);
  return own === null ? orderByOf(spec.sort) : [own];
}

/** Rows of the view, and of these the ones that are found by name or text. */
async function searchFilter(
  client: OperationsClient,
  table: string,
  { where }: ViewSpec,
  text: string,
): Promise<RowFilter> {
  if (text === '') return { where, warnings: [] };
  const { paths, isCut } = await findRows(client, table, text);
  const cut = 'More rows are found than are shown. Another word narrows the search.';
  return { where: allOf([where, { path: { in: [...paths] } }]), warnings: isCut ? [cut] : [] };
}
