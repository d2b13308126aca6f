/** What an ingestion of external edits touches: the rows as they were and as they are then, for the changes and versions that follow from it. */

import type { Catalog } from '../../catalog/catalog';
import type { ExternalChange, RowValues } from '../../history/change-record';
import type { SchedulerPort } from '../../ports/host';
import { inTurns } from '../../ports/in-turns';
import type { FileStat, NotePath } from '../../ports/vault-port';
import type { Store } from '../../storage/store/store';
import { isExternalChange } from './ingest';
import {
  type PlannedChange,
  type TableRow,
  comeOrGone,
  inOrder,
  isSameRow,
  ofGap,
  ofVanished,
  rowIn,
  schemaChanges,
} from '../write-changes';

interface Touched {
  /** The row, as it is known. */
  readonly was: TableRow | null;
  /** The file is not as it was: not only what it means may have changed. */
  readonly isNews: boolean;
  /** It is not by its size or time stamp either: it may have another body, where the values are the same. */
  readonly isEdited: boolean;
  /** It is there now, and was not: with its size and time stamp. */
  readonly came?: FileStat;
  /** Its size and time stamp before. */
  readonly known?: FileStat | undefined;
  /** Of its text before, where that is known. */
  readonly fingerprint?: number | undefined;
  /** The row was not among those that vanished together. */
  readonly wasThere?: boolean;
}

export class TouchedRows {
  private readonly touched = new Map<NotePath, Touched>();
  private readonly catalog: Catalog;

  /** `isUnknown`: the former rows are unknown. */
  constructor(
    private readonly store: Store,
    private readonly isUnknown = false,
  ) {
    this.catalog = store.catalog;
  }

  /** Files that are not as they were. */
  get paths(): readonly NotePath[] {
    return [...this.touched].filter(([, { isNews }]) => isNews).map(([path]) => path);
  }

  /** To be called before the file at the path is taken in. `stat`: as it is now; null: gone. */
  add(path: NotePath, stat: FileStat | null): void {
    const known = this.store.files.get(path);
    const isEdited = stat?.size !== known?.size || stat?.mtime !== known?.mtime;
    this.note(path, {
      was: rowIn(this.store, path),
      isNews: isExternalChange(known, stat) || this.store.isUnread(path),
      isEdited,
      known,
      fingerprint: this.store.fingerprints.get(path),
      wasThere: !this.store.unconfirmedDeletions.has(path),
      ...(known === undefined && stat !== null ? { came: stat } : {}),
    });
  }

  /** The same where more is known. */
  note(path: NotePath, touched: Touched): void {
    if (!this.touched.has(path)) this.touched.set(path, touched);
  }

  /** Qualified names of the tables whose rows were, or are, at the paths. */
  tables(): readonly string[] {
    const { store } = this;
    const found = [...this.touched].flatMap(([path, { was }]) => [was?.table, store.tableAt(path)?.qualified]);
    return [...new Set(found.filter((table) => table !== undefined))];
  }

  private wasRow(path: NotePath): TableRow | null {
    return this.touched.get(path)?.was ?? null;
  }

  /** What may be changed: where a row went, a copy of it may have become the row. */
  scope(): { readonly paths: ReadonlySet<NotePath>; readonly ids: ReadonlyMap<NotePath, string> } {
    const ids = new Map([...this.touched].map(([path, { was }]) => [path, was?.row.id ?? '']));
    const paths = new Set(ids.keys());
    for (const id of ids.values()) {
      const holder = id === '' ? null : this.store.pathOfId(id);
      if (holder !== null) paths.add(holder);
    }
    return { paths, ids };
  }

  async changes(scheduler: SchedulerPort): Promise<readonly PlannedChange[]> {
    const { store, touched } = this;
    if (this.isUnknown) return [...store.columnTables()].some(({ size }) => size > 0) ? [ofGap()] : [];
    const found = store.catalog === this.catalog ? [] : [...schemaChanges(this.catalog, store.catalog)];
    found.push(...this.vanished());
    const now = new Map<NotePath, TableRow | null>();
    const came = new Map<string, NotePath>();
    await inTurns([...this.scope().paths].sort(), scheduler, (path) => {
      const is = rowIn(store, path);
      // It is unknown whether it is the row that it was.
      if (is === null && store.isUnread(path)) return;
      now.set(path, is);
      const known = touched.get(path);
      const id = is?.row.id ?? '';
      if (id !== '' && known?.isNews !== false && known?.was?.row.id !== id) came.set(id, path);
    });
    /** Where rows went, and came from. */
    const moves = new Map<NotePath, NotePath>();
    const from = new Map<NotePath, NotePath>();
    for (const [path, { was }] of touched) {
      const to = was === null ? undefined : came.get(was.row.id);
      if (to === undefined || to === path || now.get(path)?.row.id === was?.row.id) continue;
      moves.set(path, to);
      from.set(to, path);
    }
    await inTurns(now, scheduler, ([path, is]) => {
      const here = moves.has(path) ? null : this.wasRow(path);
      const old = from.get(path);
      if (old === undefined) found.push(...this.changeOf(path, here, is, path));
      else found.push(...comeOrGone(path, here, null), ...this.changeOf(path, this.wasRow(old), is, old));
    });
    const arrived = this.arrivedInArchive();
    return inOrder(found.map((change) => (change.kind === 'delete' ? this.withPlace(change, arrived) : change)));
  }

  /** One change for all rows that vanished together now. D7 */
  private vanished(): readonly PlannedChange[] {
    const { unconfirmedDeletions } = this.store;
    const tables = [...this.touched].flatMap(([path, { was, wasThere }]) =>
      was !== null && wasThere === true && unconfirmedDeletions.has(path) ? [was.table] : [],
    );
    return tables.length === 0 ? [] : [ofVanished(tables)];
  }

  /** The notes that came into the archive of their table. A move keeps size and time stamp. */
  private arrivedInArchive(): ReadonlyMap<string, NotePath> {
    const { catalog, claims } = this.store;
    const arrived = new Map<string, NotePath>();
    for (const [path, { came }] of this.touched) {
      const table = came === undefined ? undefined : claims.get(path);
      const definition = catalog.table(table ?? '');
      if (came === undefined || definition === null || !catalog.isArchived(definition, path)) continue;
      arrived.set(moveKey(definition.qualified, came), path);
    }
    return arrived;
  }

  /** With the place of the note of a row that left its table: where it lay, or in the archive. */
  private withPlace(change: PlannedChange, arrived: ReadonlyMap<string, NotePath>): PlannedChange {
    const { path, table } = change;
    if (change.to !== undefined) return change;
    if (this.store.files.has(path) && this.store.tableAt(path) === null) return { ...change, to: path };
    const known = this.touched.get(path)?.known;
    const to = known === undefined || table === null ? undefined : arrived.get(moveKey(table, known));
    return to === undefined ? change : { ...change, to };
  }

  private changeOf(
    path: NotePath,
    was: TableRow | null,
    is: TableRow | null,
    from: NotePath,
  ): readonly PlannedChange[] {
    if (was === null || is === null || was.table !== is.table || !isSameRow(was.row.id, is.row.id)) {
      const ways = [...comeOrGone(from, was, null), ...comeOrGone(path, null, is)];
      if (was === null || is === null || was.row.id !== is.row.id) return ways;
      return ways.map((each) => (each.kind === 'delete' ? { ...each, to: path } : { ...each, from }));
    }
    const isSame = changedValues(was, is).length === 0;
    if (from === path && isSame && !this.isEditedRow(path)) return [];
    return [
      {
        seq: null,
        kind: from !== path && isSame ? 'move' : 'update',
        table: is.table,
        id: is.row.id,
        path,
        from: from === path ? null : from,
        before: () => was.row,
        after: () => is.row,
        file: null,
      },
    ];
  }

  /** Its note is there with another text. Of a row that may be lost, or whose note can't be read, nothing is known to have changed. */
  private isEditedRow(path: NotePath): boolean {
    const { store } = this;
    const { isEdited, fingerprint } = this.touched.get(path) ?? {};
    if (isEdited !== true || store.unconfirmedDeletions.has(path) || store.isUnread(path)) return false;
    return fingerprint === undefined || fingerprint !== store.fingerprints.get(path);
  }
}

const moveKey = (table: string, { size, mtime }: FileStat): string => `${table} ${size} ${mtime}`;

function changedValues({ row: was }: TableRow, { row: is }: TableRow): readonly string[] {
  const names = new Set([...Object.keys(was.values), ...Object.keys(is.values)]);
  return [...names].filter((name) => JSON.stringify(was.values[name]) !== JSON.stringify(is.values[name]));
}

/** As in the journal: without the texts of notes this alone shows the change. */
export function externalChange(
  { kind, table, id, path, from, to, rows, definition, before, after }: PlannedChange,
  { files }: Store,
): ExternalChange {
  const [was, is, stat] = [before(), after(), files.get(path)];
  const names = was === null || is === null ? null : changedValues({ table: '', row: was }, { table: '', row: is });
  const of = (values: RowValues): RowValues =>
    names === null ? values : Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  const rest = names === null ? [] : Object.entries(is?.values ?? {}).filter(([name]) => !names.includes(name));
  return {
    ...{ kind, table, id, path },
    ...(from === null ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(rows === undefined ? {} : { rows }),
    ...(definition === undefined ? {} : { definition }),
    ...(was === null || names?.length === 0 ? {} : { before: of(was.values) }),
    ...(is === null || names?.length === 0 ? {} : { after: of(is.values) }),
    ...(rest.length === 0 ? {} : { rest: Object.fromEntries(rest) }),
    ...(is === null || stat === undefined ? {} : { stat: [stat.size, stat.mtime] as const }),
  };
}
