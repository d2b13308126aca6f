/** select_rows: filter, order, page. spec: select_rows, select_rows details; D4, D6, D17. */

import type * as z from 'zod';
import { select } from '../../query/select';
import type { Subject } from '../../query/subject';
import { bodyOf } from '../../note/body';
import type { Row } from '../../storage/row';
import { type Json, type JsonObject, isEmpty } from '../../values/json';
import { readQuietly } from '../../commit/read-quietly';
import { type ReadContext, defineRead } from '../define-operation';
import { fileFacts, rowJson } from '../row-result';
import { DEFAULT_ROWS, openSource, planSelect, selectInput } from './select-plan';

export const selectRows = defineRead<z.infer<typeof selectInput>>({
  name: 'select_rows',
  group: 'query',
  summary: 'Returns rows that match a filter.',
  description:
    'where: keys are and-ed; a value is a literal or an object of operators (eq, ne, gt, gte, lt, lte, in, contains, icontains, exists, within); combine with and, or, not. Date tokens such as {today-7d} are relative. total counts the matches before limit and offset. File columns: file_name, file_link, file_modified, file_backlink_count.',
  input: selectInput,
  refusals: ['an unknown column or operator', 'a filter value that is not of the column’s type'],
  run: async (context, args) => {
    const { view, host, now, zone, store } = context;
    const planning = { view, facts: fileFacts(store.links, host, zone), now, zone };
    const source = openSource(planning, args.table);
    const { columns, ...plan } = planSelect(planning, source, args);
    const query = { ...plan, limit: args.limit ?? DEFAULT_ROWS, offset: args.offset ?? 0, zone };
    const { total, rows } = await select(source, query, host.scheduler);
    const shown = rows.map((row) => (columns === null ? rowJson(row) : projected(row, columns)));
    const result = args.include_body === true ? await withBodies(context, rows, shown) : shown;
    return { table: source.qualified, total, rows: result, ...warningsOf(context, source.qualified) };
  },
});

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
