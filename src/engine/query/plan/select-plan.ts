/** Plans a select from its arguments, for select_rows and for views. Source: docs/operations.md#select_rows, docs/sources-and-views.md#views. */

import { ID_COLUMN } from '../../catalog/definition';
import { badRequest } from '../../errors';
import { LinkExpansion } from '../link-expansion';
import type { OrderKey } from '../row-order';
import type { RowProjection } from '../row-projection';
import type { SelectPlan } from '../run-select';
import type { RowSource, SourceShape } from '../source/row-source';
import type { SubjectResolver } from '../where/subject-resolver';
import type { ColumnSpec } from '../../values/column-spec';
import { aggregateSpec } from '../group/aggregates';
import { planGroups } from './plan-groups';
import { planJoin } from './plan-join';
import { type PlanContext, planWhere, subjectsOf } from './plan-context';
import { DEFAULT_ROWS, type SelectClauses } from './select-input';

/**
 * Throws 400 for what does not fit the columns of the sources: an unknown column, operator, aggregate or function, a value
 * of another type; 404 for a joined table that there is not.
 */
export function planSelect(context: PlanContext, source: RowSource, selection: SelectClauses): SelectPlan {
  const subjects = subjectsOf(context, source);
  const join = planJoin(context, source, subjects, selection.join ?? null);
  const groups = planGroups(context, subjects, join, selection);
  return {
    source,
    where: planWhere(context, subjects, selection.where),
    order: groups === null ? planOrder(subjects, selection.order_by ?? []) : [],
    projection:
      groups === null ? planProjection(context, source, subjects, withoutJoined(selection, join)) : EVERYTHING,
    join,
    groups,
    limit: selection.limit ?? DEFAULT_ROWS,
    offset: selection.offset ?? 0,
  };
}

const EVERYTHING: RowProjection = { columns: null, expansion: null };

/** What is joined is shown whether it is among the columns or not. */
const withoutJoined = (selection: SelectClauses, join: SelectPlan['join']): SelectClauses => ({
  ...selection,
  columns: selection.columns?.filter((name) => name !== join?.as),
});

function planProjection(
  context: PlanContext,
  source: SourceShape,
  subjects: SubjectResolver,
  selection: SelectClauses,
): RowProjection {
  const keys = selection.expand ?? [];
  const asked = selection.columns?.map((name) => subjects.get(name)) ?? null;
  const expansion = keys.length === 0 ? null : new LinkExpansion(keys, source, context.view, asked ?? []);
  if (asked === null || expansion === null) return { columns: asked, expansion };
  const added = expansion.names.filter((name) => asked.every((subject) => subject.name !== name));
  return { columns: [...asked, ...added.map((name) => subjects.get(name))], expansion };
}

function planOrder(subjects: SubjectResolver, keys: string | readonly string[]): readonly OrderKey[] {
  return (typeof keys === 'string' ? [keys] : keys).map((key) => {
    const descending = key.startsWith('-');
    return { subject: subjects.get(descending ? key.slice(1) : key), descending };
  });
}

/** The columns of what a select gives, in their order. */
export function columnsOfPlan({
  source,
  groups,
  projection: { columns, expansion },
  join,
}: SelectPlan): readonly ColumnSpec[] {
  if (groups !== null) return groups.shown.map((name) => groupColumn(groups, name));
  const own =
    columns === null ? allColumns(source) : columns.map(({ name, spec }) => ({ ...(spec ?? anyType(name)), name }));
  const replaced = expansion?.names ?? [];
  const shown = own.map((spec) => (replaced.includes(spec.name) ? anyType(spec.name) : spec));
  return join === null ? shown : [...shown, anyType(join.as)];
}

const allColumns = (source: SourceShape): readonly ColumnSpec[] => [
  ...(source.areNotes === false ? [] : [ID_COLUMN]),
  ...source.columns,
  ...Object.keys(source.fields).map(anyType),
];

function groupColumn(groups: NonNullable<SelectPlan['groups']>, name: string): ColumnSpec {
  const key = groups.keys.find((each) => each.name === name);
  if (key !== undefined) {
    const { spec } = key.subject;
    if (spec === null) return anyType(name);
    return spec.type === 'list' ? { ...(spec.items ?? { type: 'string' }), name } : { ...spec, name };
  }
  const aggregate = groups.aggregates.find((each) => each.name === name);
  if (aggregate === undefined) throw badRequest(`there is no column "${name}"`);
  return aggregateSpec(name, aggregate.kind, aggregate.subject?.spec ?? null);
}

const anyType = (name: string): ColumnSpec => ({ name, type: 'json' });
