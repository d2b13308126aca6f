/** What handlers, queries and integrity read: the database as it is now, or as a transaction would leave it. */

import type { Catalog } from '../catalog/catalog';
import type { TableDefinition } from '../catalog/definition';
import type { NotedbError } from '../errors';
import type { NumberedFiles } from '../links/frozen-links';
import type { LinkResolver } from '../links/link-resolver';
import type { FileLinks, LinkGraph } from '../links/link-sources';
import type { NamedFiles } from '../links/resolve-link';
import { foldPath } from '../links/same-place';
import type { SchedulerPort } from '../ports/host';
import type { FileStat, NotePath } from '../ports/vault-port';
import type { Json } from '../json';
import type { RowsSnapshot } from './columns/column-table';
import type { Row } from './row';
import type { FrozenMap, FrozenSet } from './tracked-map';

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
  /** The table of the row at a path: `rowAt` without values. */
  tableAt(path: NotePath): TableDefinition | null;
  /** The file that already has this path, case and Unicode form aside; null when the path is free. */
  takenBy(path: NotePath): NotePath | null;
}

export interface VaultTable extends TableView {
  has(path: NotePath): boolean;
  /** In no order. */
  pathsOfRows(): Iterable<NotePath>;
}

/** As it was at one moment. */
export interface CommittedTable extends VaultTable {
  /** Makes what `rivals` looks into beforehand, with pauses. */
  prepareRivals(scheduler: SchedulerPort): Promise<void>;
}

/** The whole known vault: committed, or as a write plans it. */
export interface VaultView extends View {
  readonly links: FileLinks & LinkView;
  table(qualified: string): VaultTable;
  /** The file of the definitions; null when there is none yet. */
  readonly metastore: NotePath | null;
  /** Why its definitions are not the current ones; null when they are. D2 */
  readonly definitionsProblem: NotedbError | null;
  /** Every file of the vault. */
  readonly files: FrozenMap<NotePath, FileStat>;
  /** Rows whose files vanished with many others: kept until someone says that they are gone. D7 */
  readonly unconfirmedDeletions: FrozenSet<NotePath>;
  readonly duplicates: FrozenMap<NotePath, DuplicateNote>;
  readonly unparsable: FrozenMap<NotePath, UnparsableNote>;
  /** Notes that name a table but are not rows of it: unknown table, archive, excluded folder. */
  readonly claims: FrozenMap<NotePath, string>;
  /** The path of the row with this id. */
  pathOfId(id: string): NotePath | null;
  /** True when a file lies below the folder; an empty folder is not known here. */
  hasFolder(folder: NotePath): boolean;
}

/** The links of one moment: all of them, or those that a caller may see. */
export interface CommittedLinks extends LinkResolver, LinkGraph, FileLinks {
  readonly filesGeneration: object;
  readonly fileNumbers?: NumberedFiles;
}

/** The committed state at one moment: it stays as it is. */
export interface CommittedView extends VaultView {
  readonly links: CommittedLinks;
  table(qualified: string): CommittedTable;
}

/** The one of these files that has this path, so compared. */
export function samePath(files: NamedFiles, path: NotePath): NotePath | null {
  if (files === undefined) return null;
  const folded = foldPath(path);
  if (typeof files === 'string') return foldPath(files) === folded ? files : null;
  return files.find((file) => foldPath(file) === folded) ?? null;
}

/** A row that is none because another note holds its id. D7 */
export interface DuplicateNote {
  readonly table: string;
  readonly row: Row;
}

/** A row whose front matter does not parse any more. */
export interface UnparsableNote {
  /** The table that it names, as far as known. */
  readonly table: string | null;
  readonly reason: string;
  /** It could not be read, or looked at: each rescan tries again. */
  readonly isUnread?: true;
}
