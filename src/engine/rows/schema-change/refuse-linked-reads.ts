/** Refuses to drop or rename a table that rules of other tables read through a link. Source: docs/operations.md#drop_table, docs/operations.md#alter_table. */

import type { Catalog } from '../../catalog/catalog';
import { type ColumnReader, readerConflict } from '../../catalog/references/column-references';
import { refuseConflicts } from '../../errors';
import type { ValueSpec } from '../../values/column-spec';
import type { JsonObject } from '../../json';
import type { TableDefinition } from '../../catalog/definition';
import { columnsReadBy } from '../../catalog/references/filter-key-columns';
import { linkedTable } from '../../catalog/references/filter-path';

/** `what` is the refused action: `main.default.people can't be dropped`. */
export function refuseLinkedReads(catalog: Catalog, qualified: string, what: string): void {
  const conflicts = linkedReaders(catalog, qualified).map((reader) => readerConflict(qualified, reader));
  refuseConflicts(
    what,
    conflicts,
    'take these rules away first: drop_constraint, or alter_column with ref_where or ref_by null',
  );
}

/** Each CHECK, template, ref_where and ref_by of another table that does, in the order of the tables. */
function linkedReaders(catalog: Catalog, qualified: string): readonly ColumnReader[] {
  return catalog
    .tables()
    .filter((table) => table.qualified !== qualified)
    .flatMap((table) => [...checkReaders(catalog, table, qualified), ...linkRuleReaders(catalog, table, qualified)]);
}

function checkReaders(catalog: Catalog, table: TableDefinition, target: string): ColumnReader[] {
  const owner = table.qualified;
  const reads = (filter: JsonObject): boolean => followsLinkTo(catalog, table, filter, target);
  return [
    ...table.constraints.flatMap(({ name, check }): ColumnReader[] =>
      reads(check) ? [{ kind: 'check', owner, name }] : [],
    ),
    ...table.templates.flatMap(({ path: name, where }): ColumnReader[] =>
      where !== undefined && reads(where) ? [{ kind: 'template', owner, name }] : [],
    ),
  ];
}

/** Whether a dotted key of the filter leads into the target, whatever it reads there: `owner.path` too. */
function followsLinkTo(catalog: Catalog, table: TableDefinition, filter: JsonObject, target: string): boolean {
  return columnsReadBy(catalog, table, filter).some(({ isCompared, table: owner, column }) => {
    const spec = catalog.table(owner)?.columns.find(({ name }) => name === column);
    return !isCompared && linkedTable(catalog, spec)?.qualified === target;
  });
}

function linkRuleReaders(catalog: Catalog, table: TableDefinition, target: string): ColumnReader[] {
  return table.columns.flatMap((column): ColumnReader[] => {
    const { ref, refWhere, refBy }: ValueSpec = column.items ?? column;
    const linked = ref === undefined ? null : catalog.table(ref);
    if (linked === null) return [];
    const isRead = refWhere !== undefined && (ref === target || followsLinkTo(catalog, linked, refWhere, target));
    const reader = { owner: table.qualified, name: column.name };
    return [
      ...(isRead ? [{ kind: 'ref_where', ...reader } as const] : []),
      ...(refBy !== undefined && ref === target ? [{ kind: 'ref_by', ...reader } as const] : []),
    ];
  });
}
