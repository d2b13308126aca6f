/** Finds the table of a note by its `table` key and its place. D2. */

import { liesInCopyOf } from '../links/copy-names';
import { liesIn } from '../links/same-place';
import { joinPath } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import type { Json } from '../json';
import type { CatalogDefinition, TableDefinition } from './definition';

interface TablePlaces {
  readonly root: NotePath;
  readonly folder: NotePath;
  readonly archive: NotePath;
  /** Its name in lower case: a copy of the folder has it in its own name. */
  readonly archiveName: string;
  /** On its way into the vault one path is asked for several times. */
  last: NotePath | null;
  isLastArchived: boolean;
}

/** Every note that is read or written asks; a definition stays as it is. */
const placesByDefinition = new WeakMap<TableDefinition, TablePlaces>();

function placesOf(table: TableDefinition, root: NotePath): TablePlaces {
  const present = placesByDefinition.get(table);
  if (present?.root === root) return present;
  const folder = joinPath(root, table.catalog, table.schema, table.name);
  const places = {
    root,
    folder,
    archive: joinPath(folder, table.archive),
    archiveName: table.archive.toLowerCase(),
    last: null,
    isLastArchived: false,
  };
  placesByDefinition.set(table, places);
  return places;
}

export const tableFolder = (table: TableDefinition, root: NotePath): NotePath => placesOf(table, root).folder;

/** `<table folder>/<archive>` */
export const archiveFolder = (table: TableDefinition, root: NotePath): NotePath => placesOf(table, root).archive;

/** An archived note is not a row of the table, but it still belongs to it. A sync tool or a file manager may have copied its folder. */
export function isArchived(table: TableDefinition, root: NotePath, path: NotePath): boolean {
  const places = placesOf(table, root);
  if (places.last !== path) {
    places.isLastArchived = liesIn(path, places.archive) || liesInCopy(path, places);
    places.last = path;
  }
  return places.isLastArchived;
}

/** Most paths are seen to lie elsewhere without being taken apart. */
const liesInCopy = (path: NotePath, { archive, archiveName }: TablePlaces): boolean =>
  (path.toLowerCase().includes(archiveName) || !isAscii(archiveName)) && liesInCopyOf(path, archive);

/** Other letters may be spelt in several Unicode forms. */
const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** Whether the note lies in one of the table's excluded folders, at any depth. */
export const isExcluded = (table: TableDefinition, path: NotePath): boolean =>
  table.exclude.some((folder) => liesIn(path, folder));

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
