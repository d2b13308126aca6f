/** The state of the whole vault in memory: rows in columns, links, files. Changed only by the lane and the watcher. */

import type { Catalog } from '../../catalog/catalog';
import type { TableDefinition } from '../../catalog/definition';
import { type NotedbError, notFound } from '../../errors';
import { nameKey } from '../../links/fold-name';
import { LinkIndex } from '../../links/link-index';
import type { SchedulerPort } from '../../ports/host';
import type { KnownNote } from '../../ports/metadata-port';
import type { FileStat, NotePath } from '../../ports/vault-port';
import { ColumnTable, storesAlike } from '../columns/column-table';
import { DuplicateNotes } from './duplicate-notes';
import { FolderSet } from './folder-set';
import { IdIndex, IdPrecedence } from './id-precedence';
import {
  type UnparsableNote,
  type DuplicateNote,
  type VaultTable,
  type VaultView,
  samePath,
  type ScanSource,
} from '../view';
import { type NoteReading, readNoteText } from './note-reading';
import type { Row } from '../row';
import { RowCodec } from '../row-codec';
import type { StagedChange } from '../transaction/staged-change';
import { TrackedMap, TrackedSet } from '../tracked-map';
import { fingerprintOf } from '../../text/fingerprint';
import { type Json, isEmpty } from '../../json';

/** Facts of a placed note, beside its row. */
interface PlacedNote {
  /** The table name that it bears. */
  readonly table: string | null;
  /** The row has its id again, whatever note took it meanwhile. */
  readonly holdsId?: boolean;
  /** Nothing was at its path. */
  readonly isNew?: boolean;
}

const NO_LINKS: readonly string[] = [];

export class Store implements VaultView {
  links = new LinkIndex();
  metastore: NotePath | null = null;
  definitionsProblem: NotedbError | null = null;
  readonly unconfirmedDeletions = new TrackedSet<NotePath>();
  readonly files = new TrackedMap<NotePath, FileStat>();
  /** Of the texts of notes, as far as they were read: a note that bears another time stamp may hold the same text. */
  readonly fingerprints = new Map<NotePath, number>();
  readonly duplicates = new DuplicateNotes();
  readonly unparsable = new TrackedMap<NotePath, UnparsableNote>();
  readonly claims = new TrackedMap<NotePath, string>();
  private readonly tables = new Map<string, ColumnTable>();
  private readonly codecs = new Map<string, RowCodec>();
  readonly folders = new FolderSet();
  readonly idIndex = new IdIndex(this.tables);
  readonly idPrecedence = new IdPrecedence(this.files);

  constructor(public catalog: Catalog) {
    this.useCatalog(catalog);
  }

  /** Returns the notes to read again: those naming a new, gone or changed table, rows before copies, older notes before younger ones. */
  useCatalog(catalog: Catalog): readonly NotePath[] {
    const { root } = this.catalog;
    this.catalog = catalog;
    const definitions = new Map(catalog.tables().map((table) => [table.qualified, table]));
    const isAsBefore = (name: string, { definition }: ColumnTable): boolean =>
      root === catalog.root && storesAlike(definitions.get(name), definition);
    const changed = [...this.tables].filter(([name, table]) => !isAsBefore(name, table));
    const names = new Set(changed.map(([name]) => name));
    const rows = changed.flatMap(([, table]) => [...table.pathsOfRows()].map((path) => table.row(path) as Row));
    for (const name of names) this.tables.delete(name);
    this.codecs.clear();
    for (const [name, definition] of definitions) {
      this.codecs.set(name, new RowCodec(definition));
      const present = this.tables.get(name);
      present?.redefine(definition);
      if (present !== undefined) continue;
      names.add(name);
      this.tables.set(name, new ColumnTable(definition));
    }
    const duplicates = this.withdraw(rows, names);
    this.keepUnreadable(changed);
    const claims = [...this.claims].filter(([, claimed]) => names.has(claimed)).map(([path]) => path);
    return [
      ...rows.map(({ path }) => path),
      ...[...duplicates, ...claims].sort((a, b) => this.idPrecedence.byAge(a, b)),
    ];
  }

  /** These rows are gone for now; their ids are free, and so are the copies that wait for them or name these tables. */
  private withdraw(rows: readonly Row[], tables: ReadonlySet<string>): readonly NotePath[] {
    const ids = new Set(rows.map(({ id }) => id));
    for (const { id, path } of rows) if (this.idIndex.get(id) === path) this.idIndex.delete(id);
    const duplicates = [...this.duplicates].filter(([, { table, row }]) => tables.has(table) || ids.has(row.id));
    for (const [path] of duplicates) this.duplicates.delete(path);
    return duplicates.map(([path]) => path);
  }

  /** What does not parse or may be lost can't be read again: its last good values stay, as far as the new definition knows them. */
  private keepUnreadable(changed: readonly (readonly [string, ColumnTable])[]): void {
    for (const path of [...this.unparsable.keys(), ...this.unconfirmedDeletions]) {
      for (const [name, before] of changed) {
        const row = this.ownerOf(path, name) === null ? null : before.row(path);
        if (row === null) continue;
        this.columnTable(name).put(row);
        if (row.id !== '') this.idIndex.set(row.id, path);
      }
      if (this.tableAt(path) === null) this.unconfirmedDeletions.delete(path);
    }
  }

  table(qualified: string): VaultTable {
    return new StoredTable(this.columnTable(qualified), (id) => this.pathOfId(id));
  }

  columnTables(): Iterable<ColumnTable> {
    return this.tables.values();
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

  tableAt(path: NotePath): TableDefinition | null {
    for (const table of this.tables.values()) if (table.has(path)) return table.definition;
    return null;
  }

  pathOfId(id: string): NotePath | null {
    return this.idIndex.get(id) ?? null;
  }

  takenBy(path: NotePath): NotePath | null {
    const named = this.links.named(nameKey(path));
    return named !== undefined && this.files.has(path) ? path : samePath(named, path);
  }

  /** A file as it is now, with the text of a note. */
  place(stat: FileStat, text: string | null): void {
    this.placeReading(stat, text === null ? null : readNoteText(text));
    if (text !== null) this.fingerprints.set(stat.path, fingerprintOf(text));
  }

  /** A note without a text that can be had: its row stays, an unread one with the stat of its last good text. `stat` null: it can't be looked at. */
  keepRow(path: NotePath, stat: FileStat | null, why: Omit<UnparsableNote, 'table'>): void {
    const table = this.tableAt(path)?.qualified ?? null;
    if (table === null && stat === null) return;
    if (table === null && stat !== null) this.place(stat, null);
    if (table !== null && stat !== null && why.isUnread !== true) this.files.set(path, stat);
    this.unparsable.set(path, { table, ...why });
  }

  readonly isUnread = (path: NotePath): boolean => this.unparsable.get(path)?.isUnread === true;

  /** As `place`, from an earlier reading of the text; null for a file that is not a readable note. `change`: it was staged, and its row decoded. */
  placeReading(stat: FileStat, reading: NoteReading | null, change: StagedChange | null = null): void {
    if (typeof change?.after === 'string') this.fingerprints.set(stat.path, fingerprintOf(change.after));
    else this.fingerprints.delete(stat.path);
    const staged = change?.becomes ?? null;
    const nameKey = change?.kind === 'create' ? change.nameKey : undefined;
    const isNew = this.placeFile(stat, reading?.links ?? NO_LINKS, nameKey);
    if (reading === null) {
      this.forget(stat.path);
      return;
    }
    const { status, reason, table } = reading;
    if (status === 'unparsable') {
      this.claims.delete(stat.path);
      this.unparsable.set(stat.path, { table, reason });
      return;
    }
    this.unparsable.delete(stat.path);
    // Staged rows were checked by these definitions.
    const definition = staged === null ? this.ownerOf(stat.path, table) : this.catalog.table(staged.table);
    const decoded =
      definition === null || staged !== null
        ? staged?.decoded
        : this.codec(definition.qualified).decode(stat.path, stat.mtime, reading.text);
    const holdsId = change?.kind === 'restore' && change.holdsId === true;
    this.placeRow(stat, definition, definition === null ? null : (decoded?.row ?? null), { table, holdsId, isNew });
  }

  /** As `place`, from the host's knowledge; false when the note has to be read. */
  placeKnown(stat: FileStat, known: KnownNote): boolean {
    const named = known.frontMatter?.['table'];
    const table = typeof named === 'string' ? named : null;
    const definition = this.ownerOf(stat.path, table);
    const row =
      definition && this.codec(definition.qualified).decodeKnown(stat.path, stat.mtime, known.frontMatter ?? {});
    if (definition !== null && row === null) return false;
    this.fingerprints.delete(stat.path);
    this.placeFile(stat, known.links);
    this.placeRow(stat, definition, row, { table });
    return true;
  }

  /** What the host says of a file whose content is known already. */
  touch(stat: FileStat): void {
    this.files.set(stat.path, stat);
    for (const table of this.tables.values()) if (table.touch(stat.path, stat.mtime)) return;
  }

  /** True when nothing was known of the file: no row is at its path either. Null: the links in it stay as they are known. */
  placeFile(stat: FileStat, linkpaths: readonly string[] | null = null, nameKey?: string): boolean {
    const { path } = stat;
    const isSuspect = this.unconfirmedDeletions.delete(path);
    const { size } = this.files;
    const isNew = this.files.set(path, stat).size > size;
    if (isNew) {
      this.links.addNew(path, linkpaths ?? NO_LINKS, nameKey);
      this.folders.add(path);
    } else if (linkpaths !== null) {
      this.links.setLinks(path, linkpaths);
    }
    return isNew && !isSuspect;
  }

  /** Builds the indexes that a warm start leaves out, ahead of the first query and in turns. Nothing changes meanwhile. */
  async buildIndexes(scheduler: Pick<SchedulerPort, 'pause'>): Promise<void> {
    await this.links.buildIndexes(scheduler);
    for (const table of this.tables.values()) await table.buildIndex(scheduler);
    await this.idIndex.buildIndex(scheduler);
  }

  hasFolder(folder: NotePath): boolean {
    return this.folders.has(folder);
  }

  /** As `hasFolder`, however the folder is spelt: as it is; null when there is none. */
  folderLike(folder: NotePath): NotePath | null {
    return this.folders.like(folder);
  }

  private ownerOf(path: NotePath, table: string | null): TableDefinition | null {
    return table === null ? null : this.catalog.rowTableOf(path, table);
  }

  private placeRow(
    stat: FileStat,
    definition: TableDefinition | null,
    row: Row | null,
    { table, holdsId = false, isNew = false }: PlacedNote,
  ): void {
    const { path } = stat;
    this.claims.delete(path);
    const present = isNew ? null : this.rowAt(path);
    if (present !== null && (present.table.qualified !== definition?.qualified || present.row.id !== row?.id))
      this.dropRow(path);
    this.duplicates.delete(path);
    if (definition === null || row === null) {
      if (table !== null) this.claims.set(path, table);
      return;
    }
    const holder = row.id === '' ? path : (this.idIndex.get(row.id) ?? path);
    if (holder !== path && !holdsId && !this.idPrecedence.supersedes(row.id, path, holder)) {
      this.duplicates.set(path, { table: definition.qualified, row });
      return;
    }
    if (holder !== path) this.demote(holder);
    if (row.id !== '') this.idIndex.set(row.id, path);
    this.columnTable(definition.qualified).put(row, isNew);
  }

  private demote(path: NotePath): void {
    const present = this.rowAt(path);
    if (present === null) return;
    this.columnTable(present.table.qualified).remove(path);
    this.duplicates.set(path, { table: present.table.qualified, row: present.row });
  }

  /** A file that is gone. `continuesWord`: where its row will be placed, so that no copy takes its id meanwhile. */
  drop(path: NotePath, goesOn: NotePath | null = null): void {
    this.unconfirmedDeletions.delete(path);
    this.forget(path, goesOn);
    this.fingerprints.delete(path);
    if (this.files.delete(path)) this.folders.remove(path);
    this.links.setLinks(path, []);
    this.links.removeFile(path);
  }

  private forget(path: NotePath, goesOn: NotePath | null = null): void {
    this.claims.delete(path);
    this.unparsable.delete(path);
    this.duplicates.delete(path);
    this.dropRow(path, goesOn);
  }

  private dropRow(path: NotePath, goesOn: NotePath | null = null): void {
    const present = this.rowAt(path);
    if (present === null) return;
    const { id } = present.row;
    this.columnTable(present.table.qualified).remove(path);
    if (this.idIndex.get(id) !== path) return;
    this.idIndex.delete(id);
    if (goesOn === null) this.promote(id);
    else this.idIndex.set(id, goesOn);
  }

  /** A copy of a row that is gone becomes the row: the note was moved by hand. */
  private promote(id: string): void {
    const copy = this.chosen(id, null);
    if (copy !== undefined) this.makeRow(copy);
  }

  /** Makes a copy the row where names or links say that it is. `leaves` hears of each note that was the row, before. docs/copies.md#which-note-is-the-row */
  settleCopies(copies: Iterable<NotePath>, leaves: (path: NotePath) => void): void {
    for (const path of [...copies]) {
      const id = this.duplicates.get(path)?.row.id;
      const holder = id === undefined ? undefined : this.idIndex.get(id);
      if (id === undefined || holder === undefined || this.unconfirmedDeletions.has(holder)) continue;
      const chosen = this.chosen(id, holder);
      if (chosen === undefined || chosen === holder) continue;
      leaves(holder);
      this.demote(holder);
      this.makeRow(chosen);
    }
  }

  private chosen(id: string, holder: NotePath | null): NotePath | undefined {
    const copies = this.duplicates.of(id).map(({ row }) => row.path);
    const candidates = holder === null ? copies : [holder, ...copies];
    const isLinked = (path: NotePath): boolean =>
      this.links.backlinks(path).some((source) => !candidates.includes(source));
    return this.idPrecedence.choose(id, candidates, { holder, isLinked });
  }

  private makeRow(path: NotePath): void {
    const { table, row } = this.duplicates.get(path) as DuplicateNote;
    this.duplicates.delete(path);
    this.idIndex.set(row.id, path);
    this.columnTable(table).put(row);
  }
}

const NOTHING_HIDDEN: ReadonlySet<NotePath> = new Set();

/** A table of the store as a view: the rows as they are now. */
export class StoredTable implements VaultTable {
  constructor(
    private readonly columns: ColumnTable,
    private readonly holderOf: (id: string) => NotePath | null,
  ) {}

  get definition(): TableDefinition {
    return this.columns.definition;
  }

  get size(): number {
    return this.columns.size;
  }

  row(path: NotePath): Row | null {
    return this.columns.row(path);
  }

  has(path: NotePath): boolean {
    return this.columns.has(path);
  }

  pathsOfRows(): Iterable<NotePath> {
    return this.columns.pathsOfRows();
  }

  rowById(id: string): Row | null {
    const path = this.holderOf(id);
    return path === null ? null : this.columns.row(path);
  }

  rivals(column: string, value: Json, except: NotePath): readonly Row[] {
    if (isEmpty(value)) return [];
    return this.columns.candidates(column, value).flatMap((path) => {
      const row = path === except ? null : this.columns.row(path);
      return row === null ? [] : [row];
    });
  }

  scan(): ScanSource {
    return { snapshot: this.columns.snapshot(), hidden: NOTHING_HIDDEN, added: [] };
  }
}
