/** Resolves a key of a filter: a column, or a column behind links (`parent.kind`). Source: docs/operations.md#select_rows, docs/decisions.md#check-constraints. */

import type { ColumnSpec } from '../../values/column-spec';
import type { Catalog } from '../catalog';
import type { TableDefinition } from '../definition';

export interface FilterLink {
  /** The table that has it. */
  readonly table: TableDefinition;
  readonly column: ColumnSpec;
}

/** A key as far as the definitions know it. */
export interface FilterPath {
  /** The links that are followed, in order. */
  readonly links: readonly FilterLink[];
  /** Where the path ends: a name of a table, which that table need not know. Null when the last link leads to no table. */
  readonly end: { readonly table: TableDefinition; readonly name: string } | null;
  /** Why the path can't be followed to its end; null when it can. */
  readonly broken: BrokenPath | null;
}

export interface BrokenPath {
  readonly table: TableDefinition;
  readonly name: string;
  /** No column of the table, a column that is not a link, a link to any note, a link to a table that is not there. */
  readonly reason: 'no column' | 'no link' | 'no ref' | 'no table';
}

/** Follows a key from a table. Never throws; whether the last name is known is for the caller to say. */
export function filterPath(catalog: Catalog, start: TableDefinition, key: string): FilterPath {
  const names = key.split('.');
  const last = names.pop() as string;
  const links: FilterLink[] = [];
  let table = start;
  for (const name of names) {
    const column = table.columns.find((each) => each.name === name);
    if (column === undefined) return brokenPath(links, { table, name, reason: 'no column' });
    const link = linkSpecOfColumn(column);
    if (link === null) return brokenPath(links, { table, name, reason: 'no link' });
    links.push({ table, column });
    const target = link.ref === undefined ? null : tableOf(catalog, start, link.ref);
    if (target === null)
      return brokenPath(links, { table, name, reason: link.ref === undefined ? 'no ref' : 'no table' });
    table = target;
  }
  return { links, end: { table, name: last }, broken: null };
}

const brokenPath = (links: readonly FilterLink[], reason: BrokenPath): FilterPath => ({
  links,
  end: null,
  broken: reason,
});

/** What a link column, or each item of a list of links, must be; null for anything else. */
export function linkSpecOfColumn(column: ColumnSpec): { readonly ref?: string } | null {
  const item = column.type === 'list' ? column.items : column;
  return item?.type === 'link' ? item : null;
}

/** The table that a link column leads to; null when it is not a link with a `ref`, or that table is not there. */
export function linkedTable(catalog: Catalog, column: ColumnSpec | undefined): TableDefinition | null {
  const ref = column === undefined ? undefined : linkSpecOfColumn(column)?.ref;
  return ref === undefined ? null : catalog.table(ref);
}

/** `start` need not be in the catalog yet. */
const tableOf = (catalog: Catalog, start: TableDefinition, qualified: string): TableDefinition | null =>
  qualified === start.qualified ? start : catalog.table(qualified);
