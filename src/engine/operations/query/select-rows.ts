/** select_rows: filter, order, page. spec: select_rows, select_rows details; D4, D6, D17. */

import * as z from 'zod';
import { compileWhere } from '../../query/compile-where';
import { select } from '../../query/select';
import { type Subject, Subjects } from '../../query/subject';
import { bodyOf } from '../../note/body';
import type { Row } from '../../storage/row';
import { type Json, type JsonObject, isEmpty } from '../../values/json';
import { readQuietly } from '../../commit/read-quietly';
import { table, texts, where } from '../arguments';
import { type ReadContext, defineRead } from '../define-operation';
import { fileFacts, rowJson } from '../row-result';

const MOST_ROWS = 1000;
const DEFAULT_ROWS = 100;

const input = z.strictObject({
  table,
  columns: texts.describe('Columns to return; also path, id and file columns'),
  where,
  order_by: z
    .union([z.string(), z.array(z.string())])
    .nullish()
    .describe('Column or columns; -column descends'),
  limit: z.int().min(0).max(MOST_ROWS).nullish().describe('Default 100, at most 1000; 0 gives the total only'),
  offset: z.int().min(0).nullish().describe('Rows to skip'),
  include_body: z.boolean().nullish().describe('Add each note’s Markdown body'),
});

export const selectRows = defineRead<z.infer<typeof input>>({
  name: 'select_rows',
  group: 'query',
  summary: 'Returns rows that match a filter.',
  description:
    'where: keys are and-ed; a value is a literal or an object of operators (eq, ne, gt, gte, lt, lte, in, contains, icontains, exists); combine with and, or, not. Date tokens such as {today-7d} are relative. total counts the matches before limit and offset. File columns: file_name, file_link, file_modified, file_backlink_count.',
  input,
  refusals: ['an unknown column or operator', 'a filter value that is not of the column’s type'],
  run: async (context, args) => {
    const { view, host, now, zone, store } = context;
    const definition = view.catalog.resolveTable(args.table);
    const subjects = new Subjects(definition, fileFacts(store.links, host, zone));
    const query = {
      where: compileWhere(args.where ?? undefined, subjects, { now, zone, links: view.links }),
      order: orderKeys(subjects, args.order_by ?? []),
      limit: args.limit ?? DEFAULT_ROWS,
      offset: args.offset ?? 0,
      zone,
    };
    const columns = args.columns?.map((name) => subjects.get(name)) ?? null;
    const { total, rows } = await select(view.table(definition.qualified), query, host.scheduler);
    const shown = rows.map((row) => (columns === null ? rowJson(row) : projected(row, columns)));
    const result = args.include_body === true ? await withBodies(context, rows, shown) : shown;
    return { table: definition.qualified, total, rows: result, ...warningsOf(context, definition.qualified) };
  },
});

function orderKeys(subjects: Subjects, orderBy: string | readonly string[]) {
  return (typeof orderBy === 'string' ? [orderBy] : orderBy).map((key) => {
    const descending = key.startsWith('-');
    return { subject: subjects.get(descending ? key.slice(1) : key), descending };
  });
}

function projected(row: Row, columns: readonly Subject[]): JsonObject {
  const json: Record<string, Json> = { path: row.path };
  for (const subject of columns) {
    const value = subject.ofRow(row);
    json[subject.name] = value === undefined || isEmpty(value) ? null : value;
  }
  return json;
}

async function withBodies(
  { host }: ReadContext,
  rows: readonly Row[],
  shown: readonly JsonObject[],
): Promise<JsonObject[]> {
  const bodies: JsonObject[] = [];
  for (const [i, { path }] of rows.entries()) {
    const note = await readQuietly(host, path);
    bodies.push({ ...shown[i], body: note === null ? null : bodyOf(note) });
    await host.scheduler.pause();
  }
  return bodies;
}

function warningsOf({ warningsFor }: ReadContext, qualified: string): JsonObject {
  const warnings = warningsFor(qualified);
  return warnings.length === 0 ? {} : { warnings };
}
