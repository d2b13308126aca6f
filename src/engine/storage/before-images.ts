/** Keeps the value before each first change after a moment, so that making one costs nothing. */

export class BeforeImages<K, V> {
  private readonly kept = new Map<K, V>();
  private next: BeforeImages<K, V> | null = null;

  /** Nothing changed since. */
  private get isPresent(): boolean {
    return this.next === null && this.kept.size === 0;
  }

  /** The newest moment, which is told from now on: this one as long as nothing changed, else another. */
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
