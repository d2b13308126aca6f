/** The tables of the vault, one of them chosen. */

import type { JSX } from 'preact';
import type { JsonObject } from '../../engine/index';
import type { OperationsClient } from './operations-client';
import { asObjects, asText } from './read-json';
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
  const names = asObjects(tables).map(({ name }) => asText(name) ?? '');
  return asObjects(tables).map(({ qualified, description }, index) => {
    const table = asText(qualified) ?? '';
    const name = names[index] ?? '';
    const isAlone = names.filter((each) => each === name).length === 1;
    const label = isAlone ? humanName(name) : table;
    return { table, label, description: asText(description), rows: counts.get(table) ?? 0 };
  });
}

/** By qualified name. */
function rowCounts(database: JsonObject): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const catalog of asObjects(database['catalogs'])) {
    for (const schema of asObjects(catalog['schemas'])) {
      for (const { name, rows } of asObjects(schema['tables'])) {
        const qualified = [catalog['name'], schema['name'], name].map(asText).join('.');
        counts.set(qualified, typeof rows === 'number' ? rows : 0);
      }
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
