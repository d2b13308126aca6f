/** The links that a rollup can follow: columns of other tables that lead to a table, and its own. docs/app/computed-columns.md */

import { refusalOf } from '../../client/describe-problem';
import type { OperationsClient } from '../../client/operations-client';
import { tableColumns } from '../../client/table-columns';
import { type GridColumn, holdsLinks } from '../../components/grid-column';
import { targetName } from '../columns/type-fields';
import type { RollupLink } from './computed-draft';

export interface LinkedNotes {
  readonly link: RollupLink;
  /** `Tasks, by Project` */
  readonly label: string;
  /** Qualified: the table of the linked rows. */
  readonly table: string;
  readonly columns: readonly GridColumn[];
}

/** Those of other tables first, which is what people ask for most. */
export async function askLinkedTables(client: OperationsClient, table: string): Promise<readonly LinkedNotes[]> {
  const { tables } = await client.run('list_tables', {});
  const names = tables.map(({ qualified }) => qualified);
  const described = new Map(
    await Promise.all(names.map(async (name) => [name, await columnsOf(client, name)] as const)),
  );
  const own = linksOf(described.get(table) ?? []);
  return [
    ...names.flatMap((name) => {
      const columns = described.get(name) ?? [];
      const leading = linksOf(columns).filter(({ ref }) => ref === table);
      return leading.map((link): LinkedNotes => ({
        link: { table: name, by: link.name },
        label: `${targetName(name, names)}, by ${link.label}`,
        table: name,
        columns,
      }));
    }),
    ...own.flatMap(({ name, label, ref }) => {
      const columns = ref === null ? undefined : described.get(ref);
      if (ref === null || columns === undefined) return [];
      return [{ link: { via: name }, label: `${targetName(ref, names)} in ${label}`, table: ref, columns }];
    }),
  ];
}

const linksOf = (columns: readonly GridColumn[]): readonly GridColumn[] => columns.filter(holdsLinks);

async function columnsOf(client: OperationsClient, table: string): Promise<readonly GridColumn[]> {
  try {
    return tableColumns((await client.run('describe_table', { table })).columns);
  } catch (thrown) {
    // Dropped meanwhile.
    if (refusalOf(thrown) !== null) return [];
    throw thrown;
  }
}
