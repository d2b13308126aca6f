/** What handlers, queries and integrity read: the database as it is now, or as a transaction would leave it. */

import type { Catalog } from '../catalog/catalog';
import type { TableDefinition } from '../catalog/definition';
import type { LinkMoment, NumberedFiles } from '../links/link-moment';
import type { NamedFiles } from '../links/resolve-link';
import { foldPath } from '../links/same-place';
import type { NotePath } from '../ports/vault-port';
import type { Json } from '../values/json';
import type { RowsSnapshot } from './column-table';
import type { Row } from './row';

/** Everything that a select needs of the rows that it reads. */
export interface ScanSource {
  readonly snapshot: RowsSnapshot;
  /** Rows of the snapshot that do not count: they were changed or taken away since. */
  readonly hidden: ReadonlySet<NotePath>;
  /** Rows that count instead. */
  readonly added: readonly Row[];
}

export interface TableView {
  readonly definition: TableDefinition;
  readonly size: number;
  row(path: NotePath): Row | null;
  rowById(id: string): Row | null;
  /** Rows other than `except` that may hold `value` in a unique column or one of words: a superset, to be compared. */
  rivals(column: string, value: Json, except: NotePath): readonly Row[];
  scan(): ScanSource;
}

/** How links resolve. */
export interface LinkView {
  /** Another object after a file came or went, so that what links mean may be remembered until then. Absent: not known. */
  readonly filesGeneration?: object;
  /** Numbers of the files that hold as long as the generation does. Absent where it is. */
  readonly fileNumbers?: NumberedFiles;
  /** The file that a link path in `source` points to; null when it points to none. */
  resolve(linkpath: string, source: NotePath): NotePath | null;
  /** Files with the same name (last segment), case aside. */
  candidates(linkpath: string): readonly NotePath[];
  /** One file alone has the name that the link path is, so that it means that file from everywhere. */
  meansOne(linkpath: string): boolean;
}

export interface View {
  readonly catalog: Catalog;
  readonly links: LinkView;
  /** Throws 404 for a table that the catalog does not hold. */
  table(qualified: string): TableView;
  /** The row at a path, whatever its table. */
  rowAt(path: NotePath): { readonly table: TableDefinition; readonly row: Row } | null;
  /** The table of the row at a path: `rowAt` for whoever asks for no value. */
  tableAt(path: NotePath): TableDefinition | null;
  /** The file that already has this path, case and Unicode form aside; null when the path is free. */
  takenBy(path: NotePath): NotePath | null;
}

/** What is committed, at one moment: it stays as it is. */
export interface CommittedView extends View {
  readonly links: LinkMoment;
  table(qualified: string): TableView & { has(path: NotePath): boolean };
}

/** The one of these files that has this path, so compared. */
export function samePath(files: NamedFiles, path: NotePath): NotePath | null {
  if (files === undefined) return null;
  const folded = foldPath(path);
  if (typeof files === 'string') return foldPath(files) === folded ? files : null;
  return files.find((file) => foldPath(file) === folded) ?? null;
}
