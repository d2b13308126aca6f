/** The state of the whole vault in memory: rows in columns, links, files. Changed only by the lane and the watcher. */

import type { Catalog } from '../catalog/catalog';
import type { TableDefinition } from '../catalog/definition';
import { notFound } from '../errors';
import { LinkIndex } from '../links/link-index';
import { folderOf } from '../note/paths';
import type { KnownNote } from '../ports/metadata-port';
import type { FileStat, NotePath } from '../ports/vault-port';
import { ColumnTable, type PackedTable } from './column-table';
import { type NoteReading, readNoteText } from './note-reading';
import type { Row } from './row';
import { RowCodec } from './row-codec';
import { StoredTable } from './stored-table';
import { type TableView, type View, foldPath } from './view';

/** A row that is none because another note holds its id. D7 */
export interface Copy {
  readonly table: string;
  readonly row: Row;
}

/** A row whose front matter does not parse any more. */
export interface Unparsable {
  /** The table that it names, as far as one can tell. */
  readonly table: string | null;
  readonly reason: string;
}

const sameDefinition = (a: TableDefinition | undefined, b: TableDefinition): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);

export class Store implements View {
  links = new LinkIndex();
  /** The file that the definitions stand in; null when there is none yet. */
  metastore: NotePath | null = null;
  /** Rows whose files vanished with many others: kept until someone says that they are gone. D7 */
  readonly suspects = new Set<NotePath>();
  readonly files = new Map<NotePath, FileStat>();
  readonly copies = new Map<NotePath, Copy>();
  readonly unparsable = new Map<NotePath, Unparsable>();
  /** Notes that name a table but are no rows of it: unknown table, archive, excluded folder. */
  readonly claims = new Map<NotePath, string>();
  private readonly tables = new Map<string, ColumnTable>();
  private readonly codecs = new Map<string, RowCodec>();
  /** Files directly in each folder. */
  private readonly folders = new Map<NotePath, number>();
  private readonly holders = new Map<string, NotePath>();

  constructor(public catalog: Catalog) {
    this.useCatalog(catalog);
  }

  /**
   * Takes new definitions. Returns the notes to be read again: those that name a table that is new, gone or changed.
   */
  useCatalog(catalog: Catalog): readonly NotePath[] {
    this.catalog = catalog;
    const definitions = new Map(catalog.tables().map((table) => [table.qualified, table]));
    const again: NotePath[] = [];
    for (const [name, table] of [...this.tables]) {
      if (sameDefinition(definitions.get(name), table.definition)) continue;
      again.push(...table.pathsOfRows());
      for (const path of [...table.pathsOfRows()]) this.dropRow(path);
      this.tables.delete(name);
      this.codecs.delete(name);
    }
    for (const [name, definition] of definitions) {
      if (this.tables.has(name)) continue;
      this.tables.set(name, new ColumnTable(definition));
      this.codecs.set(name, new RowCodec(definition));
      for (const [path, claimed] of this.claims) if (claimed === name) again.push(path);
    }
    return again;
  }

  table(qualified: string): TableView {
    return new StoredTable(this.columnTable(qualified), (id) => this.holderOf(id));
  }

  columnTable(qualified: string): ColumnTable {
    const table = this.tables.get(qualified);
    if (table === undefined) throw notFound(`there is no table ${qualified}`, 'call list_tables');
    return table;
  }

  codec(qualified: string): RowCodec {
    const codec = this.codecs.get(qualified);
    if (codec === undefined) throw notFound(`there is no table ${qualified}`, 'call list_tables');
    return codec;
  }

  rowAt(path: NotePath): { table: TableDefinition; row: Row } | null {
    for (const table of this.tables.values()) {
      const row = table.row(path);
      if (row !== null) return { table: table.definition, row };
    }
    return null;
  }

  holderOf(id: string): NotePath | null {
    return this.holders.get(id) ?? null;
  }

  takenBy(path: NotePath): NotePath | null {
    if (this.files.has(path)) return path;
    const folded = foldPath(path);
    return this.links.candidates(path).find((candidate) => foldPath(candidate) === folded) ?? null;
  }

  /** A file as it is now, with the text of a note. */
  place(stat: FileStat, text: string | null): void {
    this.placeReading(stat, text === null ? null : readNoteText(text));
  }

  /** As `place`, from what was read of the text before; null for a file that is no readable note. */
  placeReading(stat: FileStat, reading: NoteReading | null): void {
    this.placeFile(stat);
    if (reading === null) {
      this.forget(stat.path);
      this.links.setLinks(stat.path, []);
      return;
    }
    this.links.setLinks(stat.path, reading.links);
    const { frontMatter, table } = reading;
    if (frontMatter.status === 'unparsable') {
      this.unparsable.set(stat.path, { table, reason: frontMatter.reason });
      return;
    }
    this.unparsable.delete(stat.path);
    const definition = this.ownerOf(stat.path, table);
    const row = definition && this.codec(definition.qualified).decode(stat.path, stat.mtime, frontMatter.entries).row;
    this.placeRow(stat, definition, row, table);
  }

  /** As `place`, from the host's knowledge; false when the note has to be read. */
  placeKnown(stat: FileStat, known: KnownNote): boolean {
    const named = known.frontMatter?.['table'];
    const table = typeof named === 'string' ? named : null;
    const definition = this.ownerOf(stat.path, table);
    const row =
      definition && this.codec(definition.qualified).decodeKnown(stat.path, stat.mtime, known.frontMatter ?? {});
    if (definition !== null && row === null) return false;
    this.placeFile(stat);
    this.links.setLinks(stat.path, known.links);
    this.placeRow(stat, definition, row, table);
    return true;
  }

  /** What the host says of a file whose content is known already. */
  touch(stat: FileStat): void {
    this.files.set(stat.path, stat);
    for (const table of this.tables.values()) table.touch(stat.path, stat.mtime);
  }

  /** Files, links and rows from the warm-start file; only for a new store. */
  adopt(files: readonly FileStat[], links: LinkIndex, tables: ReadonlyMap<string, PackedTable>): void {
    this.links = links;
    for (const stat of files) {
      this.files.set(stat.path, stat);
      this.countFolder(stat.path, 1);
    }
    for (const [qualified, packed] of tables) {
      this.columnTable(qualified).adopt(packed);
      packed.ids.forEach((id, i) => {
        if (id !== '') this.holders.set(id, packed.paths[i] as NotePath);
      });
    }
  }

  placeFile(stat: FileStat): void {
    if (!this.files.has(stat.path)) {
      this.links.addFile(stat.path);
      this.countFolder(stat.path, 1);
    }
    this.files.set(stat.path, stat);
    this.suspects.delete(stat.path);
  }

  /** True when a file lies below the folder; an empty folder is not known here. */
  hasFolder(folder: NotePath): boolean {
    if (folder === '' || this.folders.has(folder)) return true;
    for (const other of this.folders.keys()) if (other.startsWith(`${folder}/`)) return true;
    return false;
  }

  private countFolder(path: NotePath, by: 1 | -1): void {
    const folder = folderOf(path);
    const count = (this.folders.get(folder) ?? 0) + by;
    if (count === 0) this.folders.delete(folder);
    else this.folders.set(folder, count);
  }

  private ownerOf(path: NotePath, table: string | null): TableDefinition | null {
    return table === null ? null : this.catalog.rowTableOf(path, table);
  }

  private placeRow(stat: FileStat, definition: TableDefinition | null, row: Row | null, table: string | null): void {
    const { path } = stat;
    this.claims.delete(path);
    const present = this.rowAt(path);
    if (present !== null && (present.table.qualified !== definition?.qualified || present.row.id !== row?.id))
      this.dropRow(path);
    this.copies.delete(path);
    if (definition === null || row === null) {
      if (table !== null) this.claims.set(path, table);
      return;
    }
    const holder = row.id === '' ? undefined : this.holders.get(row.id);
    if (holder !== undefined && holder !== path && !this.isOlder(stat, holder)) {
      this.copies.set(path, { table: definition.qualified, row });
      return;
    }
    if (holder !== undefined && holder !== path) this.demote(holder);
    if (row.id !== '') this.holders.set(row.id, path);
    this.columnTable(definition.qualified).put(row);
  }

  /** While loading, the older note keeps the id; later the engine knows its holder. D7 */
  private isOlder(stat: FileStat, holder: NotePath): boolean {
    return this.isLoading && stat.ctime < (this.files.get(holder)?.ctime ?? 0);
  }

  /** True while the vault is read for the first time. */
  isLoading = false;

  private demote(path: NotePath): void {
    const present = this.rowAt(path);
    if (present === null) return;
    this.columnTable(present.table.qualified).remove(path);
    this.copies.set(path, { table: present.table.qualified, row: present.row });
  }

  /** A file that is gone. */
  drop(path: NotePath): void {
    this.suspects.delete(path);
    this.forget(path);
    if (this.files.delete(path)) this.countFolder(path, -1);
    this.links.setLinks(path, []);
    this.links.removeFile(path);
  }

  private forget(path: NotePath): void {
    this.claims.delete(path);
    this.unparsable.delete(path);
    this.copies.delete(path);
    this.dropRow(path);
  }

  private dropRow(path: NotePath): void {
    const present = this.rowAt(path);
    if (present === null) return;
    this.columnTable(present.table.qualified).remove(path);
    if (this.holders.get(present.row.id) !== path) return;
    this.holders.delete(present.row.id);
    this.promote(present.row.id);
  }

  /** The first copy of a row that is gone becomes the row: it was moved by hand. */
  private promote(id: string): void {
    for (const [path, copy] of this.copies) {
      if (copy.row.id !== id || !this.tables.has(copy.table)) continue;
      this.copies.delete(path);
      this.holders.set(id, path);
      this.columnTable(copy.table).put(copy.row);
      return;
    }
  }
}
