/** The rows of a snapshot with others among them: unchanged chunks are shared. */

import type { SchedulerPort } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import type { Json } from '../../json';
import { type ArrivedValues, ChangedColumn, type HeldValues } from './changed-column';
import { CHUNK_SIZE, chunkOf, makeBytes, offsetOf } from './chunked-array';
import type { RowsSnapshot } from './column-table';
import { PathOrder } from './path-order';

export const NO_SLOT = -1;

export class ChangedRows {
  private readonly columns = new Map<string, ChangedColumn>();
  private readonly live: Uint8Array[];
  private readonly isOwn: boolean[] = [];
  private readonly paths: (readonly string[])[];
  private readonly ids: (readonly string[])[];
  /** Of the rows that came, by chunk behind those of the basis. */
  private readonly own: { readonly paths: string[]; readonly ids: string[] }[] = [];
  /** Rows that came or went; -1: went. Of those that came, the ones before `found`. */
  private readonly places = new Map<NotePath, number>();
  private found: number;
  private readonly gone: number[] = [];
  /** New rows are behind the last chunk: in its free slots the table may write rows that no snapshot shows. */
  private readonly first: number;
  private next: number;
  private size: number;

  constructor(private readonly basis: RowsSnapshot) {
    this.live = [...basis.live];
    this.paths = [...basis.paths];
    this.ids = [...basis.ids];
    this.size = basis.size;
    this.next = this.first = this.found = basis.live.length * CHUNK_SIZE;
  }

  /** Rows that the basis does not hold, also those that went again. */
  get came(): number {
    return this.next - this.first;
  }

  /** -1 when there is no such row. `guess`: a slot at which it may be. */
  slotAt(path: NotePath, guess = NO_SLOT): number {
    if (this.isOther) {
      const known = this.known().get(path);
      if (known !== undefined) return known;
    }
    const { live, paths } = this.basis;
    const isThere = paths[chunkOf(guess)]?.[offsetOf(guess)] === path && live[chunkOf(guess)]?.[offsetOf(guess)] === 1;
    return isThere ? guess : (this.basis.slotOf?.(path) ?? NO_SLOT);
  }

  /** Rows came or went. */
  private get isOther(): boolean {
    return this.came > 0 || this.places.size > 0;
  }

  /** A reader of a version without more changes before it needs none of these paths. */
  private known(): ReadonlyMap<NotePath, number> {
    const { places, paths } = this;
    for (; this.found < this.next; this.found++) {
      const { found } = this;
      places.set(paths[chunkOf(found)]![offsetOf(found)]!, found);
    }
    return places;
  }

  remove(path: NotePath): void {
    const slot = this.slotAt(path);
    if (slot === NO_SLOT) return;
    this.setLive(slot, 0);
    this.places.set(path, NO_SLOT);
    this.gone.push(slot);
    this.size--;
  }

  /** A row without values at a path that is free. */
  add(path: NotePath, id: string): number {
    const slot = this.next++;
    const chunk = chunkOf(slot);
    if (chunk === this.live.length) {
      this.live.push(makeBytes());
      this.isOwn[chunk] = true;
      const own = { paths: new Array<string>(CHUNK_SIZE).fill(''), ids: new Array<string>(CHUNK_SIZE).fill('') };
      this.own.push(own);
      this.paths.push(own.paths);
      this.ids.push(own.ids);
    }
    const own = this.own.at(-1)!;
    own.paths[offsetOf(slot)] = path;
    own.ids[offsetOf(slot)] = id;
    this.live[chunk]![offsetOf(slot)] = 1;
    this.size++;
    return slot;
  }

  private setLive(slot: number, live: 0 | 1): void {
    const chunk = chunkOf(slot);
    if (this.isOwn[chunk] !== true) this.live[chunk] = this.live[chunk]!.slice();
    this.isOwn[chunk] = true;
    this.live[chunk]![offsetOf(slot)] = live;
  }

  /** Null when the rows have no such column. */
  private column(name: string): ChangedColumn | null {
    const present = this.columns.get(name);
    if (present !== undefined) return present;
    const frozen = this.basis.columns.get(name);
    if (frozen === undefined) return null;
    const column = new ChangedColumn(frozen, this.first);
    this.columns.set(name, column);
    return column;
  }

  set(slot: number, name: string, value: Json): void {
    this.column(name)?.set(slot, value);
  }

  /** What some rows held in a column: placed when somebody asks for the column. */
  placeLater(name: string, values: HeldValues): void {
    this.column(name)?.placeLater(values);
  }

  /** What rows that came last held. */
  arriveLater(name: string, values: ArrivedValues): void {
    this.column(name)?.arriveLater(values);
  }

  /** Places what waits. */
  async placeAll(scheduler: SchedulerPort): Promise<void> {
    for (const column of this.columns.values()) while (column.placeOne()) await scheduler.pause();
  }

  /** `modified` of all rows. */
  freeze(modified: number): RowsSnapshot {
    const { basis, live, paths, ids, size } = this;
    const times = new Float64Array(CHUNK_SIZE).fill(modified);
    const columns = this.frozenColumns();
    if (!this.isOther) return { ...basis, modified: live.map(() => times), columns };
    const byPath = async (scheduler: SchedulerPort): Promise<Uint32Array | null> =>
      (await basis.slotsByPath?.(scheduler)) ?? null;
    const order = new PathOrder(async (scheduler) => {
      const slots = await byPath(scheduler);
      return slots === null ? null : { slots, changed: this.changedSlots() };
    });
    // In one piece: an object spread of several has another hidden class each time, and its readers are compiled anew.
    const rows: RowsSnapshot = {
      generation: {},
      size,
      capacity: this.came === 0 ? basis.capacity : this.next,
      live,
      paths,
      ids,
      modified: live.map(() => times),
      columns,
      slotOf: (path) => this.slotAt(path),
      slotsByPath: (scheduler) => order.of(rows, true, scheduler),
      nearlyByPath: async (scheduler) => {
        const slots = await byPath(scheduler);
        return slots === null ? null : { slots, behind: this.first };
      },
    };
    return rows;
  }

  private changedSlots(): ReadonlySet<number> {
    const slots = new Set(this.gone);
    for (let slot = this.first; slot < this.next; slot++) slots.add(slot);
    return slots;
  }

  /** Where rows came or went every column is another one: data derived from its rows are kept with it. */
  private frozenColumns(): RowsSnapshot['columns'] {
    const { basis, columns, live } = this;
    if (this.isOther) for (const name of basis.columns.keys()) this.column(name);
    const changed = [...columns].map(([name, column]) => [name, column.freeze(live.length)] as const);
    return changed.length === 0 ? basis.columns : new Map([...basis.columns, ...changed]);
  }
}
