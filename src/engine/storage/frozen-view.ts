/** The committed state for readers, whatever is written meanwhile: rows in the chunks that snapshots share, links as they were. */

import type { Catalog } from '../catalog/catalog';
import type { TableDefinition } from '../catalog/definition';
import { notFound } from '../errors';
import type { LinkMoment } from '../links/link-moment';
import { foldPath } from '../links/same-place';
import type { NotePath } from '../ports/vault-port';
import type { Json } from '../values/json';
import type { TableSnapshot } from './column-table';
import { snapshotRow } from './snapshot-row';
import { chunkOf, offsetOf } from './chunks';
import type { Row } from './row';
import type { Store } from './store';
import type { CommittedView, ScanSource, TableView } from './view';

export class FrozenView implements CommittedView {
  constructor(
    readonly catalog: Catalog,
    readonly links: LinkMoment,
    private readonly tables: ReadonlyMap<string, FrozenTable>,
  ) {}

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
}

/** Made when an id is asked for that another note holds by now, or none. */
const slots = new WeakMap<TableSnapshot, ReadonlyMap<string, number>>();

function slotsOfIds(snapshot: TableSnapshot): ReadonlyMap<string, number> {
  const known = slots.get(snapshot);
  if (known !== undefined) return known;
  const { capacity, live, ids } = snapshot;
  const found = new Map<string, number>();
  for (let slot = 0; slot < capacity; slot++) {
    const [chunk, offset] = [chunkOf(slot), offsetOf(slot)];
    if (live[chunk]?.[offset] === 1) found.set(ids[chunk]?.[offset] ?? '', slot);
  }
  slots.set(snapshot, found);
  return found;
}

class FrozenTable implements TableView {
  constructor(
    private readonly snapshot: TableSnapshot,
    /** Where an id is now: most are where they were. */
    private readonly holderNow: (id: string) => NotePath | null,
  ) {}

  get definition(): TableDefinition {
    return this.snapshot.definition;
  }

  get size(): number {
    return this.snapshot.size;
  }

  row(path: NotePath): Row | null {
    const slot = this.snapshot.slotOf(path);
    return slot < 0 ? null : snapshotRow(this.snapshot, slot);
  }

  has(path: NotePath): boolean {
    return this.snapshot.slotOf(path) >= 0;
  }

  rowById(id: string): Row | null {
    if (id === '') return null;
    const now = this.holderNow(id);
    const row = now === null ? null : this.row(now);
    if (row?.id === id) return row;
    const slot = slotsOfIds(this.snapshot).get(id);
    return slot === undefined ? null : snapshotRow(this.snapshot, slot);
  }

  /** Uniqueness is a matter of writes, which read the store itself. */
  rivals(_column: string, _value: Json, _except: NotePath): readonly Row[] {
    return [];
  }

  scan(): ScanSource {
    return { snapshot: this.snapshot, hidden: new Set(), added: [] };
  }
}

export function freezeView(store: Store): FrozenView {
  const holderNow = (id: string): NotePath | null => store.holderOf(id);
  const tables = store.catalog.tables().map(({ qualified }) => {
    return [qualified, new FrozenTable(store.columnTable(qualified).snapshot(), holderNow)] as const;
  });
  return new FrozenView(store.catalog, store.links.freeze(), new Map(tables));
}
