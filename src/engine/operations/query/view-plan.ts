/** Reads the query of a view as select_rows would, and tells its columns. spec: View; D16, D17. */

import * as z from 'zod';
import { isUnion, mapTables } from '../../catalog/view-query';
import { ID_COLUMN } from '../../catalog/attributes';
import { NotedbError } from '../../errors';
import { type Source, rowsSource } from '../../query/source';
import type { ColumnSpec } from '../../values/column';
import type { JsonObject } from '../../values/json';
import { table, where } from '../arguments';
import { parseInput } from '../parse-input';
import { columns, limit, orderBy, selectInput } from './select-input';
import { type PlanContext, openSource } from './plan-context';
import { columnsOfPlan, planSelect } from './select-plan';

const partInput = z.strictObject({ table, columns, where });

const unionInput = z.strictObject({
  union: z.array(partInput).min(1).describe('The tables that are stacked, each {table, columns, where}'),
  columns,
  where,
  order_by: orderBy,
  limit,
});

export interface ViewPlan {
  /** As given, with the qualified names of its tables. */
  readonly query: JsonObject;
  /** What a row of the view holds beside its path. */
  readonly columns: readonly ColumnSpec[];
}

/** Throws what select_rows would throw for this query; a union is read part by part, then as a whole. */
export function planView(context: PlanContext, query: JsonObject): ViewPlan {
  const { catalog } = context.view;
  const planned = isUnion(query) ? planUnion(context, query) : planPlain(context, query);
  return { query: mapTables(query, (name) => catalog.resolveTable(name).qualified), columns: planned };
}

/** Of a view whose query may not run any more; then none. */
export function columnsOfView(context: PlanContext, query: JsonObject): readonly ColumnSpec[] {
  try {
    return planView(context, query).columns;
  } catch (error) {
    if (error instanceof NotedbError) return [];
    throw error;
  }
}

type Select = z.infer<typeof partInput>;

function planPlain(context: PlanContext, query: JsonObject): readonly ColumnSpec[] {
  const select = parseInput({ name: 'query', input: selectInput }, query) as z.infer<typeof selectInput>;
  return planPart(context, select).shown;
}

function planPart(context: PlanContext, select: Select) {
  const source = openSource(context, select.table);
  return { source, shown: columnsOfPlan(planSelect(context, source, select)) };
}

/** Every row of a union says which table it comes from. spec: View */
const SOURCE_COLUMN: ColumnSpec = { name: '_source', type: 'string', description: 'The table that the row is of.' };

function planUnion(context: PlanContext, query: JsonObject): readonly ColumnSpec[] {
  const union = parseInput({ name: 'query', input: unionInput }, query) as z.infer<typeof unionInput>;
  const parts = union.union.map((part) => planPart(context, part));
  const whole = stacked(parts);
  return columnsOfPlan(planSelect(context, whole, union));
}

/** The parts as one source; a column that they declare in different types is of any type. */
function stacked(parts: readonly { readonly source: Source; readonly shown: readonly ColumnSpec[] }[]): Source {
  const specs = new Map<string, ColumnSpec>([[SOURCE_COLUMN.name, SOURCE_COLUMN]]);
  for (const spec of parts.flatMap(({ shown }) => shown)) {
    const present = specs.get(spec.name);
    specs.set(spec.name, present === undefined || present.type === spec.type ? (present ?? spec) : anyType(spec.name));
  }
  specs.delete(ID_COLUMN.name);
  return rowsSource({ name: 'the union', qualified: 'the union', columns: [...specs.values()], fields: {} }, () =>
    Promise.resolve([]),
  );
}

const anyType = (name: string): ColumnSpec => ({ name, type: 'json' });
