/** Which columns link back to each other. Source: docs/operations.md#column-specs (inverse); D16. */

import { type ColumnSpec, linkSpecOf } from '../values/column-spec';
import type { CatalogDefinition, TableDefinition } from './definition';

/** A link column of a table and the column of its `ref` that holds the links back. */
export interface InverseRelation {
  readonly column: ColumnSpec;
  readonly partnerTable: TableDefinition;
  readonly partner: ColumnSpec;
}

/**
 * The relations of a table, seen from its side, in the order of its columns. Either side may declare them. A relation
 * without a fitting partner is left out: its table was dropped, or an external edit broke it.
 */
export function findRelations({ tables }: CatalogDefinition, table: TableDefinition): readonly InverseRelation[] {
  return table.columns.flatMap((column): InverseRelation[] => {
    const link = linkSpecOf(column);
    const partnerTable = link?.ref === undefined ? undefined : tables.get(link.ref);
    if (partnerTable === undefined) return [];
    const partner = partnerTable.columns.find((other) => areInverse(column, other, table.qualified));
    return partner === undefined ? [] : [{ column, partnerTable, partner }];
  });
}

/** One of them names the other, and the other names nothing else. `qualified` is the table of `column`. */
function areInverse(column: ColumnSpec, other: ColumnSpec, qualified: string): boolean {
  const [link, back] = [linkSpecOf(column), linkSpecOf(other)];
  if (back?.ref !== qualified) return false;
  const isNamed = link?.inverse === other.name || back.inverse === column.name;
  return isNamed && (link?.inverse ?? other.name) === other.name && (back.inverse ?? column.name) === column.name;
}
