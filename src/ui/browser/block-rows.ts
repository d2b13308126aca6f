/** The rows of a code block, as its note has them, and what they can change with. D15 */

import type { Json, JsonObject } from '../../engine/index';
import type { GridColumn, GridRow } from '../components/grid-column';
import type { BlockQuery } from './block-query';
import type { OperationsClient, TablesChanged } from './operations-client';
import { asObject, asObjects, asText, asTexts } from './read-json';
import { humanName, namedColumns, tableColumns } from './table-columns';

export interface BlockRows {
  /** `vw_open_tasks` is read `Open tasks`. */
  readonly title: string;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
  readonly total: number;
  readonly warnings: readonly string[];
  readonly reads: BlockReads;
}

/** `explain.reads` of select_rows. */
export interface BlockReads {
  /** Qualified. */
  readonly tables: readonly string[];
  readonly definitions: boolean;
  readonly everything: boolean;
  readonly tokens: readonly string[];
}

/** One call, for the note at `path`: what it explains tells the headings as well. */
export async function askBlock(client: OperationsClient, query: BlockQuery, path: string): Promise<BlockRows> {
  const { table, columns, orderBy, limit, more } = query;
  const answer = await client.run('select_rows', {
    ...more,
    table,
    ...(columns === null ? {} : { columns }),
    ...(orderBy.length === 0 ? {} : { order_by: orderBy }),
    limit,
    // Where the app shows a block of no note, such as in a pop-up of another plugin.
    ...(path === '' ? {} : { this_note: path }),
    explain: true,
  });
  const explain = asObject(answer['explain']);
  const reads = asObject(explain?.['reads']);
  const name = (asText(answer['table']) ?? table).split(/[.:]/).at(-1) ?? '';
  return {
    title: humanName(name.replace(/^vw_/, '')),
    columns: blockColumns(asObjects(explain?.['columns']), query),
    rows: asObjects(answer['rows']).map(rowOf),
    total: Number(answer['total']),
    warnings: asTexts(answer['warnings']),
    reads: {
      tables: asTexts(reads?.['tables']),
      definitions: reads?.['definitions'] === true,
      everything: reads?.['everything'] === true,
      tokens: asTexts(reads?.['tokens']),
    },
  };
}

/** Whether the answer can be another one after a change. */
export function canChange({ tables, definitions, everything }: BlockReads, change: TablesChanged): boolean {
  if (everything || change.tables.some((table) => tables.includes(table))) return true;
  // A hand edit of the definitions does not tell which they are.
  return change.definitions && (definitions || change.tables.length === 0);
}

/** As the answer has them, matches of a join as links. */
function blockColumns(described: readonly JsonObject[], { more }: BlockQuery): readonly GridColumn[] {
  const columns = tableColumns({ columns: described });
  const joined = asObject(more['join']);
  const isNested = joined !== null && more['group_by'] === undefined && more['aggregates'] === undefined;
  return isNested ? [...columns.slice(0, -1), matches(joined)] : columns;
}

function matches({ as, table }: JsonObject): GridColumn {
  const name = asText(as) ?? (asText(table) ?? '').split('.').at(-1) ?? '';
  return {
    ...(namedColumns([], [name])[0] as GridColumn),
    label: humanName(name),
    type: 'list',
    itemType: 'link',
    isSortable: false,
  };
}

function rowOf(row: JsonObject, index: number): GridRow {
  const path = asText(row['path']) ?? '';
  const values = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asLinks(value)]));
  return { key: asText(row['id']) ?? (path === '' ? String(index) : path), path, values };
}

/** What is expanded or joined is shown as a link to it. */
function asLinks(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(asLinks);
  const object = asObject(value);
  const path = asText(object?.['path']);
  if (object === null || path === null) return value;
  return (
    asText(object['link']) ?? `[[${path.replace(/\.md$/, '')}|${path.split('/').at(-1)?.replace(/\.md$/, '') ?? ''}]]`
  );
}
