/** Which note is a row of which table, told by its `table` key and its place. spec: D2. */

import { isInside, joinPath } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import type { Json } from '../values/json';
import type { CatalogDefinition, TableDefinition } from './definition';

/** `<root>/<catalog>/<schema>/<table>` */
export const tableFolder = ({ catalog, schema, name }: TableDefinition, root: NotePath): NotePath =>
  joinPath(root, catalog, schema, name);

/** `<table folder>/<archive>` */
export const archiveFolder = (table: TableDefinition, root: NotePath): NotePath =>
  joinPath(tableFolder(table, root), table.archive);

/** An archived note is no row of the table, but it still belongs to it. */
export const isArchived = (table: TableDefinition, root: NotePath, path: NotePath): boolean =>
  isInside(path, archiveFolder(table, root));

/** Whether the note lies in one of the table's excluded folders, at any depth. */
export function isExcluded(table: TableDefinition, path: NotePath): boolean {
  if (table.exclude.length === 0) return false;
  const normal = path.normalize('NFC');
  return table.exclude.some((folder) => isInside(normal, folder));
}

/**
 * The table that the note at `path` is a row of: the one whose qualified name its front matter key `table` holds, wherever
 * the note lies, unless it lies in that table's archive or in a folder that the table excludes. Null: no row. D2
 */
export function rowTableOf(
  catalog: CatalogDefinition,
  root: NotePath,
  path: NotePath,
  tableKey: Json | undefined,
): TableDefinition | null {
  if (typeof tableKey !== 'string') return null;
  const table = catalog.tables.get(tableKey);
  if (table === undefined || isArchived(table, root, path) || isExcluded(table, path)) return null;
  return table;
}
