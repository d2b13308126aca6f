/** Reads the query of a view as select_rows would, and tells its columns. spec: View; D16, D17. */

import * as z from 'zod';
import type { TableDefinition } from '../../catalog/definition';
import { isUnion, mapTables } from '../../catalog/view-query';
import { ID_COLUMN } from '../../catalog/attributes';
import { NotedbError } from '../../errors';
import type { Subject } from '../../query/subject';
import type { ColumnSpec } from '../../values/column';
import type { JsonObject } from '../../values/json';
import { table, where } from '../arguments';
import { parseInput } from '../parse-input';
import { type PlanContext, columns, limit, orderBy, planSelect, selectInput } from './select-plan';

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
  const definition = context.view.catalog.resolveTable(select.table, NOT_YET);
  const plan = planSelect(context, definition, select);
  return { definition, shown: shownColumns(definition, plan.columns) };
}

const NOT_YET = 'not yet: name the tables that its query names';

const shownColumns = (definition: TableDefinition, subjects: readonly Subject[] | null): readonly ColumnSpec[] =>
  subjects === null
    ? [ID_COLUMN, ...definition.columns, ...Object.keys(definition.fields).map(anyType)]
    : subjects.map(({ name, spec }) => spec ?? anyType(name));

/** Every row of a union says which table it comes from. spec: View */
const SOURCE_COLUMN: ColumnSpec = { name: '_source', type: 'string', description: 'The table that the row is of.' };

function planUnion(context: PlanContext, query: JsonObject): readonly ColumnSpec[] {
  const union = parseInput({ name: 'query', input: unionInput }, query) as z.infer<typeof unionInput>;
  const parts = union.union.map((part) => planPart(context, part));
  const whole = stacked(parts);
  return shownColumns(whole, planSelect(context, whole, union).columns);
}

/** The parts as one table; a column that they declare in different types is of any type. */
function stacked(parts: readonly { readonly definition: TableDefinition; readonly shown: readonly ColumnSpec[] }[]) {
  const specs = new Map<string, ColumnSpec>([[SOURCE_COLUMN.name, SOURCE_COLUMN]]);
  for (const spec of parts.flatMap(({ shown }) => shown)) {
    const present = specs.get(spec.name);
    specs.set(spec.name, present === undefined || present.type === spec.type ? (present ?? spec) : anyType(spec.name));
  }
  specs.delete(ID_COLUMN.name);
  const all = [...specs.values()];
  const { definition } = parts[0] as (typeof parts)[number];
  return { ...definition, name: 'the union', columns: all, declared: all, fields: {} };
}

const anyType = (name: string): ColumnSpec => ({ name, type: 'json' });
