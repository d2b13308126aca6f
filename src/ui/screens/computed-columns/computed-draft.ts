/** A computed column as it is in its form: a formula, or a figure of linked notes. docs/app/computed-columns.md */

import type { Json, JsonObject } from '../../../engine/index';
import { freeColumnName } from '../../../kernel/names';
import { asObject, asText } from '../../client/operations-client';
import { humanName, isUndeclared } from '../../client/table-columns';
import { type GridColumn, undeclaredColumn } from '../../components/grid-column';
import { type ViewComputedColumn, computedColumn, withComputed } from '../../rows/view-computed';
import { type ViewSpec, REST, withColumn, withDisplay } from '../../rows/view-spec';

export interface ComputedDraft {
  readonly kind: ViewComputedColumn['kind'];
  /** The heading. */
  readonly heading: string;
  readonly formula: string;
  readonly rollup: RollupDraft;
}

export interface RollupDraft {
  /** Null: not chosen yet. */
  readonly link: RollupLink | null;
  /** An aggregate: `count`, `sum`. */
  readonly measure: string;
  /** A column of the linked rows; null: not chosen, or not needed. */
  readonly column: string | null;
  /** The column, or columns, that order the linked rows for the first or last of them; null: their paths do. */
  readonly order: Json;
  readonly where: JsonObject | null;
  /** What a query says that the form has no field for. */
  readonly more: JsonObject;
}

/** Rows of a table that link here by a column, or rows that an own column links to. */
export type RollupLink = { readonly table: string; readonly by: string } | { readonly via: string };

const NO_ROLLUP: RollupDraft = { link: null, measure: 'count', column: null, order: null, where: null, more: {} };

export const emptyComputed = (kind: ViewComputedColumn['kind']): ComputedDraft => ({
  kind,
  heading: '',
  formula: '',
  rollup: NO_ROLLUP,
});

/** Null: the view computes no column of that name. */
export function draftOfComputed({ computed, display }: ViewSpec, name: string): ComputedDraft | null {
  const column = computedColumn(computed, name);
  if (column === null) return null;
  const heading = display.columns.find((each) => each.name === name)?.label ?? humanName(name);
  const draft = { ...emptyComputed(column.kind), heading };
  return column.kind === 'formula'
    ? { ...draft, formula: column.formula }
    : { ...draft, rollup: readRollup(column.rollup) };
}

function readRollup({ table, by, via, where, value, order_rows_by, ...more }: JsonObject): RollupDraft {
  const [, measure, column] = /^(\w+)(?::(.*))?$/s.exec(asText(value) ?? '') ?? [];
  const [own, other, link] = [asText(via), asText(table), asText(by)];
  return {
    link: own !== null ? { via: own } : other !== null && link !== null ? { table: other, by: link } : null,
    measure: measure ?? 'count',
    column: column ?? null,
    order: order_rows_by ?? null,
    where: asObject(where),
    more,
  };
}

/** As a query says it; null: something is missing. */
export function computedOf({ kind, formula, rollup }: ComputedDraft): ViewComputedColumn | null {
  if (kind === 'formula') return formula.trim() === '' ? null : { kind, formula: formula.trim() };
  const { link, measure, column, order, where, more } = rollup;
  if (link === null || (column === null && needsColumn(measure))) return null;
  const value = column === null ? measure : `${measure}:${column}`;
  const ordered = order === null || !isOfRowOrder(measure) ? {} : { order_rows_by: order };
  return { kind, rollup: { ...more, ...link, ...(where === null ? {} : { where }), value, ...ordered } };
}

export const needsColumn = (measure: string): boolean => measure !== 'count';

export const isOfRowOrder = (measure: string): boolean => ['first', 'last', 'list'].includes(measure);

/** Why it can't be tried, in words; null: it can. */
export function computedProblem({ kind, heading, rollup }: ComputedDraft): string | null {
  if (heading.trim() === '') return 'Give the column a name.';
  if (kind === 'formula') return 'Write a formula.';
  return rollup.link === null ? 'Choose the linked notes.' : 'Choose a column of the linked notes.';
}

/** The view with the column. `before`: the name of the column that is changed; null: it is new. */
export function withComputedColumn(
  spec: ViewSpec,
  columns: readonly GridColumn[],
  { before, draft }: { readonly before: string | null; readonly draft: ComputedDraft },
): { readonly spec: ViewSpec; readonly name: string } {
  const column = computedOf(draft);
  const heading = draft.heading.trim();
  const isTaken = (name: string): boolean => isUndeclared(name) || columns.some((each) => each.name === name);
  const name = before ?? freeColumnName(heading, isTaken, draft.kind);
  const next = { ...spec, computed: withComputed(spec.computed, name, column) };
  const label = heading === humanName(name) ? undefined : heading;
  const isNamed = spec.display.columns.some((each) => each.name === name || each.name === REST);
  if (label === undefined && !isNamed) return { spec: next, name };
  const all = before === null ? [...columns, undeclaredColumn(name)] : columns;
  return { spec: withColumn(next, all, name, { label, hidden: false }), name };
}

/** A filter by the column stays: without it, other rows would be shown. */
export function withoutComputedColumn(spec: ViewSpec, name: string): ViewSpec {
  const { [name]: _, ...summaries } = spec.display.summaries;
  const columns = spec.display.columns.filter((each) => each.name !== name);
  return withDisplay(
    {
      ...spec,
      computed: withComputed(spec.computed, name, null),
      sort: spec.sort.filter(({ column }) => column !== name),
      group: spec.group?.column === name ? null : spec.group,
    },
    { columns, summaries },
  );
}
