/** The rows of one table in columns, with their indexes; changed in place by the one publisher, read through snapshots. */

import type { TableDefinition } from '../../catalog/definition';
import type { SchedulerPort } from '../../ports/host';
import { inTurns } from '../../ports/in-turns';
import type { NotePath } from '../../ports/vault-port';
import { type ColumnSpec, noteKeyOf } from '../../values/column-spec';
import type { Json } from '../../json';
import {
  byteChunks,
  chunkOf,
  float64Chunks,
  inChunks,
  makeBytes,
  makeNumbers,
  offsetOf,
  textChunks,
  textsInChunks,
} from './chunked-array';
import { type FrozenColumn, type PackedColumn, type StoredColumn, makeColumn } from './stored-column';
import { type NearlyByPath, PathOrder } from './path-order';
import { OBSIDIAN_LISTS } from '../../note/obsidian-lists';
import type { Row } from '../row';
import { UniqueIndex } from './unique-index';
import { isLookedUp } from '../../values/unique-key';

/** Rows in columns at one moment. Slots from 0 to `capacity`; a slot with `live` 0 holds no row. */
export interface RowsSnapshot {
  /** The same object as long as no row comes or goes: data derived from their slots and paths hold until then. */
  readonly generation: object;
  readonly size: number;
  readonly capacity: number;
  readonly live: readonly Uint8Array[];
  readonly paths: readonly (readonly string[])[];
  readonly ids: readonly (readonly string[])[];
  readonly modified: readonly Float64Array[];
  readonly columns: ReadonlyMap<string, FrozenColumn>;
  /** The slot of the row at a path; -1 when there is none. Absent: these rows were computed for one answer, and no index is kept of them. */
  readonly slotOf?: (path: NotePath) => number;
  /** The slots of the rows in the order of their paths; null where that is not quicker than to look at all. Absent as `slotOf`. */
  readonly slotsByPath?: (scheduler: SchedulerPort) => Promise<Uint32Array | null>;
  /** With the columns that are computed for rows that are shown alone: these slots have them. `names`: null for every one. Absent: none is. */
  readonly complete?: (
    slots: ArrayLike<number>,
    names: ReadonlySet<string> | null,
    scheduler: SchedulerPort,
  ) => Promise<RowsSnapshot>;
  /** Where there is no such order of these rows yet: the one of the rows that they were made of. Null as `slotsByPath`. */
  readonly nearlyByPath?: (scheduler: SchedulerPort) => Promise<NearlyByPath | null>;
}

/** A stored table at one moment. */
export interface TableSnapshot extends RowsSnapshot {
  readonly definition: TableDefinition;
  readonly slotOf: (path: NotePath) => number;
}

/** A table without its gaps: row i of every part is the same row. */
export interface PackedTable {
  readonly paths: readonly NotePath[];
  readonly ids: readonly string[];
  readonly modified: Float64Array;
  readonly columns: ReadonlyMap<string, PackedColumn>;
}

/** Obsidian's lists as columns. */
export const OBSIDIAN_LIST_SPECS: ReadonlyMap<string, ColumnSpec> = new Map(
  OBSIDIAN_LISTS.map((name) => [name, { name, type: 'list', items: { type: 'string' } }]),
);

interface StoredShape {
  readonly columns: readonly ColumnSpec[];
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The keys that a table stores: its columns, its fields (null: untyped), and Obsidian's lists. D16 */
export function storedKeys(definition: StoredShape): ReadonlyMap<string, ColumnSpec | null> {
  const keys = new Map<string, ColumnSpec | null>(OBSIDIAN_LIST_SPECS);
  for (const name of Object.keys(definition.fields)) keys.set(name, null);
  for (const column of definition.columns) keys.set(column.name, column);
  return keys;
}

/** What `storedKeys` has, by the front matter key of the notes. */
export function noteKeys(definition: StoredShape): ReadonlyMap<string, NoteKey> {
  const stored = [...storedKeys(definition)];
  return new Map(stored.map(([name, spec]) => [spec === null ? name : noteKeyOf(spec), { name, spec }]));
}

/** A column, a field (null: untyped) or a list of Obsidian's that a key of a note means. */
export interface NoteKey {
  readonly name: string;
  readonly spec: ColumnSpec | null;
}

interface NamedColumn {
  readonly name: string;
  readonly column: StoredColumn;
  readonly isLookedUp: boolean;
}

export class ColumnTable {
  private readonly live = byteChunks();
  private readonly paths = textChunks();
  private readonly ids = textChunks();
  private readonly modified = float64Chunks();
  private readonly columns = new Map<string, StoredColumn>();
  /** The same in their order: a row is read by all of them. */
  private readonly named: readonly NamedColumn[];
  /** By column that is looked up; null until somebody asks. */
  private readonly unique = new Map<string, UniqueIndex | null>();
  /** After a warm start null until somebody asks for a row by its path. */
  private slotByPath: Map<NotePath, number> | null = new Map();
  private count = 0;
  private readonly free: number[] = [];
  private capacity = 0;
  /** The capacity of the last snapshot: none ever says that a slot behind it lives. */
  private shownCapacity = 0;
  private frozen: TableSnapshot | null = null;
  private generation: object = {};
  /** Of the newest snapshot. */
  private lookup: PathLookup | null = null;
  private readonly order = new PathOrder();

  constructor(private declaration: TableDefinition) {
    for (const [name, spec] of storedKeys(declaration)) {
      this.columns.set(name, makeColumn(spec?.type ?? null));
      if (spec !== null && isLookedUp(spec)) this.unique.set(name, null);
    }
    this.named = [...this.columns].map(([name, column]) => ({ name, column, isLookedUp: this.unique.has(name) }));
  }

  get definition(): TableDefinition {
    return this.declaration;
  }

  /** A definition under which every value is stored as it is. */
  redefine(definition: TableDefinition): void {
    if (definition === this.declaration) return;
    this.declaration = definition;
    this.frozen = null;
  }

  get size(): number {
    return this.count;
  }

  private get slots(): Map<NotePath, number> {
    return (this.slotByPath ??= new Map(this.pathsAndSlots()));
  }

  /** Builds in turns what the first request else builds at once. Nothing changes meanwhile. */
  async buildIndex(scheduler: Pick<SchedulerPort, 'pause'>): Promise<void> {
    if (this.slotByPath !== null) return;
    const slots = new Map<NotePath, number>();
    await inTurns(this.pathsAndSlots(), scheduler, ([path, slot]) => slots.set(path, slot));
    this.slotByPath ??= slots;
  }

  private *pathsAndSlots(): Generator<readonly [path: NotePath, slot: number]> {
    for (let slot = 0; slot < this.capacity; slot++) {
      if (this.live.get(slot) === 1) yield [this.paths.get(slot), slot];
    }
  }

  /** The ids of the rows, the empty ones too. */
  *idsAndPaths(): Generator<readonly [id: string, path: NotePath]> {
    for (let slot = 0; slot < this.capacity; slot++) {
      if (this.live.get(slot) === 1) yield [this.ids.get(slot), this.paths.get(slot)];
    }
  }

  has(path: NotePath): boolean {
    return this.slots.has(path);
  }

  pathsOfRows(): IterableIterator<NotePath> {
    return this.slots.keys();
  }

  row(path: NotePath): Row | null {
    const slot = this.slots.get(path);
    return slot === undefined ? null : this.rowAt(slot);
  }

  private rowAt(slot: number): Row {
    const values: Record<string, Json> = {};
    const { named } = this;
    for (let i = 0; i < named.length; i++) {
      const value = named[i]!.column.get(slot);
      if (value !== undefined) values[named[i]!.name] = value;
    }
    return { path: this.paths.get(slot), id: this.ids.get(slot), modified: this.modified.get(slot), values };
  }

  /** Adds the row, or replaces the one at its path. `isAlone`: there is none. */
  put(row: Row, isAlone = false): void {
    this.frozen = null;
    // Made, if they are not there, of the rows of before.
    const { slots } = this;
    const present = isAlone ? undefined : slots.get(row.path);
    const slot = present ?? this.free.pop() ?? this.capacity;
    const isNew = slot >= this.shownCapacity;
    this.capacity = Math.max(this.capacity, slot + 1);
    if (present === undefined) {
      this.rowsChanged(slot);
      slots.set(row.path, slot);
      this.live.set(slot, 1);
      this.paths.set(slot, row.path, isNew);
      this.count++;
    }
    this.ids.set(slot, row.id, isNew);
    this.modified.set(slot, row.modified, isNew);
    this.setValues(slot, row.values, isNew, present !== undefined);
  }

  private setValues(slot: number, values: Row['values'], isNew: boolean, isPresent: boolean): void {
    const { named } = this;
    for (let i = 0; i < named.length; i++) {
      const { name, column, isLookedUp } = named[i]!;
      const value = values[name];
      if (isLookedUp) this.unique.get(name)?.move(slot, isPresent ? column.get(slot) : undefined, value);
      column.set(slot, value, isNew);
    }
  }

  private rowsChanged(slot: number): void {
    this.generation = {};
    this.order.change(slot);
  }

  /** The note was written again without another value. False when it is not a row of this table. */
  touch(path: NotePath, modified: number): boolean {
    const slot = this.slots.get(path);
    if (slot === undefined) return false;
    if (this.modified.get(slot) !== modified) {
      this.frozen = null;
      this.modified.set(slot, modified, slot >= this.shownCapacity);
    }
    return true;
  }

  remove(path: NotePath): void {
    const slot = this.slots.get(path);
    if (slot === undefined) return;
    this.frozen = null;
    for (const [name, index] of this.unique) index?.move(slot, this.columns.get(name)?.get(slot), undefined);
    this.rowsChanged(slot);
    this.lookup?.depart(path, slot);
    this.slots.delete(path);
    this.count--;
    this.live.set(slot, 0);
    this.paths.set(slot, '');
    this.ids.set(slot, '');
    for (const column of this.columns.values()) column.set(slot, undefined);
    this.free.push(slot);
  }

  /** Paths of rows that may hold `value` in a unique column or one of words: a superset, to be compared. */
  candidates(column: string, value: Json): readonly NotePath[] {
    return (this.uniqueIndex(column)?.slotsOf(value) ?? []).map((slot) => this.paths.get(slot));
  }

  private uniqueIndex(name: string): UniqueIndex | null {
    const present = this.unique.get(name);
    if (present !== null) return present ?? null;
    const index = new UniqueIndex(this.definition.columns.find((column) => column.name === name) as ColumnSpec);
    const column = this.columns.get(name) as StoredColumn;
    for (const slot of this.slots.values()) index.include(slot, column.get(slot));
    this.unique.set(name, index);
    return index;
  }

  /** Takes over rows from the warm-start file; only for a new table. */
  adopt({ paths, ids, modified, columns }: PackedTable): void {
    this.generation = {};
    this.order.forget();
    this.capacity = paths.length;
    this.count = paths.length;
    this.slotByPath = null;
    this.live.adopt(inChunks(new Uint8Array(paths.length).fill(1), makeBytes));
    this.paths.adopt(textsInChunks(paths));
    this.ids.adopt(textsInChunks(ids));
    this.modified.adopt(inChunks(modified, makeNumbers));
    for (const [name, column] of this.columns) column.adopt(columns.get(name) as PackedColumn);
  }

  /** The table as it is now; later changes leave it alone. */
  snapshot(): TableSnapshot {
    return (this.frozen ??= this.freeze());
  }

  private freeze(): TableSnapshot {
    const { capacity } = this;
    this.shownCapacity = capacity;
    const [live, paths] = [this.live.freeze(), this.paths.freeze()];
    const lookup = new PathLookup(
      (path) => this.slots.get(path),
      (slot) =>
        slot < capacity && live[chunkOf(slot)]?.[offsetOf(slot)] === 1
          ? (paths[chunkOf(slot)]?.[offsetOf(slot)] ?? null)
          : null,
    );
    this.lookup?.follow(lookup);
    this.lookup = lookup;
    const rows = { generation: this.generation, size: this.count, capacity, live, paths };
    return {
      definition: this.definition,
      ...rows,
      ids: this.ids.freeze(),
      modified: this.modified.freeze(),
      columns: new Map([...this.columns].map(([name, column]) => [name, column.freeze()])),
      slotOf: (path) => lookup.slotOf(path),
      slotsByPath: (scheduler) => this.order.of(rows, rows.generation === this.generation, scheduler),
    };
  }
}

/** The row at a slot of one snapshot: the path, null when no row was there. */
type PathAt = (slot: number) => NotePath | null;

/** Compares the current map with the snapshot. A row that left since is in the list that each snapshot has until the next is taken. */
class PathLookup {
  private readonly departed = new Map<NotePath, number>();
  private next: PathLookup | null = null;

  constructor(
    private readonly slotNow: (path: NotePath) => number | undefined,
    private readonly pathAt: PathAt,
  ) {}

  /** -1 when the snapshot has no row there. */
  slotOf(path: NotePath): number {
    const isRow = (slot: number | undefined): slot is number => slot !== undefined && this.pathAt(slot) === path;
    const now = this.slotNow(path);
    if (isRow(now)) return now;
    const then = this.departed.get(path);
    if (isRow(then)) return then;
    for (let later = this.next; later !== null; later = later.next) {
      const slot = later.departed.get(path);
      if (isRow(slot)) return slot;
    }
    return -1;
  }

  /** A row left its slot, while this was the newest snapshot. */
  depart(path: NotePath, slot: number): void {
    if (!this.departed.has(path)) this.departed.set(path, slot);
  }

  /** A newer snapshot was taken. */
  follow(next: PathLookup): void {
    this.next = next;
  }
}

/** A reader of old versions compares the same definitions again and again. */
const shapesByDefinition = new WeakMap<TableDefinition, string>();

/** What decides which notes are rows of a table, and how their values are stored. */
function storedShape(definition: TableDefinition): string {
  const known = shapesByDefinition.get(definition);
  if (known !== undefined) return known;
  const { exclude, archive, fields, columns } = definition;
  const stored = columns.map((spec) => [
    ...[spec.name, spec.key, spec.inline, spec.type],
    ...[spec.items, spec.values, isLookedUp(spec)],
  ]);
  const shape = JSON.stringify([exclude, archive, Object.keys(fields), stored]);
  shapesByDefinition.set(definition, shape);
  return shape;
}

export const storesAlike = (a: TableDefinition | undefined, b: TableDefinition): boolean =>
  a === b || (a !== undefined && storedShape(a) === storedShape(b));
