/** Which rules of other tables read a table's rows through a link, so that it can be neither dropped nor renamed. spec: drop_table, alter_table. */

import type { ValueSpec } from '../../values/column';
import type { JsonObject } from '../../values/json';
import type { Catalog } from '../catalog';
import type { ColumnReader } from './column-references';
import type { TableDefinition } from '../definition';
import { columnsReadBy } from './filter-columns';
import { linkedTable } from './filter-path';

/** Each CHECK, ref_where and ref_by of another table that does, in the order of the tables. */
export function linkedReaders(catalog: Catalog, qualified: string): readonly ColumnReader[] {
  return catalog
    .tables()
    .filter((table) => table.qualified !== qualified)
    .flatMap((table) => [...checks(catalog, table, qualified), ...linkRules(catalog, table, qualified)]);
}

function checks(catalog: Catalog, table: TableDefinition, target: string): ColumnReader[] {
  return table.constraints.flatMap(({ name, check }): ColumnReader[] =>
    follows(catalog, table, check, target) ? [{ kind: 'check', owner: table.qualified, name }] : [],
  );
}

/** Whether a dotted key of the filter leads into the target, whatever it reads there: `owner.path` too. */
function follows(catalog: Catalog, table: TableDefinition, filter: JsonObject, target: string): boolean {
  return columnsReadBy(catalog, table, filter).some(({ isCompared, table: owner, column }) => {
    const spec = catalog.table(owner)?.columns.find(({ name }) => name === column);
    return !isCompared && linkedTable(catalog, spec)?.qualified === target;
  });
}

function linkRules(catalog: Catalog, table: TableDefinition, target: string): ColumnReader[] {
  return table.columns.flatMap((column): ColumnReader[] => {
    const { ref, refWhere, refBy }: ValueSpec = column.items ?? column;
    const linked = ref === undefined ? null : catalog.table(ref);
    if (linked === null) return [];
    const isRead = refWhere !== undefined && (ref === target || follows(catalog, linked, refWhere, target));
    const reader = { owner: table.qualified, name: column.name };
    return [
      ...(isRead ? [{ kind: 'ref_where', ...reader } as const] : []),
      ...(refBy !== undefined && ref === target ? [{ kind: 'ref_by', ...reader } as const] : []),
    ];
  });
}
