/** A committed view without what an app may not see: no hidden table, row or note is in it. docs/rights.md#what-an-app-sees; D22 */

import type { Catalog } from '../catalog/catalog';
import { ScopedCatalog } from '../catalog/scoped-catalog';
import type { TableDefinition } from '../catalog/definition';
import type { NotedbError } from '../errors';
import { ScopedLinks } from '../links/scoped-links';
import { isInside } from '../note/paths';
import type { FileStat, NotePath } from '../ports/vault-port';
import type { Row } from './row';
import type { FrozenMap, FrozenSet } from './tracked-map';
import type { LinkResolver } from '../links/link-resolver';
import type { FileLinks, LinkGraph } from '../links/link-sources';
import type { CommittedTable, DuplicateNote, UnparsableNote, VaultTable, VaultView } from './view';

/** What an app may see. */
export interface Scope {
  /** Of the app, for messages. */
  readonly name: string;
  /** Patterns of qualified names; null: every table. */
  readonly tables: readonly string[] | null;
  /** Rows of these tables. */
  readonly rows: boolean;
  /** Notes that are not rows, and files that are not notes. */
  readonly notes: boolean;
}

/** What a scope is cut out of: the committed state, or the one that a write is planned on. */
export type WholeView<Table extends VaultTable> = Omit<VaultView, 'links' | 'table'> & {
  readonly links: LinkResolver & LinkGraph & FileLinks;
  table(qualified: string): Table;
};

export class ScopedView<Table extends VaultTable = CommittedTable> {
  readonly catalog: Catalog;
  private readonly seen: Catalog;
  readonly links: ScopedLinks;
  readonly files: FrozenMap<NotePath, FileStat>;
  readonly unconfirmedDeletions: FrozenSet<NotePath>;
  readonly duplicates: FrozenMap<NotePath, DuplicateNote>;
  readonly unparsable: FrozenMap<NotePath, UnparsableNote>;
  readonly claims: FrozenMap<NotePath, string>;

  constructor(
    private readonly whole: WholeView<Table>,
    private readonly scope: Scope,
    /** A write is planned on it: its definitions rest on nothing hidden. */
    isPlanned = false,
  ) {
    const { name, rows } = scope;
    const patterns = rows ? scope.tables : [];
    const scoped = patterns === null ? null : new ScopedCatalog(whole.catalog, { name, patterns });
    this.seen = scoped ?? whole.catalog;
    this.catalog = isPlanned && scoped !== null ? scoped.forPlanning() : this.seen;
    const sees = (path: NotePath): boolean => this.sees(path);
    this.links = new ScopedLinks(whole.links, sees);
    this.files = new SeenMap(whole.files, sees);
    this.unconfirmedDeletions = new SeenSet(whole.unconfirmedDeletions, sees);
    this.duplicates = new SeenMap(whole.duplicates, sees);
    this.unparsable = new SeenMap(whole.unparsable, sees);
    this.claims = new SeenMap(whole.claims, sees);
  }

  /** True for a path at which there is nothing too, unless only notes may lie there. */
  sees(path: NotePath): boolean {
    if (path === this.whole.metastore) return this.scope.tables === null && this.scope.notes;
    const table = claimedTable(this.whole, path);
    return table === null ? this.scope.notes : this.seen.seesTable(table);
  }

  get metastore(): NotePath | null {
    return this.whole.metastore;
  }

  get definitionsProblem(): NotedbError | null {
    return this.whole.definitionsProblem;
  }

  /** Throws `forbidden` for one outside of the patterns. */
  table(qualified: string): Table {
    this.seen.requireSeen(qualified);
    return this.whole.table(qualified);
  }

  rowAt(path: NotePath): { readonly table: TableDefinition; readonly row: Row } | null {
    const found = this.whole.rowAt(path);
    return found !== null && this.seen.seesTable(found.table.qualified) ? found : null;
  }

  tableAt(path: NotePath): TableDefinition | null {
    const table = this.whole.tableAt(path);
    return table !== null && this.seen.seesTable(table.qualified) ? table : null;
  }

  takenBy(path: NotePath): NotePath | null {
    const taken = this.whole.takenBy(path);
    return taken !== null && this.sees(taken) ? taken : null;
  }

  pathOfId(id: string): NotePath | null {
    const path = this.whole.pathOfId(id);
    return path !== null && this.sees(path) ? path : null;
  }

  hasFolder(folder: NotePath): boolean {
    if (folder === '') return true;
    for (const path of this.files.keys()) if (isInside(path, folder)) return true;
    return false;
  }
}

/** The table of a row, or the one that a note claims though it is not a row of it. */
export function claimedTable(
  view: Pick<VaultView, 'claims' | 'duplicates' | 'unparsable' | 'tableAt'>,
  path: NotePath,
): string | null {
  const claimed = view.claims.get(path) ?? view.duplicates.get(path)?.table ?? view.unparsable.get(path)?.table;
  return view.tableAt(path)?.qualified ?? claimed ?? null;
}

class SeenMap<V> implements FrozenMap<NotePath, V> {
  constructor(
    private readonly whole: FrozenMap<NotePath, V>,
    private readonly sees: (path: NotePath) => boolean,
  ) {}

  get(path: NotePath): V | undefined {
    const value = this.whole.get(path);
    return value !== undefined && this.sees(path) ? value : undefined;
  }

  has(path: NotePath): boolean {
    return this.whole.has(path) && this.sees(path);
  }

  *keys(): Generator<NotePath> {
    for (const path of this.whole.keys()) if (this.sees(path)) yield path;
  }

  *[Symbol.iterator](): Generator<readonly [NotePath, V]> {
    for (const entry of this.whole) if (this.sees(entry[0])) yield entry;
  }
}

class SeenSet implements FrozenSet<NotePath> {
  constructor(
    private readonly whole: FrozenSet<NotePath>,
    private readonly sees: (path: NotePath) => boolean,
  ) {}

  has(path: NotePath): boolean {
    return this.whole.has(path) && this.sees(path);
  }

  *[Symbol.iterator](): Generator<NotePath> {
    for (const path of this.whole) if (this.sees(path)) yield path;
  }
}
