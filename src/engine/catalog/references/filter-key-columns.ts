/** Finds the columns that a filter reads, through links too, and renames them. Source: docs/decisions.md#check-constraints, docs/operations.md#rename_column, docs/operations.md#rename_value. */

import type { JsonObject } from '../../json';
import type { Catalog } from '../catalog';
import type { TableDefinition } from '../definition';
import { type FilterKeyColumn, type FilterKey, PLACE_COLUMNS, mapFilter } from './filter-mapper';
import { filterPath } from './filter-path';

export type { FilterKeyColumn } from './filter-mapper';

export interface FilterChanges {
  /** The new name; the same one to leave it. */
  readonly column?: (read: FilterKeyColumn) => string;
  /** The text that the column is compared with from now on; only texts of a whole value, or of a list's item. */
  readonly value?: (read: FilterKeyColumn, text: string) => string;
}

/**
 * Every column that `filter` reads for the rows of `table`, in the order of the filter, twice when it is read twice.
 * `table` need not be in the catalog. An unknown name and a system name (`path`, `id`, a file column) are left out,
 * with the rest of their path. Never throws.
 */
export function columnsReadBy(
  catalog: Catalog,
  table: TableDefinition,
  filter: JsonObject,
): readonly FilterKeyColumn[] {
  const found: FilterKeyColumn[] = [];
  mapFilterColumns(catalog, table, filter, {
    column: (read) => {
      found.push(read);
      return read.column;
    },
  });
  return found;
}

/** The filter with its columns and values passed through `changes`; the same object when nothing changes. Never throws. */
export const mapFilterColumns = (
  catalog: Catalog,
  table: TableDefinition,
  filter: JsonObject,
  { column, value }: FilterChanges,
): JsonObject =>
  mapFilter(filter, (key) => keyOfTable(catalog, table, key), {
    column: ([read], name) => (read === undefined ? name : (column?.(read) ?? name)),
    value: ([read], text) => (read === undefined ? text : (value?.(read, text) ?? text)),
  });

function keyOfTable(catalog: Catalog, start: TableDefinition, key: string): FilterKey {
  const { links, end } = filterPath(catalog, start, key);
  const parts: FilterKeyColumn[][] = links.map(({ table, column }) => [
    { table: table.qualified, column: column.name, isCompared: false },
  ]);
  if (end === null) return { parts, compared: [] };
  const spec = end.table.columns.find(({ name }) => name === end.name) ?? null;
  const read = { table: end.table.qualified, column: end.name, isCompared: true };
  if (spec !== null || Object.hasOwn(end.table.fields, end.name))
    return { parts: [...parts, [read]], compared: [{ ...read, spec }] };
  return { parts, compared: PLACE_COLUMNS.includes(end.name) ? [{ ...read, spec }] : [] };
}
