/** The tables of the vault, one of them chosen. */

import type { JSX } from 'preact';
import type { Operations } from '../../engine/index';
import type { OperationsClient } from './operations-client';
import { humanName } from './table-columns';

export interface TableEntry {
  /** Qualified. */
  readonly table: string;
  readonly label: string;
  readonly description: string | null;
  readonly rows: number;
}

/** Every table with its number of rows. The label is qualified where the bare name is not enough. */
export async function askTables(client: OperationsClient): Promise<readonly TableEntry[]> {
  const { tables } = await client.run('list_tables', {});
  const counts = rowCounts(await client.run('describe_database', {}));
  return tables.map(({ qualified: table, name, description }) => {
    const isAlone = tables.filter((each) => each.name === name).length === 1;
    const label = isAlone ? humanName(name) : table;
    return { table, label, description, rows: counts.get(table) ?? 0 };
  });
}

/** By qualified name. */
function rowCounts({ catalogs }: Operations['describe_database']['result']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const catalog of catalogs) {
    for (const schema of catalog.schemas) {
      for (const { name, rows } of schema.tables) counts.set(`${catalog.name}.${schema.name}.${name}`, rows);
    }
  }
  return counts;
}

export interface TableListProps {
  readonly tables: readonly TableEntry[];
  readonly chosen: string;
  readonly choose: (table: string) => void;
}

export function TableList({ tables, chosen, choose }: TableListProps): JSX.Element {
  return (
    <nav class="ndb-tables" aria-label="Tables">
      {tables.map(({ table, label, description, rows }) => (
        <button
          type="button"
          key={table}
          class={table === chosen ? 'ndb-table-choice ndb-is-chosen' : 'ndb-table-choice'}
          aria-current={table === chosen ? 'page' : undefined}
          title={description ?? undefined}
          onClick={() => choose(table)}
        >
          <span class="ndb-table-name">{label}</span>
          <span class="ndb-count">{rows}</span>
        </button>
      ))}
    </nav>
  );
}
