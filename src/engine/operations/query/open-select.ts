/** What a select reads once the views in its way are taken apart: a source, and what is asked of it. spec: View, select_rows details (views); D17. */

import type { ViewDefinition } from '../../catalog/definition';
import { nearNames } from '../../catalog/near-names';
import { NotedbError, badRequest } from '../../errors';
import { mergeWhere, splitWhere } from '../../query/source/narrow-view';
import { ALWAYS } from '../../query/where/predicate';
import { type Source, keysOf } from '../../query/source/source';
import { SOURCE_COLUMN, type StackedPart, stackedSource } from '../../query/source/stacked-source';
import { mergedColumns } from '../../query/source/merged-columns';
import type { ColumnSpec } from '../../values/column';
import { type OpenSelect, answerSource } from './answer-source';
import { openStored, resolveTarget } from './open-source';
import {
  type SelectArguments,
  type UnionArguments,
  WHOLE,
  isGrouped,
  isOfFile,
  sliceOf,
  sliced,
  takesSubquery,
} from './select-arguments';
import type { PlanContext } from './plan-context';
import { planSelect } from './select-plan';
import * as z from 'zod';
import { isUnion } from '../../catalog/references/view-query';
import type { JsonObject } from '../../values/json';
import { table, where } from '../arguments';
import { parseInput } from '../parse-input';
import { columns, expand, limit, orderBy, selectInput } from './select-input';

/**
 * Throws 404 for a table that there is not, 422 for views that read each other in a circle, 400 for a column that a view
 * does not show.
 */
export function openSelect(planning: PlanContext, args: SelectArguments): OpenSelect {
  const target = resolveTarget(planning.view.catalog, args.table);
  const { qualified } = target;
  if (target.kind !== 'view') {
    const source = openStored(planning, target);
    return { table: qualified, planning, source, select: args, slice: WHOLE };
  }
  const { reading } = planning;
  if (reading.includes(qualified)) throw circle([...reading.slice(reading.indexOf(qualified)), qualified]);
  return openView(planning, target.view, args);
}

/** All rows of what a reference names: how a joined table is read. */
export function openWhole(planning: PlanContext, reference: string): Source {
  const opened = openSelect(planning, { table: reference });
  const { table, source } = opened;
  if (source.qualified === table) return source;
  return { ...answerSource(opened), name: table.slice(table.lastIndexOf('.') + 1), qualified: table };
}

/** As openSelect, of a view that need not be in the catalog. */
export function openView(outside: PlanContext, view: ViewDefinition, args: SelectArguments): OpenSelect {
  const { qualified } = view;
  if (takesSubquery(args)) {
    const { where, expand, ...rest } = args;
    const narrowed = openView(outside, view, { table: args.table, where });
    // Groups show no links: what the view expands is no matter of theirs.
    const shown = isGrouped(args) ? expand : united(narrowed.select.expand, expand);
    const select = { ...rest, expand: shown };
    return { table: qualified, planning: outside, source: answered(view, narrowed), select, slice: WHOLE };
  }
  const planning = { ...outside, reading: [...outside.reading, qualified] };
  const query = readViewQuery(view.query);
  if ('union' in query) {
    const source = unionSource(planning, query, view);
    const columns = query.columns ?? unionColumns(query);
    const select = narrowed({ ...query, columns, table: qualified }, args, view);
    return { table: qualified, planning, source, select, slice: sliceOf(query) };
  }
  if (isGrouped(query)) return openGrouped(planning, view, query, args);
  const inner = openSelect(planning, narrowed(query, args, view));
  return { ...inner, table: qualified, slice: sliced(inner.slice, sliceOf(query)) };
}

const answered = ({ name, qualified }: ViewDefinition, opened: OpenSelect): Source => ({
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
  const { source: before, output } = splitWhere(args.where ?? {}, new Set([...keys.filter(isExpression), ...names]));
  // A group shows all its columns, empty ones as null.
  const { columns = [...keys, ...names], order_by: orderBy, limit, offset, ...grouping } = query;
  const groups = openSelect(planning, { ...grouping, where: mergeWhere(query.where ?? {}, before) });
  const select = narrowed({ table: view.qualified, columns, order_by: orderBy }, { ...args, where: output }, view);
  const source = answered(view, groups);
  return { table: view.qualified, planning, source, select, slice: sliceOf({ limit, offset }) };
}

/** `date(due)`: no name of the rows before they are grouped. */
const isExpression = (key: string): boolean => key.includes('(');

/** The query of a view with the arguments of a select over it; the limit and offset of the view are left to its slice. */
function narrowed(query: SelectArguments, args: SelectArguments, view: ViewDefinition): SelectArguments {
  const { limit: _, offset: __, where, expand, ...own } = query;
  const { table: ___, where: narrower, expand: expanded, ...given } = args;
  refuseHidden(view, shownBy({ ...own, expand }), given.columns);
  const isGiven = ([, value]: readonly [string, unknown]): boolean => value !== undefined && value !== null;
  return {
    ...own,
    ...(Object.fromEntries(Object.entries(given).filter(isGiven)) as Partial<SelectArguments>),
    where: narrower === undefined || narrower === null ? where : mergeWhere(where ?? {}, narrower),
    expand: united(expand, expanded),
  };
}

/** Its columns, with what is shown besides: the links that it expands, what it joins. Null for all. */
function shownBy({ columns, expand, join }: SelectArguments): Names {
  if (columns === undefined || columns === null) return columns;
  const joined =
    join === undefined || join === null ? [] : [join.as ?? join.table.slice(join.table.lastIndexOf('.') + 1)];
  return [...columns, ...(expand ?? []).map((key) => key.split('.')[0] as string), ...joined];
}

type Names = readonly string[] | null | undefined;

const united = (a: Names, b: Names): readonly string[] => [...new Set([...(a ?? []), ...(b ?? [])])];

function refuseHidden({ qualified }: ViewDefinition, own: Names, asked: Names): void {
  if (own === undefined || own === null) return;
  const hidden = asked?.find((name) => name !== 'path' && !own.includes(name));
  if (hidden === undefined) return;
  const near = nearNames(hidden, own);
  const hint = near.length > 0 ? `did you mean ${near.join(', ')}?` : `columns: ${own.join(', ')}`;
  throw badRequest(`${qualified} has no column "${hidden}"`, hint);
}

function circle(trail: readonly string[]): NotedbError {
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

function unionSource(planning: PlanContext, { union }: UnionArguments, view: ViewDefinition): Source {
  const parts = union.map((part) => stackedPart(openSelect(planning, part)));
  const columns = mergedColumns(parts.map(shownColumns));
  const named = { name: view.name, qualified: view.qualified };
  return stackedSource(named, columns, parts, planning.zone);
}

/** A part is read where it is when it only leaves columns out; else it is computed first. */
function stackedPart(given: OpenSelect): StackedPart {
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

function shownColumns({ source, columns }: StackedPart): readonly ColumnSpec[] {
  if (columns === null) return [...source.columns, ...Object.keys(source.fields).map(anyType)];
  const keys = keysOf(source);
  return columns
    .filter((name) => source.areNotes === false || !isOfFile(name))
    .map((name) => keys.get(name) ?? anyType(name));
}

const anyType = (name: string) => ({ name, type: 'json' }) as const;

/** The stored query of a view, as select_rows or a union takes it. spec: View; D17. */
const partInput = z.strictObject({ table, columns, where });

const unionInput = z.strictObject({
  union: z.array(partInput).min(1).describe('The tables that are stacked, each {table, columns, where}'),
  columns,
  where,
  order_by: orderBy,
  limit,
  expand,
});

/** What is asked when the view is read. */
const viewInput = selectInput.omit({ this_note: true, explain: true });

/** Throws 400 for arguments that they do not have. */
function readViewQuery(query: JsonObject): SelectArguments | UnionArguments {
  const input = isUnion(query) ? unionInput : viewInput;
  return parseInput({ name: 'query', input }, query) as SelectArguments | UnionArguments;
}
