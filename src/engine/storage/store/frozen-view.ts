/** The committed state for readers, whatever is written meanwhile: rows in the chunks that snapshots share, links and files as they were. */

import type { Catalog } from '../../catalog/catalog';
import type { TableDefinition } from '../../catalog/definition';
import { type NotedbError, notFound } from '../../errors';
import type { FrozenLinks } from '../../links/frozen-links';
import { foldPath } from '../../links/same-place';
import { isInside } from '../../note/paths';
import type { FileStat, NotePath } from '../../ports/vault-port';
import { FrozenTable } from '../columns/frozen-table';
import type { DuplicateNote, UnparsableNote, CommittedView } from '../view';
import type { Row } from '../row';
import type { Store } from './store';
import type { FrozenMap, FrozenSet } from '../tracked-map';

export class FrozenView implements CommittedView {
  readonly catalog: Catalog;
  readonly links: FrozenLinks;
  readonly metastore: NotePath | null;
  readonly definitionsProblem: NotedbError | null;
  readonly files: FrozenMap<NotePath, FileStat>;
  readonly unconfirmedDeletions: FrozenSet<NotePath>;
  readonly duplicates: FrozenMap<NotePath, DuplicateNote>;
  readonly unparsable: FrozenMap<NotePath, UnparsableNote>;
  readonly claims: FrozenMap<NotePath, string>;
  private readonly tables: ReadonlyMap<string, FrozenTable>;
  /** Where an id is now: most are where they were. */
  private readonly currentPathOfId: (id: string) => NotePath | null;

  constructor(store: Store) {
    this.catalog = store.catalog;
    this.links = store.links.freeze();
    this.metastore = store.metastore;
    this.definitionsProblem = store.definitionsProblem;
    this.files = store.files.freeze();
    this.unconfirmedDeletions = store.unconfirmedDeletions.freeze();
    this.duplicates = store.duplicates.freeze();
    this.unparsable = store.unparsable.freeze();
    this.claims = store.claims.freeze();
    this.currentPathOfId = (id) => store.pathOfId(id);
    this.tables = new Map(
      store.catalog.tables().map(({ qualified }) => {
        return [qualified, new FrozenTable(store.columnTable(qualified).snapshot(), this.currentPathOfId)];
      }),
    );
  }

  table(qualified: string): FrozenTable {
    const table = this.tables.get(qualified);
    if (table === undefined) throw notFound(`there is no table ${qualified}`, 'call list_tables');
    return table;
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

  takenBy(path: NotePath): NotePath | null {
    return this.links.candidates(path).find((candidate) => foldPath(candidate) === foldPath(path)) ?? null;
  }

  pathOfId(id: string): NotePath | null {
    const now = this.currentPathOfId(id);
    if (now !== null && this.rowAt(now)?.row.id === id) return now;
    for (const table of this.tables.values()) {
      const row = table.rowById(id);
      if (row !== null) return row.path;
    }
    return null;
  }

  hasFolder(folder: NotePath): boolean {
    if (folder === '') return true;
    for (const path of this.files.keys()) if (isInside(path, folder)) return true;
    return false;
  }
}
