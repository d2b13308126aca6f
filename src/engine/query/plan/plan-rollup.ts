/** Reads a rollup of a select. Source: docs/queries.md#rollup. */

import { nearNames, suggest } from '../../../kernel/near-names';
import { BASE_PREFIX } from '../../catalog/resolve-base';
import { NotedbError, badRequest } from '../../errors';
import { isGiven } from '../../schemas/arguments';
import { type ColumnSpec, linkSpecOf } from '../../values/column-spec';
import { RollupColumn } from '../computed/rollup-column';
import { aggregateSpec } from '../group/aggregates';
import { readExpression } from '../group/query-expressions';
import type { QuerySource, SourceShape } from '../source/query-source';
import { type PlanContext, openSource, planWhere, subjectsOf } from './plan-context';
import type { RollupSelection } from './select-input';
import { type Resolved, planAggregate, planOrder } from './select-plan';

/** Throws 400 with the place, 404 for an absent table. */
export function planRollup(
  context: PlanContext,
  source: QuerySource,
  name: string,
  rollup: RollupSelection,
): RollupColumn {
  const place = `rollup.${name}`;
  const link = linkOf(context, source, rollup, place);
  const others = openSource(context, link.table);
  const by = link.direction === 'via' ? link.column : referringColumn({ context, source, others, place }, link.by);
  const subjects = subjectsOf(context, others);
  const resolve = (text: string): Resolved => ({
    subject: readExpression(text, subjects, context.zone),
    side: 'left',
  });
  const aggregate = located(`${place}.value`, () => planAggregate(name, rollup.value, resolve));
  // It would be of the rows of a page: those of other pages are not looked at.
  if (aggregate.kind === 'share')
    throw badRequest(`${place}.value: a rollup has no share`, 'write "count"; a share is of the groups of a select');
  const rowOrder = located(`${place}.order_rows_by`, () => planOrder(rollup.order_rows_by ?? [], resolve));
  const { past, view, zone, stats } = context;
  return new RollupColumn({
    spec: { ...aggregateSpec(name, aggregate.kind, aggregate.subject?.spec ?? null), computed: 'rollup' },
    source: others,
    by: { direction: link.direction, column: by.name, isList: by.type === 'list' },
    where: planWhere(context, subjects, rollup.where, `${place}.where`),
    aggregate,
    rowOrder,
    zone,
    stats,
    links: () => past?.links() ?? Promise.resolve(view.links),
  });
}

/** An error of a part of the arguments, with its place. */
function located<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof NotedbError)) throw error;
    throw error.with({ message: `${place}: ${error.message.replace(/^aggregates: [^:]*: /, '')}` });
  }
}

type RollupLink =
  | { readonly direction: 'by'; readonly table: string; readonly by: string }
  | { readonly direction: 'via'; readonly table: string; readonly column: ColumnSpec };

const FORMS =
  'write {table, by, value} for the rows that link here, {via, value} for those that a link column leads to';

function linkOf(
  { view }: PlanContext,
  source: QuerySource,
  { table, by, via }: RollupSelection,
  place: string,
): RollupLink {
  if (!isGiven(via)) {
    if (!isGiven(table) || !isGiven(by)) {
      const hint = isGiven(table) ? `by: a link column of ${table} that leads to ${source.name}` : FORMS;
      throw badRequest(`${place}: ${isGiven(table) ? 'by' : 'table'} is missing`, hint);
    }
    if (source.areNotes === false) {
      throw badRequest(`${place}: the rows of ${source.name} are not notes, nothing links to them`, FORMS);
    }
    return { direction: 'by', table, by };
  }
  if (isGiven(table) || isGiven(by)) throw badRequest(`${place}: via takes the place of table and by`, FORMS);
  const column = linkColumn(source, via, `${place}.via`, source.columns);
  const ref = linkSpecOf(column)?.ref;
  if (ref === undefined) throw badRequest(`${place}.via: ${via} links to any note, it has no ref`, FORMS);
  const isThere = ref.startsWith(BASE_PREFIX) || view.catalog.table(ref) !== null;
  if (!isThere) throw badRequest(`${place}.via: ${via} links to a table that is not there`, FORMS);
  return { direction: 'via', table: ref, column };
}

interface ReferringTable {
  readonly context: PlanContext;
  readonly source: QuerySource;
  readonly others: QuerySource;
  readonly place: string;
}

function referringColumn({ context, source, others, place }: ReferringTable, name: string): ColumnSpec {
  const tables = tablesOf(context, source.qualified);
  const leadsHere = (column: ColumnSpec): boolean => {
    const link = linkSpecOf(column);
    if (link === null) return false;
    const targets = link.ref === undefined ? null : tablesOf(context, link.ref);
    return tables === null || targets === null || targets.some((table) => tables.includes(table));
  };
  const fitting = others.columns.filter(leadsHere);
  const column = linkColumn(others, name, `${place}.by`, fitting);
  if (leadsHere(column)) return column;
  const hint = fitting.length === 0 ? `no column of ${others.name} leads there` : listOf(fitting);
  throw badRequest(`${place}.by: ${name} of ${others.name} does not lead to ${source.name}`, hint);
}

/** Null: the rows may be of any table. */
function tablesOf({ view: { catalog } }: PlanContext, qualified: string): readonly string[] | null {
  if (qualified.startsWith(BASE_PREFIX)) {
    const heirs = catalog.inheritingTables(qualified.slice(BASE_PREFIX.length));
    return [qualified, ...heirs.map((table) => table.qualified)];
  }
  return catalog.table(qualified) === null ? null : [qualified];
}

const listOf = (columns: readonly ColumnSpec[]): string =>
  `link columns: ${columns.map(({ name }) => name).join(', ')}`;

/** Throws 400 for an unknown name and for a column that holds no links. `fitting`: those that are proposed. */
function linkColumn(shape: SourceShape, name: string, place: string, fitting: readonly ColumnSpec[]): ColumnSpec {
  const links = fitting.filter((column) => linkSpecOf(column) !== null);
  const all = links.length === 0 ? `${shape.name} has no link column for it` : listOf(links);
  const column = shape.columns.find((each) => each.name === name);
  if (column === undefined) {
    const near = nearNames(
      name,
      links.map((each) => each.name),
    );
    throw badRequest(`${place}: ${shape.name} has no column "${name}"`, suggest(near, all));
  }
  if (linkSpecOf(column) === null) throw badRequest(`${place}: ${name} of ${shape.name} is not a link`, all);
  return column;
}
