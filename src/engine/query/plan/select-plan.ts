/** Plans a select from its arguments, for select_rows and for views. Source: docs/operations.md#select_rows, docs/sources-and-views.md#views. */

import { ID_COLUMN } from '../../catalog/definition';
import { NotedbError, badRequest } from '../../errors';
import { LinkExpansion } from '../link-expansion';
import type { OrderKey } from '../row-order';
import type { RowProjection } from '../row-projection';
import type { GroupOrder, SelectPlan } from '../run-select';
import type { QuerySource, SourceShape } from '../source/query-source';
import type { SubjectResolver } from '../where/subject-resolver';
import type { ColumnSpec } from '../../values/column-spec';
import { aggregateSpec, checkAggregate, readAggregate } from '../group/aggregates';
import { type PlannedJoin, planJoin } from './plan-join';
import { type PlanContext, planWhere, subjectsOf } from './plan-context';
import { DEFAULT_ROWS, type SelectClauses } from './select-input';
import { nearNames, suggest } from '../../../kernel/near-names';
import { readExpression } from '../group/query-expressions';
import type { GroupKey, JoinSide, PlannedAggregate } from '../group/group-rows';
import type { Subject } from '../where/subject';
import type { Json } from '../../json';

/** Throws 400 for an unknown column, operator, aggregate or function, and a value of another type; 404 for an absent joined table. */
export function planSelect(context: PlanContext, source: QuerySource, selection: SelectClauses): SelectPlan {
  const subjects = subjectsOf(context, source);
  const join = planJoin(context, source, subjects, selection.join ?? null);
  const groups = planGroups(context, subjects, join, selection);
  const resolve = (text: string): Resolved => ({
    subject: readExpression(text, subjects, context.zone),
    side: 'left',
  });
  return {
    source,
    where: planWhere(context, subjects, selection.where),
    order: groups === null ? planOrder(selection.order_by ?? [], resolve) : [],
    projection:
      groups === null ? planProjection(context, source, subjects, withoutJoined(selection, join)) : EVERYTHING,
    join,
    groups,
    limit: selection.limit ?? DEFAULT_ROWS,
    offset: selection.offset ?? 0,
  };
}

/** An expression, and the side of a join that it is of. */
interface Resolved {
  readonly subject: Subject;
  readonly side: JoinSide;
}

const EVERYTHING: RowProjection = { columns: null, expansion: null };

/** Joined columns are shown whether they are among the columns or not. */
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

/** Each key is an expression, with `-` before it where it descends. */
function planOrder(
  keys: string | readonly string[],
  resolve: (text: string) => Resolved,
): readonly (OrderKey & { readonly side: JoinSide })[] {
  return keysOfOrder(keys).map((key) => {
    const descending = key.startsWith('-');
    return { ...resolve(descending ? key.slice(1) : key), descending };
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

function planGroups(
  context: PlanContext,
  subjects: SubjectResolver,
  join: PlannedJoin | null,
  selection: SelectClauses,
): SelectPlan['groups'] {
  const written = selection.group_by ?? [];
  const names = typeof written === 'string' ? [written] : written;
  const given = Object.entries(selection.aggregates ?? {});
  if (names.length === 0 && given.length === 0) return null;
  if ((selection.expand ?? []).length > 0) throw badRequest('groups have no links to expand', 'leave expand away');
  const resolve = (text: string) => resolveOnSide(text, subjects, join, context.zone);
  const keys = names.map((name): GroupKey => ({ name, ...resolve(name) }));
  const entries: readonly (readonly [string, Json])[] = given.length === 0 ? [['count', 'count']] : given;
  const aggregates = entries.map(([name, text]) => planAggregate(name, text, resolve));
  const shown = [...keys, ...aggregates].map(({ name }) => name);
  const twice = shown.find((name, i) => shown.indexOf(name) !== i);
  if (twice !== undefined) {
    const hint = names.indexOf(twice) === names.lastIndexOf(twice) ? 'give the aggregate another name' : 'name it once';
    throw badRequest(`"${twice}" would name two columns of a group`, hint);
  }
  const order = keysOfOrder(selection.order_by ?? []).map((key): GroupOrder => {
    const descending = key.startsWith('-') && !shown.includes(key);
    return { name: requireName(shown, descending ? key.slice(1) : key), descending };
  });
  return { keys, aggregates, order, shown: selection.columns?.map((name) => requireName(shown, name)) ?? shown };
}

const keysOfOrder = (order: string | readonly string[]): readonly string[] =>
  typeof order === 'string' ? [order] : order;

export function planAggregate(name: string, text: Json, resolve: (text: string) => Resolved): PlannedAggregate {
  const written = readAggregate(name, text);
  if (written.column === null) return { name, kind: written.kind, subject: null, side: 'left' };
  const { subject, side } = resolve(written.column);
  checkAggregate(name, written, subject.spec);
  return { name, kind: written.kind, subject, side };
}

/** `as.column`, also inside of a function, names the joined side; everything else the left one. */
function resolveOnSide(text: string, left: SubjectResolver, join: PlannedJoin | null, zone: string): Resolved {
  const prefix = join === null ? null : new RegExp(`^(\\s*(?:\\w+\\s*\\(\\s*)?)${join.as}\\.`, 'u');
  if (join === null || prefix === null || !prefix.test(text) || left.find(text) !== null) {
    return { subject: readExpression(text, left, zone), side: 'left' };
  }
  const subject = readExpression(text.replace(prefix, '$1'), join.subjects, zone);
  return { subject: { ...subject, name: text }, side: 'right' };
}

/** The name of a key or an aggregate; 400 for any other. */
function requireName(names: readonly string[], name: string): string {
  if (names.includes(name)) return name;
  const hint = suggest(nearNames(name, names), `a group has: ${names.join(', ')}`);
  throw new NotedbError('bad_request', `a group has no "${name}": it has its keys and its aggregates`, hint);
}
