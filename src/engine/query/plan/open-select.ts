/** Expands the views under a select into a source and the query on it. Source: docs/sources-and-views.md#views; D17. */

import type { ViewDefinition } from '../../catalog/definition';
import { nearNames, suggest } from '../../../kernel/near-names';
import { NotedbError, badRequest } from '../../errors';
import { conjoinWhere, pushDownWhere } from '../source/view-pushdown';
import { ALWAYS } from '../where/predicate';
import { type QuerySource, keysOfShape } from '../source/query-source';
import { SOURCE_COLUMN, type UnionPart, unionRowSource } from '../source/union-source';
import { mergedColumns } from '../source/merged-columns';
import type { ScanSource } from '../../storage/view';
import type { ColumnSpec } from '../../values/column-spec';
import { type OpenSelect, answerSource } from './answer-source';
import { openStored, resolveTarget } from './open-source';
import { WHOLE_SLICE, combineSlices, isGrouped, isOfFile, sliceOf, takesSubquery } from './select-arguments';
import { computedNames, withComputed } from './plan-computed';
import type { PlanContext } from './plan-context';
import { planSelect } from './select-plan';
import type { SelectArguments } from './select-input';
import { type UnionArguments, readViewQuery } from './view-query-input';

/** Throws 404 for a table that there is not, 422 for views that read each other in a circle, 400 for a column that a view does not show. */
export function openSelect(planning: PlanContext, args: SelectArguments): OpenSelect {
  const target = resolveTarget(planning.view.catalog, args.table);
  const { qualified } = target;
  if (target.kind !== 'view') {
    const source = withComputed(planning, openStored(planning, target), args);
    return { table: qualified, planning, source, select: args, slice: WHOLE_SLICE };
  }
  const { reading } = planning;
  if (reading.includes(qualified)) throw viewCycle([...reading.slice(reading.indexOf(qualified)), qualified]);
  return openView(planning, target.view, args);
}

/** All rows of what a reference names: how a joined table is read. */
export function openWhole(planning: PlanContext, reference: string): QuerySource {
  const opened = openSelect(planning, { table: reference });
  const { table, source } = opened;
  if (source.qualified === table) return source;
  const answer = answerSource(opened);
  let all: Promise<ScanSource> | null = null;
  return {
    ...answer,
    name: table.slice(table.lastIndexOf('.') + 1),
    qualified: table,
    // Joins and rollups over the view read its answer once.
    scan: (scheduler) => (all ??= answer.scan(scheduler)),
  };
}

/** As openSelect, of a view that need not be in the catalog. */
export function openView(outside: PlanContext, view: ViewDefinition, args: SelectArguments): OpenSelect {
  const { qualified } = view;
  if (takesSubquery(args)) {
    const { where, expand, rollup, compute, ...rest } = args;
    const narrowed = openView(outside, view, { table: args.table, where, rollup, compute });
    // Groups show no links: the expanded links of the view do not concern them.
    const shown = isGrouped(args) ? expand : unionOfNames(narrowed.select.expand, expand);
    const select = { ...rest, expand: shown };
    return {
      table: qualified,
      planning: outside,
      source: viewAnswerSource(view, narrowed),
      select,
      slice: WHOLE_SLICE,
    };
  }
  const planning = { ...outside, reading: [...outside.reading, qualified] };
  const query = readViewQuery(view.query);
  if ('union' in query) {
    const columns = query.columns ?? unionColumns(query);
    const select = withArguments({ ...query, columns, table: qualified }, args, view);
    const source = withComputed(planning, openUnion(planning, query, view), select);
    return { table: qualified, planning, source, select, slice: sliceOf(query) };
  }
  if (isGrouped(query)) return openGrouped(planning, view, query, args);
  const inner = openSelect(planning, withArguments(query, args, view));
  return { ...inner, table: qualified, slice: combineSlices(inner.slice, sliceOf(query)) };
}

const viewAnswerSource = ({ name, qualified }: ViewDefinition, opened: OpenSelect): QuerySource => ({
  ...answerSource(opened),
  name,
  qualified,
});

/** The groups are made first; then the conditions on what they hold, the order and the columns look at them. */
function openGrouped(
  planning: PlanContext,
  view: ViewDefinition,
  query: SelectArguments,
  args: SelectArguments,
): OpenSelect {
  const keys = [query.group_by ?? []].flat();
  const names = Object.keys(query.aggregates ?? { count: 'count' });
  // A share is of all groups of the view: none may be left out before.
  const isOfAll = Object.values(query.aggregates ?? {}).includes('share');
  const made = keys.filter((key) => isOfAll || isExpression(key));
  const { source: before, output } = pushDownWhere(
    args.where ?? {},
    new Set([...made, ...names, ...computedNames(args)]),
  );
  // A group shows all its columns, empty ones as null.
  const { columns = [...keys, ...names], order_by: orderBy, limit, offset, ...grouping } = query;
  const groups = openSelect(planning, { ...grouping, where: conjoinWhere(query.where ?? {}, before) });
  const select = withArguments({ table: view.qualified, columns, order_by: orderBy }, { ...args, where: output }, view);
  const source = withComputed(planning, viewAnswerSource(view, groups), args);
  return { table: view.qualified, planning, source, select, slice: sliceOf({ limit, offset }) };
}

/** `date(due)`: no name of the rows before they are grouped. */
const isExpression = (key: string): boolean => key.includes('(');

/** The query of a view with the arguments of a select over it; the limit and offset of the view are left to its slice. */
function withArguments(query: SelectArguments, args: SelectArguments, view: ViewDefinition): SelectArguments {
  const { limit: _, offset: __, where, expand, ...written } = query;
  const { table: ___, where: narrower, expand: expanded, rollup, compute, ...given } = args;
  const own = { ...written, columns: withNames(written.columns, computedNames(args)) };
  refuseHidden(view, shownBy({ ...own, expand }), given.columns);
  refuseTaken(view, own, args);
  const isGiven = ([, value]: readonly [string, unknown]): boolean => value !== undefined && value !== null;
  return {
    ...own,
    ...(Object.fromEntries(Object.entries(given).filter(isGiven)) as Partial<SelectArguments>),
    where: narrower === undefined || narrower === null ? where : conjoinWhere(where ?? {}, narrower),
    expand: unionOfNames(expand, expanded),
    rollup: { ...own.rollup, ...rollup },
    compute: { ...own.compute, ...compute },
  };
}

/** A select that computes columns over a view shows them beside its own. */
const withNames = (columns: OptionalNames, names: readonly string[]): OptionalNames =>
  columns === undefined || columns === null || names.length === 0 ? columns : [...columns, ...names];

function refuseTaken({ qualified }: ViewDefinition, own: SelectArguments, args: SelectArguments): void {
  const taken = computedNames(args).find((name) => computedNames(own).includes(name));
  if (taken !== undefined) throw badRequest(`${qualified} has a column "${taken}" already`, 'give it another name');
}

/** Its columns, with the others shown: the links that it expands, what it joins. Null for all. */
function shownBy({ columns, expand, join }: SelectArguments): OptionalNames {
  if (columns === undefined || columns === null) return columns;
  const joined =
    join === undefined || join === null ? [] : [join.as ?? join.table.slice(join.table.lastIndexOf('.') + 1)];
  return [...columns, ...(expand ?? []).map((key) => key.split('.')[0] as string), ...joined];
}

type OptionalNames = readonly string[] | null | undefined;

const unionOfNames = (a: OptionalNames, b: OptionalNames): readonly string[] => [
  ...new Set([...(a ?? []), ...(b ?? [])]),
];

function refuseHidden({ qualified }: ViewDefinition, own: OptionalNames, asked: OptionalNames): void {
  if (own === undefined || own === null) return;
  const hidden = asked?.find((name) => name !== 'path' && !own.includes(name));
  if (hidden === undefined) return;
  const hint = suggest(nearNames(hidden, own), `columns: ${own.join(', ')}`);
  throw badRequest(`${qualified} has no column "${hidden}"`, hint);
}

function viewCycle(trail: readonly string[]): NotedbError {
  const way = trail.join(' -> ');
  const hint = 'create_view with replace: true gives one of them another query';
  return new NotedbError('refused', `these views read each other in a circle: ${way}`, { hint });
}

/** The file columns that a part names are shown beside what the tables hold. */
function unionColumns({ union }: UnionArguments): readonly string[] | null {
  const named = union.flatMap(({ columns }) => columns ?? []);
  if (!named.some((name) => isOfFile(name) && name !== 'path')) return null;
  return union.every(({ columns }) => columns !== undefined && columns !== null)
    ? [...new Set(['_source', ...named])]
    : null;
}

function openUnion(planning: PlanContext, { union }: UnionArguments, view: ViewDefinition): QuerySource {
  const parts = union.map((part) => unionPart(openSelect(planning, part)));
  const columns = mergedColumns(parts.map(shownColumns));
  const named = { name: view.name, qualified: view.qualified };
  return unionRowSource(named, columns, parts, planning.zone);
}

/** A part is read where it is when it only leaves columns out; else it is computed first. */
function unionPart(given: OpenSelect): UnionPart {
  const opened = { ...given, select: withSource(given) };
  const { planning, source, select, slice } = opened;
  const plan = planSelect(planning, source, select);
  const isPlain =
    slice.limit === null &&
    slice.offset === 0 &&
    !takesSubquery(select) &&
    (plan.projection.columns?.every(({ name, stored }) => stored !== null || isOfFile(name)) ?? true);
  if (isPlain) return { source, where: plan.where, columns: select.columns ?? null };
  return { source: answerSource(opened), where: ALWAYS, columns: null };
}

/** Rows that say which table they are of do so also where they are asked for other columns only. */
function withSource({ source, select }: OpenSelect): SelectArguments {
  const { columns } = select;
  const isTagged = source.columns.some(({ name }) => name === SOURCE_COLUMN.name);
  if (!isTagged || columns === undefined || columns === null || isGrouped(select)) return select;
  return { ...select, columns: [...new Set([SOURCE_COLUMN.name, ...columns])] };
}

function shownColumns({ source, columns }: UnionPart): readonly ColumnSpec[] {
  if (columns === null) return [...source.columns, ...Object.keys(source.fields).map(anyType)];
  const keys = keysOfShape(source);
  return columns
    .filter((name) => source.areNotes === false || !isOfFile(name))
    .map((name) => keys.get(name) ?? anyType(name));
}

const anyType = (name: string) => ({ name, type: 'json' }) as const;
