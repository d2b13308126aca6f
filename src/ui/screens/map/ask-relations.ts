/** The links between tables, as the definitions have them: one for each column, or for two columns that lead back to each other. */

import type { JsonObject } from '../../../engine/index';
import { type OperationsClient, asText } from '../../client/operations-client';

export interface RelationColumn {
  /** Qualified. */
  readonly table: string;
  readonly column: string;
}

export interface Relation {
  readonly from: RelationColumn;
  /** Qualified. */
  readonly to: string;
  /** The column of `to` that leads back. */
  readonly inverse: string | null;
}

const MOST_A_CALL = 1000;

export async function askRelations(client: OperationsClient): Promise<readonly Relation[]> {
  const relations: Relation[] = [];
  for (let isDone = false, offset = 0; !isDone; offset += MOST_A_CALL) {
    const { rows, total } = await client.run('select_rows', {
      table: 'system.information_schema.columns',
      columns: ['table_catalog', 'table_schema', 'table_name', 'column_name', 'reference_table', 'inverse_column'],
      where: { reference_table: { exists: true } },
      limit: MOST_A_CALL,
      offset,
    });
    relations.push(...rows.map(relationOf));
    isDone = offset + MOST_A_CALL >= total;
  }
  return relations;
}

function relationOf(row: JsonObject): Relation {
  const text = (name: string): string => asText(row[name]) ?? '';
  const table = ['table_catalog', 'table_schema', 'table_name'].map(text).join('.');
  return {
    from: { table, column: text('column_name') },
    to: text('reference_table'),
    inverse: asText(row['inverse_column']),
  };
}
