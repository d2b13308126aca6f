/** A table at one moment, in the chunks that snapshots share. */

import type { TableDefinition } from '../../catalog/definition';
import type { SchedulerPort } from '../../ports/host';
import { inTurns } from '../../ports/in-turns';
import type { NotePath } from '../../ports/vault-port';
import { type Json, isEmpty } from '../../json';
import { isLookedUp } from '../../values/unique-key';
import { chunkOf, offsetOf } from './chunked-array';
import { type FrozenColumn, frozenValue } from './stored-column';
import type { TableSnapshot } from './column-table';
import type { Row } from '../row';
import { snapshotRow } from './snapshot-row';
import { UniqueIndex } from './unique-index';
import type { ScanSource, VaultTable } from '../view';

/** Made when an id is asked for that another note holds by now, or none. */
const slotsById = new WeakMap<TableSnapshot, ReadonlyMap<string, number>>();

function slotsOfIds(snapshot: TableSnapshot): ReadonlyMap<string, number> {
  const known = slotsById.get(snapshot);
  if (known !== undefined) return known;
  const { ids } = snapshot;
  const found = new Map<string, number>();
  for (const slot of liveSlots(snapshot)) found.set(ids[chunkOf(slot)]?.[offsetOf(slot)] ?? '', slot);
  slotsById.set(snapshot, found);
  return found;
}

function* liveSlots({ capacity, live }: TableSnapshot): Generator<number> {
  for (let slot = 0; slot < capacity; slot++) if (live[chunkOf(slot)]?.[offsetOf(slot)] === 1) yield slot;
}

/** Which rows hold a value, kept with the column as it was then. */
const rivalsByColumn = new WeakMap<FrozenColumn, UniqueIndex>();

export class FrozenTable implements VaultTable {
  constructor(
    private readonly snapshot: TableSnapshot,
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

  *pathsOfRows(): Generator<NotePath> {
    const { paths } = this.snapshot;
    for (const slot of liveSlots(this.snapshot)) yield paths[chunkOf(slot)]?.[offsetOf(slot)] ?? '';
  }

  rowById(id: string): Row | null {
    if (id === '') return null;
    const now = this.holderNow(id);
    const row = now === null ? null : this.row(now);
    if (row?.id === id) return row;
    const slot = slotsOfIds(this.snapshot).get(id);
    return slot === undefined ? null : snapshotRow(this.snapshot, slot);
  }

  rivals(column: string, value: Json, except: NotePath): readonly Row[] {
    const frozen = this.snapshot.columns.get(column);
    const index = frozen && !isEmpty(value) ? (rivalsByColumn.get(frozen) ?? this.indexAtOnce(column, frozen)) : null;
    const rows = (index?.slotsOf(value) ?? []).map((slot) => snapshotRow(this.snapshot, slot));
    return rows.filter(({ path }) => path !== except);
  }

  /** Makes what `rivalsByColumn` looks into beforehand, with pauses. */
  async prepareRivals(scheduler: SchedulerPort): Promise<void> {
    for (const spec of this.definition.columns.filter(isLookedUp)) {
      const column = this.snapshot.columns.get(spec.name);
      if (column === undefined || rivalsByColumn.has(column)) continue;
      const index = new UniqueIndex(spec);
      await inTurns(liveSlots(this.snapshot), scheduler, (slot) => index.include(slot, frozenValue(column, slot)));
      rivalsByColumn.set(column, index);
    }
  }

  private indexAtOnce(name: string, column: FrozenColumn): UniqueIndex | null {
    const spec = this.definition.columns.find((each) => each.name === name);
    if (spec === undefined) return null;
    const index = new UniqueIndex(spec);
    for (const slot of liveSlots(this.snapshot)) index.include(slot, frozenValue(column, slot));
    rivalsByColumn.set(column, index);
    return index;
  }

  scan(): ScanSource {
    return { snapshot: this.snapshot, hidden: new Set(), added: [] };
  }
}
