/** Pages of rows, as select_rows returns them. D4 */

import type { JsonObject, Operations } from '../../engine/index';
import type { GridRow } from '../components/grid-column';
import { noteName } from '../client/note-text';
import type { OperationsClient } from '../client/operations-client';

/** Rows that are read at once. */
export const PAGE = 100;

type SelectArgs = Operations['select_rows']['args'];
type Answer = Operations['select_rows']['result'];
type Row = Answer['rows'][number];

/** Arguments of select_rows but `limit` and `offset`. */
export interface RowsQuery {
  readonly table: string;
  readonly columns: readonly string[] | null;
  readonly where: JsonObject | null;
  readonly orderBy: readonly string[];
  readonly more?: MoreOfRows | undefined;
}

/** What a block asks beside these. */
export interface MoreOfRows {
  readonly args: Partial<SelectArgs>;
  /** `place` is that of the row among all. */
  readonly rowOf: (row: Row, place: number) => GridRow;
  readonly heard: (answer: Answer) => void;
}

export interface RowsPage {
  readonly rows: readonly GridRow[];
  readonly total: number;
}

/** At most `limit` of them. */
export async function readRows(
  client: OperationsClient,
  query: RowsQuery,
  offset: number,
  limit = PAGE,
): Promise<RowsPage> {
  const { more } = query;
  const answer = await client.run('select_rows', {
    ...more?.args,
    ...argumentsOf(query),
    limit,
    offset: offset + skipped(query),
  });
  more?.heard(answer);
  const read = more?.rowOf ?? rowOf;
  return { rows: answer.rows.map((row, at) => read(row, offset + at)), total: totalOf(query, answer) };
}

/** How many rows there are. */
export const countRows = async (client: OperationsClient, query: RowsQuery): Promise<number> =>
  totalOf(query, await client.run('select_rows', { ...argumentsOf(query), limit: 0 }));

/** Paths of rows in their order. */
export async function readPaths(
  client: OperationsClient,
  query: RowsQuery,
  offset: number,
  limit: number,
): Promise<{ readonly paths: readonly string[]; readonly total: number }> {
  const args = { ...argumentsOf({ ...query, columns: ['path'] }), limit, offset: offset + skipped(query) };
  const answer = await client.run('select_rows', args);
  return { paths: answer.rows.map(({ path = '' }) => path), total: totalOf(query, answer) };
}

/** Rows in no order. */
export async function readRowsOf(
  client: OperationsClient,
  query: Pick<RowsQuery, 'table' | 'columns' | 'more'>,
  where: JsonObject,
  limit: number,
): Promise<readonly GridRow[]> {
  const { offset: _, ...args } = query.more?.args ?? {};
  const asked = { ...args, ...argumentsOf({ ...query, where, orderBy: [] }), limit };
  return (await client.run('select_rows', asked)).rows.map(query.more?.rowOf ?? rowOf);
}

/** Rows before the first one that is asked for. */
const skipped = ({ more }: RowsQuery): number => more?.args.offset ?? 0;

const totalOf = (query: RowsQuery, { total }: Answer): number => Math.max(total - skipped(query), 0);

function argumentsOf({ table, columns, where, orderBy, more }: RowsQuery): SelectArgs {
  const { this_note: note } = more?.args ?? {};
  return {
    table,
    ...(note === undefined ? {} : { this_note: note }),
    ...(columns === null ? {} : { columns: [...columns] }),
    ...(where === null ? {} : { where }),
    ...(orderBy.length === 0 ? {} : { order_by: [...orderBy] }),
  };
}

/** With the link to its note, which every row has without being asked for it. */
function rowOf(row: Row): GridRow {
  const { id, path = '' } = row;
  return {
    key: id ?? path,
    path,
    values: { file_link: `[[${path.replace(/\.md$/i, '')}|${noteName(path)}]]`, ...row },
  };
}
