/** Reads the arguments of a select against the definitions: what select_rows runs and what a view stores. spec: select_rows, View. */

import * as z from 'zod';
import { compileWhere } from '../../query/compile-where';
import type { OrderKey } from '../../query/order';
import type { Predicate } from '../../query/predicate';
import { type Source, type SourceShape, tableSource } from '../../query/source';
import type { FileFacts, Subject } from '../../query/subject';
import { Subjects } from '../../query/subjects';
import type { View } from '../../storage/view';
import type { JsonObject } from '../../values/json';
import { table, texts, where } from '../arguments';

export const MOST_ROWS = 1000;

export const columns = texts.describe('Columns to return; also path, id and file columns');

export const orderBy = z
  .union([z.string(), z.array(z.string())])
  .nullish()
  .describe('Column or columns; -column descends');

export const limit = z
  .int()
  .min(0)
  .max(MOST_ROWS)
  .nullish()
  .describe('Default 100, at most 1000; 0 gives the total only');

export const DEFAULT_ROWS = 100;

export const offset = z.int().min(0).nullish().describe('Rows to skip');

export const selectInput = z.strictObject({
  table,
  columns,
  where,
  order_by: orderBy,
  limit,
  offset,
  include_body: z.boolean().nullish().describe('Add each note’s Markdown body'),
});

/** What is selected, in which order, and what is shown of it. */
export interface Selection {
  readonly columns?: readonly string[] | null | undefined;
  readonly where?: JsonObject | null | undefined;
  readonly order_by?: string | readonly string[] | null | undefined;
}

export interface PlanContext {
  readonly view: View;
  readonly facts: FileFacts;
  /** Milliseconds. */
  readonly now: number;
  readonly zone: string;
}

export interface SelectPlan {
  readonly where: Predicate;
  readonly order: readonly OrderKey[];
  /** Null: the id and every column. */
  readonly columns: readonly Subject[] | null;
}

/** What a reference in a query means. Throws 404, or 400 with the candidates. */
export function openSource({ view }: PlanContext, reference: string): Source {
  const definition = view.catalog.resolveTable(reference, 'not yet: select from the tables that its query names');
  return tableSource(view.table(definition.qualified));
}

/** Throws 400 for what does not fit the columns of the source: an unknown column or operator, a value of another type. */
export function planSelect(context: PlanContext, source: SourceShape, selection: Selection): SelectPlan {
  const { view, facts, now, zone } = context;
  const subjects = new Subjects(source, facts, view);
  return {
    where: compileWhere(selection.where ?? undefined, subjects, { now, zone, links: view.links, hierarchies: view }),
    order: orderKeys(subjects, selection.order_by ?? []),
    columns: selection.columns?.map((name) => subjects.get(name)) ?? null,
  };
}

function orderKeys(subjects: Subjects, keys: string | readonly string[]): readonly OrderKey[] {
  return (typeof keys === 'string' ? [keys] : keys).map((key) => {
    const descending = key.startsWith('-');
    return { subject: subjects.get(descending ? key.slice(1) : key), descending };
  });
}
