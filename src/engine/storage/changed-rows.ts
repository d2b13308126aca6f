/** The rows of a snapshot with others among them: what is the same is shared, chunk by chunk. */

import type { NotePath } from '../ports/vault-port';
import type { Json } from '../values/json';
import { ChangedColumn } from './changed-column';
import { CHUNK_SIZE, chunkOf, makeBytes, offsetOf } from './chunks';
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
  /** Rows that came or went; -1: went. */
  private readonly places = new Map<NotePath, number>();
  /** Rows that came stand behind the last chunk: in its free slots the table may write rows that no snapshot shows. */
  private readonly first: number;
  private next: number;
  private size: number;

  constructor(private readonly basis: RowsSnapshot) {
    this.live = [...basis.live];
    this.paths = [...basis.paths];
    this.ids = [...basis.ids];
    this.size = basis.size;
    this.next = this.first = basis.live.length * CHUNK_SIZE;
  }

  /** Rows that the basis does not hold, also those that went again. */
  get came(): number {
    return this.next - this.first;
  }

  /** -1 when there is no such row. `guess`: a slot at which it may be. */
  slotAt(path: NotePath, guess = NO_SLOT): number {
    if (this.places.size > 0) {
      const known = this.places.get(path);
      if (known !== undefined) return known;
    }
    const { live, paths } = this.basis;
    const isThere = paths[chunkOf(guess)]?.[offsetOf(guess)] === path && live[chunkOf(guess)]?.[offsetOf(guess)] === 1;
    return isThere ? guess : (this.basis.slotOf?.(path) ?? NO_SLOT);
  }

  /** There is no row at the path any more, if there was one. */
  remove(path: NotePath): void {
    const slot = this.slotAt(path);
    if (slot === NO_SLOT) return;
    this.setLive(slot, 0);
    this.places.set(path, NO_SLOT);
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
    this.setLive(slot, 1);
    this.places.set(path, slot);
    this.size++;
    return slot;
  }

  private setLive(slot: number, live: 0 | 1): void {
    const chunk = chunkOf(slot);
    if (this.isOwn[chunk] !== true) this.live[chunk] = this.live[chunk]!.slice();
    this.isOwn[chunk] = true;
    this.live[chunk]![offsetOf(slot)] = live;
  }

  /** To place values in; null when the rows have no such column. */
  column(name: string): ChangedColumn | null {
    const present = this.columns.get(name);
    if (present !== undefined) return present;
    const frozen = this.basis.columns.get(name);
    if (frozen === undefined) return null;
    const column = new ChangedColumn(frozen);
    this.columns.set(name, column);
    return column;
  }

  set(slot: number, name: string, value: Json): void {
    this.column(name)?.set(slot, value);
  }

  /** `modified` of all rows. */
  freeze(modified: number): RowsSnapshot {
    const { basis, live, paths, ids, size } = this;
    const times = new Float64Array(CHUNK_SIZE).fill(modified);
    const same = { modified: live.map(() => times), columns: this.frozenColumns() };
    if (this.places.size === 0) return { ...basis, ...same };
    const rows = { generation: {}, size, capacity: this.came === 0 ? basis.capacity : this.next, live, paths };
    const order = new PathOrder();
    return {
      ...rows,
      ...same,
      ids,
      slotOf: (path) => this.slotAt(path),
      slotsByPath: (scheduler) => order.of(rows, true, scheduler),
    };
  }

  /** Where rows came or went every column is another one: what is derived of a column's rows is kept with it. */
  private frozenColumns(): RowsSnapshot['columns'] {
    const { basis, columns, live } = this;
    if (this.places.size > 0) for (const name of basis.columns.keys()) this.column(name)!.reach(live.length - 1);
    const changed = [...columns].map(([name, column]) => [name, column.freeze()] as const);
    return changed.length === 0 ? basis.columns : new Map([...basis.columns, ...changed]);
  }
}
