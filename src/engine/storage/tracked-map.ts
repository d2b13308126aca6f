/** Maps and sets that can be read as they were at a moment while they go on. */

/** As it was. To be gone through in one go: what comes of a walk that others change meanwhile is of no moment. */
export interface FrozenMap<K, V> extends Iterable<readonly [K, V]> {
  get(key: K): V | undefined;
  has(key: K): boolean;
  keys(): Iterable<K>;
  /**
   * Keys of what changed since then, and perhaps of more. Absent where that is not known: a comparison of two moments has to go through
   * all of it. A map that shows a part of another one must not have it.
   */
  changedKeys?(): Iterable<K>;
}

/** As `FrozenMap`. */
export interface FrozenSet<K> extends Iterable<K> {
  has(key: K): boolean;
}

export class TrackedMap<K, V> extends Map<K, V> {
  private moment: BeforeImages<K, V | undefined> | null = null;

  override set(key: K, value: V): this {
    this.moment?.keep(key, this.get(key));
    return super.set(key, value);
  }

  override delete(key: K): boolean {
    if (!this.has(key)) return false;
    this.moment?.keep(key, this.get(key));
    return super.delete(key);
  }

  override clear(): void {
    for (const key of [...this.keys()]) this.delete(key);
  }

  freeze(): FrozenMap<K, V> {
    this.moment = this.moment?.orNext() ?? new BeforeImages();
    return new FrozenMapView(this, this.moment);
  }
}

export class TrackedSet<K> extends Set<K> {
  private moment: BeforeImages<K, boolean> | null = null;

  override add(key: K): this {
    if (this.has(key)) return this;
    this.moment?.keep(key, false);
    return super.add(key);
  }

  override delete(key: K): boolean {
    if (!this.has(key)) return false;
    this.moment?.keep(key, true);
    return super.delete(key);
  }

  override clear(): void {
    for (const key of [...this]) this.delete(key);
  }

  freeze(): FrozenSet<K> {
    this.moment = this.moment?.orNext() ?? new BeforeImages();
    return new FrozenSetView(this, this.moment);
  }
}

class FrozenMapView<K, V> implements FrozenMap<K, V> {
  constructor(
    private readonly now: ReadonlyMap<K, V>,
    private readonly moment: BeforeImages<K, V | undefined>,
  ) {}

  get(key: K): V | undefined {
    return this.moment.valueBefore(key, () => this.now.get(key));
  }

  has(key: K): boolean {
    return this.get(key) !== undefined;
  }

  keys(): readonly K[] {
    return Array.from(this, ([key]) => key);
  }

  changedKeys(): Iterable<K> {
    return this.moment.changes().keys();
  }

  *[Symbol.iterator](): Generator<readonly [K, V]> {
    const changes = this.moment.changes();
    for (const entry of this.now) if (!changes.has(entry[0])) yield entry;
    for (const [key, value] of changes) if (value !== undefined) yield [key, value];
  }
}

class FrozenSetView<K> implements FrozenSet<K> {
  constructor(
    private readonly now: ReadonlySet<K>,
    private readonly moment: BeforeImages<K, boolean>,
  ) {}

  has(key: K): boolean {
    return this.moment.valueBefore(key, () => this.now.has(key));
  }

  *[Symbol.iterator](): Generator<K> {
    const changes = this.moment.changes();
    for (const key of this.now) if (!changes.has(key)) yield key;
    for (const [key, was] of changes) if (was) yield key;
  }
}

/** Keeps the value before each first change after a moment, so that making one costs nothing. */
export class BeforeImages<K, V> {
  private readonly kept = new Map<K, V>();
  private next: BeforeImages<K, V> | null = null;

  /** Nothing changed since. */
  private get isPresent(): boolean {
    return this.next === null && this.kept.size === 0;
  }

  /** The newest moment, which gets changes from now on: this one as long as nothing changed, else another. */
  orNext(): BeforeImages<K, V> {
    if (this.isPresent) return this;
    return (this.next = new BeforeImages());
  }

  /** To be called on the newest moment, before what has this key changes. */
  keep(key: K, value: V): void {
    if (!this.kept.has(key)) this.kept.set(key, value);
  }

  /** The moment that knows what had this key then: this one, or one that came after it. Null: it is as it was. */
  private holder(key: K): BeforeImages<K, V> | null {
    if (this.kept.has(key)) return this;
    for (let later = this.next; later !== null; later = later.next) if (later.kept.has(key)) return later;
    return null;
  }

  /** What had this key then; `now()` where that did not change. */
  valueBefore(key: K, now: () => V): V {
    const holder = this.holder(key);
    return holder === null ? now() : (holder.kept.get(key) as V);
  }

  hasChanged(key: K): boolean {
    return this.holder(key) !== null;
  }

  /** Everything that changed, as it was. */
  changes(): ReadonlyMap<K, V> {
    const all = new Map(this.kept);
    for (let later = this.next; later !== null; later = later.next)
      for (const [key, value] of later.kept) if (!all.has(key)) all.set(key, value);
    return all;
  }
}
