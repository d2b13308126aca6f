/** The committed state for readers while a write is under way: rows as they were, in the chunks that snapshots share. */

import type { Catalog } from '../catalog/catalog';
import type { TableDefinition } from '../catalog/definition';
import { notFound } from '../errors';
import type { NotePath } from '../ports/vault-port';
import type { Json } from '../values/json';
import { type TableSnapshot, snapshotRow } from './column-table';
import { chunkOf, offsetOf } from './chunks';
import type { Row } from './row';
import type { Store } from './store';
import { type LinkView, type ScanSource, type TableView, type View, foldPath } from './view';

export class FrozenView implements View {
  constructor(
    readonly catalog: Catalog,
    readonly links: LinkView,
    private readonly tables: ReadonlyMap<string, FrozenTable>,
  ) {}

  table(qualified: string): TableView {
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

interface Slots {
  readonly byPath: ReadonlyMap<NotePath, number>;
  readonly byId: ReadonlyMap<string, number>;
}

/** Made when a row is first looked for: a filter or expand that follows links looks for one in every row. */
const slots = new WeakMap<TableSnapshot, Slots>();

function slotsOf(snapshot: TableSnapshot): Slots {
  const known = slots.get(snapshot);
  if (known !== undefined) return known;
  const { capacity, live, paths, ids } = snapshot;
  const byPath = new Map<NotePath, number>();
  const byId = new Map<string, number>();
  for (let slot = 0; slot < capacity; slot++) {
    const [chunk, offset] = [chunkOf(slot), offsetOf(slot)];
    if (live[chunk]?.[offset] !== 1) continue;
    byPath.set(paths[chunk]?.[offset] ?? '', slot);
    byId.set(ids[chunk]?.[offset] ?? '', slot);
  }
  const found = { byPath, byId };
  slots.set(snapshot, found);
  return found;
}

class FrozenTable implements TableView {
  constructor(private readonly snapshot: TableSnapshot) {}

  get definition(): TableDefinition {
    return this.snapshot.definition;
  }

  get size(): number {
    return this.snapshot.size;
  }

  row(path: NotePath): Row | null {
    return this.at(slotsOf(this.snapshot).byPath.get(path));
  }

  has(path: NotePath): boolean {
    return slotsOf(this.snapshot).byPath.has(path);
  }

  rowById(id: string): Row | null {
    return id === '' ? null : this.at(slotsOf(this.snapshot).byId.get(id));
  }

  private at(slot: number | undefined): Row | null {
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
  const tables = store.catalog.tables().map(({ qualified }) => {
    return [qualified, new FrozenTable(store.columnTable(qualified).snapshot())] as const;
  });
  return new FrozenView(store.catalog, store.links, new Map(tables));
}
