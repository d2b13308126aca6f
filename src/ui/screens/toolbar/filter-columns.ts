/** The columns that a table can be filtered by: its own, facts about the note, and those of the tables that it links to. */

import { useEffect, useState } from 'preact/hooks';
import type { Suggestions } from '../../components/editors/suggestions';
import type { FilterColumn } from '../../components/filter/operand-fields';
import { type GridColumn, hasValues, holdsLinks } from '../../components/grid-column';
import { refusalOf } from '../../client/describe-problem';
import type { OperationsClient } from '../../client/operations-client';
import { suggestNotes } from '../../client/link-suggestions';
import { namedColumns, tableColumns } from '../../client/table-columns';

/** D6 */
const FACTS = [
  'file_name',
  'file_folder',
  'file_created',
  'file_modified',
  'file_size',
  'file_links',
  'file_backlinks',
  'file_backlink_count',
  'file_tags',
];
/** So many targets are listed. */
const MOST = 20;

export interface FilterPlaces {
  readonly client: OperationsClient;
  readonly table: string;
  readonly columns: readonly GridColumn[];
}

/** Those through links come when the linked tables have answered. */
export function useFilterColumns({ client, table, columns }: FilterPlaces): readonly FilterColumn[] {
  const [linked, setLinked] = useState<readonly FilterColumn[]>([]);
  useEffect(() => {
    let isLatest = true;
    void Promise.all(linkColumns(columns).map((link) => columnsThrough(client, link))).then((found) => {
      if (isLatest) setLinked(found.flat());
    });
    return () => {
      isLatest = false;
    };
  }, [client, table, columns]);
  const own = columns.filter(hasValues).map((column) => ({ column, heading: null }));
  const facts = namedColumns(columns, FACTS).map((column) => ({ column, heading: 'About the note' }));
  return [...own, ...facts, ...linked];
}

const linkColumns = (columns: readonly GridColumn[]): readonly GridColumn[] =>
  columns.filter((column) => column.ref !== null && holdsLinks(column));

async function columnsThrough(client: OperationsClient, link: GridColumn): Promise<readonly FilterColumn[]> {
  try {
    const { columns } = await client.run('describe_table', { table: link.ref ?? '' });
    return tableColumns(columns).map((column) => ({
      column: { ...column, name: `${link.name}.${column.name}`, label: `${link.label} › ${column.label}` },
      heading: `Through ${link.label}`,
    }));
  } catch (thrown) {
    // A table that is gone, or that this token does not see.
    if (refusalOf(thrown) !== null) return [];
    throw thrown;
  }
}

/** What a link may lead to, by name; any note where the column has no table to link to. */
export async function suggestTargets(
  { client, table, columns }: FilterPlaces,
  column: GridColumn,
  text: string,
): Promise<Suggestions> {
  if (column.ref === null) return suggestNotes(client, { table, column }, text);
  const [first = '', ...rest] = column.name.split('.');
  const owner = rest.length === 0 ? table : (columns.find(({ name }) => name === first)?.ref ?? table);
  const { rows } = await client.run('list_link_targets', {
    table: owner,
    column: rest.length === 0 ? first : rest.join('.'),
    search: text,
    limit: MOST,
  });
  const options = rows.flatMap(({ name, link }) => (link === null ? [] : [{ value: link, label: name, detail: null }]));
  return { options, note: null };
}
