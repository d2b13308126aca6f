/** Collects what one write would change and shows the database as it would be; writes nothing. */

import type { Catalog } from '../../catalog/catalog';
import type { TableDefinition } from '../../catalog/definition';
import type { DefinitionRename } from '../../catalog/references/definition-rename';
import { NotedbError, type Violation, notFound } from '../../errors';
import { nameKey } from '../../links/fold-name';
import { isWellFormed } from '../../values/utf8';
import type { SchedulerPort } from '../../ports/host';
import { inTurns } from '../../ports/in-turns';
import type { FileStat, NotePath } from '../../ports/vault-port';
import { ChangeReader } from './change-reader';
import type { FolderNames } from './folder-names';
import type { PendingLinks } from './pending-links';
import type { LinkView, VaultView, View } from '../view';
import type { RowCodec, DecodedRow } from '../row-codec';
import type { Row } from '../row';
import type { StagedChange, StagedPut } from './staged-change';
import { stagingOrder } from './staging-order';
import { OverlaidTable } from './overlaid-table';
import { StagedLinks } from './staged-links';
import type { LinkResolver } from '../../links/link-resolver';
import type { LinkGraph } from '../../links/link-sources';
import { foldPath } from '../../links/same-place';

/** What a write is planned on: the store, or the part of it that a caller sees. */
interface TransactionNotes {
  read(path: NotePath): Promise<string | null>;
  readAhead?(paths: readonly NotePath[]): Promise<void>;
}

export type TransactionBase = VaultView & { readonly links: LinkResolver & LinkGraph };

export class Transaction implements View {
  readonly violations: Violation[] = [];
  /** Refusals of single notes: the gate reports them together with all other problems. D5 */
  readonly refusals: NotedbError[] = [];
  readonly warnings: string[] = [];
  readonly foldersLeft = new Set<NotePath>();
  /** Notes whose names were given, by their first paths: no pattern renames them. */
  readonly named = new Set<NotePath>();

  /** Rows whose whole path the caller gave, by their first path: the folder stays too. */
  readonly placed = new Set<NotePath>();
  /** Columns that a change of the definitions gave a value in rows that had none, by table. */
  readonly filled = new Map<string, ReadonlySet<string>>();
  /** Links that are still as they were given. */
  readonly pendingLinks: PendingLinks[] = [];
  /** Tables that bear another name from then on: old -> new. */
  readonly renamed = new Map<string, string>();
  /** Names of tables, columns and values that change, in their order. */
  readonly renames: DefinitionRename[] = [];
  /** What to do about views that name a column by its old name, by view. */
  readonly viewRemedies = new Map<string, string>();
  /** By the path where the file lies now; a file that is gone has a key of its own, since its path may be taken again. */
  private readonly changes = new Map<string, StagedChange>();
  private readonly texts = new Map<NotePath, string | null>();
  private reader: ChangeReader;
  private readonly tables = new Map<string, OverlaidTable>();
  private readonly revalidated = new Map<string, RevalidatedTable>();
  /** Work that begins when everything is staged, before the gate validates. Null: none. */
  beforeValidation: (() => Promise<void>) | null = null;
  /** Rows that broke a rule which an undo brings back, with the rule. */
  tolerated: ReadonlySet<string> = new Set();
  /** The definitions under which the restored content was written. Null: the present ones, or nothing is restored. */
  pastCatalog: Catalog | null = null;
  private readonly names = new StagedNames();
  /** The last path that was found free, until something is staged: who asks mostly stages a file there. Alone: no file has its name. */
  private free: NotePath | null = null;
  private isFreeAlone = false;
  /** The key of the change of the file that lies at a path before this transaction. */
  private readonly origins = new Map<NotePath, string>();
  /** What `staging` said last; null when a file was staged since. */
  private ordered: readonly StagedChange[] | null = null;
  private stagedCatalog: Catalog | null = null;
  private readonly stagedLinks: StagedLinks;

  constructor(
    private readonly base: TransactionBase,
    /** The texts of notes: each is read once, and again only to compare before writing. */
    private readonly notes: TransactionNotes,
    /** The time stamp that the migration will bear, in milliseconds. */
    readonly now: number,
    private readonly folders: FolderNames,
  ) {
    this.reader = new ChangeReader(base.catalog, base, now);
    this.stagedLinks = new StagedLinks(base.links, () => this.changes, this.names);
  }

  get catalog(): Catalog {
    return this.stagedCatalog ?? this.base.catalog;
  }

  /** New definitions; the text of the metastore file is staged apart. */
  stageCatalog(catalog: Catalog): void {
    this.stagedCatalog = catalog;
    this.ordered = null;
    this.reader = new ChangeReader(catalog, this.base, this.now);
    this.tables.clear();
    for (const [key, change] of this.changes) this.changes.set(key, this.reader.interpret(change));
    for (const { from, to } of this.changes.values()) this.updateOverlays(from, to);
  }

  /** The write is about these columns of a table, and its rows read so now. Nothing is staged meanwhile. */
  async revalidate(
    qualified: string,
    judged: RevalidatedTable,
    scheduler: Pick<SchedulerPort, 'pause'>,
  ): Promise<void> {
    this.revalidated.set(qualified, judged);
    this.tables.delete(qualified);
    await inTurns(this.changes.values(), scheduler, ({ from, to }) => this.updateOverlays(from, to));
  }

  /** By qualified name. */
  get revalidatedTables(): ReadonlyMap<string, RevalidatedTable> {
    return this.revalidated;
  }

  get catalogChanged(): boolean {
    return this.stagedCatalog !== null;
  }

  /** The text of a file as this transaction sees it. */
  async read(path: NotePath): Promise<string | null> {
    const staged = this.changes.get(path);
    if (staged !== undefined) return staged.after;
    if (this.isLeft(path)) return null;
    const known = this.texts.get(path);
    if (known !== undefined) return known;
    const text = await this.notes.read(path);
    this.texts.set(path, text);
    return text;
  }

  /** These are read soon, and a host may need as long for one as for many. Notes that could not be read are left alone. */
  async readAhead(paths: readonly NotePath[]): Promise<void> {
    const { unparsable, unconfirmedDeletions } = this.base;
    const isUnread = (path: NotePath): boolean =>
      !this.changes.has(path) && !this.isLeft(path) && !this.texts.has(path);
    const isReadable = (path: NotePath): boolean => !unparsable.has(path) && !unconfirmedDeletions.has(path);
    await this.notes.readAhead?.(paths.filter((path) => isUnread(path) && isReadable(path)));
  }

  /** Stages one file; a second change of the same file goes on from the first. */
  put(put: StagedPut): void {
    if (put.after !== null && !isWellFormed(put.after)) {
      throw new NotedbError('bad_request', `the text for ${put.to ?? ''} holds half a surrogate pair`, {
        hint: 'send well-formed Unicode',
      });
    }
    this.ordered = null;
    const isFree = put.from === null && put.to !== null && this.free === put.to;
    this.free = null;
    const earlier = put.from === null ? undefined : this.changeAt(put.from);
    const from = earlier === undefined ? put.from : earlier.from;
    if (earlier !== undefined) this.changes.delete(keyOf(earlier));
    if (from !== null || put.to !== null) {
      const change = this.reader.interpret(put, earlier);
      const isNew = from === null && earlier === undefined && (isFree || this.isUnknown(put.to));
      this.changes.set(keyOf(change), change);
      if (from !== null) this.origins.set(from, keyOf(change));
      if (isNew) return this.overlayNewFile(change, isFree && this.isFreeAlone);
    }
    this.stagedLinks.follow(earlier, from, put.to);
    this.updateOverlays(earlier?.to ?? null, from, put.to);
  }

  /** The change of the file that lies at a path now, or that lay there last. */
  private changeAt(path: NotePath): StagedChange | undefined {
    return this.changes.get(path) ?? this.changes.get(goneKey(path));
  }

  /** True when the file that lay there before goes elsewhere. Another one may have come. */
  private isLeft(path: NotePath): boolean {
    const key = this.origins.get(path);
    return key !== undefined && key !== path;
  }

  /** No file is there, none was, and nothing is staged for it. */
  private isUnknown(path: NotePath | null): boolean {
    if (path === null || this.changes.has(path) || this.origins.has(path)) return false;
    return !this.base.files.has(path) && !this.base.unconfirmedDeletions.has(path);
  }

  /** As `updateOverlays`, for a file that is made where none was known. */
  private overlayNewFile({ to, becomes }: StagedChange, isAlone: boolean): void {
    const path = to as NotePath;
    this.stagedLinks.follow(undefined, null, path);
    if (becomes !== null) this.table(becomes.table).add(becomes.decoded.row);
    if (isAlone) this.names.addAlone(path);
    else this.names.add(path);
  }

  /** Renews the overlays of these paths. */
  private updateOverlays(...paths: readonly (NotePath | null)[]): void {
    for (const path of paths) {
      if (path === null) continue;
      for (const table of this.tables.values()) table.unset(path);
      const change = this.changes.get(path);
      const was = this.isTouched(path) ? this.base.tableAt(path) : null;
      if (was !== null && this.catalog.table(was.qualified) !== null) this.table(was.qualified).set(path, null);
      const becomes = change?.becomes ?? null;
      if (becomes !== null) this.table(becomes.table).set(path, becomes.decoded.row);
      if (change !== undefined && change.from !== path) this.names.add(path);
      else this.names.remove(path);
    }
  }

  private definitionOf(qualified: string): TableDefinition {
    const definition = this.catalog.table(qualified);
    if (definition === null) throw notFound(`there is no table ${qualified}`, 'call list_tables');
    return definition;
  }

  codec(definition: TableDefinition): RowCodec {
    return this.reader.codec(definition);
  }

  violate(violation: Violation): void {
    this.violations.push(violation);
  }

  /** The change that is staged for the file that lies at `path` now; null when there is none. */
  staged(path: NotePath): StagedChange | null {
    return this.changes.get(this.origins.get(path) ?? path) ?? null;
  }

  /** True when something really changes of the file that lies at `path` now. */
  isChanged(path: NotePath): boolean {
    const change = this.staged(path);
    return change !== null && isReal(change);
  }

  /** The change that is staged for the file that will lie at `path`; null when there is none. */
  stagedAt(path: NotePath): StagedChange | null {
    return this.changes.get(path) ?? null;
  }

  /** Everything staged that changes something, in the order of staging; but a file that takes another one's path comes after it. */
  staging(): readonly StagedChange[] {
    this.ordered ??= stagingOrder([...this.changes.values()].filter(isReal));
    return this.ordered;
  }

  table(qualified: string): OverlaidTable {
    let table = this.tables.get(qualified);
    if (table === undefined) {
      const rows = this.revalidated.get(qualified)?.rows ?? null;
      const isBased = rows === null && this.base.catalog.table(qualified) !== null;
      const base = isBased ? this.base.table(qualified) : null;
      this.tables.set(qualified, (table = new OverlaidTable(this.definitionOf(qualified), base)));
      for (const [path, { row }] of rows ?? []) if (!this.isTouched(path)) table.set(path, row);
    }
    return table;
  }

  rowAt(path: NotePath): { table: TableDefinition; row: Row } | null {
    const change = this.changes.get(path);
    if (change !== undefined) {
      return change.becomes && { table: this.definitionOf(change.becomes.table), row: change.becomes.decoded.row };
    }
    if (this.isLeft(path)) return null;
    const present = this.base.rowAt(path);
    const reread = present === null ? undefined : this.revalidated.get(present.table.qualified)?.rows?.get(path);
    return reread === undefined || present === null
      ? present
      : { table: this.definitionOf(present.table.qualified), row: reread.row };
  }

  tableAt(path: NotePath): TableDefinition | null {
    const change = this.changes.get(path);
    if (change !== undefined) return change.becomes && this.definitionOf(change.becomes.table);
    return this.isLeft(path) ? null : this.base.tableAt(path);
  }

  private isTouched(path: NotePath): boolean {
    return this.changes.has(path) || this.isLeft(path);
  }

  takenBy(path: NotePath): NotePath | null {
    const namesake = this.names.namesake(path);
    const staged = this.names.at(path, namesake);
    if (staged !== null) return staged;
    const isNamed = this.base.links.named(nameKey(path)) !== undefined;
    const present = isNamed ? this.base.takenBy(path) : null;
    this.free = present === null && !this.base.unconfirmedDeletions.has(path) ? path : null;
    this.isFreeAlone = !isNamed && namesake === null;
    return present !== null && this.isLeft(present) ? null : present;
  }

  /** The folder for a note that goes there: as it is spelt if it exists in another case, or if this write makes it so. D6 */
  folderAs(folder: NotePath): NotePath {
    return this.folders.as(folder);
  }

  get links(): LinkView {
    return this.stagedLinks.view;
  }

  /** Builds `links` in turns. Nothing is staged meanwhile. */
  prepareLinks(scheduler: Pick<SchedulerPort, 'pause'>): Promise<void> {
    return this.stagedLinks.prepare(scheduler);
  }

  /** The moves that are staged, by old path. */
  moves(): ReadonlyMap<NotePath, NotePath> {
    const moves = new Map<NotePath, NotePath>();
    for (const { from, to } of this.changes.values())
      if (from !== null && to !== null && from !== to) moves.set(from, to);
    return moves;
  }

  /** The vault before this transaction. */
  get before(): TransactionBase {
    return this.base;
  }

  /** A transaction on a part of the same database. `texts`: of files that say something else there. */
  onPart(part: TransactionBase, texts: ReadonlyMap<NotePath, string>): Transaction {
    const read = async (path: NotePath): Promise<string | null> =>
      texts.get(path) ?? (part.files.has(path) ? this.notes.read(path) : null);
    return new Transaction(part, { read }, this.now, this.folders);
  }

  statOf(path: NotePath): FileStat | null {
    return this.base.files.get(path) ?? null;
  }
}

const isReal = ({ from, to, before, after }: StagedChange): boolean => from !== to || before !== after;

const goneKey = (path: NotePath): string => `\u0000${path}`;

const keyOf = ({ from, to }: StagedChange): string => to ?? goneKey(from as NotePath);

/** The part of a table that a change of its definition validates again. Source: docs/operations.md#schema (existing values that violate refuse the change). */
interface RevalidatedTable {
  /** Only these columns, and values that the write changes, are held against the rows of the table. */
  readonly columns: ReadonlySet<string>;
  /** Every row that was there, as its note reads under the new definition; null: as it did before. */
  readonly rows: ReadonlyMap<NotePath, DecodedRow> | null;
}

/** The new paths of the files that a transaction creates and moves. D6 */
class StagedNames {
  /** New files with a name that no other file bears, here or before, by its key: of a write of many rows nearly all. */
  private readonly alone = new Map<string, NotePath>();
  /** The others, by the folded path. */
  private readonly byPlace = new Map<string, NotePath>();

  /** By the key of the name: see `nameKey`. */
  get newNames(): ReadonlyMap<string, NotePath> {
    return this.alone;
  }

  /** The file with the name of one at this path that `addAlone` added; null when there is none. */
  namesake(path: NotePath): NotePath | null {
    return this.alone.get(nameKey(path)) ?? null;
  }

  /** The file that comes to lie there, however its path is spelt; null when none does. */
  at(path: NotePath, namesake = this.namesake(path)): NotePath | null {
    if (namesake !== null && foldPath(namesake) === foldPath(path)) return namesake;
    return this.byPlace.size === 0 ? null : (this.byPlace.get(foldPath(path)) ?? null);
  }

  /** An earlier entry stays. */
  add(path: NotePath): void {
    if (this.namesake(path) !== path) this.byPlace.set(foldPath(path), path);
  }

  /** As `add`, for a file of whose name there is no other. */
  addAlone(path: NotePath): void {
    this.alone.set(nameKey(path), path);
  }

  remove(path: NotePath): void {
    if (this.alone.get(nameKey(path)) === path) this.alone.delete(nameKey(path));
    if (this.byPlace.get(foldPath(path)) === path) this.byPlace.delete(foldPath(path));
  }
}
